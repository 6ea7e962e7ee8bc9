"""The trajectories page in a real browser: by keyboard, mouse and touch, in both languages, what is stored is what was shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import RunningServer, running_server

from .conftest import DESKTOP, HANDS, PHONE
from .rater_page import tab_to
from .trajectories_page import (
    FIELDS,
    TrajectoriesPage,
    assert_stored,
    write_long_pair,
    write_one_pair,
    write_text_only,
    write_trajectories_study,
)
from .waits import wait_for_draft, wait_until_drawn, wait_until_observed

MakeContext = Callable[..., BrowserContext]
STUDY, LONG, CUT_OFF, IDENTICAL, PROCESS, TEXT_ONLY = range(6)
SIDES = ("left", "tie", "right")
PREFERENCE_KEYS = {"left": "a", "tie": "e", "right": "b"}


@pytest.fixture(scope="module")
def server(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The example, forty steps, a cut-off pair, an identical pair, one that asks for the process first, one without a picture."""
    example, root = painted("trajectories"), tmp_path_factory.mktemp("trajectories")
    folders = (
        write_trajectories_study(example, root / "study"),
        write_long_pair(example, root / "long"),
        write_one_pair(example, root / "cut-off", "cut-off"),
        write_one_pair(example, root / "identical", "identical"),
        write_one_pair(example, root / "process", "process", ask_first="process"),
        write_text_only(example, root / "text-only"),
    )
    with running_server(*folders) as running:
        yield running


def _open(
    context: BrowserContext, server: RunningServer, language: str = "en", *, number: int = STUDY
) -> TrajectoriesPage:
    page = TrajectoriesPage(context.new_page(), server.folders[number])
    page.open(server.rater_url(number), language)
    return page


def _wanted(turn: int) -> dict[str, str]:
    """Answers in which every option of every field comes up within five turns."""
    wanted = {name: str((turn + place) % 5 + 1) for place, name in enumerate(FIELDS)}
    wanted |= {"0.correct": ("yes", "no")[turn % 2], "1.correct": ("no", "yes")[turn % 2]}
    return wanted | {"preference": SIDES[turn % 3]}


def _by_keys(page: TrajectoriesPage, name: str, value: str) -> None:
    page.page.keyboard.press({"yes": "y", "no": "n", **PREFERENCE_KEYS}.get(value, value))


def _by_mouse(page: TrajectoriesPage, name: str, value: str) -> None:
    page.option(name, value).click()


def _by_touch(page: TrajectoriesPage, name: str, value: str) -> None:
    page.option(name, value).tap()


WAYS = {"keys": _by_keys, "mouse": _by_mouse, "touch": _by_touch}


def _judge(page: TrajectoriesPage, way: str, wanted: dict[str, str]) -> None:
    page.read()
    for name, value in wanted.items():
        WAYS[way](page, name, value)
    assert page.chosen() == wanted


@pytest.mark.long
@pytest.mark.parametrize(("way", "language"), HANDS)
def test_what_is_stored_is_what_was_shown(
    way: str, language: str, server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(**PHONE if way == "touch" else {}), server, language)
    known = set(page.stored())
    given = []
    for turn in range(5):
        _judge(page, way, _wanted(turn))
        if turn == 1:
            page.form.locator("textarea[name=comment]").fill("第 2 步看错了 – wrong picture?")
        send = page.form.locator("button[type=submit]")
        if way == "keys":
            given.append(
                page.sent(lambda turn=turn: page.page.keyboard.press("Control+Enter" if turn == 1 else "Enter"))
            )
        else:
            given.append(page.sent(send.click if way == "mouse" else send.tap))
        page.wait()
    new = [rows for answer, rows in page.stored().items() if answer not in known]
    assert len(new) == 5
    for rows, (_, answers, chosen, comment) in zip(new, given, strict=True):
        assert_stored(page, rows, answers, chosen, comment)


