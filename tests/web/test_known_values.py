"""Answers given over HTTP, to pages read as raters read them, come out of the analysis as the values that are known of them."""

from __future__ import annotations

import csv
import gzip
import html
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.facade import load
from beholder.stats import BestWorst, Rankings, max_diff, plackett_luce
from beholder.web.rate_limits import RateLimit
from tests.stats.ranking_data import data_folder

from .web_client import open_site

_PROTOCOL = """
name: several
title: Several
shows: all
candidate: {{text: {{kind: text}}}}
form:
  fields:
    asked: {{kind: {kind}, label: "What do you say?"}}
"""

Said = dict[str, Any]
"""What somebody says of each of those that they are shown, by name."""


def _study(folder: Path, kind: str, shown: Sequence[Sequence[str]], ratings: int) -> Path:
    folder.mkdir()
    (folder / "protocol.yaml").write_text(_PROTOCOL.format(kind=kind), encoding="utf-8")
    settings = f"protocol: protocol.yaml\nitems: items.jsonl\nratings: {ratings}\nlanguages: [en]\n"
    (folder / "study.yaml").write_text(settings, encoding="utf-8")
    items = [
        {"id": f"{n:03}", "candidates": [{"system": name, "text": f"This is {name}."} for name in names]}
        for n, names in enumerate(shown)
    ]
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return folder


def _read(page: str) -> list[str]:
    """Those that a page shows, in its order, which is drawn anew for every rater."""
    return [html.unescape(text) for text in re.findall(r'class="slot-text">This is (.*?)\.</p>', page)]


def _answer(folder: Path, people: Sequence[Callable[[frozenset[str]], Said]]) -> None:
    """Each of the people answers every trial; what they say depends on who is shown."""
    with open_site(folder) as site:
        # all of them come from one address, and one after the other
        site.app.joins = RateLimit(burst=100_000, per_minute=1)
        for number, says in enumerate(people):
            with site.client() as client:
                rater = site.join(client)
                count = 0
                while leased := rater.leases():
                    for trial in leased:
                        names = _read(trial["html"])
                        said = says(frozenset(names))
                        payload = {"trial": {"asked": [said[name] for name in names]}, "slots": []}
                        response = rater.answer(f"a{number:04}-{count:04}-{'x' * 8}", trial["lease"], payload=payload)
                        assert response.status_code == 200, response.text
                        count += 1


def _always(said: Said) -> Callable[[frozenset[str]], Said]:
    return lambda _: said


def _strengths(folder: Path, names: Sequence[str]) -> dict[str, float]:
    with load(folder) as study:
        found = study.analysis()
    return {name: found.finding(f"asked.strength.{name}").value for name in names}


def _orders(people: int | None) -> list[Said]:
    table = data_folder("rankings") / "netflix.csv"
    lines = [line.split(",") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    every = [{film: rank for rank, film in enumerate(films, 1)} for n, *films in lines for _ in range(int(n))]
    # the table lists equal orders together; some of each are wanted where not all are asked
    return every if people is None else every[:: len(every) // people][:people]


@pytest.mark.parametrize("people", [20, pytest.param(None, marks=pytest.mark.long)])
def test_orders_of_films_give_the_worths_that_were_published(tmp_path: Path, people: int | None) -> None:
    orders = _orders(people)
    films = sorted(orders[0])
    folder = _study(tmp_path / "study", "ranking", [films], ratings=len(orders))
    _answer(folder, [_always(order) for order in orders])
    found = _strengths(folder, films)
    listed = [n for n, order in enumerate(orders) for _ in order]
    system, rank = zip(*((film, place) for order in orders for film, place in order.items()), strict=True)
    fit = plackett_luce(Rankings.of(listed=listed, system=system, rank=rank), cluster="none")
    assert found == pytest.approx({name: fit[name].value for name in films}, abs=1e-8)
    if people is None:
        known = json.loads((data_folder("rankings") / "expected.json").read_text(encoding="utf-8"))
        worth = np.exp([found[name] for name in films])
        published = known["netflix"]["maximum_likelihood"]["worth"]
        assert dict(zip(films, worth / worth.sum(), strict=True)) == pytest.approx(published, abs=1e-6)


def _persons(people: int | None) -> Iterator[dict[frozenset[str], Said]]:
    """What each person said of every set of issues."""
    words = {"1": "best", "-1": "worst", "0": ""}
    told: dict[str, dict[str, Said]] = {}
    with gzip.open(data_folder("best_worst") / "issues.csv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            told.setdefault(row["person"], {}).setdefault(row["block"], {})[row["issue"]] = words[row["choice"]]
    for blocks in islice(told.values(), people):
        yield {frozenset(said): said for said in blocks.values()}


@pytest.mark.parametrize("people", [6, pytest.param(None, marks=pytest.mark.long)])
def test_the_best_and_the_worst_of_issues_give_the_utilities_that_were_published(
    tmp_path: Path, people: int | None
) -> None:
    persons = list(_persons(people))
    sets = [sorted(names) for names in persons[0]]
    issues = sorted({name for names in sets for name in names})
    folder = _study(tmp_path / "study", "best_worst", sets, ratings=len(persons))
    _answer(folder, [person.__getitem__ for person in persons])
    found = _strengths(folder, issues)
    rows = [
        ((n, *sorted(names)), name, word)
        for n, person in enumerate(persons)
        for names, said in person.items()
        for name, word in said.items()
    ]
    trial, system, choice = zip(*rows, strict=True)
    fit = max_diff(BestWorst.of(trial=trial, system=system, choice=choice), cluster="none")
    assert found == pytest.approx({name: fit[name].value for name in issues}, abs=1e-8)
    if people is None:
        known = json.loads((data_folder("best_worst") / "expected.json").read_text(encoding="utf-8"))
        table = known["issues"]["items_table"]
        assert found == pytest.approx({name: table[name]["joint"] for name in issues}, abs=1e-4)
