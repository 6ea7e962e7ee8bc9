"""Plackett-Luce with ties against published fits, other programs, and what must hold for any rankings."""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import choix
import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.stats import friedmanchisquare
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats import Rankings, Strengths, davidson, kendall_w, plackett_luce, rank_table
from tests.stats.ranking_data import data_folder, puddings

# Turner et al. 2020, the README of PlackettLuce: ties, and fruits left out.
_FRUITS = (
    {"apple": 1, "banana": 2},
    {"apple": 4, "banana": 1, "orange": 2, "pear": 3},
    {"apple": 2, "banana": 1, "orange": 1, "pear": 1},
    {"apple": 1, "banana": 2, "orange": 3},
    {"apple": 2, "banana": 1, "orange": 1},
    {"apple": 1, "orange": 3, "pear": 2},
)

Order = Mapping[str, float | None]


def _rankings(orders: Sequence[Order], raters: Sequence[str] | None = None) -> Rankings:
    rows = [(k, name, rank) for k, order in enumerate(orders) for name, rank in order.items()]
    listed, system, rank = zip(*rows, strict=True)
    who = None if raters is None else [raters[k] for k in listed]
    return Rankings.of(listed=listed, system=system, rank=rank, rater=who)


def _errors_versus_first(fit: Strengths) -> list[float]:
    c = fit.covariance
    return [math.sqrt(c[i, i] + c[0, 0] - 2 * c[i, 0]) for i in range(1, len(fit.names))]


def _drawn(rng: np.random.Generator, strength: np.ndarray, n: int) -> list[dict[str, float | None]]:
    orders: list[dict[str, float | None]] = []
    for _ in range(n):
        order = np.argsort(-(strength + rng.gumbel(size=len(strength))))
        orders.append({f"s{system}": place + 1 for place, system in enumerate(order)})
    return orders


