"""Planned against collected: how many ratings, trials and items a study wanted, and how many it has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from beholder.conduct.chronicle import Chronicle
from beholder.declarations.states import Showing, StudyState
from beholder.store import TrialRow

__all__ = ["Collected", "collected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """Ratings are answers to rating trials that fill a place and count; `excluded` fill one and do not.

    `planned_first` is what was wanted when the study began, `planned` what the newest version wants. `*_complete` have
    all their ratings. `items_out` are suspended now. `closed_at` is None while a study is open. `stopped` are trials that
    a rule found clear before all their ratings were in, which makes them complete, and `spared` the ratings of `planned`
    that were not needed because of it.
    """

    ratings: int
    planned: int
    planned_first: int
    trials: int
    trials_complete: int
    items: int
    items_complete: int
    items_out: int
    raters: int
    closed_at: int | None = None
    stopped: int = 0
    spared: int = 0
    excluded: int = 0

    @property
    def wanted(self) -> int:
        """The planned ratings without those that were not needed."""
        return self.planned - self.spared

    @property
    def share(self) -> float:
        """The part of the wanted ratings that is there; 0 where nothing was planned."""
        return self.ratings / self.wanted if self.wanted else 0.0

    @property
    def closed_early(self) -> bool:
        """Whether the study was closed before every wanted rating was in."""
        return self.closed_at is not None and self.ratings + self.excluded < self.wanted

    def to_json(self) -> dict[str, Any]:
        """The counts as plain data; what only some studies have is left out where there is none of it."""
        counts = asdict(self)
        if not self.stopped:
            del counts["stopped"], counts["spared"]
        if not self.excluded:
            del counts["excluded"]
        return {**counts, "share": self.share, "closed_early": self.closed_early}


def collected(
    chronicle: Chronicle,
    trials: Iterable[TrialRow],
    item_numbers: Mapping[str, int],
    versions: Sequence[Mapping[str, Any]],
) -> Collected:
    """What the trials want and the chain has; `versions` are the frozen definitions, oldest first."""
    wanted = [trial for trial in trials if trial.kind == Showing.MAIN]
    held = Counter(answer.trial for answer in chronicle.main if answer.held)
    given = Counter(answer.trial for answer in chronicle.main if answer.held and not answer.excluded_by)
    stopped = {
        trial.trial: trial.quota - held[trial.trial] for trial in wanted if trial.trial in chronicle.ledger.stopped
    }
    missing = {trial.item for trial in wanted if given[trial.trial] < trial.quota and trial.trial not in stopped}
    items = {trial.item for trial in wanted}
    state = [event for event in chronicle.events if event.kind == "state"]
    closed = state[-1].at if state and state[-1].subject == StudyState.CLOSED else None
    return Collected(
        ratings=sum(given.values()),
        planned=sum(trial.quota for trial in wanted),
        planned_first=_planned_first(wanted, item_numbers, versions),
        trials=len(wanted),
        trials_complete=sum(given[trial.trial] >= trial.quota or trial.trial in stopped for trial in wanted),
        items=len(items),
        items_complete=len(items - missing),
        items_out=len(chronicle.ledger.suspended_items(item_numbers) & items),
        raters=len({answer.rater for answer in chronicle.main if not answer.excluded_by}),
        closed_at=closed,
        stopped=len(stopped),
        spared=sum(max(0, places) for places in stopped.values()),
        excluded=held.total() - given.total(),
    )


def _planned_first(
    trials: Sequence[TrialRow], item_numbers: Mapping[str, int], versions: Sequence[Mapping[str, Any]]
) -> int:
    """What the first version wanted. Quotas are raised in place, so it is counted from what that version says."""
    first, settings = versions[0], versions[0]["settings"]
    numbers = {item_numbers[item] for item in first["items"] if item in item_numbers}
    listed = {frozenset(pair) for pair in settings.get("pairs", {}).get("listed", ())}
    count = sum(
        trial.item in numbers and (not listed or frozenset(json.loads(trial.systems)) in listed) for trial in trials
    )
    asked, overlap = settings["ratings"], settings.get("overlap")
    each = asked["most"] if isinstance(asked, dict) else asked
    if not overlap or not count:
        return int(count * each)
    more = max(1, round(overlap["share"] * count))
    return int(count * each + more * (overlap["ratings"] - each))
