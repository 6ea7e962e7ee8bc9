"""Whoever asks gets the same number: the report, `analyze`, Python, `stats` and the exported table agree.

On means, shares, strengths and alphas, for the studies of the demo and for tables that others published.
"""

from __future__ import annotations

import ast
import contextlib
import csv
import gzip
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from beholder.analysis import FieldInfo
from beholder.cli import app
from beholder.cli.protocol_commands import mount_protocol_commands
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.fields import Way
from beholder.imports import TableOptions
from beholder.report import build_report, material_of_file, material_of_study
from beholder.stats import (
    BestWorst,
    Rankings,
    Ratings,
    krippendorff_alpha,
    max_diff,
    percent_agreement,
    plackett_luce,
)
from beholder.tables.ratings_frame import RatingsTable
from beholder.testing import write_masks_study
from tests.published import Published

_README = Path(__file__).parents[2] / "README.md"
# the mean and alpha of very many ratings are summed in another order by each
_EXACT = 1e-9

Numbers = dict[str, float | None]


def _run(*words: object) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def _json(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_run(*words, "--json"))
    return found


def _asked(found: dict[str, Any]) -> Numbers:
    """The means of systems and the alphas of fields, by the names of their findings."""
    by_name = {one["name"]: one["value"] for one in found["findings"]}
    return {name: value for name, value in by_name.items() if ".mean." in name or name.endswith(".alpha")}


