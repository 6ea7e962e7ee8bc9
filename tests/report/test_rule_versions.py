"""Exclusion rules changed after the data: results under the rules of each version, in analysis, report and release."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from beholder.analysis import Analysis, RulesOfVersion
from beholder.analysis.rules import under_rules
from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, database_address, open_study, simulate
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.facade import Study, load
from beholder.protocols import find_protocol
from beholder.quality.rule_versions import rules_of_versions
from beholder.report import Material, build_report, material_of_study
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.store import Database
from beholder.store.records import Record, canonical, link, stream_records
from beholder.store.studies import load_versions
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.tables.ratings import stream_ratings
from tests.engine.test_journey import graded
from tests.english_left import left_in_english
from tests.report.rewritten_release import rewritten
from tests.report.test_chinese import CITED, _told
from tests.report.test_verify_release import _edit_line
from tests.study_maker import make_study, payload_for, start
from tests.web.web_client import open_site

STRICT = {"id": "failed-checks", "measure": "checks-failed", "above": 0.9, "after": 3}
STRICTER = {**STRICT, "above": 0.4}
DAY = 86_400_000
ITEMS, SYSTEMS = 10, "ab"
EACH = ITEMS * len(SYSTEMS)
"""What one rater answers."""

RATERS = {"careless": (0, 1), "middling": (2, 2), "good": (4, 4), "better": (4, 4), "disliked": (4, 3)}
"""Checks passed of four, and the score given."""


class Running:
    """A study of people in a folder, started again with other rules as days go by."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = SimulatedClock()
        self.names: dict[str, str] = {}

    def start(self, *rules: dict[str, Any], **settings: Any) -> None:
        """Writes `study.yaml` and starts the study with it, on another day."""
        about = {"ratings": len(RATERS), "checks": {"every": 3}, "exclude": list(rules), **settings}
        make_study(self.folder, "one", items=ITEMS, systems=SYSTEMS, **about)
        with (self.folder / "items.jsonl").open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(graded(f"c{n}", "attention", 5)) + "\n" for n in range(4))
        self.clock.advance(DAY)
        definition = load_definition(self.folder)
        Home(self.folder).make()
        self.database = Database.open(database_address(self.folder))
        key = open_study(self.database, definition, clock=self.clock)
        self.engine = Engine(self.database, key, definition, clock=self.clock)

    def stop(self) -> None:
        """Stops the server."""
        self.engine.close()
        self.database.close()

    def work(self, who: str, *, active_ms: int = 9000) -> None:
        """One rater's whole work."""
        passes, score = RATERS[who]
        rater, met = self.engine.run(Join()).rater, 0
        self.names[who] = rater
        while leases := self.engine.run(Lease(rater, want=1)).leases:
            lease = leases[0]
            value = score + (json.loads(lease.slots) == [["a"]]) * (lease.item % 2)
            if lease.kind == "attention":
                met += 1
                value = 5 if met <= passes else 1
            payload = payload_for("one", 1, value=value)
            answer = f"{rater}-{lease.sequence:04d}"
            self.clock.advance(active_ms)
            self.engine.run(Answer(id=answer, rater=rater, lease=lease.lease, payload=payload, active_ms=active_ms))
        assert met == 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three raters under the first rule, which takes out one; then a stricter one, which takes out another."""
    running = Running(tmp_path_factory.mktemp("rules") / "study")
    running.start({**STRICT, "reissue": False})
    for who in ("careless", "middling", "good"):
        running.work(who)
    running.engine.apply_rules()
    running.stop()
    running.start({**STRICTER, "reissue": False})
    running.work("better")
    running.work("disliked")
    running.engine.apply_rules()
    running.engine.run(ExcludeRater("ann", running.names["disliked"], "a reason", reissue=False))
    running.stop()
    return running.folder


@pytest.fixture(scope="module")
def study(folder: Path) -> Iterator[Study]:
    with load(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def found(study: Study) -> Analysis:
    return study.analysis()


@pytest.fixture(scope="module")
def material(study: Study) -> Material:
    return material_of_study(study)


def test_each_version_has_its_results_with_the_answers_it_leaves(found: Analysis) -> None:
    rows = found.table("rules.versions").rows
    told = [(row["choice"].to("en"), row["answers"], row["raters"], row["taken_out"]) for row in rows]
    assert told == [
        ("As recorded", 2 * EACH, 2, 3 * EACH),
        ("Rules of version 1", 3 * EACH, 3, 2 * EACH),
        ("Rules of version 2", 2 * EACH, 2, 3 * EACH),
        ("No exclusions", 5 * EACH, 5, 0),
    ]
    means = {key: found.finding(f"rules.{key}.score.mean.b") for key in ("version1", "version2", "none")}
    assert means["version1"].value == pytest.approx((2 + 4 + 4) / 3)
    assert means["version2"].value == found.finding("score.mean.b").value == pytest.approx(4)
    assert means["none"].value == pytest.approx((1 + 2 + 4 + 4 + 3) / 5)
    assert means["none"].value == found.finding("score.mean_with_excluded.b").value


def test_what_was_declared_before_the_data_is_told_from_what_changed_when(found: Analysis, study: Study) -> None:
    first, later = found.table("rules.versions").rows[1:3]
    assert first["standing"].to("en") == "declared before the data"
    assert later["standing"].to("en") == f"changed when {3 * EACH} answers were in"
    assert (first["since"][:10], later["since"][:10]) == ("2026-01-02", "2026-01-03")
    assert first["digest"] != later["digest"]
    assert [row["rule_text"].to("en") for row in (first, later)] == [
        f"failed-checks: share of checks failed above {bound} (from 3 observations on)" for bound in (0.9, 0.4)
    ]
    took_out = {row["rule"]: row["rule_text"] for row in found.table("exclusions.rules").rows}["failed-checks"]
    assert "above 0.9 (from 3 observations on); from version 2 on: share of checks failed above 0.4" in took_out.to(
        "en"
    )
    note = f"version 2 on 2026-01-03 after {3 * EACH} answers"
    assert any(note in words.to("en") for words in found.notes)


def test_the_coordinators_page_shows_the_rules_of_each_version(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "study")
    with open_site(copy) as site, site.signed_in() as owner:
        page = owner.post(f"/c/{site.study.short}/results/look?lang=en", data={"reason": "interim"}).text
    assert "The exclusion rules changed after the first answer" in unescape(page)
    assert "share of checks failed above 0.4" in unescape(page)


def test_answers_taken_out_by_hand_stay_out_under_every_version(study: Study) -> None:
    by_hand = {row.answer for row in study.ratings(all_rows=True).rows if row.excluded_by == "by-hand"}
    assert len(by_hand) == EACH
    for one in study.context().rules:
        assert {answer for answer, reason in one.excluded.items() if reason == "by-hand"} == by_hand


def test_the_report_shows_all_of_them(material: Material) -> None:
    page = re.sub(r"(?s)<(script|style|pre|svg)\b.*?</\1>", " ", build_report(material, draw=False))
    words = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))
    chapter = words.split("Under the exclusion rules of each version")[1]
    for told in ("Rules of version 1", "Rules of version 2", "No exclusions", "3.33", "2.80", "stay out under every"):
        assert told in chapter
    assert "Exclusion rules changed after the first answer" in words


def test_nothing_of_it_is_left_in_english(material: Material) -> None:
    assert left_in_english(_told(material.analysis), but=CITED) == set()
    page = re.sub(r"(?s)<(script|style|pre|svg)\b.*?</\1>", " ", build_report(material, language="zh", draw=False))
    chapter = page.split("各版本剔除规则下的结果")[1].split("<h2")[0]
    assert left_in_english(iter(re.sub(r"<[^>]+>", "\n", chapter).splitlines()), but=CITED) == set()


@pytest.mark.parametrize("change", ["title", "before any answer", "places", "back before any answer"])
def test_only_rules_that_were_in_force_and_decide_otherwise_are_told(tmp_path: Path, change: str) -> None:
    running = Running(tmp_path / "study")
    running.start(STRICT)
    if "before" in change:
        running.stop()
        running.start(STRICTER)
    if "back" in change:
        running.stop()
        running.start(STRICT)
    for who in ("middling", "good"):
        running.work(who)
    running.stop()
    if change == "title":
        running.start(STRICT, title="Another")
        running.stop()
    if change == "places":
        running.start({**STRICT, "reissue": False})
        running.stop()
    with load(running.folder) as opened:
        assert opened.context().rules == ()
        assert "rules" not in {section.name for section in opened.analysis().sections}


def test_a_bound_on_speed_is_a_part_of_the_rules_that_ask_it(tmp_path: Path) -> None:
    hasty = {"id": "hasty", "measure": "fast-share", "above": 0.5}
    running = Running(tmp_path / "study")
    running.start(hasty, limits={"fast_seconds": 1})
    running.work("good")
    running.work("better", active_ms=2500)
    running.stop()
    running.start(hasty, limits={"fast_seconds": 3})
    running.stop()
    with load(running.folder) as opened:
        assert [len(one.excluded) for one in opened.context().rules] == [0, EACH]


def test_the_newest_rules_take_out_what_the_engine_would_and_count_hidden_controls(tmp_path: Path) -> None:
    running = Running(tmp_path / "study")
    running.start(STRICT)
    running.work("middling")
    running.work("good")
    running.stop()
    running.start(STRICTER)
    foreseen = {answer: one.rule for one in running.engine.foresee_rules() for answer in one.answers}
    assert len(foreseen) == EACH
    failed = {running.names["good"]: (0, 8)}
    protocol = replace(running.engine.definition.protocol, controls=lambda rows, items, params: failed)
    with running.database.read() as conn:
        key, form = running.engine.key, running.engine.definition.declaration.form
        given = list(stream_ratings(conn, key, study="", protocol="", form=form))
        versions, records = load_versions(conn, key), list(stream_records(conn, key))
    running.stop()
    for one, expected in ((None, (0, EACH)), (protocol, (0, 2 * EACH))):
        found = rules_of_versions(versions, records, given, protocol=one, items={}, params=None)
        assert tuple(len(version.excluded) for version in found) == expected
        assert foreseen.items() <= found[-1].excluded.items()


def test_rules_that_leave_nothing_are_told_too(tmp_path: Path) -> None:
    running = Running(tmp_path / "study")
    running.start()
    running.work("middling")
    running.work("good")
    running.stop()
    running.start({"id": "everybody", "measure": "longest-run", "above": 0, "after": 1})
    running.stop()
    with load(running.folder) as opened:
        found = opened.analysis()
    rows = found.table("rules.versions").rows
    assert any("version 2 leave no answer" in section.title.to("en") for section in found.sections)
    assert [row["answers"] for row in rows] == [2 * EACH, 2 * EACH, 0, 2 * EACH]
    assert rows[1]["rule_text"].to("en") == "no rule"


def _rules(version: int, excluded: dict[str, str]) -> RulesOfVersion:
    since = f"2026-01-0{version}T00:00:00.000Z"
    return RulesOfVersion(
        version=version, digest="ab" * 32, since=since, before=version - 1, rules={}, excluded=excluded
    )


@pytest.mark.parametrize("name", ["trajectories", "naming"])
def test_whatever_a_protocol_reports_is_reported_under_each_version(
    painted: Callable[[str], Path], tmp_path: Path, name: str
) -> None:
    protocol = find_protocol(name)
    assert protocol.analyse is not None
    definition = load_definition(shutil.copytree(painted(name), tmp_path / "study"))
    Home(definition.folder).make()
    database = Database.open(database_address(definition.folder))
    engine, clock = start(definition, database)
    simulate(engine, clock, raters=4, seed=1)
    engine.close()
    database.close()
    with load(definition.folder) as opened:
        rows = [row for row in opened.ratings().rows if row.kind == "main"]
        first = min(row.rater for row in rows)
        some, every = (
            {row.answer: "x" for row in rows if row.rater in who} for who in ({first}, {r.rater for r in rows})
        )
        context = replace(opened.context(), rules=(_rules(1, {}), _rules(2, some), _rules(3, every)))
        found = under_rules(protocol.analyse, opened.data(all_revisions=True), context)
    all_answers = len({row.answer for row in rows})
    left = [row["answers"] for row in found.table("rules.versions").rows]
    assert left == [all_answers, all_answers, all_answers - len(some), 0, all_answers]
    told = found.table("rules").rows
    assert told
    assert all(row["recorded"] == row["version1"] == row["none"] and row["version3"] is None for row in told)
    assert any(row["version2"] != row["version1"] for row in told)
    assert (
        left_in_english([section.title.to("zh") for section in found.sections if section.name == "rules"], but=CITED)
        == set()
    )


@pytest.fixture(scope="module")
def release(folder: Path) -> Path:
    path = folder.parent / "study.zip"
    write_release(folder, path)
    return path


def test_a_release_holds_the_same_results_and_verifies(release: Path, found: Analysis) -> None:
    assert verify_release(release).problems == ()
    with zipfile.ZipFile(release) as archive:
        findings = {one["name"]: one for one in json.loads(archive.read("analysis.json"))["findings"]}
        declared = [json.loads(line) for line in archive.read("exclusions.jsonl").splitlines()]
    for key in ("version1", "version2", "none"):
        for system in SYSTEMS:
            name = f"rules.{key}.score.mean.{system}"
            assert findings[name]["value"] == pytest.approx(found.finding(name).value)
            assert findings[name]["n"] == found.finding(name).n
    bounds = [one["declared"] and one["declared"]["above"] for one in declared]
    assert bounds == [0.9] * EACH + [0.4] * EACH + [None] * EACH


def _as_if_declared(row: dict[str, Any]) -> None:
    row["definition"] = str(row["definition"]).replace('"above":0.9', '"above":0.4')


def test_a_forged_first_rule_is_found(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.zip"
    path.write_bytes(rewritten(release, _edit_line("versions.jsonl", 0, _as_if_declared)))
    assert any(
        "version 1 of the study is not the one on record" in problem for problem in verify_release(path).problems
    )


def test_a_first_rule_forged_with_digest_and_chain_gives_other_results(release: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(release) as archive:
        versions = [json.loads(line) for line in archive.read("versions.jsonl").splitlines()]
        records = [Record(**json.loads(line)) for line in archive.read("records.jsonl").splitlines()]
        exclusions = archive.read("exclusions.jsonl").replace(b'"above":0.9', b'"above":0.4')
    before = versions[0]["digest"]
    _as_if_declared(versions[0])
    after = versions[0]["digest"] = hashlib.sha256(versions[0]["definition"].encode()).hexdigest()
    chain, head = [], ""
    for record in records:
        record = record._replace(body=record.body.replace(before, after))
        head = link(head, record)
        chain.append(record._replace(hash=head)._asdict())
    made = {
        "versions.jsonl": "".join(canonical(row) + "\n" for row in versions).encode(),
        "records.jsonl": "".join(canonical(row) + "\n" for row in chain).encode(),
        "exclusions.jsonl": exclusions,
    }
    path = tmp_path / "forged.zip"
    path.write_bytes(rewritten(release, lambda name, data: made.get(name, data), head=head))
    problems = verify_release(path).problems
    assert problems
    assert all(problem.startswith(("analysis.", "conduct.json")) for problem in problems)
