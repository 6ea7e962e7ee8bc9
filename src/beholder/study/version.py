"""A version of a study: its definition as one canonical text, so that what changed between two can be told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from beholder.errors import BeholderError
from beholder.study.definition import Definition
from beholder.study.item_texts import ItemTexts, item_digest
from beholder.study.meaning import meaning_of
from beholder.text import BUILT_IN, OFFERED_BY_DEFAULT
from beholder.text.words import LEAVE_OUT

__all__ = ["Version"]

# raised when the digest of a version is computed in another way
_FORMAT = 1
# Where the files lie, and in how many, is not what the study is; parameters and wording stand in the declaration. Judges
# change nothing for people, and each of their answers says how it was asked.
_LEFT_OUT = {"items", "params", "wording", "protocol", "judges"}
# What came after 0.1.0 is left out at its default: a newer Beholder alone must not make a new version.
_LATER: dict[str, Any] = {
    "settings.broken_answers": 3,
    "settings.broken_share": 0.05,
    "settings.longest_lease_minutes": None,
    "settings.newcomer_places": 0.1,
    "settings.most_skipped": 0.2,
    "settings.max_fast_share": 0.5,
    "settings.crowd.too_fast": "",
    "settings.crowd.too_many_skipped": "",
    "settings.crowd.over_quota": "",
    "settings.run_by": {},
    "settings.cost.per_submission": None,
    "settings.cost.reading_minutes": None,
    "settings.cost.fee": 0.0,
    "settings.exported_questions": None,
    "settings.subsets": None,
    "settings.looks": [],
    "settings.selection": None,
    "settings.pairs.choose": "planned",
    "settings.pairs.random": 0.2,
    "settings.clips": {"watch": "once", "play": "together", "loop": False, "most_megabytes": 2048},
    "settings.headline": "",
    "declaration.watch": "",
    "declaration.headline": "",
    "declaration.measures": [],
    "declaration.timing.aim_from_seconds": None,
    "settings.before.*.better": None,
    "settings.after.*.better": None,
    "declaration.item.*.label": {},
    "declaration.item.*.audio": False,
    "declaration.candidate.*.audio": False,
    "declaration.candidate.*.label": {},
    "declaration.form.fields.*.better": None,
    "declaration.form.candidate_fields.*.better": None,
    "declaration.form.fields.*.highest_first": False,
    "declaration.form.candidate_fields.*.highest_first": False,
    "settings.before.*.highest_first": False,
    "settings.after.*.highest_first": False,
}


@dataclass(frozen=True)
class Version:
    """The canonical text of a definition. Equal texts are equal studies; `digest` (SHA-256) stands for the text.

    `items` are those of the definition as they were written on the way, for whoever stores them next.
    """

    text: str
    items: ItemTexts | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        definition: Definition,
        *,
        media: Mapping[str, str] | None = None,
        delivered: Mapping[str, str] | None = None,
        items: ItemTexts | None = None,
    ) -> Version:
        """The version that a definition is; `media` are the digests of the files that its items name.

        `delivered` are those of the files that raters get in their place.
        """
        told = item_digest if items is None else items.add
        settings = definition.settings.model_dump(mode="json", exclude=_LEFT_OUT)
        if definition.stop_rule is None:
            settings["ratings"] = definition.ratings
        data: dict[str, Any] = {
            "format": _FORMAT,
            "settings": settings,
            "params": definition.params.model_dump(mode="json", by_alias=True, context=_context(definition)),
            "declaration": definition.declaration.model_dump(mode="json", by_alias=True, context=_context(definition)),
            "meaning": meaning_of(definition.declaration),
            "guidelines": {language: definition.guideline(language) for language in definition.settings.languages},
            "items": dict(sorted((item.id, told(item)) for item in definition.items)),
        }
        _leave_out_later(data)
        if media:
            data["media"] = dict(sorted(media.items()))
        if delivered:
            data["delivered"] = dict(sorted(delivered.items()))
        # keys are not sorted: the order of fields is the order in which they are asked
        return cls(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False), items)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the text says."""
        try:
            data = json.loads(self.text)
        except ValueError:
            data = None
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise BeholderError(
                "this is not a version of a study that this Beholder can read",
                code="version-unreadable",
                hint="use the release of Beholder with which the study was started, or a newer one",
            )
        return data


def _leave_out_later(data: dict[str, Any]) -> None:
    for path, default in _LATER.items():
        *sections, name = path.split(".")
        for within in _reached(data, sections):
            if name in within and within[name] == default:
                del within[name]


def _reached(data: Any, sections: list[str]) -> Iterator[dict[str, Any]]:
    """The mappings at a path, of which `*` stands for every name; a section that is switched off has none."""
    if data is None:
        return
    if not sections:
        yield data
        return
    first, *rest = sections
    for one in data.values() if first == "*" else (data[first],):
        yield from _reached(one, rest)


def _context(definition: Definition) -> dict[str, Any]:
    """Leaves out languages that came after 0.1.0 and that the study does not offer: a newer Beholder makes no version."""
    kept = {*OFFERED_BY_DEFAULT, *definition.settings.languages}
    return {LEAVE_OUT: set(BUILT_IN) - kept if definition.protocol.built_in else set()}
