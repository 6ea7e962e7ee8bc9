"""The counting page in a real browser: by mouse, keyboard alone and touch, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from beholder.testing import RunningServer, running_server
from tests.fonts import FONT_SETS

from .browser_studies import photograph, write_study
from .conftest import DESKTOP, HANDS, PHONE
from .journey_page import JourneyPage
from .rater_page import RaterPage, tab_to
from .waits import wait_for_draft

Answer = dict[str, Any]
FLAG_KEYS = {"sizes": "s", "shapes": "h", "same_colour": "c", "other": "o", "noteworthy": "n"}
HIDDEN = ("canary-system", "canary prompt", "canary-seed", "canary-truth", "seventeen", "171717171")

ANSWERS: list[Answer] = [
    {"count": 0, "clipped": 0, "flags": []},
    {"count": 13, "clipped": 2, "flags": ["sizes"]},
    {"count": ">20", "flags": ["shapes", "same_colour"]},
    {"count": 20, "clipped": 20, "flags": []},
    {"count": 7, "clipped": 7, "flags": ["other"], "comment": "other: 锤子"},
    {"count": 10, "clipped": 1, "flags": ["noteworthy"], "comment": "they form a 9"},
]


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten pictures with hidden columns that no page may carry."""
    types = ("bocce ball", "medicine ball", "hot air balloon")
    items = [
        {
            "id": f"canary-id-{n}",
            "system": f"canary-system-{n % 2}",
            "object_type": types[n % 3],
            "requested": 171717171,
            "prompt": f"canary prompt of seventeen {n}",
            "seed": f"canary-seed-{n}",
            "truth": {"count": 3, "others": ["canary-truth"]},
        }
        for n in range(10)
    ]
    folder = tmp_path_factory.mktemp("counting") / "study"
    settings = "protocol: counting\nseed: 4\nparams: {tally: true}\n"
    return write_study(folder, items, settings=settings, picture=photograph())


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two practice pictures, one with marks of what is counted, and one main one."""
    marks = [
        {"box": [0.1, 0.2, 0.3, 0.4], "sort": "counted"},
        {"box": [0.0, 0.5, 0.05, 0.6], "sort": "clipped"},
        {"box": [0.7, 0.7, 0.8, 0.8], "sort": "left-out"},
    ]
    expects = [{"field": "count", "is": 2}]
    shown = {"object_type": "bocce ball"}
    items: list[dict[str, Any]] = [
        {"id": "first", "kind": "practice", "reference": {"expects": expects, "marks": marks}, **shown},
        {"id": "second", "kind": "practice", "reference": {"expects": expects}, **shown},
        {"id": "main", "system": "s", **shown},
    ]
    folder = tmp_path_factory.mktemp("practice") / "study"
    return write_study(folder, items, settings="protocol: counting\n", picture=photograph())


@pytest.fixture(scope="module")
def server(counting: Path, practice: Path) -> Iterator[RunningServer]:
    with running_server(counting, practice) as running:
        yield running


@pytest.fixture
def rate(
    make_context: Callable[..., BrowserContext], server: RunningServer, counting: Path
) -> Callable[..., RaterPage]:
    """A rater at the first trial."""

    def make(language: str = "en", **options: Any) -> RaterPage:
        page = make_context(**options).new_page()
        page.set_default_timeout(30_000)
        return RaterPage(page, server.rater_url(0), counting).join(f"?lang={language}")

    return make


def _field(rater: RaterPage, name: str) -> Locator:
    return rater.trial.locator(f'[data-field="{name}"]')


def _shown(rater: RaterPage) -> Answer:
    """What the page says is answered, as a person reads it."""
    found: Answer = {"count": _field(rater, "count").locator("output").inner_text(), "flags": []}
    if rater.trial.locator(".count-more").is_checked():
        found["count"] = ">20"
    else:
        found["count"] = int(found["count"])
        # where the pad has every number that is possible, it alone shows which was given
        clipped = _field(rater, "clipped")
        told = clipped.locator("output")
        found["clipped"] = int((told if told.is_visible() else clipped.locator("[aria-pressed=true]")).inner_text())
    found["flags"] = [
        one.get_attribute("value") for one in rater.trial.locator("input[name=flags]").all() if one.is_checked()
    ]
    if _field(rater, "comment").is_visible():
        found["comment"] = rater.trial.locator("textarea").input_value()
    return found


def _bring(target: Locator) -> Locator:
    """Scrolled to where a person would answer it: between the picture and the buttons."""
    target.evaluate("one => one.scrollIntoView({ block: 'nearest' })")
    return target


def _by_pad(rater: RaterPage, answer: Answer, *, touch: bool) -> None:
    def press(target: Locator) -> None:
        _bring(target)
        target.tap() if touch else target.click()

    for name in ("count", "clipped"):
        if name not in answer:
            continue
        field = _field(rater, name)
        if answer[name] == ">20":
            press(field.locator(".option"))
            continue
        button = field.locator(f'button[data-number="{answer[name]}"]')
        if button.is_visible():
            press(button)
        else:
            # beyond the short pad of the clipped objects: up from its last button
            press(field.locator('button[data-number="6"]'))
            for _ in range(answer[name] - 6):
                press(field.locator('button[data-step="1"]'))
    for flag in answer["flags"]:
        press(rater.trial.locator(f".option:has(input[value={flag}])"))
    if "comment" in answer:
        _bring(rater.trial.locator("textarea")).fill(answer["comment"])


def _by_keys(rater: RaterPage, answer: Answer) -> None:
    keyboard = rater.page.keyboard
    for name in ("count", "clipped"):
        if answer.get(name) == ">20":
            keyboard.press("m")
        elif name in answer:
            for digit in str(answer[name]):
                keyboard.press(digit)
            if name == "count":
                keyboard.press("Enter")
    for flag in answer["flags"]:
        keyboard.press(FLAG_KEYS[flag])
    if "comment" in answer:
        expect(rater.trial.locator("textarea")).to_be_focused()
        # the page begins the comment in its own language; whoever writes another beginning replaces it
        begun = rater.trial.locator("textarea").input_value()
        if not answer["comment"].startswith(begun):
            keyboard.press("Control+a")
            begun = ""
        keyboard.insert_text(answer["comment"].removeprefix(begun))


@pytest.mark.long
@pytest.mark.parametrize(("way", "language"), HANDS)
def test_what_is_stored_is_what_was_shown(way: str, language: str, rate: Callable[..., RaterPage]) -> None:
    rater = rate(language, **(PHONE if way == "touch" else {}))
    for answer in ANSWERS:
        if way == "keys":
            _by_keys(rater, answer)
        else:
            _by_pad(rater, answer, touch=way == "touch")
        assert _shown(rater) == answer
        before = rater.lease
        if way == "keys":
            rater.page.keyboard.press("Control+Enter" if "comment" in answer else "Enter")
        else:
            submit = rater.trial.locator("button[type=submit]")
            submit.tap() if way == "touch" else submit.click()
        expect(rater.page.locator(f"form.trial.current[data-lease='{before}']")).to_have_count(0)
        rater.settle()
    rater.state("saved")
    stored = rater.stored()
    asked = [{k: v for k, v in one.payload["trial"].items() if v is not None} for one in stored]
    assert asked == ANSWERS
    assert {one.meta["device"] for one in stored} == {"touch" if way == "touch" else "mouse"}
    assert all(one.meta["picture"]["width"] > 300 for one in stored)


@pytest.mark.long
def test_every_number_of_the_pad_the_slider_and_the_steps(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    count, clipped = _field(rater, "count"), _field(rater, "clipped")
    for number in range(21):
        count.locator(f'button[data-number="{number}"]').click()
        expect(count.locator("output")).to_have_text(str(number))
        expect(count.locator('button[aria-pressed="true"]')).to_have_text(str(number))
        expect(count.locator(".count-slider")).to_have_js_property("value", str(number))
    for field in (count, clipped):
        count.locator('button[data-number="20"]').click()
        slider = field.locator(".count-slider")
        for number in (0, 1, 9, 20):
            box = slider.bounding_box()
            assert box is not None
            rater.page.mouse.click(box["x"] + 12 + (box["width"] - 24) * number / 20, box["y"] + box["height"] / 2)
            expect(field.locator("output")).to_have_text(str(number))
        for step, said in ((1, "20"), (-1, "19"), (-1, "18"), (1, "19")):
            field.locator(f'button[data-step="{step}"]').click()
            expect(field.locator("output")).to_have_text(said)
        tab_to(slider)
        for key, said in (("Home", "0"), ("ArrowRight", "1"), ("End", "20"), ("1", "1"), ("5", "15")):
            rater.page.keyboard.press(key)
            expect(field.locator("output")).to_have_text(said)


def test_nothing_is_preset_and_what_is_missing_is_said(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    before = rater.lease
    expect(_field(rater, "count").locator("output")).to_have_text("–")
    expect(_field(rater, "clipped")).to_be_hidden()
    expect(_field(rater, "comment")).to_be_hidden()
    assert rater.trial.locator("input:checked").count() == 0
    rater.page.keyboard.press("Enter")
    expect(_field(rater, "count").locator(".field-error")).to_be_visible()
    rater.page.keyboard.press("5")
    expect(_field(rater, "count").locator(".field-error")).to_be_hidden()
    rater.page.mouse.click(200, 20)
    rater.page.locator("#stage").focus()
    rater.page.keyboard.press("Enter")
    expect(_field(rater, "clipped").locator(".field-error")).to_be_visible()
    assert rater.lease == before
    assert rater.stored() == []


def test_enter_after_a_fault_answers_nothing(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    count, clipped = _field(rater, "count"), _field(rater, "clipped")
    count.locator('button[data-number="13"]').click()
    before = rater.lease
    for _ in range(3):
        rater.page.keyboard.press("Enter")
    expect(clipped.locator(".field-error")).to_be_visible()
    expect(clipped.locator("output")).to_have_text("–")
    rater.page.keyboard.press("2")
    expect(clipped.locator("output")).to_have_text("2")
    rater.page.keyboard.press("Enter")
    expect(rater.page.locator(f"form.trial.current[data-lease='{before}']")).to_have_count(0)
    rater.settle()
    count.locator('button[data-number="12"]').click()
    clipped.locator('button[data-number="1"]').click()
    rater.page.keyboard.press("Enter")
    rater.wait()
    rater.state("saved")
    stored = [one.payload["trial"] for one in rater.stored()]
    assert [(one["count"], one["clipped"]) for one in stored] == [(13, 2), (12, 1)]


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_the_first_tap_on_zero_of_the_slider_answers(rate: Callable[..., RaterPage], device: dict[str, Any]) -> None:
    rater = rate(**device)
    slider = _field(rater, "count").locator(".count-slider")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    press = rater.page.touchscreen.tap if device is PHONE else rater.page.mouse.click
    press(box["x"] + 12, box["y"] + box["height"] / 2)
    expect(_field(rater, "count").locator("output")).to_have_text("0")


@pytest.mark.long
def test_steps_count_from_nothing(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    for _ in range(3):
        rater.page.keyboard.press("+")
    expect(_field(rater, "count").locator("output")).to_have_text("3")
    rater.page.keyboard.press("e")
    rater.page.keyboard.press("-")
    expect(_field(rater, "clipped").locator("output")).to_have_text("0")


@pytest.mark.parametrize("pause", [0, 1100], ids=["quickly", "slowly"])
def test_digits_make_one_number_until_the_rater_goes_on(rate: Callable[..., RaterPage], pause: int) -> None:
    rater = rate()
    count, clipped = (_field(rater, name).locator("output") for name in ("count", "clipped"))

    def press(*keys: str) -> None:
        for place, key in enumerate(keys):
            if place:
                # time passing between two keys is what is tried
                rater.page.wait_for_timeout(pause)
            rater.page.keyboard.press(key)

    press("1", "0")
    expect(count).to_have_text("10")
    expect(clipped).to_have_text("–")
    press("Backspace", "Enter", "0")
    expect(count).to_have_text("1")
    expect(clipped).to_have_text("0")
    press("t", "1", "2")
    expect(count).to_have_text("12")
    press("e", "1", "1")
    expect(clipped).to_have_text("11")
    expect(rater.trial.locator(".has-error")).to_have_count(0)


@pytest.mark.long
def test_a_digit_too_many_is_said_and_given_to_no_other_question(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    count, clipped = _field(rater, "count"), _field(rater, "clipped")
    lease = rater.lease
    for key in ("7", "2"):
        rater.page.keyboard.press(key)
    expect(count.locator("output")).to_have_text("7")
    expect(count.locator(".field-error")).to_contain_text("72 is more than 20.")
    expect(clipped.locator("output")).to_have_text("–")
    for key in ("Enter", "2"):
        rater.page.keyboard.press(key)
    expect(count.locator("output")).to_have_text("7")
    expect(clipped.locator("output")).to_have_text("2")
    expect(rater.trial.locator(".has-error")).to_have_count(0)
    # a number that was clicked is complete: what is typed then belongs to the next one
    rater.page.keyboard.press("Enter")
    expect(rater.page.locator(f"form.trial.current[data-lease='{lease}']")).to_have_count(0)
    rater.settle()
    count.locator('button[data-number="13"]').click()
    rater.page.keyboard.press("2")
    expect(count.locator("output")).to_have_text("13")
    expect(clipped.locator("output")).to_have_text("2")


def test_taking_back_the_last_digit_never_leaves_the_trial(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    _by_pad(rater, ANSWERS[0], touch=False)
    rater.send()
    lease = rater.lease
    for key in ("1", "5", "Backspace", "Backspace", "Backspace"):
        rater.page.keyboard.press(key)
    expect(_field(rater, "count").locator("output")).to_have_text("–")
    assert rater.lease == lease
    rater.page.keyboard.press("t")
    rater.page.keyboard.press("Backspace")
    expect(rater.trial.locator(".revising-words")).to_be_visible()


def test_more_clipped_than_counted_is_not_possible_and_not_sent(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    before = rater.lease
    _field(rater, "count").locator('button[data-number="4"]').click()
    expect(_field(rater, "clipped").locator('button[data-number="5"]')).to_be_disabled()
    _field(rater, "count").locator('button[data-number="7"]').click()
    _field(rater, "clipped").locator('button[data-number="6"]').click()
    for _ in range(2):
        _field(rater, "clipped").locator('button[data-step="1"]').click()
    expect(_field(rater, "clipped").locator("output")).to_have_text("7")
    _field(rater, "count").locator('button[data-number="3"]').click()
    rater.trial.locator("button[type=submit]").click()
    expect(_field(rater, "clipped").locator(".field-error")).to_be_visible()
    assert rater.lease == before


@pytest.mark.long
def test_more_than_the_limit_hides_both_numbers_and_moves_nothing(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    _by_pad(rater, {"count": 9, "clipped": 1, "flags": []}, touch=False)
    place = rater.trial.locator("input[name=flags]").first.bounding_box()
    more = _field(rater, "count").locator(".option")
    more.click()
    for part in (".count-pad", ".count-slider", ".count-value", '[data-step="1"]'):
        expect(_field(rater, "count").locator(part)).to_be_hidden()
    expect(_field(rater, "clipped")).to_be_hidden()
    assert rater.trial.locator("input[name=flags]").first.bounding_box() == place
    more.click()
    expect(_field(rater, "count").locator("output")).to_have_text("–")
    expect(_field(rater, "count").locator(".count-pad")).to_be_visible()


@pytest.mark.long
def test_other_begins_the_comment_and_asks_for_a_name(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    before = rater.lease
    _by_pad(rater, {"count": 2, "clipped": 0, "flags": ["other"]}, touch=False)
    comment = rater.trial.locator("textarea")
    assert comment.input_value() == "other: "
    rater.trial.locator("button[type=submit]").click()
    expect(_field(rater, "comment").locator(".field-error")).to_be_visible()
    assert rater.lease == before
    rater.trial.locator(".option:has(input[value=other])").click()
    expect(comment).to_be_hidden()
    rater.trial.locator(".option:has(input[value=noteworthy])").click()
    assert comment.input_value() == ""
    comment.fill("unsure")
    rater.trial.locator(".option:has(input[value=other])").click()
    assert comment.input_value() == "other: unsure"


@pytest.mark.long
@pytest.mark.parametrize(("language", "question"), [("en", r"How many .*balls? |How many hot"), ("zh", "图中有多少个")])
def test_the_question_names_the_object_and_defines_it(
    language: str, question: str, rate: Callable[..., RaterPage]
) -> None:
    rater = rate(language)
    expect(rater.trial.locator(".counting-question h2")).to_have_text(re.compile(question))
    assert len(rater.trial.locator(".counting-definition").inner_text()) > 10


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_hidden_reaches_the_browser(
    language: str, make_context: Callable[..., BrowserContext], server: RunningServer, counting: Path
) -> None:
    page = make_context().new_page()
    sent: list[str] = []
    page.on("response", lambda one: sent.append(one.url + one.text()) if "/api/" in one.url else None)
    rater = RaterPage(page, server.rater_url(0), counting).join(f"?lang={language}")
    sent.append(page.content())
    everything = "\n".join(sent)
    assert rater.lease in everything
    for word in (*HIDDEN, "canary-id"):
        assert word not in everything, word


@pytest.mark.long
def test_the_picture_opens_in_the_whole_window_and_that_is_recorded(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    rater.page.keyboard.press("f")
    viewer = rater.trial.locator("dialog.viewer")
    expect(viewer).to_be_visible()
    # a number typed now would go to a question that cannot be seen
    rater.page.keyboard.press("3")
    rater.page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    expect(_field(rater, "count").locator("output")).to_have_text("–")
    _by_keys(rater, {"count": 3, "clipped": 0, "flags": []})
    rater.page.keyboard.press("Enter")
    rater.state("saved")
    assert rater.stored()[-1].meta["views"]["large"]["opens"] == 1


@pytest.mark.long
def test_two_fingers_bring_the_picture_closer(rate: Callable[..., RaterPage]) -> None:
    rater = rate(**PHONE)
    rater.trial.locator("bh-zoom").tap()
    picture = rater.trial.locator("dialog.viewer img")
    expect(picture).to_be_visible()
    small = picture.bounding_box()
    touch = rater.page.context.new_cdp_session(rater.page)
    for apart in (40, 60, 80, 120):
        points = [{"x": 195 - apart, "y": 400, "id": 0}, {"x": 195 + apart, "y": 400, "id": 1}]
        kind = "touchStart" if apart == 40 else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    large = picture.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 2.5 * small["width"]
    expect(rater.trial.locator("dialog.viewer")).to_be_visible()


@pytest.mark.parametrize("fonts", FONT_SETS)
def test_on_a_phone_the_whole_count_fits_without_scrolling(rate: Callable[..., RaterPage], fonts: str) -> None:
    rater = rate(fonts=fonts, **PHONE)
    bottom = rater.trial.locator(".actions").bounding_box()
    picture = rater.trial.locator("bh-zoom img").bounding_box()
    assert bottom is not None
    assert picture is not None
    for number in (0, 20):
        box = _field(rater, "count").locator(f'button[data-number="{number}"]').bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] >= picture["y"] + picture["height"]
        assert box["y"] + box["height"] <= bottom["y"]
    # and the picture stays in sight down to the last question
    rater.trial.locator("[data-field=flags]").evaluate("one => one.scrollIntoView({ block: 'end' })")
    again = rater.trial.locator("bh-zoom img").bounding_box()
    assert again is not None
    assert again["y"] >= 0


@pytest.mark.long
def test_a_reload_keeps_what_was_filled_in(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    answer = {"count": 12, "clipped": 3, "flags": ["shapes", "other"], "comment": "other: dog"}
    _by_pad(rater, answer, touch=False)
    wait_for_draft(rater.page, '"count":12', '"clipped":3', "other: dog")
    rater.page.reload()
    rater.wait()
    assert _shown(rater) == answer


@pytest.mark.long
def test_a_fault_goes_with_its_question(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    for key in ("5", "Enter", "Enter"):
        rater.page.keyboard.press(key)
    expect(rater.trial.locator(".problems")).not_to_be_empty()
    rater.page.keyboard.press("m")
    expect(rater.trial.locator(".problems")).to_be_empty()
    expect(rater.trial.locator(".has-error")).to_have_count(0)


@pytest.mark.long
def test_the_sheet_of_keys_says_what_each_key_does(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    rater.page.keyboard.press("?")
    rows = rater.page.locator("dialog[open] .key-row")
    expect(rows.filter(has_text="Definitely more than 20").locator("kbd")).to_have_text("M")
    expect(rows.filter(has_text="Exact number").locator("kbd")).to_have_text("0–9")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "fonts"), list(zip([(1280, 720), (1440, 900), (1024, 768)], FONT_SETS, strict=True)), ids=str
)
def test_what_can_be_ticked_is_in_view_and_no_room_stands_empty(
    rate: Callable[..., RaterPage], fonts: str, size: tuple[int, int]
) -> None:
    rater = rate(fonts=fonts, viewport={"width": size[0], "height": size[1]})
    bottom = rater.trial.locator(".actions").bounding_box()
    assert bottom is not None
    for flag in ("sizes", "other"):
        box = rater.trial.locator(f".option:has(input[value={flag}])").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] / 2 < bottom["y"], flag
    # the next question is announced where it will be asked
    coming = rater.trial.locator(".counting-next")
    expect(coming).to_be_visible()
    expect(coming).to_contain_text("clipped by the edge")
    rater.page.keyboard.press("5")
    expect(coming).to_be_hidden()
    expect(_field(rater, "clipped")).to_be_visible()
    pad, flags = (
        _field(rater, "clipped").locator(".count-pad").bounding_box(),
        _field(rater, "flags").bounding_box(),
    )
    assert pad is not None
    assert flags is not None
    assert flags["y"] - pad["y"] - pad["height"] < 32, "five need no steps beyond the pad, and no room for them"


@pytest.mark.long
def test_on_a_phone_the_next_question_comes_into_view(rate: Callable[..., RaterPage]) -> None:
    rater = rate(**PHONE)
    _field(rater, "count").locator('button[data-number="2"]').tap()
    expect(_field(rater, "clipped").locator('button[data-number="0"]')).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize(("language", "rule"), [("en", "A sliver is enough"), ("zh", "露出一点点也要数")])
def test_the_page_says_that_slivers_count_and_sets_no_time(
    rate: Callable[..., RaterPage], language: str, rule: str
) -> None:
    rater = rate(language)
    expect(rater.trial.locator(".counting-question")).to_contain_text(rule)
    assert rater.trial.locator(".aim").count() == 0


def test_clicks_on_the_picture_count_and_are_stored(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    count = _field(rater, "count").locator("output")
    box = rater.trial.locator("bh-zoom img").bounding_box()
    assert box is not None
    spots = [(0.3, 0.4), (0.5, 0.5), (0.7, 0.45)]

    def click(x: float, y: float) -> None:
        rater.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])

    button, picture = (rater.trial.locator(at).bounding_box() for at in ("[data-tally]", "bh-zoom"))
    assert button is not None
    assert picture is not None
    assert button["y"] >= picture["y"] + picture["height"], "the button hides a corner of the picture"
    rater.trial.locator("[data-tally]").click()
    for spot in spots:
        click(*spot)
    expect(count).to_have_text("3")
    expect(rater.trial.locator("dialog.viewer")).to_be_hidden()
    assert rater.trial.locator(".picture-marks .dot text").all_text_contents() == ["1", "2", "3"]
    click(*spots[1])
    expect(count).to_have_text("2")
    # a number that is given otherwise counts; the dots fade until the next click
    rater.page.keyboard.press("t")
    rater.page.keyboard.press("7")
    expect(count).to_have_text("7")
    expect(rater.trial.locator(".picture-marks")).to_have_class(re.compile("stale"))
    click(*spots[1])
    expect(count).to_have_text("3")
    wait_for_draft(rater.page, '"count":3')
    rater.page.reload()
    rater.wait()
    expect(rater.trial.locator(".picture-marks .dot")).to_have_count(3)
    _field(rater, "clipped").locator('button[data-number="0"]').click()
    rater.page.keyboard.press("Enter")
    rater.wait()
    rater.state("saved")
    stored = rater.stored()[-1]
    assert stored.payload["trial"]["count"] == 3
    dots = sorted(tuple(round(share, 1) for share in dot) for dot in stored.meta["dots"])
    assert len(dots) == 3
    # without the tally a click opens the picture
    rater.trial.locator("bh-zoom").click()
    expect(rater.trial.locator("dialog.viewer")).to_be_visible()


@pytest.mark.long
def test_one_click_more_than_the_limit_is_more_than_the_limit(rate: Callable[..., RaterPage]) -> None:
    rater = rate()
    box = rater.trial.locator("bh-zoom img").bounding_box()
    assert box is not None
    rater.page.keyboard.press("k")
    for n in range(21):
        x, y = 0.2 + 0.08 * (n % 7), 0.35 + 0.1 * (n // 7)
        rater.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    expect(rater.trial.locator(".count-more")).to_be_checked()


@pytest.mark.long
def test_practice_shows_on_the_picture_what_was_to_be_counted(
    make_context: Callable[..., BrowserContext], server: RunningServer, practice: Path
) -> None:
    page = make_context().new_page()
    JourneyPage(page, server.rater_url(1), practice).join("?lang=en")
    rater = RaterPage(page, server.rater_url(1), practice)
    rater.wait()
    assert rater.trial.locator(".picture-marks").count() == 0
    for key in ("3", "Enter", "0", "Enter"):
        rater.page.keyboard.press(key)
    expect(page.locator(".feedback h2")).to_be_visible()
    rings = rater.trial.locator(".picture-marks .ring")
    expect(rings).to_have_count(3)
    assert rings.locator("text").all_text_contents() == ["1", "2", "×"]
    picture, ring = (
        rater.trial.locator("bh-zoom img").bounding_box(),
        rings.first.locator("circle.over").bounding_box(),
    )
    assert picture is not None
    assert ring is not None
    # the picture is drawn in the middle of its element, as wide or as high as that
    drawn = min(picture["width"], picture["height"] * 480 / 320)
    left = picture["x"] + (picture["width"] - drawn) / 2
    assert (ring["x"] + ring["width"] / 2 - left) / drawn == pytest.approx(0.2, abs=0.01)
    legend = rater.trial.locator(".counting-legend")
    expect(legend).to_contain_text("clipped by the edge")
    for width, height in ((1280, 720), (844, 390), (720, 450), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        below = """(legend) => {
            const picture = legend.parentElement.querySelector("bh-zoom img").getBoundingClientRect();
            const [top, stage] = [legend.getBoundingClientRect().top, legend.parentElement.getBoundingClientRect()];
            return picture.height > 100 && top >= picture.bottom && legend.getBoundingClientRect().bottom <= stage.bottom;
        }"""
        assert legend.evaluate(below), f"at {width}x{height} the legend hides a part of the picture"