class TestPublished:
    def test_four_fruits_with_ties_of_two_and_three(self) -> None:
        fit = plackett_luce(_rankings(_FRUITS), cluster="none")
        assert fit.worth == pytest.approx([0.2695336, 0.3617599, 0.1294354, 0.2392711], abs=1e-6)
        assert [math.log(term.value) for term in fit.terms] == pytest.approx([-1.861947, -0.736973], abs=1e-6)
        assert [term.name for term in fit.terms] == ["tie:2", "tie:3"]
        assert fit.log_likelihood.value == pytest.approx(-14.569739, abs=1e-6)
        assert _errors_versus_first(fit) == pytest.approx([1.04996, 1.150984, 1.079815], abs=1e-5)

    def test_films(self) -> None:
        with (data_folder("rankings") / "netflix.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        places = ("first", "second", "third", "fourth")
        orders = [{row[place]: k for k, place in enumerate(places)} for row in rows for _ in range(int(row["people"]))]
        fit = plackett_luce(_rankings(orders), cluster="none")
        assert dict(zip(fit.names, fit.worth, strict=True)) == pytest.approx(
            {
                "Mean Girls": 0.2306008,
                "Beverly Hills Cop": 0.4512255,
                "The Mummy Returns": 0.1684073,
                "Mission: Impossible II": 0.1497664,
            },
            abs=1e-6,
        )
        assert fit.log_likelihood.value == pytest.approx(-1746.757926, abs=1e-5)
        found = fit.difference("Beverly Hills Cop", "Mean Girls")
        assert found.interval is not None
        assert (found.interval[1] - found.value) / 1.959964 == pytest.approx(0.074716, abs=1e-5)

    def test_races_with_most_drivers_left_out(self) -> None:
        with gzip.open(data_folder("rankings") / "nascar2002.tsv.gz", "rt", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        last = ("Andy Hillenburg", "Gary Bradberry", "Jason Hedlesky", "Randy Renfrow")

        def fitted(kept: list[dict[str, str]]) -> Strengths:
            listed, place, driver = ([row[c] for row in kept] for c in ("race", "place", "driver"))
            return plackett_luce(Rankings.of(listed=listed, system=driver, rank=place))

        fit = fitted([row for row in rows if row["driver"] not in last])
        assert fit.log_likelihood.value == pytest.approx(-4191.0973, abs=1e-4)
        worth = dict(zip(fit.names, fit.worth, strict=True))
        assert [worth[name] for name in ("PJ Jones", "Scott Pruett", "Mark Martin")] == pytest.approx(
            [0.186405, 0.109556, 0.023489], abs=1e-6
        )
        assert any("36 lists" in note for note in fit.notes)
        # with those who always come last there is no maximum: shrunk, and they are named
        shrunk = fitted(rows)
        assert shrunk.separation.separable
        assert {group[0] for group in shrunk.separation.groups[1:]} == set(last)


class TestOtherPrograms:
    def test_choix_agrees_without_ties(self) -> None:
        orders = _drawn(np.random.default_rng(1), np.array([1.0, 0.3, 0.0, -0.4, -0.9]), 80)
        fit = plackett_luce(_rankings(orders))
        data = [tuple(int(name[1:]) for name in sorted(order, key=lambda n: order[n] or 0)) for order in orders]
        assert fit.score == pytest.approx(choix.opt_rankings(5, data), abs=1e-5)

    def test_the_best_three_is_choix_on_the_top(self) -> None:
        """What is not ranked lies below all that is: each of the three choices is made from everything left."""
        orders = _drawn(np.random.default_rng(2), np.array([0.8, 0.3, 0.0, -0.4, -0.7]), 80)
        partial = [{name: rank if rank and rank <= 3 else None for name, rank in order.items()} for order in orders]
        fit = plackett_luce(_rankings(partial))
        data = []
        for order in partial:
            left = set(range(5))
            for name in sorted((n for n in order if order[n]), key=lambda n: order[n] or 0):
                winner = int(name[1:])
                left.discard(winner)
                data.append((winner, tuple(left)))
        assert fit.score == pytest.approx(choix.opt_top1(5, data), abs=1e-5)

    def test_with_ties_the_likelihood_written_out_is_the_same_and_flat_there(self) -> None:
        rng = np.random.default_rng(3)
        orders = [
            {f"s{k}": float(rank) for k, rank in enumerate(np.round(rng.normal([0.0, 0.5, 1.0, 1.3], 1.0)))}
            for _ in range(25)
        ]
        largest = max(list(order.values()).count(x) for order in orders for x in order.values())

        def minus(theta: np.ndarray) -> float:
            strength, log_delta = np.append(theta[:3], -theta[:3].sum()), np.append(0.0, theta[3:])
            total = 0.0
            for order in orders:
                left = {int(name[1:]): rank for name, rank in order.items()}
                while len(left) > 1:
                    best = min(left.values())
                    chosen = [k for k, rank in left.items() if rank == best]
                    sets = [s for size in range(1, largest + 1) for s in combinations(left, size)]
                    utility = np.array([log_delta[len(s) - 1] + strength[list(s)].mean() for s in sets])
                    mine = log_delta[len(chosen) - 1] + strength[chosen].mean()
                    total += mine - float(np.logaddexp.reduce(utility))
                    left = {k: rank for k, rank in left.items() if rank > best}
            return -total

        fit = plackett_luce(_rankings(orders))
        there = np.array([*fit.score[:3], *(math.log(term.value) for term in fit.terms)])
        assert len(fit.terms) == largest - 1
        assert fit.log_likelihood.value == pytest.approx(-minus(there), abs=1e-9)
        assert approx_fprime(there, minus, 1e-6) == pytest.approx(np.zeros(len(there)), abs=1e-3)


class TestProperties:
    def test_lists_of_two_are_davidsons_model(self) -> None:
        orders: list[Order] = []
        pairs = puddings()
        for i, j, outcome, weight in zip(pairs.left, pairs.right, pairs.outcome, pairs.weight, strict=True):
            ranks = {0: (1, 2), 1: (2, 1), 2: (1, 1)}[int(outcome)]
            orders += int(weight) * [{str(i + 1): ranks[0], str(j + 1): ranks[1]}]
        fit, known = plackett_luce(_rankings(orders), cluster="none"), davidson(puddings())
        assert fit.score == pytest.approx(known.score, abs=1e-7)
        assert fit.covariance == pytest.approx(known.covariance, abs=1e-7)
        assert known.tie is not None
        assert fit.terms[0].value == pytest.approx(known.tie.value, abs=1e-7)
        assert fit.terms[0].interval == pytest.approx(known.tie.interval, abs=1e-6)

    def test_names_order_and_spacing_of_ranks_do_not_matter(self) -> None:
        orders = _drawn(np.random.default_rng(4), np.array([0.5, 0.0, -0.5]), 40)
        other = [{name: 10 * (rank or 0) - 3 for name, rank in reversed(order.items())} for order in reversed(orders)]
        assert plackett_luce(_rankings(other)).score == pytest.approx(plackett_luce(_rankings(orders)).score, abs=1e-8)

    def test_reading_every_list_twice_by_other_names_halves_the_variance(self) -> None:
        orders = _drawn(np.random.default_rng(5), np.array([0.5, 0.0, -0.5]), 40)
        once, twice = (plackett_luce(_rankings(x), cluster="none") for x in (orders, orders + orders))
        assert twice.score == pytest.approx(once.score, abs=1e-8)
        assert twice.covariance == pytest.approx(once.covariance / 2, abs=1e-8)

    def test_a_rater_who_repeats_adds_no_certainty(self) -> None:
        orders = _drawn(np.random.default_rng(6), np.array([0.5, 0.0, -0.5]), 40)
        raters = [f"r{k}" for k in range(40)]
        once = plackett_luce(_rankings(orders, raters), cluster="rater")
        often = plackett_luce(_rankings(5 * orders, 5 * raters), cluster="rater")
        assert often.covariance == pytest.approx(once.covariance, rel=1e-6)
        assert "clustered by rater" in often.method

    def test_ranges_cover_a_plain_order(self) -> None:
        orders = _drawn(np.random.default_rng(7), np.array([2.0, 0.0, -2.0]), 200)
        rows = rank_table(plackett_luce(_rankings(orders))).rows
        assert [(row["name"], row["rank_range"]) for row in rows] == [("s0", (1, 1)), ("s1", (2, 2)), ("s2", (3, 3))]


class TestBadInput:
    def test_lists_that_never_meet_are_named(self) -> None:
        with pytest.raises(BeholderError, match="2 groups never meet: a, b; c, d") as caught:
            plackett_luce(_rankings([{"a": 1, "b": 2}, {"b": 1, "a": 2}, {"c": 1, "d": 2}]))
        assert caught.value.code == "stats-pairs-disconnected"

    @pytest.mark.parametrize(
        ("rows", "problem", "code"),
        [
            ([("l", "a", 1), ("l", "b", "second")], r"row 2 · rank 'second' is no number", "stats-bad-rank"),
            ([("l", "a", 1), (None, "b", 2)], r"row 2 · the list is missing", "stats-list-missing"),
            ([("l", "a", 1), ("l", None, 2)], r"row 2 · the system is missing", "stats-list-missing"),
            ([("l", "a", 1), ("l", "b", 2), ("l", "a", 3)], r'row 3 · system "a" stands twice', "stats-list-twice"),
            ([("l", "a", 1), ("k", "b", 1)], "no list has a rank and two systems", "stats-no-rankings"),
            ([], "no list has a rank", "stats-no-rankings"),
        ],
    )
    def test_is_refused_with_its_row(self, rows: list[tuple[object, object, object]], problem: str, code: str) -> None:
        listed, system, rank = zip(*rows, strict=True) if rows else ((), (), ())
        with pytest.raises(BeholderError, match=problem) as caught:
            plackett_luce(Rankings.of(listed=listed, system=system, rank=rank))
        assert caught.value.code == code

    def test_one_list_by_two_raters_is_two_rankings(self) -> None:
        found = Rankings.of(
            listed=["l"] * 4, system=["a", "b", "a", "b"], rank=[1, 2, 2, 1], rater=["x", "x", "y", "y"]
        )
        assert len(found) == 2

    def test_lists_that_say_nothing_are_counted(self) -> None:
        found = _rankings([{"a": 1, "b": 2}, {"a": None, "b": None}, {"a": 1}])
        assert (len(found), found.n_dropped) == (1, 2)

    def test_too_many_sets_are_refused_before_they_are_made(self) -> None:
        tied = {f"s{k}": 1.0 if k < 12 else 2.0 for k in range(30)}
        with pytest.raises(BeholderError, match="too many sets"):
            plackett_luce(_rankings([tied]))


class TestKendallW:
    def test_is_friedmans_statistic_over_its_largest(self) -> None:
        rng = np.random.default_rng(8)
        scores = np.round(rng.normal([0.0, 0.4, 0.8, 1.0], 1.0, (30, 4)))
        found = kendall_w(_rankings([{f"s{k}": x for k, x in enumerate(row)} for row in scores]))
        assert found.value == pytest.approx(friedmanchisquare(*scores.T).statistic / (30 * 3))
        assert found.interval is not None
        assert found.interval[0] < found.value < found.interval[1]

    def test_limits(self) -> None:
        order: Order = {"a": 1, "b": 2, "c": 3}
        assert kendall_w(_rankings([order] * 5)).value == pytest.approx(1.0)
        assert kendall_w(_rankings([order, {"a": 3, "b": 2, "c": 1}])).value == pytest.approx(0.0)

    def test_rankings_of_one_list_are_left_out_together(self) -> None:
        rng = np.random.default_rng(5)
        liked = rng.normal((0.0, 0.8, 1.6, 2.4), size=(12, 4))
        scores = liked[:, None] + rng.normal(scale=0.4, size=(12, 3, 4))

        def w(lists: Sequence[int]) -> Finding:
            rows = [
                (k, r, s, rank)
                for k in lists
                for r in range(3)
                for s, rank in enumerate(np.argsort(np.argsort(-scores[k, r])))
            ]
            listed, rater, system, rank = zip(*rows, strict=True)
            return kendall_w(Rankings.of(listed=listed, rater=rater, system=system, rank=rank))

        left_out = np.array([w([k for k in range(12) if k != gone]).value for gone in range(12)])
        reach = student.ppf(0.975, 11) * math.sqrt(11 / 12 * ((left_out - left_out.mean()) ** 2).sum())
        found = w(range(12))
        assert found.interval == pytest.approx((found.value - reach, found.value + reach))

    def test_lists_without_all_systems_are_left_out_and_counted(self) -> None:
        found = kendall_w(_rankings([{"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 1}]))
        assert found.value == pytest.approx(1.0)
        assert (found.n, found.n_dropped) == (2, 1)
        alone = kendall_w(_rankings([{"a": 1, "b": 2}]))
        assert math.isnan(alone.value)
        assert "fewer than two lists" in alone.notes[0]
