"""Tables that are no single file: folders of Parquet, stores, clusters; and those too large to be held."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from tests.stats.sum_cases import SYSTEMS, Columns, compared, judged, rated, scored

_RATED = ["--item", "item", "--rater", "rater", "--value", "value"]


def _written(columns: Columns, folder: Path, **names: tuple[str, ...]) -> Path:
    """The columns as a folder of Parquet files in no order; codes by name where names are given."""
    folder.mkdir()
    order = np.random.default_rng(1).permutation(len(columns["item"]))
    table = pa.table(
        {
            "item": [f"i{code:04d}" for code in columns["item"][order]],
            **{
                name: [names[name][code] for code in column[order]] if name in names else column[order]
                for name, column in columns.items()
                if name != "item"
            },
        }
    )
    # as other programs partition a table
    for k in range(3):
        part = folder / f"batch={k}"
        part.mkdir()
        pq.write_table(table.slice(k * len(order) // 3, len(order) // 3 + 2 * (k == 2)), part / f"part-{k}.parquet")
    return folder


def _ratings(rng: np.random.Generator, folder: Path) -> Path:
    people = tuple(f"p{k:02d}" for k in range(13))
    return _written(rated(rng), folder, rater=people)


def _json(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def _refused(*arguments: object) -> BeholderError:
    result = CliRunner().invoke(app, [*map(str, arguments)])
    assert isinstance(result.exception, BeholderError), result.output
    return result.exception


def _values(answer: dict[str, Any]) -> dict[str, Any]:
    return {f["name"]: (f["value"], f["interval"], f["n"]) for f in answer["findings"]}


def _same(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Every number that was summed is that of memory."""
    for name, (value, interval, n) in found.items():
        assert value == pytest.approx(wanted[name][0], abs=1e-9, nan_ok=True), name
        assert n == wanted[name][2], name
        # alpha leaves out groups of items here, and single ones there
        if interval is not None and name != "alpha":
            assert interval == pytest.approx(wanted[name][1], abs=1e-9), name


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders are summed where they lie however small they are."""
    monkeypatch.setattr("beholder.imports.far_tables.IN_MEMORY", 10)


def _both(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """The answer in memory, and by sums."""
    whole = _json("stats", *arguments)
    monkeypatch.setattr("beholder.imports.far_tables.IN_MEMORY", 10)
    by_sums = _json("stats", *arguments)
    assert any("summed" in note for note in by_sums["notes"])
    assert not any("summed" in note for note in whole.get("notes", ()))
    return whole, by_sums


@pytest.mark.variants(1)
@pytest.mark.parametrize("level", ["interval", "nominal", "ordinal"])
def test_agreement_of_a_folder_is_that_of_memory(level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = _ratings(np.random.default_rng(2), tmp_path / "ratings")
    whole, by_sums = _both(monkeypatch, "agreement", folder, *_RATED, "--level", level)
    found = _values(by_sums)
    assert {"alpha", "percent"} <= found.keys()
    _same(found, _values(whole))


def test_groups_of_a_folder_agree_as_in_memory_and_items_are_drawn_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = rated(np.random.default_rng(11))
    columns["domain"] = columns["item"] % 3
    people = tuple(f"p{k:02d}" for k in range(13))
    folder = _written(columns, tmp_path / "ratings", rater=people, domain=("cars", "birds", "rooms"))
    asked = ("agreement", folder, *_RATED, "--level", "ordinal", "--by", "domain", "--bootstrap", 60)
    whole, by_sums = _both(monkeypatch, *asked)
    groups = [{row["domain"]: row for row in answer["rows"]} for answer in (whole, by_sums)]
    assert list(groups[1]) == ["birds", "cars", "rooms"] == list(groups[0])
    for name, row in groups[1].items():
        for statistic in ("alpha", "percent", "within", "ac2"):
            assert row[statistic] == pytest.approx(groups[0][name][statistic], abs=1e-9)
    for name in ("alpha", "percent", "within"):
        (value, drawn, _), (same, interval, _) = _values(by_sums)[name], _values(whole)[name]
        assert value == pytest.approx(same, abs=1e-9)
        # items are drawn by other dice here, so that intervals are alike and not the same
        assert drawn[1] - drawn[0] == pytest.approx(interval[1] - interval[0], rel=0.4)
    alpha = by_sums["findings"][0]
    assert "bootstrap (60" in alpha["method"]
    assert any("pooled" in note for note in alpha["notes"])
    again = _json("stats", *asked, "--seed", 1)
    assert _values(again)["alpha"][1] != _values(by_sums)["alpha"][1]


def test_systems_of_a_folder_compare_as_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = scored(np.random.default_rng(3))
    folder = _written(columns, tmp_path / "scores", system=SYSTEMS)
    asked = ["--system", "system", "--item", "item", "--rater", "rater", "--value", "number"]
    whole, by_sums = _both(monkeypatch, "compare", folder, *asked)
    _same(_values(by_sums), _values(whole))
    holm = [
        {(r["first"], r["second"]): r["p_holm"] for r in a["rows"] if r["kind"] == "pair"} for a in (whole, by_sums)
    ]
    assert holm[1] == pytest.approx(holm[0], abs=1e-9)


@pytest.mark.parametrize("named", [False, True])
def test_strengths_of_a_folder_are_those_of_memory(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = compared(np.random.default_rng(4))
    words = [("left", "right", "tie")[k] for k in columns["outcome"]]
    if named:
        # the winner by name instead of by side
        sides = [[SYSTEMS[k] for k in columns[side]] for side in ("left", "right")]
        words = [w if w == "tie" else sides[w == "right"][row] for row, w in enumerate(words)]
    columns["outcome"] = np.array(words)
    folder = _written(columns, tmp_path / "votes", left=SYSTEMS, right=SYSTEMS)
    asked = ["--left", "left", "--right", "right", "--outcome", "outcome", "--item", "item", "--rater", "rater"]
    whole, by_sums = _both(monkeypatch, "rank", folder, *asked, "--position")
    _same(_values(by_sums), _values(whole))
    scores = [{r["name"]: r["score"] for r in a["rows"]} for a in (whole, by_sums)]
    assert scores[1] == pytest.approx(scores[0], abs=1e-9)


def test_opinions_judges_and_tests_of_a_folder_are_those_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(5)
    ratings, outputs = _ratings(rng, tmp_path / "ratings"), _written(judged(rng), tmp_path / "outputs", system=SYSTEMS)
    commands = (
        ("mos", ratings, *_RATED),
        ("alt-test", ratings, *_RATED, "--model", "p11", "--model", "p12"),
        ("combine", outputs, "--item", "item", "--system", "system", "--human", "human", "--judge", "judge"),
    )
    for command in commands:
        with monkeypatch.context() as patched:
            whole, by_sums = _both(patched, *command)
        _same(_values(by_sums), _values(whole))


def test_a_folder_is_analysed_as_its_rows_in_one_file(tmp_path: Path) -> None:
    folder = _ratings(np.random.default_rng(6), tmp_path / "ratings")
    one = tmp_path / "ratings.parquet"
    pq.write_table(pa.concat_tables([pq.read_table(p) for p in sorted(folder.rglob("*.parquet"))]), one)
    answers = [_json("analyze", source) for source in (one, folder)]
    assert answers[0]["sections"] == answers[1]["sections"]


@pytest.mark.usefixtures("large")
def test_what_needs_the_ratings_themselves_is_refused(tmp_path: Path) -> None:
    folder = _ratings(np.random.default_rng(7), tmp_path / "ratings")
    error = _refused("stats", "compare", folder, "--system", "rater", *_RATED, "--task", "item")
    assert "--task cannot be had" in str(error)
    missing = _refused(
        "stats", "agreement", folder, "--item", "itm", "--rater", "rater", "--value", "value", "--level", "nominal"
    )
    assert missing.code == "table-no-column"
    assert "item" in missing.problems[0].hint


@pytest.mark.usefixtures("large")
def test_rows_that_do_not_count_are_left_out_of_sums(tmp_path: Path) -> None:
    folder = tmp_path / "ratings"
    folder.mkdir()
    rows: dict[str, list[Any]] = {
        "item": list("aabbcc"),
        "rater": list("xyxyxy"),
        "value": [1, 1, 2, 2, 1, 2],
        "counts": [True] * 4 + [False] * 2,
    }
    pq.write_table(pa.table({name: column * 3 for name, column in rows.items()}), folder / "a.parquet")
    kept = _json("stats", "agreement", folder, *_RATED, "--level", "nominal")
    assert _values(kept)["percent"][0] == 1.0
    assert any("counts is false" in note for note in kept["notes"])
    assert _values(_json("stats", "agreement", folder, *_RATED, "--level", "nominal", "--all"))["percent"][0] < 1


def test_a_folder_without_tables_is_told(tmp_path: Path) -> None:
    error = _refused("stats", "agreement", tmp_path, *_RATED, "--level", "nominal")
    assert "this is a folder, not a table" in str(error)


@pytest.fixture(scope="module")
def store() -> Iterator[Any]:
    """A store that speaks S3, on this machine: moto stands in for one."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patched.setenv("AWS_ACCESS_KEY_ID", "somebody")
        patched.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        patched.setenv("AWS_REGION", "us-east-1")
        yield f"http://{host}:{port}"
    server.stop()


