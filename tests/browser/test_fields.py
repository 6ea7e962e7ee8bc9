"""All nine kinds of field on the generic page: what is chosen is what is stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import MakePage
from .rater_page import RaterPage


def _fill_candidates(rater: RaterPage) -> None:
    for slot, points in ((0, 2), (1, 5)):
        rater.trial.locator(f".point:has(input[name='{slot}.good'][value='{points}'])").click()
        more = rater.trial.locator(f"bh-points[name='{slot}.points'] [data-step='+']")
        for _ in range(slot + 1):
            more.click()


def test_every_kind_is_stored_as_shown(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    trial = rater.trial
    expect(trial.locator("[data-field=better]")).to_be_hidden()
    expect(trial.locator("[data-field=clipped]")).to_be_hidden()
    _fill_candidates(rater)
    trial.locator("[data-field=count] [data-number='7']").click()
    expect(trial.locator("[data-field=clipped]")).to_be_visible()
    trial.locator("[data-field=clipped] [data-number='0']").click()
    trial.locator(".option:has(input[value=blue])").click()
    trial.locator("input[name=name]").fill("气球 balloon")
    trial.locator(".option:has(input[value=tie])").click()
    rater.send()
    rater.state("saved")
    assert rater.stored()[0].payload == {
        "trial": {
            "count": 7,
            "clipped": 0,
            "colour": "blue",
            "flags": [],
            "name": "气球 balloon",
            "comment": None,
            "better": "tie",
        },
        "slots": [{"good": 2, "points": 1}, {"good": 5, "points": 2}],
    }


@pytest.mark.long
def test_more_than_the_limit_hides_the_numbers_and_flags_need_a_comment(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    trial = rater.trial
    _fill_candidates(rater)
    trial.locator("[data-field=count] [data-number='9']").click()
    trial.locator("[data-field=clipped] [data-number='4']").click()
    trial.locator(".option:has(.count-more)").first.click()
    expect(trial.locator("[data-field=clipped]")).to_be_hidden()
    trial.locator(".option:has(input[value=red])").click()
    trial.locator("input[name=name]").fill("x")
    trial.locator(".option:has(input[value=left])").click()
    trial.locator(".option:has(input[value=other])").click()
    lease = rater.lease
    trial.locator("button[type=submit]").click()
    expect(trial.locator("[data-field=comment] .field-error")).to_have_text("Say what: other: X")
    expect(trial.locator("textarea")).to_be_focused()
    assert rater.lease == lease
    trial.locator("textarea").fill("Other：a hammer")
    rater.send()
    rater.state("saved")
    stored = rater.stored()[0].payload["trial"]
    assert stored["count"] == ">20"
    assert "clipped" not in stored
    assert stored["flags"] == ["other"]
    assert stored["comment"] == "Other：a hammer"


def test_count_by_keys_slider_and_buttons(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    field = rater.trial.locator("[data-field=count]")
    value = field.locator("output")
    expect(value).to_have_text("–")
    rater.page.keyboard.press("7")
    expect(value).to_have_text("7")
    field.locator("[data-step='1']").click()
    expect(value).to_have_text("8")
    field.locator(".count-slider").focus()
    rater.page.keyboard.press("Home")
    expect(value).to_have_text("0")
    field.locator("[data-step='-1']").click()
    expect(value).to_have_text("0")
    rater.page.keyboard.press("m")
    expect(value).to_have_text("> 20")


def test_groups_need_every_place(open_page: MakePage) -> None:
    rater = open_page("groups").join()
    rows = rater.trial.locator(".group-row")
    rows.nth(0).locator("[data-group='2']").click()
    lease = rater.lease
    rater.trial.locator("button[type=submit]").click()
    expect(rater.trial.locator(".field-error:visible")).to_have_text("Please answer.")
    assert rater.lease == lease
    rows.nth(1).locator("[data-group='2']").click()
    rater.send()
    rater.state("saved")
    assert rater.stored()[0].payload["trial"] == {"group": [1, 1]}


def test_all_that_is_missing_stands_in_one_line(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    rater.trial.locator("button[type=submit]").click()
    told = rater.trial.locator(".problems").inner_text()
    assert told.count("Please answer:") == 1
    missing = rater.trial.locator(".has-error").evaluate_all(
        "(all) => [...new Set(all.map((e) => e.dataset.field.replace(/^\\d+\\./, '')))]"
    )
    assert len(told.split(" · ")) == len(missing) >= 4


def test_what_is_missing_names_the_candidates_that_lack_it_and_no_others(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    rater.trial.locator(".point:has(input[name='0.good'][value='3'])").click()
    rater.trial.locator("bh-points[name='1.points'] [data-step='+']").click()
    rater.trial.locator("button[type=submit]").click()
    told = rater.trial.locator(".problems")
    expect(told).to_contain_text("Points (A) · How good? (B)")
    beside = rater.trial.locator("[data-field='0.points'] .field-error")
    expect(beside).to_have_text("Please answer.")
    rater.trial.locator("bh-points[name='0.points'] [data-step='+']").click()
    expect(told).not_to_contain_text("Points")