def _naming(*words: object) -> Numbers:
    """What a command of the naming protocol finds."""
    commands = typer.Typer()
    mount_protocol_commands(commands)
    result = CliRunner().invoke(commands, ["naming", *map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return _all(json.loads(result.stdout))


def _all(found: dict[str, Any]) -> Numbers:
    """Every finding that says something, by its name."""
    return {one["name"]: one["value"] for one in found["findings"] if one["value"] is not None}


def _bounds(found: dict[str, Any]) -> Numbers:
    """Both ends of every interval, by the name of its finding."""
    return {
        f"{one['name']} {end}": bound
        for one in found["findings"]
        if one["interval"]
        for end, bound in zip(("from", "to"), one["interval"], strict=True)
    }


def _level_of(found: dict[str, Any], field: str) -> str:
    """At which level the alpha of a field was taken, as its method says."""
    method = next(one["method"] for one in found["findings"] if one["name"] == f"{field}.alpha")
    told = re.match(r"Krippendorff's alpha, (\w+) level", method)
    assert told is not None
    return told[1]


def _in_report(html: str) -> dict[str, Any]:
    embedded = re.search(r'<script type="application/json" id="findings">(.*?)</script>', html, re.DOTALL)
    assert embedded is not None
    found: dict[str, Any] = json.loads(embedded[1])
    return found


def _printed_means(html: str) -> dict[str, set[str]]:
    """What stands in the second column of the report's tables, by what stands in the first."""
    found: dict[str, set[str]] = {}
    for first, second in re.findall(r"<tr><td>([^<]*(?:<wbr>[^<]*)*)</td><td[^>]*>([^<]*)", html):
        found.setdefault(first.replace("<wbr>", ""), set()).add(second)
    return found


def _by_stats(table: Path, field: str, *, system: str, shown: str, level: str, item: str = "item") -> Numbers:
    """The same numbers by `beholder stats`; `shown` is the column that tells apart what raters saw."""
    of_field = ["--field", field] if _heading(table) & {"field"} else []
    value = ["--value", "value" if of_field else field]
    named = ["--rater", "rater", *value, *of_field]
    agreement = _all(_json("stats", "agreement", table, "--item", shown, "--level", level, *named))
    compared = _json("stats", "compare", table, "--system", system, "--item", item, *named)
    means = {f"{field}.mean.{row['system']}": row["mean"] for row in compared["rows"] if row["kind"] == "system"}
    return {f"{field}.{name}": value for name, value in agreement.items()} | means


def _heading(table: Path) -> set[str]:
    with table.open(encoding="utf-8") as file:
        return set(next(csv.reader(file)))


def _of_table(table: Path, field: str) -> Numbers:
    """The means as a spreadsheet makes them: rows of the field that count, averaged by system."""
    values: dict[str, list[float]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["field"] == field and row["counts"] == "true" and row["number"]:
                values.setdefault(row["system"], []).append(float(row["number"]))
    return {f"{field}.mean.{system}": float(np.mean(given)) for system, given in values.items()}


def _readme_means() -> dict[str, float]:
    """What the Python of the README prints, run as it stands there."""
    block = re.search(r"```python\n(.*?)```", _README.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block[1], str(_README), "exec"), {})
    return {system: float(mean) for system, mean in (line.split() for line in out.getvalue().splitlines())}


def _numeric(fields: tuple[FieldInfo, ...], known: Numbers) -> Iterator[FieldInfo]:
    """The fields whose answers are averaged; a count with an open end is no plain number, and neither is a list of marks."""
    for info in fields:
        if info.way is Way.MEANS and info.top is None and not info.own and f"{info.name}.alpha" in known:
            yield info


@dataclass(frozen=True)
class Exported:
    """A simulated study, what `analyze` says of it, and its ratings as a table; both with rows that enter no result."""

    folder: Path
    table: Path
    analysed: dict[str, Any]

    @property
    def known(self) -> Numbers:
        return _all(self.analysed)

    def rows(self, field: str) -> list[dict[str, str]]:
        """The rows of a field that count, as a spreadsheet has them."""
        with self.table.open(encoding="utf-8", newline="") as file:
            return [row for row in csv.DictReader(file) if row["field"] == field and row["counts"] == "true"]


@pytest.fixture
def exported(painted: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Exported]:
    def make(protocol: str) -> Exported:
        folder, table = tmp_path / "my-study", tmp_path / "ratings.csv"
        if protocol == "masks":
            write_masks_study(folder, trials=24)
        else:
            shutil.copytree(painted(protocol), folder)
        settings = folder / "study.yaml"
        declared = settings.read_text(encoding="utf-8")
        if protocol != "naming-verify" and "\nrepeats:" not in declared:
            # rows that enter no result, so that whoever takes them in is found out
            settings.write_text(declared + "\nrepeats: {share: 0.2, distance: 3}\n", encoding="utf-8")
        _run("simulate", folder, "--raters", 4, "--seed", 1)
        said = _run("ratings", folder, "-o", table)
        assert "enter no result" in said or protocol == "naming-verify"
        return Exported(folder, table, _json("analyze", folder))

    return make


_STUDIES = [
    "masks",
    "trajectories",
    pytest.param("captions", marks=pytest.mark.long),
    pytest.param("counting", marks=pytest.mark.long),
    pytest.param("side-by-side", marks=pytest.mark.long),
    pytest.param("best-of", marks=pytest.mark.long),
    pytest.param("opinion", marks=pytest.mark.long),
    pytest.param("defects", marks=pytest.mark.long),
]


@pytest.mark.parametrize("protocol", _STUDIES)
def test_a_study_says_the_same_to_everybody(
    protocol: str, exported: Callable[[str], Exported], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = exported(protocol)
    known = made.known
    _run("ratings", made.folder, "-o", made.table.with_suffix(".parquet"))
    for table in (made.table, made.table.with_suffix(".parquet")):
        said = _json("analyze", table)
        # what needs the items is not in the table; what is, is the same
        assert _all(said) == pytest.approx({name: known[name] for name in _all(said)}, rel=_EXACT)
        assert _bounds(said) == pytest.approx(
            {name: bound for name, bound in _bounds(made.analysed).items() if name in _bounds(said)}, rel=1e-6, abs=1e-9
        )
    with load(made.folder) as study:
        material, ratings = material_of_study(study), study.ratings()
        fields = FieldInfo.of_form(study.definition.declaration.form)
    html = build_report(material, draw=False)
    assert _all(_in_report(html)) == known

    systems = sorted({system for system in ratings["system"] if system})
    assert len(systems) > 1
    # the other fields of a form take the same way
    means = list(_numeric(fields, known))[:1]
    preferences = [info for info in fields if info.way is Way.PREFERENCE]
    assert means or preferences or protocol in ("counting", "best-of")
    for info in means:
        _means_are_the_same(made, info, systems, ratings, _printed_means(html))
    for info in preferences:
        _preferences_are_the_same(made, info, systems, ratings, tmp_path)
    if protocol == "masks":
        monkeypatch.chdir(tmp_path)
        assert {f"quality.mean.{system}": mean for system, mean in _readme_means().items()} == pytest.approx(
            {f"quality.mean.{system}": known[f"quality.mean.{system}"] for system in systems}, rel=_EXACT
        )
    if protocol == "best-of":
        _best_and_worst_are_the_same(made, systems)
    if protocol == "counting":
        _counts_are_the_same(made, systems)
    if protocol == "opinion":
        _opinions_are_the_same(made)
    if protocol == "defects":
        _marks_are_the_same(made, tmp_path)


def _means_are_the_same(
    made: Exported, info: FieldInfo, systems: list[str], ratings: RatingsTable, printed: dict[str, set[str]]
) -> None:
    known = made.known
    means = {f"{info.name}.mean.{system}": known[f"{info.name}.mean.{system}"] for system in systems}
    of_field = ratings.where(field=info.name)
    for system, mean in zip(systems, means.values(), strict=True):
        assert np.nanmean(of_field.where(system=system)["number"]) == pytest.approx(mean, rel=_EXACT)
        assert f"{mean:.2f}" in printed[system]
    assert _of_table(made.table, info.name) == pytest.approx(means, rel=_EXACT)
    level, shown = _level_of(made.analysed, info.name), _shown_column(made.table)
    by_stats = _by_stats(made.table, info.name, system="system", shown=shown, level=level)
    _coefficients_are_the_same(by_stats, known, {*means, *(f"{info.name}.{name}" for name in _COEFFICIENTS)})


_COEFFICIENTS = ("alpha", "percent", "ac2")


def _coefficients_are_the_same(by_stats: Numbers, known: Numbers, wanted: set[str]) -> None:
    """Whatever both tell has one value; each tells some things that the other does not."""
    shared = {name: value for name, value in by_stats.items() if name in known}
    assert wanted <= set(shared)
    assert shared == pytest.approx({name: known[name] for name in shared}, rel=_EXACT)


def _shown_column(table: Path) -> str:
    """What raters may agree about: a candidate, and where pairs were shown the pair in which it was seen."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if not any(row["side"] for row in rows):
        return "candidate" if any(row["candidate"] for row in rows) else "item"
    for row in rows:
        row["seen"] = f"{row['candidate']} in {row['trial']}"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return "seen"


_WORTH = {"win": 1.0, "tie": 0.5, "loss": 0.0}


def _preferences_are_the_same(
    made: Exported, info: FieldInfo, systems: list[str], ratings: RatingsTable, folder: Path
) -> None:
    """Win shares, strengths with their intervals, and alpha, whether asked of the study, the table or the votes in it."""
    known = made.known
    name = info.name
    shares = {f"{name}.win_share.{system}": known[f"{name}.win_share.{system}"] for system in systems}
    of_field = ratings.where(field=name)
    given = zip(of_field["system"], of_field["value"], strict=True)
    assert _shares(name, given) == pytest.approx(shares, rel=_EXACT)
    rows = made.rows(name)
    assert _shares(name, ((row["system"], row["value"]) for row in rows)) == pytest.approx(shares, rel=_EXACT)

    answers: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        answers.setdefault(row["answer"], {})[row["side"]] = row
    votes, outcomes = folder / f"{name}-votes.csv", folder / f"{name}-outcomes.csv"
    with votes.open("w", encoding="utf-8", newline="") as one, outcomes.open("w", encoding="utf-8", newline="") as two:
        by_pair, by_side = csv.writer(one), csv.writer(two)
        by_pair.writerow(["item", "rater", "left", "right", "outcome"])
        by_side.writerow(["shown", "rater", "outcome"])
        for pair in answers.values():
            left, right = pair["left"], pair["right"]
            outcome = {"win": "left", "loss": "right"}.get(left["value"], left["value"])
            by_pair.writerow([left["block"], left["rater"], left["system"], right["system"], outcome])
            met = "/".join([left["block"], *sorted((left["system"], right["system"]))])
            if left["value"] in _WORTH:
                by_side.writerows([f"{met}/{x['system']}", x["rater"], x["value"]] for x in (left, right))
    sides = ["--left", "left", "--right", "right", "--outcome", "outcome", "--item", "item", "--rater", "rater"]
    position = ["--position"] if f"{name}.position" in known else []
    ranked = {row["name"]: row for row in _json("stats", "rank", votes, *sides, *position)["rows"]}
    findings = {one["name"]: one for one in made.analysed["findings"]}
    for system in systems:
        strength = findings[f"{name}.strength.{system}"]
        assert ranked[system]["score"] == pytest.approx(strength["value"], rel=_EXACT, abs=_EXACT)
        assert ranked[system]["interval"] == pytest.approx(strength["interval"], rel=1e-6)
        assert ranked[system]["win_share"] == pytest.approx(shares[f"{name}.win_share.{system}"], rel=_EXACT)
    assert {s: ranked[s]["rank_range"] for s in systems} == _ranges(made.analysed, f"{name}.systems", "system")
    columns = ["--item", "shown", "--rater", "rater", "--value", "outcome", "--level", "nominal"]
    alpha = _json("stats", "agreement", outcomes, *columns)["findings"][0]["value"]
    assert alpha == pytest.approx(known[f"{name}.alpha"], rel=_EXACT)


def _ranges(found: dict[str, Any], table: str, key: str) -> dict[str, list[int]]:
    """The range of ranks of each system, as a table of the analysis has it."""
    return {row[key]: row["rank_range"] for row in found["rows"] if row["table"] == table}


def _shares(name: str, given: Iterable[tuple[str, str]]) -> Numbers:
    """How often each system won, ties counted half."""
    worth: dict[str, list[float]] = {}
    for system, outcome in given:
        # that both were bad, or that nobody could tell, is no outcome
        worth.setdefault(system, []).extend([_WORTH[outcome]] if outcome in _WORTH else [])
    return {f"{name}.win_share.{system}": float(np.mean(values)) for system, values in worth.items()}


def _best_and_worst_are_the_same(made: Exported, systems: list[str]) -> None:
    """Strengths, and how often each was best or worst, from our own table as it was exported."""
    named = ["--trial", "trial", "--system", "system", "--choice", "number", "--rater", "rater", "--field", "pick"]
    told = {row["name"]: row for row in _json("stats", "best-worst", made.table, *named)["rows"]}
    for system in systems:
        row = told[system]
        assert row["score"] == pytest.approx(made.known[f"pick.strength.{system}"], rel=_EXACT, abs=_EXACT)
        for end in ("best", "worst"):
            assert row[end] / row["shown"] == pytest.approx(made.known[f"pick.{end}_share.{system}"], rel=_EXACT)


def _counts_are_the_same(made: Exported, systems: list[str]) -> None:
    """Shares of exact counts from the table and what was asked for; alpha of counts with an open end by `stats`."""
    items = [json.loads(line) for line in (made.folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    asked = {item["id"]: float(item["requested"]) for item in items if "requested" in item}
    exact: dict[str, list[bool]] = {}
    for row in made.rows("count"):
        exact.setdefault(row["system"], []).append(bool(row["number"]) and float(row["number"]) == asked[row["item"]])
    found = {f"exact.mean.{system}": float(np.mean(exact[system])) for system in systems}
    assert found == pytest.approx({name: made.known[name] for name in found}, rel=_EXACT)
    named = ["--item", "item", "--rater", "rater", "--value", "value", "--field", "count"]
    level = _level_of(made.analysed, "count")
    alpha = _json("stats", "agreement", made.table, *named, "--level", level)["findings"][0]["value"]
    assert alpha == pytest.approx(made.known["count.alpha"], rel=_EXACT)


def _opinions_are_the_same(made: Exported) -> None:
    """Mean opinion scores of each clip, weighted as in P.910, from our own table as it was exported."""
    named = ["--item", "candidate", "--rater", "rater", "--value", "number", "--field", "quality"]
    told = {one["name"]: one["value"] for one in _json("stats", "mos", made.table, *named)["findings"]}
    shared = {name: value for name, value in told.items() if f"mos.{name}" in made.known}
    assert shared
    assert shared == pytest.approx({name: made.known[f"mos.{name}"] for name in shared}, rel=_EXACT)


def _marks_are_the_same(made: Exported, folder: Path) -> None:
    """How many marks there are and how far raters mark the same places, from the table that has a row for each."""
    marks = folder / "marks.csv"
    _run("export", made.folder, "--what", "marks", "-o", marks)
    with marks.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["counts"] == "true"]
    for field in ("implausible", "misaligned"):
        named = ["--field", field, "--item", "candidate", "--rater", "rater", "--x", "x", "--y", "y"]
        (found,) = _json("stats", "marks", marks, *named, "--radius", 0.05)["findings"]
        assert found["value"] == pytest.approx(made.known[f"{field}.f"], rel=_EXACT)
        compared = ["--system", "system", "--item", "item", "--rater", "rater", "--value", "number", "--field", field]
        for row in _json("stats", "compare", made.table, *compared)["rows"]:
            if row["kind"] == "system":
                assert row["mean"] == pytest.approx(made.known[f"{field}.mean.{row['system']}"], rel=_EXACT)
        mine = [row for row in rows if row["field"] == field]
        answers = {
            system: {row["answer"] for row in mine if row["system"] == system} for system in ("aurora", "cirrus")
        }
        for system, given in answers.items():
            count = sum(row["system"] == system and row["mark"] != "0" for row in mine)
            assert count / len(given) == pytest.approx(made.known[f"{field}.mean.{system}"], rel=_EXACT)


@pytest.mark.long
def test_names_are_counted_alike_by_everybody(exported: Callable[[str], Exported]) -> None:
    made = exported("naming")
    names = ("objects", "tokens", "types", "ties", "top_name_by_10")
    expected = {name: made.known[name] for name in names}
    given = [(row["item"], row["value"].strip().lower()) for row in made.rows("name") if row["value"]]
    assert (len({item for item, _ in given}), len(given)) == (expected["objects"], expected["tokens"])
    for source in (made.folder, made.table):
        for said in (_all(_json("analyze", source)), _naming("variation", source)):
            assert {name: said[name] for name in names} == pytest.approx(expected)
    with load(made.folder) as study:
        html = build_report(material_of_study(study), draw=False)
    assert _all(_in_report(html)) == made.known


@pytest.mark.long
def test_judgments_of_names_say_the_same_or_that_they_cannot(exported: Callable[[str], Exported]) -> None:
    """Without the study nobody knows which names were planted, and a table that does not say so has no result."""
    made = exported("naming-verify")
    with pytest.raises(BeholderError, match="do not say which names were planted"):
        _run("analyze", made.table)
    said = _naming("verify", made.folder)
    shared = {name: value for name, value in said.items() if name in made.known}
    assert {"objects", "judgments", "names_kept"} <= set(shared)
    assert shared == pytest.approx({name: made.known[name] for name in shared}, rel=_EXACT)
    items = [json.loads(line) for line in (made.folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    planted = {
        (item["id"], candidate["system"])
        for item in items
        for candidate in item["candidates"]
        if candidate.get("planted")
    }
    kept = [row for row in made.rows("adequacy") if (row["item"], row["system"]) not in planted and row["number"]]
    ratings = Ratings.of(
        item=[row["candidate"] for row in kept],
        rater=[row["rater"] for row in kept],
        value=[float(row["number"]) for row in kept],
    )
    alpha = krippendorff_alpha(ratings, level="ordinal").finding.value
    assert alpha == pytest.approx(made.known["adequacy_alpha"], rel=_EXACT)


@pytest.mark.long
def test_a_diagnosis_is_the_same_from_the_study_and_from_its_table(
    exported: Callable[[str], Exported], tmp_path: Path
) -> None:
    """What predicted names are: asked of the study, and of the table of names that it exports for others."""
    made = exported("naming-verify")
    table, predictions = tmp_path / "manynames.tsv", tmp_path / "predictions.csv"
    _run("export", made.folder, "--format", "manynames", "-o", table)
    with table.open(encoding="utf-8", newline="") as file:
        objects = list(csv.DictReader(file, delimiter="\t"))
    guesses = []
    for number, one in enumerate(objects):
        top = next(iter(ast.literal_eval(one["responses"])))
        guesses += [
            {"item": one["item"], "system": "steady", "name": top},
            {"item": one["item"], "system": "wild", "name": top if number % 2 else "spaceship"},
        ]
    _write(predictions, guesses)
    command = ["--predictions", predictions, "--bootstrap", 20]
    of_study = _naming_rows("diagnose", made.folder, *command)
    of_table = _naming_rows("diagnose", table, *command, "--min-count", 2)
    assert [row["system"] for row in of_study[:2]] == ["steady", "wild"]
    for one, other in zip(of_study, of_table, strict=True):
        numbers = {name: value for name, value in one.items() if isinstance(value, float | int)}
        assert {name: other[name] for name in numbers} == pytest.approx(numbers, rel=_EXACT, nan_ok=True)
    wild = of_study[1]
    assert wild["incorrect.unobserved"] == pytest.approx(sum(n % 2 == 0 for n in range(len(objects))) / len(objects))


@pytest.mark.long
def test_published_names_are_counted_alike_by_everybody(
    published_only: Callable[[str], Published], tmp_path: Path
) -> None:
    """Names of a published file, and the same as a table of ratings, one row for each name that somebody gave."""
    rows = published_only("manynames").rows("manynames_zh.tsv.gz")[:200]
    objects, ratings = tmp_path / "objects.tsv", tmp_path / "ratings.csv"
    with objects.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    given = [
        {"item": row["vg_object_id"], "rater": f"r{number}", "value": name, "group": row["vg_domain"]}
        for row in rows
        for number, name in enumerate(
            name for name, count in ast.literal_eval(row["responses"]).items() for _ in range(count)
        )
    ]
    _write(ratings, given)
    names = ("objects", "tokens", "types", "ties", "top_name_by_10")
    published = _naming("variation", objects, "--bootstrap", 20)
    assert published["objects"] == len(rows)
    assert published["tokens"] == sum(int(row["total_responses"]) for row in rows)
    said = _json("analyze", ratings, "--protocol", "naming")
    shared = {name: _all(said)[name] for name in names}
    assert shared == pytest.approx({name: published[name] for name in names})
    html = build_report(material_of_file(ratings, TableOptions(protocol="naming")), draw=False)
    assert _all(_in_report(html)) == _all(said)


def _naming_rows(*words: object) -> list[dict[str, Any]]:
    commands = typer.Typer()
    mount_protocol_commands(commands)
    result = CliRunner().invoke(commands, ["naming", *map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.stdout)["rows"]
    return found


@dataclass(frozen=True)
class Brought:
    """A table somebody brings: one row per rating, with `shown` for what raters saw at once."""

    rows: list[dict[str, Any]]
    level: str


def _imagenhub(data: Published) -> Brought:
    # of one task: systems of several are never compared with each other
    rows = [row for row in data.rows("ratings.tsv.gz") if row["task"] == "Text-Guided_IG"]
    return Brought(
        [
            {"item": r["item"], "system": r["model"], "rater": r["rater"], "score": r["SC"]}
            | {"shown": f"{r['model']}/{r['item']}"}
            for r in rows
        ],
        "ordinal",
    )


def _tifa(data: Published) -> Brought:
    with gzip.open(data.folder / "human_annotations_with_scores.json.gz", "rt", encoding="utf-8") as file:
        images = json.load(file)
    return Brought(
        [
            {"item": one["text_id"], "system": name.removeprefix(one["text_id"] + "_"), "rater": f"r{rater}"}
            | {"score": score, "shown": name}
            for name, one in images.items()
            for rater, score in enumerate(one["human_scores"])
        ],
        "ordinal",
    )


def _geckonum(data: Published) -> Brought:
    # a part of the pictures, with all ratings of each; the whole only takes longer
    rows = data.rows("counts_dalle_3.tsv.gz")[:3000]
    return Brought(
        [
            {"item": f"{r['image_id']}/{r.get('question_id', '')}", "system": r["model"], "rater": r["annot_id"]}
            | {"score": r["answer"], "shown": f"{r['image_id']}/{r.get('question_id', '')}"}
            for r in rows
        ],
        "interval",
    )


def _koniq(data: Published) -> Brought:
    """Histograms as the ratings they are made of; the photographs in two sets, which share none and are not compared."""
    rows = []
    for number, photo in enumerate(data.rows("distributions.csv.gz")[:60]):
        given = [
            score for score in range(1, 6) for _ in range(round(float(photo[f"c{score}"]) * int(photo["c_total"])))
        ]
        name = photo["image_name"]
        rows += [
            {"item": name, "system": f"set {number % 2}", "rater": f"r{k}", "score": score, "shown": name}
            for k, score in enumerate(given)
        ]
    return Brought(rows, "ordinal")


def _p910(data: Published) -> Brought:
    return Brought(
        [
            {"item": row["asset"], "system": "reference" if row["is_reference"] == "1" else "processed"}
            | {"rater": rater, "score": row[rater], "shown": row["asset"]}
            for row in _plain_rows(data.folder / "nflx_public.tsv")
            for rater in row
            if rater.startswith("s")
        ],
        "interval",
    )


def _lesions(data: Published) -> Brought:
    """The first of five fields; what was rated is no system's, so that there is one."""
    rows = [row for row in data.rows("lesion/ratings.tsv.gz") if row["field"] == "Asymmetry"]
    return Brought(
        [
            {"item": row["image"], "system": "lesions", "rater": row["rater"], "score": row["value"]}
            | {"shown": row["image"]}
            for row in rows
        ],
        "ordinal",
    )


def _plain_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ","))


@pytest.fixture
def published_only(data_set: Callable[[str], Published]) -> Callable[[str], Published]:
    """Data sets that are only looked at where they are: nothing is made in their stead."""

    def find(name: str) -> Published:
        if not (Path(os.environ.get("BEHOLDER_DATA") or "/nowhere") / name).is_dir():
            pytest.skip(f"BEHOLDER_DATA holds no {name}")
        return data_set(name)

    return find


_BROUGHT = {"imagenhub_human": _imagenhub, "tifa_human": _tifa, "geckonum": _geckonum, "koniq10k": _koniq}
_ONLY_PUBLISHED = {"p910": _p910, "alttest": _lesions}


@pytest.mark.long
@pytest.mark.parametrize("name", _ONLY_PUBLISHED)
def test_a_published_table_says_the_same_to_everybody(
    name: str, published_only: Callable[[str], Published], tmp_path: Path
) -> None:
    _table_is_the_same(_ONLY_PUBLISHED[name](published_only(name)), tmp_path / "brought.csv")


@pytest.mark.parametrize(
    "name", ["imagenhub_human", *(pytest.param(x, marks=pytest.mark.long) for x in list(_BROUGHT)[1:])]
)
def test_a_table_from_elsewhere_says_the_same_to_everybody(
    name: str, data_set: Callable[[str], Published], tmp_path: Path
) -> None:
    _table_is_the_same(_BROUGHT[name](data_set(name)), tmp_path / "brought.csv")


def _table_is_the_same(brought: Brought, table: Path) -> None:
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(brought.rows[0]))
        writer.writeheader()
        writer.writerows(brought.rows)
    said = _all(_json("analyze", table, "--map", "value=score", "--level", f"score={brought.level}"))
    html = build_report(
        material_of_file(table, TableOptions(mapping={"value": "score"}, levels={"score": brought.level})), draw=False
    )
    assert _all(_in_report(html)) == said
    by_stats = _by_stats(table, "score", system="system", shown="shown", level=brought.level)
    # `analyze` calls the field of a column named score `value`
    by_name = {n.replace("score.", "value.", 1): value for n, value in by_stats.items()}
    means = {name for name in said if ".mean." in name}
    _coefficients_are_the_same(by_name, said, {*means, *(f"value.{name}" for name in _COEFFICIENTS)})
    assert means


