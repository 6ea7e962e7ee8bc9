"""What a rater saw when giving an answer: the order, the sides, the wording of that version, the pictures; and the answer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from beholder.errors import BeholderError
from beholder.facade import load
from beholder.protocols import Declaration, Item, Protocol, find_protocol
from beholder.report.bundle import open_bundle
from beholder.store.answers import release_row
from beholder.store.items import load_items
from beholder.store.studies import load_versions
from beholder.tables.ratings import iso_time, letter

__all__ = ["Replay", "read_replay", "replay_html"]

_FOLDER = Path(__file__).parent / "templates"
# a small laptop's, for showings of which no window was recorded
_SCREEN = (1280, 800)


@dataclass(frozen=True)
class Replay:
    """One showing and its answer, as recorded. `version` is the frozen definition under which it was given out."""

    row: Mapping[str, Any]
    item: Item
    version: Mapping[str, Any]
    protocol: Protocol
    media: Path | None

    @cached_property
    def declaration(self) -> Declaration:
        """The declaration in force at that time."""
        return Declaration.model_validate(self.version["declaration"])

    @property
    def slots(self) -> list[list[str]]:
        """The systems per place, in the order shown."""
        shown_slots: list[list[str]] = json.loads(self.row["slots"])
        return shown_slots

    @property
    def payload(self) -> dict[str, Any] | None:
        """The answer as stored; None where it was erased."""
        found: dict[str, Any] | None = json.loads(self.row["payload"]) if self.row["payload"] is not None else None
        return found

    @property
    def meta(self) -> dict[str, Any]:
        """What the page recorded beside the answer: display, views, language."""
        return json.loads(self.row["meta"]) if self.row["meta"] else {}

    @property
    def language(self) -> str:
        """The language of the page; the study's first where that is not recorded."""
        offered = self.version["settings"].get("languages") or ["en"]
        return str(self.meta.get("language") or offered[0])

    @property
    def window(self) -> tuple[int, int] | None:
        """Width and height of the rater's window, if they are recorded."""
        display = self.meta.get("display")
        if not isinstance(display, dict):
            return None
        width, height = display.get("width"), display.get("height")
        if isinstance(width, int) and isinstance(height, int) and all(200 <= n <= 10_000 for n in (width, height)):
            return width, height
        return None

    @property
    def screen(self) -> tuple[int, int]:
        """Width and height at which the page is shown again."""
        return self.window or _SCREEN

    def answers(self) -> list[tuple[str, str, str]]:
        """What was answered: (place or nothing, question, value)."""
        payload = self.payload
        if payload is None:
            return []
        form = self.declaration.form
        told: list[tuple[str, str, str]] = []
        for slot, sheet in enumerate(payload["slots"]):
            for name, field in form.candidate_fields.items():
                if name in sheet:
                    told.append((letter(slot), field.label.to(self.language), field.text(sheet[name])))
        trial = payload["trial"]
        told += [
            ("", f.label.to(self.language), f.text(trial[name])) for name, f in form.fields.items() if name in trial
        ]
        return told

    def facts(self) -> list[tuple[str, str]]:
        """When, by whom and under which versions."""
        row = self.row
        return [
            ("answer", f"{row['answer']} (revision {row['revision']})"),
            ("rater", f"{row['rater']}, trial number {row['sequence']}"),
            ("kind", str(row["kind"])),
            ("first painted", iso_time(row["started_at"])),
            ("submitted", iso_time(row["submitted_at"])),
            ("active seconds", f"{row['active_ms'] / 1000:.1f}"),
            ("study version, guideline", f"{row['version']}, {row['guideline'] or 'not recorded'}"),
            ("language, window", f"{self.language}, {' × '.join(map(str, self.window or ('not recorded',)))}"),
            ("excluded by", str(row["excluded_by"] or "nothing")),
            ("places", "; ".join(f"{letter(n)} = {', '.join(slot)}" for n, slot in enumerate(self.slots)) or "none"),
        ]


@contextmanager
def read_replay(source: Path, answer: str, *, database: str | None = None) -> Iterator[Replay]:
    """The showing behind an answer, from a study folder or a release; pictures are there while this is open."""
    if source.is_dir():
        with load(source, database=database) as study, study.database.read() as conn:
            row = release_row(conn, study.key, answer)
            if row is None:
                raise _unknown(answer, source)
            versions = {number: text for number, _, text in load_versions(conn, study.key)}
            data = json.loads(load_items(conn, study.key, [row["item"]])[row["item"]])
            version = json.loads(versions[row["version"]])
            definition = study.definition
            yield Replay(row, Item.from_json(data), version, definition.protocol, definition.media_root)
        return
    bundle = open_bundle(source)
    if bundle.problems:
        raise BeholderError(bundle.problems[0], code="release-broken", where=str(source))
    found = next((row for row in bundle.lines("answers.jsonl") if row["answer"] == answer), None)
    if found is None:
        raise _unknown(answer, source)
    item = next(row for row in bundle.lines("items.jsonl") if row["item"] == found["item"])
    text = next(row["definition"] for row in bundle.lines("versions.jsonl") if row["version"] == found["version"])
    version = json.loads(text)
    with tempfile.TemporaryDirectory(prefix="beholder-") as scratch:
        media = Path(scratch)
        for name in item["media"] if bundle.facts["media"] else ():
            target = media / name
            target.parent.mkdir(parents=True, exist_ok=True)
            bundle.extract(f"media/{name}", target)
        yield Replay(
            found,
            Item.from_json(item["data"]),
            version,
            _protocol_of(Declaration.model_validate(version["declaration"])),
            media if bundle.facts["media"] else None,
        )


def replay_html(replay: Replay, *, document: str) -> str:
    """The showing as one page that opens offline: the rater's page at the size of their window, and the answer beside it."""
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(_FOLDER), autoescape=True)
    return environment.get_template("replay.html").render(
        document=document,
        screen=replay.screen,
        facts=replay.facts(),
        answers=replay.answers(),
        erased=replay.row["payload"] is None,
        without_pictures=replay.media is None,
        meta=json.dumps(replay.meta, ensure_ascii=False, indent=1),
        style=Markup((_FOLDER / "replay.css").read_text(encoding="utf-8")),  # noqa: S704 - our own file
    )


def _protocol_of(declaration: Declaration) -> Protocol:
    """The protocol as installed here; one that is not shows its form on the plain page."""
    try:
        return find_protocol(declaration.name)
    except BeholderError:
        return Protocol(declaration=declaration)


def _unknown(answer: str, source: Path) -> BeholderError:
    return BeholderError(
        f"there is no answer {answer!r}",
        code="answer-unknown",
        where=str(source),
        hint="ids are in the column `answer`",
    )
