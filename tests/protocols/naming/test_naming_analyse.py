"""`analyze` on naming studies gives naming's own tables, not a comparison of names as if they were systems."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from beholder.analysis import Context, RatingsData
from beholder.analysis.stopping_plan import StoppingPlan
from beholder.engine import Engine, SimulatedClock, open_simulated, seeded_entropy, simulate
from beholder.facade import load
from beholder.protocols import FinishedRound, Item, find_protocol
from beholder.protocols.naming.analyse import analyse_names, analyse_verification
from beholder.protocols.naming.collect.sources import read_verified
from beholder.protocols.naming.summary import verified_findings
from beholder.protocols.naming.verify.params import VerifyParams
from beholder.report import build_report, material_of_study
from beholder.report.bundle import BundleWriter, open_bundle
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.store import Database
from beholder.store.records import canonical
from beholder.store.study_home import Home
from beholder.study import load_definition


class LoadedRound(NamedTuple):
    ratings: Sequence[Any]
    items: Sequence[Item]
    params: Any


def run(folder: Path, raters: int) -> None:
    definition, clock = load_definition(folder), SimulatedClock()
    Home(folder).make()
    database = Database.open(Home(folder).database)
    key = open_simulated(database, definition, seed=1, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    simulate(engine, clock, raters=raters, seed=1)
    engine.close()
    database.close()


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("naming")
    first, second = folder / "first", folder / "second"
    first.mkdir()
    protocol = find_protocol("naming")
    assert protocol.example is not None
    assert protocol.next_round is not None
    protocol.example(first, 1)
    run(first, 36)
    with load(first) as study:
        definition = study.definition
        done = FinishedRound(
            items=definition.items,
            ratings=study.ratings(all_rows=True).rows,
            media=definition.media_root,
            params=definition.params,
        )
    protocol.next_round(done, second)
    run(second, 6)
    return first, second


def test_round_one_says_how_names_vary(rounds: tuple[Path, Path]) -> None:
    with load(rounds[0]) as study:
        found = study.analysis()
        named = study.ratings().where(kind="main", field="name")
    rows = {row["domain"]: row for row in found.table("variation").to("en").rows}
    objects = {row.item for row in named if row.value}
    names = {(row.item, row.value.strip().lower()) for row in named if row.value}
    assert rows["all"]["objects"] == len(objects)
    assert rows["all"]["N"] == pytest.approx(len(names) / len(objects), abs=0.2)
    assert {finding.name for finding in found.findings} >= {"objects", "tokens", "same_top_name_with_3"}
    tops: dict[str, Counter[str]] = {}
    for row in named:
        if row.value:
            tops.setdefault(row.item, Counter())[row.value.strip().lower()] += 1
    borne = found.finding("top_name_by_10")
    assert borne.n == len(objects)
    assert borne.value == pytest.approx(
        sum(counts.most_common(1)[0][1] >= 10 for counts in tops.values()) / len(tops), abs=1 / len(tops)
    )
    assert found.to_json()["rows"]
    assert found.finding("attention.passed").n > 0
    shares = [row["share"] for row in found.table("stability").rows]
    assert shares == [finding.value for finding in found.findings if finding.name.startswith("same_top_name")]


def test_round_two_says_which_names_are_kept_and_ranks_nobody(rounds: tuple[Path, Path]) -> None:
    with load(rounds[1]) as study:
        found = study.analysis()
    names = {finding.name for finding in found.findings}
    assert {"names_kept", "adequacy_alpha", "group_adjusted_rand"} <= names
    assert found.finding("names_kept").value <= found.finding("names_kept").n
    assert not any(".mean." in name for name in names)
    # every table of the paper stands in the report, each share with its interval, and both figures
    tables = {sheet.name: sheet for section in found.sections for sheet in section.tables}
    for name in (
        "inadequacy",
        "inadequacy_tokens_apart",
        "discarded",
        "before",
        "after",
        "change",
        "unclear",
        "sensitivity",
        "agreement",
    ):
        headings = [heading.name for heading in tables[name].columns]
        assert any(heading.endswith("_interval") for heading in headings), name
        assert all(heading.title.to("zh") for heading in tables[name].columns), name
    charts = {chart.name: chart for section in found.sections for chart in section.charts}
    for label in {row["label"] for row in charts["same_object"].rows}:
        parts = [row["share"] for row in charts["same_object"].rows if row["label"] == label]
        assert sum(parts) == pytest.approx(1)
    # bars are of one length, so what they stand for is said beside them
    told = sum(
        int(label.rpartition("·")[2].removesuffix("%")) for label in {r["label"] for r in charts["same_object"].rows}
    )
    assert 98 <= told <= 102
    assert sum(row["share"] for row in charts["adequacy"].rows) == pytest.approx(1)
    controls = found.table("controls").rows
    assert sum(row["given"] for row in controls) == found.finding("controls.passed").n > 0
    assert [row["passed_share"] for row in controls] == sorted(row["passed"] / row["given"] for row in controls)


def test_the_thresholds_of_the_study_decide_which_names_its_report_keeps(rounds: tuple[Path, Path]) -> None:
    with load(rounds[1]) as study:
        data, context = study.data(), study.context()
        assert context.params == VerifyParams(group_perfect=True)
        kept = [
            analyse_verification(data, replace(context, params=VerifyParams(adequacy=adequacy))).finding("names_kept")
            for adequacy in (0.0, 0.4, 1.0)
        ]
        assert kept[0].value >= kept[1].value > kept[2].value
        assert study.analysis().finding("names_kept").value == kept[1].value
        told = read_verified(
            rounds[1],
            lambda _path: LoadedRound(
                study.ratings(all_rows=True).rows, study.definition.items, VerifyParams(adequacy=1.0)
            ),
        )
        assert verified_findings(told)[2].value == kept[2].value
        # releases of the first revision hold what the analysis told then
        before = analyse_verification(data, replace(context, revision=1))
        tables = {sheet.name for section in before.sections for sheet in section.tables}
    assert not tables & {"change", "unclear"}


def test_the_report_and_naming_verify_count_the_same_objects(rounds: tuple[Path, Path]) -> None:
    """Objects on whose name everybody agreed are not shown in round 2, and count all the same."""
    with load(rounds[1]) as study:
        found = study.analysis()
        shown = sum(item.kind == "main" for item in study.definition.items)
        loaded = LoadedRound(study.ratings(all_rows=True).rows, study.definition.items, study.definition.params)
    told = read_verified(rounds[1], lambda _path: loaded)
    counted = {one.name: one for one in verified_findings(told)}
    assert found.finding("objects").value == counted["objects"].value > shown
    assert found.finding("names_kept").value == counted["names_kept"].value
    assert found.table("before").rows[0]["objects"] == counted["objects"].value


def test_a_release_finds_what_the_study_finds(rounds: tuple[Path, Path], tmp_path: Path) -> None:
    """Objects never shown count in it too; the file they stand in cannot be changed unseen."""
    released = tmp_path / "release.zip"
    write_release(rounds[1], released)
    with load(rounds[1]) as study:
        of_study = json.loads(canonical(study.analysis().to_json()))
        shown = sum(item.kind == "main" for item in study.definition.items)
    of_release = next(open_bundle(released).lines("analysis.json"))
    assert next(one for one in of_release["findings"] if one["name"] == "objects")["value"] > shown
    assert of_release["findings"] == of_study["findings"]
    # who took part and what was planned stand in a file of their own in a release
    of_results = [row for row in of_study["rows"] if row["table"] not in ("flow", "collected", "changes")]
    assert of_release["rows"] == of_results
    assert verify_release(released).problems == ()

    with zipfile.ZipFile(released) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    first = (rounds[1] / "response_sets.tsv").read_bytes()
    assert files["files/response_sets.tsv"] == first
    # one object fewer, with digests that fit: only the numbers can tell
    fewer = BundleWriter(tmp_path / "fewer.zip")
    for name, content in files.items():
        if not name.startswith("release."):
            (tmp_path / "part").write_bytes(content if "sets" not in name else first[: first[:-1].rindex(b"\n") + 1])
            fewer.add_file(name, tmp_path / "part")
    fewer.finish({k: v for k, v in json.loads(files["release.json"]).items() if k != "files"})
    problems = verify_release(tmp_path / "fewer.zip").problems
    assert any("analysis.findings.objects" in problem for problem in problems)


def test_a_report_without_systems_does_not_speak_of_them(rounds: tuple[Path, Path]) -> None:
    with load(rounds[0]) as study:
        page = build_report(material_of_study(study), draw=False)
    read = page.partition('<script type="application/json"')[0]
    assert "which system made" not in read
    assert "The order of trials was drawn at random" in read
    assert "Systems are named here" not in read
    numbers = [int(number) for number in re.findall(r'<h2 id="\w+">(\d+)', read)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_under_a_stopping_rule_names_vary_as_in_the_random_share() -> None:
    """What the rule stopped has few answers, and those agree: counted in, names would seem to vary less than they do."""
    given = {"full": ["dog", "puppy", "dog", "hound", "dog"], "stopped": ["cat", "cat"]}
    columns = ("answer", "item", "rater", "trial", "field", "value")
    rows = [
        (f"{item}-{n}", item, f"r{n}", item, "name", name)
        for item, names in given.items()
        for n, name in enumerate(names)
    ]
    data = RatingsData.of_rows(rows, columns)
    rule = {"ratings": {"least": 2, "most": 5, "stop": {"lead": 2}}, "overlap": {"share": 0.5, "ratings": 5}}
    plan = StoppingPlan.of(rule, ())
    assert plan is not None

    def varies(stopping: StoppingPlan | None) -> tuple[int, float]:
        found = analyse_names(data, Context(stopping=stopping))
        row = found.table("variation").to("en").rows[0]
        return row["objects"], row["N"]

    assert varies(None) == (2, 2)
    assert varies(replace(plan, in_full=frozenset({"full"}))) == (1, 3)
    assert varies(plan) == (2, 2), "without a share there is nothing better, and the limits say so"


def test_the_size_of_a_study_is_that_of_the_answers_that_enter() -> None:
    """Whoever was taken out by a rule is not counted among those the results rest on."""
    columns = ("answer", "item", "rater", "trial", "field", "value", "kind", "excluded_by")
    rows = [
        (f"{item}-{rater}", item, rater, item, "name", "dog", "main", "checks-failed" if rater == "r3" else "")
        for item in ("one", "two")
        for rater in ("r1", "r2", "r3")
    ]
    found = analyse_names(RatingsData.of_rows(rows, columns), Context())
    assert (found.facts["answers"], found.facts["raters"]) == (4, 2)
    assert "4" in found.summary[0].to("en")
