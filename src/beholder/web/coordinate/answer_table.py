"""Raw answers as a table for people: a line per answer, a column per question, options by their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from beholder.fields import Field, Form
from beholder.tables.ratings import Rating

__all__ = ["Given", "tabulate"]


@dataclass(frozen=True, slots=True)
class Given:
    """One answer: by whom, when, how long it took, and its values by column.

    `fast` marks it for review; `system` is given if it is about one candidate only.
    """

    rater: str
    item: str
    trial: str
    kind: str
    excluded_by: str
    submitted_at: str
    seconds: float
    fast: bool = False
    system: str = ""
    values: dict[str, str] = field(default_factory=dict)


def tabulate(
    rows: Iterable[Rating],
    form: Form,
    language: str,
    sign: Callable[[Rating], str],
    *,
    is_fast: Callable[[str, int, int], bool] = lambda *_: False,
) -> tuple[list[str], list[Given]]:
    """Columns and lines of a table of answers. `sign` is what a candidate is called, empty where none needs a name.

    `is_fast` tells from kind, active time and revision whether an answer is marked.
    What is about candidates comes first, candidate by candidate; then what is about the trial.
    """
    rows = list(rows)
    fields = dict(form.all_fields())
    columns: dict[str, str] = {}
    given: dict[str, Given] = {}
    about: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        about[row.answer] |= {row.system} if row.candidate else set()
    for row in rows:
        alone = len(about[row.answer]) == 1
        name, _, part = row.field.partition(".")
        asked = fields.get(name)
        one = given.setdefault(
            row.answer,
            Given(
                rater=row.rater,
                item=row.item,
                trial=row.trial,
                kind=row.kind,
                excluded_by=row.excluded_by,
                submitted_at=row.submitted_at,
                seconds=row.active_ms / 1000,
                fast=is_fast(row.kind, row.active_ms, row.revision),
                system=sign(row) if alone and row.candidate else "",
            ),
        )
        heading = _heading(asked, part, language) or row.field
        once = asked is not None and asked.told_once
        called = sign(row) if row.candidate and not alone and not once else ""
        heading = f"{heading} · {called}" if called else heading
        told = row.value if asked is None else asked.describe_value(row.value, language, sign=sign(row))
        if told is not None:
            one.values[heading] = told
        columns[heading] = called
    used = [name for name in columns if any(one.values.get(name) for one in given.values())]
    return sorted(used, key=lambda name: (not columns[name], columns[name])), list(given.values())


def _heading(asked: Field | None, part: str, language: str) -> str:
    if asked is None:
        return ""
    named = {option.id: option.label.to(language) for option in asked.options_shown()}
    return named.get(part, "") if part else asked.label.to(language)
