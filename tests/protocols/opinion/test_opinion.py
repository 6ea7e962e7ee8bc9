"""Opinion scores: examples are sound, their simulated truth comes back, and the numbers are those of `stats mos`."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pydantic import ValidationError
from typer.testing import CliRunner

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.cli import app
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.protocols import find_protocol, opinion
from beholder.protocols.opinion.params import Params
from beholder.protocols.run_analysis import run_analysis
from beholder.study import check_folder
from beholder.testing import check_protocol


def _run(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    make = find_protocol("opinion").example
    assert make is not None
    folder = tmp_path_factory.mktemp("opinion") / "study"
    make(folder, 3)
    return folder


@pytest.fixture(scope="module")
def analysis(example: Path) -> dict[str, Any]:
    assert [str(one) for one in check_folder(example).problems] == []
    _run("simulate", example, "--raters", 15, "--seed", 5)
    found: dict[str, Any] = json.loads(_run("analyze", example, "--json"))
    return found


def _value(analysis: dict[str, Any], name: str) -> float:
    (found,) = [one["value"] for one in analysis["findings"] if one["name"] == name]
    return float(found)


@pytest.mark.long
def test_the_more_is_lost_the_lower_the_score(analysis: dict[str, Any]) -> None:
    lost = [_value(analysis, f"dmos.{system}") for system in ("aspen", "birch", "cedar")]
    assert lost == sorted(lost, reverse=True)
    assert 1 < lost[-1] < lost[0] < 5
    assert not [one for one in analysis["findings"] if one["name"] == "dmos.original"], "the reference has no loss"


def test_scores_and_raters_are_those_of_the_statistic(example: Path, analysis: dict[str, Any], tmp_path: Path) -> None:
    table = tmp_path / "ratings.csv"
    _run("ratings", example, "-o", table)
    lines = table.read_text(encoding="utf-8").splitlines()
    names = lines[0].split(",")
    kept = [line.split(",") for line in lines[1:]]
    rows = [dict(zip(names, cells, strict=False)) for cells in kept]
    scored = [row for row in rows if row["field"] == "quality" and row["kind"] == "main"]
    assert len(scored) == 240
    plain = tmp_path / "plain.csv"
    written = [f"{row['item']}/{row['system']},{row['rater']},{row['value']}" for row in scored]
    plain.write_text("\n".join(["stimulus,rater,value", *written]), encoding="utf-8")
    asked = ("stats", "mos", plain, "--item", "stimulus", "--rater", "rater", "--value", "value", "--json")
    weighted = json.loads(_run(*asked, "--method", "p910"))
    told = {one["name"]: one["value"] for one in weighted["findings"]}
    for name in ("mean_mos", "bias_variance", "inconsistency_sum"):
        assert _value(analysis, f"mos.{name}") == pytest.approx(told[name], abs=1e-9)
    screened = json.loads(_run(*asked, "--method", "bt500"))
    rejected = next(one["value"] for one in screened["findings"] if one["name"] == "rejected")
    assert _value(analysis, "mos.bt500_rejected") == rejected
    means = {row["item"]: row["mos"] for row in json.loads(_run(*asked, "--method", "mean"))["rows"]}
    shown = {
        row["stimulus"].replace(" · ", "/"): row["mean"] for row in analysis["rows"] if row["table"] == "mos.stimuli"
    }
    assert shown == pytest.approx(means)


def test_the_original_is_shown_beside_it_with_dcr_only(example: Path) -> None:
    protocol = find_protocol("opinion")
    plain, beside = (protocol.declared_for(Params(method=one)) for one in ("acr", "dcr"))
    assert not plain.item["original"].shown
    assert beside.item["original"].shown
    assert beside.item["original_clip"].shown
    ends = [one.form.fields["quality"].values_labelled()[0][1].to("en") for one in (plain, beside)]
    assert ends == ["Bad", "Very annoying"]
    assert "**original**" in protocol.guideline("en", Params(method="dcr"))
    assert "**original**" not in protocol.guideline("en", Params())
    assert "original" in beside.summary.to("en"), "the welcome page says what is done"
    for language, excellent in (("en", "excellent"), ("zh", "很好")):
        assert excellent not in protocol.guideline(language, Params(method="dcr")), "a word that is not on its scale"
    for wrong in ({"method": "acr-hr"}, {"method": "dcr", "reference": "x"}):
        with pytest.raises(ValidationError, match="reference"):
            Params(**wrong)


def test_a_candidate_is_one_medium_and_dcr_has_an_original(example: Path, tmp_path: Path) -> None:
    settings = (example / "study.yaml").read_text(encoding="utf-8")
    lines = (example / "items.jsonl").read_text(encoding="utf-8").splitlines()
    item = next(one for one in map(json.loads, lines) if "kind" not in one)
    del item["candidates"][1]["image"]
    (tmp_path / "items.jsonl").write_text(json.dumps(item) + "\n", encoding="utf-8")
    changed = settings.replace("method: acr-hr", "method: dcr").replace("  reference: original\n", "")
    (tmp_path / "study.yaml").write_text(changed.replace("media: media", f"media: {example / 'media'}"), "utf-8")
    codes = sorted(one.code for one in check_folder(tmp_path).errors if one.code.startswith("opinion"))
    assert codes == ["opinion-no-original"] * 3 + ["opinion-one-medium"]


@pytest.mark.parametrize(("raters", "sections"), [(True, ["quality", "mos"]), (False, ["quality"])])
def test_a_table_in_which_each_rater_saw_one_thing_or_nobody_is_named_has_results(
    raters: bool, sections: list[str]
) -> None:
    rows = [(f"i{n % 2}", "ab"[n % 3 % 2], f"r{n}" if raters else "", "quality", str(1 + n % 5)) for n in range(12)]
    columns = ("item", "system", "rater", "field", "value")
    kept = range(5) if raters else (0, 1, 3, 4)
    data = RatingsData.of_rows([[row[n] for n in kept] for row in rows], [columns[n] for n in kept])
    found = run_analysis(find_protocol("opinion"), data, Context())
    assert [one.name for one in found.sections if one.role == "results"] == sections


def test_intervals_of_scores_end_where_the_words_do() -> None:
    rows = [
        (f"i{n}", "a", f"r{r}", "quality", str(value))
        for r in range(8)
        for n, value in enumerate((5 - (r == 0), 1 + (r < 3)))
    ]
    data = RatingsData.of_rows(rows, ("item", "system", "rater", "field", "value"))
    found = run_analysis(find_protocol("opinion"), data, Context())
    best, worst = (row["interval"] for row in found.table("mos.stimuli").rows)
    assert best[1] == 5
    assert worst[0] == 1
    compared = [
        (f"i{n % 4}", f"r{n // 4}", f"t{n}", system, side, "comparison", grade)
        for n in range(24)
        for system, side, grade in (("a", "left", "2" if n == 4 else "3"), ("b", "right", "-2" if n == 4 else "-3"))
    ]
    data = RatingsData.of_rows(compared, ("item", "rater", "trial", "system", "side", "field", "value"))
    found = run_analysis(find_protocol("opinion"), data, Context(params=Params(method="ccr")))
    intervals = [row["interval"] for row in found.table("cmos.stimuli").rows if row["interval"]]
    assert [high for _, high in intervals] == [3]


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of CCR with simulated answers."""
    folder = tmp_path_factory.mktemp("ccr") / "study"
    _run("new", "opinion", folder, "--variant", "ccr", "--seed", 3)
    assert [str(one) for one in check_folder(folder).problems] == []
    _run("simulate", folder, "--raters", 15, "--seed", 7)
    return folder


