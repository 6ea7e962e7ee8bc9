"""How a study was run is told: who came how far, how much of the plan there is, what changed before and after a look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from beholder.conduct import Conduct
from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.suspension import SuspendItem
from beholder.errors import BeholderError
from beholder.exports import Wish, write_dataset
from beholder.facade import Study, load
from beholder.report import Material, build_report, material_of_study
from beholder.tables.blinding import blind_of
from tests.conduct.run_study import RunningStudy, run_study
from tests.english_left import left_in_english
from tests.report.test_chinese import CITED, _told
from tests.study_maker import payload_for


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    folder = tmp_path_factory.mktemp("run") / "study"
    folder.mkdir()
    run_study(folder)
    with load(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def conduct(study: Study) -> Conduct:
    return study.conduct()


@pytest.fixture(scope="module")
def material(study: Study) -> Material:
    return material_of_study(study)


@pytest.fixture(scope="module")
def chapters(material: Material) -> dict[str, str]:
    """The words of each chapter of the report, without figures and copies of tables."""
    page = re.sub(r"(?s)<(script|style|pre|svg)\b.*?</\1>", " ", build_report(material, draw=False))
    parts = re.split(r'<h2 id="(\w+)">', page)
    words = (re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", part))) for part in parts[2::2])
    return dict(zip(parts[1::2], words, strict=True))


def test_every_rater_is_somewhere_in_the_flow(conduct: Conduct, study: Study) -> None:
    flow = conduct.flow
    assert [(step.name, step.n) for step in flow.steps] == [
        ("joined", 8),
        ("consented", 7),
        ("asked", 6),
        ("started", 6),
        ("analysed", 4),
    ]
    lost = {step.name: [(loss.reason, loss.rule, loss.n) for loss in step.lost] for step in flow.steps if step.lost}
    assert lost == {
        "joined": [("left", "", 1)],
        "consented": [("left", "", 1)],
        "started": [("excluded", "by-hand", 1), ("withdrew", "", 1)],
    }
    assert (flow.finished, flow.withdrawn, flow.excluded, flow.stopped) == (2, 1, 1, 1)
    assert flow.n("joined") == sum(loss.n for step in flow.steps for loss in step.lost) + flow.n("analysed")
    assert flow.n("analysed") == study.analysis().facts["raters"]


def test_what_was_planned_stands_beside_what_came(conduct: Conduct, study: Study) -> None:
    found, status = conduct.collected, study.status()
    assert (found.ratings, found.planned, found.planned_first) == (52, 56, 36)
    assert (found.ratings, found.planned) == (status.given, status.wanted)
    assert (found.items, found.items_complete, found.items_out) == (7, 6, 1)
    assert found.closed_early


def test_each_change_is_dated_and_stands_before_or_after_the_look(conduct: Conduct) -> None:
    told = [(change.what.to("en"), change.version, change.answers, change.looks) for change in conduct.changes]
    assert told == [
        ("look at results: interim safety check", 1, 39, 0),
        ("guideline 2: a material change", 1, 39, 1),
        ("ratings per trial: 3 → 4", 2, 39, 1),
        ("one item added", 2, 39, 1),
        ("adjudicate: added", 2, 39, 1),
        ("item i6 taken out", 2, 67, 1),
        ("study closed", 2, 67, 1),
    ]
    assert [change.at for change in conduct.changes] == sorted(change.at for change in conduct.changes)
    assert len(conduct.after_look) == 5
    assert [change.what.to("en") for change in conduct.changes if change.material] == ["guideline 2: a material change"]


def test_a_change_of_what_raters_are_told_overrules_the_verdicts(study: Study) -> None:
    quality = study.analysis().quality
    assert quality is not None
    (reason,) = [reason for reason in quality.reasons if reason.id == "changes"]
    assert reason.overrules
    assert reason.numbers["before"] == 39
    assert quality.overruled


def test_the_report_tells_a_reader_all_of_it(chapters: dict[str, str]) -> None:
    assert "8 raters joined, 4 of them are in the results" in chapters["raters"]
    assert (
        "15.00 EUR for an hour of rating and 2.50 EUR for each rater who finishes, from the settings"
        in chapters["raters"]
    )
    assert "Began rating 6 2 all answers excluded, by hand (1); withdrew (1)" in chapters["raters"]
    line = "52 of 56 planned ratings were collected (93 %): the study was closed before all were in."
    assert line in chapters["plan"]
    assert line in chapters["summary"]
    assert "36 ratings were planned when the study began." in chapters["plan"]
    assert "6 changes" not in chapters["plan"]
    assert "5 changes were made while the study ran; 5 came after someone had looked at the results" in chapters["plan"]
    assert "Planned size: 56 ratings (14 trials on 7 items), from the settings of the study." in chapters["data"]
    assert "Looks at the data: 1 recorded while ratings were collected:" in chapters["data"]
    limits = chapters["method"]
    assert "if data were looked at" not in limits
    assert "Results were looked at once before the study was closed" in limits
    assert "5 changes to the design were made after a look at the results." in limits


def test_nothing_of_it_is_left_in_english(material: Material) -> None:
    left = left_in_english(_told(material.analysis), but=CITED)
    # a reason stands as it was given
    assert [text for text in left if "interim safety check" not in text] == []


def test_sealed_names_stay_sealed(tmp_path: Path) -> None:
    """An item is called after a system, and taken out: whoever may not know the systems must not learn it here."""
    running = RunningStudy(tmp_path, items=3, ratings=1)
    rater = running.begins(age=33)
    running.rates(rater, 6)
    running.engine.run(SuspendItem("ann", "i1"))
    running.close()
    with load(tmp_path) as opened, opened.database.read() as conn:
        blind = blind_of(conn, opened.key)
        # the letter of a system hides an item of that name
        renamed = type(blind)({**blind.letters, "i1": "Z"}, on=True)
        rows = opened.analysis(blind=renamed).table("changes").rows
    assert [row["change"].to("en") for row in rows] == ["item Z taken out"]


def test_a_study_that_ran_as_planned_says_so(tmp_path: Path) -> None:
    running = RunningStudy(tmp_path, items=2, ratings=1)
    rater = running.begins(age=33)
    running.rates(rater, 4)
    running.close()
    with load(tmp_path) as opened:
        found = opened.analysis()
        write_dataset(opened, tmp_path / "set", Wish())
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "15.00 EUR for an hour of rating and 2.50 EUR for each rater who finishes" in card
    assert found.summary[-1].to("en") == "4 of 4 planned ratings are in (100 %); the study is not closed."
    assert next(one for one in found.sections if one.name == "changes").title.to("en").startswith("What was asked")
    assert "No look at the results while ratings were collected is on record." in found.limits.to("en")


def test_what_is_excluded_is_not_collected_and_an_adjudicator_is_no_rater(tmp_path: Path) -> None:
    running = RunningStudy(tmp_path, items=2, ratings=1)
    rater = running.begins(age=33)
    running.rates(rater, 4)
    running.engine.run(Exclude([f"{rater}-001"], "odd", reissue=False))
    running.engine.run(Adjudicate("judge", 0, payload_for("one", 1, value=2), "clear case"))
    running.close()
    with load(tmp_path) as opened:
        found, collected = opened.analysis(), opened.conduct().collected
        assert [one["rater"] for one in opened.raters()] == [rater]
        assert opened.status().raters == 1
        assert "4 of 4 places filled, 1 raters" in repr(opened)
        write_dataset(opened, tmp_path / "set", Wish())
    assert (collected.ratings, collected.excluded, collected.trials_complete) == (3, 1, 3)
    rows = {str(row["what"]): row for row in found.table("collected").rows}
    assert [row["collected"] for row in rows.values()] == [3, 3, 1, 1]
    assert {row["raters"] for row in found.table("data.account").rows if "djudicat" in row["what"].to("en")} == {None}
    assert "adjudicator" not in (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        found.table("collectd")
    assert caught.value.code == "analysis-unknown-result"
    assert "collected" in caught.value.problems[0].hint
    with pytest.raises(BeholderError):
        found.finding("quality.mean.nobody")
