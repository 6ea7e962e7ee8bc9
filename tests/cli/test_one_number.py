"""One number for one question: report, `analyze`, `stats`, Python and a table by hand agree, whatever rule a study has.

Studies are drawn by seed: stopping rules with and without a random share, exclusions with and without a replacement, late
answers, corrections, withdrawals, checks, repeats, and a question that only some raters are shown.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from beholder.analysis import Analysis
from beholder.cli import app
from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.joining import Sweep, Withdraw
from beholder.exports import Wish, write_export
from beholder.facade import load
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.stats.comparison.scores import Scores
from beholder.stats.comparison.systems import compare_systems
from beholder.store import Database, LeaseRow
from beholder.store.study_home import Home
from beholder.study import load_definition
from tests.study_maker import start

_RULES: list[dict[str, Any]] = [
    {"ratings": {"least": 2, "most": 5, "stop": {"lead": 2}}, "overlap": {"share": 0.3, "ratings": 5}},
    {"ratings": {"least": 2, "most": 5, "stop": {"lead": 2}}},
    {"ratings": {"least": 2, "most": 6, "stop": {"half_width": 1.1}}, "overlap": {"share": 0.3, "ratings": 6}},
    {"ratings": 3},
]
_FORMS = {
    "one": """
shows: one
form:
  fields:
    quality: {kind: scale, label: "How good?", min: 1, max: 5}
    doubt: {kind: scale, label: "How sure?", min: 1, max: 3, show_when: {field: quality, is: 3}}
""",
    "pair": """
shows: pair
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
  candidate_fields:
    quality: {kind: scale, label: "How good?", min: 1, max: 5}
