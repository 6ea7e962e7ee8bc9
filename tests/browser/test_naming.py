"""Both naming pages in a real browser: by mouse, keyboard and touch, in both languages, what is stored is what was shown."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import RunningServer, running_server

from .conftest import HANDS, PHONE
from .journey_page import JourneyPage
from .naming_pages import SHOWN, NamingPage, VerifyPage, write_naming_study, write_verify_study
from .rater_page import tab_to
from .test_access import violations
from .waits import wait_for_draft, wait_until_drawn

MakeContext = Callable[..., BrowserContext]
REASONS = ("occluded", "unclear", "not-one-object", "cannot-tell")
NAMES = {
    "chinese": "热气球",
    "catalan": "l·l ànec",
    "emoji": "👩🏽\u200d🚀 🐕",
    "right-to-left": "كلب صغير",
    "combining": "e\u0301lan",
    "markup": '<b>dog</b> & "cat"',
    "limit": "狗" * 200,
}
FAULTS = {"referential": "r", "visual": "v", "linguistic": "l", "other": "o"}


@pytest.fixture(scope="module")
def server(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Both rounds, and both with their practice objects."""
    root = tmp_path_factory.mktemp("naming")
    studies = (
        write_naming_study(painted("naming"), root / "one"),
        write_verify_study(painted("naming-verify"), root / "two"),
        shutil.copytree(painted("naming-verify"), root / "three"),
        shutil.copytree(painted("naming"), root / "four"),
        write_verify_study(painted("naming-verify"), root / "five", group_perfect=True),
    )
    with running_server(*studies) as running:
        yield running


def _naming(context: BrowserContext, server: RunningServer, language: str = "en") -> NamingPage:
    page = NamingPage(context.new_page(), server.folders[0])
    page.open(server.rater_url(0), language)
    return page


def _verify(context: BrowserContext, server: RunningServer, language: str = "en", *, study: int = 1) -> VerifyPage:
    page = VerifyPage(context.new_page(), server.folders[study])
    page.open(server.rater_url(study), language)
    return page


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_names_by_keyboard_alone(language: str, server: RunningServer, make_context: MakeContext) -> None:
    page = _naming(make_context(), server, language)
    expect(page.field).to_be_focused()
    page.page.keyboard.type("Hot dog ")
    first = page.sent(lambda: page.page.keyboard.press("Enter"))
    assert first.payload["trial"] == {"name": "Hot dog ", "opt_out": None}
    # the next trial is ready to type, and nothing of the last one stands in it
    expect(page.field).to_be_focused()
    assert page.field.input_value() == ""
    caps = page.form.locator("[data-field=opt_out] .cap")
    for number, reason in enumerate(REASONS, start=1):
        # the keys that stand at the reasons choose them, as long as there is nothing typed that they could be part of
        expect(caps.first).to_be_visible()
        page.page.keyboard.press(str(number))
        expect(page.field).to_have_value("")
        expect(page.field).to_be_focused()
        stored = page.sent(lambda: page.page.keyboard.press("Enter"))
        assert stored.payload["trial"] == {"name": None, "opt_out": reason}


