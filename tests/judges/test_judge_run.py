"""Asking a judge: nothing twice, faults survived, budgets kept, and an invalid reply never an answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beholder.errors import BeholderError
from beholder.facade import load
from beholder.testing.chat_server import ChatQuestion, Fault, chat_server, faulty
from tests.judges.judged_studies import calls, judgments, run_judge, said, score, write_study

WORDS = """
name: words-test
title: Which words are wrong?
shows: item
item: {text: {kind: text}}
form:
  fields:
    words: {kind: word_marks, label: "Which words?", column: text, options: [{id: wrong, label: Wrong}]}
"""


def test_every_trial_is_asked_once_in_each_order_and_kept_with_its_reply(tmp_path: Path) -> None:
    left = {"reason": "sharper", "trial": {"better": "left"}, "slots": []}
    with chat_server(lambda question: left) as server:
        folder = write_study(tmp_path, "pair", server.address, items=4)
        outcome = run_judge(folder)
    rows = judgments(folder)
    assert (outcome.answered, outcome.skipped, len(rows)) == (8, 0, 8)
    orders = {(row.trial, row.slots) for row in rows}
    assert len(orders) == 8
    assert {tuple(map(tuple, json.loads(row.slots))) for row in rows if row.trial == 0} == {
        (("sys-one",), ("sys-two",)),
        (("sys-two",), ("sys-one",)),
    }
    assert {row.reason for row in rows} == {"sharper"}
    kept = calls(folder)
    assert {call.digest for call in kept} == {digest for row in rows for digest in json.loads(row.calls)}
    assert all(json.loads(call.reply)["model"] == call.model == "test-model" for call in kept)
    assert {(call.fingerprint, call.finish, call.sent_tokens, call.received_tokens) for call in kept} == {
        ("fp-test", "stop", 1000, 50)
    }


def test_a_second_run_costs_nothing_and_a_limited_one_goes_on(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address)
        assert run_judge(folder, limit=2).answered == 2
        assert run_judge(folder).answered == 4
        assert run_judge(folder).requests == 0
        assert len(server.asked) == 6
        assert set(server.answered.values()) == {1}


def test_another_model_or_guideline_is_another_judge_and_a_moved_server_is_not(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address)
        run_judge(folder)
        write_study(tmp_path, "item", server.address, judge={"at_once": 3, "budget": {"requests": 99}})
        assert run_judge(folder).requests == 0
        write_study(tmp_path, "item", server.address, judge={"model": "larger"})
        assert run_judge(folder).answered == 6
        (folder / "guideline.en.md").write_text("# Look\n\nTwice.\n", encoding="utf-8")
        assert run_judge(folder).answered == 6
    assert {row.judge for row in judgments(folder)} == {"m#1", "m#2", "m#3"}


@pytest.mark.variants(2)
@pytest.mark.parametrize("fault", ["busy", "broken", "cut", "slow", "no-usage", "other-model"])
def test_a_fault_that_passes_changes_no_answer(tmp_path: Path, fault: Fault) -> None:
    def once(question: ChatQuestion) -> Fault | None:
        return fault if question.attempt == 0 else None

    with chat_server(score) as server:
        run_judge(write_study(tmp_path / "clean", "item", server.address, items=3))
    with chat_server(score, fails=once) as server:
        run_judge(write_study(tmp_path / "faulty", "item", server.address, items=3))
    assert said(tmp_path / "faulty") == said(tmp_path / "clean")
    failed = [call for call in calls(tmp_path / "faulty") if call.error]
    assert len(failed) == (3 if fault in ("busy", "broken", "cut") else 0)
    if fault == "no-usage":
        assert all(call.estimated and call.sent_tokens > 0 for call in calls(tmp_path / "faulty"))


def test_an_invalid_reply_is_repaired_by_quoting_what_is_wrong(tmp_path: Path) -> None:
    def corrected(question: ChatQuestion) -> object:
        return score(question) if "score: expected" in question.text else {"trial": {"score": 9}, "slots": []}

    with chat_server(corrected) as server:
        folder = write_study(tmp_path, "item", server.address, items=2)
        outcome = run_judge(folder)
    assert (outcome.answered, outcome.repaired, outcome.requests) == (2, 2, 4)
    assert {row.repairs for row in judgments(folder)} == {1}


@pytest.mark.parametrize("listens", [True, False], ids=["told", "told-twice"])
def test_a_model_is_told_how_a_text_is_cut_into_words_and_asked_again_if_it_cuts_otherwise(
    tmp_path: Path, listens: bool
) -> None:
    """One that takes the words as they are listed answers at once; one that cuts the text at spaces, once it is corrected."""
    shown = ["a", "red", "ball"]

    def marks(question: ChatQuestion) -> object:
        told = json.dumps(shown) in question.text and (listens or "cannot be taken" in question.text)
        words = [[word, "wrong" if word == "red" else ""] for word in shown] if told else [["a", ""], ["red ball", ""]]
        return {"trial": {"words": words}, "slots": []}

    with chat_server(marks) as server:
        folder = write_study(tmp_path, "item", server.address, items=1)
        (folder / "protocol.yaml").write_text(WORDS, encoding="utf-8")
        (folder / "items.jsonl").write_text(json.dumps({"id": "i", "text": "a red, ball."}) + "\n", encoding="utf-8")
        outcome = run_judge(folder)
    assert (outcome.answered, outcome.repaired, outcome.requests) == ((1, 0, 1) if listens else (1, 1, 2))
    (row,) = judgments(folder)
    assert json.loads(row.payload or "")["trial"]["words"] == [["a", ""], ["red", "wrong"], ["ball", ""]]
    if not listens:
        assert "taken: words: word 2 of the text is 'red', not 'red ball'" in server.asked[-1].text


def test_what_stays_invalid_is_skipped_after_two_repairs_with_the_replies_kept(tmp_path: Path) -> None:
    with chat_server(lambda question: "The second one, clearly.") as server:
        folder = write_study(tmp_path, "item", server.address, items=2)
        outcome = run_judge(folder)
        assert (outcome.answered, outcome.skipped, outcome.requests) == (0, 2, 6)
        assert run_judge(folder).requests == 0
    rows = judgments(folder)
    assert [(row.state, row.payload, row.repairs) for row in rows] == [("skipped", None, 2)] * 2
    assert all("JSON" in row.error for row in rows)
    assert all("clearly" in call.reply for call in calls(folder))


def test_a_run_with_faulty_replies_ends_as_the_clean_one(tmp_path: Path) -> None:
    with chat_server(score) as server:
        run_judge(write_study(tmp_path / "clean", "item", server.address, items=40))
    with chat_server(score, fails=faulty(0.2)) as server:
        folder = write_study(tmp_path / "faulty", "item", server.address, items=40, judge={"at_once": 8})
        outcome = run_judge(folder)
        assert server.most_under_way <= 8
        assert set(server.answered.values()) == {1}
    assert outcome.requests > 40
    assert said(tmp_path / "faulty") == said(tmp_path / "clean")
    with load(folder) as study:
        assert study.verify().problems == ()


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    "budget",
    [
        {"requests": 7},
        {"tokens": 7 * 1050},
        {"money": 7 * 1050 / 1e6, "prices": {"input": 1.0, "output": 1.0}},
    ],
)
def test_a_budget_is_exceeded_by_no_more_than_the_calls_under_way(tmp_path: Path, budget: dict[str, object]) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address, items=30, judge={"at_once": 3, "budget": budget})
        assert run_judge(folder).stopped == "budget"
        assert 7 <= len(server.asked) <= (7 if "requests" in budget else 9)
        sent = len(server.asked)
        assert run_judge(folder).stopped == "budget"
        assert len(server.asked) == sent


def test_a_server_that_is_away_ends_the_run_and_loses_nothing(tmp_path: Path) -> None:
    with chat_server(score, fails=lambda question: "broken") as server:
        folder = write_study(tmp_path, "item", server.address, items=12, judge={"at_once": 1})
        outcome = run_judge(folder)
        assert (outcome.stopped, outcome.answered) == ("away", 0)
        assert len(server.asked) == 3 * 7
    with chat_server(score) as server:
        write_study(tmp_path, "item", server.address, items=12)
        assert run_judge(folder).answered == 12


@pytest.mark.parametrize(("fault", "told"), [("unknown-model", "404"), ("no-key", "401")])
def test_what_no_retry_can_mend_stops_the_run_in_words(tmp_path: Path, fault: Fault, told: str) -> None:
    with chat_server(score, fails=lambda question: fault) as server:
        folder = write_study(tmp_path, "item", server.address, items=12, judge={"at_once": 1, "key": "TEST_KEY"})
        with pytest.raises(BeholderError, match=told) as caught:
            run_judge(folder, key="sk-very-secret")
        assert len(server.asked) == 1
    assert caught.value.code == "judge-refused"
    # the server repeats the key in what it says
    assert "very-secret" not in str(caught.value)
    stored = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert b"very-secret" not in stored


def test_the_key_is_sent_to_the_server_alone(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address, items=2, judge={"key": "TEST_KEY"})
        run_judge(folder, key="sk-very-secret")
        assert {question.headers["Authorization"] for question in server.asked} == {"Bearer sk-very-secret"}
        assert not any(b"very-secret" in question.body for question in server.asked)


def test_repeats_and_checks_are_asked_too(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address, items=10, repeats={"share": 0.3}, checks={"every": 5})
        with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
            expected = {"expects": [{"field": "score", "at_least": 1}]}
            file.write(json.dumps({"id": "c", "text": "a check", "kind": "attention", "reference": expected}) + "\n")
        run_judge(folder)
    kinds = [row.kind for row in judgments(folder)]
    assert {kind: kinds.count(kind) for kind in kinds} == {"main": 10, "repeat": 3, "attention": 1}
    assert [row.passed for row in judgments(folder) if row.kind == "attention"] == [True]


def test_further_samples_are_asked_with_seeds_of_their_own(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "item", server.address, items=2, judge={"samples": 3, "seed": 7})
        run_judge(folder)
        assert sorted(question.data["seed"] for question in server.asked) == [7, 7, 8, 8, 9, 9]
    assert len(judgments(folder)) == 6
