"""The main question comes first: the one that is named, else a preference, an overall question, or the first numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beholder.analysis import Analysis, Context, FieldInfo, analyse_any
from beholder.declarations.declaration import Declaration
from beholder.errors import BeholderError
from beholder.fields import Form, Preference, Scale, Words
from beholder.protocols import find_protocol
from beholder.study import load_definition
from tests.analysis.simulated import write_study
from tests.analysis.tables import table


def analysed(*names: str, headline: str = "") -> Analysis:
    """An analysis of questions by these names; `prefers` is a preference, the others are scales."""
    kinds = {name: Preference if name == "prefers" else Scale for name in names}
    form = Form(fields={name: kind(label=Words(name)) for name, kind in kinds.items()})
    rows = [
        {"item": f"i{i}", "rater": f"r{r}", "trial": f"i{i}", "answer": f"{i}-{r}", "kind": "main", "system": system}
        | {"field": name, "side": ("left", "right")[place], "value": value(name, place, i + r)}
        for i in range(6)
        for r in range(3)
        for place, system in enumerate(("ash", "birch"))
        for name in names
    ]
    return analyse_any(table(rows, fields=FieldInfo.of_form(form)), Context(headline=headline))


def value(name: str, place: int, turn: int) -> str:
    return ("win", "loss")[(place + (turn % 5 == 0)) % 2] if name == "prefers" else str(4 - place + turn % 2)


@pytest.mark.parametrize(
    ("names", "headline", "first"),
    [
        (("colour", "shape"), "", "colour"),
        (("colour", "overall_quality"), "", "overall_quality"),
        (("colour", "overall", "prefers"), "", "prefers"),
        (("colour", "overall", "prefers"), "colour", "colour"),
        (("colour", "shape"), "nothing of that name", "colour"),
    ],
)
def test_results_begin_with_the_main_question(names: tuple[str, ...], headline: str, first: str) -> None:
    found = analysed(*names, headline=headline)
    (shown,) = [s.name for s in found.sections if s.headline is not None and s.headline is found.headline]
    assert shown == first
    verdicts = [text.to("en") for text in found.summary[1:]]
    assert first.replace("_", " ") in verdicts[0]
    # the report goes on in the order of the form
    assert [s.name for s in found.sections if s.headline] == list(names)


def test_every_protocol_that_compares_systems_names_its_main_question() -> None:
    named = {
        "best-of": "pick",
        "captions": "total",
        "counting": "exact",
        "defects": "overall",
        "masks": "quality",
        "opinion": "quality",
        "side-by-side": "follows",
        "trajectories": "preference",
    }
    assert {name: find_protocol(name).declaration.headline for name in named} == named
    compared = find_protocol("opinion").params.model_validate({"method": "ccr"})
    declared = find_protocol("opinion").declared_for(compared)
    assert declared.headline in declared.headlines


def test_an_unknown_question_is_refused_with_the_choices(tmp_path: Path) -> None:
    definition = write_study(tmp_path / "study", "side-by-side", items=2)
    path = tmp_path / "study" / "study.yaml"
    given = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(given | {"headline": "looks"}), encoding="utf-8")
    assert load_definition(tmp_path / "study").settings.headline == "looks"
    path.write_text(json.dumps(given | {"headline": "lokks"}), encoding="utf-8")
    with pytest.raises(BeholderError) as refused:
        load_definition(tmp_path / "study")
    (problem,) = refused.value.problems
    assert problem.code == "setting-bad-value"
    assert "follows" in problem.hint
    assert "looks" in problem.hint
    # what raters write has no results
    declared = definition.declaration.model_dump(mode="json", by_alias=True)
    with pytest.raises(ValueError, match="follows, looks"):
        Declaration.model_validate(declared | {"headline": "comment"})