""",
}
_HEAD = "name: drawn-test\ntitle: Drawn\nitem: {scene: {kind: number, shown: false}}\ncandidate: {text: {kind: text}}\n"
_PLACES = {"a": 2.4, "b": 3.0, "c": 3.3}


@dataclass
class DrawnStudy:
    """A study whose rule, raters and mishaps follow from the seed."""

    folder: Path
    seed: int
    rng: np.random.Generator = field(init=False)
    answers: int = 0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.rule = _RULES[self.seed % len(_RULES)]
        self.shape = ("one", "pair")[int(self.rng.integers(2))]
        self._write()
        Home(self.folder).make()
        with_database = Database.open(Home(self.folder).database)
        self.engine: Engine
        self.clock: SimulatedClock
        self.engine, self.clock = start(load_definition(self.folder), with_database, people=True)
        for _ in range(int(self.rng.integers(6, 9))):
            self._rater()
        self._mishaps()
        self.engine.close()
        with_database.close()

    def _write(self) -> None:
        self.folder.mkdir(parents=True)
        (self.folder / "protocol.yaml").write_text(_HEAD + _FORMS[self.shape], encoding="utf-8")
        settings = {"protocol": "protocol.yaml", "items": "items.jsonl", "seed": self.seed, "lease_minutes": 1.0}
        settings |= {"repeats": {"share": 0.1, "distance": 4}, **self.rule}
        settings |= {"block": "scene"} if self.rng.random() < 0.5 else {}
        (self.folder / "study.yaml").write_text(json.dumps(settings), encoding="utf-8")
        systems = "ab" if self.shape == "pair" else "abc"
        rows: list[dict[str, Any]] = [
            {"id": f"i{n}", "scene": n // 2, "candidates": [{"system": s, "text": f"{s} on {n}"} for s in systems]}
            for n in range(9)
        ]
        if self.shape == "one":
            known = [{"system": "known", "text": "check"}]
            expects = {"expects": [{"field": "quality", "is": 5}], "why": "because"}
            check = {"kind": "attention", "scene": 9, "reference": expects, "candidates": known}
            rows += [{"id": f"c{n}", **check} for n in range(3)]
        (self.folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def _rater(self) -> None:
        rater = self.engine.run(Join()).rater
        while leases := self.engine.run(Lease(rater, want=1)).leases:
            late = self.rng.random() < 0.03
            self.clock.advance(70_000 if late else 5000)
            if late:
                self.engine.run(Sweep())
            given = self._answer(leases[0])
            if self.rng.random() < 0.05:
                self._answer(leases[0], revises=given)
            elif self.rng.random() < 0.08:
                self.engine.run(Exclude([given], "odd", reissue=bool(self.rng.integers(2))))

    def _answer(self, lease: LeaseRow, *, revises: str = "") -> str:
        self.answers += 1
        self.clock.advance(1000)
        slots = json.loads(lease.slots)
        said = [int(np.clip(round(self.rng.normal(_PLACES.get(slot[0], 4.6), 0.8)), 1, 5)) for slot in slots]
        payload: dict[str, Any] = {"trial": {}, "slots": [{"quality": value} for value in said]}
        if self.shape == "pair":
            payload["trial"]["better"] = "tie" if said[0] == said[1] else "left" if said[0] > said[1] else "right"
        else:
            doubt = {"doubt": int(self.rng.integers(1, 4))} if said[0] == 3 else {}
            payload = {"trial": {"quality": said[0], **doubt}, "slots": []}
        name = f"answer-{self.answers:05d}"
        self.engine.run(
            Answer(id=name, rater=lease.rater, lease=lease.lease, payload=payload, revises=revises, active_ms=4000)
        )
        return name

    def _mishaps(self) -> None:
        """One rater withdraws; whoever comes after takes what is asked for again."""
        if self.rng.random() < 0.5:
            self.engine.run(Withdraw(self.engine.run(Join()).rater))
        self._rater()


def _json(*words: object) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def _compared(table: Path, name: str) -> dict[str, Any]:
    columns = ("--system", "system", "--item", "item", "--rater", "rater", "--value", "number")
    return _json("stats", "compare", table, *columns, "--field", name)


def _same(found: float | None, wanted: float | None) -> None:
    assert (found is None or np.isnan(found)) == (wanted is None or np.isnan(wanted)), (found, wanted)
    assert found is None or found == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True)


def _means(analysis: Analysis, name: str, systems: list[str]) -> dict[str, tuple[float, tuple[float, float] | None]]:
    found = {s: analysis.finding(f"{name}.mean.{s}") for s in systems}
    return {s: (one.value, one.interval) for s, one in found.items()}


def _on_scale(interval: Any, most: float) -> Any:
    """An interval as the report has it, which knows where the scale ends."""
    return None if interval is None else (max(interval[0], 1.0), min(interval[1], most))


def _check_means(told: dict[str, Any], rows: list[dict[str, Any]], most: float) -> None:
    for row in rows:
        value, interval = told[row["system"]]
        _same(row["mean"], value)
        assert _on_scale(row["interval"], most) == (interval and pytest.approx(interval))


def _check_pairs(told: list[dict[str, Any]], rows: list[dict[str, Any]]) -> None:
    by_pair = {frozenset((row["first"], row["second"])): row for row in rows}
    assert len(by_pair) == len(told)
    for row in told:
        other = by_pair[frozenset((row["first"], row["second"]))]
        for column in ("p", "p_holm"):
            _same(other[column], row[column])
        _same(abs(other["difference"]), abs(row["difference"]))


def check(folder: Path, seed: int) -> dict[str, Any]:
    """Compares all ways to one number; what the study was like, so that a test can say that it was worth it."""
    drawn = DrawnStudy(folder / "study", seed)
    most = {"quality": 5.0, "doubt": 3.0}
    with load(drawn.folder) as study:
        analysis, frame = study.analysis(), study.ratings().to_pandas()
        csv, parquet = folder / "ratings.csv", folder / "ratings.parquet"
        for path in (csv, parquet):
            write_export(study, path, Wish())
        answers = folder / "answers.csv"
        write_export(study, answers, Wish(table="answers"))
    by_hand = pd.read_csv(csv)
    by_hand = by_hand[by_hand.counts]
    of_file = _json("analyze", csv)
    shown = {one["name"]: one for one in of_file["findings"]}
    for name in sorted(set(frame.field) & set(most)):
        mine = frame[(frame.field == name) & frame.number.notna()]
        systems = sorted(mine.system.unique())
        told = _means(analysis, name, systems)
        pairs = [dict(row) for row in analysis.table(f"{name}.pairs").rows]
        for path in (csv, parquet):
            rows = _compared(path, name)["rows"]
            _check_means(told, [row for row in rows if row["kind"] == "system"], most[name])
            _check_pairs(pairs, [row for row in rows if row["kind"] == "pair"])
        scores = Scores.of(
            value=mine.number,
            item=mine.item,
            block=mine.block,
            rater=mine.rater,
            system=mine.system,
            weight=mine.weight,
        )
        in_python = compare_systems(scores, rng=np.random.default_rng(0), panels=True)
        _check_means(told, list(in_python.systems), most[name])
        _check_pairs(pairs, list(in_python.pairs))
        for system in systems:
            part = by_hand[(by_hand.field == name) & (by_hand.system == system) & by_hand.number.notna()]
            _same(float(np.average(part.number, weights=part.weight)), told[system][0])
            of_table = shown[f"{name}.mean.{system}"]
            _same(of_table["value"], told[system][0])
            interval = told[system][1]
            assert of_table["interval"] == (interval and pytest.approx(list(interval)))
            assert of_table["method"] == analysis.finding(f"{name}.mean.{system}").to_json()["method"]
    _check_agreement(analysis, csv, of_file, drawn)
    _check_answers(answers, by_hand, drawn)
    write_release(drawn.folder, folder / "study.zip")
    assert verify_release(folder / "study.zip").problems == ()
    return {"weights": set(by_hand.weight), "frame": frame, "shape": drawn.shape}


def _check_agreement(analysis: Analysis, table: Path, of_file: dict[str, Any], drawn: DrawnStudy) -> None:
    told = analysis.finding("quality.alpha")
    level = str(told.method).partition(" level")[0].rpartition(" ")[2]
    of_table = next(one for one in of_file["findings"] if one["name"] == "quality.alpha")
    _same(of_table["value"], told.value)
    item = "candidate" if drawn.shape == "one" else "trial"
    if drawn.shape == "pair" or np.isnan(told.value):
        return
    columns = ("--item", item, "--rater", "rater", "--value", "number", "--level", level, "--field", "quality")
    _same(_json("stats", "agreement", table, *columns)["findings"][0]["value"], told.value)


def _check_answers(table: Path, ratings: pd.DataFrame, drawn: DrawnStudy) -> None:
    """The table of answers has the same weights: those of the system, or of the trial where several were shown."""
    answers = pd.read_csv(table).dropna(subset="weight").set_index("answer")
    rows = ratings[ratings.field == ("quality" if drawn.shape == "one" else "better")].drop_duplicates("answer")
    assert set(answers.index) == set(rows.answer)
    if drawn.shape == "one":
        np.testing.assert_allclose(answers.weight.loc[rows.answer].to_numpy(), rows.weight.to_numpy())


@pytest.mark.parametrize("seed", [0, 1])
def test_every_way_to_a_number_gives_the_same(tmp_path: Path, seed: int) -> None:
    assert len(check(tmp_path, seed)["weights"]) > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 42))
def test_every_way_to_a_number_gives_the_same_in_many_studies(tmp_path: Path, seed: int) -> None:
    found = check(tmp_path, seed)
    assert found["weights"] == {1.0} or _RULES[seed % len(_RULES)] != {"ratings": 3}