def test_a_store_is_read_as_its_folder(store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import boto3
    from obstore.store import S3Store

    boto3.client("s3", endpoint_url=store, region_name="us-east-1").create_bucket(Bucket="lab")
    folder = _ratings(np.random.default_rng(8), tmp_path / "ratings")
    bucket = S3Store("lab", client_options={"allow_http": True})
    parts = sorted(folder.rglob("*.parquet"))
    for part in parts:
        bucket.put(f"ours/ratings/{part.relative_to(folder).as_posix()}", part.read_bytes())
    bucket.put("ours/ratings/_SUCCESS", b"")
    here = _json("stats", "agreement", folder, *_RATED, "--level", "ordinal")
    assert _json("stats", "agreement", "s3://lab/ours/ratings", *_RATED, "--level", "ordinal") == here
    one = f"s3://lab/ours/ratings/{parts[0].relative_to(folder).as_posix()}"
    assert _json("analyze", one)["sections"] == _json("analyze", parts[0])["sections"]
    nothing = _refused("stats", "agreement", "s3://lab/theirs", *_RATED, "--level", "ordinal")
    assert nothing.code == "table-missing"
    assert "there is nothing" in str(nothing)
    stranger = _refused("stats", "agreement", "s3://other/theirs", *_RATED, "--level", "ordinal")
    assert stranger.code == "table-unreachable"
    monkeypatch.delenv("AWS_ENDPOINT_URL")
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", store)
    assert _json("stats", "agreement", "s3://lab/ours/ratings/", *_RATED, "--level", "ordinal") == here


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("s3://", "table-bad-address"),
        ("sc://127.0.0.1:15002", "table-bad-address"),
        ("sc://#ratings", "table-bad-address"),
    ],
)
def test_addresses_that_name_no_table(address: str, code: str) -> None:
    error = _refused("stats", "agreement", address, *_RATED, "--level", "nominal")
    assert error.code == code
    assert error.problems[0].hint


