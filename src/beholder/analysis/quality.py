"""The quality of the answers as a whole: what undoes a verdict, decided in one place for report, pages, tables and code.

A verdict is firm only if nothing here overrules it. Each threshold stands below with its reason, and in
`docs/guides/analysis.md` for readers. A reason that does not overrule is still told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.measure import called_by
from beholder.analysis.prepare import Prepared, prepare
from beholder.analysis.result import Analysis, Quality, QualityReason, Section, say
from beholder.declarations.states import ExcludedBy
from beholder.fields import Way, Words
from beholder.text import Listing, Share

MAX_FAST = 0.25
"""Of two ratings of one thing, nearly half (1 - 0.75²) of the pairs then hold one by somebody who cannot have looked."""

SOME_FAST = 0.1
"""A tenth may be fast by accident, as for the flag of a rater (`quality/flags.py`)."""

CHANCE_LEVEL = 0.05
"""One study of random answers in twenty passes, and must find a difference as well, which again one in twenty does.

A lower level would take small honest studies their verdicts.
"""

MAX_EXCLUDED = 1 / 3
"""Beyond it, what is left depends on the rules at least as much as on the raters."""

SOME_EXCLUDED = 0.1
"""Told from here on, since few studies lose nobody."""

MIN_CHECKS_PASSED = 0.7
"""Checks are made to be plain: whoever looks passes more than seven in ten."""

MIN_ITEMS = 6
"""With five, not even all of them pointing one way is rare: 2 · 0.5⁵ = .0625."""

MIN_RATERS = 2
"""Nothing tells the taste of one rater from chance; two can agree."""

MIN_EACH_SIDE = 0.1
"""Of the answers before, and after, a change of what is asked: fewer cannot move a result by much."""

MAX_CONSTANT = 0.25
"""Of the answers by raters who always say the same: as for those who are too fast."""

MIN_CONSTANT = 6
"""Equal answers in a row below which a run is ordinary, as for the flag of a rater."""

RARE_RUN = 0.001
"""Chance of such a run if the rater answered as the others do."""


def judge_quality(analysis: Analysis, data: RatingsData, context: Context) -> Quality:
    """The quality of the answers behind an analysis; `data` are all ratings, as the analysis was given them."""
    prepared = prepare(data, revision=context.revision)
    study = _Study(analysis, prepared, context)
    reasons = [*study.fast(), *study.agreement(), *study.constant(), *study.checks(), *study.excluded()]
    reasons += [*study.changes(), *study.size()]
    shown = next((s.field for s in analysis.sections if s.headline and s.headline is analysis.headline), "")
    return Quality(reasons=tuple(sorted(reasons, key=lambda one: not one.overrules)), headline=shown)


def _reason(
    name: str,
    *,
    overrules: bool,
    section: str,
    fields: tuple[str, ...] = (),
    numbers: Mapping[str, float] = MappingProxyType({}),
    told: Mapping[str, Any] = MappingProxyType({}),
) -> QualityReason:
    return QualityReason(
        id=name,
        overrules=overrules,
        text=say(f"quality-{name}", **told),
        short=say(f"quality-short-{name}"),
        section=section,
        fields=fields,
        numbers=dict(numbers),
    )


@dataclass(frozen=True, slots=True)
class _Study:
    """What reasons are looked for in."""

    analysis: Analysis
    prepared: Prepared
    context: Context
    main: RatingsData = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "main", self.prepared.main.answered())

    def fast(self) -> Iterator[QualityReason]:
        """Answers that came before anybody could have looked; a correction may be quick."""
        bound = self.context.fast_bound
        _, first = np.unique(self.main.showing(), return_index=True)
        spent = self.main.numbers["active_ms"][first]
        spent = spent[np.isfinite(spent) & ~(self.main.numbers["revision"][first] > 1)]
        if not bound or not len(spent):
            return
        n = int(np.count_nonzero(spent < 1000 * bound))
        if n > SOME_FAST * len(spent):
            numbers = {"share": n / len(spent), "n": n, "of": len(spent), "seconds": bound}
            overrules = n > MAX_FAST * len(spent)
            told = {"share": Share(n / len(spent)), "seconds": f"{bound:g}", "n": n, "of": len(spent)}
            yield _reason("fast", overrules=overrules, section="timing", numbers=numbers, told=told)

    def agreement(self) -> Iterator[QualityReason]:
        """Questions on which raters agree no more than answers would that have nothing to do with what is shown.

        Where it fails on half of the questions or more, it is the raters' work that is in doubt and not a question.
        """
        judged = {
            section.field: above for section in self._agreements() if (above := _above_chance(section)) is not None
        }
        failed = [name for name, above in judged.items() if not above]
        if failed:
            section = next(s for s in self._agreements() if s.field in failed)
            numbers = {"questions": len(failed), "of": len(judged)}
            fields = () if 2 * len(failed) >= len(judged) else tuple(failed)
            labels = {info.name: info.label for info in self.main.fields}
            called = [called_by(labels.get(name, Words()), name) for name in failed]
            told = {"questions": Listing(called), "level": Share(CHANCE_LEVEL)}
            yield _reason("agreement", overrules=True, section=section.name, fields=fields, numbers=numbers, told=told)
        elif not judged and any(info.way is not Way.TEXTS for info in self.main.fields):
            section_name = next((s.name for s in self.analysis.sections if s.role == "agreement"), "data")
            yield _reason("agreement-unknown", overrules=False, section=section_name)

    def _agreements(self) -> list[Section]:
        """Agreement on each question that has results."""
        asked = {s.field for s in self.analysis.sections if s.role == "results" and s.verdict}
        return [s for s in self.analysis.sections if s.role == "agreement" and s.findings and s.field in asked]

    def constant(self) -> Iterator[QualityReason]:
        """Raters who always give the same answer, where others do not."""
        n, raters = _constant_answers(self.main)
        answers = self.main.n_answers()
        if n > MAX_CONSTANT * answers:
            numbers = {"share": n / answers, "raters": raters}
            told = {"share": Share(n / answers), "raters": raters}
            yield _reason("constant", overrules=True, section="raters", numbers=numbers, told=told)

    def checks(self) -> Iterator[QualityReason]:
        """Attention checks, or control questions of a protocol, that were failed too often."""
        for name in ("attention.passed", "controls.passed"):
            found = next((f for f in self.analysis.findings if f.name == name), None)
            if found is not None and found.value < MIN_CHECKS_PASSED:
                beyond = found.interval is not None and found.interval[1] < MIN_CHECKS_PASSED
                numbers = {"share": found.value, "n": found.n}
                told = {"share": Share(found.value), "n": found.n}
                yield _reason("checks", overrules=beyond, section=name.split(".")[0], numbers=numbers, told=told)

    def excluded(self) -> Iterator[QualityReason]:
        """Raters and answers that were taken out of the results for their quality."""
        every = self.prepared.with_excluded.answered()
        every = every.select(~every.text["excluded_by"].is_in(ExcludedBy.NOT_FOR_QUALITY))
        answers, of_answers = every.n_answers() - self.main.n_answers(), every.n_answers()
        raters, of_raters = every.count("rater") - self.main.count("rater"), every.count("rater")
        share = max(answers / max(of_answers, 1), raters / max(of_raters, 1))
        if share > SOME_EXCLUDED:
            told = {"raters": raters, "of_raters": of_raters, "answers": answers, "of_answers": of_answers}
            yield _reason("excluded", overrules=share > MAX_EXCLUDED, section="data", numbers=told, told=told)

    def changes(self) -> Iterator[QualityReason]:
        """Changes of what raters are told, asked or shown, with answers on both sides of them."""
        total = self.prepared.with_excluded.answered().n_answers()
        told = [one for one in self.context.changes if 0 < one.answers < total]
        if told:
            # the one that parts the answers most evenly
            worst = max(told, key=lambda one: min(one.answers, total - one.answers))
            overrules = min(worst.answers, total - worst.answers) > MIN_EACH_SIDE * total
            numbers = {"before": worst.answers, "of": total, "changes": len(told)}
            yield _reason(
                "changes", overrules=overrules, section="changes", numbers=numbers, told={"what": worst.what, **numbers}
            )

    def size(self) -> Iterator[QualityReason]:
        """Too few items or raters for any claim about systems."""
        items, raters = self.main.count("block"), self.main.count("rater")
        if self.main.count("system") < 2:
            return
        if items < MIN_ITEMS:
            yield _reason(
                "few-items",
                overrules=True,
                section="data",
                numbers={"items": items},
                told={"n": items, "least": MIN_ITEMS},
            )
        if 0 < raters < MIN_RATERS:
            yield _reason("few-raters", overrules=True, section="data", numbers={"raters": raters})


def _above_chance(section: Section) -> bool | None:
    """Whether raters agree more than by chance; None where nothing tells.

    The permutation test is exact for small studies. Where there are too many ratings for it, the interval of alpha is good.
    """
    if section.chance is not None:
        return section.chance <= CHANCE_LEVEL
    alpha = next((f for f in section.findings if f.name == f"{section.field}.alpha"), None)
    return alpha.interval[0] > 0 if alpha is not None and alpha.interval is not None else None


def _constant_answers(main: RatingsData) -> tuple[int, int]:
    """How many answers are by raters who give the same answer to everything, though others would not, and how many raters."""
    rows = main.select(~main.text["field"].is_in(info.name for info in main.fields if info.way is Way.TEXTS))
    if not rows.used("rater"):
        return 0, 0
    showing, first = rows.showing(), np.unique(rows.showing(), return_index=True)[1]
    position = np.nan_to_num(rows.numbers["position"], nan=0).astype(np.int64)
    cells = np.unique(rows.together("field", "value") * (int(position.max()) + 1) + position, return_inverse=True)[1]
    # a whole answer is known by the sum of numbers drawn for its cells, in whatever order they stand
    drawn = np.random.default_rng(0).integers(2**40, size=int(cells.max()) + 1)
    whole = np.bincount(showing, weights=drawn[cells])
    rater = rows.text["rater"].codes[first]
    constant = raters = 0
    for code in np.unique(rater):
        mine = whole[rater == code]
        if len(mine) < MIN_CONSTANT or (mine != mine[0]).any():
            continue
        others = whole[rater != code]
        usual = float(np.mean(others == mine[0])) if len(others) else 0.0
        if usual ** len(mine) < RARE_RUN:
            constant, raters = constant + len(mine), raters + 1
    return constant, raters
