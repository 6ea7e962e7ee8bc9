"""From painted pictures through a server to an analysis: a judge that reads is right, and follows what is in the bytes it gets."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from beholder.facade import load
from beholder.store.items import numbers_of
from beholder.testing.chat_server import ChatServer, chat_server
from tests.judges.judged_studies import judgments, people_answer, run_judge
from tests.looking.looking_model import LookingModel
from tests.looking.painted_words import SIGNS, truth, write_pairs, write_reading

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server() -> Iterator[ChatServer]:
    if importlib.util.find_spec("rapidocr") is None:
        pytest.skip("needs RapidOCR: make looking installs it")
    with chat_server(LookingModel().answer) as found:
        yield found


def _answers(folder: Path) -> dict[str, dict[str, object]]:
    """What the judge said of each item."""
    with load(folder) as study, study.database.read() as conn:
        item_of = {number: name for name, number in numbers_of(conn, study.key).items()}
    return {item_of[row.item]: json.loads(row.payload or "{}").get("trial", {}) for row in judgments(folder)}


def test_a_model_that_reads_is_right_and_may_stand_in_for_a_rater(tmp_path: Path, server: ChatServer) -> None:
    folder = write_reading(tmp_path / "reading", server.address, SIGNS, ratings=3)
    read = {item: truth(lines) for item, lines in SIGNS.items()}
    # everybody miscounts one sign, each another
    people_answer(
        folder,
        {
            f"person {n}": {
                item: {**said, "words": said["words"] + (i == n)} for i, (item, said) in enumerate(read.items())
            }
            for n in range(3)
        },
    )
    assert run_judge(folder, name="reader").answered == len(SIGNS)
    said = _answers(folder)
    for field in ("words", "animal", "text"):
        right = sum(said[item][field] == known[field] for item, known in read.items())
        print(f"{field}: {right} of {len(SIGNS)} right")
        assert right >= len(SIGNS) - 2, field
    with load(folder) as study:
        analysis = study.analysis()
    for field in ("words", "animal"):
        alone, with_people = (analysis.finding(f"judge.reader#1.{field}.{name}") for name in ("people_alpha", "alpha"))
        print(f"{field}: alpha of judge and person {with_people.value:.3f}, of two people {alone.value:.3f}")
        assert with_people.value >= 0.9


def test_exchanged_pictures_exchange_the_answers(tmp_path: Path, server: ChatServer) -> None:
    """Only the bytes differ: items, names of files and questions are the same."""
    order = list(SIGNS)
    moved = {item: SIGNS[other] for item, other in zip(order, order[1:] + order[:1], strict=True)}
    folder = write_reading(tmp_path / "moved", server.address, moved)
    run_judge(folder, name="reader")
    said = _answers(folder)
    follows = sum(said[item]["text"] == truth(moved[item])["text"] for item in order)
    stays = sum(said[item]["text"] == truth(SIGNS[item])["text"] for item in order)
    print(f"{follows} of {len(order)} answers are about the picture that was sent, {stays} about the one that was not")
    assert follows >= len(order) - 2
    assert stays == 0


def test_a_blank_picture_is_read_as_blank(tmp_path: Path, server: ChatServer) -> None:
    folder = write_reading(tmp_path / "blank", server.address, {"sign-1": (), "sign-2": ("red fox",)})
    run_judge(folder, name="reader")
    said = _answers(folder)
    assert said["sign-1"]["words"] == 0
    assert said["sign-2"]["words"] == 2


def test_pairs_are_decided_by_the_pictures_and_not_by_the_place(tmp_path: Path, server: ChatServer) -> None:
    some = {item: SIGNS[item] for item in ("sign-1", "sign-3", "sign-5", "sign-9", "sign-11")}
    folder = write_pairs(tmp_path / "pairs", server.address, some)
    assert run_judge(folder, name="reader").answered == 2 * len(some)
    chosen = []
    for row in judgments(folder):
        places = json.loads(row.slots)
        better = json.loads(row.payload or "{}")["trial"]["more"]
        chosen.append(places[("left", "right").index(better)][0])
    print(f"{chosen.count('painter-a')} of {len(chosen)} for the picture with more words, in either order")
    assert chosen.count("painter-a") >= len(chosen) - 1
