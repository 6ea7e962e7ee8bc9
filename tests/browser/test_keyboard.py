"""Everything by keyboard alone, and keys that must not do harm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import running_server

from .browser_studies import ALL_KINDS, yaml_study
from .conftest import MakePage
from .rater_page import RaterPage, tab_to


def test_three_trials_by_keyboard_alone(open_page: MakePage) -> None:
    rater = open_page()
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    rater.page.locator("[data-action=join]").focus()
    rater.page.keyboard.press("Enter")
    rater.screen("reading")
    while rater.page.locator("[data-screen=reading].screen").is_visible():
        rater.page.keyboard.press("Enter")
    given = []
    for key, points in (("7", 7), ("0", 10), ("Numpad3", 3)):
        rater.wait()
        for view, name in (("w", "overlay"), ("e", "mask"), ("s", "zoom_overlay")):
            rater.page.keyboard.press(view)
            expect(rater.view(name)).to_have_class("view wanted seen")
        rater.page.keyboard.press(key)
        given.append((rater.lease, points))
        rater.page.keyboard.press("Enter")
    rater.wait()
    rater.state("saved")
    stored = rater.stored()
    assert [(one.lease, one.payload["trial"]["quality"]) for one in stored] == given
    assert all(one.meta["keys_used"] >= 5 for one in stored)


@pytest.mark.long
def test_arrows_and_full_screen_by_key(open_page: MakePage) -> None:
    rater = open_page().join()
    now, dialog = rater.trial.locator(".views-now"), rater.trial.locator("dialog.viewer")
    expect(now).to_have_text("Picture")
    rater.page.keyboard.press("ArrowRight")
    expect(now).to_have_text("Overlay")
    rater.page.keyboard.press("f")
    expect(dialog).to_be_visible()
    rater.page.keyboard.press("ArrowLeft")
    expect(dialog.locator(".viewer-name")).to_have_text("Picture")
    rater.page.keyboard.press("8")
    expect(dialog.locator(".viewer-note")).to_have_text("Rated 8")
    rater.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(rater.trial.locator("input[name=quality][value='8']")).to_be_checked()


@pytest.mark.long
def test_sheets_open_and_close_by_key(open_page: MakePage) -> None:
    rater = open_page().join()
    for key, sheet in (("g", "#guideline"), ("c", "#criteria"), ("?", "#keys")):
        rater.page.keyboard.press(key)
        expect(rater.page.locator(sheet)).to_be_visible()
        rater.page.keyboard.press("5")
        rater.page.keyboard.press("Escape")
        expect(rater.page.locator(sheet)).to_be_hidden()
    expect(rater.trial.locator("input[name=quality]:checked")).to_have_count(0)


@pytest.mark.long
def test_the_sheet_of_keys_lists_the_fields(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.page.keyboard.press("?")
    rows = rater.page.locator("#key-list .key-row")
    expect(rows.first).to_contain_text("How good is this mask?")
    assert rows.first.locator("kbd").all_text_contents() == [*"1234567890"]
    expect(rater.page.locator("#key-list")).to_contain_text("Close-up + mask")


@pytest.mark.long
def test_typing_a_comment_presses_no_keys(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    box = rater.trial.locator("textarea")
    box.click()
    rater.page.keyboard.type("7 grey cats, 3 holes?")
    rater.page.keyboard.press("Backspace")
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator("input[name=quality]:checked")).to_have_count(0)
    expect(box).to_have_value("7 grey cats, 3 holes\n")
    rater.page.keyboard.press("Escape")
    rater.page.keyboard.press("4")
    box.click()
    lease = rater.lease
    rater.page.keyboard.press("Control+Enter")
    rater.wait()
    rater.state("saved")
    (stored,) = rater.stored()
    assert stored.lease == lease
    assert stored.payload["trial"] == {"quality": 4, "comment": "7 grey cats, 3 holes\n"}


def test_a_held_enter_and_a_double_click_answer_once(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.rate(5)
    rater.trial.locator("button[type=submit]").dblclick()
    rater.wait()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.rate(6)
    for _ in range(8):
        rater.page.keyboard.down("Enter")
    rater.page.keyboard.up("Enter")
    rater.wait()
    rater.state("saved")
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [5, 6]
    expect(rater.trial.locator(".problems")).to_be_empty()


@pytest.mark.long
def test_nothing_is_preset_or_carried_over(open_page: MakePage) -> None:
    rater = open_page().join()
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    rater.trial.locator("textarea").fill("only here")
    rater.answer(2)
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    expect(rater.trial.locator("textarea")).to_have_value("")
    rater.page.goto("about:blank")
    rater.page.go_back()
    rater.wait()
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    expect(rater.trial.locator("textarea")).to_have_value("")


@pytest.mark.long
def test_a_missing_rating_is_named_and_focused(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator(".field-error:visible")).to_have_text("Please answer.")
    expect(rater.trial.locator(".problems")).to_have_text("Please answer: How good is this mask?")
    expect(rater.trial.locator("[data-field=quality]")).to_be_focused()
    rater.page.keyboard.press("Tab")
    expect(rater.trial.locator("input[name=quality]").first).to_be_focused()
    rater.page.keyboard.press("9")
    expect(rater.trial.locator(".field-error:visible")).to_have_count(0)
    # a ring left on the first point would look like a second answer
    expect(rater.trial.locator("input[name=quality][value='9']")).to_be_focused()


def _rated(rater: RaterPage) -> list[str]:
    chosen = rater.trial.locator("input[name=quality]:checked")
    return [str(one.get_attribute("value")) for one in chosen.all()]


@pytest.mark.long
def test_arrows_turn_the_views_after_a_rating_was_clicked(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.rate(7)
    for view in ("Overlay", "Mask"):
        rater.page.keyboard.press("ArrowRight")
        expect(rater.trial.locator(".views-now")).to_have_text(view)
    rater.page.keyboard.press("ArrowDown")
    assert _rated(rater) == ["7"]
    tab_to(rater.trial.locator("input[name=quality][value='7']"))
    view = rater.trial.locator(".views-now").inner_text()
    rater.page.keyboard.press("ArrowRight")
    rater.page.keyboard.press("ArrowRight")
    assert _rated(rater) == ["9"], "whoever tabs to the scale moves along it"
    expect(rater.trial.locator(".views-now")).to_have_text(view)
    rater.page.keyboard.press("4")
    rater.page.keyboard.press("ArrowRight")
    assert _rated(rater) == ["5"], "and goes on from what was chosen by a digit"


@pytest.mark.long
def test_after_a_fault_nothing_is_chosen_by_arrows_and_nothing_else_is_ringed(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.page.keyboard.press("Enter")
    rater.page.keyboard.press("ArrowRight")
    rater.page.keyboard.press("ArrowDown")
    assert _rated(rater) == []
    rater.page.keyboard.press("6")
    rater.page.keyboard.press("ArrowRight")
    assert _rated(rater) == ["6"]
    expect(rater.trial.locator("input:focus-visible")).to_have_count(0)


def test_enter_sends_whatever_was_clicked_before(open_page: MakePage) -> None:
    rater = open_page().join()
    for name in ("overlay", "mask", "zoom_overlay"):
        rater.view(name).click()
        expect(rater.trial.locator("dialog.viewer")).to_be_visible()
        expect(rater.view(name)).to_have_class("view wanted seen")
        rater.page.keyboard.press("Escape")
    rater.rate(5)
    for opener, sheet in (("help", "#help"), ("menu", "#menu"), ("criteria", "#criteria")):
        rater.page.locator(f"[data-open={opener}]:visible").click()
        expect(rater.page.locator(sheet)).to_be_visible()
        rater.page.keyboard.press("Escape")
        expect(rater.page.locator(sheet)).to_be_hidden()
    lease = rater.lease
    rater.page.keyboard.press("Enter")
    rater.wait()
    rater.state("saved")
    assert [(one.lease, one.payload["trial"]["quality"]) for one in rater.stored()] == [(lease, 5)]


def test_a_button_reached_by_tab_is_pressed_by_enter_and_found_again(open_page: MakePage) -> None:
    rater = open_page().join()
    opener, sheet = rater.page.locator(".bar [data-open=help]"), rater.page.locator("#help")
    tab_to(opener)
    for _ in range(2):
        rater.page.keyboard.press("Enter")
        expect(sheet).to_be_visible()
        rater.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(opener).to_be_focused()
    expect(rater.trial.locator(".problems")).to_be_empty()


def test_keys_of_a_standard_page_win_over_the_scale_that_was_clicked(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    trial = rater.trial
    for slot in (0, 1):
        trial.locator(f"bh-points[name='{slot}.points'] [data-step='+']").click()
        trial.locator(f".point:has(input[name='{slot}.good'][value='3'])").click()
    rater.page.keyboard.press("ArrowLeft")
    rater.page.keyboard.press("ArrowUp")
    expect(trial.locator("input[name=better][value=left]")).to_be_checked()
    for slot in (0, 1):
        expect(trial.locator(f"input[name='{slot}.good'][value='3']")).to_be_checked()
    trial.locator("[data-field=count] [data-step='1']").click()
    rater.page.keyboard.press("Enter")
    expect(trial.locator("[data-field=count] output")).to_have_text("1")
    expect(trial.locator("[data-field=clipped] .field-error")).to_be_visible()
    for _ in range(2):
        rater.page.keyboard.press("Enter")
    expect(trial.locator("[data-field=clipped] output")).to_have_text("–")


@pytest.mark.long
def test_a_trial_is_skipped_by_key_with_a_reason_and_that_is_said(open_page: MakePage) -> None:
    rater = open_page().join()
    skipped, dialog = rater.lease, rater.page.locator("#help")
    rater.page.keyboard.press("x")
    expect(dialog).to_be_visible()
    send = dialog.locator("button[type=submit]")
    expect(send).to_have_text("Skip this trial")
    expect(dialog.locator("label:has(input[value=known])")).to_contain_text("I know this picture or its author")
    rater.page.keyboard.press("Enter")
    expect(dialog.locator(".help-said")).to_have_text("Please choose a reason.")
    dialog.locator("label:has(input[value=broken])").click()
    expect(dialog.locator(".help-said")).to_be_empty()
    expect(send).to_have_text("Report and continue")
    rater.page.keyboard.press("Escape")
    assert rater.lease == skipped, "nothing is skipped that was not confirmed"
    for key in ("x", "1", "Enter"):
        rater.page.keyboard.press(key)
    expect(rater.page.locator(".notice")).to_contain_text("Skipped.")
    expect(rater.page.locator(f"form.trial.current[data-lease='{skipped}']")).to_have_count(0)
    rater.wait()
    rater.page.keyboard.press("?")
    expect(rater.page.locator("#key-list .key-row", has_text="Skip this trial")).to_contain_text("X")


@pytest.mark.long
def test_a_field_that_has_the_key_of_skipping_keeps_it(
    make_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    protocol = ALL_KINDS.replace("key: KeyR", "key: KeyX")
    folder = yaml_study(tmp_path / "study", protocol)
    with running_server(folder) as server:
        rater = RaterPage(make_context().new_page(), server.rater_url(0), folder).join()
        rater.page.keyboard.press("x")
        expect(rater.trial.locator("input[name=colour][value=red]")).to_be_checked()
        expect(rater.page.locator("#help")).to_be_hidden()
        rater.page.keyboard.press("?")
        expect(rater.page.locator("#key-list")).to_be_visible()
        expect(rater.page.locator("#key-list")).not_to_contain_text("Skip this trial")


@pytest.mark.long
def test_the_back_of_the_browser_stays_in_the_study_while_something_comes_before(open_page: MakePage) -> None:
    rater = open_page().join()
    first = rater.answer(3)
    rater.page.keyboard.press("g")
    back = "history.back()"
    rater.page.evaluate(back)
    expect(rater.page.locator("#guideline")).to_be_hidden()
    rater.page.evaluate(back)
    expect(rater.page.locator("form.trial.current")).to_have_attribute("data-lease", first)
    rater.settle()
    rater.page.evaluate(back)
    expect(rater.page.locator(".notice")).to_contain_text("press your browser’s Back button once more")
    expect(rater.page.locator("form.trial.current")).to_have_attribute("data-lease", first)
    rater.state("saved")


@pytest.mark.long
def test_the_link_past_the_bar_leads_to_the_trial_and_not_back_to_the_one_before(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.answer(3)
    lease = rater.lease
    tab_to(rater.page.locator("body > a.skip"))
    rater.page.keyboard.press("Enter")
    expect(rater.page.locator("#stage")).to_be_focused()
    rater.page.keyboard.press("Tab")
    expect(rater.trial.locator("button.skip")).to_be_focused()
    assert rater.lease == lease
    rater.page.evaluate("history.back()")
    expect(rater.page.locator("form.trial.current.revising")).to_be_visible()


@pytest.mark.long
def test_a_new_trial_is_named_where_the_focus_goes_and_next_is_two_stops_away(open_page: MakePage) -> None:
    rater = open_page().join()
    for number in (1, 2):
        expect(rater.trial).to_be_focused()
        expect(rater.trial).to_have_attribute("aria-label", f"Trial {number}")
        if number == 1:
            rater.answer(3)
    rater.look("overlay", "mask", "zoom_overlay")
    rater.page.keyboard.press("7")
    lease = rater.lease
    rater.page.keyboard.press("Tab")
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator("button[type=submit]")).to_be_focused()
    rater.page.keyboard.press("Enter")
    expect(rater.page.locator(f"form.trial.current[data-lease='{lease}']")).to_have_count(0)


@pytest.mark.long
def test_a_long_comment_says_how_much_room_is_left_and_stays_in_sight(open_page: MakePage) -> None:
    rater = open_page().join()
    text = rater.trial.locator("textarea")
    most = int(text.get_attribute("maxlength") or 0)
    before = text.evaluate("(e) => e.clientHeight")
    text.fill("word " * 12)
    left = rater.trial.locator(".text-left")
    expect(left).to_be_empty()
    text.fill("line\n" * 6)
    assert text.evaluate("(e) => e.clientHeight >= e.scrollHeight && e.clientHeight") > before
    text.fill("x" * (most - 1))
    expect(left).to_have_text("1 character left")
