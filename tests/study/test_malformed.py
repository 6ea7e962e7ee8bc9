"""Three hundred broken study folders: each is refused with file and line, none raises, nothing is written."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.study import check_folder, load_definition
from tests.study.study_mutations import MUTATIONS, sound_study

SUFFIXES = (".jsonl", ".csv", ".tsv", ".parquet")
COUNT = 304
# These say of a file as a whole that it is not there or no such file: a line would make no sense.
WHOLE_FILE = {"study-missing", "file-unreadable", "items-bad-parquet"}
PLACE = re.compile(r"^[\w./-]+\.(yaml|jsonl|csv|tsv|parquet|md)(:(row )?\d+)( · .+)?$")


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_folders_are_sound_before_they_are_broken(tmp_path: Path, suffix: str) -> None:
    assert check_folder(sound_study(tmp_path, suffix)).problems == ()


@pytest.mark.variants(150)
@pytest.mark.parametrize("number", range(COUNT))
def test_a_broken_folder_is_refused_with_file_and_line(tmp_path: Path, number: int) -> None:
    folder = sound_study(tmp_path / "study", SUFFIXES[number // len(MUTATIONS) % len(SUFFIXES)])
    mutation = MUTATIONS[number % len(MUTATIONS)]
    mutation(folder, np.random.default_rng(number))
    before = snapshot(folder)

    checked = check_folder(folder)

    assert snapshot(folder) == before
    assert checked.definition is None
    assert checked.errors
    for problem in checked.errors:
        assert problem.problem
        assert problem.code
        if problem.problem.endswith("more like this"):
            continue
        if problem.code in WHOLE_FILE:
            assert problem.where
        else:
            assert PLACE.match(problem.where), problem
        str(problem).encode()
    try:
        load_definition(folder)
    except BeholderError as error:
        listed = set(error.problems)
    else:
        listed = set()
    assert listed <= set(checked.errors)