@pytest.mark.parametrize("command", [["stats", "agreement", "--level", "nominal", *_RATED], ["analyze"]])
def test_a_cluster_that_is_not_there_is_told_at_once(command: list[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    error = _refused(*command, f"sc://127.0.0.1:{port}#lab.ratings")
    assert error.code == "table-unreachable"
    assert f"sc://127.0.0.1:{port}#lab.ratings" in error.problems[0].where


def test_weights_of_a_stopping_rule_are_refused_rather_than_passed_over(tmp_path: Path, large: None) -> None:
    columns = rated(np.random.default_rng(2))
    n = len(columns["item"])
    told = {"system": np.arange(n) % 2, "inclusion_probability": np.ones(n), "in_full": columns["item"] % 2 == 0}
    people = tuple(f"p{k:02d}" for k in range(13))
    command = ["--system", "system", *_RATED]
    for weight, refused in ((np.ones(n), False), (1.0 + np.arange(n) % 2, True)):
        folder = _written(
            {**columns, **told, "weight": weight}, tmp_path / f"w{refused}", rater=people, system=("a", "b")
        )
        if refused:
            assert _refused("stats", "compare", folder, *command).code == "stats-bad-option"
            found = _json("stats", "agreement", folder, *_RATED, "--level", "nominal")
            assert any("rated in full" in note for note in found["notes"])
            assert found["findings"][0]["n"] < n
        else:
            assert _json("stats", "compare", folder, *command)["rows"]
