"""What a rater saw when giving an answer: the order, the sides, the wording of that version, the pictures; and the answer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from beholder.engine.ratings import iso_time
from beholder.engine.shown import what_is_shown
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.protocols import Declaration, Item
from beholder.report.bundle import open_bundle
from beholder.report.exhibits import Exhibit, exhibit
from beholder.report.pictures import PictureBook
from beholder.store.answers import release_row
from beholder.store.items import load_items
from beholder.store.studies import load_versions

__all__ = ["Replay", "read_replay", "replay_html"]

_FOLDER = Path(__file__).parent / "templates"
_SIDE = 900


@dataclass(frozen=True, slots=True)
class Replay:
    """One showing and its answer, as recorded. `declaration` is the one in force at that time."""

    row: Mapping[str, Any]
    item: Item
    declaration: Declaration
    media: Path | None

    @property
    def slots(self) -> list[list[str]]:
        """The systems per place, in the order shown."""
        places: list[list[str]] = json.loads(self.row["slots"])
        return places

    @property
    def meta(self) -> dict[str, Any]:
        """What the page recorded beside the answer: display, views, language."""
        return json.loads(self.row["meta"]) if self.row["meta"] else {}

    def answers(self) -> list[tuple[str, str, str]]:
        """What was answered: (place or nothing, question, value)."""
        if self.row["payload"] is None:
            return []
        payload = json.loads(self.row["payload"])
        language, form = str(self.meta.get("language", "en")), self.declaration.form
        told: list[tuple[str, str, str]] = []
        for place, sheet in enumerate(payload["slots"]):
            for name, field in form.candidate_fields.items():
                if name in sheet:
                    told.append((_letter(place), field.label.to(language), field.text(sheet[name])))
        trial = payload["trial"]
        told += [("", f.label.to(language), f.text(trial[name])) for name, f in form.fields.items() if name in trial]
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
            ("study version, guideline", f"{row['version']}, {row['guideline']}"),
            ("excluded by", str(row["excluded_by"] or "nothing")),
            ("places", "; ".join(f"{_letter(n)} = {', '.join(place)}" for n, place in enumerate(self.slots)) or "none"),
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
            yield Replay(row, Item.from_json(data), _declared(versions[row["version"]]), study.definition.media_root)
        return
    bundle = open_bundle(source)
    if bundle.problems:
        raise BeholderError(bundle.problems[0], code="release-broken", where=str(source))
    found = next((row for row in bundle.lines("answers.jsonl") if row["answer"] == answer), None)
    if found is None:
        raise _unknown(answer, source)
    item = next(row["data"] for row in bundle.lines("items.jsonl") if row["item"] == found["item"])
    text = next(row["definition"] for row in bundle.lines("versions.jsonl") if row["version"] == found["version"])
    with tempfile.TemporaryDirectory(prefix="beholder-") as scratch:
        media = Path(scratch)
        for name in bundle.facts["files"]:
            if name.startswith("media/"):
                target = media / name.removeprefix("media/")
                target.parent.mkdir(parents=True, exist_ok=True)
                bundle.extract(name, target)
        yield Replay(found, Item.from_json(item), _declared(text), media if bundle.facts["media"] else None)


def replay_html(replay: Replay) -> str:
    """The showing as one page that opens offline."""
    language = str(replay.meta.get("language", "en"))
    book = PictureBook(replay.media)
    shown = what_is_shown(replay.item, replay.slots)
    whole = exhibit(replay.declaration, replay.item, book=book, language=language, side=_SIDE)
    places = [
        (_letter(n), _place(replay, place[0].system, book, language)) for n, place in enumerate(shown.slots) if place
    ]
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(_FOLDER), autoescape=True)
    return environment.get_template("replay.html").render(
        lang=language,
        instruction=replay.declaration.instruction.to(language),
        item=whole,
        places=places,
        facts=replay.facts(),
        answers=replay.answers(),
        erased=replay.row["payload"] is None,
        without_pictures=replay.media is None,
        meta=json.dumps(replay.meta, ensure_ascii=False, indent=1),
        style=Markup((_FOLDER / "replay.css").read_text(encoding="utf-8")),  # noqa: S704 - our own file
    )


def _place(replay: Replay, system: str, book: PictureBook, language: str) -> Exhibit:
    return exhibit(
        replay.declaration,
        replay.item,
        book=book,
        language=language,
        side=_SIDE,
        candidate=replay.item.candidate(system),
    )


def _declared(text: str) -> Declaration:
    return Declaration.model_validate(json.loads(text)["declaration"])


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _unknown(answer: str, source: Path) -> BeholderError:
    return BeholderError(
        f"there is no answer {answer!r}",
        code="answer-unknown",
        where=str(source),
        hint="ids are in the column `answer`",
    )