def test_labels_and_votes_have_one_alpha(data_set: Callable[[str], Published], tmp_path: Path) -> None:
    """Answers without order have no mean, but an alpha: of what each rater chose, and of who won in the eyes of each."""
    labels = data_set("bluebirds").folder / "bluebirds_labels.tsv.gz"
    said = _asked(_json("analyze", labels, "--map", "item=task", "--map", "rater=worker", "--map", "value=label"))
    named = ["--item", "task", "--rater", "worker", "--value", "label", "--level", "nominal"]
    assert _json("stats", "agreement", labels, *named)["findings"][0]["value"] == pytest.approx(
        said["value.alpha"], rel=_EXACT
    )

    votes, outcomes = tmp_path / "votes.csv", tmp_path / "outcomes.csv"
    with gzip.open(data_set("pandalm_pairs").folder / "pairs.jsonl.gz", "rt", encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file]
    with votes.open("w", encoding="utf-8", newline="") as one, outcomes.open("w", encoding="utf-8", newline="") as two:
        by_pair, by_side = csv.writer(one), csv.writer(two)
        by_pair.writerow(["item", "model_a", "model_b", "r1", "r2", "r3"])
        by_side.writerow(["shown", "rater", "outcome"])
        for pair in pairs:
            given = [pair[f"annotator{k}"] for k in (1, 2, 3)]
            by_pair.writerow([pair["idx"], *pair["cmp_key"].split("_", 1), *given])
            for side in (1, 2):
                told = ["tie" if vote == 0 else "win" if vote == side else "loss" for vote in given]
                by_side.writerows([f"{pair['idx']}/{side}", f"r{k}", outcome] for k, outcome in enumerate(told))
    compared = ["--map", "model_a=model_a", "--map", "model_b=model_b", "--map", "winner=r1,r2,r3"]
    said = _asked(_json("analyze", votes, *compared))
    named = ["--item", "shown", "--rater", "rater", "--value", "outcome", "--level", "nominal"]
    alpha = _json("stats", "agreement", outcomes, *named)["findings"][0]["value"]
    assert alpha == pytest.approx(said["preference.alpha"], rel=_EXACT)


