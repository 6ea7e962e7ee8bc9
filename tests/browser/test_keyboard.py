"""Everything by keyboard alone, and keys that must not do harm."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import MakePage


def test_three_trials_by_keyboard_alone(open_page: MakePage) -> None:
    rater = open_page()
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    rater.page.locator("[data-action=join]").focus()
    rater.page.keyboard.press("Enter")
    given = []
    for key, points in (("7", 7), ("0", 10), ("Numpad3", 3)):
        rater.wait()
        for view in ("w", "e", "s"):
            rater.page.keyboard.press(view)
            rater.page.wait_for_timeout(350)
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
    expect(rater.trial.locator("input[name=quality][value='1']")).to_be_focused()
    rater.page.keyboard.press("9")
    expect(rater.trial.locator(".field-error:visible")).to_have_count(0)