def test_a_pair_without_a_picture_is_judged_as_any_other(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(**DESKTOP), server, number=TEXT_ONLY)
    wrong: list[str] = []
    page.page.on("pageerror", lambda error: wrong.append(str(error)))
    page.page.reload()
    page.wait()
    expect(page.form.locator(".traj-stage")).to_be_hidden()
    expect(page.form.locator(".traj-step.has-place")).to_have_count(0)
    page.step(0, 2).click()
    known = set(page.stored())
    _judge(page, "keys", _wanted(1))
    page.sent(lambda: page.page.keyboard.press("Enter"))
    assert wrong == []
    assert len(set(page.stored()) - known) == 1


def test_nothing_is_preset_and_the_comparison_comes_last(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server)
    assert set(page.chosen().values()) == {""}
    page.read()
    page.page.keyboard.press("Enter")
    expect(page.form.locator(".problems")).to_contain_text("Coherence")
    assert set(page.chosen().values()) == {""}
    for late in ("preference", "confidence", "comment"):
        expect(page.field(late)).to_be_hidden()
    for name, value in list(_wanted(0).items())[:7]:
        page.option(name, value).click()
    page.page.keyboard.press("a")
    assert page.value("preference") == ""
    expect(page.form.locator(".traj-wait")).to_contain_text("Still to answer: 1 question on B")
    page.option("1.thoroughness", 3).click()
    for late in ("preference", "confidence", "comment"):
        expect(page.field(late)).to_be_visible()
    expect(page.form.locator(".traj-wait")).to_be_hidden()
    assert page.value("preference") == ""


def test_keys_go_to_the_question_at_hand(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server)
    page.page.keyboard.press("?")
    points = page.page.locator("#key-list .key-row", has_text="Points for the current question")
    assert points.locator("kbd").all_text_contents() == [*"12345"]
    listed = page.page.locator("#key-list kbd").all_text_contents()
    assert sorted(listed) == sorted(set(listed)), "no key is said twice"
    page.page.keyboard.press("Escape")
    assert page.at_hand() == "0.correct"
    page.page.keyboard.press("3")
    assert set(page.chosen().values()) == {""}, "a digit is no answer to yes or no"
    page.option("1.efficiency", 2).click()
    assert page.at_hand() == "1.thoroughness"
    page.page.keyboard.press("5")
    assert page.value("1.thoroughness") == "5"
    page.option("0.coherence", 1).click()
    page.page.keyboard.press("n")
    assert (page.value("0.correct"), page.value("1.correct")) == ("no", "")
    page.form.locator('input[name="1.coherence"]').first.focus()
    page.page.keyboard.press("4")
    assert page.value("1.coherence") == "4"


def test_arrows_walk_through_a_scale_without_leaving_it(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server)
    tab_to(page.form.locator('input[name="0.efficiency"]').first)
    page.page.keyboard.press("Space")
    for expected in ("2", "3", "4"):
        page.page.keyboard.press("ArrowRight")
        assert page.value("0.efficiency") == expected
    assert {name: value for name, value in page.chosen().items() if value} == {"0.efficiency": "4"}


