"""Response sets: the names of one object with their counts, the top name and the alternatives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from beholder.errors import BeholderError
from beholder.protocols.naming.collect import measures

__all__ = ["ResponseSet", "SetsSummary", "gather_sets", "summarise"]


@dataclass(frozen=True, slots=True)
class ResponseSet:
    """What raters called one object: names from most to least frequent, ties as the message `tie-rule` of the statistics says.

    `columns` holds whatever else is known of the object (`domain`, a reference name), `opt_outs` how many raters gave
    no name.
    """

    item: str
    names: tuple[str, ...]
    counts: tuple[int, ...]
    columns: Mapping[str, Any] = field(default_factory=dict)
    opt_outs: int = 0

    @classmethod
    def of(
        cls,
        item: str,
        counts: Mapping[str, int],
        *,
        columns: Mapping[str, Any] | None = None,
        opt_outs: int = 0,
        listed: Iterable[str] = (),
    ) -> ResponseSet:
        """A set from counts in the order given; `listed` are top names named by the data, used to break ties."""
        wrong = [(name, n) for name, n in counts.items() if n < 0]
        if wrong:
            raise BeholderError(
                f"the count of {wrong[0][0]!r} is {wrong[0][1]!r}; counts are 0 or more",
                code="naming-bad-count",
                where=f"object {item}",
            )
        preferred = {name: position for position, name in enumerate(listed)}
        ordered = sorted(
            ((name, n) for name, n in counts.items() if n),
            key=lambda pair: (-pair[1], preferred.get(pair[0], len(preferred))),
        )
        return cls(
            item, tuple(name for name, _ in ordered), tuple(n for _, n in ordered), dict(columns or {}), opt_outs
        )

    @property
    def total(self) -> int:
        """M: how many names were given in all."""
        return sum(self.counts)

    @property
    def top(self) -> str | None:
        """The most frequent name; None if nobody gave one."""
        return self.names[0] if self.names else None

    @property
    def alternatives(self) -> tuple[str, ...]:
        """All names but the top name."""
        return self.names[1:]

    @property
    def tied(self) -> tuple[str, ...]:
        """The names that share the highest count, if there is more than one."""
        best = tuple(name for name, n in zip(self.names, self.counts, strict=True) if n == self.counts[0])
        return best if len(best) > 1 else ()

    @property
    def perc_top(self) -> float:
        """The share of the top name in per cent. NaN without names."""
        return 100.0 * measures.top_share(self.counts)

    @property
    def entropy(self) -> float:
        """H in bits. NaN without names."""
        return measures.entropy(self.counts)

    def count(self, name: str) -> int:
        """How often the name was given."""
        return dict(zip(self.names, self.counts, strict=True)).get(name, 0)

    def shares(self) -> dict[str, float]:
        """The share p of every name: count / M."""
        total = self.total
        return {name: n / total for name, n in zip(self.names, self.counts, strict=True)}

    def at_least(self, count: int) -> ResponseSet:
        """The set without names given fewer than `count` times."""
        kept = sum(1 for n in self.counts if n >= count)
        return self if kept == len(self.names) else replace(self, names=self.names[:kept], counts=self.counts[:kept])

    def only(self, names: Iterable[str]) -> ResponseSet:
        """The set with these names alone; the order stays."""
        wanted = set(names)
        pairs = [(name, n) for name, n in zip(self.names, self.counts, strict=True) if name in wanted]
        return replace(self, names=tuple(p[0] for p in pairs), counts=tuple(p[1] for p in pairs))

    def to_row(self) -> dict[str, Any]:
        """The set as one row of a table: everything that is computed from it."""
        nothing = not self.names
        return {
            "item": self.item,
            "domain": self.columns.get("domain"),
            "topname": self.top,
            "tied": list(self.tied),
            "responses": dict(zip(self.names, self.counts, strict=True)),
            "shares": self.shares(),
            "N": len(self.names),
            "total_responses": self.total,
            "opt_outs": self.opt_outs,
            "perc_top": None if nothing else self.perc_top,
            "H": None if nothing else self.entropy,
            "H_miller_madow": None if nothing else measures.miller_madow(self.counts),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SetsSummary:
    """What there is in a list of response sets."""

    objects: int
    without_names: int
    tokens: int
    types: int
    opt_outs: int
    ties: int


def gather_sets(
    answers: Iterable[tuple[str, str | None]], *, columns: Mapping[str, Mapping[str, Any]] | None = None
) -> list[ResponseSet]:
    """Response sets from pairs of item and name in the order given; a name of None is an opt-out.

    `columns` gives what else is known of an object. Objects stand in the order of their first answer.
    """
    counts: dict[str, dict[str, int]] = {}
    silent: defaultdict[str, int] = defaultdict(int)
    for item, name in answers:
        names = counts.setdefault(item, {})
        if name is None:
            silent[item] += 1
        else:
            names[name] = names.get(name, 0) + 1
    known = columns or {}
    return [
        ResponseSet.of(item, names, columns=known.get(item), opt_outs=silent.get(item, 0))
        for item, names in counts.items()
    ]


def summarise(sets: Iterable[ResponseSet]) -> SetsSummary:
    """Counts over all sets; `types` are distinct names in all the data."""
    listed = list(sets)
    return SetsSummary(
        objects=len(listed),
        without_names=sum(1 for one in listed if not one.names),
        tokens=sum(one.total for one in listed),
        types=len({name for one in listed for name in one.names}),
        opt_outs=sum(one.opt_outs for one in listed),
        ties=sum(1 for one in listed if one.tied),
    )
