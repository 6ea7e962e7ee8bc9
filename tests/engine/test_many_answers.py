"""Answers by the ten thousands are taken out and asked again in one go: more than a statement takes parameters."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.engine import Engine, Join, Lease, seeded_entropy
from beholder.engine.batch import Batch, StudyContext
from beholder.engine.handlers.answer import seal
from beholder.engine.handlers.guideline import ReissueGuideline
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.keeping.verify import verify_chain
from beholder.store import AnswerRow, Database, LeaseRow
from beholder.store.answers import AnswerWithPayload
from beholder.store.prepared import insert_many
from beholder.store.records import canonical
from beholder.store.schema import answers, leases, payloads
from beholder.store.studies import load_study
from beholder.store.trials import stream_trials
from tests.study_maker import make_study, payload_for, start

_SYSTEMS = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 110))
_MANY = 300 * len(_SYSTEMS)
_LEASE = LeaseRow("", "", 0, 0, "main", 0, "answered", False, "[]", 0, False, 1, 0)
_ANSWER = AnswerRow("", 0, "", "", 1, 5000, 5000, 0, 5000, "1", canonical({}), "")


def _answer_everything(database: Database, engine: Engine, rater: str) -> None:
    """What one rater would have left behind who answered every trial, straight into the tables."""
    context = StudyContext(engine.key, engine.definition, 0, 0, seeded_entropy(2))
    with database.write() as conn:
        batch = Batch.begin(conn, context, 5000)
        held: list[LeaseRow] = []
        given: list[AnswerWithPayload] = []
        for trial in stream_trials(conn, engine.key):
            name, slots = f"{rater}-{trial.trial:06}", trial.systems
            lease = _LEASE._replace(lease=name, rater=rater, trial=trial.trial, item=trial.item, slots=slots)
            held.append(lease._replace(sequence=len(held) + 1))
            row = _ANSWER._replace(answer=name, lease=name, rater=rater)
            given.append(seal(batch, held[-1], row, payload_for("one", 1), "{}"))
            batch.change_place(trial.trial, -1, flipped=False)
        insert_many(conn, leases, ("study", *LeaseRow._fields), ((engine.key, *row) for row in held))
        insert_many(conn, answers, ("study", *AnswerRow._fields), ((engine.key, *one.row) for one in given))
        texts = ((one.row.answer, one.payload, one.meta, one.salt) for one in given)
        insert_many(conn, payloads, ("answer", "payload", "meta", "salt"), texts)
        batch.finish()


@pytest.mark.long
@pytest.mark.parametrize("how", ["guideline", "rater"])
def test_all_answers_are_taken_out_and_every_place_opens_again(tmp_path: Path, database: Database, how: str) -> None:
    # SQLite takes 32,766 parameters in one statement
    assert _MANY > 32_768
    definition = make_study(tmp_path / "study", "one", items=300, systems=_SYSTEMS, ratings=1)
    engine, _ = start(definition, database, people=True)
    rater, other = engine.run(Join()).rater, engine.run(Join()).rater
    _answer_everything(database, engine, rater)
    assert not engine.run(Lease(other)).leases
    act = ReissueGuideline("Ada", 2) if how == "guideline" else ExcludeRater("Ada", rater, "a robot")
    assert engine.run(act) == _MANY
    assert len(engine.run(Lease(other, want=1)).leases) == 1
    engine.close()
    with database.read() as conn:
        places = [trial.open for trial in stream_trials(conn, engine.key)]
        assert load_study(conn, engine.key).open_places == sum(places) == _MANY - 1
        assert verify_chain(conn, engine.key).problems == ()
