"""Every statistic that is summed over chunks, beside the same statistic in memory, on tables that are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from beholder import stats
from beholder.findings import Finding
from beholder.stats.agreement.agreement_sums import AgreementKernel, AgreementSums
from beholder.stats.agreement.chance_corrected import Form
from beholder.stats.chunks import ChunkEngine
from beholder.stats.columns import Ratings
from beholder.stats.comparison.scores import Scores
from beholder.stats.ranking.pairs import Pairs

Columns = dict[str, Any]
Numbers = dict[str, float]

MODELS = ("m1", "m2")
SYSTEMS = ("s0", "s1", "s2", "s3")


@dataclass(frozen=True, slots=True)
class SumCase:
    """A statistic over an engine of these columns, and what it must give; None where there is nothing in memory."""

    columns: Columns
    by_sums: Callable[[ChunkEngine], Numbers]
    in_memory: Callable[[], Numbers] | None


def told(findings: Iterable[Finding]) -> Numbers:
    """The numbers of findings: value, both ends of the interval, n, what was dropped."""
    out: Numbers = {}
    for one in findings:
        low, high = one.interval or (np.nan, np.nan)
        out |= {one.name: one.value, f"{one.name} low": low, f"{one.name} high": high}
        out |= {f"{one.name} n": one.n, f"{one.name} dropped": one.n_dropped}
    return out


def rated(rng: np.random.Generator, *, items: int = 220, raters: int = 13, values: int = 5) -> Columns:
    """Ratings of items by 1 to 6 raters each, who differ in severity; items and raters in no order."""
    size = rng.integers(1, 7, items)
    item = np.repeat(np.arange(items), size).astype(np.int32)
    rater = np.concatenate([rng.choice(raters, k, replace=False) for k in size]).astype(np.int32)
    level = rng.normal(2, 1.1, items)[item] - rng.normal(0, 0.4, raters)[rater] + rng.normal(0, 0.6, len(item))
    return {"item": item, "rater": rater, "value": np.clip(np.round(level), 0, values - 1).astype(np.int32)}


def measured(rng: np.random.Generator) -> Columns:
    """The same with numbers on no scale, far from 0."""
    columns = rated(rng)
    noise = rng.normal(0, 0.2, len(columns["item"]))
    return {"item": columns["item"], "rater": columns["rater"], "number": 1000 + columns.pop("value") + noise}


def scored(rng: np.random.Generator, *, raters: bool = True) -> Columns:
    """Scores of systems on blocks; one system is missing on many, and some raters scored a block twice."""
    n = 1500
    block, system = rng.integers(0, 150, n), rng.integers(0, 4, n)
    kept = (system != 3) | (block < 60)
    block, system = block[kept].astype(np.int32), system[kept].astype(np.int32)
    rater = rng.integers(0, 9, len(block)).astype(np.int32)
    level = 3 + 0.3 * system + rng.normal(0, 0.5, 150)[block] + rng.normal(0, 0.3, 9)[rater]
    number = level + rng.normal(0, 1, len(block))
    return {"item": block, "system": system, "number": number, **({"rater": rater} if raters else {})}


def compared(rng: np.random.Generator) -> Columns:
    """Comparisons of two of four systems with ties and an advantage of the left."""
    n = 1200
    left = rng.integers(0, 4, n).astype(np.int32)
    right = ((left + rng.integers(1, 4, n)) % 4).astype(np.int32)
    item, rater = rng.integers(0, 90, n).astype(np.int32), rng.integers(0, 11, n).astype(np.int32)
    strength = np.array([0.0, 0.3, 0.7, 1.0])
    lead = strength[left] - strength[right] + 0.2 + rng.normal(0, 0.4, 90)[item] + rng.logistic(0, 1, n)
    outcome = np.where(lead > 0.4, 0, np.where(lead < -0.4, 1, 2)).astype(np.int32)
    return {"item": item, "rater": rater, "left": left, "right": right, "outcome": outcome}


def judged(rng: np.random.Generator) -> Columns:
    """Outputs of three systems by block: a judge of all, people of a third."""
    item = np.repeat(np.arange(200), 3).astype(np.int32)
    system = np.tile(np.arange(3), 200).astype(np.int32)
    truth = 50 + system + rng.normal(0, 2, 600)
    judge = truth + 1 + rng.normal(0, 1, 600)
    human = np.where(rng.random(600) < 0.35, truth + rng.normal(0, 1, 600), np.nan)
    return {"item": item, "system": system, "human": human, "judge": judge}


def _ratings(columns: Columns) -> Ratings:
    value = columns["number"] if "number" in columns else columns["value"]
    return Ratings.of(item=columns["item"], rater=columns["rater"], value=value)


def _scale(columns: Columns) -> Any:
    return None if "number" in columns else np.arange(5, dtype=np.float64)


def _agreement(columns: Columns, form: Form, weights: Any) -> SumCase:
    ratings = _ratings(columns)
    function = {"gwet": stats.gwet_ac, "fleiss": stats.fleiss_kappa, "brennan-prediger": stats.brennan_prediger}[form]
    return SumCase(
        columns,
        lambda e: told([stats.chance_corrected_engine(e, form=form, values=ratings.values, weights=weights).finding]),
        lambda: told([function(ratings, weights=weights).finding]),
    )


def _icc(columns: Columns) -> SumCase:
    ratings, scale = _ratings(columns), _scale(columns)
    forms: tuple[stats.IccForm, ...] = ("1,1", "A,1", "C,1", "1,k", "A,k", "C,k")
    return SumCase(
        columns,
        lambda e: told(stats.intraclass_correlation_engine(e, form=form, scale=scale).finding for form in forms),
        lambda: told(stats.intraclass_correlation(ratings, form=form).finding for form in forms),
    )


def _components(columns: Columns) -> SumCase:
    ratings, scale = _ratings(columns), _scale(columns)

    def parts(found: stats.VarianceComponents) -> Numbers:
        return told([found.item, found.rater, found.residual])

    return SumCase(
        columns,
        lambda e: parts(stats.variance_components_engine(e, scale=scale)),
        lambda: parts(stats.variance_components(ratings)),
    )


def _severity(columns: Columns) -> SumCase:
    ratings, scale = _ratings(columns), _scale(columns)
    names = sorted(ratings.raters)
    return SumCase(
        columns,
        lambda e: told(
            [
                *stats.rater_severity_engine(e, raters=names, scale=scale).values(),
                stats.rater_variance_engine(e, scale=scale),
            ]
        ),
        lambda: told([*stats.rater_severity(ratings).values(), stats.rater_variance(ratings)]),
    )


def _opinion(columns: Columns) -> SumCase:
    ratings, scale = _ratings(columns), _scale(columns)
    whole = stats.opinion_scores(ratings)

    def by_sums(engine: ChunkEngine) -> Numbers:
        found = stats.opinion_scores_engine(engine, raters=sorted(ratings.raters), scale=scale)
        out = told(found.findings)
        out |= {f"bias {name}": float(x) for name, x in zip(found.raters, found.bias, strict=True)}
        out |= {f"sigma {name}": float(x) for name, x in zip(found.raters, found.inconsistency, strict=True)}
        for codes, scores in found.scores():
            out |= {f"mos {code}": float(x) for code, x in zip(codes, scores, strict=True)}
        return out

    def in_memory() -> Numbers:
        out = told(whole.findings)
        out |= {f"bias {name}": float(x) for name, x in zip(whole.raters, whole.bias, strict=True)}
        out |= {f"sigma {name}": float(x) for name, x in zip(whole.raters, whole.inconsistency, strict=True)}
        return out | {f"mos {item}": float(x) for item, x in zip(whole.items, whole.mos, strict=True)}

    return SumCase(columns, by_sums, in_memory)


def _scores(columns: Columns) -> Scores:
    system = [SYSTEMS[k] for k in columns["system"]]
    return Scores.of(value=columns["number"], item=columns["item"], rater=columns.get("rater"), system=system)


def _mean(columns: Columns) -> SumCase:
    return SumCase(
        columns,
        lambda e: told([stats.mean_ratings_engine(e)]),
        lambda: told(
            [stats.mean_ratings(Scores.of(value=columns["number"], item=columns["item"], rater=columns.get("rater")))]
        ),
    )


def _compare(columns: Columns) -> SumCase:
    def rows(found: stats.Comparison) -> Numbers:
        holm = {f"holm {r['first']}-{r['second']}": r["p_holm"] for r in found.pairs}
        p = {f"p {r['first']}-{r['second']}": r["p"] for r in found.pairs}
        systems = {f"{key} {r['system']}": r[key] or 0.0 for r in found.systems for key in ("sd", "blocks", "raters")}
        blocks = {f"blocks {r['first']}-{r['second']}": float(r["blocks"]) for r in found.pairs}
        return {**told(found.findings), **holm, **p, **systems, **blocks}

    return SumCase(
        columns,
        lambda e: rows(stats.compare_systems_engine(e, systems=SYSTEMS)),
        lambda: rows(stats.compare_systems(_scores(columns), rng=np.random.default_rng(1), panels=True)),
    )


def _rank(columns: Columns, model: Any, *, position: bool) -> SumCase:
    names = [SYSTEMS[k] for k in columns["left"]], [SYSTEMS[k] for k in columns["right"]]
    pairs = Pairs.of(
        left=names[0],
        right=names[1],
        outcome=[("left", "right", "tie")[k] for k in columns["outcome"]],
        item=columns["item"],
        rater=columns["rater"],
    )
    function = stats.davidson if model == "davidson" else stats.rao_kupper
    return SumCase(
        columns,
        lambda e: told(stats.strengths_engine(e, systems=SYSTEMS, model=model, position=position).findings),
        lambda: told(function(pairs, position=position).findings),
    )


def _alt_test(columns: Columns, *, nominal: bool) -> SumCase:
    raters = [*(f"p{k}" for k in range(11)), *MODELS]
    ratings = Ratings.of(item=columns["item"], rater=[raters[k] for k in columns["rater"]], value=columns["value"])

    def rows(found: stats.AltTest) -> Numbers:
        keys = ("items", "advantage", "rater_wins", "p", "p_adjusted")
        return told(found.findings) | {f"{r['model']} {r['rater']} {key}": r[key] for r in found.rows for key in keys}

    return SumCase(
        columns,
        lambda e: rows(
            stats.alt_test_engine(e, raters=raters, models=MODELS, scale=None if nominal else _scale(columns))
        ),
        lambda: rows(stats.alt_test(ratings, models=MODELS, level="nominal" if nominal else "interval")),
    )


def _combine(columns: Columns) -> SumCase:
    def rows(found: stats.Combined) -> Numbers:
        keys = ("value", "classical", "lambda", "width_ratio", "n_human", "n_judge")
        out = {f"{r['system']} {key}": r[key] for r in found.rows for key in keys}
        out |= {f"{r['system']}-{r['other']} {key}": r[key] for r in found.difference_rows for key in keys}
        return out | told(found.findings)

    names = SYSTEMS[:3]
    return SumCase(
        columns,
        lambda e: rows(stats.combined_means_engine(e, systems=names)),
        lambda: rows(
            stats.combined_means(
                item=columns["item"],
                system=[names[k] for k in columns["system"]],
                human=columns["human"],
                judge=columns["judge"],
            )
        ),
    )


def _names(columns: Columns) -> SumCase:
    def in_memory() -> Numbers:
        from beholder.protocols.naming.collect import measures

        counts = [np.bincount(columns["value"][columns["item"] == i]) for i in np.unique(columns["item"])]
        return {
            "names": float(np.mean([np.count_nonzero(c) for c in counts])),
            "top_share": float(np.mean([measures.top_share(c.tolist()) for c in counts])),
            "entropy": float(np.mean([measures.entropy(c.tolist()) for c in counts])),
        }

    return SumCase(columns, lambda e: {f.name: f.value for f in stats.name_variation_engine(e)}, in_memory)


def _bootstrap(columns: Columns) -> SumCase:
    """Poisson weights of whole items: what a table gives in which every item stands as often as it was drawn."""
    nothing = AgreementSums(products=np.zeros((8, 8)), n_ratings=0, n_paired=0)

    def by_sums(engine: ChunkEngine) -> Numbers:
        kernel = AgreementKernel(np.eye(5), n_raters=engine.n_raters)
        value, spread = stats.bootstrap_engine(engine, kernel, nothing, lambda x: x.observed, replicates=8, seed=3)
        assert spread.replicates is not None
        return {"value": value, **{str(k): float(x) for k, x in enumerate(spread.replicates)}}

    def in_memory() -> Numbers:
        out = {"value": stats.percent_agreement(_ratings(columns)).value}
        for k in range(8):
            times = stats.poisson_weights(3, k, np.arange(int(columns["item"].max()) + 1))[columns["item"]]
            rows = np.repeat(np.arange(len(times)), times)
            # the n-th copy of an item is another item
            copy = np.concatenate([np.arange(t) for t in times]) if len(times) else np.empty(0)
            item = [f"{columns['item'][row]}.{c}" for row, c in zip(rows, copy, strict=True)]
            drawn = Ratings.of(item=item, rater=columns["rater"][rows], value=columns["value"][rows])
            out[str(k)] = stats.percent_agreement(drawn).value
        return out

    return SumCase(columns, by_sums, in_memory)


def _alpha(columns: Columns, level: Any) -> SumCase:
    """The value alone: in memory, intervals leave out items one by one."""
    ratings = _ratings(columns)
    values = None if "number" in columns else ratings.values

    def value(found: stats.Agreement) -> Numbers:
        return {"alpha": found.value, "n": found.finding.n, "observed": found.observed, "expected": found.expected}

    return SumCase(
        columns,
        lambda e: value(stats.krippendorff_alpha_engine(e, level=level, values=values)),
        lambda: value(stats.krippendorff_alpha(ratings, level=level, uncertainty=None)),
    )


def _share(columns: Columns) -> SumCase:
    ratings = _ratings(columns)
    return SumCase(
        columns,
        lambda e: told(
            [
                stats.percent_agreement_engine(e, values=ratings.values).finding,
                stats.within_agreement_engine(e, values=ratings.values, distance=1).finding,
            ]
        ),
        lambda: told([stats.percent_agreement(ratings).finding, stats.within_agreement(ratings, distance=1).finding]),
    )


def cases(rng: np.random.Generator) -> dict[str, SumCase]:
    """All of them, by name."""
    few, free = rated(rng), measured(rng)
    with_models = rated(rng, raters=13)
    return {
        **{f"alpha-{level}": _alpha(few, level) for level in ("nominal", "ordinal", "interval", "ratio")},
        "alpha-moments": _alpha(free, "interval"),
        "share": _share(few),
        "ac1": _agreement(few, "gwet", "identity"),
        "ac2": _agreement(few, "gwet", "quadratic"),
        "fleiss": _agreement(few, "fleiss", "linear"),
        "brennan-prediger": _agreement(few, "brennan-prediger", "identity"),
        "icc": _icc(few),
        "icc-numbers": _icc(free),
        "components": _components(free),
        "severity": _severity(few),
        "opinion": _opinion(free),
        "mean": _mean(scored(rng)),
        "mean-without-raters": _mean(scored(rng, raters=False)),
        "compare": _compare(scored(rng)),
        "davidson": _rank(compared(rng), "davidson", position=True),
        "rao-kupper": _rank(compared(rng), "rao-kupper", position=False),
        "alt-test-nominal": _alt_test(with_models, nominal=True),
        "alt-test-distance": _alt_test(with_models, nominal=False),
        "combine": _combine(judged(rng)),
        "names": _names(few),
        "bootstrap": _bootstrap(few),
    }


ALL = cases(np.random.default_rng(20261116))


def assert_same(found: Numbers, wanted: Numbers) -> None:
    """Equal to 1e-9, relative to the number where it is large."""
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, rel=1e-9, abs=1e-9, nan_ok=True), name
