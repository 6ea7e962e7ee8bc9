"""Questionnaires in a release: what leaves the study of each sheet, with the salt where that is all of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy.engine import Connection

from beholder.declarations.states import RaterStage
from beholder.engine.ledger import Ledger
from beholder.store.raters import stream_sheets
from beholder.store.records import canonical, payload_digest
from beholder.store.studies import load_versions, version_times
from beholder.tables.questionnaires import asked_questions, version_at

__all__ = ["compare_questionnaires", "questionnaire_lines"]


def questionnaire_lines(conn: Connection, key: int) -> Iterator[str]:
    """A line for each sheet that was filled in and not erased.

    Its record holds a digest of the whole sheet. Where an answer stays in the study the salt does too, since with it the
    answer could be guessed.
    """
    asked = asked_questions(load_versions(conn, key), version_times(conn, key))
    for rater, sheet, at, payload, salt in stream_sheets(conn, key):
        if payload is None or sheet not in RaterStage.QUESTIONS:
            continue
        then, filled = version_at(asked, at), json.loads(payload)
        questions = then.questions[sheet]
        values = {
            name: value
            for name, value in filled.items()
            if name in questions and then.is_exported(name, questions[name])
        }
        whole = salt if len(values) == len(filled) else None
        yield canonical({"rater": rater, "sheet": sheet, "at": at, "values": values, "salt": whole})


def compare_questionnaires(lines: Iterable[Mapping[str, Any]], ledger: Ledger) -> Iterator[str]:
    """Sheets that are not what was recorded, that nobody filled in, or that are gone."""
    seen: set[tuple[str, str]] = set()
    for line in lines:
        name = (str(line["rater"]), str(line["sheet"]))
        what = f"what rater {name[0]} filled in as {name[1]!r}"
        recorded = ledger.sheets.get(name)
        if recorded is None or name[0] in ledger.withdrawn or name in seen:
            yield f"{what} has no record"
        elif recorded.at != line["at"]:
            yield f"{what} has another time than its record"
        elif line["salt"] and payload_digest(line["salt"], canonical(line["values"]), "") != recorded.digest:
            yield f"{what} is not what was recorded"
        seen.add(name)
    for rater, sheet in ledger.sheets:
        if sheet in RaterStage.QUESTIONS and rater not in ledger.withdrawn and (rater, sheet) not in seen:
            yield f"what rater {rater} filled in as {sheet!r} is missing"
