"""Questions that ask by how much: grades, both bad, a slider; by mouse, keys and touch, and back to the truth."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, expect
from scipy.special import expit

from beholder.facade import load
from beholder.store.study_home import Home
from beholder.testing import running_server

from .browser_studies import ASKING_MORE, pictures_study
from .conftest import DESKTOP, PHONE, MakePage
from .rater_page import RaterPage, tab_to


def _question(rater: RaterPage, name: str) -> Locator:
    return rater.trial.locator(f"[data-field={name}]")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_grades_and_a_slider_are_answered_by_hand(open_page: MakePage, screen: dict[str, object]) -> None:
    rater = open_page("more", **screen).join()
    expect(rater.trial.locator("input:checked")).to_have_count(0)
    grade = _question(rater, "follows").get_by_role("radio", name="B is better")
    words = _question(rater, "follows").locator(".option-text", has_text="B is better")
    hand = "tap" if screen is PHONE else "click"
    getattr(grade, hand)()
    expect(words).to_be_visible()
    assert words.evaluate("(one) => getComputedStyle(one).clipPath") == "none", "what was chosen is told in words"
    getattr(_question(rater, "looks").get_by_role("radio", name="Both are bad"), hand)()
    slider = _question(rater, "worth").get_by_role("slider")
    slider.scroll_into_view_if_needed()
    expect(slider).to_have_attribute("aria-valuetext", "not answered")
    getattr(slider, hand)()
    # the middle, where the control of the browser stands by itself: it is an answer all the same
    expect(_question(rater, "worth").locator("output")).to_have_text("50")
    rater.send()
    rater.state("saved")
    assert [one.payload["trial"] for one in rater.stored()] == [{"follows": 2, "looks": "both_bad", "worth": 50}]


def test_keys_answer_one_question_after_the_other_and_move_the_slider_by_1_5_and_10(open_page: MakePage) -> None:
    rater = open_page("more").join()
    keyboard = rater.page.keyboard
    for key in ("3", "u", "7"):
        keyboard.press(key)
    output = _question(rater, "worth").locator("output")
    expect(output).to_have_text("70")
    tab_to(_question(rater, "worth").get_by_role("slider"))
    for key, told in (("ArrowRight", "71"), ("Shift+ArrowRight", "76"), ("PageDown", "66"), ("End", "100")):
        keyboard.press(key)
        expect(output).to_have_text(told)
    expect(_question(rater, "worth").get_by_role("slider")).to_have_attribute("aria-valuetext", "100, flawless")
    keyboard.press("Shift+ArrowRight")
    expect(output).to_have_text("100")
    rater.send()
    rater.state("saved")
    assert [one.payload["trial"] for one in rater.stored()] == [{"follows": -1, "looks": "unsure", "worth": 100}]


_PLACES = """(faces) => {
    const from = faces[0].closest(".panel").getBoundingClientRect();
    const boxes = faces.map((one) => one.getBoundingClientRect());
    return boxes.map(({ x, y, width, height }) => [x - from.x, y - from.y, width, height]);
}"""


def test_what_is_chosen_moves_nothing_that_the_next_tap_aims_at(open_page: MakePage) -> None:
    rater = open_page("pair", **PHONE).join()
    faces = rater.trial.locator(".option-face")
    before = faces.evaluate_all(_PLACES)
    for name in ("follows", "looks"):
        # the answer whose words just fit their line
        _question(rater, name).get_by_role("radio", name="Roughly equal").tap()
    expect(rater.trial.locator("input:checked")).to_have_count(2)
    assert faces.evaluate_all(_PLACES) == before


def test_what_is_left_open_is_named(open_page: MakePage) -> None:
    rater = open_page("more").join()
    rater.page.keyboard.press("4")
    rater.trial.locator("button[type=submit]").click()
    expect(rater.trial.locator(".problems")).to_contain_text("How good is the better one?")
    expect(rater.trial.locator(".problems")).not_to_contain_text("Which follows the prompt?")


STRENGTH, THRESHOLDS = {"s0": 0.6, "s1": -0.6}, (0.4, 1.2, 2.4)
# multiples of it modulo 1 fill the interval most evenly
_GOLDEN = (5**0.5 - 1) / 2


@pytest.mark.long
def test_a_graded_preference_answered_through_the_page_gives_back_its_truth(
    make_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    """Sixty pairs graded by keys as the model of grades would; the analysis finds the strengths behind them."""
    folder = pictures_study(tmp_path / "truth", ASKING_MORE, systems=2, items=60)
    settings = (folder / "study.yaml").read_text(encoding="utf-8").replace("ratings: 400", "ratings: 1")
    (folder / "study.yaml").write_text(settings, encoding="utf-8")
    shown: Counter[str] = Counter()
    with running_server(folder) as server:
        rater = RaterPage(make_context().new_page(), server.rater_url(0), folder).join()
        for _ in range(60):
            left, right = _shown(folder, rater.lease)
            ahead = STRENGTH[left] - STRENGTH[right]
            at_least = [*(expit(ahead + t) for t in THRESHOLDS[::-1]), *(expit(ahead - t) for t in THRESHOLDS)]
            # spread evenly, so that the shares of grades are those of the model whichever side a system stands on
            shown[left] += 1
            draw = shown[left] * _GOLDEN % 1
            grade = len(THRESHOLDS) - sum(draw < p for p in at_least)
            # the best for the left is the first key
            for key in (str(grade + len(THRESHOLDS) + 1), "ArrowDown", "5"):
                rater.page.keyboard.press(key)
            rater.send()
    with load(folder) as study:
        found = study.analysis()
    difference = found.finding("follows.difference.s0-s1")
    assert difference.interval is not None
    assert difference.interval[0] <= STRENGTH["s0"] - STRENGTH["s1"] <= difference.interval[1]
    assert difference.interval[0] > 0
    for number, threshold in enumerate(THRESHOLDS, start=1):
        low, high = found.finding(f"follows.threshold:{number}").interval or (0.0, 0.0)
        assert low <= threshold <= high
    assert found.finding("worth.mean").value == 50


def _shown(folder: Path, lease: str) -> tuple[str, str]:
    """Which systems stand left and right, which no rater can see."""
    conn = sqlite3.connect(f"file:{Home(folder).database}?mode=ro", uri=True)
    try:
        ((slots,),) = conn.execute("SELECT slots FROM leases WHERE lease = ?", [lease]).fetchall()
    finally:
        conn.close()
    (left,), (right,) = json.loads(slots)
    return left, right