@pytest.mark.parametrize(("pause", "name"), [(100, "3d"), (30_000, "d")])
def test_a_name_may_begin_with_a_digit(pause: int, name: str, server: RunningServer, make_context: MakeContext) -> None:
    """What is typed at once is one word; whoever goes on later has thought again about the reason."""
    page = _naming(make_context(), server)
    for at, key in ((0, "3"), (pause, "d")):
        page.page.evaluate("(ms) => (performance.now = () => 60000 + ms)", at)
        page.page.keyboard.press(key)
    expect(page.field).to_have_value(name)
    expect(page.form.locator("input[name=opt_out]:checked")).to_have_count(0)
    # by now a digit would be part of the name, so the keys at the reasons are gone
    expect(page.form.locator("[data-field=opt_out] .cap").first).to_be_hidden()
    page.page.keyboard.type("-4")
    assert page.sent(lambda: page.page.keyboard.press("Enter")).payload["trial"]["name"] == f"{name}-4"


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_practice_takes_a_name_as_the_study_counts_it(
    language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = NamingPage(make_context().new_page(), server.folders[3])
    JourneyPage(page.page, server.rater_url(3), page.folder).join(f"?lang={language}")
    page.wait()
    feedback = page.page.locator(".feedback")
    for typed, passed in (("Dog! 🐶", True), ("cat", False)):
        page.field.fill(typed)
        page.next.click()
        expect(feedback.locator(".button")).to_be_enabled()
        assert ("passed" in str(feedback.get_attribute("class"))) is passed
        told = f"{page.form.locator('.verdict-line').inner_text()} {feedback.inner_text()}"
        # examples, in the rater's language alone, and no word that only these are right
        assert ("for instance" if language == "en" else "等") in told
        assert ("狗" in told or "沙发" in told) is (language == "zh")
        assert ("dog" in told or "sofa" in told) is (language == "en")
        feedback.locator(".button").click()
        page.wait()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_names_and_reasons_by_hand(way: str, language: str, server: RunningServer, make_context: MakeContext) -> None:
    page = _naming(make_context(**PHONE if way == "touch" else {}), server, language)
    press = "tap" if way == "touch" else "click"
    getattr(page.field, press)()
    page.field.fill("沙发")
    assert page.sent(getattr(page.next, press)).payload["trial"] == {"name": "沙发", "opt_out": None}
    for reason in REASONS:
        page.reason(reason).scroll_into_view_if_needed()
        getattr(page.reason(reason), press)()
        assert page.sent(getattr(page.next, press)).payload["trial"] == {"name": None, "opt_out": reason}


@pytest.mark.long
def test_any_script_is_stored_as_typed(server: RunningServer, make_context: MakeContext) -> None:
    page = _naming(make_context(), server)
    for name in NAMES.values():
        page.page.keyboard.insert_text(name)
        assert page.field.input_value() == name
        assert page.sent(page.next.click).payload["trial"]["name"] == name


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_no_name_is_refused_with_a_reason(
    language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _naming(make_context(), server, language)
    wanted = {"en": "Type one name, or say why you can give none.", "zh": "请写一个名称；实在写不出，请选择原因。"}
    page.page.keyboard.press("Enter")
    assert page.refused() == wanted[language]
    page.field.fill("   \u3000 ")
    page.next.click()
    assert page.refused() == wanted[language]
    page.field.fill("d" * 500)
    page.next.click()
    told = page.refused()
    assert "200" in told
    assert "500" in told
    expect(page.field).to_have_value("d" * 500)
    assert page.stored() == []


@pytest.mark.long
def test_the_browser_proposes_nothing(server: RunningServer, make_context: MakeContext) -> None:
    page = _naming(make_context(), server)
    for name, value in {
        "autocomplete": "off",
        "autocorrect": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
    }.items():
        expect(page.field).to_have_attribute(name, value)
    expect(page.field).to_have_attribute("dir", "auto")
    assert page.page.locator("datalist").count() == 0


def test_input_methods_use_enter_for_themselves(server: RunningServer, make_context: MakeContext) -> None:
    page = _naming(make_context(), server)
    lease = page.lease()
    page.field.evaluate(
        """(input) => {
            input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
            input.value = "gou";
            input.dispatchEvent(new KeyboardEvent("keydown", { code: "Enter", key: "Enter", isComposing: true, bubbles: true, cancelable: true }));
        }"""
    )
    wait_until_drawn(page.page)
    assert page.lease() == lease


@pytest.mark.long
def test_a_reason_and_a_name_exclude_each_other_and_cost_nothing(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _naming(make_context(), server)
    page.field.fill("zebra")
    page.reason("unclear").click()
    expect(page.field).to_have_value("")
    # a second click takes the reason back, and what was typed returns
    page.reason("unclear").click()
    expect(page.field).to_have_value("zebra")
    expect(page.form.locator("input[name=opt_out]:checked")).to_have_count(0)
    page.reason("occluded").click()
    page.field.fill("horse")
    expect(page.form.locator("input[name=opt_out]:checked")).to_have_count(0)
    assert page.sent(page.next.click).payload["trial"] == {"name": "horse", "opt_out": None}


def _box_on_screen(page: NamingPage, within: str) -> dict[str, float]:
    found: dict[str, float] = page.form.locator(within).evaluate(
        """(place) => {
            const image = place.querySelector("img"), box = place.querySelector("bh-box");
            const line = box.shadowRoot.querySelector("div"), style = getComputedStyle(line);
            const scale = Math.min(image.getBoundingClientRect().width / image.naturalWidth,
                                   image.getBoundingClientRect().height / image.naturalHeight);
            const drawn = image.getBoundingClientRect(), at = box.getBoundingClientRect();
            const left = drawn.left + (drawn.width - image.naturalWidth * scale) / 2;
            const top = drawn.top + (drawn.height - image.naturalHeight * scale) / 2;
            const outer = line.getBoundingClientRect();
            return { x0: (at.left - left) / scale, y0: (at.top - top) / scale, x1: (at.right - left) / scale,
                     y1: (at.bottom - top) / scale, line: (outer.width - at.width) / 2, scale };
        }"""
    )
    return found


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_the_box_is_tight_and_equally_wide_at_every_size(
    phone: bool, server: RunningServer, make_context: MakeContext
) -> None:
    page = _naming(make_context(**PHONE if phone else {}), server)
    given = [float(part) for part in str(page.form.locator("bh-box").first.get_attribute("box")).split(",")]

    def check(within: str) -> float:
        seen = _box_on_screen(page, within)
        for name, value in zip(("x0", "y0", "x1", "y1"), given, strict=True):
            assert abs(seen[name] - value) < 2 / seen["scale"]
        assert seen["line"] == pytest.approx(3, abs=0.2)
        return seen["scale"]

    small = check("bh-zoom")
    page.form.locator("bh-zoom").click()
    expect(page.form.locator("dialog.viewer")).to_be_visible()
    large = check("dialog.viewer")
    if not phone:
        assert large > small
        picture = page.form.locator("dialog.viewer img")
        before = picture.evaluate("(image) => image.getBoundingClientRect().width")
        page.page.mouse.move(600, 400)
        page.page.mouse.wheel(0, -600)
        closer = "([image, width]) => image.getBoundingClientRect().width > 2 * width"
        page.page.wait_for_function(closer, arg=[picture.element_handle(), before])
        assert check("dialog.viewer") > 2 * large
    page.page.keyboard.press("Escape")
    expect(page.form.locator("dialog.viewer")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize(("way", "language"), HANDS)
def test_every_judgment_is_stored_as_shown(
    way: str, language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _verify(make_context(**PHONE if way == "touch" else {}), server, language)
    names = page.names()
    assert sorted(names) == sorted(SHOWN)
    faults = itertools.cycle(FAULTS)
    wanted: list[dict[str, str]] = []
    for place, adequacy in enumerate(("perfect", "slight", "inadequate", "slight")):
        fault = "" if adequacy == "perfect" else next(faults)
        wanted.append({"adequacy": adequacy} | ({"inadequacy": fault} if fault else {}))
        _judge(page, way, place, adequacy, fault, group=(1, 2, 1, 3)[place])
    assert page.groups() == ["1", "2", "1", "3"]
    # on a phone, too, each fault says what it means
    expect(page.row(1).locator("[data-field$='.inadequacy'] small:visible")).to_have_count(len(FAULTS))
    if way == "keys":
        send: Any = lambda: page.page.keyboard.press("Enter")  # noqa: E731
    else:
        send = page.next.tap if way == "touch" else page.next.click
    stored = page.sent(send)
    assert stored.payload == {"trial": {"group": [1, 2, 1, 3]}, "slots": wanted}


def _judge(page: VerifyPage, way: str, place: int, adequacy: str, fault: str, *, group: int) -> None:
    if way == "keys":
        # the group of the name before has led here
        expect(page.row(place)).to_be_focused()
        page.page.keyboard.press({"perfect": "a", "slight": "s", "inadequate": "d"}[adequacy])
        if fault:
            page.page.keyboard.press(FAULTS[fault])
        page.page.keyboard.press(str(group))
        return
    press = "tap" if way == "touch" else "click"
    chosen = [page.option(place, "adequacy", adequacy), page.chip(place, group)]
    if fault:
        chosen.insert(1, page.option(place, "inadequacy", fault))
    for one in chosen:
        one.scroll_into_view_if_needed()
        getattr(one, press)()


@pytest.mark.long
def test_every_fault_can_be_chosen_and_goes_when_the_name_fits(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _verify(make_context(), server)
    box = page.form.locator("[data-field='0.inadequacy']")
    expect(box).to_be_hidden()
    page.option(0, "adequacy", "inadequate").click()
    for fault in FAULTS:
        page.option(0, "inadequacy", fault).click()
        expect(box.locator("input:checked")).to_have_attribute("value", fault)
    page.option(0, "adequacy", "perfect").click()
    expect(box).to_be_hidden()
    for place in range(4):
        page.option(place, "adequacy", "perfect").click()
        page.chip(place, 1).click()
    stored = page.sent(page.next.click)
    assert stored.payload["slots"] == [{"adequacy": "perfect"}] * 4
    assert stored.payload["trial"] == {"group": [1, 1, 1, 1]}


@pytest.mark.long
@pytest.mark.parametrize("touch", [False, True])
def test_names_are_grouped_by_dragging_one_onto_another(
    touch: bool, server: RunningServer, make_context: MakeContext
) -> None:
    context = make_context(**PHONE if touch else {})
    page = _verify(context, server)
    finger = context.new_cdp_session(page.page)

    def point(what: str, x: float, y: float) -> None:
        if not touch:
            {"Start": page.page.mouse.down, "Move": lambda: page.page.mouse.move(x, y), "End": page.page.mouse.up}[
                what
            ]()
            return
        points = [] if what == "End" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{what}", "touchPoints": points})

    def drag(place: int, onto: int | None) -> None:
        page.row(place if onto is None else min(place, onto)).scroll_into_view_if_needed()
        start = page.row(place).locator("[data-grip]").bounding_box()
        goal = page.row(place if onto is None else onto).locator(".name-text").bounding_box()
        assert start
        assert goal
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        to = (5.0, 5.0) if onto is None else (goal["x"] + 10, goal["y"] + goal["height"] / 2)
        page.page.mouse.move(x, y)
        point("Start", x, y)
        for share in (0.25, 0.5, 0.75, 1):
            point("Move", x + share * (to[0] - x), y + share * (to[1] - y))
        if onto is not None:
            expect(page.row(onto)).to_have_class(re.compile("drop-here"))
        point("End", *to)
        expect(page.form.locator(".drop-here, .dragged")).to_have_count(0)

    drag(1, onto=0)
    assert page.groups()[:2] == ["1", "1"]
    drag(2, onto=1)
    assert page.groups()[:3] == ["1", "1", "1"]
    page.chip(3, 2).click()
    # dropping it where no name is changes nothing
    drag(3, onto=None)
    assert page.groups() == ["1", "1", "1", "2"]


@pytest.mark.long
def test_one_new_group_is_offered_at_a_time(server: RunningServer, make_context: MakeContext) -> None:
    page = _verify(make_context(), server)

    def offered() -> int:
        return page.row(0).locator(".chip:visible").count()

    assert page.groups() == ["", "", "", ""]
    assert offered() == 1
    page.chip(0, 1).click()
    assert offered() == 2
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("4")
    assert page.groups() == ["1", "", "", ""]
    page.page.keyboard.press("2")
    assert page.groups() == ["1", "2", "", ""]
    assert offered() == 3
    # with a chip in focus, arrows choose as in any radio group
    tab_to(page.chip(1, 2))
    page.page.keyboard.press("ArrowRight")
    assert page.groups() == ["1", "3", "", ""]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_preset_and_every_name_needs_everything(
    language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _verify(make_context(), server, language)
    assert page.form.locator(".aim").count() == 0, "the source sets no time"
    words = {
        "en": ("Does the name fit?", "Give every name a group"),
        "zh": ("这个名称合适吗？", "请给每个名称选一个组"),
    }
    expect(page.form.locator("input:checked, [aria-checked=true]")).to_have_count(0)
    page.page.keyboard.press("Enter")
    told = page.refused()
    assert all(word in told for word in words[language])
    for place in range(4):
        page.option(place, "adequacy", "perfect").click()
    for place in (0, 1, 3):
        page.chip(place, 1).click()
    page.next.click()
    told = page.refused()
    assert words[language][1] in told
    # the page leads to the name that lacks a group, so that a digit is enough
    expect(page.row(2)).to_be_focused()
    page.page.keyboard.press("2")
    stored = page.sent(lambda: page.page.keyboard.press("Enter"))
    assert stored.payload["trial"] == {"group": [1, 1, 2, 1]}


def test_arrows_go_from_name_to_name_and_judge_none(server: RunningServer, make_context: MakeContext) -> None:
    page = _verify(make_context(), server)
    judged = page.form.locator("input:checked")
    page.page.keyboard.press("a")
    page.page.keyboard.press("1")
    expect(page.row(1)).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.form.locator(".problems")).not_to_be_empty()
    for _ in range(2):
        page.page.keyboard.press("ArrowDown")
    expect(page.row(3)).to_have_class(re.compile("in-focus"))
    expect(judged).to_have_count(1)
    page.option(2, "adequacy", "slight").click()
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("ArrowLeft")
    expect(page.row(1)).to_have_class(re.compile("in-focus"))
    expect(page.option(2, "adequacy", "slight").locator("input")).to_be_checked()
    page.chip(1, 1).click()
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("2")
    assert page.groups() == ["1", "1", "2", ""]
    expect(judged).to_have_count(2)


@pytest.mark.long
def test_a_missing_group_is_told_of_until_no_name_lacks_one(server: RunningServer, make_context: MakeContext) -> None:
    page = _verify(make_context(), server)
    names = page.names()
    for place in range(len(SHOWN)):
        page.option(place, "adequacy", "perfect").click()
    page.next.click()
    told = page.form.locator("[data-field=group] .field-error"), page.form.locator(".problems")
    expect(page.row(0)).to_be_focused()
    for place in range(len(SHOWN)):
        for words in told:
            expect(words).to_have_text(f"Give every name a group. Without one: {', '.join(names[place:])}")
        page.chip(place, 1).click()
    expect(told[0]).to_be_hidden()
    expect(told[1]).to_be_empty()


@pytest.mark.long
def test_names_that_fit_perfectly_join_one_group_in_sight(server: RunningServer, make_context: MakeContext) -> None:
    """Four names in ten strokes; what nobody chose is seen, recorded as such, and goes with the judgment it came from."""
    page = _verify(make_context(), server, study=4)
    keys = page.page.keyboard
    expect(page.form.locator("[data-default]")).to_be_visible()
    for key in ("a", "ArrowDown", "s", "l", "1", "d", "r", "2", "a"):
        keys.press(key)
    assert page.groups() == ["1", "1", "2", "1"]
    for place, by_default in enumerate((True, False, False, True)):
        expect(page.chip(place, int(page.groups()[place]))).to_be_in_viewport()
        assert ("by-default" in str(page.row(place).get_attribute("class"))) is by_default
    stored = page.sent(lambda: keys.press("Enter"))
    assert stored.payload["trial"] == {"group": [1, 1, 2, 1]}
    assert stored.meta["grouped_by_default"] == [0, 3]
    # two objects that both fit: the rater parts them, and there is no one group any more that a third could join
    for place in (0, 1):
        page.option(place, "adequacy", "perfect").click()
    assert page.groups() == ["1", "1", "", ""]
    page.chip(1, 2).click()
    page.option(2, "adequacy", "perfect").click()
    assert page.groups() == ["1", "2", "", ""]
    # a group that came with the judgment goes with it; one that was chosen stays
    page.option(0, "adequacy", "inadequate").click()
    page.option(1, "adequacy", "inadequate").click()
    assert page.groups() == ["", "2", "", ""]


@pytest.mark.long
def test_groups_are_known_by_the_names_in_them(server: RunningServer, make_context: MakeContext) -> None:
    page = _verify(make_context(), server)
    names = page.names()
    expect(page.chip(0, 1)).to_have_text("1+ new")
    page.chip(0, 1).click()
    page.chip(1, 1).click()
    page.chip(2, 2).click()
    expect(page.chip(3, 1)).to_have_text(f"1{names[0]}")
    expect(page.chip(3, 2)).to_have_text(f"2{names[2]}")
    expect(page.chip(3, 3)).to_have_text("3+ new")
    expect(page.chip(3, 1)).to_have_attribute("aria-label", f"Group 1: {names[0]}, {names[1]}")
    expect(page.row(3).get_by_text("Group", exact=True)).to_be_visible()


@pytest.mark.long
def test_half_done_groups_survive_a_reload(server: RunningServer, make_context: MakeContext) -> None:
    page = _verify(make_context(), server)
    names = page.names()
    page.option(1, "adequacy", "slight").click()
    page.chip(1, 1).click()
    page.chip(3, 2).click()
    wait_for_draft(page.page, '"unfinished":[[null,1,null,2]]', '"adequacy":"slight"')
    page.page.reload()
    page.wait()
    assert page.names() == names
    assert page.groups() == ["", "1", "", "2"]
    expect(page.form.locator("input[name='1.adequacy']:checked")).to_have_attribute("value", "slight")


@pytest.mark.long
def test_going_back_shows_what_was_answered(server: RunningServer, make_context: MakeContext) -> None:
    page = _verify(make_context(), server)
    for place in range(4):
        page.option(place, "adequacy", "perfect").click()
        page.chip(place, (1, 1, 2, 2)[place]).click()
    page.sent(page.next.click)
    page.form.locator("[data-action=back]").click()
    page.wait()
    assert page.groups() == ["1", "1", "2", "2"]
    page.chip(3, 3).click()
    page.sent(page.next.click)
    assert [one.payload["trial"]["group"] for one in page.stored()] == [[1, 1, 2, 2], [1, 1, 2, 3]]


@pytest.mark.long
def test_hidden_columns_never_reach_the_page(server: RunningServer, make_context: MakeContext) -> None:
    context = make_context()
    seen: list[str] = []
    context.on("response", lambda answer: seen.append(answer.text()) if "/api/" in answer.url else None)
    _naming(context, server)
    _verify(context, server)
    text = "".join(seen)
    assert "bh-box" in text
    for word in ("planted", "copy_of", "truth", "reference_name", "vehicles", "object-0", "n1"):
        assert f'"{word}"' not in text
        assert f'\\"{word}\\"' not in text


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_practice_says_which_names_belong_together_and_why(
    language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = VerifyPage(make_context().new_page(), server.folders[2])
    JourneyPage(page.page, server.rater_url(2), page.folder).join(f"?lang={language}")
    # every judgment is right, but the slip is put into a group of its own
    told = _practise(page, apart=("ball", "dgo"))
    expect(page.page.locator(".feedback")).not_to_have_class(re.compile("passed"))
    # names as they stand on the page, never letters that it does not show
    row = next(line for line in told.splitlines() if ("together" if language == "en" else "同组") in line)
    assert ("ball alone" if language == "en" else "ball 自成一组") in row
    assert all(name in row for name in ("dog", "animal", "dgo"))
    # what was answered stands beside it, since it differs
    own = page.page.locator(".feedback dd.differs small")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("dgo alone" if language == "en" else "dgo 自成一组")
    assert ("“dgo” is a slip for “dog”" if language == "en" else "“dgo”是“dog”写错了") in told
    judged = page.page.locator(".name-row[data-called=ball] .verdict-line")
    expect(judged).to_have_text(["Correct" if language == "en" else "正确"] * 2)
    assert violations(page.page) == []
    page.page.locator(".feedback .button").click()
    page.wait()
    _practise(page, apart=("cat",))
    expect(page.page.locator(".feedback")).to_have_class("feedback passed")


def _practise(page: VerifyPage, *, apart: tuple[str, ...]) -> str:
    """Judges a practice object rightly, with these names in groups of their own; what is said about it."""
    known = {"dgo": ("slight", "linguistic"), "bed": ("slight", "visual")}
    known |= dict.fromkeys(("ball", "cat"), ("inadequate", "referential"))
    groups: dict[str, int] = {}
    for place, name in enumerate(page.names()):
        adequacy, fault = known.get(name, ("perfect", ""))
        group = groups.setdefault(name if name in apart else "", len(groups) + 1)
        _judge(page, "mouse", place, adequacy, fault, group=group)
    page.next.click()
    feedback = page.page.locator(".feedback")
    expect(feedback.locator(".button")).to_be_visible()
    return feedback.inner_text()
