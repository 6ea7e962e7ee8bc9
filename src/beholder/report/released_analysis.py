"""The analysis of a release: made from nothing but what the release itself holds, so that anybody can make it again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from beholder.analysis import REVISION, Context, DeclaredContrast, FieldInfo, RatingsData
from beholder.analysis.looking import Looking
from beholder.analysis.stopping_plan import StoppingPlan
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.protocols import Declaration, Item, Protocol, find_protocol
from beholder.protocols.run_analysis import run_analysis
from beholder.quality.rule_versions import rules_of_versions
from beholder.stats.messages import tell
from beholder.store.records import Record
from beholder.tables.ratings import COLUMNS, Rating

__all__ = ["FILES", "analyse_release", "differences"]

FILES = "files"
"""Where a release holds what its analysis reads of the study folder."""

# numbers of the same analysis differ between processors in the last digits only
_TOLERANCE = 1e-9
_EARLIER_WORDS = {
    "the two-way variance came out negative; the larger one-way variance is used": "note-variance-negative",
    "the two-way variance was not positive; its negative part is set to 0": "note-variance-not-positive",
    "too many systems to look through": "reason-many-systems",
}
"""Remarks on findings as releases were made with them, and the messages that say the same today."""

_OF_ONE = re.compile(r"(?<![\d.,])1 [a-z]")
_VERBS = {"are": "is", "were": "was", "have": "has", "do": "does"}


def analyse_release(
    ratings: Callable[[], Iterable[Rating]],
    versions: Sequence[tuple[int, str, str]],
    items: Iterable[Item],
    records: Iterable[Record],
    *,
    folder: Path | None = None,
    revision: int = REVISION,
    stopping: StoppingPlan | None = None,
    looking: Looking | None = None,
) -> dict[str, Any]:
    """Findings and rows of the study's analysis, from its ratings, its frozen versions, its items and its chain.

    Pictures are not part of it, so that a release without media gives the same numbers. `folder` holds the files of the study
    folder that the analysis reads, as the release has them; `revision` is that of the analysis which the release was made
    with. `stopping` is the rule by which trials were asked for until they were clear, and `looking` says which intervals hold where looks at results were planned.
    """
    definition = json.loads(versions[-1][2])
    declaration = Declaration.model_validate(definition["declaration"])
    settings = definition["settings"]
    params: BaseModel | None = None
    known = {item.id: item for item in items}
    protocol: Protocol | None = None
    try:
        protocol = find_protocol(declaration.name)
        params = protocol.params.model_validate(definition["params"])
    except (BeholderError, ValidationError):
        # a protocol of one's own that is not installed here: what it asked is in the release, so it is analysed by field
        protocol = None
    context = Context(
        title=Words.model_validate(settings.get("title") or {}),
        declaration=declaration,
        params=params,
        items=known,
        contrasts=tuple(DeclaredContrast(c["field"], *c["systems"]) for c in settings.get("contrasts", ())),
        about=settings.get("about", {}),
        rules=rules_of_versions(
            versions,
            records,
            ratings(),
            protocol=protocol,
            items=known,
            params=params,
            corrections_timed=revision < 2,
        ),
        stopping=stopping,
        looking=looking,
        fast_seconds=settings.get("limits", {}).get("fast_seconds"),
        folder=folder,
        revision=revision,
    )
    fields = FieldInfo.of_form(declaration.form)
    data = RatingsData.of_rows(ratings(), COLUMNS, fields=fields, protocol=declaration.name, source="release")
    found = run_analysis(protocol, data, context).to_json()
    return {"findings": found["findings"], "rows": found["rows"]}


def differences(given: Any, computed: Any, path: str = "analysis") -> Iterator[str]:
    """Where two results differ; numbers may differ in the last digits that another machine computes otherwise."""
    if isinstance(given, Mapping) and isinstance(computed, Mapping):
        for name in sorted({*given, *computed}):
            yield from differences(given.get(name), computed.get(name), f"{path}.{name}")
    elif isinstance(given, list) and isinstance(computed, list) and len(given) == len(computed):
        for number, (one, two) in enumerate(zip(given, computed, strict=True)):
            label = one.get("name", number) if isinstance(one, Mapping) else number
            yield from differences(one, two, f"{path}.{label}")
    elif isinstance(given, int | float) and isinstance(computed, int | float):
        if abs(given - computed) > _TOLERANCE * max(1.0, abs(given)):
            yield f"{path} is {given!r}, computed again it is {computed!r}"
    elif _in_todays_words(given) != _closed(computed):
        yield f"{path} is {json.dumps(given)[:60]}, computed again it is {json.dumps(computed)[:60]}"


_EARLIER_NAMES = {"spearman, ": "Spearman's ρ, ", "pearson, ": "Pearson's r, ", "kendall, ": "Kendall's τ, "}


def _in_todays_words(given: Any) -> Any:
    """A text of a release with remarks as they are worded now: better words for the same are no difference."""
    if isinstance(given, str):
        for before, key in _EARLIER_WORDS.items():
            given = given.replace(before, tell(key))
        for before, today in _EARLIER_NAMES.items():
            given = today + given.removeprefix(before) if given.startswith(before) else given
    return _closed(given)


def _closed(text: Any) -> Any:
    """A text as it is compared: no space parts a number from its `%`, and one thing may be told as several were.

    Languages and versions write the one or the other, and earlier versions said `1 ties left out`.
    """
    if not isinstance(text, str):
        return text
    closed = re.sub(r"(?<=\d)\s%", "%", text)
    return re.sub(r"[a-z]+", _without_number, closed) if _OF_ONE.search(closed) else closed


def _without_number(word: re.Match[str]) -> str:
    return _VERBS.get(word[0], word[0]).rstrip("s")