def test_ccr_shows_two_at_a_time_and_is_a_complete_protocol() -> None:
    protocol = find_protocol("opinion")
    declared = protocol.declared_for(Params(method="ccr"))
    assert declared.shows == "pair"
    check_protocol(replace(protocol, declaration=declared, params=_Ccr), languages=("en", "zh"))
    assert [option.id for option in declared.form.fields["comparison"].options_shown()] == [
        str(n) for n in range(-3, 4)
    ]
    for language in ("en", "zh"):
        text = protocol.guideline(language, Params(method="ccr"))
        assert "{label:comparison}" in text
        assert "quality}" not in text


class _Ccr(Params):
    """The parameters as a study with `ccr` has them."""

    method: Any = "ccr"


def test_scores_of_comparisons_are_means_of_grades_against_the_reference(compared: Path) -> None:
    with load(compared) as study:
        rows = [row for row in study.ratings().rows if row.field == "comparison"]
        found = study.analysis()
    answers: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        answers[row.answer][row.system] = float(row.number or 0)
    assert len(answers) == 4 * 6 * 15
    for system in ("aspen", "birch", "cedar"):
        grades = [given[system] for given in answers.values() if given.keys() == {system, "original"}]
        finding = found.finding(f"cmos.{system}-original")
        assert finding.n == len(grades) == 60
        assert finding.value == pytest.approx(np.mean(grades))
        assert finding.interval is not None
        assert finding.interval[0] < finding.value < finding.interval[1] < 0, "what is processed is worse"
    lost = [found.finding(f"cmos.{system}-original").value for system in ("aspen", "birch", "cedar")]
    assert lost == sorted(lost, reverse=True)
    table = found.table("cmos").rows
    assert [row["second"] for row in table][:3] == ["original"] * 3, "the reference comes first"
    assert len(table) == 6
    assert len(found.table("cmos.stimuli").rows) == 24
    (chart,) = [one for one in found.charts if one.name == "cmos"]
    assert [row["label"] for row in chart.rows] == ["aspen", "birch", "cedar"]


