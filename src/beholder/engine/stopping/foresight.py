"""What a rule for stopping would save, as far as a pilot can tell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass

from sqlalchemy.engine import Connection

from beholder.declarations.states import Showing
from beholder.engine.stopping.ballot import Ballot, BallotReader
from beholder.engine.stopping.pooled import PooledSpread
from beholder.store.stopping import stream_votes
from beholder.study import Definition
from beholder.study.stop_rule import LEAST_DF, RatingsUntilSure

__all__ = ["Foresight", "foresee_stops"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """Ratings of a trial under the rule, on average over all orders in which the pilot's answers may have come.

    `trials` are those of the pilot that went far enough to tell, `share` the part of the study that is rated in full.
    `same_label` is the part of the trials whose answer with most votes would have been the same; None for a width.
    """

    trials: int
    per_trial: float
    most: int
    share: float
    same_label: float | None = None

    @property
    def saved(self) -> float:
        """The part of the ratings that would not have been needed."""
        return 1 - self.per_trial / self.most

    def to_json(self) -> dict[str, object]:
        """All of it as plain data."""
        return {**asdict(self), "saved": self.saved}


def foresee_stops(conn: Connection, key: int, definition: Definition) -> Foresight | None:
    """What the study's rule would have made of its pilot; None without a rule, or where the pilot cannot tell."""
    rule = definition.stop_rule
    if rule is None:
        return None
    reader, given = BallotReader(definition.declaration), defaultdict[int, list[Ballot]](list)
    for vote in stream_votes(conn, key):
        ballot = reader.read(vote.slots, vote.payload)
        if vote.kind == Showing.PILOT and ballot.label:
            given[vote.trial].append(ballot)
    overlap = definition.settings.overlap
    share = overlap.share if overlap else 0.0
    if rule.stop.half_width is not None:
        return _by_width(rule, list(given.values()), share)
    return _by_lead(rule, [votes for votes in given.values() if len(votes) >= rule.most], share)


def _by_width(rule: RatingsUntilSure, given: list[list[Ballot]], share: float) -> Foresight | None:
    pooled = PooledSpread()
    for number, ballots in enumerate(given):
        pooled.put(number, ballots)
    spread, width = pooled.spread, rule.stop.half_width
    if width is None or spread.df < LEAST_DF:
        return None
    enough = (n for n in range(rule.least, rule.most) if spread.half_width(n) <= width)
    each = (1 - share) * next(enough, rule.most) + share * rule.most
    return Foresight(trials=len(given), per_trial=each, most=rule.most, share=share)


def _by_lead(rule: RatingsUntilSure, given: list[list[Ballot]], share: float) -> Foresight | None:
    if not given or rule.stop.lead is None:
        return None
    # statistics are heavy to import, and nothing else of the engine needs them
    import numpy as np

    from beholder.stats import Ratings, VoteRule, replay_stopping

    rows = [(trial, place, vote) for trial, votes in enumerate(given) for place, vote in enumerate(votes[: rule.most])]
    items, raters, votes = zip(*rows, strict=True)
    ratings = Ratings.of(item=items, rater=raters, value=[repr(vote.label) for vote in votes])
    found = replay_stopping(
        ratings,
        VoteRule(lead=rule.stop.lead, least=rule.least, most=rule.most),
        rng=np.random.default_rng(1),
        share=share,
        orders="all",
        replays=1,
    ).findings
    by_name = {finding.name: finding for finding in found}
    return Foresight(
        trials=len(given),
        per_trial=by_name["votes_per_item"].value,
        most=rule.most,
        share=share,
        same_label=by_name["same_label"].value,
    )