@pytest.mark.parametrize(
    "task", ["edit", pytest.param("image", marks=pytest.mark.long), pytest.param("video", marks=pytest.mark.long)]
)
def test_votes_with_both_bad_say_the_same_to_everybody(
    task: str, data_set: Callable[[str], Published], tmp_path: Path
) -> None:
    """What was published of the people's votes: that both are bad is no tie, to whomever the table is given."""
    bench = data_set("genai_bench")
    known = json.loads((bench.folder / "expected.json").read_text(encoding="utf-8"))[task]
    given = [row for row in bench.rows("votes.tsv.gz") if row["task"] == task]
    votes = tmp_path / "votes.csv"
    _write(votes, [{"item": r["idx"], "model_a": "ink", "model_b": "wash", "winner": r["human"]} for r in given])
    people = known["people"]
    better, worse, tied = (people.get(word, 0) for word in ("A>B", "B>A", "A=B=Good"))
    expected = {
        "preference.win_share.ink": (better + tied / 2) / (better + worse + tied),
        "preference.both_bad": people["A=B=Bad"] / known["votes"],
        "preference.both_bad.ink": people["A=B=Bad"] / known["votes"],
    }

    said = _json("analyze", votes)
    assert {name: _all(said)[name] for name in expected} == pytest.approx(expected, rel=_EXACT)
    assert _all(_in_report(build_report(material_of_file(votes), draw=False))) == _all(said)
    sides = ["--left", "model_a", "--right", "model_b", "--outcome", "winner", "--item", "item"]
    told = {row["name"]: row for row in _json("stats", "rank", votes, *sides)["rows"]}
    found = {one["name"]: one for one in said["findings"]}
    for name, row in told.items():
        assert row["both_bad"] == pytest.approx(found[f"preference.both_bad.{name}"]["value"], rel=_EXACT)
        assert row["both_bad_interval"] == pytest.approx(found[f"preference.both_bad.{name}"]["interval"], rel=1e-6)
        assert row["win_share"] == pytest.approx(found[f"preference.win_share.{name}"]["value"], rel=_EXACT)
        assert row["score"] == pytest.approx(found[f"preference.strength.{name}"]["value"], rel=1e-6)
        assert row["interval"] == pytest.approx(found[f"preference.strength.{name}"]["interval"], rel=1e-6)
    assert (told["ink"]["wins"], told["ink"]["ties"], told["ink"]["losses"]) == (better, tied, worse)

    # a judge is right where its vote is that of the people, one of the four; a reply without a vote is wrong
    for judge in ("gpt4o", "llava"):
        both = Ratings.of(
            item=[row["idx"] for row in given] * 2,
            rater=["people"] * len(given) + [judge] * len(given),
            value=[row["human"] for row in given] + [row[judge] or "no vote" for row in given],
        )
        assert 100 * percent_agreement(both).value == pytest.approx(known[judge]["accuracy"], abs=0.005)


