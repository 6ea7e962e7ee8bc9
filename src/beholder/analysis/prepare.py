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
from beholder.analysis.result import Sheet, both
from beholder.declarations.showing import Showing
from beholder.fields import Words

__all__ = ["Prepared", "prepare"]

_KINDS = {
    "main": both("rating trials", "正式评分"),
    "repeat": both("hidden repeats (self-consistency only)", "隐藏的重复题（只用于自身一致性）"),
    "attention": both("attention checks", "注意力检查题"),
    "practice": both("practice", "练习题"),
    "qualification": both("qualification", "资格题"),
    "pilot": both("pilot", "预试"),
    "adjudication": both("adjudication (kept apart from raw answers)", "裁定（与原始答案分开保存）"),
}


_BLANK = both("left blank", "未作答")
_YES, _NO, _BESIDE = both("yes", "是"), both("no", "否"), both("beside them", "另列")


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
    2 counted them as such.
    """
    current, superseded = _newest(data)
    n_superseded = superseded.n_answers()
    kinds = {kind: current.where(kind=kind) for kind in current.used("kind")}
    main_all = current.where(kind=Showing.COUNTED)
    free = main_all.text["excluded_by"].is_in(("",))
    main = main_all.select(free)
    out = main_all.select(~free)
    n_excluded = {rule: out.where(excluded_by=rule).n_answers() for rule in out.used("excluded_by")}
    said = main.answered() if revision > 1 else main
    rows: list[dict[str, Any]] = [_row(_KINDS["main"], said, _YES)]
    if len(said) < len(main):
        n_blank = main.n_answers() - said.n_answers()
        rows.append({**_row(_BLANK, main, _NO, n_blank), "rows": len(main) - len(said), "raters": None})
    for rule, n in n_excluded.items():
        part = out.where(excluded_by=rule)
        rows.append(_row(both(f"excluded by {rule}", f"按规则 {rule} 剔除"), part, _BESIDE, n))
    for kind, part in kinds.items():
        if kind not in Showing.COUNTED:
            rows.append(_row(_KINDS.get(kind, both(kind, kind)), part, _NO))
    if n_superseded:
        rows.append(_row(both("superseded by a correction", "已被更正取代"), superseded, _NO, n_superseded))
    return Prepared(
        main=main,
        with_excluded=main_all,
        repeats=_kept(kinds, "repeat", current),
        attention=_kept(kinds, "attention", current),
        adjudication=_kept(kinds, "adjudication", current),
        account=sheet(
            "data.account",
            both("What entered the results and what did not", "哪些数据进入结果，哪些没有"),
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


def _row(what: Words, part: RatingsData, enters: Words, answers: int | None = None) -> dict[str, Any]:
    n = part.n_answers() if answers is None else answers
    return {"what": what, "answers": n, "rows": len(part), "raters": part.count("rater") or None, "enters": enters}


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
    if "simulated" in kinds:
        notes.append(
            both("These answers come from simulated raters, not from people.", "这些答案来自模拟评分者，不是真人。")
        )
    if n_excluded:
        total = sum(n_excluded.values())
        listed = ", ".join(f"{rule} {n:,}" for rule, n in n_excluded.items())
        notes.append(
            both(
                f"{total:,} answers are excluded by rule ({listed}); results with them stand beside.",
                f"按规则剔除了 {total:,} 个答案（{listed}）；另附包含这些答案的结果。",
            )
        )
    if data.n_unreadable:
        notes.append(both(f"{data.n_unreadable:,} rows could not be read.", f"有 {data.n_unreadable:,} 行无法读取。"))
    return notes
