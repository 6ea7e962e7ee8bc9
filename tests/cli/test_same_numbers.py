"""Whoever asks gets the same number: the report, `analyze`, Python, `stats` and the exported table agree on means and alphas."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from beholder.analysis import FieldInfo
from beholder.cli import app
from beholder.facade import load
from beholder.fields import Way
from beholder.imports import TableOptions
from beholder.report import build_report, material_of_file, material_of_study
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


def _level_of(found: dict[str, Any], field: str) -> str:
    """At which level the alpha of a field was taken, as its method says."""
    method = next(one["method"] for one in found["findings"] if one["name"] == f"{field}.alpha")
    told = re.match(r"Krippendorff's alpha, (\w+) level", method)
    assert told is not None
    return told[1]


def _in_report(html: str) -> Numbers:
    embedded = re.search(r'<script type="application/json" id="findings">(.*?)</script>', html, re.DOTALL)
    assert embedded is not None
    return _asked(json.loads(embedded[1]))


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
    alpha = _json("stats", "agreement", table, "--item", shown, "--level", level, *named)["findings"][0]
    compared = _json("stats", "compare", table, "--system", system, "--item", item, *named)
    means = {f"{field}.mean.{row['system']}": row["mean"] for row in compared["rows"] if row["kind"] == "system"}
    return {f"{field}.alpha": alpha["value"], **means}


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
    """The fields whose answers are averaged; a count with an open end is no plain number."""
    for info in fields:
        if info.way is Way.MEANS and info.top is None and f"{info.name}.alpha" in known:
            yield info


@pytest.mark.parametrize("protocol", ["masks", "captions"])
def test_a_study_says_the_same_to_everybody(
    protocol: str, painted: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my-study"
    if protocol == "masks":
        write_masks_study(folder, trials=24)
    else:
        shutil.copytree(painted(protocol), folder)
    with (folder / "study.yaml").open("a", encoding="utf-8") as settings:
        # rows that enter no result, so that whoever takes them in is found out
        settings.write("\nrepeats: {share: 0.2, distance: 3}\n")
    monkeypatch.chdir(tmp_path)
    table = Path("ratings.csv")
    _run("simulate", "my-study", "--raters", 4, "--seed", 1)
    assert "enter no result" in _run("ratings", "my-study", "-o", table)

    analysed = _json("analyze", "my-study")
    known = _asked(analysed)
    assert _asked(_json("analyze", table)) == pytest.approx(known, rel=_EXACT)
    with load("my-study") as study:
        material, ratings = material_of_study(study), study.ratings()
        fields = FieldInfo.of_form(study.definition.declaration.form)
    html = build_report(material, draw=False)
    assert _in_report(html) == known
    printed = _printed_means(html)

    systems = sorted({system for system in ratings["system"] if system})
    # the other fields of a form take the same way
    asked = list(_numeric(fields, known))[:1]
    assert asked
    assert len(systems) > 1
    for info in asked:
        means = {f"{info.name}.mean.{system}": known[f"{info.name}.mean.{system}"] for system in systems}
        of_field = ratings.where(field=info.name)
        for system, mean in zip(systems, means.values(), strict=True):
            assert np.nanmean(of_field.where(system=system)["number"]) == pytest.approx(mean, rel=_EXACT)
            assert f"{mean:.2f}" in printed[system]
        assert _of_table(table, info.name) == pytest.approx(means, rel=_EXACT)
        both = means | {f"{info.name}.alpha": known[f"{info.name}.alpha"]}
        level = _level_of(analysed, info.name)
        assert _by_stats(table, info.name, system="system", shown="candidate", level=level) == pytest.approx(
            both, rel=_EXACT
        )
    if protocol == "masks":
        assert {f"quality.mean.{system}": mean for system, mean in _readme_means().items()} == pytest.approx(
            {f"quality.mean.{system}": known[f"quality.mean.{system}"] for system in systems}, rel=_EXACT
        )


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


_BROUGHT = {"imagenhub_human": _imagenhub, "tifa_human": _tifa, "geckonum": _geckonum}


@pytest.mark.parametrize("name", _BROUGHT)
def test_a_table_from_elsewhere_says_the_same_to_everybody(
    name: str, data_set: Callable[[str], Published], tmp_path: Path
) -> None:
    brought, table = _BROUGHT[name](data_set(name)), tmp_path / "brought.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(brought.rows[0]))
        writer.writeheader()
        writer.writerows(brought.rows)
    said = _asked(_json("analyze", table, "--map", "value=score", "--level", f"score={brought.level}"))
    html = build_report(
        material_of_file(table, TableOptions(mapping={"value": "score"}, levels={"score": brought.level})), draw=False
    )
    assert _in_report(html) == said
    by_stats = _by_stats(table, "score", system="system", shown="shown", level=brought.level)
    # `analyze` calls the field of a column named score `value`
    assert {n.replace("score.", "value.", 1): value for n, value in by_stats.items()} == pytest.approx(said, rel=_EXACT)
    assert len(said) > 1


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
