"""The quality line: answers that mean nothing make no firm verdict, and honest small studies keep theirs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, FieldInfo, MaterialChange, Quality, RatingsData, Section
from beholder.fields import Way, Words
from beholder.protocols.run_analysis import run_analysis
from beholder.stats import Ratings, agreement_by_chance
from tests.analysis.simulated import PROTOCOLS, analyse_simulated, draw_random, write_study
from tests.analysis.tables import table


def firm(found: Analysis) -> list[Section]:
    """Sections whose verdict says that systems differ, and is claimed."""
    assert found.quality is not None
    claims = [
        section
        for section in found.sections
        if section.verdict and any(row.get("p_holm", 1) < 0.05 for table in section.tables for row in table.rows)
    ]
    return [section for section in claims if not found.quality.overruling(section.field)]


def check_random(folder: Path, count: int) -> tuple[int, int]:
    """How many of so many studies by people who never look have a firm verdict, and how many are overruled."""
    n_firm = n_overruled = 0
    for number in range(count):
        rng = np.random.default_rng([7, number])
        items, raters = int(rng.integers(6, 25)), int(rng.integers(3, 9))
        study = folder / f"random{number}"
        definition = write_study(study, PROTOCOLS[number % 3], items=items, tag=str(number))
        # every other one clicks through, the others take their time
        seconds = 0.4 if number % 2 else None
        people = draw_random(definition, raters, seed=number, seconds=seconds)
        found = analyse_simulated(study, definition, raters=raters, seed=number, people=people)
        assert found.quality is not None
        n_firm += bool(firm(found))
        n_overruled += found.quality.overruled
        assert not seconds or "fast" in {reason.id for reason in found.quality.reasons if reason.overrules}
    return n_firm, n_overruled


def check_honest(folder: Path, count: int) -> tuple[int, int]:
    """How many of so many studies by honest people are overruled, and how many have a firm verdict."""
    n_overruled = n_firm = 0
    for number in range(count):
        items, raters = ((8, 5), (12, 6), (24, 9))[number // 3 % 3]
        study = folder / f"honest{number}"
        definition = write_study(study, PROTOCOLS[number % 3], items=items, tag=str(number))
        found = analyse_simulated(study, definition, raters=raters, seed=number)
        assert found.quality is not None
        n_overruled += found.quality.overruled
        n_firm += bool(firm(found))
    return n_overruled, n_firm


def test_random_answers_make_no_firm_verdict(tmp_path: Path) -> None:
    n_firm, n_overruled = check_random(tmp_path, 6)
    assert n_firm == 0
    assert n_overruled >= 5


def test_honest_small_studies_keep_their_verdicts(tmp_path: Path) -> None:
    n_overruled, n_firm = check_honest(tmp_path, 6)
    assert n_overruled == 0
    assert n_firm


@pytest.mark.long
def test_sixty_random_studies_make_no_firm_verdict(tmp_path: Path) -> None:
    n_firm, n_overruled = check_random(tmp_path, 60)
    print(f"random: {n_firm} firm, {n_overruled} overruled of 60")
    assert n_firm == 0


@pytest.mark.long
def test_of_sixty_honest_studies_at_most_one_is_overruled(tmp_path: Path) -> None:
    n_overruled, n_firm = check_honest(tmp_path, 60)
    print(f"honest: {n_overruled} overruled, {n_firm} firm of 60")
    assert n_overruled <= 1


def honest(*, items: int = 12, raters: int = 4, field: str = "quality", gap: float = 1.5) -> list[dict[str, object]]:
    """Ratings of two systems on which raters agree."""
    rng = np.random.default_rng(3)
    ease = rng.normal(0, 0.8, items)
    return [
        {
            "item": f"i{i:02}",
            "system": system,
            "rater": f"r{r}",
            "answer": f"{i}-{system}-{r}",
            "kind": "main",
            "field": field,
            "value": str(int(np.clip(round(3 + ease[i] + gap * (system == "ash") + rng.normal(0, 0.5)), 1, 9))),
            "active_ms": 9000.0,
            "excluded_by": "",
        }
        for i in range(items)
        for system in ("ash", "birch")
        for r in range(raters)
    ]


def judged(rows: list[dict[str, object]], **context: object) -> Analysis:
    names = list(dict.fromkeys(str(row["field"]) for row in rows))
    fields = tuple(
        FieldInfo(name=n, way=Way.MEANS, level="ordinal", label=Words(n), least=1, most=9, better="higher")
        for n in names
    )
    data: RatingsData = table(rows, fields=fields)
    return run_analysis(None, data, Context(fast_seconds=2, **context))  # type: ignore[arg-type]


def reasons(found: Analysis) -> dict[str, bool]:
    assert isinstance(found.quality, Quality)
    return {reason.id: reason.overrules for reason in found.quality.reasons}


def test_a_sound_study_has_nothing_against_it() -> None:
    found = judged(honest())
    assert reasons(found) == {}
    assert firm(found)
    assert found.to_json()["quality"] == {"overruled": False, "headline": "quality", "reasons": []}


@pytest.mark.parametrize(("share", "told"), [(0.05, {}), (0.2, {"fast": False}), (0.3, {"fast": True})])
def test_fast_answers_are_told_from_a_tenth_and_overrule_from_a_quarter(share: float, told: dict[str, bool]) -> None:
    rows = honest()
    for row in rows[: int(share * len(rows))]:
        row["active_ms"] = 100.0
    found = judged(rows)
    assert reasons(found) == told
    assert bool(firm(found)) is (told != {"fast": True})


def test_what_overrules_is_marked_in_every_place_and_no_number_moves() -> None:
    rows = honest()
    sound = judged(rows)
    for row in rows:
        row["active_ms"] = 0.0
    found = judged(rows)
    assert [f.to_json() for f in found.findings if not f.name.startswith("seconds")] == [
        f.to_json() for f in sound.findings if not f.name.startswith("seconds")
    ]
    (section,) = [s for s in found.sections if s.name == "quality"]
    said = [*found.summary[1:], *section.verdict, section.title, section.tables[0].title, section.charts[0].title]
    for words in said:
        assert words.to("en").startswith("Not claimed")
        assert words.to("zh").startswith("不作结论")
    assert found.headline is section.headline is section.charts[0]
    assert not any(row.get("held") for chart in section.charts for row in chart.rows)
    quality = found.to_json()["quality"]
    assert quality["overruled"] is True
    assert [(one["id"], one["overrules"], one["section"]) for one in quality["reasons"]] == [("fast", True, "timing")]


def test_a_correction_may_be_quick() -> None:
    rows = [row | {"revision": 2.0, "active_ms": 100.0} for row in honest()]
    assert reasons(judged(rows)) == {}


def test_a_question_without_agreement_is_not_claimed_and_the_others_are() -> None:
    rng = np.random.default_rng(5)
    noise = [row | {"field": "style", "value": str(rng.integers(1, 6))} for row in honest()]
    for row in noise:
        # every rater likes one system, and no two agree on anything else
        row["value"] = str(int(str(row["value"])) + 3 * (row["system"] == "ash" and row["rater"] == "r0"))
    found = judged([*honest(), *honest(field="looks", gap=1.0), *noise])
    (reason,) = found.quality.reasons if found.quality else ()
    assert (reason.id, reason.fields, reason.section) == ("agreement", ("style",), "style.agreement")
    assert found.quality is not None
    assert not found.quality.overruled
    assert {section.name for section in firm(found)} == {"quality", "looks"}


def test_one_rating_of_each_output_says_that_agreement_is_unknown() -> None:
    rows = [row for row in honest(items=24) if int(str(row["item"])[1:]) % 4 == int(str(row["rater"])[1:])]
    found = judged(rows)
    assert reasons(found) == {"agreement-unknown": False}
    assert firm(found)


def test_one_rater_and_five_items_are_too_few() -> None:
    assert reasons(judged([row for row in honest() if row["rater"] == "r0"]))["few-raters"]
    assert reasons(judged(honest(items=5)))["few-items"]
    assert "few-items" not in reasons(judged(honest(items=6)))


def test_raters_who_always_say_the_same_are_counted() -> None:
    rows = honest(raters=6)
    constant = {"r0": "9", "r1": "1"}
    rows = [row | {"value": constant.get(str(row["rater"]), row["value"])} for row in rows]
    assert reasons(judged(rows))["constant"]
    assert "constant" not in reasons(judged([row for row in rows if row["rater"] != "r1"]))


@pytest.mark.parametrize(("out", "told"), [(0, {}), (1, {"excluded": False}), (3, {"excluded": True})])
def test_exclusions_are_told_and_overrule_beyond_a_third(out: int, told: dict[str, bool]) -> None:
    rows = honest(raters=7)
    gone = {f"r{n}" for n in range(out)}
    found = judged([row | {"excluded_by": "too-fast" if row["rater"] in gone else ""} for row in rows])
    assert reasons(found) == told
    # who withdrew, or came too late, says nothing about the work
    late = judged([row | {"excluded_by": "late" if row["rater"] in gone else ""} for row in rows])
    assert reasons(late) == {}


@pytest.mark.parametrize(("before", "told"), [(0, {}), (4, {"changes": False}), (48, {"changes": True}), (96, {})])
def test_a_change_of_what_is_asked_counts_where_answers_lie_on_both_sides(before: int, told: dict[str, bool]) -> None:
    assert reasons(judged(honest(), changes=(MaterialChange(Words("a new guideline"), before),))) == told


def test_the_permutation_test_holds_its_level_and_finds_what_is_there() -> None:
    rng = np.random.default_rng(8)
    item, rater = (np.repeat(np.arange(8), 3), np.tile(np.arange(3), 8))

    def p(value: np.ndarray, *, symmetric: bool = False) -> float:
        ratings = Ratings.of(item=item, rater=rater, value=value)
        clusters = np.array(ratings.items)
        return agreement_by_chance(ratings, level="interval", clusters=clusters, rng=rng, symmetric=symmetric)

    ps = [p(rng.integers(1, 6, 24)) for _ in range(150)]
    # 7.5 are expected at 5 %
    assert sum(one <= 0.05 for one in ps) <= 16
    assert p(item + rng.normal(0, 0.5, 24)) <= 0.01
    assert np.isnan(p(np.ones(24)))
    # votes that all say the same agree, though no item differs from another
    assert p(np.ones(24), symmetric=True) <= 0.01
