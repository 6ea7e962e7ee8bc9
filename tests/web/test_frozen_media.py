"""Pictures and masks are part of what was judged: they stay as raters saw them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from beholder.engine import Answer, Join, Lease, refused_changes
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.keeping.doctor import examine
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.store.studies import load_versions
from beholder.study import load_definition
from beholder.web import ServedStudy, open_served

_PROTOCOL = """
name: look-test
title: Look
shows: one
item: {image: {kind: image}}
candidate: {mask: {kind: mask}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 5}
"""


def paint(path: Path, shade: int) -> None:
    Image.new("RGB", (32, 32), (shade, shade, shade)).save(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two items, each with a picture and a mask of its own in files."""
    study = tmp_path / "study"
    (study / "media").mkdir(parents=True)
    (study / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    (study / "study.yaml").write_text(
        "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 2\nlanguages: [en]\n", encoding="utf-8"
    )
    with (study / "items.jsonl").open("w", encoding="utf-8") as file:
        for name in ("a", "b"):
            paint(study / "media" / f"{name}.png", 90)
            Image.new("L", (32, 32), 255).save(study / "media" / f"{name}-mask.png")
            mask = {"png": f"{name}-mask.png"}
            row = {"id": name, "image": f"{name}.png", "candidates": [{"system": "s", "mask": mask}]}
            file.write(json.dumps(row) + "\n")
    return study


@contextmanager
def served(folder: Path) -> Iterator[ServedStudy]:
    study = open_served(folder)
    try:
        yield study
    finally:
        study.close()


def judge_one(folder: Path) -> str:
    """One rater answers one of the items and holds the other; the id of the one."""
    with served(folder) as study:
        held = study.engine.run(Lease(study.engine.run(Join()).rater, want=2)).leases
        payload = {"trial": {"score": 3}, "slots": []}
        study.engine.run(Answer(id="answer-one", rater=held[0].rater, lease=held[0].lease, payload=payload))
        return load_definition(folder).items[held[0].item].id


def versions_of(folder: Path) -> int:
    with load(folder) as study, study.database.read() as conn:
        return len(load_versions(conn, study.key))


@pytest.mark.parametrize("ending", [".png", "-mask.png"])
def test_a_file_that_was_judged_may_not_change(folder: Path, ending: str) -> None:
    judged = judge_one(folder)
    changed = folder / "media" / f"{judged}{ending}"
    before = changed.read_bytes()
    Image.new("RGB" if ending == ".png" else "L", (32, 32), 7).save(changed)
    with pytest.raises(BeholderError) as caught, served(folder):
        pass
    (problem,) = caught.value.problems
    assert problem.code == "study-changed"
    assert changed.name in problem.problem
    assert "put the files back" in problem.hint
    assert [one.problem for one in refused_changes(load_definition(folder))] == [problem.problem]
    changed.write_bytes(before)
    with served(folder) as study:
        assert study.definition.warnings == ()
    assert versions_of(folder) == 1


def test_a_file_that_nobody_has_judged_makes_a_new_version(folder: Path) -> None:
    judged = judge_one(folder)
    other = "b" if judged == "a" else "a"
    paint(folder / "media" / f"{other}.png", 7)
    with served(folder) as study:
        (told,) = study.definition.warnings
        assert f"{other}.png" in told.problem
        assert "version 2" in told.problem
        # whoever held it is given it again, under the version that has the new picture
        leases = study.engine.run(Lease(study.engine.run(Join()).rater, want=2)).leases
        assert {lease.version for lease in leases} == {2}
    assert versions_of(folder) == 2
    with load(folder) as opened:
        assert opened.verify().problems == ()


def test_doctor_reads_files_that_look_unchanged(folder: Path) -> None:
    judged = judge_one(folder)
    path = folder / "media" / f"{judged}.png"
    facts, data = path.stat(), bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    (problem,) = [one for one in examine(folder).problems if not one.warning]
    assert problem.code == "media-changed"
    assert path.name in problem.problem


def test_a_release_holds_the_files_that_raters_saw(folder: Path, tmp_path: Path) -> None:
    judged = judge_one(folder)
    write_release(folder, tmp_path / "whole.zip", media=True)
    assert verify_release(tmp_path / "whole.zip").problems == ()
    paint(folder / "media" / f"{judged}.png", 7)
    with pytest.raises(BeholderError, match="not the file that raters saw"):
        write_release(folder, tmp_path / "changed.zip", media=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["study", "whole.zip"]
    write_release(folder, tmp_path / "without.zip")
    assert verify_release(tmp_path / "without.zip").problems == ()
