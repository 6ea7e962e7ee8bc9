"""Files as they come: whatever is wrong with one is told with its row, never as a traceback."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.imports import read_ratings

GOOD = "item,system,rater,score\n" + "".join(
    f"i{i},{system},r{rater},{(i + rater) % 5 + 1}\n" for i in range(6) for system in "ab" for rater in range(2)
)
TASK = {
    "id": 1,
    "data": {"image": "a.png", "model": "m"},
    "annotations": [
        {"id": 5, "completed_by": 2, "result": [{"from_name": "q", "type": "rating", "value": {"rating": 3}}]}
    ],
}


def _tasks(**changed: Any) -> bytes:
    """A Label Studio export whose second object was tampered with."""
    second = json.loads(json.dumps(TASK))
    if "result" in changed:
        second["annotations"][0]["result"] = changed["result"]
    else:
        second |= changed
    return json.dumps([TASK, second]).encode()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bom.csv", b"\xef\xbb\xbf" + GOOD.encode()),
        ("semicolons.csv", GOOD.replace(",", ";").encode()),
        ("pipes.csv", GOOD.replace(",", "|").encode()),
        ("windows.csv", GOOD.replace("\n", "\r\n").encode()),
        ("macintosh.csv", GOOD.replace("\n", "\r").encode()),
        ("packed.csv.gz", gzip.compress(GOOD.encode(), mtime=0)),
        ("bom.json", b"\xef\xbb\xbf" + json.dumps([TASK]).encode()),
        ("unanswered.json", _tasks(result=None)),
    ],
)
def test_what_can_be_read_is_read(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert len(read_ratings(tmp_path / name).data) == (1 if name.endswith(".json") else 24)


def test_missing_values_are_missing(tmp_path: Path) -> None:
    text = GOOD.replace("i0,a,r0,1", "i0,a,r0,NaN").replace("i0,a,r1,2", "i0,a,r1,")
    (tmp_path / "nan.csv").write_text(text, encoding="utf-8")
    values = read_ratings(tmp_path / "nan.csv").data.text["value"]
    assert sum(values.names[code] == "" for code in values.codes) == 2


@pytest.mark.parametrize(
    ("name", "content", "where", "said"),
    [
        ("empty.csv", b"", "", "the file is empty"),
        ("empty.jsonl", b"", "", "the file is empty"),
        ("blank.csv", b"\n\n", "", "first line is empty"),
        ("utf16.csv", GOOD.encode("utf-16"), "", "UTF-16"),
        ("utf16le.csv", GOOD.encode("utf-16-le"), "", "UTF-16"),
        ("utf16.json", json.dumps([TASK]).encode("utf-16"), "", "UTF-16"),
        ("latin.csv", GOOD.replace("i5", "ié").encode("latin-1"), "row 21", "not UTF-8"),
        ("more.csv", GOOD.replace("i2,a,r0,", "i2,a,r0,9,").encode(), "row 9", "more than 4 cells"),
        ("fewer.csv", GOOD.replace("i2,a,r0,3", "i2,a").encode(), "row 9", "2 cells, the heading 4"),
        ("quote.csv", GOOD.replace("i2,a,r0", '"i2,a,r0').encode(), "row 9", "never closed"),
        ("twice.csv", GOOD.replace("item,system", "item,item").encode(), "", 'column "item" stands twice'),
        ("unnamed.csv", GOOD.replace("item", "thing").encode(), "", "which column is the item"),
        ("hole.csv", GOOD.replace("i2,a,r1", ",a,r1").encode(), "row 10", "the item is missing"),
        ("cut.csv.gz", gzip.compress(GOOD.encode(), mtime=0)[:40], "", "cannot be read"),
        ("line.jsonl", b'{"item": "a", "score": 1}\n\n{"item": "b", "score": 2}\n{oops\n', "row 3", "not valid JSON"),
        ("text.parquet", b"hello hello hello hello", "", "cannot be read"),
        ("deep.json", b"[" * 100_000, "", "nested too deeply"),
        ("data.json", _tasks(data=None), "object 2", "data and a list"),
        ("annotations.json", _tasks(annotations=["x"]), "object 2, annotation 1", "an annotation is an object"),
        ("result.json", _tasks(result=["x"]), "object 2, annotation 1", "a result is an object"),
        (
            "value.json",
            _tasks(result=[{"type": "rating", "value": 3}]),
            "object 2, annotation 1",
            "a result is an object",
        ),
        ("winner.csv", b"model_a,model_b,winner\nx,y,model_a\nx,y,banana\n", "row 2", 'winner "banana"'),
        ("lone.csv", b"model_a,model_b,winner\nx,y,model_a\nx,,model_b\n", "row 2", "model_b is missing"),
        ("self.csv", b"model_a,model_b,winner\nx,y,tie\nx,x,model_b\n", "row 2", "compared with itself"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, name: str, content: bytes, where: str, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BeholderError) as caught:
        read_ratings(path)
    problem = caught.value.problems[0]
    assert said in problem.problem
    assert problem.where == f"{path} {where}".strip()
    assert len(problem.problem) < 300


def test_a_numeric_column_with_words_names_the_row(tmp_path: Path) -> None:
    rows = "item,value,field,number\n" + "".join(f"i{n},{n},f,{n if n != 7 else 'seven'}\n" for n in range(1, 10))
    (tmp_path / "t.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        read_ratings(tmp_path / "t.csv")
    assert "'seven' is no number" in caught.value.problems[0].problem
    assert caught.value.problems[0].where.endswith("row 7")


@pytest.mark.parametrize(
    ("encoding", "text", "said"),
    [
        ("cp1252", "Prüfer;Größe;value\nMüller;3,5;2\n", "iconv -f WINDOWS-1252"),
        ("gb18030", "图片,模型,评分\n甲,乙,3\n", "iconv -f GB18030"),
        ("utf-16", "item\tvalue\na\t1\n", "iconv -f UTF-16"),
    ],
)
def test_other_encodings_are_named_with_the_way_out(tmp_path: Path, encoding: str, text: str, said: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(BeholderError) as caught:
        read_ratings(path)
    assert said in caught.value.problems[0].hint