@pytest.mark.long
def test_labels_of_eight_sets_have_one_alpha_each(published_only: Callable[[str], Published], tmp_path: Path) -> None:
    """Labels by people and by a model, as `stats` parts them by a column and as each set says by itself."""
    rows = published_only("alttest").rows("other_sets.tsv.gz")
    whole = tmp_path / "sets.csv"
    _write(whole, rows)
    named = ["--item", "item", "--rater", "who", "--value", "value", "--level", "nominal"]
    told = _json("stats", "agreement", whole, *named, "--by", "set")["rows"]
    assert len(told) == len({row["set"] for row in rows})
    for part in told:
        table = tmp_path / f"{part['set']}.csv"
        _write(table, [row for row in rows if row["set"] == part["set"]])
        mapped = ["--map", "item=item", "--map", "rater=who", "--map", "value=value"]
        said = _asked(_json("analyze", table, *mapped, "--level", "value=nominal"))
        assert part["alpha"] == pytest.approx(said["value.alpha"], rel=_EXACT)


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.long
def test_votes_on_many_systems_have_one_order(data_set: Callable[[str], Published]) -> None:
    """Strengths with their intervals and win shares of dozens of systems, as `analyze`, the report and `stats` have them."""
    votes = data_set("llmfao_pairs").folder / "crowd_comparisons.csv.gz"
    sides = ["--left", "left", "--right", "right", "--outcome", "winner", "--item", "prompt", "--rater", "worker"]
    ranked = _json("stats", "rank", votes, *sides, "--position")["rows"]
    material = material_of_file(votes)
    found = {one.name: one for one in material.analysis.findings}
    assert len(ranked) > 5
    for row in ranked:
        strength = found[f"preference.strength.{row['name']}"]
        assert row["score"] == pytest.approx(strength.value, rel=1e-6, abs=1e-6)
        assert row["interval"] == pytest.approx(strength.interval, rel=1e-6)
        assert row["win_share"] == pytest.approx(found[f"preference.win_share.{row['name']}"].value, rel=_EXACT)
    said = _json("analyze", votes)
    assert _all(_in_report(build_report(material, draw=False))) == _all(said)
    assert {row["name"]: row["rank_range"] for row in ranked} == _ranges(said, "preference.systems", "system")


