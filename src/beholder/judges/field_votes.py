"""What people and judges said about the same things, laid beside each other field by field."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from beholder.analysis.field_info import FieldInfo
from beholder.declarations.states import Showing
from beholder.fields import Form, Way
from beholder.judges.judged_answer import answer_of
from beholder.protocols import Item
from beholder.store.judgments import JudgmentRow
from beholder.tables.ratings import Rating, Tidier

__all__ = [
    "FieldVotes",
    "JudgeVote",
    "RatedThing",
    "Value",
    "compared_fields",
    "gather",
    "rows_of_judgments",
]

Value = str | float
_COMPARED = (Way.MEANS, Way.SHARES, Way.RATES, Way.PREFERENCE)
"""What an answer can be compared by: a number, or one of a few words."""


class RatedThing(NamedTuple):
    """What is judged: a trial, and the system it is said of where answers name one. `block` holds what goes together."""

    trial: str
    system: str
    item: str
    block: str


class JudgeVote(NamedTuple):
    """One answer of a judge to one field. `first` says whether the thing stood first of two; None where it did not."""

    value: Value
    kind: str
    occasion: int
    first: bool | None


@dataclass
class FieldVotes:
    """One field: what each person said of each thing, and all that the judge said."""

    info: FieldInfo
    people: dict[RatedThing, dict[str, Value]] = field(default_factory=lambda: defaultdict(dict))
    judge: dict[RatedThing, list[JudgeVote]] = field(default_factory=lambda: defaultdict(list))

    @cached_property
    def by_trial(self) -> Mapping[str, Sequence[RatedThing]]:
        """The things of each trial. Asked for once everything is gathered."""
        found = defaultdict[str, list[RatedThing]](list)
        for thing in {*self.people, *self.judge}:
            found[thing.trial].append(thing)
        return found

    @property
    def numeric(self) -> bool:
        """Whether values have an order and distances."""
        return self.info.way is Way.MEANS and self.info.level != "nominal"

    def one_value(self, thing: RatedThing) -> Value | None:
        """What the judge says of a thing, its orders and samples taken together; None where it said nothing.

        The mean of numbers, else what it said most often. Where two answers are as frequent it has not decided: a tie
        between two candidates if there are ties, else what it said first.
        """
        said = [one for one in self.judge.get(thing, ()) if one.kind == Showing.MAIN]
        if not said:
            return None
        if self.numeric:
            return sum(float(one.value) for one in said) / len(said)
        counts = Counter(one.value for one in said).most_common()
        if len(counts) > 1 and counts[0][1] == counts[1][1] and self.info.way is Way.PREFERENCE:
            return "tie"
        return counts[0][0]

    def number(self, value: Value) -> float | None:
        """A value as a number: itself, 1 for yes or a win, one half for a tie; None where it has none."""
        if not isinstance(value, str):
            return value
        if self.info.way is Way.PREFERENCE:
            return {"win": 1.0, "tie": 0.5, "loss": 0.0}.get(value)
        return float(value == self.info.yes) if self.info.yes else None


def compared_fields(fields: Sequence[FieldInfo]) -> list[FieldInfo]:
    """The fields in which a judge can be held against people."""
    return [info for info in fields if info.way in _COMPARED and info.level != "text"]


def gather(
    fields: Sequence[FieldInfo], people: Iterable[Rating], judge: Iterable[tuple[Rating, int]]
) -> dict[str, FieldVotes]:
    """Votes by field, from rows of the ratings table; those of the judge with their occasion."""
    found = {info.name: FieldVotes(info) for info in compared_fields(fields)}
    for row in people:
        value = _value(found, row)
        if value is not None:
            found[row.field].people[_thing(row)][row.rater] = value
    for row, occasion in judge:
        value = _value(found, row)
        if value is not None:
            first = row.position == 1 if row.side else None
            found[row.field].judge[_thing(row)].append(JudgeVote(value, row.kind, occasion, first))
    return found


def _thing(row: Rating) -> RatedThing:
    return RatedThing(row.trial, row.system, row.item, row.block)


def _value(found: Mapping[str, FieldVotes], row: Rating) -> Value | None:
    if row.field not in found or row.value == "":
        return None
    votes = found[row.field]
    if not votes.numeric:
        return row.value
    if votes.info.order and row.value in votes.info.order:
        return float(votes.info.order.index(row.value))
    return row.number


def rows_of_judgments(
    rows: Iterable[JudgmentRow], items: Mapping[int, Item], form: Form, *, study: str, protocol: str
) -> Iterator[tuple[str, Rating, int]]:
    """The ratings table of judges: judge, row and occasion. Kinds are those of showings, raters are of kind `model`."""
    tidy = Tidier(study, protocol, form)
    for row in rows:
        answer = answer_of(row)
        if answer is not None:
            for rating in tidy.rows(answer, items[row.item]):
                yield row.judge, rating, row.occasion
