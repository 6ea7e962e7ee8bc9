"""Everything by keyboard alone, and keys that must not do harm."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import MakePage
from .rater_page import RaterPage, tab_to


def test_three_trials_by_keyboard_alone(open_page: MakePage) -> None:
    rater = open_page()
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    rater.page.locator("[data-action=join]").focus()
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


def test_sheets_open_and_close_by_key(open_page: MakePage) -> None:
    rater = open_page().join()
    for key, sheet in (("g", "#guideline"), ("c", "#criteria"), ("?", "#keys")):
        rater.page.keyboard.press(key)
        expect(rater.page.locator(sheet)).to_be_visible()
        rater.page.keyboard.press("5")
        rater.page.keyboard.press("Escape")
        expect(rater.page.locator(sheet)).to_be_hidden()
    expect(rater.trial.locator("input[name=quality]:checked")).to_have_count(0)


def test_the_sheet_of_keys_lists_the_fields(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.page.keyboard.press("?")
    rows = rater.page.locator("#key-list .key-row")
    expect(rows.first).to_contain_text("How good is this mask?")
    assert rows.first.locator("kbd").all_text_contents() == [*"1234567890"]
    expect(rater.page.locator("#key-list")).to_contain_text("Close-up + mask")


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


def test_nothing_is_preset_or_carried_over(open_page: MakePage) -> None:
    rater = open_page().join()
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    rater.trial.locator("textarea").fill("only here")
    rater.answer(2)
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    expect(rater.trial.locator("textarea")).to_have_value("")
    rater.page.go_back()
    rater.page.go_forward()
    rater.wait()
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    expect(rater.trial.locator("textarea")).to_have_value("")


def test_a_missing_rating_is_named_and_focused(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator(".field-error:visible")).to_have_text("Please answer: How good is this mask?")
    expect(rater.trial.locator("[data-field=quality]")).to_be_focused()
    rater.page.keyboard.press("9")
    expect(rater.trial.locator(".field-error:visible")).to_have_count(0)


def _rated(rater: RaterPage) -> list[str]:
    chosen = rater.trial.locator("input[name=quality]:checked")
    return [str(one.get_attribute("value")) for one in chosen.all()]


def test_arrows_turn_the_views_after_a_rating_was_clicked(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.rate(7)
    for view in ("Overlay", "Mask"):
        rater.page.keyboard.press("ArrowRight")
        expect(rater.trial.locator(".views-now")).to_have_text(view)
    rater.page.keyboard.press("ArrowDown")
    assert _rated(rater) == ["7"]
    tab_to(rater.trial.locator("input[name=quality][value='7']"))
    rater.page.keyboard.press("ArrowRight")
    rater.page.keyboard.press("ArrowRight")
    assert _rated(rater) == ["9"], "whoever tabs to the scale moves along it"
    expect(rater.trial.locator(".views-now")).to_have_text("Mask")
    rater.page.keyboard.press("4")
    rater.page.keyboard.press("ArrowRight")
    assert _rated(rater) == ["5"], "and goes on from what was chosen by a digit"


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
        trial.locator(f"bh-points[name='{slot}.points'] [data-step='1']").click()
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
