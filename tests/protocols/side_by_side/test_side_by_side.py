"""Side by side: a ready protocol without code, whose simulated raters find out which system does what well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.facade import load
from beholder.protocols import find_protocol
from beholder.protocols.registry import read_protocol
from beholder.study import check_folder


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    make = find_protocol("side-by-side").example
    assert make is not None
    folder = tmp_path_factory.mktemp("side") / "study"
    make(folder, 3)
    return folder


def test_it_is_a_yaml_file_and_nothing_else() -> None:
    protocol = find_protocol("side-by-side")
    assert protocol.folder is not None
    again = read_protocol(protocol.folder / "protocol.yaml")
    assert again.declaration == protocol.declaration
    assert (protocol.simulate, protocol.analyse, protocol.page_data) == (None, None, None)
    assert not (protocol.folder / "page.html").exists()


def test_the_example_is_sound_and_has_edits_and_practice(example: Path) -> None:
    assert [str(one) for one in check_folder(example).problems] == []
    items = [json.loads(line) for line in (example / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [item["kind"] for item in items if "kind" in item] == ["practice", "practice"]
    assert {item["category"] for item in items if "source" in item} == {"editing"}


def test_each_question_is_won_by_the_system_that_is_good_at_it(example: Path) -> None:
    done = CliRunner().invoke(app, ["simulate", str(example), "--raters", "8", "--seed", "5"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    with load(example) as study:
        rows = study.ratings().rows
    share = {
        (field, system): sum(float(row.number or 0) for row in rows if (row.field, row.system) == (field, system))
        for field in ("follows", "looks")
        for system in ("aurora", "borealis", "cirrus")
    }
    assert share["follows", "borealis"] < min(share["follows", "aurora"], share["follows", "cirrus"])
    assert share["looks", "cirrus"] < min(share["looks", "aurora"], share["looks", "borealis"])
