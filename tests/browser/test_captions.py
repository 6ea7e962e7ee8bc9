"""The captions page in a real browser: by keyboard, mouse and touch, in both languages, what is stored is what was shown."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from beholder.testing import RunningServer, running_server

from .captions_page import FIELDS, CaptionsPage, assert_stored, write_captions_study, write_ten_captions
from .conftest import HANDS, PHONE
from .waits import wait_for_draft, wait_until_at_rest

KEYS = {"objects": ("q", "a"), "relations": ("w", "s"), "attributes": ("e", "d")}
MakeContext = Callable[..., BrowserContext]
Give = Callable[[CaptionsPage, int, str, float], None]


@pytest.fixture(scope="module")
def server(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A study with five captions or fewer on a page, and one with ten."""
    root = tmp_path_factory.mktemp("captions")
    example = painted("captions")
    studies = write_captions_study(example, root / "study"), write_ten_captions(example, root / "ten")
    with running_server(*studies) as running:
        yield running


def _open(context: BrowserContext, server: RunningServer, language: str, *, number: int = 0) -> CaptionsPage:
    page = CaptionsPage(context.new_page(), server.folders[number])
    page.open(server.rater_url(number), language)
    return page


def _by_keys(page: CaptionsPage, place: int, field: str, points: float) -> None:
    up, down = KEYS[field]
    if points == 0:
        page.page.keyboard.press(down)
    for _ in range(int(points)):
        page.page.keyboard.press(up)
    if points % 1:
        page.page.keyboard.press(f"Shift+{up}")


def _by_digits(page: CaptionsPage, place: int, field: str, points: float) -> None:
    page.page.keyboard.press(f"Shift+Digit{int(points)}" if points % 1 else f"Digit{int(points)}")


def _by_mouse(page: CaptionsPage, place: int, field: str, points: float) -> None:
    for button in _buttons(page, place, field, points):
        button.click()


def _by_touch(page: CaptionsPage, place: int, field: str, points: float) -> None:
    for button in _buttons(page, place, field, points):
        button.scroll_into_view_if_needed()
        button.tap()


def _buttons(page: CaptionsPage, place: int, field: str, points: float) -> Iterator[Locator]:
    counter = page.counter(place, field)
    if points == 0:
        yield counter.locator('[data-step="-"]')
    for _ in range(int(points)):
        yield counter.locator('[data-step="+"]')
    if points % 1:
        yield counter.locator('[data-step="part"]')


def _judge(page: CaptionsPage, give: Give, *, arrows: bool = False) -> None:
    """Different points for every counter of the page, halves and zeros among them."""
    values = itertools.cycle([0, 0.5, 1, 1.5, 2, 3.5, 0, 2.5])
    for place in range(page.cards.count()):
        if arrows and place:
            page.page.keyboard.press("ArrowDown")
        wanted = {field: next(values) for field in FIELDS}
        for field, points in wanted.items():
            give(page, place, field, points)
        assert {field: float(page.value(place, field)) for field in FIELDS} == wanted
        assert float(page.total(place)) == sum(wanted.values())


@pytest.mark.long
def test_bringing_a_caption_into_view_leaves_the_page_where_it_is(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(viewport={"width": 1280, "height": 720}), server, "en", number=1)
    page.counter(9, "attributes").evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    foot = page.form.locator("button[type=submit]").evaluate(
        "(one) => innerHeight - one.getBoundingClientRect().bottom"
    )
    assert 0 <= foot < 40, "the button stands at the lower edge of the window"


