"""What a study does not do for whoever asks: each refusal has a code, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Engine, Join, Lease
from beholder.engine.command import Command
from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.handlers.inbox import Ask, CloseMessage, Post
from beholder.engine.handlers.joining import Leave, Withdraw
from beholder.engine.handlers.rater_stops import ExcludeRater, Readmit
from beholder.engine.handlers.skips import Skip
from beholder.engine.handlers.staff_accounts import EndSessions, PutPerson
from beholder.engine.handlers.stages import FillSheet, GiveConsent
from beholder.engine.handlers.study_state import SetPhase, SetState
from beholder.engine.handlers.suspension import ReportBroken, ResumeAll, SuspendItem
from beholder.errors import BeholderError
from beholder.store import Database
from beholder.store.messages import list_messages
from beholder.store.people import find_person
from beholder.store.records import records_of
from beholder.store.studies import load_study
from tests.study_maker import make_study, payload_for, start


@pytest.fixture
def engine(tmp_path: Path) -> Any:
    database = Database.open(tmp_path / "store.sqlite3")
    running, _ = start(make_study(tmp_path / "study", "one", items=3, ratings=1), database, people=True)
    yield running
    running.close()
    database.close()


def _records(engine: Engine) -> int:
    with engine.database.read() as conn:
        return load_study(conn, engine.key).chain_length


PAYLOAD = payload_for("one", 1)

REFUSED: dict[str, tuple[Callable[[str, str], Command[Any]], str]] = {
    "a state that there is not": (lambda rater, lease: SetState("ajar"), "state-unknown"),
    "a phase that there is not": (lambda rater, lease: SetPhase("ada", "rehearsal"), "phase-unknown"),
    "a message of a kind that there is not": (lambda rater, lease: Post("ada", "rumour", "psst"), "message-kind"),
    "an empty message": (lambda rater, lease: Ask(rater, "  "), "message-text"),
    "a message with a null": (lambda rater, lease: Ask(rater, "a\x00b"), "message-text"),
    "a role that there is not": (lambda rater, lease: PutPerson("ada", "bob", role="owner"), "role-unknown"),
    "an item that there is not": (lambda rater, lease: SuspendItem("ada", "i99"), "item-unknown"),
    "a decision on no trial": (lambda rater, lease: Adjudicate("ada", 999, PAYLOAD), "trial-unknown"),
    "an exclusion for no reason": (lambda rater, lease: ExcludeRater("ada", rater, " "), "message-text"),
    "an exclusion of nobody": (lambda rater, lease: ExcludeRater("ada", "rnobody", "slow"), "not-found"),
    "a sheet that there is not": (lambda rater, lease: FillSheet(rater, "between", {}), "sheet-unknown"),
    "a skip of somebody else's trial": (lambda rater, lease: Skip(rater, "lease-of-another", "known"), "lease-unknown"),
    "a report without a trial": (lambda rater, lease: ReportBroken(rater, "", "black"), "lease-unknown"),
    "a trial for nobody": (lambda rater, lease: Lease("rnobody"), "rater-unknown"),
    "an answer under a short id": (lambda rater, lease: Answer("a1", rater, lease, PAYLOAD), "answer-bad-id"),
    "an answer to nothing": (lambda rater, lease: Answer("answer-1", rater, "no-lease", PAYLOAD), "lease-unknown"),
    "a record beyond all bounds": (
        lambda rater, lease: Answer("answer-1", rater, lease, PAYLOAD, meta={"words": "x" * 20_000}),
        "answer-meta-too-large",
    ),
    "an endless number": (
        lambda rater, lease: Answer("answer-1", rater, lease, PAYLOAD, meta={"x": float("inf")}),
        "answer-bad-value",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused_and_nothing_is_changed(engine: Engine, what: str) -> None:
    command, code = REFUSED[what]
    rater = engine.run(Join()).rater
    lease = engine.run(Lease(rater, want=1)).leases[0].lease
    before = _records(engine)
    with pytest.raises(BeholderError) as caught:
        engine.run(command(rater, lease))
    assert caught.value.code == code
    assert _records(engine) == before


def test_what_is_asked_twice_is_done_once(engine: Engine) -> None:
    rater = engine.run(Join()).rater
    first, second = (one.lease for one in engine.run(Lease(rater, want=2)).leases)
    assert engine.run(GiveConsent(rater, "digest")) == engine.run(FillSheet(rater, "before", {})) == "trials"
    assert engine.run(Readmit("ada", rater)) == "trials"
    assert engine.run(SetPhase("ada", "main")) == 0
    assert engine.run(Skip(rater, first, "known")) is False
    before = _records(engine)
    assert engine.run(Skip(rater, first, "known")) is False
    engine.run(SetState("open"))
    assert _records(engine) == before
    engine.run(ReportBroken(rater, second, "black"))
    engine.run(ReportBroken(rater, second, "still black"))
    with engine.database.read() as conn:
        assert [one.text for one in list_messages(conn, engine.key, kinds=("broken",))] == ["black", "still black"]
    assert engine.run(Leave(rater)) == 0


def test_a_reply_closes_the_question_and_a_notice_none(engine: Engine) -> None:
    rater = engine.run(Join()).rater
    question = engine.run(Ask(rater, "Which one?"))
    engine.run(Post("ada", "notice", "We are back at nine.", rater=rater))
    other = engine.run(Ask(rater, "And this?"))
    engine.run(Post("ada", "reply", "The left one.", rater=rater, about=question))
    with engine.database.read() as conn:
        states = {one.message: one.state for one in list_messages(conn, engine.key, kinds=("question",))}
    assert states == {question: "done", other: "open"}
    assert engine.run(CloseMessage("ada", other)) is True
    assert engine.run(CloseMessage("ada", 999)) is False


def test_an_item_that_was_taken_out_is_served_again_once_it_is_back(engine: Engine) -> None:
    for item in ("i0", "i1", "i2"):
        engine.run(SuspendItem("ada", item))
    rater = engine.run(Join()).rater
    assert engine.run(Lease(rater)).leases == []
    engine.run(SuspendItem("ada", "i1", suspended=False))
    assert len(engine.run(Lease(rater, want=1)).leases) == 1
    assert engine.run(ResumeAll("ada")) == 2
    assert engine.run(ResumeAll("ada")) == 0


def test_a_change_of_an_account_is_on_record_without_its_secrets(engine: Engine) -> None:
    engine.run(PutPerson("ada", "bob", password="hash-1", link_digest="link-1"))
    engine.run(PutPerson("ada", "bob", role="coordinator", password="hash-2", link_digest="link-1"))
    engine.run(EndSessions("bob"))
    with engine.database.read() as conn:
        assert find_person(conn, engine.key) is None
        by_link = find_person(conn, engine.key, link_digest="link-1")
        recorded = [record.body for record in records_of(conn, engine.key, "ada", kind="act")]
    assert by_link is not None
    assert (by_link.name, by_link.role) == ("bob", "coordinator")
    assert '"password_changed":true' in recorded[1]
    assert '"link_changed":false' in recorded[1]
    assert not any("hash-" in body or "link-1" in body for body in recorded)


def test_a_second_decision_stands_beside_the_first(engine: Engine) -> None:
    rater = engine.run(Join()).rater
    trial = engine.run(Lease(rater, want=1)).leases[0].trial
    first = engine.run(Adjudicate("ada", trial, payload_for("one", 1, value=2)))
    second = engine.run(Adjudicate("ada", trial, payload_for("one", 1, value=4), comment="on second thoughts"))
    assert first != second


def test_who_came_from_a_platform_comes_once_even_after_withdrawing(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    definition = make_study(tmp_path / "study", "one", items=3, ratings=1)
    first, clock = start(definition, database, people=True)
    first.close()
    engine = Engine(database, first.key, definition, clock=clock, id_digest=lambda text: f"digest of {text[::-1]}")
    came = Join(platform="crowd", external="worker-7", link="session=9")
    told = []
    try:
        rater = engine.run(came).rater
        for withdraws in (True, False):
            with pytest.raises(BeholderError) as caught:
                engine.run(came)
            told.append(str(caught.value))
            if withdraws:
                engine.run(Withdraw(rater))
        assert engine.run(Join(platform="crowd", external="worker-8")).rater != rater
    finally:
        engine.close()
        database.close()
    assert "somebody has already begun with this id" in told[0]
    assert told[0] == told[1]


def test_a_code_that_somebody_has_is_not_given_twice(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    definition = make_study(tmp_path / "study", "one", items=3, ratings=1)
    first, clock = start(definition, database, people=True)
    first.close()
    seen: list[str] = []

    def digest(name: str) -> str:
        seen.append(name)
        # the second name drawn has the code of the first
        return "same" if len(seen) <= 2 else name

    engine = Engine(database, first.key, definition, clock=clock, code_digest=digest)
    try:
        names = [engine.run(Join()).rater for _ in range(2)]
    finally:
        engine.close()
        database.close()
    assert names == [seen[0], seen[2]]
