"""Raw names typed by hundreds of people: normalised, counted, and compared with what was published from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.collect.raw_answers import RawAnswers, read_raw_answers
from beholder.protocols.naming.published.verification_files import ShownNames, read_shown_names, read_verifier_work

# Spellings that the published names show their authors to have merged.
_MERGED = {
    "aeroplane": "airplane",
    "hot dog": "hotdog",
    "doughnut": "donut",
    "skiier": "skier",
    "sopa": "sofa",
    "shofa": "sofa",
    "t shirt": "t-shirt",
}


@pytest.fixture(scope="module")
def answers(manynames: Path) -> RawAnswers:
    return read_raw_answers(manynames / "elicitation_per_worker_round0.tsv.gz")


@pytest.fixture(scope="module")
def shown(manynames: Path) -> list[ShownNames]:
    return read_shown_names(manynames / "verification_tasks.tsv.gz")


def test_every_raw_answer_is_accounted_for(answers: RawAnswers) -> None:
    sets, done = answers.to_sets()
    assert len(answers) == len(done.names) == 213_340
    assert sum(one.total + one.opt_outs for one in sets) == 213_340
    assert len(sets) == 23_800
    # Most changes are capital letters; what was typed stays beside its name.
    assert done.steps()["case"] > 39_000
    assert {change.raw: change.name for change in done.changes}["T-SHIRT"] == "t-shirt"
    raw = answers.raw_counts()
    assert sum(sum(counts.values()) for counts in raw.values()) == sum(one.total for one in sets)


def test_names_given_twice_in_one_round_are_those_that_verifiers_saw(
    answers: RawAnswers, shown: list[ShownNames]
) -> None:
    """Verifiers saw names given at least twice by some 36 raters; here is one round, with nine raters an object.

    A name that two people give in one round was given twice in all, so it must have been shown, but for the spelling
    correction of the authors, which `_MERGED` names. The other way round it need not hold: three shown names in ten were
    not given in this round at all.
    """
    plain = {one.item: one for one in answers.to_sets()[0]}
    merged = {one.item: one for one in answers.to_sets(Normaliser(spellings=_MERGED))[0]}
    both = [one for one in shown if one.item in plain]
    assert len(both) == 14_848

    def share_shown(sets: dict[str, object]) -> float:
        repeated = [(name, one) for one in both for name in sets[one.item].at_least(2).names]  # type: ignore[attr-defined]
        return sum(name in one.names for name, one in repeated) / len(repeated)

    assert share_shown(dict(plain)) == pytest.approx(0.977, abs=0.001)
    assert share_shown(dict(merged)) > 0.995
    given = [name in plain[one.item].names for one in both for name in one.names]
    assert sum(given) / len(given) == pytest.approx(0.695, abs=0.001)


def test_planted_names_were_not_given_by_anybody(answers: RawAnswers, shown: list[ShownNames]) -> None:
    sets = {one.item: one for one in answers.to_sets()[0]}
    planted = [(one.item, name) for one in shown for name in one.planted]
    assert len(planted) == len(shown) == 19_427
    # Four of them hit a name given once in this round: names given once were not looked at when controls were made.
    hit = [(item, name) for item, name in planted if item in sets and name in sets[item].names]
    assert len(hit) == 4
    assert all(sets[item].count(name) == 1 for item, name in hit)


def test_the_published_work_of_verifiers(manynames: Path) -> None:
    work = read_verifier_work(manynames / "verification_assignments.tsv.gz")
    assert (len(work), len({one.rater for one in work})) == (9491, 255)
    assert all(0 <= one.control_score <= 1 for one in work)
    assert sum("reject" in one.decisions for one in work) == 23
    assert all(one.control_score == 1 for one in work if not one.mistakes)
