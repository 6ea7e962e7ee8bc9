"""Drafts, going back, second tabs, codes, leaving and withdrawing."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Dialog, Route, expect

from .conftest import MakePage
from .rater_page import RaterPage
from .waits import trials_fetched, wait_for_draft, wait_until_drawn

MORE_THAN_FETCHED = 21
"""One more than a page asks for at a time."""


def test_reload_keeps_the_draft_and_the_opened_views(open_page: MakePage) -> None:
    rater = open_page().join()
    lease = rater.lease
    rater.look("overlay", "mask")
    rater.rate(8)
    rater.trial.locator("textarea").fill("半个 half")
    wait_for_draft(rater.page, '"quality":8', "半个 half")
    rater.page.reload()
    rater.wait()
    assert rater.lease == lease
    expect(rater.trial.locator("input[name=quality][value='8']")).to_be_checked()
    expect(rater.trial.locator("textarea")).to_have_value("半个 half")
    expect(rater.view("mask")).to_have_class("view wanted seen")
    expect(rater.view("zoom_overlay")).to_have_class("view wanted")
    rater.look("zoom_overlay")
    rater.send()
    rater.state("saved")
    (stored,) = rater.stored()
    assert stored.payload["trial"] == {"quality": 8, "comment": "半个 half"}
    assert stored.meta["views"]["overlay"]["opens"] == 1


@pytest.mark.long
def test_reload_right_after_a_click_keeps_the_draft(open_page: MakePage) -> None:
    rater = open_page().join()
    lease = rater.lease
    # in one turn of the page: nothing that is written in the background can be done before the reload
    with rater.page.expect_navigation():
        rater.page.evaluate(
            """() => {
                document.querySelector("form.trial.current input[name=quality][value='8']").click();
                location.reload();
            }"""
        )
    rater.wait()
    assert rater.lease == lease
    expect(rater.trial.locator("input[name=quality][value='8']")).to_be_checked()
    rater.answer(6)
    rater.state("saved")
    assert rater.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('beholder-draft'))") == []


def test_going_back_makes_a_second_revision(open_page: MakePage) -> None:
    rater = open_page().join()
    first = rater.answer(3)
    rater.state("saved")
    waiting = rater.lease
    rater.rate(9)
    rater.trial.locator("[data-action=back]").click()
    expect(rater.page.locator(f"form.trial.current[data-lease='{first}']")).to_be_visible()
    rater.settle()
    expect(rater.trial.locator("input[name=quality][value='3']")).to_be_checked()
    expect(rater.trial.locator("button[type=submit]")).to_contain_text("Return")
    rater.rate(5)
    expect(rater.trial.locator("button[type=submit]")).to_contain_text("Save change")
    rater.send()
    assert rater.lease == waiting
    expect(rater.trial.locator("input[name=quality][value='9']")).to_be_checked()
    rater.state("saved")
    stored = rater.stored()
    assert [(one.lease, one.revision, one.payload["trial"]["quality"]) for one in stored] == [
        (first, 1, 3),
        (first, 2, 5),
    ]


@pytest.mark.long
def test_looking_back_without_a_change_stores_nothing(open_page: MakePage) -> None:
    rater = open_page().join()
    first = rater.answer(3)
    second = rater.answer(4)
    rater.state("saved")
    rater.page.reload()
    rater.wait()
    for lease in (second, first):
        rater.page.keyboard.press("Backspace")
        expect(rater.page.locator(f"form.trial.current[data-lease='{lease}']")).to_be_visible()
        rater.settle()
    rater.page.keyboard.press("Enter")
    rater.wait()
    assert rater.lease not in (first, second)
    assert len(rater.stored()) == 2


def _changed_back(rater: RaterPage) -> tuple[str, str]:
    """Two answers, and the second one changed to 8 without saving it; both leases."""
    first, second = rater.answer(3), rater.answer(4)
    rater.state("saved")
    rater.page.keyboard.press("Backspace")
    expect(rater.page.locator(f"form.trial.current[data-lease='{second}']")).to_be_visible()
    rater.settle()
    rater.page.keyboard.press("8")
    return first, second


@pytest.mark.parametrize("choice", ["save", "discard", "stay"])
def test_a_change_is_not_left_without_a_word(open_page: MakePage, choice: str) -> None:
    rater = open_page().join()
    first, second = _changed_back(rater)
    rater.trial.locator("[data-action=back]").click()
    question = rater.page.locator("#unsaved")
    expect(question).to_be_visible()
    if choice == "stay":
        rater.page.keyboard.press("Escape")
        expect(rater.page.locator(f"form.trial.current[data-lease='{second}']")).to_be_visible()
        expect(rater.trial.locator("input[name=quality][value='8']")).to_be_checked()
        assert len(rater.stored()) == 2
        return
    question.locator(f"button[value={choice}]").click()
    expect(rater.page.locator(f"form.trial.current[data-lease='{first}']")).to_be_visible()
    rater.settle()
    rater.state("saved")
    given = {(one.lease, one.revision): one.payload["trial"]["quality"] for one in rater.stored()}
    assert given == {(first, 1): 3, (second, 1): 4} | ({(second, 2): 8} if choice == "save" else {})
    rater.page.keyboard.press("Enter")
    rater.wait()
    rater.page.keyboard.press("Backspace")
    expect(rater.page.locator(f"form.trial.current[data-lease='{second}']")).to_be_visible()
    expect(rater.trial.locator("input[name=quality]:checked")).to_have_attribute(
        "value", "8" if choice == "save" else "4"
    )


@pytest.mark.long
def test_earlier_answers_are_numbered_and_turned_over_in_both_directions(open_page: MakePage) -> None:
    rater = open_page().join()
    given = [rater.answer(points) for points in (2, 3, 4)]
    waiting = rater.lease
    on_screen = rater.page.locator("form.trial.current")
    for number in (3, 2, 1):
        rater.page.keyboard.press("Backspace")
        expect(on_screen).to_have_attribute("data-lease", given[number - 1])
        expect(rater.trial.locator(".revising-words")).to_contain_text(f"answer {number} of 3")
        rater.settle()
    expect(rater.trial.locator("[data-action=back]")).to_be_disabled()
    rater.trial.locator("[data-action=onward]").click()
    expect(on_screen).to_have_attribute("data-lease", given[1])
    rater.settle()
    rater.rate(9)
    rater.page.keyboard.press("Shift+Backspace")
    rater.page.locator("#unsaved button[value=save]").click()
    expect(on_screen).to_have_attribute("data-lease", given[2])
    rater.settle()
    rater.page.keyboard.press("Shift+Backspace")
    expect(on_screen).to_have_attribute("data-lease", waiting)
    expect(rater.trial.locator("[data-action=onward]")).to_be_hidden()
    rater.settle()
    rater.page.keyboard.press("Shift+Backspace")
    rater.state("saved")
    assert rater.lease == waiting
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [2, 3, 4, 9]


@pytest.mark.long
def test_every_answer_can_be_reached_however_long_ago(open_page: MakePage) -> None:
    rater = open_page()
    with httpx.Client(base_url=f"{rater.url.split('?')[0]}api") as client:
        joined = client.post("/join", json={"language": "en"}).json()
        client.headers["Authorization"] = f"Bearer {joined['token']}"
        given: list[str] = []
        while len(given) < MORE_THAN_FETCHED:
            leased = client.post("/leases", json={"want": 6}).json()["leases"]
            for trial in leased[: MORE_THAN_FETCHED - len(given)]:
                payload = {"trial": {"quality": 5, "comment": None}, "slots": []}
                body = {"lease": trial["lease"], "payload": payload, "meta": {}, "elapsed_ms": 9, "guideline": "1"}
                assert client.put(f"/answers/far-back-{len(given)}", json=body).status_code == 200
                given.append(trial["lease"])
    rater.open()
    rater.page.locator("details.resume summary").click()
    rater.page.locator("#resume-code").fill(joined["code"])
    rater.page.locator(".resume-form button").click()
    rater.wait()
    for lease in reversed(given):
        rater.page.keyboard.press("Backspace")
        expect(rater.page.locator("form.trial.current")).to_have_attribute("data-lease", lease)
        rater.settle()
    expect(rater.trial.locator(".revising-words")).to_contain_text(f"answer 1 of {len(given)}")
    expect(rater.trial.locator("[data-action=back]")).to_be_disabled()


@pytest.mark.long
def test_whoever_stops_with_a_change_is_asked_and_so_is_who_closes_the_page(open_page: MakePage) -> None:
    rater = open_page().join()
    _, second = _changed_back(rater)
    asked: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    rater.page.on("dialog", dismiss)
    rater.page.evaluate("location.reload()")
    expect(rater.trial.locator("input[name=quality][value='8']")).to_be_checked()
    assert asked == ["beforeunload"]
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("[data-action=leave]").click()
    rater.page.locator("#unsaved button[value=save]").click()
    rater.screen("left")
    rater.state("saved")
    last = rater.stored()[-1]
    assert (last.lease, last.revision, last.payload["trial"]["quality"]) == (second, 2, 8)


@pytest.mark.long
def test_a_change_made_offline_follows_its_first_answer(open_page: MakePage) -> None:
    rater = open_page()
    with trials_fetched(rater.page):
        rater.join()
    rater.page.context.set_offline(True)
    lease = rater.answer(3)
    rater.page.keyboard.press("Backspace")
    expect(rater.page.locator(f"form.trial.current[data-lease='{lease}']")).to_be_visible()
    rater.settle()
    rater.rate(7)
    rater.send()
    expect(rater.page.locator("#save-state")).to_contain_text("(2)")
    rater.page.context.set_offline(False)
    rater.state("saved")
    assert [(one.revision, one.payload["trial"]["quality"]) for one in rater.stored()] == [(1, 3), (2, 7)]


def test_a_second_tab_is_told_and_can_take_over(open_page: MakePage) -> None:
    first = open_page().join()
    lease = first.lease
    first.rate(4)
    wait_for_draft(first.page, '"quality":4')
    second = open_page(context=first.page.context)
    second.open()
    second.screen("elsewhere")
    second.page.locator("[data-action=take-over]").click()
    second.wait()
    first.screen("elsewhere")
    assert second.lease == lease
    expect(second.trial.locator("input[name=quality][value='4']")).to_be_checked()
    second.answer(6)
    second.state("saved")
    assert [one.payload["trial"]["quality"] for one in second.stored()] == [6]


@pytest.mark.long
def test_work_begun_again_leaves_nobody_listening(open_page: MakePage) -> None:
    first = open_page("short").join()
    second = open_page("short", context=first.page.context)
    second.open()
    for tab in (second, first, second, first):
        tab.page.locator("[data-action=take-over]").click()
        tab.wait()
    for points in (3, 4):
        first.answer(points)
    first.screen("done")
    first.state("saved")
    expect(first.page.locator("[data-fill=finish-code]").first).not_to_be_empty()
    asked: list[str] = []
    first.page.on("request", lambda request: asked.append(request.url))
    first.page.evaluate("dispatchEvent(new Event('online'))")
    wait_until_drawn(first.page)
    # what was asked for before is known of before this
    first.page.evaluate("fetch('/health').then(() => null)")
    assert [url for url in asked if url.endswith("/finish")] == []


@pytest.mark.long
def test_two_devices_on_one_trial_keep_the_first_answer(open_page: MakePage) -> None:
    one = open_page().join()
    one.page.locator("[data-open=menu]").click()
    code = one.page.locator("#menu [data-fill=code]").inner_text()
    one.page.keyboard.press("Escape")
    other = open_page()
    other.open()
    other.page.locator("details.resume summary").click()
    other.page.locator("#resume-code").fill(code.lower())
    other.page.locator(".resume-form button").click()
    other.get_ready()
    assert other.rater() == one.rater()
    assert other.lease == one.lease
    lease = one.answer(3)
    one.state("saved")
    other.answer(9)
    expect(other.page.locator(".notice")).to_contain_text("already answered one trial in another window")
    other.state("saved")
    stored = one.stored()
    assert [(a.lease, a.payload["trial"]["quality"]) for a in stored] == [(lease, 3)]


@pytest.mark.long
def test_finishing_leaving_and_withdrawing(open_page: MakePage) -> None:
    rater = open_page("short").join()
    name = rater.rater()
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("[data-action=leave]").click()
    rater.screen("left")
    rater.page.locator(".screen:visible [data-action=reload]").click()
    rater.wait()
    rater.answer(5)
    rater.answer(6)
    rater.screen("done")
    rater.state("saved")
    expect(rater.page.locator(".screen:visible")).to_contain_text("All your answers are saved")
    rater.page.locator(".screen:visible [data-action=back]").click()
    rater.wait()
    rater.rate(7)
    rater.trial.locator("button[type=submit]").click()
    rater.screen("done")
    rater.state("saved")
    assert [(one.revision, one.payload["trial"]["quality"]) for one in rater.stored()] == [(1, 5), (1, 6), (2, 7)]
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("[data-open=withdraw]").click()
    rater.page.locator("[data-action=withdraw]").click()
    rater.screen("withdrawn")
    assert rater.stored(name) == []


def test_a_lost_reply_to_join_costs_a_click(open_page: MakePage) -> None:
    """The server has carried it out, and the browser never hears of it: the second click, after a reload, is the same rater."""
    rater = open_page()
    joined: list[str] = []

    def lose(route: Route) -> None:
        reply = route.fetch()
        joined.append(reply.json()["rater"])
        route.abort() if len(joined) == 1 else route.fulfill(response=reply)

    rater.page.route("**/api/join", lose)
    rater.open()
    rater.page.locator("[data-action=join]").click()
    expect(rater.page.locator("#join-problem")).not_to_be_empty()
    rater.page.reload()
    rater.page.locator("[data-action=join]").click()
    rater.get_ready()
    assert joined == [rater.rater()] * 2
