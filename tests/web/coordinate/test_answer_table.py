"""Raw answers as people read them, on the pages of items, raters and decisions."""

from __future__ import annotations

from beholder.protocols import find_protocol
from beholder.tables.ratings import COLUMNS, Rating
from beholder.web.coordinate.answer_table import tabulate

PLACES = {"agent-x": "A", "agent-y": "B"}
EMPTY = Rating(*([""] * len(COLUMNS)))._replace(answer="a1", rater="r1", kind="main", active_ms=4200)  # type: ignore[arg-type]


def row(field: str, value: str, system: str = "", answer: str = "a1") -> Rating:
    candidate = f"q1/{system}" if system else ""
    return EMPTY._replace(field=field, value=value, system=system, candidate=candidate, answer=answer)


def test_a_preference_names_the_candidate_that_was_preferred_on_whichever_side_it_stood() -> None:
    form = find_protocol("trajectories").declaration.form
    rows = [
        row("preference", "loss", "agent-x"),
        row("preference", "win", "agent-y"),
        row("preference", "win", "agent-x", "a2"),
        row("preference", "loss", "agent-y", "a2"),
        row("preference", "tie", "agent-y", "a3"),
        row("preference", "tie", "agent-x", "a3"),
    ]
    columns, given = tabulate(rows, form, "en", lambda one: PLACES[one.system])
    assert columns == ["Which reasoning do you prefer?"]
    assert [one.values[columns[0]] for one in given] == ["B", "A", "="]


def test_columns_go_candidate_by_candidate_whatever_order_they_were_shown_in() -> None:
    form = find_protocol("captions").declaration.form
    shown = [("b", "2"), ("a", "1")]
    rows = [row(field, points, system) for system, points in shown for field in ("objects", "relations")]
    columns, (one,) = tabulate(rows, form, "zh", lambda given: given.system.upper())
    assert [name.rpartition(" ")[2] for name in columns] == ["A", "A", "B", "B"]
    assert [one.values[name] for name in columns] == ["1", "1", "2", "2"]


def test_an_answer_about_one_candidate_names_it_once_and_options_are_in_words() -> None:
    form = find_protocol("counting").declaration.form
    rows = [row("count", "4"), row("flags.other", "1"), row("flags.sizes", "0"), row("comment", "<b>")]
    columns, (one,) = tabulate(rows, form, "en", lambda _: "?")
    assert one.values[columns[0]] == "4"
    assert "✓" in one.values.values()
    assert "flags.other" not in columns
    single = [row("quality", "7", "agent-x")]
    masks = find_protocol("masks").declaration.form
    columns, (one,) = tabulate(single, masks, "en", lambda given: PLACES[given.system])
    assert (one.system, columns) == ("A", ["How good is this mask?"])
