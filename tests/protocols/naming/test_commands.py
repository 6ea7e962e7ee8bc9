"""`beholder naming` as a user calls it, on files and on studies."""

from __future__ import annotations

import ast
import csv
import gzip
import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from beholder.cli.output import print_results
from beholder.cli.terminal import progress_bar
from beholder.declarations.item import Candidate, Item
from beholder.errors import BeholderError
from beholder.protocols.naming.cli import make_commands
from beholder.protocols.naming.collect.raw_answers import RatingCells
from beholder.protocols.naming.diagnose.categories import CATEGORIES
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP
from beholder.protocols.naming.published.manynames import PublishedObject, read_manynames, write_manynames
from beholder.protocols.naming.round_one import SETS_FILE
from beholder.protocols.naming.verify.params import VerifyParams
from beholder.study import check_folder
from tests.protocols.naming.small_study import JUDGMENTS, SETS


@dataclass
class _Study:
    ratings: Iterable[RatingCells]
    items: Iterable[Item]
    params: Any = None


class _Tools:
    """The command line's tools, with studies from memory."""

    print_results = staticmethod(print_results)
    progress = staticmethod(progress_bar)

    def __init__(self, study: _Study | None = None) -> None:
        self._study = study

    def load(self, folder: Path) -> _Study:
        assert self._study is not None
        return self._study


def _app(study: _Study | None = None) -> typer.Typer:
    return make_commands(_Tools(study))


def _run(app: typer.Typer, *arguments: object) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def _json(app: typer.Typer, *arguments: object) -> Any:
    return json.loads(_run(app, *arguments, "--json"))


def _row(item: str, rater: str, field: str, value: str, **more: Any) -> RatingCells:
    cells: dict[str, Any] = {"group": "pets", "system": "", "kind": "main", "number": None, "excluded_by": ""}
    cells |= {"answer": f"{item}-{rater}", **more}
    return RatingCells(item=item, rater=rater, field=field, value=value, **cells)


_ROUND_ONE = _Study(
    [
        _row("1", "a", "name", "Dog "),
        _row("1", "b", "name", "dog"),
        _row("1", "c", "name", "狗"),
        _row("1", "d", "name", ""),
        _row("1", "d", "opt_out", "occluded"),
        _row("1", "e", "name", "cat", excluded_by="too-fast"),
        _row("1", "f", "name", "cat", kind="attention"),
        _row("1", "a", "name", "wolf", answer="again"),
    ],
    [Item("1", {"image": "1.png"})],
)