@pytest.mark.long
@pytest.mark.parametrize(("way", "language"), HANDS)
def test_what_is_stored_is_what_was_shown(
    way: str, language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(**PHONE if way == "touch" else {}), server, language)
    known = set(page.stored())
    given = []
    for typed in (False, True):
        if way == "keys":
            _judge(page, _by_digits if typed else _by_keys, arrows=not typed)
            page.page.keyboard.press("r")
            given.append(page.sent(lambda: page.page.keyboard.press("Enter")))
        else:
            _judge(page, _by_mouse if way == "mouse" else _by_touch)
            button = page.form.locator("button[type=submit]")
            page.card(1).locator(".caption-sum .option").dispatch_event("click")
            given.append(page.sent(button.click if way == "mouse" else button.tap))
    new = [rows for answer, rows in page.stored().items() if answer not in known]
    assert len(new) == 2
    for rows, (_, captions, points) in zip(new, given, strict=True):
        assert_stored(rows, captions, points)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_captions_are_read_as_they_were_written_whatever_the_language_of_the_page(
    language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(), server, language)
    assert all(text.isascii() for text in page.captions())
    rules = page.form.locator(".captions-doubt").inner_text()
    assert ("In doubt: 0.5 or 1" in rules) is (language == "en")
    assert ("拿不准" in rules) is (language == "zh")


@pytest.mark.long
def test_five_captions_take_about_eighteen_strokes(server: RunningServer, make_context: MakeContext) -> None:
    """One for each number, halves too, one for each tick, and Enter."""
    page = _open(make_context(), server, "en", number=1)
    strokes = ["Digit3", "Shift+Digit0", "Digit1", "r"] * 2 + ["Digit2", "Shift+Digit1", "Digit0"] * 8
    for stroke in strokes:
        page.page.keyboard.press(stroke)
    assert page.shown()[:3] == [
        {"objects": "3", "relations": "0.5", "attributes": "1"},
        {"objects": "3", "relations": "0.5", "attributes": "1"},
        {"objects": "2", "relations": "1.5", "attributes": "0"},
    ]
    assert [page.tick(n).is_checked() for n in range(3)] == [True, True, False]
    assert page.total(0) == "5.5"
    assert all(value for sheet in page.shown() for value in sheet.values())
    # with every box full, a digit more changes nothing
    before = page.shown()
    page.page.keyboard.press("7")
    assert page.shown() == before


