"""What enters the results and what does not: each kind of answer, each exclusion, each superseded revision, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.analysis.context import REVISION
from beholder.analysis.data import RatingsData
from beholder.analysis.glossary import sheet
from beholder.analysis.result import CATALOGUE, Sheet, say
from beholder.declarations.states import RaterKind, Showing
from beholder.fields import Words
from beholder.text import Listing

__all__ = ["Prepared", "prepare"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The ratings sorted out. `main` enters the results; `with_excluded` adds what the exclusion rules took out."""

    main: RatingsData
    with_excluded: RatingsData
    repeats: RatingsData
    attention: RatingsData
    adjudication: RatingsData
    account: Sheet
    n_excluded: Mapping[str, int]
    n_superseded: int
    notes: tuple[Words, ...] = ()

    @property
    def any_excluded(self) -> bool:
        """Whether results with and without exclusions can differ."""
        return bool(self.n_excluded)


def prepare(data: RatingsData, *, revision: int = REVISION) -> Prepared:
    """Sorts the rows by kind, exclusion and revision, and accounts for every answer.

    Of several revisions of one showing (same rater, trial and sequence) the last enters. Of these, answers to rating
    trials (`Showing.COUNTED`) without `excluded_by` enter the results. Nothing is left out silently: the account counts
    answers and rows of each sort. Those left blank say nothing, and are no answers that enter; analyses before revision
    2 counted them as such, and those before revision 7 took names in the order in which the rows have them.
    """
    data = data.by_name() if revision >= 7 else data
    current, superseded = _newest(data)
    n_superseded = superseded.n_answers()
    kinds = {kind: current.where(kind=kind) for kind in current.used("kind")}
    main_all = current.where(kind=Showing.COUNTED)
    free = main_all.text["excluded_by"].is_in(("",))
    main = main_all.select(free)
    out = main_all.select(~free)
    n_excluded = {rule: out.where(excluded_by=rule).n_answers() for rule in out.used("excluded_by")}
    said = main.answered() if revision > 1 else main
    rows: list[dict[str, Any]] = [_row(say("account-main"), said, "yes")]
    if len(said) < len(main):
        n_blank = main.n_answers() - said.n_answers()
        rows.append({**_row(say("account-blank"), main, "no", n_blank), "rows": len(main) - len(said), "raters": None})
    for rule, n in n_excluded.items():
        part = out.where(excluded_by=rule)
        rows.append(_row(say("account-excluded", rule=rule), part, "beside", n))
    for kind, part in kinds.items():
        if kind not in Showing.COUNTED:
            rows.append(_row(_called(kind), part, "no"))
        if kind == Showing.ADJUDICATION and revision >= 7:
            # whoever decides a disputed trial is no rater of it
            rows[-1]["raters"] = None
    if n_superseded:
        rows.append(_row(say("account-superseded"), superseded, "no", n_superseded))
    return Prepared(
        main=main,
        with_excluded=main_all,
        repeats=_kept(kinds, Showing.REPEAT, current),
        attention=_kept(kinds, Showing.ATTENTION, current),
        adjudication=_kept(kinds, Showing.ADJUDICATION, current),
        account=sheet(
            "data.account",
            say("account-title"),
            rows,
            ("what", "answers", "rows", "raters", "enters"),
        ),
        n_excluded=n_excluded,
        n_superseded=n_superseded,
        notes=tuple(_notes(data, main, n_excluded)),
    )


def _kept(kinds: Mapping[str, RatingsData], kind: str, data: RatingsData) -> RatingsData:
    part = kinds.get(kind)
    if part is None:
        return data.select(np.zeros(len(data), dtype=bool))
    return part.select(part.text["excluded_by"].is_in(("",)))


def _called(kind: str) -> Words:
    told = f"account-{kind}"
    return say(told) if told in CATALOGUE else Words(kind)


def _row(what: Words, part: RatingsData, enters: str, answers: int | None = None) -> dict[str, Any]:
    n = part.n_answers() if answers is None else answers
    return {
        "what": what,
        "answers": n,
        "rows": len(part),
        "raters": part.count("rater") or None,
        "enters": say(f"account-enters-{enters}"),
    }


def _newest(data: RatingsData) -> tuple[RatingsData, RatingsData]:
    revision = data.numbers["revision"]
    if "revision" not in data.given or not len(data) or np.nanmax(revision, initial=1) <= 1:
        return data, data.select(np.zeros(len(data), dtype=bool))
    showing = data.together("rater", "trial", "kind")
    sequence = np.nan_to_num(data.numbers["sequence"], nan=0).astype(np.int64)
    showing = np.unique(showing * (int(sequence.max()) + 1) + sequence, return_inverse=True)[1]
    last = np.zeros(int(showing.max()) + 1)
    np.maximum.at(last, showing, np.nan_to_num(revision, nan=1))
    kept = np.nan_to_num(revision, nan=1) == last[showing]
    return data.select(kept), data.select(~kept)


def _notes(data: RatingsData, main: RatingsData, n_excluded: Mapping[str, int]) -> list[Words]:
    notes = []
    kinds = Counter(main.used("rater_kind"))
    if RaterKind.SIMULATED in kinds:
        notes.append(say("note-simulated"))
    if n_excluded:
        total = sum(n_excluded.values())
        listed = Listing([say("note-excluded-rule", rule=rule, n=n) for rule, n in n_excluded.items()])
        notes.append(say("note-excluded", n=total, rules=listed))
    if data.n_unreadable:
        notes.append(say("note-unreadable", n=data.n_unreadable))
    return notes
