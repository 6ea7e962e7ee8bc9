"""The analysis of any form: which statistics a field gets, what is left out and said, and what cannot be estimated."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from beholder.analysis import Context, DeclaredContrast, FieldInfo, analyse_any
from beholder.errors import BeholderError
from beholder.fields import Flags, Form, Option, Words
from beholder.protocols import Declaration, find_protocol
from beholder.stats import Ratings, Scores, difference_ratings, krippendorff_alpha, mean_ratings
from tests.analysis.tables import crossed, table

_RNG = np.random.default_rng(11)
_BASE = {
    (f"i{i}", s, f"r{r}"): int(np.clip(round(4 + gap + x + _RNG.normal(0, 0.8)), 1, 7))
    for i, x in enumerate(_RNG.normal(0, 1, 20))
    for s, gap in (("ash", 0.0), ("elm", 1.2))
    for r in range(4)
}


def test_numbers_are_those_of_the_statistics() -> None:
    """The analysis adds no arithmetic of its own to a plain table."""
    found = analyse_any(table(crossed(_BASE)), Context())
    keys, values = list(_BASE), list(_BASE.values())
    columns = {"item": [k[0] for k in keys], "rater": [k[2] for k in keys], "system": [k[1] for k in keys]}
    # four raters speak for themselves
    scores = replace(Scores.of(value=values, **columns), raters_fixed=True)
    mean = mean_ratings(scores, "elm")
    assert found.finding("quality.mean.elm").value == pytest.approx(mean.value)
    assert found.finding("quality.mean.elm").interval == pytest.approx(mean.interval)
    difference = difference_ratings(scores, "ash", "elm")["difference"]
    assert found.finding("quality.difference.ash-elm").interval == pytest.approx(difference.interval)
    ratings = Ratings.of(item=[f"{k[0]}/{k[1]}" for k in keys], rater=[k[2] for k in keys], value=values)
    blocks = np.array([int(str(unit).split("/")[0][1:]) for unit in ratings.items])
    alpha = krippendorff_alpha(ratings, level="ordinal", clusters=blocks).finding
    assert found.finding("quality.alpha").value == pytest.approx(alpha.value)
    assert found.finding("quality.alpha").interval == pytest.approx(alpha.interval)


def test_only_unexcluded_newest_main_answers_enter_and_all_others_are_counted() -> None:
    rows = crossed(_BASE, excluded_by="", guideline="v1", revision=1.0)
    for number, row in enumerate(rows):
        row |= {"trial": f"{row['item']}/{row['system']}", "answer": f"a{number}", "sequence": float(number)}
    outside = [
        {**rows[0], "answer": "p", "kind": "practice", "value": "1"},
        {**rows[0], "answer": "c", "kind": "attention", "value": "1"},
        {**rows[0], "answer": "d", "kind": "adjudication", "value": "1"},
        {**rows[0], "answer": "q", "kind": "pilot", "value": "1"},
    ]
    bad = [
        {**row, "rater": "r9", "answer": f"x{i}", "value": "1", "excluded_by": "checks"}
        for i, row in enumerate(rows[::4])
    ]
    corrected = {**rows[1], "answer": "later", "revision": 2.0, "value": "7"}
    data = table([*rows, *outside, *bad, corrected])
    found = analyse_any(data, Context(exclusion_rules={"checks": "checks-failed above 0.5"}))
    plain = analyse_any(table([rows[0], {**rows[1], "value": "7"}, *rows[2:]]), Context())
    for system in ("ash", "elm"):
        assert found.finding(f"quality.mean.{system}").value == plain.finding(f"quality.mean.{system}").value
        assert (
            found.finding(f"quality.mean_with_excluded.{system}").value < plain.finding(f"quality.mean.{system}").value
        )
    account = {row["what"].to("en"): row["answers"] for row in found.table("data.account").rows}
    assert account["rating trials"] == len(rows)
    assert account["excluded by checks"] == len(bad)
    assert account["practice"] == account["pilot"] == 1
    assert account["superseded by a correction"] == 1
    assert found.table("exclusions.rules").rows[0]["rule_text"] == "checks-failed above 0.5"
    assert any("excluded by rule" in note.to("en") for note in found.notes)


def test_repeats_tell_self_consistency_and_nothing_else() -> None:
    rows = crossed(_BASE)
    again = [{**row, "kind": "repeat"} for row in rows[:10]]
    again[0]["value"] = str(8 - int(again[0]["value"])) if again[0]["value"] != "4" else "5"
    found, without = (analyse_any(table(part), Context()) for part in ([*rows, *again], rows))
    assert found.finding("quality.self_consistency").value == pytest.approx(0.9)
    assert found.finding("quality.self_consistency").n == 10
    assert found.finding("quality.self_distance").value > 0
    assert found.finding("quality.alpha").value == without.finding("quality.alpha").value
    assert found.finding("quality.mean.ash").value == without.finding("quality.mean.ash").value


def test_one_rating_per_item_has_results_but_no_agreement() -> None:
    rows = [row for row in crossed(_BASE) if row["rater"] == f"r{int(row['item'][1:]) % 4}"]
    found = analyse_any(table(rows), Context())
    assert math.isnan(found.finding("quality.alpha").value)
    assert found.finding("quality.alpha").notes[:2] == ("not estimable", "no item has two ratings")
    section = next(s for s in found.sections if s.name == "quality.agreement")
    assert "not estimable" in section.title.to("en")
    assert "无法估计" in section.title.to("zh")
    assert found.finding("quality.mean.elm").interval is not None


def test_results_by_guideline_version_appear_when_it_changed() -> None:
    rows = crossed(_BASE)
    for row in rows:
        row["guideline"] = "v1" if int(row["item"][1:]) < 10 else "v2"
    found = analyse_any(table(rows), Context())
    assert {row["guideline"] for row in found.table("guidelines").rows} == {"v1", "v2"}
    assert "changed" in found.limits.to("en")
    assert not any(s.name == "guidelines" for s in analyse_any(table(crossed(_BASE)), Context()).sections)


def test_declared_contrasts_are_a_family_of_their_own() -> None:
    contrasts = (DeclaredContrast("quality", "elm", "ash"), DeclaredContrast("quality", "elm", "oak"))
    found = analyse_any(table(crossed(_BASE)), Context(contrasts=contrasts))
    assert found.sections[0].name == "declared"
    row = found.table("declared").rows[0]
    assert row["difference"] > 0
    assert row["p_holm"] == row["p"]
    assert "elm − oak" in found.sections[0].notes[0].to("en")


def test_planned_size_stopping_rule_and_looks_are_printed_or_missed() -> None:
    told = analyse_any(table(crossed(_BASE)), Context(about={"planned_n": "160 ratings", "stopping": "at 160"}))
    lines = [t.to("en") for s in told.sections if s.name == "data" for t in s.text]
    assert "Planned size: 160 ratings." in lines
    assert "Not stated: whether results were looked at before the end." in lines
    assert "stopping" not in told.limits.to("en")


def test_yes_and_no_become_rates_within_0_and_1() -> None:
    values = {key: "yes" if value > 3 or key[1] == "elm" else "no" for key, value in _BASE.items()}
    found = analyse_any(table(crossed(values, field="ok")), Context())
    elm = found.finding("ok.mean.elm")
    assert elm.value == 1.0
    assert elm.interval is not None
    assert 0.7 < elm.interval[0] < elm.interval[1] == 1.0
    ash = found.finding("ok.mean.ash")
    assert ash.interval is not None
    assert 0 < ash.interval[0] < ash.value < ash.interval[1] < 1
    assert found.finding("ok.ac1").value <= 1


def test_kinds_get_shares_and_texts_get_counts() -> None:
    kinds = ("blur", "noise", "none")
    values = {key: kinds[value % 3] for key, value in _BASE.items()}
    rows = crossed(values, field="fault") + crossed(
        {key: "edges are rough, " + "x" * i for i, key in enumerate(list(_BASE)[:50])}, field="comment"
    )
    found = analyse_any(table(rows), Context())
    shares = [found.finding(f"fault.share.{kind}.ash").value for kind in kinds]
    assert sum(shares) == pytest.approx(1.0)
    assert found.finding("fault.alpha").method.startswith("Krippendorff's alpha, nominal")
    assert found.finding("comment.written").n == 50


def test_a_censored_count_is_ranked_highest_and_never_a_number() -> None:
    values: dict[tuple[str, str, str], object] = dict(_BASE)
    first = next(iter(values))
    values[first] = ">7"
    found = analyse_any(table(crossed(values)), Context())
    assert found.finding("quality.alpha").method.startswith("Krippendorff's alpha, ordinal")
    notes = found.finding("quality.mean.ash").notes
    assert any("at least" in note for note in notes)
    assert found.finding("quality.alpha_ratio").n_dropped >= 4


def test_no_raters_and_one_system_still_say_what_they_can() -> None:
    rows = [
        {"item": f"i{i}", "field": "score", "value": str(v)}
        for i, v in enumerate((1, 5, 3, 4, 2, 5, 4, 3, 2, 5, 4, 6.5))
    ]
    found = analyse_any(table(rows), Context())
    assert found.finding("score.mean").value == pytest.approx(np.mean([1, 5, 3, 4, 2, 5, 4, 3, 2, 5, 4, 6.5]))
    assert "not known who rated" in found.limits.to("en")


def test_sentences_keep_names_as_they_are_and_call_a_bound_a_bound() -> None:
    told = [
        {"item": f"i{i}", "field": field, "value": value}
        for i in range(12)
        for field, value in (("MOS", f"{i}.5"), ("count", "10+" if i > 8 else str(i)))
    ]
    titles = {s.name: s.title for s in analyse_any(table(told), Context()).sections}
    assert titles["MOS"].to("en").startswith("MOS: mean 6.00 [")
    assert titles["count"].to("en").startswith("Count: mean at least 5.50")
    assert "至少" in titles["count"].to("zh")


def test_free_text_alone_says_how_else_it_can_be_read() -> None:
    rows = [{"item": f"i{i}", "rater": "r", "field": "name", "value": f"a thing called {i} or so"} for i in range(30)]
    assert "--level" in analyse_any(table(rows), Context()).hints[-1].to("en")


def test_without_raters_nobody_is_counted_and_every_row_is_an_answer() -> None:
    rows = [
        {"item": f"i{i}", "system": s, "field": "score", "value": str(1 + (i + k) % 5)}
        for i in range(10)
        for s in ("ash", "elm")
        for k in range(3)
    ]
    found = analyse_any(table(rows), Context())
    assert found.summary[0].to("en") == "60 answers on 10 items of 2 systems."
    assert found.summary[0].to("zh") == "对 10 道题给出 60 个答案，涉及 2 个系统。"
    account = next(s for s in found.sections if s.name == "data")
    assert account.title.to("en") == "60 answers enter the results; who gave them is not recorded"
    assert found.table("data.account").rows[0]["raters"] is None
    alone = analyse_any(table(rows[::3]), Context())
    assert alone.finding("score.alpha").notes[0] == "not estimable"


def test_few_raters_speak_for_themselves_only_and_more_for_others_like_them() -> None:
    few = analyse_any(table(crossed(_BASE)), Context()).finding("quality.alpha")
    assert few.notes[-1] == "few raters: the interval speaks of these raters only"
    assert "these raters" in few.method
    more = {(i, s, f"{r}{k}"): v for (i, s, r), v in _BASE.items() for k in "ab"}
    found = analyse_any(table(crossed(more)), Context())
    assert "raters like these" in found.finding("quality.alpha").method
    wide, narrow = (found.finding(f"quality.{name}").interval for name in ("alpha", "alpha_these_raters"))
    assert wide is not None
    assert narrow is not None
    assert wide[1] - wide[0] > narrow[1] - narrow[0]


def test_a_protocol_that_compares_nothing_gets_no_comparison() -> None:
    declaration = replace_compares(False)
    found = analyse_any(table(crossed(_BASE)), Context(declaration=declaration))
    assert found.facts["systems"] == []
    assert not any("difference" in f.name or "p_holm" in f.name for f in found.findings)
    assert found.finding("quality.mean").n == len(_BASE)
    compared = analyse_any(table(crossed(_BASE)), Context(declaration=replace_compares(True)))
    assert compared.finding("quality.difference.ash-elm").n


def test_severity_has_sensible_intervals_with_three_raters_who_rated_everything() -> None:
    base = {key: value for key, value in _BASE.items() if key[2] != "r3"}
    found = analyse_any(table(crossed(base)), Context())
    for rater in ("r0", "r1", "r2"):
        interval = found.finding(f"quality.severity.{rater}").interval
        assert interval is not None
        assert 0 < interval[1] - interval[0] < 1


def test_a_table_of_rows_counts_each_rating_of_a_rater() -> None:
    found = analyse_any(table(crossed(_BASE)), Context())
    assert sum(row["answers"] for row in found.table("raters").rows) == found.facts["answers"] == len(_BASE)


def replace_compares(compares: bool) -> Declaration:
    """The declaration of a built-in protocol with another word on whether it compares systems."""
    return find_protocol("masks").declaration.model_copy(update={"compares": compares})


def test_nothing_that_enters_is_an_error_in_words() -> None:
    rows = crossed(_BASE, excluded_by="late")
    with pytest.raises(BeholderError) as caught:
        analyse_any(table(rows), Context())
    assert caught.value.code == "analysis-nothing"


def test_the_same_ratings_in_another_order_say_the_same() -> None:
    rows = crossed(_BASE)
    shuffled = [rows[i] for i in np.random.default_rng(4).permutation(len(rows))]
    one, other = ({f.name: f for f in analyse_any(table(part), Context()).findings} for part in (rows, shuffled))
    assert one.keys() == other.keys()
    for name, finding in one.items():
        if not name.endswith("ratings_enough"):  # drawn at random from the rows as they come
            assert other[name].value == pytest.approx(finding.value, nan_ok=True), name


def test_an_analysis_is_one_json_object() -> None:
    found = analyse_any(table(crossed(_BASE)), Context())
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert {"findings", "rows", "sections", "method", "limits"} <= data.keys()
    names = [f["name"] for f in data["findings"]]
    assert len(names) == len(set(names))
    assert {row["table"] for row in data["rows"]} == {t.name for t in found.tables if t.rows}


@pytest.mark.parametrize(
    ("values", "way", "level"),
    [
        ({"1": 9, "2": 5, "3": 2}, "number", "ordinal"),
        ({"0": 9, "0.5": 5, "1": 2}, "number", "ordinal"),
        ({str(i / 3): 1 for i in range(40)}, "number", "interval"),
        ({"1": 30, "2": 20, "10+": 4, "two or three": 1}, "number", "ratio"),
        ({"yes": 4, "no": 4}, "choice", "nominal"),
        ({"win": 4, "tie": 1, "loss": 4}, "preference", "nominal"),
        ({"cat": 40, "dog": 20, "none": 3}, "choice", "nominal"),
        ({f"a long remark number {i}": 1 for i in range(30)}, "text", "text"),
    ],
)
def test_levels_are_told_from_values(values: dict[str, int], way: str, level: str) -> None:
    found = FieldInfo.inferred("x", values)
    assert (found.way, found.level) == (way, level)
    assert found.inferred_level


@pytest.mark.parametrize(
    ("ticked", "told"),
    [
        ({"odd": "a", "dull": "a"}, "Alpha on the flags is 0.00"),
        ({"odd": "a", "dull": "ab"}, "Alpha on the flags lies between 0.00 and 1.00"),
    ],
)
def test_agreement_on_flags_is_one_number_where_it_is_the_same(ticked: dict[str, str], told: str) -> None:
    """Of six things, each flag is ticked at one: by one of two raters, or by both."""
    rows = [
        {"item": f"i{n}", "system": "s", "rater": rater, "kind": "main", "trial": f"t{n}"}
        | {"field": f"notes.{flag}", "value": str(int(n == 0 and rater in who)), "answer": f"a{n}{rater}"}
        for n in range(6)
        for rater in "ab"
        for flag, who in ticked.items()
    ]
    words = Words("?")
    asked = Flags(label=words, options=tuple(Option(id=flag, label=words) for flag in ticked))
    found = analyse_any(table(rows, fields=FieldInfo.of_form(Form(fields={"notes": asked}))), Context())
    titles = [one.title.to("en") for one in found.sections if one.role == "agreement"]
    assert told in titles
