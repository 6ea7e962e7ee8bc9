"""The rule by which a study asked for ratings until a trial was clear, as far as its analysis must know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from beholder.analysis.result import say
from beholder.fields import Words
from beholder.text import Number, Share

__all__ = ["StoppingPlan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoppingPlan:
    """The rule, and the trials that were drawn at random to be rated in full, whatever it says.

    Disputed trials have more ratings than clear ones, so agreement comes from the random share alone. `clear` are the
    trials about which the rule asks nobody more, and `beyond` the answers that it would not have asked for: they came only
    because their trial belongs to the share, and stand for those that were spared elsewhere. Both are known where the rule
    decides by what was answered; a width comes from the whole study, and says nothing of a trial's own answers. `by_chance`
    says whether ratings are weighted by 1 over the chance that they were asked for; else every trial counts the same.
    """

    least: int
    most: int
    lead: int | None
    half_width: float | None
    share: float
    in_full: frozenset[str]
    full: int = 0
    clear: frozenset[str] = frozenset()
    beyond: frozenset[str] = frozenset()
    by_chance: bool = False

    @classmethod
    def of(
        cls,
        settings: Mapping[str, Any],
        in_full: Iterable[int],
        *,
        clear: Iterable[int] = (),
        beyond: Iterable[str] = (),
    ) -> StoppingPlan | None:
        """From the settings of a frozen version; None where it has no rule."""
        ratings, overlap = settings["ratings"], settings.get("overlap")
        if not isinstance(ratings, Mapping):
            return None
        drawn, lead = frozenset(map(str, in_full)), ratings["stop"].get("lead")
        return cls(
            least=int(ratings["least"]),
            most=int(ratings["most"]),
            lead=lead,
            half_width=ratings["stop"].get("half_width"),
            share=float(overlap["share"]) if overlap else 0.0,
            in_full=drawn,
            full=int(overlap["ratings"]) if overlap else int(ratings["most"]),
            clear=frozenset(map(str, clear)),
            beyond=frozenset(beyond),
            by_chance=lead is not None and bool(drawn),
        )

    @classmethod
    def of_table(cls, in_full: Iterable[str], *, by_chance: bool) -> StoppingPlan:
        """What an export tells of the rule of its study: not which it was, but what it did."""
        drawn = frozenset(in_full)
        return cls(least=0, most=0, lead=None, half_width=None, share=0.0, in_full=drawn, by_chance=by_chance)

    def rule(self) -> Words:
        """What the study says of when it asks no more."""
        if not self.most:
            return say("stopping-untold", share=say("stopping-some-share" if self.in_full else "stopping-no-share"))
        clear = (
            say("stopping-lead", lead=self.lead)
            if self.lead is not None
            else say("stopping-width", width=Number(self.half_width or 0.0, 2))
        )
        in_full = say("stopping-share", share=Share(self.share)) if self.share else say("stopping-no-share")
        return say("stopping-rule", least=self.least, most=self.most, clear=clear, share=in_full)

    def agreement_note(self) -> Words:
        """Where agreement comes from."""
        return say("note-agreement-share", n=len(self.in_full)) if self.in_full else say("note-agreement-no-share")