def _round_two() -> _Study:
    """The small study as ratings: candidates have ids, names stand in the items."""
    ids = {key: f"n{place}" for place, key in enumerate(dict.fromkeys((j.item, j.name) for j in JUDGMENTS))}
    items: dict[str, list[Candidate]] = {}
    for (item, name), system in ids.items():
        planted = next(j.planted for j in JUDGMENTS if (j.item, j.name) == (item, name))
        items.setdefault(item, []).append(Candidate(item, system, {"name": name, "planted": planted}))
    rows = []
    for j in JUDGMENTS:
        system = ids[j.item, j.name]
        rows.append(_row(j.item, j.rater, "adequacy", "word", system=system, number=j.adequacy))
        rows.append(_row(j.item, j.rater, "inadequacy", "" if j.adequacy == 1 else j.inadequacy, system=system))
        rows.append(_row(j.item, j.rater, "group", j.group, system=system))
    rows.append(_row("bear", "practised", "adequacy", "word", system="n1", number=1.0, kind="practice"))
    return _Study(rows, [Item(name, {}, tuple(found)) for name, found in items.items()])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a verification study."""
    out = tmp_path / "round2"
    write_manynames([PublishedObject(one) for one in SETS], out / SETS_FILE)
    return out


def test_sets_of_a_study_count_each_rater_once(tmp_path: Path) -> None:
    found = _json(_app(_ROUND_ONE), "sets", tmp_path)
    (row,) = found["rows"]
    assert row["responses"] == {"dog": 2, "狗": 1}
    assert (row["topname"], row["N"], row["total_responses"], row["opt_outs"]) == ("dog", 2, 3, 1)
    assert (row["domain"], row["perc_top"], row["shares"]["狗"]) == ("pets", pytest.approx(200 / 3), 1 / 3)
    notes = " ".join(found["findings"][0]["notes"])
    for said in ("1 changed by normalisation (spaces 1, case 1)", "too-fast", "attention", "second answer of a rater"):
        assert said in notes


def test_sets_are_written_with_raw_names_and_every_change(tmp_path: Path) -> None:
    out, changes = tmp_path / "sets.tsv", tmp_path / "changes.csv"
    text = _run(_app(_ROUND_ONE), "sets", tmp_path, "--min-count", 2, "-o", out, "--changes", changes)
    assert "dog (2)" in text
    (one,) = read_manynames(out).objects
    assert (one.responses.names, one.singletons) == (("dog",), {"狗": 1})
    assert one.raw_responses == {"Dog ": 1, "dog": 1, "狗": 1}
    with changes.open(encoding="utf-8") as file:
        (change,) = list(csv.DictReader(file))
    assert (change["raw"], change["name"], change["steps"]) == ("Dog ", "dog", "spaces case")


def test_normalisation_is_chosen_on_the_command_line(tmp_path: Path) -> None:
    app = _app(_ROUND_ONE)
    (row,) = _json(app, "sets", tmp_path, "--case", "keep")["rows"]
    assert set(row["responses"]) == {"Dog", "dog", "狗"}
    (tmp_path / "s.csv").write_text("name,proposal,accept\n狗,dog,yes\n", encoding="utf-8")
    (row,) = _json(app, "sets", tmp_path, "--spellings", tmp_path / "s.csv")["rows"]
    assert row["responses"] == {"dog": 3}
    _run(app, "sets", tmp_path, "--proposals", tmp_path / "p.csv")
    assert (tmp_path / "p.csv").read_text("utf-8").startswith("name,proposal,reason")


def test_a_study_is_normalised_by_its_own_parameters_unless_told_otherwise(tmp_path: Path) -> None:
    study = _Study(_ROUND_ONE.ratings, _ROUND_ONE.items, SimpleNamespace(normalise={"case": "keep"}))
    (row,) = _json(_app(study), "sets", tmp_path)["rows"]
    assert set(row["responses"]) == {"Dog", "dog", "狗"}
    (row,) = _json(_app(study), "sets", tmp_path, "--case", "lower")["rows"]
    assert set(row["responses"]) == {"dog", "狗"}


def test_a_ratings_table_is_read_as_well_as_a_study(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(RatingCells._fields)
        writer.writerows(_ROUND_ONE.ratings)
    assert _json(_app(), "sets", path)["rows"] == _json(_app(_ROUND_ONE), "sets", tmp_path)["rows"]


def test_variation_has_a_row_for_all_and_for_each_group(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    write_manynames([PublishedObject(one) for one in SETS], path)
    found = _json(_app(), "variation", path, "--by", "domain")
    assert [row["domain"] for row in found["rows"]] == ["all", "animals", "stripes"]
    whole = found["rows"][0]
    assert {"objects", "N", "perc_top", "perc_top_sd", "H", "H_sd", "N_interval", "H_interval"} <= whole.keys()
    assert whole["N"] == pytest.approx(8 / 3)
    strict = _json(_app(), "variation", path, "--min-count", 2)
    assert [row["domain"] for row in strict["rows"]] == ["all"]
    assert strict["rows"][0]["N"] == pytest.approx(7 / 3)
    assert any(f["name"] == "same_top_name_with_3" for f in found["findings"])
    assert _json(_app(), "variation", path, "--by", "domain") == found
    assert "animals" in _run(_app(), "variation", path, "--by", "domain")


def test_an_unknown_column_of_groups_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "names.tsv"
    write_manynames([PublishedObject(one) for one in SETS], path)
    with pytest.raises(BeholderError, match="did you mean"):
        _run(_app(), "variation", path, "--by", "domian")


def test_verification_from_ratings_to_tables(folder: Path, tmp_path: Path) -> None:
    app = _app(_round_two())
    found = _json(app, "verify", folder, "-o", tmp_path / "release")
    rows = {(row["item"], row["name"]): row for row in found["rows"]}
    assert rows["bear", "dog"]["adequacy"] == pytest.approx(0.5 / 3)
    assert rows["bear", "dog"]["same_object"] == pytest.approx(2 / 3)
    assert {key for key, row in rows.items() if row["kept"]} == {
        ("bear", "bear"), ("deer", "deer"), ("deer", "animal"), ("deer", "dear"), ("zebra", "zebra"),
    }  # fmt: skip
    assert ("bear", "beer") not in rows
    tables = {table["name"]: table for table in found["tables"]}
    assert tables.keys() >= {"inadequacy", "inadequacy_tokens", "inadequacy_apart", "discarded", "before_after"}
    assert tables["inadequacy"]["rows"][0]["pairs"] == 7
    assert {chart["name"] for chart in found["charts"]} == {"adequacy", "same_object"}
    judgments = next(f for f in found["findings"] if f["name"] == "judgments")
    assert (judgments["value"], judgments["n_dropped"]) == (18, 3)
    assert any("practice" in note for note in found["findings"][0]["notes"])
    loose = _json(app, "verify", folder, "--adequacy", "0.1")
    assert sum(row["kept"] for row in loose["rows"]) == 6
    study = _round_two()
    study.params = VerifyParams(adequacy=0.1)
    assert _json(_app(study), "verify", folder)["rows"] == loose["rows"], "the study's own thresholds hold"
    assert _json(_app(study), "verify", folder, "--adequacy", "0.4")["rows"] == found["rows"]
    release = {path.name for path in (tmp_path / "release").iterdir()}
    assert release >= {"manynames.tsv", "manynames.json", "judgments.csv", "scores.csv", "before_after.csv"}
    printed = _run(app, "verify", folder)
    assert "Inadequacy types" in printed
    assert " ".join(BOOTSTRAP.split()) in " ".join(printed.split()), "notes of tables are for people too"
    # what was released says the same again, tables, intervals and figures, without the study
    published = _json(app, "verify", tmp_path / "release" / "manynames.tsv")
    again = {table["name"]: table["rows"] for table in published["tables"]}
    assert again == {name: table["rows"] for name, table in tables.items()}
    assert published["charts"] == found["charts"]
    plain = tmp_path / "plain.tsv"
    plain.write_text("item\tresponses\nbear\t{'bear': 3, 'dog': 2}\n", encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        _run(app, "verify", plain)
    assert caught.value.code == "naming-not-verified"


def test_what_needs_judgments_is_left_out_of_a_file_without_any(tmp_path: Path) -> None:
    path = tmp_path / "names.tsv"
    path.write_text(
        "item\tdomain\tresponses\tincorrect\n"
        "bear\tanimals\t{'bear': 3, 'dog': 2}\t{'dog': 2}\ncup\tthings\t{'cup': 5}\t{}\n",
        encoding="utf-8",
    )
    app = _app(_round_two())
    found = _json(app, "verify", path)
    assert [table["name"] for table in found["tables"]] == ["before_after"]
    assert found["charts"] == []
    assert not any("unclear" in row for row in found["tables"][0]["rows"])
    printed = " ".join(_run(app, "verify", path).split())
    assert "not estimable: no judgments" in printed
    assert "Inadequacy types over" not in printed
    assert "Other thresholds" not in printed


def test_diagnosis_of_a_study_and_of_its_release_agree(folder: Path, tmp_path: Path) -> None:
    predictions = tmp_path / "p.csv"
    predictions.write_text("item,system,name\nbear,m,Dog\ndeer,m,animal\nzebra,m,horse\n", encoding="utf-8")
    app = _app(_round_two())
    found = _json(app, "diagnose", folder, "--predictions", predictions, "--by", "domain")
    row = found["rows"][0]
    assert (row["system"], row["domain"], row["objects"]) == ("m", "all", 3)
    assert [row[c] for c in CATEGORIES] == pytest.approx([0, 1 / 3, 0, 1 / 3, 0, 1 / 3])
    assert row["human_like"] == 0.5
    assert row["single_label"] == pytest.approx(1 / 3)
    assert [r["system"] for r in found["rows"][:3]] == ["m", "human upper bound", "human, leave one out"]
    assert {r["domain"] for r in found["rows"]} == {"all", "animals", "stripes"}
    assert any(f["name"] == "reference_differs" for f in found["findings"])
    _run(app, "verify", folder, "-o", tmp_path / "release")
    release = tmp_path / "release" / "manynames.tsv"
    again = _json(app, "diagnose", release, "--predictions", predictions, "--min-count", 2, "--by", "domain")
    assert [[r[c] for c in CATEGORIES] for r in again["rows"]] == [[r[c] for c in CATEGORIES] for r in found["rows"]]
    (tmp_path / "v.txt").write_text("bear\ndeer\n", encoding="utf-8")
    words = _run(app, "diagnose", folder, "--predictions", predictions, "--vocabulary", tmp_path / "v.txt")
    assert "human upper bound" in words
    people = next(line for line in words.splitlines() if "human upper bound" in line)
    assert "–" in people, "nobody could have given a name that nobody gave: no number, as in the source"


def test_reference_names_are_audited_without_predictions(folder: Path, tmp_path: Path) -> None:
    app = _app(_round_two())
    predictions = tmp_path / "p.csv"
    predictions.write_text("item,system,name\nbear,m,Dog\n", encoding="utf-8")
    found = {f["name"]: f for f in _json(app, "audit", folder)["findings"]}
    # of all three objects, also of those that nobody predicted
    assert (found["reference_differs"]["value"], found["reference_differs"]["n"]) == (pytest.approx(2 / 3), 3)
    assert (found["reference_never_judged"]["value"], found["reference_never_judged"]["n"]) == (0.5, 2)
    assert found["reference_inadequate"]["value"] == 0.0
    strict = {f["name"]: f for f in _json(app, "audit", folder, "--adequacy", "0.7")["findings"]}
    assert strict["reference_inadequate"]["value"] == 1.0
    assert "reference_differs" in _run(app, "audit", folder)
    plain = tmp_path / "plain.tsv"
    plain.write_text("item\tresponses\nbear\t{'bear': 3, 'dog': 2}\n", encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        _run(app, "audit", plain)
    assert caught.value.code == "naming-no-references"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_gallery_shows_objects_with_names_errors_and_predictions(language: str, folder: Path, tmp_path: Path) -> None:
    study = _round_two()
    (folder / "media").mkdir(exist_ok=True)
    Image.new("RGB", (80, 60), "green").save(folder / "media" / "bear.png")
    study.items = [
        replace(item, columns={"image": "bear.png", "box": [10, 10, 50, 50]}) if item.id == "bear" else item
        for item in study.items
    ]
    predictions = tmp_path / "p.csv"
    predictions.write_text('item,system,name\nbear,<b>m</b>,ball\ndeer,<b>m</b>,"a ""moose"" & co"\n', encoding="utf-8")
    page = tmp_path / "gallery.html"
    _run(_app(study), "gallery", folder, "--predictions", predictions, "-o", page, "--most", 2, "--lang", language)
    text = page.read_text(encoding="utf-8")
    shown = " ".join(html.unescape(re.sub(r"<(?:[^>]*)>", " ", text)).split())
    # the object that lost most answers first, zebra with one name left out
    assert shown.index("bear") < shown.index("deer")
    assert "zebra" not in shown
    assert text.count("data:image/jpeg;base64,") == 1
    words = {"en": ("Taken for something else", "Not the boxed thing"), "zh": ("认错了", "框的不是它")}[language]
    # dog was meant for the bear, ball for something else: apart, each with its error
    assert re.search(rf"dog \(2\) \| ball \(2\).*{words[0]} \| {words[1]}", shown)
    kinds = {"en": ("another object, adequate", "nobody gave it"), "zh": ("指另一物体，名称合适", "无人给出")}[language]
    assert f"ball ({kinds[0]})" in shown
    assert f'a "moose" & co ({kinds[1]})' in shown
    assert "<b>m" not in text


def test_a_folder_without_the_sets_of_round_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BeholderError, match="round 1"):
        _run(_app(_round_two()), "verify", tmp_path)


def test_the_chinese_release_from_the_command_line(manynames: Path) -> None:
    found = _json(_app(), "variation", manynames / "manynames_zh.tsv.gz", "--by", "domain", "--bootstrap", 50)
    assert found["rows"][0]["perc_top"] == pytest.approx(53.745102, abs=1e-6)
    told = {one["name"]: one for one in found["findings"]}
    with gzip.open(manynames / "manynames_zh.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        tops = [max(ast.literal_eval(row["responses"]).values()) for row in csv.DictReader(file, delimiter="\t")]
    assert told["top_name_by_10"]["value"] == pytest.approx(sum(top >= 10 for top in tops) / len(tops))
    rows = _json(_app(), "sets", manynames / "manynames_zh.tsv.gz")["rows"]
    assert len(rows) == 1319
    assert sum(row["total_responses"] for row in rows) == 26579


def test_both_rounds_and_every_table_in_one_go(tmp_path: Path) -> None:
    words = _run(_app(), "demo", tmp_path / "both")
    for title in ("Naming variation", "Inadequacy types", "before and after", "SAMEOBJECT", "What predicted names are"):
        assert title in words
    for system in ("careful", "distracted", "human upper bound"):
        assert system in words
    assert (tmp_path / "both" / "release" / "manynames.tsv").is_file()
    for folder in ("round-1", "round-2"):
        assert check_folder(tmp_path / "both" / folder).errors == ()
    with pytest.raises(BeholderError) as caught:
        _run(_app(), "demo", tmp_path / "both")
    assert caught.value.code == "folder-not-empty"
