"""Tables as people keep them: spaces, commas, empty rows, words for nothing; read rightly, or left out and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.analysis import Analysis
from beholder.errors import BeholderError
from beholder.imports import TableOptions, analyse_file, parse_map, read_ratings

_VALUES = {"ash": (2, 3, 4, 3), "elm": (5, 4, 5, 4)}
_ROWS = [(f"img{i}", system, value) for system, values in _VALUES.items() for i, value in enumerate(values)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def _written(folder: Path, text: str, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return path


def _notes(found: Analysis) -> str:
    return " ".join(note.to("en") for note in found.notes)


@pytest.mark.parametrize(
    "heading",
    ["Item ID,System Name,Overall Score", " item , system , score ", "item-id,Model,Rating", "图片,模型,评分"],
)
def test_headings_are_known_however_they_are_spelt(folder: Path, heading: str) -> None:
    lines = "".join(f"{item},{system},{value}\r\n" for item, system, value in _ROWS)
    read = read_ratings(_written(folder, f"\ufeff{heading}\r\n{lines}"))
    assert read.data.used("system") == ["ash", "elm"]
    assert read.data.numbers["number"].tolist() == [2, 3, 4, 3, 5, 4, 5, 4]


def test_spaces_around_names_make_no_new_system(folder: Path) -> None:
    lines = "".join(f"{item} , {system}{' ' * (k % 3)},{value} \n" for k, (item, system, value) in enumerate(_ROWS))
    found = analyse_file(_written(folder, "item,system,score\n" + lines))
    assert found.facts["systems"] == ["ash", "elm"]
    assert found.facts["items"] == 4
    assert found.finding("value.mean.elm").value == 4.5


def test_rows_of_delimiters_alone_are_no_rows(folder: Path) -> None:
    lines = "".join(f"{item},{system},{value}\n" for item, system, value in _ROWS)
    assert len(read_ratings(_written(folder, f"item,system,score\n{lines}\n,,\n , ,\n")).data) == 8


def test_decimal_commas_are_read(folder: Path) -> None:
    lines = "".join(f"{item};{system};{value},5\n" for item, system, value in _ROWS)
    found = analyse_file(_written(folder, "item;system;score\n" + lines))
    assert found.finding("value.mean.ash").value == 3.5
    wide = "item;S1;S2\n" + "".join(f"{item}{system};{value};0,{value}\n" for item, system, value in _ROWS)
    found = analyse_file(_written(folder, wide), TableOptions(mapping={"value": "S1,S2"}))
    assert found.finding("S2.mean").value == pytest.approx(sum(v for _, _, v in _ROWS) / 80)


def test_commas_that_may_part_thousands_are_not_guessed_at(folder: Path) -> None:
    lines = "".join(f"{item};{system};{value},250\n" for item, system, value in _ROWS)
    read = read_ratings(_written(folder, "item;system;score\n" + lines))
    assert "2,250" in read.data.used("value")


@pytest.mark.parametrize("sign", ["%", " %", "％"])
def test_percentages_are_numbers(folder: Path, sign: str) -> None:
    lines = "".join(f"{item},{system},{10 * value}{sign}\n" for item, system, value in _ROWS)
    found = analyse_file(_written(folder, f"item,system,score\n{lines}img9,ash,0\nimg9,elm,N/A\n"))
    assert found.finding("value.mean.ash").value == pytest.approx((20 + 30 + 40 + 30 + 0) / 5)
    assert found.finding("value.mean.elm").value == 45
    assert "Answers to value are written as percentages and read as numbers from 0 to 100." in _notes(found)


def test_percentages_beside_plain_numbers_are_told_before_any_result(folder: Path) -> None:
    lines = "".join(
        f"{item},{system},{f'{10 * value}%' if k % 2 else value / 10}\n"
        for k, (item, system, value) in enumerate(_ROWS)
    )
    found = analyse_file(_written(folder, "item,system,score\n" + lines))
    assert (
        found.warnings[-1].to("en").startswith("Some answers to value are written as percentages and others as plain")
    )


def test_a_percentage_in_a_comment_stays_as_it_was_typed(folder: Path) -> None:
    lines = "".join(
        f"{item},{system},{value},{'50%' if k else 'half of it'}\n" for k, (item, system, value) in enumerate(_ROWS[:2])
    )
    more = "".join(f"{item},{system},{value},all of {item}\n" for item, system, value in _ROWS[2:])
    read = read_ratings(
        _written(folder, "item,system,score,note\n" + lines + more), TableOptions(mapping={"value": "score,note"})
    )
    assert "50%" in read.data.used("value")


def test_words_for_nothing_do_not_turn_numbers_into_kinds(folder: Path) -> None:
    lines = "".join(f"{item},{system},{value}\n{item},{system},N/A\n" for item, system, value in _ROWS)
    found = analyse_file(_written(folder, "item,system,score\n" + lines))
    assert found.finding("value.mean.ash").value == 3
    assert "8 answers to value are not numbers and are left out: “N/A”" in _notes(found)


def test_what_is_left_out_is_said(folder: Path) -> None:
    lines = "".join(f"{item},{system},anna,{value}\n" for item, system, value in _ROWS * 2)
    dirt = "img0,ash,anna,4o\nimg1,ash,anna,\nimg2,,anna,3\nimg3,elm,,4\nimg0,elm,,5\n"
    said = _notes(analyse_file(_written(folder, "item,system,rater,score\n" + lines + dirt)))
    assert "1 answer to value is not a number and is left out: “4o”" in said
    assert "1 answer to value is empty and is left out." in said
    assert "1 row names no system and enters no comparison." in said
    assert "2 rows name no rater and enter no agreement." in said
    clean = _notes(analyse_file(_written(folder, "item,system,rater,score\n" + lines)))
    assert "left out" not in clean
    assert "name no" not in clean


def test_rows_without_a_name_are_not_one_rater(folder: Path) -> None:
    named = "".join(f"{item},{system},{who},{value}\n" for item, system, value in _ROWS for who in ("ann", "bob"))
    nameless = "".join(f"{item},{system},,{6 - value}\n" for item, system, value in _ROWS)
    without = analyse_file(_written(folder, "item,system,rater,score\n" + named))
    found = analyse_file(_written(folder, "item,system,rater,score\n" + named + nameless))
    assert found.finding("value.alpha").value == without.finding("value.alpha").value == 1
    assert found.finding("value.alpha").n_dropped == 8
    assert {row["raters"] for row in found.table("value.systems").rows} == {2}
    assert {row["rater"] for row in found.table("raters").rows} == {"ann", "bob"}


def test_a_column_may_be_a_rater(folder: Path) -> None:
    lines = "".join(f"{item},{system},{value},{value - 1},\n" for item, system, value in _ROWS[:-1])
    path = _written(folder, f"item,system,Ann,Bob,Cy\n{lines}img3,elm,4,,1\n")
    found = analyse_file(path, TableOptions(mapping=parse_map(["rater=Ann, Bob,Cy"])))
    assert found.facts["raters"] == 3
    assert found.facts["answers"] == 7 + 7 + 2
    assert found.finding("value.mean.ash").value == pytest.approx(2.5)
    with pytest.raises(BeholderError, match="hold the values"):
        analyse_file(path, TableOptions(mapping={"rater": "Ann,Bob", "value": "Cy"}))


def test_a_field_may_be_called_as_its_column(folder: Path) -> None:
    path = _written(folder, "item,score\n" + "".join(f"{item}{system},{value}\n" for item, system, value in _ROWS))
    assert read_ratings(path, TableOptions(levels={"score": "interval"})).data.field("value").level == "interval"
    assert read_ratings(path, TableOptions(levels={"value": "interval"})).data.field("value").level == "interval"


def test_each_rating_of_a_table_without_trials_is_an_answer(folder: Path) -> None:
    """Two questions about one image, keyed by the image alone, are two answers and not one."""
    lines = "".join(f"{item},{system},anna,{value}\n" for item, system, value in _ROWS * 2)
    found = analyse_file(_written(folder, "item,system,rater,score\n" + lines))
    assert found.facts["answers"] == found.finding("value.mean.ash").n + found.finding("value.mean.elm").n == 16
    wide = "item,system,rater,S1,S2\n" + "".join(f"{item},{system},anna,{v},{v}\n" for item, system, v in _ROWS * 2)
    assert analyse_file(_written(folder, wide), TableOptions(mapping={"value": "S1,S2"})).facts["answers"] == 16


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("ratings.xlsx", "PK\x03\x04", "save it as"),
        ("table.csv", "item,system,A1,A2\nx,ash,1,2\n", "rater=FIRST,SECOND for a column per rater"),
        ("table.csv", "img0,ash,2\nimg1,ash,3\n", "is the first line the heading?"),
        ("table.csv", "item,system,score\nimg0,ash,2\n,ash,3\n", "leave the row out"),
    ],
)
def test_the_hint_says_how_to_mend_it(folder: Path, name: str, text: str, told: str) -> None:
    with pytest.raises(BeholderError) as caught:
        analyse_file(_written(folder, text, name))
    assert told in caught.value.problems[0].hint


def test_a_malformed_option_is_called_by_its_name() -> None:
    with pytest.raises(BeholderError, match="--order 'quality' is not of the form FIELD=LOW"):
        parse_map(["quality"], option="--order")
