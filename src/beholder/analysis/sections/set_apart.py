"""Comparisons that do not say who is better: both were bad, which is about quality, or the rater could not tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from beholder.analysis.context import Context
from beholder.analysis.result import Picture, say
from beholder.analysis.votes import Votes
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats.messages import tell
from beholder.stats.ranking.both_bad import both_bad_shares
from beholder.text import Interval

__all__ = ["SetApart", "set_apart"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetApart:
    """How often both were bad, of all comparisons (`whole`) and of those of each system, and how often none could tell."""

    whole: Finding | None = None
    bad: Mapping[str, Finding] = field(default_factory=dict)
    unsure: Finding | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The shares, then the count; nothing where nothing was set apart."""
        return tuple(f for f in (self.whole, *self.bad.values(), self.unsure) if f is not None)

    def cells(self, system: str) -> dict[str, Any]:
        """What the row of a system tells of it."""
        found = self.bad.get(system)
        return (
            {} if self.whole is None else {"both_bad": found and found.value, "bad_interval": found and found.interval}
        )

    def sentences(self) -> tuple[Words, ...]:
        """What a reader of the section must know."""
        told = []
        if self.whole is not None:
            told.append(say("preference-bad-apart", bad=self._title()))
        if self.unsure is not None:
            told.append(say("preference-unsure", n=self.unsure.n))
        return tuple(told)

    def chart(self, name: str, order: Sequence[str], label: Words) -> Picture | None:
        """The share of each system's comparisons in which both were bad."""
        if self.whole is None:
            return None
        return Picture(
            name=f"{name}.both_bad",
            title=self._title(),
            kind="intervals",
            rows=tuple(_bar(system, self.bad[system]) for system in order if system in self.bad),
            axes={"value": say("preference-both-bad-axis", question=label)},
            marks={"domain": [0.0, 1.0], "percent": True},
        )

    def _title(self) -> Words:
        assert self.whole is not None, "only what was said is told"
        share = Interval(self.whole.value, self.whole.interval, digits=0, share=True)
        return say("preference-both-bad", share=share, n=self.whole.n)


def set_apart(votes: Votes, context: Context, name: str) -> SetApart:
    """Shares of both bad with intervals, and the count of those who could not tell."""
    count = 0 if votes.unsure is None else len(votes.unsure)
    unsure = Finding(name=f"{name}.unsure", value=float(count), n=count, method=tell("unsure")) if count else None
    if votes.both_bad is None:
        return SetApart(unsure=unsure)
    whole, *each = both_bad_shares(votes.pairs(), confidence=context.confidence)
    shares = {found.name.partition(":")[2]: found for found in each}
    return SetApart(
        whole=replace(whole, name=f"{name}.both_bad"),
        bad={system: replace(found, name=f"{name}.both_bad.{system}") for system, found in shares.items()},
        unsure=unsure,
    )


def _bar(system: str, found: Finding) -> dict[str, Any]:
    low, high = found.interval or (None, None)
    return {"label": system, "value": found.value, "low": low, "high": high, "series": ""}
