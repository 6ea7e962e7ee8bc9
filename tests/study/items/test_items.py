"""Items come out the same from every format, and every mistake is found on its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError, Problem
from beholder.study import Definition, Version, load_definition
from tests.study.study_folders import (
    mask_items,
    masks_study,
    rle,
    rows_of,
    write_excel,
    write_jsonl,
    write_parquet,
    write_settings,
    write_table,
)

PROTOCOLS = {
    "item": "shows: item\nitem: {image: {kind: image}, asked: {kind: number, required: false}}\n"
    "form: {fields: {count: {kind: count, label: How many}}}\n",
    "pair": "shows: pair\nitem: {image: {kind: image}}\ncandidate: {image: {kind: image}, reply: {kind: text}}\n"
    "form: {fields: {better: {kind: preference, label: Which}}}\n",
    "all": "shows: all\nitem: {image: {kind: image}}\ncandidate: {caption: {kind: text}}\n"
    "form: {candidate_fields: {objects: {kind: points, label: Objects}}}\n",
}


def written(folder: Path, name: str, items: list[dict[str, Any]]) -> Path:
    """A masks study whose items stand in a file of the format that the name says."""
    masks_study(folder, content=[])
    write_settings(folder, items=name)
    if name.endswith(".jsonl"):
        write_jsonl(folder / name, items)
    elif name.endswith(".parquet"):
        write_parquet(folder / name, rows_of(items))
    elif name.endswith(".xlsx"):
        write_excel(folder / name, rows_of(items))
    else:
        write_table(folder / name, rows_of(items), delimiter="\t" if name.endswith(".tsv") else ",")
    return folder


def other_study(folder: Path, shows: str, lines: list[str], *, file: str = "items.jsonl", **settings: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "own.yaml").write_text(f"name: own\ntitle: Own\n{PROTOCOLS[shows]}", encoding="utf-8")
    write_settings(folder, protocol="own.yaml", items=file, languages=["en"], **settings)
    (folder / file).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def problems(folder: Path) -> list[Problem]:
    with pytest.raises(BeholderError) as caught:
        load_definition(folder)
    return list(caught.value.problems)


def only(folder: Path) -> Problem:
    found = problems(folder)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("name", ["items.csv", "items.tsv", "items.parquet", "items.xlsx", "UPPER.CSV"])
def test_all_formats_give_equal_items(tmp_path: Path, name: str) -> None:
    nested = load_definition(written(tmp_path / "a", "items.jsonl", mask_items()))
    table = load_definition(written(tmp_path / "b", name, mask_items()))
    assert [item.to_json() for item in table.items] == [item.to_json() for item in nested.items]
    assert Version.of(table).data["items"] == Version.of(nested).data["items"]
    assert table.items[0].id == "000"
    assert table.items[0].columns["note"] == "hidden 0"
    assert table.items[0].candidates[1].columns["run"] == "beta-1"


def test_rows_of_an_item_need_not_stand_together(tmp_path: Path) -> None:
    folder = written(tmp_path / "a", "items.csv", mask_items())
    expected = [item.to_json() for item in load_definition(folder).items]
    rows = sorted(rows_of(mask_items()), key=lambda row: str(row["system"]))
    write_table(folder / "items.csv", rows)
    assert [item.to_json() for item in load_definition(folder).items] == expected


def test_lines_are_counted_through_quoted_line_breaks(tmp_path: Path) -> None:
    rows = rows_of(mask_items())
    rows[5]["truth"] = "good"
    folder = written(tmp_path, "items.csv", [])
    write_table(folder / "items.csv", rows)
    problem = only(folder)
    # Three rows without a line break, then two of two lines each, behind the header.
    assert problem.where == "items.csv:9 · truth"
    assert problem.code == "item-bad-value"


def test_rows_that_disagree_name_both_lines(tmp_path: Path) -> None:
    rows = rows_of(mask_items(1))
    rows[2]["image"] = "pictures/3.png"
    folder = written(tmp_path, "items.csv", [])
    write_table(folder / "items.csv", rows)
    problem = only(folder)
    assert problem.code == "item-rows-differ"
    assert problem.where == "items.csv:4 · image"
    assert "items.csv:2" in problem.problem


def test_a_parquet_mistake_names_its_row(tmp_path: Path) -> None:
    rows = rows_of(mask_items(2))
    rows[4]["point"] = [1.0]
    folder = written(tmp_path, "items.parquet", mask_items())
    write_parquet(folder / "items.parquet", rows)
    assert {p.where for p in problems(folder)} == {"items.parquet:row 5 · point"}


def test_a_mistake_in_a_sheet_names_the_row_that_the_spreadsheet_shows(tmp_path: Path) -> None:
    rows = rows_of(mask_items(2))
    rows[4]["point"] = "[1]"
    folder = written(tmp_path, "items.xlsx", mask_items())
    write_excel(folder / "items.xlsx", rows)
    assert {p.where for p in problems(folder)} == {"items.xlsx:row 6 · point"}
    (folder / "items.xlsx").write_bytes(b"PK")
    broken = only(folder)
    assert (broken.code, broken.where) == ("items-bad-sheet", "items.xlsx")


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("{", "items-bad-json", "JSON"),
        ("[1]", "items-bad-json", "object"),
        ('{"id": "x"} {}', "items-bad-json", "follows"),
        ('{"id": "x", "id": "y"}', "items-bad-json", "twice"),
        ('{"id": "x", "note": {"a": 1, "a": 2}}', "items-bad-json", "twice"),
        ('{"id": "x", "note": NaN}', "items-bad-json", "NaN"),
        ('{"id": "x", "note": -Infinity}', "items-bad-json", "Infinity"),
        ('{"id": "x", "note": 1e999}', "items-bad-json", "too large"),
        ('{"id": "x", "note": 9223372036854775808}', "items-bad-json", "too large"),
        (f'{{"id": "x", "note": {"9" * 6000}}}', "items-bad-json", "too large"),
        (f'{{"id": "x", "note": {"[" * 100_000}}}', "items-bad-json", "deep"),
        (f'{{"id": "x", "note": {"[" * 70}{"]" * 70}}}', "items-bad-json", "deep"),
        ('{"id": "x", "note": "\\ud83d"}', "items-bad-json", "surrogate"),
        ('{"id": "x", "note": {"\\udc00": 1}}', "items-bad-json", "surrogate"),
        ('{"id": "x", "note": "\\u0000"}', "items-bad-json", "NUL"),
    ],
)
def test_json_that_could_be_read_in_two_ways_is_refused(tmp_path: Path, line: str, code: str, words: str) -> None:
    folder = masks_study(tmp_path, content=mask_items(2))
    with (folder / "items.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(f"\n{line}\n")
    problem = only(folder)
    assert (problem.code, problem.where) == (code, "items.jsonl:4")
    assert words in problem.problem


def test_whole_surrogate_pairs_and_large_whole_numbers_are_fine(tmp_path: Path) -> None:
    items = mask_items(1)
    items[0]["note"] = "😀"
    items[0]["number"] = 2**63 - 1
    folder = masks_study(tmp_path)
    (folder / "items.jsonl").write_text(json.dumps(items[0]) + "\n", encoding="utf-8")
    columns = load_definition(folder).items[0].columns
    assert (columns["note"], columns["number"]) == ("😀", 2**63 - 1)


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"id": ""}, "item-bad-id", "items.jsonl:1 · id"),
        ({"id": None}, "item-bad-id", "items.jsonl:1"),
        ({"id": True}, "item-bad-id", "items.jsonl:1 · id"),
        ({"id": "a\tb"}, "item-bad-id", "items.jsonl:1 · id"),
        ({"id": " a"}, "item-bad-id", "items.jsonl:1 · id"),
        ({"id": "a\u202eb"}, "item-bad-id", "items.jsonl:1 · id"),
        ({"id": "a" * 201}, "item-bad-id", "items.jsonl:1 · id"),
        ({"id": "001"}, "item-duplicate-id", "items.jsonl:2"),
        ({"kind": "extra"}, "item-bad-kind", "items.jsonl:1 · kind"),
        ({"image": None}, "item-missing-value", "items.jsonl:1"),
        ({"image": 3}, "item-bad-value", "items.jsonl:1 · image"),
        ({"image": "../../secret.png"}, "media-outside", "items.jsonl:1 · image"),
        ({"image": "/etc/passwd"}, "media-outside", "items.jsonl:1 · image"),
        ({"image": "C:\\x.png"}, "media-outside", "items.jsonl:1 · image"),
        ({"point": [1, "2"]}, "item-bad-value", "items.jsonl:1 · point"),
        ({"point": None, "box": [5, 5, 2, 9]}, "item-bad-value", "items.jsonl:1 · box"),
        ({"point": None}, "masks-prompt", "items.jsonl:1"),
        ({"system": "alpha"}, "item-bad-system", "items.jsonl:1 · system"),
        ({"candidates": []}, "item-bad-candidates", "items.jsonl:1 · candidates"),
        ({"candidates": {"system": "a"}}, "item-bad-candidates", "items.jsonl:1 · candidates"),
        ({"candidates": ["alpha"]}, "item-bad-candidates", "items.jsonl:1 · candidates.0"),
        ({"candidates": [{"mask": rle(3)}]}, "item-bad-system", "items.jsonl:1 · candidates.0"),
        ({"candidates": [{"system": "a"}]}, "item-missing-value", "items.jsonl:1 · candidates.0"),
        (
            {"candidates": [{"system": "a", "mask": rle(3)}, {"system": "a", "mask": rle(4)}]},
            "item-duplicate-system",
            "items.jsonl:1 · candidates.1",
        ),
        ({"kind": "attention"}, "item-bad-reference", "items.jsonl:1"),
        ({"reference": {"expects": []}}, "item-bad-reference", "items.jsonl:1 · reference.expects"),
        (
            {"reference": {"expects": [{"field": "qualty", "is": 3}]}},
            "item-bad-reference",
            "items.jsonl:1 · reference.expects.0",
        ),
        (
            {"reference": {"expects": [{"field": "quality", "is": 11}]}},
            "item-bad-reference",
            "items.jsonl:1 · reference.expects.0",
        ),
        (
            {"reference": {"expects": [{"field": "quality", "system": "delta", "is": 3}]}},
            "item-bad-reference",
            "items.jsonl:1 · reference.expects.0",
        ),
    ],
)
def test_a_wrong_item_is_refused_in_its_place(tmp_path: Path, change: dict[str, Any], code: str, where: str) -> None:
    items = mask_items(2)
    items[0] |= change
    problem = only(masks_study(tmp_path, content=items))
    assert (problem.code, problem.where) == (code, where)


def test_what_is_missing_is_asked_for_by_its_name(tmp_path: Path) -> None:
    items = mask_items(2)
    del items[0]["image"]
    assert only(masks_study(tmp_path, content=items)).hint.startswith("add 'image': ")


def test_names_that_are_nearly_right_are_suggested(tmp_path: Path) -> None:
    items = mask_items(2)
    items[0]["imgae"] = items[0].pop("image")
    assert '"imgae"' in only(masks_study(tmp_path / "a", content=items)).hint
    items = mask_items(2)
    for item in items:
        item["datset"] = item.pop("dataset")
    warnings = load_definition(masks_study(tmp_path / "b", content=items)).warnings
    assert [(w.code, w.where) for w in warnings] == [("item-column-near", "items.jsonl:1 · datset")]
    assert 'did you mean "dataset"?' in warnings[0].hint


def test_the_same_mistake_many_times_is_told_a_few_times_and_counted(tmp_path: Path) -> None:
    items = [{**item, "id": f"{copy}-{item['id']}", "image": 7} for copy in range(250) for item in mask_items()]
    found = problems(masks_study(tmp_path, content=items))
    assert len(found) < 20
    assert found[-1].problem == "and 988 more like this"


def test_group_and_block_come_from_columns(tmp_path: Path) -> None:
    items = mask_items(2)
    for number, item in enumerate(items):
        item |= {"prompt": "a/b", "seed": number}
    found = load_definition(masks_study(tmp_path, content=items, group="prompt", block=["prompt", "seed"])).items
    assert [(item.group, item.block) for item in found] == [("a/b", "a//b / 0"), ("a/b", "a//b / 1")]


def test_without_a_block_column_each_item_is_its_own(tmp_path: Path) -> None:
    assert [(i.group, i.block) for i in load_definition(masks_study(tmp_path)).items[:2]] == [("", "000"), ("", "001")]


def test_a_group_column_that_no_item_has_is_one_mistake_of_the_study_file(tmp_path: Path) -> None:
    problem = only(masks_study(tmp_path / "a", group="datset"))
    assert (problem.code, problem.where) == ("column-unknown", "study.yaml:4 · group")
    assert 'did you mean "dataset"?' in problem.hint
    items = mask_items(3)
    del items[1]["dataset"]
    problem = only(masks_study(tmp_path / "b", content=items, group="dataset"))
    assert (problem.code, problem.where) == ("item-missing-value", "items.jsonl:2")


def test_candidates_whose_ids_would_be_equal_are_refused(tmp_path: Path) -> None:
    items = mask_items(2)
    items[0] |= {"id": "a", "candidates": [{"system": "b/c", "mask": rle(3)}]}
    items[1] |= {"id": "a/b", "candidates": [{"system": "c", "mask": rle(3)}]}
    assert only(masks_study(tmp_path, content=items)).code == "item-ambiguous"


def loaded(folder: Path) -> Definition:
    return load_definition(folder)


def test_the_item_itself_may_be_the_output(tmp_path: Path) -> None:
    folder = other_study(tmp_path / "a", "item", ["id,image,system,asked", "007,x.png,s1,5.0"], file="items.csv")
    item = loaded(folder).items[0]
    assert (item.id, item.system, item.columns["asked"], item.candidates) == ("007", "s1", 5, ())
    assert loaded(folder).systems == ("s1",)
    quiet = other_study(tmp_path / "b", "item", ['{"id": 7, "image": "x.png"}'])
    assert [w.code for w in loaded(quiet).warnings] == ["item-without-system"]
    assert loaded(quiet).items[0].id == "7"
    line = '{"id": "x", "image": "x.png", "candidates": [{"system": "a"}]}'
    assert only(other_study(tmp_path / "c", "item", [line])).code == "item-bad-candidates"


def test_pairs_need_two_candidates(tmp_path: Path) -> None:
    one = '{"id": "x", "image": "x.png", "candidates": [{"system": "a", "image": "a.png", "reply": "yes"}]}'
    assert only(other_study(tmp_path, "pair", [one])).code == "item-bad-candidates"


def test_a_column_of_items_and_candidates_must_be_told_apart_in_a_table(tmp_path: Path) -> None:
    rows = ["x,s.png,a,a.png,yes", "x,s.png,b,b.png,no"]
    clash = other_study(tmp_path / "a", "pair", ["id,image,system,image,reply", *rows], file="items.csv")
    assert {p.code for p in problems(clash)} == {"items-bad-header"}
    told = ["id,item.image,system,candidate.image,reply", *rows]
    item = loaded(other_study(tmp_path / "b", "pair", told, file="items.csv")).items[0]
    assert item.columns["image"] == "s.png"
    assert [c.columns["image"] for c in item.candidates] == ["a.png", "b.png"]


def test_numbers_in_text_columns_stay_as_written(tmp_path: Path) -> None:
    table = ["id,image,system,caption", "1,x.png,a,007", "1,x.png,b,1.50"]
    item = loaded(other_study(tmp_path, "all", table, file="items.csv")).items[0]
    assert [c.columns["caption"] for c in item.candidates] == ["007", "1.50"]


@pytest.mark.parametrize(
    ("content", "code", "where"),
    [
        (b"", "items-empty", "items.csv:1"),
        (b"id,system,image\n", "items-missing-column", "items.csv:1"),
        (b"id;system;image;caption\n", "items-empty", "items.csv:1"),
        (b"id,system,image,caption,caption\n1,a,b,c,d\n", "items-bad-header", "items.csv:1 · caption"),
        (b"id,system,image,caption,\n1,a,b,c,d\n", "items-bad-header", "items.csv:1"),
        (b"id,system,image,caption,candidates\n1,a,b,c,d\n", "items-bad-header", "items.csv:1 · candidates"),
        (b"id,system,image,caption\n1,a,b\n", "items-bad-row", "items.csv:2"),
        (b"id,system,image,caption\n1,a,b,c,d\n", "items-bad-row", "items.csv:2"),
        (b'id,system,image,caption\n1,a,b,c\n1,b,b,"open\n\n', "items-bad-row", "items.csv:3"),
        (b'id,system,image,caption\n1,a,b,"c"d\n', "items-bad-row", "items.csv:2"),
        (b"id,system,image,caption\n1,a,b,caf\xe9\n", "file-not-utf8", "items.csv:2"),
        ("id,system,image,caption\n1,a,b,c\n".encode("utf-16"), "file-not-utf8", "items.csv:1"),
        (b"id,system,image,caption\n1,a,b,c\n,b,b,d\n", "item-bad-id", "items.csv:3 · id"),
        (b"id,system,image,caption\n1,a,b,c\n1,,b,d\n", "item-bad-system", "items.csv:3"),
        (b"id,system,image,caption\n1,a,b,c\n1,a,b,d\n", "item-duplicate-system", "items.csv:3"),
        (b"id,system,image,caption\n1,a,b,\n", "item-missing-value", "items.csv:2"),
    ],
)
def test_a_wrong_table_is_refused_in_its_place(tmp_path: Path, content: bytes, code: str, where: str) -> None:
    folder = other_study(tmp_path, "all", [], file="items.csv")
    (folder / "items.csv").write_bytes(content)
    assert (code, where) in [(p.code, p.where) for p in problems(folder)]


@given(st.text(max_size=210))
def test_any_id_is_kept_exactly_or_refused(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    item = mask_items(1)[0] | {"id": name}
    folder = masks_study(tmp_path_factory.mktemp("ids"))
    (folder / "items.jsonl").write_text(json.dumps(item) + "\n", encoding="utf-8")
    try:
        found = load_definition(folder).items[0].id
    except BeholderError as error:
        assert error.code in ("item-bad-id", "items-bad-json")  # noqa: PT017 either outcome is right
    else:
        assert found == name