def test_arrows_answer_no_question_that_nobody_tabbed_to(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server)
    page.option("0.coherence", 4).click()
    assert page.at_hand() == "0.efficiency"
    for key in ("ArrowDown", "ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.page.keyboard.press(key)
    assert {name: value for name, value in page.chosen().items() if value} == {"0.coherence": "4"}


@pytest.mark.long
def test_the_words_of_the_points_follow_the_question_and_the_pointer(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(), server)
    words = page.form.locator(".traj-anchors section:not([hidden])")
    page.page.keyboard.press("y")
    expect(words.locator("h3")).to_have_text("Coherence & logicality")
    expect(words.locator("dl > div")).to_have_count(5)
    page.option("1.thoroughness", 2).hover()
    expect(words.locator("h3")).to_have_text("Thoroughness")
    expect(words.locator(".chosen dd")).to_contain_text("Incomplete")


@pytest.mark.parametrize("how", ["hover", "focus", "tap"])
def test_a_steps_place_is_shown_on_the_picture(how: str, server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(**PHONE if how == "tap" else {}), server, number=LONG)
    page.page.mouse.move(5, 5)
    for number in (1, 4, 21):
        step = page.step(1, number)
        step.scroll_into_view_if_needed()
        {"hover": step.hover, "focus": step.focus, "tap": step.tap}[how]()
        expect(step).to_have_class(re.compile(r"\bnow\b"))
        expect(page.form.locator(".place-mark.now:visible")).to_have_text(str(number))
        left, top, width, height = page.place_of(".place-frame")
        if number % 2:
            assert (left + width / 2, top + height / 2) == pytest.approx(
                (20 * number / 800, 10 * number / 600), abs=0.01
            )
        else:
            got = (left, top, left + width, top + height)
            wanted = (number / 800, number / 600, (10 * number + 80) / 800, (10 * number + 60) / 600)
            assert got == pytest.approx(wanted, abs=0.01)
        assert len(page.marks()) == 39, "the marks of this side, and of no other"
        expect(page.form.locator(".traj-now")).to_contain_text(f"B {number}")


@pytest.mark.long
def test_a_step_without_a_place_says_so(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, number=LONG)
    page.step(0, 40).hover()
    expect(page.form.locator(".place-mark.now:visible")).to_have_count(0)
    expect(page.form.locator(".traj-now")).to_contain_text("no place")


@pytest.mark.long
def test_arrows_walk_through_the_steps(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, number=LONG)
    page.step(0, 1).focus()
    for _ in range(5):
        page.page.keyboard.press("ArrowDown")
    expect(page.step(0, 6)).to_be_focused()
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Shift+Tab")
    expect(page.step(0, 5)).to_be_focused()


@pytest.mark.long
def test_a_mark_leads_to_its_step(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, number=LONG)
    page.step(0, 2).hover()
    page.form.locator(".place-mark:visible", has_text=re.compile(r"^35$")).click()
    expect(page.step(0, 35)).to_have_class(re.compile(r"\bnow\b"))
    expect(page.step(0, 35)).to_be_in_viewport()


@pytest.mark.long
def test_both_sides_scroll_together_on_request(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, number=LONG)
    tops = "form => [...form.querySelectorAll('.traj-steps')].map((list) => Math.round(list.scrollTop))"

    def wheel(place: int) -> list[int]:
        side = page.side(place).locator(".traj-steps")
        side.hover()
        goal = side.evaluate("(list) => list.scrollTop") + 300
        page.page.mouse.wheel(0, 300)
        page.page.wait_for_function("([list, goal]) => list.scrollTop >= goal", arg=[side.element_handle(), goal])
        wait_until_drawn(page.page)
        return list(page.form.evaluate(tops))

    assert wheel(0) == [300, 0]
    page.page.keyboard.press("l")
    assert wheel(0) == [600, 300]
    assert wheel(1) == [900, 600]
    page.form.locator("[data-link]").click()
    assert wheel(1) == [900, 900]


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_both_trajectories_must_have_been_read_to_their_ends(
    device: dict[str, object], server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(**device), server, number=LONG)
    lease = page.lease
    for name, value in _wanted(0).items():
        page.option(name, value).evaluate("label => label.querySelector('input').click()")
    assert page.chosen() == _wanted(0)
    page.form.evaluate("form => form.scrollTo(0, 0)")
    page.form.locator("button[type=submit]").click()
    told = page.form.locator(".problems")
    expect(told).to_contain_text("to the end first.")
    assert page.lease == lease
    page.form.dispatch_event("wheel")
    page.read()
    expect(told).to_be_empty()
    page.form.locator("button[type=submit]").click()
    expect(page.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_have_count(0)


@pytest.mark.long
def test_what_the_page_scrolls_to_by_itself_is_not_read_by_that(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(), server, number=LONG)
    for name, value in _wanted(0).items():
        page.option(name, value).evaluate("label => label.querySelector('input').click()")
    for place in (0, 1):
        # all but the last line
        page.side(place).locator("[data-end]").evaluate(
            "end => { const pane = end.parentElement; "
            "pane.scrollTop += end.getBoundingClientRect().top - pane.getBoundingClientRect().bottom - 1; }"
        )
        wait_until_observed(page.step(place, 40))
    lease, told = page.lease, page.form.locator(".problems")
    page.page.keyboard.press("Enter")
    expect(told).to_contain_text("Read A to the end first.")
    end = page.side(0).locator("[data-end]")
    wait_until_observed(end)
    expect(told).to_contain_text("Read A to the end first.")
    page.page.keyboard.press("Enter")
    expect(told).to_have_text("Read B to the end first.")
    page.page.keyboard.press("Enter")
    expect(page.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_have_count(0)


@pytest.mark.long
def test_the_comparison_takes_no_room_until_it_opens(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(viewport={"width": 1280, "height": 720}), server)
    pane = page.side(0).locator(".traj-steps")

    def height() -> float:
        return float(pane.evaluate("pane => pane.clientHeight"))

    waiting = height()
    page.read()
    for name, value in list(_wanted(0).items())[:8]:
        page.option(name, value).click()
    expect(page.field("preference")).to_be_visible()
    assert waiting > height() + 40


@pytest.mark.long
def test_on_a_phone_the_points_stand_in_a_row_and_their_words_unfold(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(**PHONE), server)
    box, words = page.field("0.efficiency"), page.field("0.efficiency").locator(".band-text:visible")
    expect(words).to_have_count(0)
    folded = page.form.evaluate("form => form.scrollHeight")
    page.option("0.efficiency", 2).tap()
    expect(words).to_have_text(re.compile("^Inefficient: many unnecessary operations"))
    fold = page.side(0).get_by_role("button", name="What the points mean")
    fold.tap()
    expect(fold).to_have_attribute("aria-expanded", "true")
    expect(words).to_have_count(5)
    assert page.form.evaluate("form => form.scrollHeight") > folded + 800
    fold.tap()
    expect(words).to_have_count(1)
    assert box.locator(".point:visible").count() == 5


@pytest.mark.long
def test_a_cut_off_side_is_noted_and_rated(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, number=CUT_OFF)
    notes = [page.side(n).locator(".traj-note").count() for n in (0, 1)]
    assert sorted(notes) == [0, 1]
    cut = notes.index(1)
    expect(page.side(cut).locator(".traj-final")).to_contain_text("Cut off here")
    _judge(page, "mouse", _wanted(3))
    _, _, chosen, _ = page.sent(page.form.locator("button[type=submit]").click)
    assert chosen["preference"] == "left"


@pytest.mark.long
@pytest.mark.parametrize(("language", "words"), [("en", "identical"), ("zh", "完全相同")])
def test_identical_sides_are_noted(language: str, words: str, server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, language, number=IDENTICAL)
    for place in (0, 1):
        expect(page.side(place).locator(".traj-note")).to_contain_text(words)
    first, second = (page.side(n).locator(".traj-steps").inner_text() for n in (0, 1))
    assert first == second


@pytest.mark.long
def test_with_process_first_the_reference_answer_waits(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server, number=PROCESS)
    truths = page.form.locator(".traj-truth")
    for name in ("0.coherence", "0.efficiency", "0.thoroughness", "1.coherence", "1.efficiency"):
        page.page.keyboard.press("y")
        assert page.at_hand() == name
        page.page.keyboard.press("4")
        expect(truths.first).to_be_hidden()
        expect(truths.last).to_be_hidden()
    page.page.keyboard.press("2")
    expect(truths.first).to_be_visible()
    assert page.at_hand() == "0.correct"
    for key in ("y", "n", "e", "3"):
        page.page.keyboard.press(key)
    assert page.chosen() == {
        "0.correct": "yes", "0.coherence": "4", "0.efficiency": "4", "0.thoroughness": "4",
        "1.correct": "no", "1.coherence": "4", "1.efficiency": "4", "1.thoroughness": "2",
        "preference": "tie", "confidence": "3",
    }  # fmt: skip
    page.read()
    page.sent(lambda: page.page.keyboard.press("Enter"))


@pytest.mark.long
def test_going_back_shows_the_answer_on_the_same_sides_and_changes_it(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(), server)
    known = set(page.stored())
    _judge(page, "keys", _wanted(2))
    lease, answers, chosen, _ = page.sent(lambda: page.page.keyboard.press("Enter"))
    page.wait()
    page.page.keyboard.press("Backspace")
    expect(page.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_be_visible()
    assert (page.answers(), page.chosen()) == (answers, chosen)
    page.wait()
    page.option("preference", "tie").click()
    page.form.locator("button[type=submit]").click()
    page.wait()
    expect(page.page.locator("#save-state")).to_have_attribute("data-state", "saved")
    new = [rows for answer, rows in page.stored().items() if answer not in known]
    assert [rows["left", "preference"] for rows in new] == ["tie"]


@pytest.mark.long
def test_a_reload_keeps_what_was_filled_in(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(), server)
    for key in "y42":
        page.page.keyboard.press(key)
    answers, chosen = page.answers(), page.chosen()
    wait_for_draft(page.page, '"correct":"yes"', '"efficiency":2')
    page.page.reload()
    expect(page.form).to_be_visible()
    assert (page.answers(), page.chosen()) == (answers, chosen)


@pytest.mark.long
def test_on_a_phone_the_picture_stays_in_sight(server: RunningServer, make_context: MakeContext) -> None:
    page = _open(make_context(**PHONE), server, "zh", number=LONG)
    for place, number in ((0, 3), (0, 38), (1, 20)):
        page.step(place, number).tap()
        expect(page.form.locator(".traj-zoom img")).to_be_in_viewport(ratio=0.95)
        picture, step = (one.bounding_box() for one in (page.form.locator(".traj-stage"), page.step(place, number)))
        assert picture is not None
        assert step is not None
        assert step["y"] + step["height"] > picture["y"] + picture["height"], "the picture covers the step"


@pytest.mark.long
def test_a_pair_shown_the_other_way_round_differs_in_nothing_but_the_order(
    server: RunningServer, make_context: MakeContext
) -> None:
    seen: dict[tuple[str, str], list[str]] = {}
    for _ in range(12):
        page = _open(make_context(), server, number=LONG)
        sides = [str(page.side(n).locator(".traj-steps").evaluate("list => list.innerHTML")) for n in (0, 1)]
        order = page.answers()
        seen[order[0], order[1]] = sides
        if len(seen) == 2:
            break
    (first, one), (second, other) = seen.items()
    assert first == second[::-1]
    assert one == other[::-1]


@pytest.mark.long
def test_the_aim_is_a_range_and_the_longest_time_is_told_gently(
    server: RunningServer, make_context: MakeContext
) -> None:
    page = _open(make_context(), server)
    aim = page.form.locator(".aim")
    expect(aim).to_have_text("Aim: 2–3 min")
    source = page.page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.name).find(name => name.endsWith('/rate/aim.js'))"
    )
    for seconds, told in ((299, "Aim: 2–3 min"), (300, "Over 5 min. Go with your best judgment.")):
        page.page.evaluate(
            """async ([source, seconds]) => {
                const { showAim } = await import(source);
                showAim(document.querySelector("form.trial.current"), { read: () => ({ active: 1000 * seconds, aside: 0 }) }, false)();
            }""",
            [source, seconds],
        )
        expect(aim.locator(".aim-words:visible, .aim-over:visible")).to_have_text(told)
    expect(aim.get_by_role("status")).to_be_visible()
