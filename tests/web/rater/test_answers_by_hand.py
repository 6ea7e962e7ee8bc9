"""Answers that no page sends, put together by hand: each is refused in a sentence about its field, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.media.media_samples import painting, saved
from tests.web.web_client import Rating, Site, open_site

ABOUT_TWO = """
name: two-by-hand
title: Compare two
shows: pair
item: {prompt: {kind: text}, source: {kind: image}}
candidate: {caption: {kind: text}}
form:
  fields:
    graded: {kind: preference, label: "By how much?", steps: 7}
    sides: {kind: preference, label: "Which?", ties: false, both_bad: true, unsure: true}
    plain: {kind: preference, label: "Which again?"}
    level: {kind: slider, label: "How good?", min: 0, max: 100}
    points:
      kind: regions
      label: Where?
      reasons: [{id: hand, label: Hand}]
      notes: true
    boxes: {kind: regions, label: "Which part?", shape: box}
    words: {kind: word_marks, label: "Which words?", column: prompt, options: [{id: wrong, label: Wrong}]}
    earned: {kind: points, label: Points}
  candidate_fields:
    odd: {kind: word_marks, label: "Which of its words?", column: caption, options: [{id: wrong, label: Wrong}]}
"""
ABOUT_ALL = """
name: all-by-hand
title: Order all
shows: all
candidate: {caption: {kind: text}}
form:
  fields:
    order: {kind: ranking, label: "In which order?"}
    ties: {kind: ranking, label: "In which order, again?", ties: true}
    top: {kind: ranking, label: "Which are the best two?", top: 2}
    pick: {kind: best_worst, label: "Best and worst?"}