@pytest.mark.long
def test_what_was_typed_is_taken_back_and_halved(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en", number=1)
    lease = page.form.get_attribute("data-lease")
    for key in ("2", ".", "4", "Backspace", "1"):
        page.page.keyboard.press(key)
    assert page.shown()[0] == {"objects": "2.5", "relations": "1", "attributes": ""}
    for _ in range(4):
        page.page.keyboard.press("Backspace")
    assert page.shown()[0] == dict.fromkeys(FIELDS, "")
    assert page.form.get_attribute("data-lease") == lease
    for key in ("ArrowRight", "3", "ArrowLeft", "ArrowLeft", "1"):
        page.page.keyboard.press(key)
    assert page.shown()[0] == {"objects": "1", "relations": "3", "attributes": ""}


def test_where_digits_need_shift_a_digit_is_a_digit(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en", number=1)
    page.form.evaluate(
        "form => form.dispatchEvent(new KeyboardEvent('keydown', "
        "{code: 'Digit2', key: '2', shiftKey: true, bubbles: true, cancelable: true}))"
    )
    assert page.value(0, "objects") == "2"


@pytest.mark.long
def test_the_rules_fold_after_the_first_trial_where_there_is_little_room(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(viewport={"width": 1280, "height": 720}), server, "en")
    rules = page.form.locator(".captions-rules")
    expect(rules).to_have_attribute("open", "")
    _judge(page, _by_digits)
    page.sent(lambda: page.page.keyboard.press("Enter"))
    expect(rules).not_to_have_attribute("open", "")
    rules.locator("summary").click()
    _judge(page, _by_digits)
    page.sent(lambda: page.page.keyboard.press("Enter"))
    expect(rules).to_have_attribute("open", "")


def test_nothing_is_preset_and_nothing_is_answered_by_sending(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en")
    lease = page.form.get_attribute("data-lease")
    blank = [dict.fromkeys(FIELDS, "")] * page.cards.count()
    assert page.shown() == blank
    page.page.keyboard.press("ArrowDown")
    for _ in range(3):
        page.page.keyboard.press("Enter")
    assert page.form.get_attribute("data-lease") == lease
    assert page.shown() == blank
    problems, letters = page.form.locator(".problems"), "ABCDE"[: page.cards.count()]
    expect(problems).to_have_text(f"Please answer: Objects · Relations · Attributes ({', '.join(letters)})")
    # the first caption that lacks something is in focus, so its keys work at once
    expect(page.card(0)).to_have_class(re.compile("in-focus"))
    page.page.keyboard.press("q")
    assert page.value(0, "objects") == "1"
    for key in ("ArrowRight", "0", "0"):
        page.page.keyboard.press(key)
    expect(problems).to_contain_text(f"({', '.join(letters[1:])})")


@pytest.mark.long
def test_every_step_of_a_counter(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en")
    for field in FIELDS:
        counter = page.counter(0, field)
        less, more, half = (counter.locator(f'[data-step="{step}"]') for step in ("-", "+", "part"))
        expect(less).to_have_text("0")
        steps = (
            (less, "0"),
            (less, "0"),
            (more, "1"),
            (half, "1.5"),
            (half, "1"),
            (half, "1.5"),
            (less, "0.5"),
            (more, "1.5"),
        )
        for button, said in steps:
            button.click()
            assert page.value(0, field) == said
        expect(less).to_have_text("−")
        more.click(modifiers=["Shift"])
        assert page.value(0, field) == "2"
    assert page.total(0) == "6"


@pytest.mark.long
@pytest.mark.parametrize("device", [{}, {"has_touch": True, "is_mobile": True}], ids=["mouse", "touch"])
def test_every_number_can_be_read_at_every_width(
    server: RunningServer, make_context: MakeContext, device: dict[str, bool]
) -> None:
    page = _open(make_context(**device, viewport={"width": 1280, "height": 800}), server, "en")
    # what lies over the ends of the number, or beside its own box, for the first caption
    covered = """(form) => [...form.querySelector(".caption-card").querySelectorAll("bh-points")].flatMap((counter) => {
        counter.value = "12.5";
        counter.scrollIntoView({ block: "center" });
        const output = counter.querySelector("output"), text = document.createRange();
        text.selectNodeContents(output);
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const over = [left + 1, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
        return over.filter((one) => one !== output).map((one) => `${counter.getAttribute("name")}: ${one?.className}`);
    })"""
    found = {}
    for width in (320, 360, 390, 600, 720, 721, 800, 960, 961, 1020, *range(1021, 1141, 17), 1200, 1280, 1600, 2560):
        page.page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.form.evaluate(covered)
    assert {width: faults for width, faults in found.items() if faults} == {}


@pytest.mark.long
def test_enter_after_a_click_sends_and_does_not_press_again(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en")
    _judge(page, _by_mouse)
    before = page.shown()
    _, _, points = page.sent(lambda: page.page.keyboard.press("Enter"))
    assert [{name: sheet[name] for name in FIELDS} for sheet in points] == before


@pytest.mark.long
def test_a_button_reached_by_tab_is_pressed_by_space(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Space")
    assert page.value(0, "objects") == "1"


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_word_gives_a_point_and_takes_it_back(
    language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(), server, language)
    words = page.card(0).locator(".word")
    assert words.count() > 1
    for field in FIELDS:
        words.nth(1).click()
        page.form.locator(f"[data-mark={field}]").click()
        assert page.value(0, field) == "1"
    expect(words.nth(1)).to_have_attribute("data-signs", "●▲■")
    words.nth(1).click()
    page.form.locator("[data-mark=relations]").click()
    assert page.shown()[0] == {"objects": "1", "relations": "0", "attributes": "1"}
    words.nth(0).click()
    expect(page.form.locator(".word-marks")).to_be_visible()
    page.page.keyboard.press("Escape")
    expect(page.form.locator(".word-marks")).to_be_hidden()


@pytest.mark.long
def test_going_back_shows_points_and_totals_as_sent(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en")
    _judge(page, _by_keys, arrows=True)
    totals = [page.total(n) for n in range(page.cards.count())]
    lease, captions, points = page.sent(lambda: page.page.keyboard.press("Enter"))
    page.page.keyboard.press("Backspace")
    expect(page.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_be_visible()
    assert page.captions() == captions
    assert [{**shown, **ticked} for shown, ticked in zip(page.shown(), page.ticks(), strict=True)] == points
    assert [page.total(n) for n in range(page.cards.count())] == totals


@pytest.mark.long
def test_a_reload_keeps_what_was_filled_in(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en")
    page.page.keyboard.press("q")
    page.card(1).locator(".word").nth(1).click()
    page.form.locator("[data-mark=attributes]").click()
    captions, points = page.captions(), page.shown()
    wait_for_draft(page.page, '"attributes":1')
    page.page.reload()
    expect(page.form).to_be_visible()
    assert (page.captions(), page.shown()) == (captions, points)
    expect(page.card(1).locator(".word").nth(1)).to_have_attribute("data-signs", "■")


@pytest.mark.long
@pytest.mark.parametrize("touch", [False, True])
def test_the_picture_stays_in_sight_with_ten_captions(
    touch: bool, server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(**PHONE if touch else {}), server, "en", number=1)
    assert page.cards.count() == 10
    expect(page.form.locator(".captions-references")).to_contain_text("A dog and a ball")
    for place in (0, 4, 9):
        page.counter(place, "attributes").scroll_into_view_if_needed()
        picture = page.form.locator(".captions-picture .frame img").bounding_box()
        card = page.counter(place, "attributes").bounding_box()
        assert picture is not None
        assert card is not None
        assert picture["y"] >= 0
        assert picture["y"] + picture["height"] <= page.page.viewport_size["height"]  # type: ignore[index]
        if touch:
            assert card["y"] >= picture["y"] + picture["height"], "the picture covers what is answered"


@pytest.mark.long
def test_arrows_walk_through_ten_captions_and_back(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, "en", number=1)
    for _ in range(12):
        page.page.keyboard.press("ArrowDown")
    expect(page.card(9)).to_have_class(re.compile("in-focus"))
    expect(page.card(9)).to_be_in_viewport()
    page.page.keyboard.press("q")
    assert page.value(9, "objects") == "1"
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("w")
    assert page.value(8, "relations") == "1"


@pytest.mark.long
def test_on_a_phone_the_picture_grows_and_shrinks(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(**PHONE), server, "zh")
    handle = page.form.locator("[data-taller]")
    picture = page.form.locator(".captions-picture")

    def height() -> float:
        wait_until_at_rest(picture)
        box = picture.bounding_box()
        assert box is not None
        return box["height"]

    small = height()
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")
    assert height() > 1.8 * small
    handle.tap()
    assert height() == pytest.approx(small, abs=1)


def _parts(page: CaptionsPage) -> dict[str, str]:
    """Each card's markup by its caption, without what says only where it stands."""
    found = {}
    for place, caption in enumerate(page.captions()):
        html = str(page.card(place).evaluate("card => card.outerHTML"))
        html = re.sub(rf'(data-slot=|name=|data-field=)"{place}', r'\1"N', html)
        html = re.sub(rf"t\d+-{place}-", "tN-", html)
        letter = chr(ord("A") + place)
        html = html.replace(f'hidden="true">{letter}</span>', 'hidden="true"></span>')
        html = html.replace(f"Caption {letter}", "Caption").replace(" in-focus", "")
        html = re.sub(r' class="(in-hand)?"', "", html)
        found[caption] = html
    return found


@pytest.mark.long
def test_two_raters_differ_in_nothing_but_the_order(server: RunningServer, make_context: MakeContext) -> None:
    first, second = (_open(make_context(), server, "en", number=1) for _ in range(2))
    assert first.captions() != second.captions()
    assert _parts(first) == _parts(second)


@pytest.mark.long
def test_no_system_and_no_truth_reach_the_page(server: RunningServer, make_context: MakeContext) -> None:
    context = make_context()
    seen: list[str] = []
    page: Page = context.new_page()
    page.on("response", lambda one: seen.append(one.text()) if "/api/" in one.url else None)
    captions = CaptionsPage(page, server.folders[0])
    captions.open(server.rater_url(0), "en")
    seen.append(page.content())
    sent = "\n".join(seen)
    for word in ("ample", "terse", "colourless", "lister", "dreamer", "truth", "painting-", "picture-0", "paintings"):
        assert word not in sent.replace("for example", "").replace("example", ""), word
