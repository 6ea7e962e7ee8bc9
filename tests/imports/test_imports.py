"""Tables from elsewhere: what each column is taken for, the layouts that are read, and errors that name the row."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import duckdb
import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.fields import Way
from beholder.imports import TableOptions, analyse_file, parse_map, read_ratings
from beholder.tables.ratings import COLUMNS, Rating
from beholder.tables.ratings_frame import RatingsTable
from beholder.tabular import column_names, read_coded, read_columns

_LINES = [
    f"img{i},{s},{r},{min(5, 1 + (i * 7 + 3 * len(s) + r) % 5)}"
    for i in range(12)
    for s in ("ash", "beech")
    for r in range(3)
]
_CSV = "image_id,model,annotator,score\n" + "\n".join(_LINES) + "\n"


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain.csv"
    path.write_text(_CSV, encoding="utf-8")
    return path


def test_columns_with_telling_names_need_no_mapping(plain: Path) -> None:
    read = read_ratings(plain)
    assert dict(read.taken) == {"value": "score", "item": "image_id", "system": "model", "rater": "annotator"}
    assert len(read.data) == 72
    assert read.data.used("system") == ["ash", "beech"]
    assert [info.name for info in read.data.fields] == ["value"]
    assert any("image_id as item" in hint.to("en") for hint in analyse_file(plain).hints)


def test_chinese_names_of_columns_need_no_mapping(tmp_path: Path) -> None:
    path = tmp_path / "zh.csv"
    path.write_text("题目,模型,评分员,得分\n" + "\n".join(_LINES) + "\n", encoding="utf-8")
    assert dict(read_ratings(path).taken) == {"value": "得分", "item": "题目", "system": "模型", "rater": "评分员"}


def test_three_columns_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    rows = [line.split(",") for line in _LINES]
    path.write_text("what,who,points\n" + "\n".join(f"{r[0]},{r[2]},{r[3]}" for r in rows), encoding="utf-8")
    found = analyse_file(path, TableOptions(mapping={"item": "what", "rater": "who", "value": "points"}))
    assert found.finding("points.mean").n == 72
    assert np.isfinite(found.finding("points.alpha").value)


def test_three_columns_of_a_comparison_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("left,right,winner\n" + "tea,milk,left\nmilk,tea,right\ntea,milk,tie\n" * 6, encoding="utf-8")
    found = analyse_file(path)
    assert found.summary[0].to("en") == "18 answers on 18 items of 2 systems."
    assert found.finding("preference.win_share.tea").value == pytest.approx(2.5 / 3)


def test_the_columns_of_crowdsourcing_libraries_are_known(tmp_path: Path) -> None:
    path = tmp_path / "crowd.tsv"
    path.write_text("task\tworker\tlabel\n" + "1\ta\tcat\n1\tb\tdog\n2\ta\tcat\n2\tb\tcat\n" * 4, encoding="utf-8")
    assert dict(read_ratings(path).taken) == {"value": "label", "item": "task", "rater": "worker"}


def test_a_rater_who_rates_a_thing_again_is_remarked(plain: Path, tmp_path: Path) -> None:
    path = tmp_path / "questions.csv"
    path.write_text(
        "image,question,rater,score\n" + "".join(f"i{i},q{q},r{r},{1 + (i + q) % 5}\n" for i in range(9) for q in range(2) for r in range(2)),
        encoding="utf-8",
    )  # fmt: skip
    assert "18 rows are by a rater who had rated the same item" in analyse_file(path).notes[-1].to("en")
    joined = analyse_file(path, TableOptions(mapping={"item": "image+question"}))
    assert not any("had rated" in note.to("en") for note in (*joined.notes, *analyse_file(plain).notes))


def test_json_that_is_no_list_of_rows_is_said(tmp_path: Path) -> None:
    path = tmp_path / "nested.json"
    path.write_text(
        json.dumps({f"image-{i}": {"score": [3, 4], "text": "a dog"} for i in range(300)}), encoding="utf-8"
    )
    with pytest.raises(BeholderError) as caught:
        analyse_file(path)
    assert caught.value.code == "table-unreadable"
    assert "one object per rating" in caught.value.problems[0].hint


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".csv.gz", ".parquet", ".jsonl", ".jsonl.gz"])
def test_every_format_says_the_same(plain: Path, tmp_path: Path, ending: str) -> None:
    rows = [dict(zip(("image_id", "model", "annotator", "score"), line.split(","), strict=True)) for line in _LINES]
    path = tmp_path / f"same{ending}"
    text = {
        ".csv": _CSV,
        ".tsv": _CSV.replace(",", "\t"),
        ".jsonl": "\n".join(json.dumps(row) for row in rows) + "\n",
    }
    if ending == ".parquet":
        duckdb.sql(f"COPY (SELECT * FROM read_csv('{plain}', all_varchar=true)) TO '{path}' (FORMAT parquet)")
    elif ending.endswith(".gz"):
        path.write_bytes(gzip.compress(text[ending.removesuffix(".gz")].encode()))
    else:
        path.write_text(text[ending], encoding="utf-8")
    one, other = analyse_file(plain), analyse_file(path)
    assert [f.to_json() for f in one.findings] == [f.to_json() for f in other.findings]


def test_wide_tables_become_several_fields(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("item,rater,SC,PQ\na,1,0,0.5\na,2,0.5,1\nb,1,1,\nb,2,1,0\n", encoding="utf-8")
    both = read_ratings(path, TableOptions(mapping={"value": "SC,PQ"})).data
    assert both.used("field") == ["PQ", "SC"]
    assert len(both) == 8
    named = read_ratings(path, TableOptions(mapping={"fit": "SC"})).data
    assert named.used("field") == ["fit"]
    found = analyse_file(path, TableOptions(mapping={"value": "SC,PQ"}))
    assert found.finding("PQ.mean").n == 3


def test_a_key_may_be_made_of_several_columns(plain: Path) -> None:
    data = read_ratings(plain, TableOptions(mapping={"item": "image_id+model"})).data
    assert data.count("item") == 24
    assert "img0/ash" in data.used("item")


def test_a_mapping_the_other_way_round_is_understood(plain: Path) -> None:
    data = read_ratings(plain, TableOptions(mapping={"model": "system", "score": "value"})).data
    assert data.used("system") == ["ash", "beech"]


def test_battle_logs_with_every_kind_of_winner(tmp_path: Path) -> None:
    path = tmp_path / "battles.csv"
    winners = ["model_a", "model_b", "tie", "tie (bothbad)", "oak", "elm", "A", "B"]
    lines = [f"q{i},{'oak,elm' if i % 2 else 'elm,oak'},{w},judge{i % 3}" for i, w in enumerate(winners)]
    path.write_text("question_id,model_a,model_b,winner,judge\n" + "\n".join(lines), encoding="utf-8")
    data = read_ratings(path).data
    table = {
        (item, system): value
        for item, system, value in zip(*(data.text[c].texts() for c in ("item", "system", "value")), strict=True)
    }
    assert table["q0", "elm"] == "win"
    assert table["q1", "elm"] == "win"
    assert table["q2", "oak"] == "tie"
    assert table["q3", "oak"] == table["q3", "elm"] == "both_bad"
    assert table["q4", "oak"] == "win"
    assert table["q5", "elm"] == "win"
    assert table["q6", "elm"] == "win"
    assert table["q7", "elm"] == "win"
    assert table["q7", "oak"] == "loss"
    assert data.used("rater") == ["judge0", "judge1", "judge2"]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (
            ("A>B", "b<a", "[[A>B]]", "Model_A", "left", "first", "1", "1.0", "oak", "Oak", "oak > elm", "elm<oak"),
            "win",
        ),
        (("B>A", "A < B", "model-b", "right", "2", "elm>oak", "ELM"), "loss"),
        (("A=B", "A=B=Good", "tie (bothgood)", "Draw", "0", "差不多"), "tie"),
        (("A=B=Bad", "tie (bothbad)", "both_bad", "Both bad", "bothbad", "两个都不好"), "both_bad"),
        (("unsure", "Not sure", "I can’t tell", "无法判断"), "unsure"),
        (("", "  "), ""),
    ],
)
def test_outcomes_in_everybodys_words(tmp_path: Path, words: tuple[str, ...], value: str) -> None:
    path = tmp_path / "battles.csv"
    path.write_text("model_a,model_b,winner\n" + "".join(f"oak,elm,{word}\n" for word in words), encoding="utf-8")
    data = read_ratings(path).data
    said = data.text["value"].texts().tolist()
    assert said[: len(words)] == [value] * len(words)
    mirrored = {"win": "loss", "loss": "win"}.get(value, value)
    assert said[len(words) :] == [mirrored] * len(words)
    # where all said that both were bad, it is still a comparison
    assert data.fields[0].way is Way.PREFERENCE


def test_names_are_more_than_words(tmp_path: Path) -> None:
    """Where systems are called A and B, A is the system of that name, wherever it stands."""
    path = tmp_path / "battles.csv"
    path.write_text("model_a,model_b,winner\nB,A,A>B\nB,A,a\nB,A,B\n", encoding="utf-8")
    values = read_ratings(path).data.text["value"].texts().tolist()
    assert values[:3] == ["loss", "loss", "win"]


def test_wins_and_losses_may_be_spelled_as_people_do(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    rows = [("Win", "Lost"), ("Tie", "tie"), ("Both bad", "both-bad"), ("Not sure", "unsure")]
    path.write_text(
        "item,system,value,answer\n"
        + "".join(f"i{n},{s},{v},{n}\n" for n, two in enumerate(rows) for s, v in zip("ab", two, strict=True)),
        encoding="utf-8",
    )
    data = read_ratings(path).data
    assert data.fields[0].way is Way.PREFERENCE
    assert sorted(data.used("value")) == ["both_bad", "loss", "tie", "unsure", "win"]


def test_label_studio_exports(tmp_path: Path) -> None:
    objects = [
        {
            "id": i,
            "data": {"image": f"/{i}.png", "item": f"pic{i}", "system": s},
            "annotations": [
                {
                    "id": 100 * i + r,
                    "completed_by": {"id": r, "email": f"r{r}@x"},
                    "was_cancelled": r == 3,
                    "result": [
                        {"from_name": "quality", "type": "rating", "value": {"rating": 1 + (i + r) % 5}},
                        {"from_name": "kind", "type": "choices", "value": {"choices": ["blur" if i % 2 else "fine"]}},
                        {"from_name": "note", "type": "textarea", "value": {"text": ["two", "lines"]}},
                        {"from_name": "box", "type": "rectanglelabels", "value": {"x": 1}},
                    ],
                }
                for r in range(4)
            ],
        }
        for i, s in enumerate(["a", "b"] * 6)
    ]
    path = tmp_path / "export.json"
    path.write_text(json.dumps(objects), encoding="utf-8")
    data = read_ratings(path).data
    assert data.used("field") == ["kind", "note", "quality"]
    assert data.used("rater") == ["r0@x", "r1@x", "r2@x"]
    assert data.used("system") == ["a", "b"]
    assert np.isfinite(analyse_file(path).finding("quality.alpha").value)


def test_our_own_export_comes_back_with_its_fields(tmp_path: Path) -> None:
    def row(rater: str, item: str, value: str, number: float | None) -> Rating:
        blank = dict.fromkeys(COLUMNS, "")
        filled = {**blank, "protocol": "counting", "item": item, "block": item, "system": "=sys", "rater": rater}
        filled |= {"kind": "main", "field": "count", "value": value, "trial": item, "answer": rater + item}
        filled |= {"weight": 1.0, "inclusion_probability": 1.0, "in_full": True, "passed": None}  # type: ignore[dict-item]
        whole = {"number": number, "sequence": 1, "position": 1, "active_ms": 900, "study_version": 1, "revision": 1}
        return Rating(**{**filled, **whole})  # type: ignore[arg-type]

    rows = [
        row(f"r{r}", f"i{i}", ">20" if i == 3 and r else str(i), None if i == 3 and r else float(i))
        for i in range(9)
        for r in range(3)
    ]
    for ending in (".csv", ".parquet", ".jsonl"):
        path = tmp_path / f"ratings{ending}"
        RatingsTable(tuple(rows)).save(path)
        read = read_ratings(path)
        assert read.protocol is not None
        assert read.protocol.name == "counting"
        assert read.data.used("system") == ["=sys"]
        assert read.data.field("count").level == "ratio"
        assert read.data.field("count").top == 20
        assert np.count_nonzero(np.isnan(read.data.numbers["number"])) == 2


@pytest.mark.parametrize(
    ("text", "mapping", "code", "where"),
    [
        ("a,b\n1,2\n", {}, "analysis-no-column", ""),
        ("item,score\nx,1\n,2\n", {}, "analysis-missing-item", "row 2"),
        ("item,score\nx,1\n", {"rater": "nobody"}, "table-no-column", ""),
        ("item,left,right,winner\nq,a,b,left\nq,a,b,c\n", {}, "analysis-bad-winner", "row 2"),
        ("item,left,right,winner\nq,a,b,left\nq,,b,right\n", {}, "analysis-missing-system", "row 2"),
        ("item,score,position\nx,1,1\nx,1,first\n", {}, "analysis-not-numeric", "row 2"),
    ],
)
def test_mistakes_are_told_with_their_place(
    tmp_path: Path, text: str, mapping: dict[str, str], code: str, where: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        analyse_file(path, TableOptions(mapping=mapping))
    assert caught.value.code == code
    assert where in caught.value.problems[0].where
    assert caught.value.problems[0].hint or where


@pytest.mark.parametrize("text", ["item", "=x", "item="])
def test_a_mapping_must_name_both_sides(text: str) -> None:
    with pytest.raises(BeholderError) as caught:
        parse_map([text])
    assert caught.value.code == "analysis-bad-map"


def test_levels_and_orders_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    words = ("bad", "fair", "good")
    lines = [f"i{i},r{r},{words[(i + r * r) % 3]}" for i in range(9) for r in range(3)]
    path.write_text("item,rater,score\n" + "\n".join(lines), encoding="utf-8")
    kinds = analyse_file(path)
    assert kinds.finding("value.alpha").method.startswith("Krippendorff's alpha, nominal")
    ranked = analyse_file(path, TableOptions(orders={"value": words}))
    assert ranked.finding("value.alpha").method.startswith("Krippendorff's alpha, ordinal")
    assert ranked.finding("value.mean").value == pytest.approx(
        np.mean([(i + r * r) % 3 for i in range(9) for r in range(3)])
    )
    with pytest.raises(BeholderError) as caught:
        analyse_file(path, TableOptions(levels={"value": "ordered"}))
    assert caught.value.code == "analysis-bad-level"
    with pytest.raises(BeholderError) as caught:
        analyse_file(path, TableOptions(orders={"value": ("bad", "fair", "goood")}))
    assert caught.value.code == "analysis-bad-order"
    assert "'good'" in caught.value.problems[0].problem
    with pytest.raises(BeholderError) as caught:
        analyse_file(path, TableOptions(levels={"points": "ordinal"}))
    assert caught.value.code == "analysis-unknown-field"


def test_coded_columns_are_the_same_texts_in_the_same_rows(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    texts = ["b", "", "a", "NaN", "b", " c ", "甲", "a,b", 'q"q']
    quoted = ['"' + t.replace('"', '""') + '"' for t in texts]
    path.write_text("x,y\n" + "\n".join(f"{q},{i}" for i, q in enumerate(quoted)), encoding="utf-8")
    assert column_names(path) == ["x", "y"]
    codes, names = read_coded(path, {"x": "x"})["x"]
    told = [None if c < 0 else names[c] for c in codes]
    assert told == read_columns(path, {"x": "x"})["x"]


def _table(path: Path, heading: str, *rows: str) -> Path:
    path.write_text("\n".join((heading, *rows)) + "\n", encoding="utf-8")
    return path


def test_a_column_that_ends_in_model_is_the_system(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(_CSV.replace("model", "gen_model", 1), encoding="utf-8")
    found = analyse_file(path)
    assert found.facts["systems"] == ["ash", "beech"]
    assert any("gen_model as system" in hint.to("en") for hint in found.hints)
    both = _table(tmp_path / "u.csv", "item,rater,score,gen_model,reward_model", "1,r,3,a,x", "2,r,4,b,y")
    assert "system" not in dict(read_ratings(both).taken), "which of the two is it?"


def test_a_headline_says_that_many_rows_drop_out(plain: Path, tmp_path: Path) -> None:
    """Without its column of systems, half of this table looks like ratings given twice."""
    hidden = tmp_path / "t.csv"
    hidden.write_text(_CSV.replace("model", "source", 1), encoding="utf-8")
    (first,) = analyse_file(hidden).warnings
    assert first.to("en").startswith(
        "36 of 72 rows (50 %) drop out of some or all results: 36 are by a rater who had rated"
    )
    assert "36 行" in first.to("zh")
    assert any("--map system=COLUMN" in hint.to("en") for hint in analyse_file(hidden).hints)
    assert analyse_file(plain).warnings == ()


def test_answers_that_enter_are_those_that_say_something(tmp_path: Path) -> None:
    votes = ["tea,milk,left", "milk,tea,right", "tea,milk,tie", "milk,tea,left", "tea,milk,"] * 4
    found = analyse_file(_table(tmp_path / "votes.csv", "left,right,winner", *votes))
    assert found.summary[0].to("en") == "16 answers on 16 items of 2 systems."
    (data,) = [one for one in found.sections if one.name == "data"]
    assert data.title.to("en").startswith("16 answers enter the results")
    account = {row["what"].to("en"): row["answers"] for row in found.table("data.account").rows}
    assert account == {"rating trials": 16, "left blank": 4}
    (systems,) = [row for row in found.table("preference.systems").rows if row["system"] == "tea"]
    assert systems["wins"] + systems["ties"] + systems["losses"] == 16
    assert found.facts["answers"] == 16


def test_columns_of_raters_hold_votes_where_two_systems_are_named(tmp_path: Path) -> None:
    heading = "prompt,first_image,second_image,a1,a2"
    path = _table(tmp_path / "t.csv", heading, "p1,tea,milk,1,tie", "p2,tea,milk,2,tea", "p3,milk,tea,1,1")
    mapping = {"model_a": "first_image", "model_b": "second_image", "rater": "a1,a2"}
    data = read_ratings(path, TableOptions(mapping=mapping)).data
    assert data.used("rater") == ["a1", "a2"]
    assert data.where(system="tea", value="win").n_answers() == 2
    signed = _table(tmp_path / "u.csv", heading, "p1,tea,milk,-1,0")
    with pytest.raises(BeholderError, match='winner "-1"') as refused:
        read_ratings(signed, TableOptions(mapping=mapping))
    assert "either side" in refused.value.problems[0].hint


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({"model_a": "a"}, "names model_a, but not model_b and winner"),
        ({"model_a": "a", "rater": "r1,r2"}, "names model_a, but not model_b"),
        ({"model_a": "a", "model_b": "b", "winner": "w", "value": "v"}, "have a winner, and no value"),
        ({"model_a": "a", "model_b": "b", "winner": "w", "style": "v"}, "have a winner, and no style"),
        ({"model_a": "a", "model_b": "b", "winner": "w", "rater": "r1,r2"}, "either raters or winners"),
        ({"model_a": "a", "model_b": "b", "winner": "r1,r2", "rater": "w"}, "either raters or winners"),
        ({"rater": "r1,r2", "value": "v"}, "the columns of raters hold the values"),
    ],
)
def test_no_mapping_is_passed_over(tmp_path: Path, mapping: dict[str, str], message: str) -> None:
    path = _table(tmp_path / "t.csv", "item,a,b,w,v,r1,r2", "1,x,y,x,3,x,y")
    with pytest.raises(BeholderError, match=message) as refused:
        read_ratings(path, TableOptions(mapping=mapping))
    assert refused.value.problems[0].code == "analysis-bad-map"


def test_a_value_beside_named_fields_is_a_field_too(tmp_path: Path) -> None:
    path = _table(tmp_path / "t.csv", "item,rater,sc,pq", "1,r,3,4", "2,r,5,1")
    fields = read_ratings(path, TableOptions(mapping={"value": "pq", "SC": "sc"})).data.fields
    assert {info.name for info in fields} == {"SC", "pq"}


def test_words_in_order_say_which_numbers_they_count_as(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    words = ("poor", "fair", "good")
    lines = [
        f"i{i},{s},r{r},{words[(i + r + len(s)) % 3]}" for i in range(9) for s in ("ash", "beech") for r in range(2)
    ]
    path.write_text("item,system,rater,value\n" + "\n".join(lines), encoding="utf-8")
    found = analyse_file(path, TableOptions(orders={"value": words}))
    (note,) = [note.to("en") for note in found.notes if "count from" in note.to("en")]
    assert "answers to value count from 0 (“poor”) to 2 (“good”)" in note


def test_a_range_in_a_heading_is_no_wording_of_the_question(plain: Path, tmp_path: Path) -> None:
    path = tmp_path / "heading.csv"
    path.write_text(plain.read_text(encoding="utf-8").replace("score", "Overall Quality (1-5)"), encoding="utf-8")
    found = analyse_file(path, TableOptions(mapping={"value": "Overall Quality (1-5)"}))
    assert any("Overall Quality (1-5)" in text.to("en") for text in found.summary)
    assert not any("(“Overall Quality”)" in text.to("en") for text in found.summary)


def test_the_codebook_beside_an_export_says_what_raters_were_asked(tmp_path: Path) -> None:
    """A study of clips: the protocol asks for pictures, and the study did not."""
    heading = "protocol,item,trial,answer,rater,kind,excluded_by,field,system,side,value"
    row = "side-by-side,i{0},t{0},a{0},r,main,,looks,{1},{2},{3}"
    rows = [row.format(k, *cell) for k in range(4) for cell in (("ash", "left", "win"), ("elm", "right", "loss"))]
    path = _table(tmp_path / "ratings.csv", heading, *rows)
    told = {"table": "ratings", "columns": [], "fields": [{"name": "looks", "type": "text", "meaning": {"en": "Which clip looks better?", "zh": "哪段视频更好看？"}}]}  # fmt: skip
    codebook = tmp_path / "ratings.codebook.json"
    assert "Which picture looks better" in analyse_file(path).sections[0].verdict[0].to("en")
    codebook.write_text(json.dumps(told), encoding="utf-8")
    verdict = analyse_file(path).sections[0].verdict[0]
    assert "Which clip looks better" in verdict.to("en")
    assert "哪段视频更好看" in verdict.to("zh")
    for other in ("", "[]", '{"table": "answers", "fields": []}', '{"table": "ratings", "fields": [{"name": 3}]}'):
        codebook.write_text(other, encoding="utf-8")
        assert "Which picture looks better" in analyse_file(path).sections[0].verdict[0].to("en")


def test_the_results_of_a_crowd_platform_are_read_by_their_columns(tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    names = "HITId,Title,Description,Keywords,Reward,CreationTime,MaxAssignments,AssignmentId,WorkerId,AssignmentStatus"
    rows = [
        f"h,t,d,k,$1,now,3,a,{worker},{status},https://example.org/{model}/{item}.png,{item},{model},{1 + item % 4}"
        for item in range(8)
        for model in ("sdxl", "flux")
        for worker, status in (("A1", "Approved"), ("A2", "Approved"), ("A3", "Rejected"))
    ]
    heading = f"{names},Input.image_url,Input.number,Input.model,Answer.quality"
    path.write_text("\n".join([heading, *rows]), encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        read_ratings(path)
    # those that matter come last, and are named all the same
    assert "Answer.quality" in caught.value.problems[0].hint
    found = read_ratings(path, TableOptions(mapping={"item": "Input.number"}))
    assert dict(found.taken) == {"system": "Input.model", "rater": "WorkerId", "value": "Answer.quality"}
    told = analyse_file(path, TableOptions(mapping={"item": "Input.number"}))
    assert any("16 rows are work that was rejected" in note.to("en") for note in told.notes)
    assert not any("cannot be compared" in hint.to("en") for hint in told.hints)
    apart = analyse_file(path, TableOptions(mapping={"item": "Input.image_url"}))
    assert any("systems cannot be compared" in hint.to("en") for hint in apart.hints)