"""
PROMPT = "a red ball, don’t 走"
WORDS = [["a", ""], ["red", "wrong"], ["ball", ""], ["don’t", ""], ["走", ""]]
GOOD: dict[str, dict[str, Any]] = {
    "two": {
        "graded": -3,
        "sides": "both_bad",
        "plain": "tie",
        "level": 50,
        "points": [{"x": 0, "y": 1, "reason": "hand", "note": "six fingers"}],
        "boxes": [{"x": 0.5, "y": 0.5, "width": 0.5, "height": 0.5}],
        "words": WORDS,
        "earned": 1.5,
    },
    "all": {"order": [2, 1, 3], "ties": [1, 1, 3], "top": [None, 1, 2], "pick": ["best", "", "worst"]},
}
HUGE = "1" + "0" * 400
POINT = '{"x": %s, "y": 0.5, "reason": "hand"}'
BOX = '{"x": %s, "y": 0, "width": %s, "height": 1}'
NO_NUMBERS = ["NaN", "Infinity", "-Infinity", "1e999", HUGE, "-" + HUGE, '"1"', "true", "{}", "[[]]"]
BAD: dict[str, list[str]] = {
    "graded": [*NO_NUMBERS, "4", "-4", "0.5", "1.0", '"left"', '"tie"', '"both_bad"', '"unsure"'],
    "sides": [*NO_NUMBERS, '"tie"', '"A"', "1", '"LEFT"', '["left"]', json.dumps("left" * 5000)],
    "plain": ['"both_bad"', '"unsure"', "-1", "0"],
    "level": [*NO_NUMBERS, "-1", "101", "50.5", "5e1", '"50"'],
    "points": [
        *(f"[{POINT % x}]" for x in (*NO_NUMBERS, "-0.001", "1.001", "null")),
        f"[{', '.join([POINT % 0.5] * 11)}]",
        f"[{', '.join([POINT % 0.5] * 3000)}]",
        '[{"x": 0.5, "y": 0.5}]',
        '[{"x": 0.5, "y": 0.5, "reason": ["hand"]}]',
        '[{"x": 0.5, "y": 0.5, "reason": "hand", "note": {"a": 1}}]',
        '[{"x": 0.5, "y": 0.5, "reason": "hand", "note": "\\u0000"}]',
        '[{"x": 0.5, "y": 0.5, "reason": "hand", "width": 0.1}]',
        "[[0.5, 0.5]]",
        '"none"',
        "{}",
        "0",
    ],
    "boxes": [
        *(f"[{BOX % (0, side)}]" for side in (*NO_NUMBERS, "0", "-0.5", "1.1", "null")),
        f"[{BOX % (0.6, 0.5)}]",
        f"[{BOX % (1, 0.0001)}]",
        f"[{BOX % (0.99999, 0.0001)}]",
    ],
    "words": [
        json.dumps(WORDS[:-1]),
        json.dumps([*WORDS, ["more", ""]]),
        json.dumps([WORDS[1], WORDS[0], *WORDS[2:]]),
        json.dumps([["an", ""], *WORDS[1:]]),
        json.dumps([["a", "right"], *WORDS[1:]]),
        json.dumps([["a", "", ""], *WORDS[1:]]),
        json.dumps([["", ""], *WORDS[1:]]),
        json.dumps([["a" * 300, ""], *WORDS[1:]]),
        json.dumps([[1, ""], *WORDS[1:]]),
        json.dumps([["a", ["wrong"]], *WORDS[1:]]),
        json.dumps(WORDS * 2000),
        "[]",
        "{}",
        '"red"',
    ],
    "earned": [*NO_NUMBERS, "-0.5", "0.3", "101"],
    "order": [
        *(f"[1, 2, {one}]" for one in (*NO_NUMBERS, "null", "2", "0", "4", "-1", "2.5", "3.0")),
        "[1, 2]",
        "[1, 2, 3, 3]",
        f"[{', '.join(['1'] * 5000)}]",
        '"1 2 3"',
        "{}",
    ],
    "ties": ["[1, 1, null]", "[null, null, null]", "[1, 1]"],
    "top": ["[1, null, null]", "[null, null, null]", "[1, 2, 3]", "[1, 1, 2]"],
    "pick": [
        '["best", "worst", "worst"]',
        '["best", "best", "worst"]',
        '["best", "", ""]',
        '["", "", ""]',
        '["best", "worst"]',
        '["best", "worst", null]',
        '["best", "worst", ["best"]]',
        '["best worst", "", ""]',
        '{"best": 0, "worst": 0}',
        f"[{', '.join([json.dumps('')] * 5000)}]",
        "1",
    ],
}


def _write(folder: Path, protocol: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "source.png").write_bytes(saved(painting(32, 32), "PNG"))
    (folder / "protocol.yaml").write_text(protocol, encoding="utf-8")
    (folder / "study.yaml").write_text('{"protocol": "protocol.yaml", "items": "items.jsonl", "seed": 3}')
    shown = {"prompt": PROMPT, "source": "source.png"} if protocol == ABOUT_TWO else {}
    systems = "ab" if protocol == ABOUT_TWO else "abc"
    candidates = [{"system": system, "caption": f"{system} ball"} for system in systems]
    item = {"id": "i0", **shown, "candidates": candidates}
    (folder / "items.jsonl").write_text(json.dumps(item) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module", params=["two", "all"])
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Site]]:
    folder = _write(tmp_path_factory.mktemp("by-hand") / "study", {"two": ABOUT_TWO, "all": ABOUT_ALL}[request.param])
    with open_site(folder) as site:
        yield request.param, site


def _send(rater: Rating, lease: str, answers: dict[str, str], slots: list[str]) -> Any:
    """The answer as its letters are written, since libraries refuse to write some of them."""
    trial = ", ".join(f"{json.dumps(name)}: {value}" for name, value in answers.items())
    body = f'{{"lease": {json.dumps(lease)}, "payload": {{"trial": {{{trial}}}, "slots": [{", ".join(slots)}]}}}}'
    headers = {**rater.headers, "content-type": "application/json"}
    return rater.client.put(f"{rater.api}/answers/answer-by-hand", content=body.encode(), headers=headers)


def _odd_words(html: str) -> list[str]:
    """What is to be said about each candidate, in the order in which they stand."""
    place = {system: html.find(f'">{system}</button> <button') for system in "ab"}
    order = sorted(place, key=lambda system: place[system])
    return [json.dumps({"odd": [[system, ""], ["ball", "wrong"]]}) for system in order]


def test_what_no_page_sends_is_refused_by_its_field_and_the_right_answer_is_still_taken(
    asked: tuple[str, Site],
) -> None:
    which, site = asked
    with site.client() as client:
        rater = site.join(client)
        (trial,) = rater.leases()
        slots = _odd_words(trial["html"]) if which == "two" else []
        good = {name: json.dumps(value) for name, value in GOOD[which].items()}
        for name in good:
            for value in BAD[name]:
                refused = _send(rater, trial["lease"], {**good, name: value}, slots)
                told = (name, value[:80], refused.status_code, refused.text[:300])
                assert refused.status_code == 422, told
                (problem,) = refused.json()["error"]["problems"]
                assert problem["code"] in ("answer-bad-value", "request-invalid"), told
                if problem["code"] == "answer-bad-value" and problem["where"]:
                    assert problem["where"] == name, told
                    assert problem["problem"].startswith(f"{name}: "), told
                assert 10 < len(problem["problem"]) < 300, told
        if which == "two":
            other = [slots[0], slots[1].replace("ball", "bell")]
            refused = _send(rater, trial["lease"], good, other)
            (problem,) = refused.json()["error"]["problems"]
            assert (refused.status_code, problem["where"]) == (422, "1.odd")
            assert "word 2 of the text is 'ball', not 'bell'" in problem["problem"]
        saved_now = _send(rater, trial["lease"], good, slots)
        assert saved_now.status_code == 200, saved_now.text
        (kept,) = rater.get("/answers").json()["answers"]
        assert kept["payload"]["trial"] == GOOD[which]
