"""The rater's way through a study, and what is mixed among the trials."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, open_study, seeded_entropy
from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.handlers.guideline import ChangeGuideline, ReissueGuideline
from beholder.engine.handlers.inbox import Ask, Post
from beholder.engine.handlers.joining import Withdraw
from beholder.engine.handlers.skips import Skip
from beholder.engine.handlers.stages import FillSheet, GiveConsent
from beholder.engine.handlers.study_state import SetPhase
from beholder.engine.handlers.suspension import ReportBroken, ResumeAll, SuspendItem
from beholder.errors import BeholderError
from beholder.keeping.verify import verify_chain
from beholder.store import Database, LeaseRow
from beholder.store.answers import answers_to
from beholder.store.messages import list_messages
from beholder.store.raters import load_sheets
from beholder.store.records import stream_records
from beholder.store.trials import suspended_items
from beholder.study import load_definition
from beholder.tables.ratings import Rating, stream_ratings
from tests.study_maker import make_study, payload_for

QUESTION = {
    "kind": "choice",
    "label": "Colour vision?",
    "options": [{"id": "yes", "label": "y"}, {"id": "no", "label": "n"}],
}


def begin(
    folder: Path, database: Database, shape: str = "one", *, extra: Sequence[dict[str, Any]] = (), **settings: Any
) -> tuple[Engine, SimulatedClock]:
    make_study(folder, shape, **{"items": 6, "ratings": 2, **settings})
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for row in extra:
            file.write(json.dumps(row) + "\n")
    definition, clock = load_definition(folder), SimulatedClock()
    key = open_study(database, definition, clock=clock)
    return Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1)), clock


def graded(name: str, kind: str, expected: int = 3) -> dict[str, Any]:
    return {
        "id": name,
        "kind": kind,
        "reference": {"expects": [{"field": "score", "is": expected}], "why": "because"},
        "candidates": [{"system": "known", "text": name}],
    }


def give(engine: Engine, lease: LeaseRow, shape: str = "one", value: int = 3) -> Any:
    payload = payload_for(shape, len(json.loads(lease.slots)), value=value)
    return engine.run(
        Answer(
            id=f"{lease.lease[:10]}-{lease.sequence:06d}",
            rater=lease.rater,
            lease=lease.lease,
            payload=payload,
            active_ms=20_000,
        )
    )


def revise(engine: Engine, lease: LeaseRow, *, value: int, guideline: str = "1") -> Any:
    with engine.database.read() as conn:
        newest = answers_to(conn, [lease.lease])[lease.lease][-1].answer
    payload = payload_for("one", len(json.loads(lease.slots)), value=value)
    return engine.run(
        Answer(
            id=f"again-{lease.lease}",
            rater=lease.rater,
            lease=lease.lease,
            payload=payload,
            revises=newest,
            guideline=guideline,
        )
    )


def rows_of(engine: Engine) -> list[Rating]:
    with engine.database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()
        form = engine.definition.declaration.form
        return list(stream_ratings(conn, engine.key, study="s", protocol="p", form=form))


def test_the_journey_in_its_order(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(
        tmp_path / "study",
        database,
        extra=[graded("p1", "practice"), graded("p2", "practice"), graded("q1", "qualification")],
        items=2,
        systems="a",
        ratings=1,
        consent={"text": "You may stop at any time."},
        before={"vision": QUESTION},
        after={"vision_again": QUESTION},
        qualification={"at_least": 1.0},
    )
    rater = engine.run(Join()).rater
    assert engine.run(Lease(rater)).reason == "consent"
    assert engine.run(GiveConsent(rater, "digest-of-text")) == "before"
    with pytest.raises(BeholderError, match="vision"):
        engine.run(FillSheet(rater, "before", {}))
    assert engine.run(FillSheet(rater, "before", {"vision": "yes"})) == "practice"
    for expected in ("p1", "p2"):
        lease = next(lease for lease in engine.run(Lease(rater)).leases)
        assert lease.kind == "practice"
        saved = give(engine, lease, value=3 if expected == "p1" else 1)
        assert saved.passed is (expected == "p1")
    lease = engine.run(Lease(rater)).leases[0]
    assert lease.kind == "qualification"
    give(engine, lease)
    mains = 0
    while leases := engine.run(Lease(rater)).leases:
        assert leases[0].kind == "main"
        give(engine, leases[0])
        mains += 1
    assert mains == 2
    assert engine.run(Lease(rater)).reason == "after"
    assert engine.run(FillSheet(rater, "after", {"vision_again": "no"})) == "finished"
    assert engine.run(Lease(rater)).reason == "finished"
    assert Counter(row.kind for row in rows_of(engine)) == {"practice": 2, "qualification": 1, "main": 2}
    with engine.database.read() as conn:
        assert {name: json.loads(str(payload)) for _, name, _, payload in load_sheets(conn, engine.key)} == {
            "consent": {"text": "digest-of-text"},
            "before": {"vision": "yes"},
            "after": {"vision_again": "no"},
        }
    engine.run(Withdraw(rater))
    with engine.database.read() as conn:
        assert all(payload is None for _, _, _, payload in load_sheets(conn, engine.key))
        assert verify_chain(conn, engine.key).problems == ()
    engine.close()


def test_who_does_not_qualify_may_try_again_and_is_then_thanked(tmp_path: Path, database: Database) -> None:
    extra = [graded("q1", "qualification"), graded("q2", "qualification")]
    engine, _ = begin(tmp_path / "study", database, extra=extra, qualification={"at_least": 0.6, "attempts": 2})
    rater = engine.run(Join()).rater
    for _ in range(4):
        lease = engine.run(Lease(rater)).leases[0]
        assert lease.kind == "qualification"
        give(engine, lease, value=1)
    assert engine.run(Lease(rater)).reason == "screened_out"
    other = engine.run(Join()).rater
    for value in (1, 1, 3, 3):
        give(engine, engine.run(Lease(other)).leases[0], value=value)
    assert engine.run(Lease(other)).leases[0].kind == "main"
    engine.close()


def test_too_few_numbers_for_kappa_do_not_qualify_and_are_on_record_as_unknown(
    tmp_path: Path, database: Database
) -> None:
    extra = [graded(f"q{n}", "qualification", 1 + n) for n in range(5)]
    rule = {"at_least": 0.6, "measure": "weighted-kappa", "attempts": 2}
    engine, _ = begin(tmp_path / "study", database, extra=extra, qualification=rule)
    rater = engine.run(Join()).rater
    for n in range(5):
        lease = engine.run(Lease(rater, want=1)).leases[0]
        if n == 2:
            engine.run(Skip(rater, lease.lease, "cannot-judge"))
        else:
            give(engine, lease, value=1 + n)
    for n in range(5):
        lease = engine.run(Lease(rater, want=1)).leases[0]
        assert lease.kind == "qualification"
        give(engine, lease, value=1 + n)
    assert engine.run(Lease(rater)).leases[0].kind == "main"
    with engine.database.read() as conn:
        scores = [json.loads(one.body)["score"] for one in stream_records(conn, engine.key, kind="qualification")]
        assert verify_chain(conn, engine.key).problems == ()
    assert scores == [None, 1.0]
    engine.close()


KINDS_WITH_EQUALS = ("main", "repeat", "attention", "practice", "qualification")


def test_equal_candidates_are_shown_once_whatever_kind_of_trial_it_is(tmp_path: Path, database: Database) -> None:
    def row(name: str, kind: str = "main") -> dict[str, Any]:
        made: dict[str, Any] = {
            "id": name,
            "candidates": [{"system": system, "text": "same" if system != "c" else "other"} for system in "abc"],
        }
        if kind != "main":
            made |= {"kind": kind, "reference": {"expects": [{"field": "points", "system": "a", "is": 3}]}}
        return made

    extra = [row(f"m{n}") for n in range(12)]
    extra += [row(f"{kind}{n}", kind) for kind in KINDS_WITH_EQUALS[2:] for n in range(2)]
    engine, _ = begin(
        tmp_path / "study",
        database,
        "all",
        extra=extra,
        items=1,
        ratings=1,
        checks={"every": 3},
        repeats={"share": 0.5, "distance": 2},
        qualification={"at_least": 0},
    )
    shown = work(engine, engine.run(Join()).rater, "all")
    places = {
        (lease.kind, tuple(sorted(len(place) for place in json.loads(lease.slots))))
        for lease in shown
        if lease.item != 0
    }
    assert places == {(kind, (1, 2)) for kind in KINDS_WITH_EQUALS}
    engine.close()


def work(engine: Engine, rater: str, shape: str) -> list[LeaseRow]:
    done: list[LeaseRow] = []
    while leases := engine.run(Lease(rater)).leases:
        for lease in leases:
            give(engine, lease, shape)
            done.append(lease)
    return done


@pytest.mark.parametrize("shape", ["pair", "all", "one"])
def test_checks_and_repeats_are_mixed_in_by_the_rules(tmp_path: Path, database: Database, shape: str) -> None:
    extra = []
    if shape == "one":
        extra = [graded(f"c{n}", "attention") for n in range(4)]
    engine, _ = begin(
        tmp_path / "study",
        database,
        shape,
        extra=extra,
        items=60,
        systems="ab" if shape == "pair" else "abc",
        ratings=1,
        checks={"every": 10},
        repeats={"share": 0.1, "distance": 12},
    )
    shown = work(engine, engine.run(Join()).rater, shape)
    kinds = Counter(lease.kind for lease in shown)
    assert kinds["main"] == (60 if shape != "one" else 180)
    assert kinds["repeat"] >= 3
    assert kinds["attention"] == (4 if shape == "one" else 0)
    first = {lease.trial: lease for lease in shown if lease.kind == "main"}
    for lease in shown:
        if lease.kind == "repeat":
            before = first[lease.trial]
            assert lease.sequence - before.sequence > 12
            if shape != "one":
                assert lease.slots != before.slots
                assert sorted(json.loads(lease.slots)) == sorted(json.loads(before.slots))
    repeats = Counter(lease.trial for lease in shown if lease.kind == "repeat")
    assert max(repeats.values()) == 1
    rows = rows_of(engine)
    assert len({row.trial for row in rows if row.kind == "main"}) == kinds["main"]
    engine.close()


def test_checks_of_the_protocol_are_made_where_the_study_brings_none(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=30, systems="abc", ratings=1, checks={"every": 5})
    assert all(lease.kind == "main" for lease in work(engine, engine.run(Join()).rater, "one"))
    engine.close()


def test_a_skipped_trial_goes_to_somebody_else(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=1, systems="a", ratings=1)
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    lease = engine.run(Lease(first)).leases[0]
    engine.run(Skip(first, lease.lease, "I know this picture"))
    assert engine.run(Lease(first)).leases == []
    assert engine.run(Lease(second)).leases[0].trial == lease.trial
    engine.close()


def test_why_a_trial_was_skipped_is_kept_and_own_words_can_be_erased(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database)
    rater = engine.run(Join()).rater
    said = ("known", "other: my neighbour Zebedee is in it", "That is Zebedee!", "my-neighbour-zebedee")
    for reason in said:
        engine.run(Skip(rater, engine.run(Lease(rater, want=1)).leases[0].lease, reason))
    with engine.database.read() as conn:
        records = [json.loads(record.body) for record in stream_records(conn, engine.key, kind="skip")]
        own = [row.text for row in list_messages(conn, engine.key, kinds=("skip",))]
    assert [record["reason"] for record in records] == ["known", "other", "other", "other"]
    assert own == ["my neighbour Zebedee is in it", "That is Zebedee!", "my-neighbour-zebedee"]
    engine.run(Withdraw(rater))
    with engine.database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()
        everything = [record.body for record in stream_records(conn, engine.key)]
        everything += [row.text for row in list_messages(conn, engine.key)]
    assert not any("zebedee" in text.casefold() for text in everything)
    engine.close()


def _report(engine: Engine, rater: str, item: int) -> bool:
    """The rater reports the first trial of that item which they are given, answering what comes before."""
    for _ in range(60):
        lease = engine.run(Lease(rater, want=1)).leases[0]
        if lease.item == item:
            return bool(engine.run(ReportBroken(rater, lease.lease, "the picture is black")))
        give(engine, lease)
    raise AssertionError("the item never came")


def _suspended(engine: Engine) -> set[int]:
    with engine.database.read() as conn:
        return suspended_items(conn, engine.key)


def test_two_reports_suspend_an_item_and_lose_no_answer(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=1, systems="ab", ratings=4, broken_answers=1)
    raters = [engine.run(Join()).rater for _ in range(4)]
    suspended = []
    for rater in raters[:3]:
        give(engine, engine.run(Lease(rater, want=1)).leases[0])
    for rater in raters[1:3]:
        lease = engine.run(Lease(rater, want=1)).leases[0]
        suspended.append(engine.run(ReportBroken(rater, lease.lease, "the picture is black")))
    assert suspended == [False, True]
    assert engine.run(Lease(raters[3])).leases == []
    assert len(rows_of(engine)) == 3
    engine.run(SuspendItem("me", "i0", suspended=False))
    assert len(engine.run(Lease(raters[3])).leases) >= 1
    engine.close()


def test_raters_who_never_answered_suspend_nothing(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=20, systems="a", ratings=9)
    for _ in range(4):
        rater = engine.run(Join()).rater
        while leases := engine.run(Lease(rater)).leases:
            for lease in leases:
                assert not engine.run(ReportBroken(rater, lease.lease, "black"))
    assert _suspended(engine) == set()
    assert engine.run(Lease(engine.run(Join()).rater)).leases
    engine.close()


def test_reports_alone_suspend_a_small_share_of_the_items(tmp_path: Path, database: Database) -> None:
    settings: dict[str, Any] = {"items": 20, "systems": "a", "ratings": 9, "broken_answers": 1, "broken_share": 0.1}
    engine, _ = begin(tmp_path / "study", database, **settings)
    raters = [engine.run(Join()).rater for _ in range(2)]
    for rater in raters:
        give(engine, engine.run(Lease(rater, want=1)).leases[0])
        while leases := engine.run(Lease(rater)).leases:
            for lease in leases:
                engine.run(ReportBroken(rater, lease.lease, "black"))
    assert len(_suspended(engine)) == 2
    engine.close()


def test_a_resumed_item_starts_afresh(tmp_path: Path, database: Database) -> None:
    settings: dict[str, Any] = {"items": 4, "systems": "a", "ratings": 30, "broken_answers": 0, "broken_share": 1.0}
    engine, _ = begin(tmp_path / "study", database, **settings)
    assert [_report(engine, engine.run(Join()).rater, 2) for _ in range(2)] == [False, True]
    assert [_report(engine, engine.run(Join()).rater, 1) for _ in range(2)] == [False, True]
    engine.run(SuspendItem("me", "i2", suspended=False))
    assert not _report(engine, engine.run(Join()).rater, 2), "one more report is the first again"
    assert _suspended(engine) == {1}
    assert engine.run(ResumeAll("me")) == 1
    assert _suspended(engine) == set()
    assert not _report(engine, engine.run(Join()).rater, 1)
    with engine.database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()
    engine.close()


def test_questions_and_their_answers_find_their_readers(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database)
    asker, other = engine.run(Join()).rater, engine.run(Join()).rater
    lease = engine.run(Lease(asker)).leases[0]
    number = engine.run(Ask(asker, "Does the shadow count?", lease.lease))
    engine.run(Post("me", "reply", "No.", rater=asker, about=number))
    engine.run(Post("me", "clarification", "Shadows never count.", about=number))
    with engine.database.read() as conn:
        assert [m.kind for m in list_messages(conn, engine.key, rater=asker)] == ["question", "reply", "clarification"]
        assert [m.kind for m in list_messages(conn, engine.key, rater=other)] == ["clarification"]
        assert list_messages(conn, engine.key, state="open") == []
    with pytest.raises(BeholderError):
        engine.run(Ask(asker, "   "))
    engine.close()


def test_a_material_change_of_the_guideline_can_reissue_earlier_answers(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=2, systems="a", ratings=1)
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    work(engine, first, "one")
    number = engine.run(ChangeGuideline("me", {"en": "New text"}, {"en": "Shadows"}, material=True))
    assert number == 2
    assert engine.run(ReissueGuideline("me", 2)) == 2
    assert len(work(engine, second, "one")) == 2
    by_rater = {row.rater: row.excluded_by for row in rows_of(engine)}
    assert by_rater == {first: "guideline-before-2", second: ""}
    engine.close()


def test_reissuing_asks_again_only_what_nobody_corrected_under_the_new_guideline(
    tmp_path: Path, database: Database
) -> None:
    engine, _ = begin(tmp_path / "study", database, items=3, systems="a", ratings=1)
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    kept, twice, plain = work(engine, first, "one")
    revise(engine, twice, value=4)
    engine.run(ChangeGuideline("me", {"en": "New text"}, {"en": "Shadows"}, material=True))
    revise(engine, kept, value=5, guideline="2")
    assert engine.run(ReissueGuideline("me", 2)) == 2
    assert {lease.trial for lease in work(engine, second, "one")} == {twice.trial, plain.trial}
    live = [row for row in rows_of(engine) if not row.excluded_by]
    assert Counter(row.trial for row in live) == {str(lease.trial): 1 for lease in (kept, twice, plain)}
    assert {row.answer for row in live if row.rater == first} == {f"again-{kept.lease}"}
    with engine.database.read() as conn:
        revisions = answers_to(conn, [twice.lease])[twice.lease]
    assert [row.excluded_by for row in revisions] == ["guideline-before-2"] * 2
    engine.close()


def test_pilot_answers_are_kept_apart_and_their_places_open_again(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=2, systems="a", ratings=1)
    engine.run(SetPhase("me", "pilot"))
    first, second = engine.run(Join()).rater, engine.run(Join()).rater
    assert {lease.kind for lease in work(engine, first, "one")} == {"pilot"}
    assert engine.run(SetPhase("me", "main")) == 2
    assert {lease.kind for lease in work(engine, second, "one")} == {"main"}
    assert Counter(row.kind for row in rows_of(engine)) == {"pilot": 2, "main": 2}
    with pytest.raises(BeholderError, match="begun"):
        engine.run(SetPhase("me", "pilot"))
    engine.close()


def test_a_pilot_answer_that_comes_after_the_pilot_takes_no_place(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=1, systems="a", ratings=1)
    engine.run(SetPhase("me", "pilot"))
    slow, next_one = engine.run(Join()).rater, engine.run(Join()).rater
    on_screen = engine.run(Lease(slow)).leases[0]
    engine.run(SetPhase("me", "main"))
    give(engine, on_screen)
    assert [lease.kind for lease in work(engine, next_one, "one")] == ["main"]
    assert [(row.kind, row.counts) for row in rows_of(engine)] == [("pilot", False), ("main", True)]
    with database.read() as conn:
        assert verify_chain(conn, engine.key).problems == ()
    engine.close()


def test_an_adjudicated_value_is_kept_apart(tmp_path: Path, database: Database) -> None:
    engine, _ = begin(tmp_path / "study", database, items=1, systems="a", ratings=1)
    lease = engine.run(Lease(engine.run(Join()).rater)).leases[0]
    give(engine, lease, value=1)
    engine.run(Adjudicate("judge", lease.trial, {"trial": {"score": 5}, "slots": []}, "clear case"))
    assert {(row.kind, row.rater_kind, row.value) for row in rows_of(engine)} == {
        ("main", "human", "1"),
        ("adjudication", "adjudicator", "5"),
    }
    engine.close()


def test_session_and_daily_limits_end_the_work_and_a_rest_begins_it_again(tmp_path: Path, database: Database) -> None:
    engine, clock = begin(
        tmp_path / "study",
        database,
        items=200,
        ratings=1,
        limits={"session_minutes": 10, "daily_minutes": 15},
        lease_minutes=5.0,
    )
    rater = engine.run(Join()).rater

    def until_stopped() -> str:
        while True:
            leased = engine.run(Lease(rater, want=1))
            if not leased.leases:
                return leased.reason
            clock.advance(30_000)
            lease = leased.leases[0]
            engine.run(
                Answer(
                    id=f"limits-{lease.sequence:06d}",
                    rater=rater,
                    lease=lease.lease,
                    payload=payload_for("one", 1),
                    active_ms=30_000,
                )
            )

    assert until_stopped() == "session"
    clock.advance(20 * 60_000)
    assert until_stopped() == "day"
    clock.advance(24 * 3_600_000)
    assert engine.run(Lease(rater)).leases
    engine.close()