def test_raters_who_favour_the_left_are_told_apart_from_quality() -> None:
    """Each pair is shown on both sides as often; 0.5 is added to whatever stands at the left."""
    rng = np.random.default_rng(4)
    truth = {"a": 1.0, "b": 0.0, "c": -1.0}
    rows = []
    for number in range(600):
        left, right = (str(x) for x in rng.choice(list(truth), 2, replace=False))
        lead = float(np.clip(np.round(truth[left] - truth[right] + 0.5 + rng.normal(0, 0.7)), -3, 3))
        for system, stood, value in ((left, "left", lead), (right, "right", -lead)):
            shared = (f"i{number % 20}", system, f"r{number % 30}", "comparison", f"{value:.0f}")
            rows.append((*shared, stood, f"answer-{number}"))
    columns = ("item", "system", "rater", "field", "value", "side", "answer")
    found = run_analysis(find_protocol("opinion"), RatingsData.of_rows(rows, columns), Context())
    side = found.finding("cmos.side")
    assert side.interval is not None
    assert side.interval[0] < 0.5 < side.interval[1]
    assert side.interval[0] > 0
    assert [name for name in ("a-b", "a-c", "b-c") if found.finding(f"cmos.{name}").value > 0] == ["a-b", "a-c", "b-c"]
    told = " ".join(words.to("en") for one in found.sections if one.name == "cmos" for words in one.text)
    assert told.startswith("A sign that raters lean towards the left")


def test_pictures_and_clips_of_one_item_are_not_compared(compared: Path, tmp_path: Path) -> None:
    lines = (compared / "items.jsonl").read_text(encoding="utf-8").splitlines()
    item = next(one for one in map(json.loads, lines) if "kind" not in one)
    item["candidates"][0]["clip"] = item["candidates"][0].pop("image")
    (tmp_path / "items.jsonl").write_text(json.dumps(item) + "\n", encoding="utf-8")
    settings = (compared / "study.yaml").read_text(encoding="utf-8")
    (tmp_path / "study.yaml").write_text(settings.replace("media: media", f"media: {compared / 'media'}"), "utf-8")
    assert "opinion-mixed-media" in {one.code for one in check_folder(tmp_path).errors}


def test_a_variant_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["new", "opinion", str(tmp_path / "a"), "--variant", "crr"])
    assert isinstance(done.exception, BeholderError)
    assert done.exception.code == "variant-unknown"
    assert 'did you mean "ccr"' in str(done.exception)
    assert not (tmp_path / "a").exists()


