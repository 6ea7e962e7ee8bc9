"""Captions by hand: totals per answer, differences within it, words in both scripts."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.analysis import Context, FieldInfo
from beholder.protocols import Candidate, Item, find_protocol
from beholder.protocols.captions.analyse import analyse, count_words
from beholder.protocols.captions.params import Params
from tests.analysis.tables import table

_FIELDS = FieldInfo.of_form(find_protocol("captions").declaration.form)


@pytest.mark.parametrize(
    ("caption", "words"),
    [("a dog's red ball", 4), ("一只狗在草地上", 7), ("2 dogs, 一只猫", 5), ("well-lit room.", 2), ("", 0)],
)
def test_words_are_counted_in_any_script(caption: str, words: int) -> None:
    assert count_words(caption) == words


def _answers() -> list[dict[str, Any]]:
    rows = []
    for i in range(6):
        for rater, severity in (("kind", 0.0), ("stern", 2.0)):
            for place, (system, base) in enumerate((("a", 4.0), ("b", 3.0 + 0.5 * (i % 2)))):
                for field, points in (("objects", base), ("relations", 1.0), ("attributes", 0.5)):
                    number = max(0.0, points - severity * (field == "objects"))
                    rows.append(
                        {
                            "item": f"i{i}",
                            "system": system,
                            "rater": rater,
                            "answer": f"{rater}{i}",
                            "trial": f"i{i}",
                            "kind": "main",
                        }
                        | {
                            "field": field,
                            "value": f"{number:g}",
                            "number": number,
                            "position": float(1 + (place + i) % 2),
                        }
                    )
    return rows


def test_differences_are_within_answers() -> None:
    found = analyse(table(_answers(), fields=_FIELDS), Context())
    assert found.finding("objects.difference.a-b").value == pytest.approx(0.75)
    assert found.finding("objects.difference.a-b").n == 12
    assert "within answers" in found.finding("objects.difference.a-b").method
    assert found.finding("total.mean.a").value == pytest.approx((5.5 + 3.5) / 2)
    kinds = found.finding("objects.severity.stern").value - found.finding("objects.severity.kind").value
    assert kinds == pytest.approx(2.0)


def test_points_per_word_are_ratios_of_sums() -> None:
    texts = {"a": "one two three four", "b": "one"}
    items = {
        f"i{i}": Item(id=f"i{i}", candidates=tuple(Candidate(f"i{i}", s, {"caption": t}) for s, t in texts.items()))
        for i in range(6)
    }
    found = analyse(table(_answers(), fields=_FIELDS), Context(items=items))
    assert found.finding("total.per_word.a").value == pytest.approx(found.finding("total.mean.a").value / 4)
    assert found.finding("total.per_word.b").value == pytest.approx(found.finding("total.mean.b").value)


def test_the_tick_for_the_whole_sentence_is_a_point_of_the_total_and_told_apart() -> None:
    form = find_protocol("captions").declared_for(Params(whole_sentence="tick")).form
    rows = _answers()
    ticks = [
        {**row, "field": "sentence.whole", "value": f"{on:g}", "number": on}
        for row in rows
        if row["field"] == "objects"
        for on in [float(row["system"] == "a")]
    ]
    found = analyse(table(rows + ticks, fields=FieldInfo.of_form(form)), Context())
    plain = analyse(table(rows, fields=_FIELDS), Context())
    for system, more in (("a", 1), ("b", 0)):
        assert found.finding(f"total.mean.{system}").value == plain.finding(f"total.mean.{system}").value + more
        assert found.finding(f"objects.mean.{system}").value == plain.finding(f"objects.mean.{system}").value
    assert found.finding("sentence.whole.rate.a").value == 1
    assert found.finding("sentence.whole.rate.b").value == 0
