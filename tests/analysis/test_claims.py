"""The sentence on systems and the table of their differences say the same: nothing more, nothing less."""

from __future__ import annotations

import re

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, FieldInfo, RatingsData, analyse_any
from beholder.fields import BestAndWorst, Form, Preference, Ranking, Way, Words
from tests.analysis.tables import table

NAMES = ("ash", "birch", "cedar", "elm", "fir", "oak")
_LIST = r"(?:\w+(?:, \w+)*(?: and \w+)?)"


def _panel(rng: np.random.Generator) -> tuple[list[str], int, int, np.ndarray]:
    """Systems, items, raters, and how good each system is: often some are as good as each other."""
    systems = list(NAMES[: rng.integers(2, 7)])
    good = rng.choice([0.0, 0.0, 0.7, 1.5], len(systems))
    return systems, int(rng.integers(4, 13)), int(rng.integers(1, 7)), good


def _scales(rng: np.random.Generator, *, better: str) -> RatingsData:
    """Ratings from 1 to 5, of some studies with systems that lack items."""
    systems, items, raters, good = _panel(rng)
    sign = -1 if better == "lower" else 1
    noise, lacking = rng.choice([0.3, 1.0]), rng.choice([0.0, 0.0, 0.3])
    rows = []
    for item in range(items):
        ease = rng.normal(0, 1)
        for rater in range(raters):
            for place, system in enumerate(systems):
                if rng.random() >= lacking:
                    value = int(np.clip(round(3 + ease + sign * good[place] + rng.normal(0, noise)), 1, 5))
                    rows.append({"item": f"i{item}", "rater": f"r{rater}", "system": system, "value": str(value)})
    info = FieldInfo(name="asked", way=Way.MEANS, level="ordinal", label=Words("asked"), least=1, most=5)
    return table([row | {"field": "asked", "kind": "main"} for row in rows], fields=(info.directed(better),))


def _picked(rng: np.random.Generator, kind: str) -> RatingsData:
    """Preferences of two, or orders of all, with ties."""
    systems, items, raters, good = _panel(rng)
    tied = rng.choice([0.0, 0.3])
    rows = []
    for item in range(items):
        for rater in range(raters):
            seen = rng.permutation(len(systems))[: 2 if kind == "preference" else None]
            liked = good[seen] + rng.normal(0, 0.8, len(seen))
            if rng.random() < tied:
                liked[0] = liked[1]
            mine = {"item": f"i{item}", "rater": f"r{rater}", "answer": f"a{item} {rater}", "trial": f"i{item}"}
            for place, system in enumerate(seen):
                if kind == "preference":
                    other = liked[1 - place]
                    value = "tie" if liked[place] == other else "win" if liked[place] > other else "loss"
                elif kind == "best_worst":
                    value = "best" if place == liked.argmax() else "worst" if place == liked.argmin() else ""
                else:
                    value = str(1 + int(np.sum(liked > liked[place])))
                rows.append(mine | {"system": systems[system], "value": value, "side": ("left", "right")[place % 2]})
    field = {"preference": Preference, "ranking": Ranking, "best_worst": BestAndWorst}[kind]
    form = Form(fields={"asked": field(label=Words("Which?"))})
    return table([row | {"field": "asked", "kind": "main"} for row in rows], fields=FieldInfo.of_form(form))


def _made(rng: np.random.Generator, kind: str) -> RatingsData:
    return _scales(rng, better=kind) if kind in ("higher", "lower", "none") else _picked(rng, kind)


def _named(text: str) -> set[str]:
    return set(re.findall(r"\w+", text)) - {"and"}


def _check(found: Analysis, sentence: str, *, lower: bool) -> str:
    """Holds a sentence against the tables, and says which kind of sentence it was."""
    systems = {row["system"] for row in found.table("asked.systems").rows}
    pairs = [row for sheet in found.tables if sheet.name == "asked.pairs" for row in sheet.rows]
    held = [row for row in pairs if row["p_holm"] < 0.05]
    better = {(r["first"], r["second"])[:: 1 if (r["difference"] > 0) is not lower else -1] for r in held}

    def below(system: str) -> set[str]:
        return {one for other, one in better if other == system}

    if said := re.search(r", (\w+) is (?:rated (?:better|higher) than|preferred to) (\w+) ?(?:by .*)?:", sentence):
        assert below(said[1]) == {said[2]} == systems - {said[1]}
        return "two"
    if said := re.search(
        r", (\w+) (?:is rated (?:best|highest) of|is preferred to every|comes out ahead of (?:every|the)) ", sentence
    ):
        assert below(said[1]) == systems - {said[1]}
        return "ahead"
    if said := re.search(rf", (\w+) .*; ({_LIST}) cannot be told apart from it, and (.*) shown to be", sentence):
        assert below(said[1]) == systems - {said[1]} - _named(said[2])
        assert not any((other, said[1]) in better for other in systems)
        count = re.match(r"the other (\d) of", said[3])
        assert len(below(said[1])) == (int(count[1]) if count else 1)
        return "some"
    if said := re.search(rf", ({_LIST}) are level.*?(?:; (.*))?$", sentence):
        level = _named(said[1])
        assert not any((one, other) in better for one in level for other in level)
        behind = set.intersection(*(below(one) for one in level))
        rest = systems - level
        told = said[2] or ""
        if not rest:
            assert not told
        elif told.startswith(("none", "the remaining system is not")):
            assert not behind
        elif told.startswith(("the remaining", "the other")):
            assert behind == rest
        else:
            assert len(behind) == (1 if told.startswith("one") else int(told[0]))
            assert behind < rest
        return "level"
    if said := re.search(rf", (\w+) has the .* but on the items that they share ({_LIST}) (?:is|are) rated", sentence):
        assert {other for other, one in better if one == said[1]} == _named(said[2])
        return "contrary"
    if "have the same" in sentence:
        assert not better
        return "same"
    if "no common order" in sentence or "compared within" in sentence:
        return "no order"
    said = re.search(
        r"of \d systems (\w+) has the|, (\w+) and \w+ cannot be told apart|neither (\w+) nor"
        r"|, (\w+) (?:wins|is the strongest|comes first)",
        sentence,
    )
    assert said, sentence
    first = next(filter(None, said.groups()))
    assert not any(first in pair for pair in better), sentence
    return "open"


@pytest.mark.parametrize("kind", ["higher", "lower", "none", "preference", "ranking", "best_worst"])
def test_a_sentence_claims_what_the_table_of_differences_proves(kind: str) -> None:
    rng = np.random.default_rng(31)
    told = set()
    for _ in range(30):
        found = analyse_any(_made(rng, kind), Context())
        (section,) = [section for section in found.sections if section.name == "asked"]
        for sentence in section.verdict:
            told.add(_check(found, sentence.to("en"), lower=kind == "lower"))
    assert {"open", "some"} <= told, "these studies are of every kind"
