"""Results of a study whose trials were asked for until they were clear."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

from beholder.analysis import Analysis
from beholder.facade import load
from beholder.findings import Finding
from beholder.protocols.run_analysis import run_analysis
from beholder.report import material_of_study
from beholder.report.heds import datasheet
from beholder.report.wording import ReportWording
from beholder.stats import Ratings, krippendorff_alpha
from beholder.store.schema import answers, leases
from beholder.store.stopping import stream_stopping
from beholder.tables.ratings import Rating
from tests.engine.stopping.test_recount import simulated


class Analysed:
    """The analysis of a simulated study, its ratings, and the trials that were rated in full."""

    def __init__(self, folder: Path) -> None:
        with load(folder) as study:
            self.analysis: Analysis = study.analysis()
            material = material_of_study(study)
            self.sheets = {
                language: [line for part in datasheet(material, ReportWording(language)) for line in part.lines]
                for language in ("en", "zh")
            }
            self.rows: list[Rating] = list(study.ratings().rows)
            with study.database.read() as conn:
                self.in_full = {str(row.trial) for row in stream_stopping(conn, study.key) if row.in_full}
                query = (
                    sa.select(leases.c.trial, leases.c.issued_at, answers.c.received_at, answers.c.answer)
                    .join(answers, answers.c.lease == leases.c.lease)
                    .order_by(leases.c.issued_at, answers.c.seq)
                )
                stored = conn.execute(query).all()
            context = replace(study.context(), revision=5)
            self.earlier = run_analysis(study.definition.protocol, study.data(all_revisions=True), context)
        self.taken: dict[str, tuple[str, list[tuple[float, int, int]]]] = {}
        """Of each trial its system, and by order of issue each number, when its page was given out, and when it came."""
        said = {row.answer: row for row in self.rows}
        for trial, issued_at, received_at, answer in stored:
            row = said[answer]
            assert row.number is not None
            self.taken.setdefault(str(trial), (row.system, []))[1].append((row.number, issued_at, received_at))
        self.findings: dict[str, Finding] = {one.name: one for one in self.analysis.findings}


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Analysed:
    folder = tmp_path_factory.mktemp("analysed") / "study"
    simulated(folder, items=40, raters=9)
    return Analysed(folder)


def by_hand(analysed: Analysed, system: str) -> float:
    """The mean of all places of all trials, each answer beyond the rule standing for those that were spared."""
    asked_for: list[float] = []
    beyond: list[float] = []
    clear = rated_on = 0
    for of, taken in analysed.taken.values():
        if of != system:
            continue
        asked: list[tuple[float, int]] = []
        more: list[float] = []
        for number, issued_at, received_at in taken:
            known = Counter(value for value, at in asked if at < issued_at).most_common()
            lead = known[0][1] - (known[1][1] if len(known) > 1 else 0) if known else 0
            if sum(n for _, n in known) >= 2 and lead >= 2:
                more.append(number)
            else:
                asked.append((number, received_at))
        asked_for += [number for number, _ in asked]
        beyond += more
        clear += len(asked) < 5
        rated_on += bool(more)
    pi = rated_on / clear
    return (sum(asked_for) + sum(beyond) / pi) / (len(asked_for) + len(beyond) / pi)


def test_means_weight_ratings_by_the_chance_that_they_were_asked_for(analysed: Analysed) -> None:
    found = analysed.findings["score.mean.a"]
    assert found.value == pytest.approx(by_hand(analysed, "a"))
    numbers = [row.number for row in analysed.rows if row.system == "a" and row.number is not None]
    assert found.value != pytest.approx(np.mean(numbers), abs=1e-3)
    assert "the chance that it was asked for" in str(found.method)
    assert "Horvitz" in analysed.analysis.method.to("en")
    assert "Horvitz" in analysed.analysis.method.to("zh")


def test_releases_of_the_fifth_revision_give_every_trial_the_same_weight(analysed: Analysed) -> None:
    by_trial: dict[str, list[float]] = defaultdict(list)
    for row in analysed.rows:
        if row.system == "a" and row.number is not None:
            by_trial[row.trial].append(row.number)
    assert len({len(numbers) for numbers in by_trial.values()}) > 1
    found = {one.name: one for one in analysed.earlier.findings}["score.mean.a"]
    assert found.value == pytest.approx(np.mean([np.mean(numbers) for numbers in by_trial.values()]))
    assert "same weight" in str(found.method)
    assert "same weight" in analysed.earlier.method.to("en")


def test_a_rule_without_a_share_says_that_means_are_too_extreme(tmp_path: Path) -> None:
    simulated(tmp_path / "study", "no-share", items=6, raters=6)
    with load(tmp_path / "study") as study:
        found = study.analysis()
    assert "too extreme" in found.limits.to("en")
    assert "偏向两端" in found.limits.to("zh")
    assert "same weight" in found.method.to("en")


def test_agreement_comes_from_the_random_share_alone(analysed: Analysed) -> None:
    chosen = [row for row in analysed.rows if row.trial in analysed.in_full]
    ratings = Ratings.of(
        item=[row.trial for row in chosen], rater=[row.rater for row in chosen], value=[row.number for row in chosen]
    )
    alpha = analysed.findings["score.alpha"]
    assert alpha.value == pytest.approx(krippendorff_alpha(ratings, level="ordinal").finding.value)
    assert alpha.n < len(analysed.rows)
    section = next(one for one in analysed.analysis.sections if one.name == "score.agreement")
    assert any("rated in full" in note.to("en") for note in section.notes)
    assert any("评满" in note.to("zh") for note in section.notes)


def test_the_paragraphs_name_rule_share_and_what_was_spared(analysed: Analysed) -> None:
    analysis = analysed.analysis
    for language, words in (("en", "one answer leads the next by 2 votes"), ("zh", "领先下一个 2 票")):
        assert words in analysis.method.to(language)
    assert "random share" in analysis.limits.to("en")
    collected = next(one for one in analysis.sections if one.name == "collected")
    assert any("were not needed" in one.to("en") for one in collected.text)
    facts = analysis.facts["collected"]
    assert facts["spared"] == facts["planned"] - facts["ratings"]
    assert facts["trials_complete"] == facts["trials"]


def test_the_datasheet_answers_when_the_study_was_to_stop(analysed: Analysed) -> None:
    for language, words in (("en", "one answer leads the next by 2 votes"), ("zh", "领先下一个 2 票")):
        assert any(words in line.answer for line in analysed.sheets[language])