def _scored(means: dict[str, float]) -> RatingsData:
    """Scores of 12 clips by 8 raters, by words from 1 to 5."""
    rng = np.random.default_rng(17)
    rows = [
        (f"i{i}", system, f"r{r}", "quality", str(int(np.clip(round(rng.normal(mean, 0.5)), 1, 5))), "main")
        for i in range(12)
        for system, mean in means.items()
        for r in range(8)
    ]
    form = find_protocol("opinion").declaration.form
    columns = ("item", "system", "rater", "field", "value", "kind")
    return RatingsData.of_rows(rows, columns, fields=FieldInfo.of_form(form), protocol="opinion")


@pytest.mark.parametrize("better", [True, False])
def test_the_headline_tells_the_reference_apart_from_those_that_compete(better: bool) -> None:
    data = _scored({"source": 4.6, "keen": 3.9 if better else 3.0, "dull": 3.0})
    context = Context(params=Params(method="acr-hr", reference="source"))
    found = run_analysis(find_protocol("opinion"), data, context)
    (section,) = [one for one in found.sections if one.name == "quality"]
    told = section.verdict[0].to("en")
    assert "source is rated" not in told
    if better:
        assert "keen is rated better than dull" in told
        assert re.search(r"; keen is 0\.\d\d \[0\.\d\d, 0\.\d\d\] below source, the reference, 4\.\d\d", told)
    else:
        assert "cannot be told apart" in told
        assert "below source, the reference" in told
    assert "参考 source" in section.verdict[0].to("zh")
    assert {row["best"] for row in found.table("leave_one_out").rows} <= {"keen", "dull"}
    assert found.headline is not None
    # nobody is grey for being behind the original
    grey = {str(row["label"]) for row in found.headline.rows if row["behind"]}
    assert grey == ({"dull"} if better else set())


def test_the_chart_of_the_display_check_goes_from_hardly_to_plainly_seen() -> None:
    """A square as bright as its ground, or out of order, would tell raters that a good screen is a bad one."""
    protocol = find_protocol("opinion")
    for language in ("en", "zh"):
        assert "pictures/display.png" in protocol.guideline(language)
    with Image.open(Path(opinion.__file__).with_name("pictures") / "display.png") as chart:
        levels = np.asarray(chart.convert("L")).astype(int)
    for row in (levels[72], levels[216]):
        ends = np.flatnonzero(np.diff(row)) + 1
        apart = [abs(int(row[at]) - int(row[0])) for at in ends if row[at] != row[0]]
        assert len(apart) == 8
        assert apart == sorted(set(apart)), "each stands out more than the one before"
        assert 0 < apart[0] < 10
        assert apart[-1] > 40


def test_a_rater_who_carries_most_of_the_weight_is_named() -> None:
    """P.910 weights by consistency, with no floor but 1e-8: who never deviates decides alone."""
    rng = np.random.default_rng(23)
    clips = [(f"i{i}", system) for i in range(12) for system in ("ash", "elm")]
    steady = {clip: 1 + n % 5 for n, clip in enumerate(clips)}
    rows = [
        (item, system, rater, "quality", str(value), "main")
        for (item, system), exact in steady.items()
        for rater in (f"r{n}" for n in range(1, 11))
        for value in [exact if rater == "r1" else int(np.clip(exact + rng.integers(-1, 2), 1, 5))]
    ]
    form = find_protocol("opinion").declaration.form
    columns = ("item", "system", "rater", "field", "value", "kind")

    def notes(kept: Sequence[tuple[str, ...]]) -> str:
        data = RatingsData.of_rows(kept, columns, fields=FieldInfo.of_form(form), protocol="opinion")
        found = run_analysis(find_protocol("opinion"), data, Context(params=Params()))
        (section,) = [one for one in found.sections if one.name == "mos"]
        return " ".join(note.to("en") for note in section.notes)

    assert re.search(r"Rater r1 seems so consistent as to carry (9\d|100) % of the weight", notes(rows))
    assert "weight" not in notes([row for row in rows if row[2] != "r1"])
