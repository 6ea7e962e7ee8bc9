"""What the pages of those who run a study say of a rule by which its trials are asked for until they are clear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from beholder.engine import Answer, Join, Lease
from tests.study_maker import make_study, payload_for
from tests.web.coordinate.conftest import Watched
from tests.web.web_client import open_site


@pytest.fixture(scope="module")
def sure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Ten trials of which two are rated in full, and two raters who agree on all but the first of the others."""
    folder: Path = tmp_path_factory.mktemp("sure") / "study"
    rule = {"least": 2, "most": 5, "stop": {"lead": 2}}
    make_study(folder, "one", items=5, systems="ab", ratings=rule, overlap={"share": 0.2, "ratings": 5})
    with open_site(folder) as site, site.client() as owner:
        engine = site.study.engine
        for number, rater in enumerate(engine.run(Join()).rater for _ in range(2)):
            while leased := engine.run(Lease(rater, want=1)).leases:
                payload = payload_for("one", 1, value=3 + (number if leased[0].trial == 0 else 0))
                answer = f"{rater}-{leased[0].trial:06d}"
                engine.run(Answer(id=answer, rater=rater, lease=leased[0].lease, payload=payload))
        site.sign_in(owner)
        yield Watched(site, {}, owner)


def test_the_overview_says_how_many_trials_are_clear_and_what_that_spared(sure: Watched) -> None:
    # the first trial is disputed, or is one of those in full
    told = sure.get(lang="en").text
    assert any(f"{n} <small>{3 * n} ratings spared" in told for n in (7, 8))
    assert "省去" in sure.get(lang="zh").text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "one answer leads the next by 2 votes",
                "trials are clear by it, which spared",
                "the chance that it was asked for",
                "Intervals hold at any time",
            ),
        ),
        ("zh", ("一个答案领先下一个 2 票", "按此已明确", "概率的倒数加权", "区间在任何时候都成立")),
    ],
)
def test_a_look_names_the_rule_what_it_spared_how_ratings_count_and_which_intervals_these_are(
    sure: Watched, language: str, words: tuple[str, ...]
) -> None:
    looked = sure.owner.post(f"{sure.base}/results/look?lang={language}", data={"reason": "interim"}).text
    assert [one for one in words if one not in looked] == []
