"""Spelling proposals: shown to a person, applied only where accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.collect.spelling import accept, propose_spellings, read_spellings, write_proposals

_SETS = [
    ResponseSet.of("a", {"train": 30, "trian": 2, "tea pot": 3}),
    ResponseSet.of("b", {"teapot": 9, "train": 5}),
    ResponseSet.of("c", {"flower": 4, "flowers": 6}),
    ResponseSet.of("d", {"女人": 30, "女孩": 1, "小女孩子": 20, "小男孩子": 1}),
    ResponseSet.of("e", {"càmera": 20, "camera": 1}),
    ResponseSet.of("f", {"cat": 50, "car": 1}),
]


def test_slips_variants_and_plurals_are_proposed_with_their_counts() -> None:
    found = {p.name: p for p in propose_spellings(_SETS)}
    assert {name: (p.proposal, p.reason) for name, p in found.items()} == {
        "trian": ("train", "slip"),
        "tea pot": ("teapot", "variant"),
        "flowers": ("flower", "plural"),
        "camera": ("càmera", "variant"),
    }
    assert (found["trian"].answers, found["trian"].proposal_answers, found["trian"].objects) == (2, 35, 1)


def test_nothing_is_merged_until_a_person_accepts_it(tmp_path: Path) -> None:
    table = tmp_path / "spellings.csv"
    write_proposals(propose_spellings(_SETS), table)
    assert read_spellings(table) == {}
    lines = [line + "yes" if line.startswith("trian") else line for line in table.read_text("utf-8").splitlines()]
    table.write_text("\n".join(lines), encoding="utf-8")
    accepted = read_spellings(table)
    assert accepted == {"trian": "train"}
    assert Normaliser(spellings=accepted).apply(["trian", "flowers"]).names == ["train", "flowers"]


def test_chains_end_at_the_last_name_and_circles_are_refused() -> None:
    assert accept({"trin": "trian", "trian": "train"}) == {"trin": "train", "trian": "train"}
    with pytest.raises(BeholderError, match="circle"):
        accept({"a": "b", "b": "a"})


def test_an_answer_that_is_neither_yes_nor_no_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "spellings.csv"
    table.write_text("name,proposal,accept\ntrian,train,perhaps\n", encoding="utf-8")
    with pytest.raises(BeholderError, match="yes or no"):
        read_spellings(table)