@pytest.mark.long
def test_orders_and_best_and_worst_are_the_same_from_python(
    published_only: Callable[[str], Published], tmp_path: Path
) -> None:
    films = _plain_rows(published_only("rankings").folder / "netflix.csv")
    orders = [
        {"list": f"{k}-{n}", "film": film, "rank": rank}
        for k, row in enumerate(films)
        for n in range(int(row["people"]))
        for rank, film in enumerate((row[place] for place in ("first", "second", "third", "fourth")), 1)
    ]
    table = tmp_path / "orders.csv"
    _write(table, orders)
    ranked = _json("stats", "rank", table, "--list", "list", "--system", "film", "--rank", "rank")["rows"]
    fit = plackett_luce(
        Rankings.of(
            listed=[row["list"] for row in orders],
            system=[row["film"] for row in orders],
            rank=[row["rank"] for row in orders],
        )
    )
    assert {row["name"]: row["score"] for row in ranked} == pytest.approx(
        {name: fit[name].value for name in fit.names}, rel=_EXACT
    )

    issues = published_only("best_worst").folder / "issues.csv.gz"
    columns = ["--trial", "block", "--system", "issue", "--choice", "choice", "--rater", "person"]
    told = {row["name"]: row for row in _json("stats", "best-worst", issues, *columns)["rows"]}
    rows = published_only("best_worst").rows("issues.csv.gz")
    trials = BestWorst.of(
        trial=[row["block"] for row in rows],
        system=[row["issue"] for row in rows],
        choice=[row["choice"] for row in rows],
        rater=[row["person"] for row in rows],
    )
    utilities = max_diff(trials)
    for name in utilities.names:
        assert told[name]["score"] == pytest.approx(utilities[name].value, rel=_EXACT)
        assert told[name]["interval"] == pytest.approx(utilities[name].interval, rel=_EXACT)
