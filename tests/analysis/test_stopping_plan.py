"""Results of a study whose trials were asked for until they were clear."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from beholder.analysis import Analysis
from beholder.facade import load
from beholder.findings import Finding
from beholder.stats import Ratings, krippendorff_alpha
from beholder.store.stopping import stream_stopping
from beholder.tables.ratings import Rating
from tests.engine.stopping.test_recount import simulated


class Analysed:
    """The analysis of a simulated study, its ratings, and the trials that were rated in full."""

    def __init__(self, folder: Path) -> None:
        with load(folder) as study:
            self.analysis: Analysis = study.analysis()
            self.rows: list[Rating] = list(study.ratings().rows)
            with study.database.read() as conn:
                self.in_full = {str(row.trial) for row in stream_stopping(conn, study.key) if row.in_full}
        self.findings: dict[str, Finding] = {one.name: one for one in self.analysis.findings}


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Analysed:
    folder = tmp_path_factory.mktemp("analysed") / "study"
    simulated(folder, items=40, raters=9)
    return Analysed(folder)


def test_means_give_every_trial_the_same_weight(analysed: Analysed) -> None:
    by_trial: dict[str, list[float]] = defaultdict(list)
    for row in analysed.rows:
        if row.system == "a" and row.number is not None:
            by_trial[row.trial].append(row.number)
    sizes = {len(numbers) for numbers in by_trial.values()}
    assert len(sizes) > 1
    found = analysed.findings["score.mean.a"]
    assert found.value == pytest.approx(np.mean([np.mean(numbers) for numbers in by_trial.values()]))
    assert found.value != pytest.approx(np.mean([n for numbers in by_trial.values() for n in numbers]))
    assert "same weight" in str(found.method)


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
