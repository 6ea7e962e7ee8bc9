"""What is wrong with an item, what the page gets of it, and checks made from a study's own items."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beholder.protocols import Candidate, Item, Shown
from beholder.protocols.trajectories import PROTOCOL
from beholder.protocols.trajectories.checks import check_item, make_checks
from beholder.protocols.trajectories.declaration import Params, page_data

STEPS: list[dict[str, Any]] = [
    {"operation": "LOOK", "arguments": [5, 5], "result": "cat", "point": [5, 5]},
    {"reasoning": "a cat, then"},
]


def _item(first: dict[str, Any], **columns: Any) -> Item:
    pair = (Candidate("i", "a", first), Candidate("i", "b", {"steps": STEPS, "answer": "cat"}))
    return Item("i", {"question": "What?", "image": "a.png", **columns}, pair, where="items.jsonl:1")


def _codes(first: dict[str, Any], params: Params | None = None, **columns: Any) -> list[tuple[str, bool]]:
    return [(p.code, p.warning) for p in check_item(_item(first, **columns), params or Params())]


def test_a_sound_item_has_no_problems() -> None:
    assert _codes({"steps": STEPS, "answer": "cat"}, width=10, height=10) == []


@pytest.mark.parametrize(
    ("first", "found"),
    [
        ({"steps": "LOOK", "answer": "x"}, [("trajectories-steps", False)]),
        ({"steps": [7], "answer": "x"}, [("trajectories-step", False)]),
        ({"steps": [{"operation": "X", "box": [1, 2, 1, 3]}], "answer": "x"}, [("trajectories-step", False)]),
        ({"steps": [], "answer": "x"}, []),
        ({"steps": []}, [("trajectories-empty", False)]),
        ({"steps": STEPS}, [("trajectories-no-answer", True)]),
        ({"steps": STEPS, "cut_off": True}, []),
        ({"steps": STEPS, "answer": "x", "cut_off": "yes"}, [("trajectories-cut-off", False)]),
        ({"steps": [{**STEPS[0], "resaoning": "!"}], "answer": "x"}, [("trajectories-step-key", True)]),
    ],
)
def test_what_is_wrong_is_named(first: dict[str, Any], found: list[tuple[str, bool]]) -> None:
    assert _codes(first) == found


def test_steps_as_agents_log_them_are_read_from_the_items_of_a_study() -> None:
    step = {"thought": "a sign?", "action": "ZOOM", "action_input": {"box": [1, 2, 5, 6]}, "observation": "STOP"}
    logged = {"steps": [step], "answer": "STOP"}
    assert _codes(logged, width=10, height=10) == [], "no key is called unknown"
    shown = Shown(_item({}), ((Candidate("i", "A", logged),), (Candidate("i", "B", {"steps": STEPS}),)))
    (read,) = page_data(shown, Params(), "en")["sides"][0]["steps"]
    assert {name: read[name] for name in ("reasoning", "operation", "result", "box")} == {
        "reasoning": "a sign?",
        "operation": "ZOOM",
        "result": "STOP",
        "box": (1, 2, 5, 6),
    }


def test_places_must_lie_inside_a_picture_of_known_size() -> None:
    said = {"steps": [{"operation": "X", "point": [12, 5]}], "answer": "x"}
    assert _codes(said) == []
    assert _codes(said, width=10, height=10) == [("trajectories-place", False)]
    guessed = {"steps": [{"operation": "X", "arguments": [12, 5]}], "answer": "x"}
    assert _codes(guessed, width=10, height=10) == [("trajectories-place", True)]


def test_places_in_fractions_are_checked_without_a_size() -> None:
    given = {"steps": [{"operation": "X", "box": [0.1, 0.1, 0.5, 1.0]}], "answer": "x"}
    second_in_pixels = ("trajectories-place", False)
    assert _codes(given, Params(coordinates="fraction")) == [second_in_pixels]
    assert _codes(given, Params(coordinates="thousandths")) == []


def test_problems_say_where() -> None:
    problem = next(iter(check_item(_item({"steps": [STEPS[0], 7], "answer": "x"}), Params())))
    assert problem.where == "items.jsonl:1 · candidates.0.steps.1"


def test_the_page_is_told_of_identical_sides() -> None:
    same = _item({"steps": STEPS, "answer": "cat"})
    other = _item({"steps": STEPS, "answer": "dog"})
    for item, identical in ((same, True), (other, False)):
        data = page_data(Shown(item, tuple((c,) for c in item.candidates)), Params(), "en")
        assert data["identical"] is identical


def test_swapping_sides_changes_nothing_but_the_order() -> None:
    item = _item({"steps": STEPS[:1], "answer": "dog", "truth": {"strength": 3}})
    places = [(c,) for c in item.candidates]
    straight = page_data(Shown(item, tuple(places)), Params(), "en")
    swapped = page_data(Shown(item, tuple(reversed(places))), Params(), "en")
    assert straight["sides"] == swapped["sides"][::-1]
    assert "truth" not in str(straight)


def test_checks_have_an_obvious_gap_and_a_known_preference() -> None:
    items = tuple(
        Item(
            f"q{n}",
            {"question": "?", "image": f"{n}.png", "ground_truth": f"truth {n}"},
            (
                Candidate(f"q{n}", "a", {"steps": STEPS, "answer": f"truth {n}"}),
                Candidate(f"q{n}", "b", {"steps": STEPS * 4, "answer": "wrong"}),
                Candidate(f"q{n}", "c", {"steps": STEPS, "cut_off": True}),
            ),
        )
        for n in range(5)
    )
    made = make_checks(items, 4, np.random.default_rng(3))
    assert [check.id for check in made] == ["check-1", "check-2", "check-3", "check-4"]
    for check in made:
        assert check.kind == "attention"
        assert check.candidate("sound").columns["answer"] == check.columns["ground_truth"]
        broken = check.candidate("broken").columns
        assert broken["answer"] != check.columns["ground_truth"]
        assert len(broken["steps"]) > 4
        assert broken["steps"].count(broken["steps"][0]) == len(broken["steps"])
        assert list(check_item(check, Params())) == []
        assert check.reference is not None
        assert check.reference.expects[0].met({"preference": "win"})
        assert not check.reference.expects[0].met({"preference": "tie"})
    assert len({check.candidates[0].system for check in made}) == 2, "the sound side does not always come first"


def test_a_study_of_unfinished_trajectories_gets_no_checks() -> None:
    item = Item("q", {}, (Candidate("q", "a", {"steps": STEPS, "cut_off": True}), Candidate("q", "b", {"steps": []})))
    assert make_checks((item,), 2, np.random.default_rng(1)) == []


def test_hidden_columns_are_hidden() -> None:
    declaration = PROTOCOL.declaration
    assert not declaration.candidate["truth"].shown
    assert not declaration.item["width"].shown
