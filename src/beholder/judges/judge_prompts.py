"""The prompt of each judge, made again from what the study keeps: what holds for all trials, and what each of them asks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy.engine import Connection

from beholder.judges.template import TEMPLATE, TrialTemplate, schema_of_reply
from beholder.store.guidelines import list_guidelines
from beholder.store.judgments import JudgeRow, list_judges
from beholder.store.studies import load_versions
from beholder.store.trials import stream_trials
from beholder.study import Definition

__all__ = ["described_judges"]


def described_judges(conn: Connection, key: int, definition: Definition) -> Iterator[dict[str, Any]]:
    """Each judge with its setup and its prompt; None for a prompt whose template or guideline is no longer known."""
    texts = _guidelines(conn, key, definition)
    slots = max((len(json.loads(trial.systems)) for trial in stream_trials(conn, key)), default=0)
    for row in list_judges(conn, key):
        yield {**row._asdict(), "setup": json.loads(row.setup), "prompt": _prompt(row, texts, definition, slots)}


def _prompt(row: JudgeRow, texts: Mapping[str, str], definition: Definition, slots: int) -> dict[str, Any] | None:
    setup = json.loads(row.setup)
    text = texts.get(setup.get("guideline", ""))
    if text is None or setup.get("template") != TEMPLATE:
        return None
    template = TrialTemplate(definition, setup["language"], text)
    if bool(template.guideline_pictures) != ("guideline_pictures" in setup):
        # asked by a version that sent words for the guideline's pictures
        return None
    asked = slots if definition.declaration.shows != "item" else 0
    return {
        "system": template.system(),
        "questions": template.questions(asked, reason=setup["reason"]),
        "schema": schema_of_reply(definition, asked, setup["reason"]),
    }


def _guidelines(conn: Connection, key: int, definition: Definition) -> dict[str, str]:
    """Every text that was ever the guideline, by the digest that judges name it by."""
    kept = [text for row in list_guidelines(conn, key) for text in row.texts.values()]
    kept += [text for _, _, frozen in load_versions(conn, key) for text in json.loads(frozen)["guidelines"].values()]
    kept += [definition.guideline(language) for language in definition.settings.languages]
    return {hashlib.sha256(text.encode()).hexdigest(): text for text in kept}
