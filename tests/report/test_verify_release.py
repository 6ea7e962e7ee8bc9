"""A release says what the study found; whatever is changed in it is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import numpy as np
import pytest

from beholder.analysis import REVISION
from beholder.engine import Engine, SimulatedClock, open_simulated, seeded_entropy, simulate
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.joining import Withdraw
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.report import bundle
from beholder.report.bundle import MANIFEST, SEAL
from beholder.report.release import write_release
from beholder.report.released_analysis import differences
from beholder.report.verify_release import verify_release
from beholder.stats.messages import tell
from beholder.store import Database
from beholder.store.study_home import Home
from tests.report.rewritten_release import rewritten
from tests.study_maker import make_study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "study"
    definition = make_study(folder, "pair", items=6, ratings=2)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    clock = SimulatedClock()
    key = open_simulated(database, definition, seed=1, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    simulate(engine, clock, raters=4, seed=1)
    rows = load(folder).ratings(all_rows=True).rows
    engine.run(Exclude([rows[0].answer], rule="by-hand"))
    engine.run(Withdraw(rows[-1].rater))
    engine.close()
    database.close()
    return folder


@pytest.fixture(scope="module")
def release(study: Path) -> Path:
    path = study.parent / "study.zip"
    write_release(study, path)
    return path


def test_a_release_verifies_under_another_path(release: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere.zip"
    moved.write_bytes(release.read_bytes())
    found = verify_release(moved)
    assert found.problems == ()
    assert len(found.checked) >= 3


def test_a_release_is_verified_by_the_revision_of_the_analysis_that_made_it(tmp_path: Path) -> None:
    """The first revision said nothing of itself; its draws are not those of the second."""
    earlier = Path(__file__).parents[1] / "earlier" / "0.1.0" / "masks-release.zip"

    def problems(revision: int) -> tuple[str, ...]:
        path = tmp_path / f"{revision}.zip"
        path.write_bytes(rewritten(earlier, lambda _name, data: data, facts={"analysis": revision}))
        return verify_release(path).problems

    assert problems(1) == ()
    assert any("paired_bootstrap" in one for one in problems(2))
    assert "a newer Beholder" in problems(REVISION + 1)[0]


def test_a_remark_that_is_worded_better_today_is_no_difference() -> None:
    before = {"notes": ["the two-way variance was not positive; its negative part is set to 0", "3 rows left out"]}
    today = {"notes": [str(tell("note-variance-not-positive")), "3 rows left out"]}
    assert list(differences(before, today)) == []
    assert list(differences({"notes": ["all is well"]}, {"notes": today["notes"][:1]})) != []


def _other_python() -> str | None:
    """An interpreter of another patch version that can load what is installed for this one."""
    for path in (
        "/usr/bin/python3",
        "/usr/local/bin/python3",
        *map(str, Path.home().glob(".pyenv/versions/*/bin/python")),
    ):
        if not Path(path).exists():
            continue
        code = "import sys; print(*sys.version_info[:3])"
        told = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False).stdout.split()
        same_abi = told[:2] == [str(n) for n in sys.version_info[:2]]
        if same_abi and told[2:] != [str(sys.version_info[2])]:
            return path
    return None


def test_a_release_verifies_under_another_patch_version_of_python(release: Path, tmp_path: Path) -> None:
    python = _other_python()
    if python is None:
        pytest.skip("no other patch version of this Python on the machine")
    moved = tmp_path / "other folder" / "release.zip"
    moved.parent.mkdir()
    moved.write_bytes(release.read_bytes())
    paths = os.pathsep.join(one for one in sys.path if (one and "lib/python" not in one) or "site-packages" in one)
    done = subprocess.run(
        [python, "-m", "beholder", "verify", str(moved)],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHOME": ""},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing differs" in done.stdout


def test_the_same_study_makes_the_same_release(study: Path, release: Path, tmp_path: Path) -> None:
    write_release(study, tmp_path / "again.zip")
    with zipfile.ZipFile(release) as one, zipfile.ZipFile(tmp_path / "again.zip") as two:
        assert one.namelist() == two.namelist()
        for name in one.namelist():
            if not name.endswith(".parquet") and name not in (MANIFEST, SEAL):
                assert one.read(name) == two.read(name), name


def test_a_withdrawn_rater_leaves_no_answer_in_a_release(study: Path, release: Path) -> None:
    with load(study) as opened:
        gone = {row["rater"] for row in opened.raters() if row["state"] == "withdrawn"}
    assert gone
    with zipfile.ZipFile(release) as archive:
        answers = [json.loads(line) for line in archive.read("answers.jsonl").splitlines()]
    assert all((row["payload"] is None) == (row["rater"] in gone) for row in answers)


def test_a_hundred_random_edits_are_all_found(release: Path, tmp_path: Path) -> None:
    whole = release.read_bytes()
    rng = np.random.default_rng(7)
    edits: list[Callable[[bytearray], bytearray]] = []
    for _ in range(50):
        place, by = int(rng.integers(len(whole))), int(rng.integers(1, 256))
        edits.append(lambda data, place=place, by=by: _flip(data, place, by))  # type: ignore[misc]
    for _ in range(15):
        cut = int(rng.integers(1, len(whole)))
        edits.append(lambda data, cut=cut: data[:cut])  # type: ignore[misc]
    for _ in range(15):
        place, count = int(rng.integers(len(whole))), int(rng.integers(1, 50))
        edits.append(lambda data, place=place, count=count: data[:place] + data[place + count :])  # type: ignore[misc]
    for _ in range(20):
        place = int(rng.integers(len(whole) + 1))
        extra = rng.bytes(int(rng.integers(1, 30)))
        edits.append(lambda data, place=place, extra=extra: data[:place] + extra + data[place:])  # type: ignore[misc]
    for number, edit in enumerate(edits):
        changed = bytes(edit(bytearray(whole)))
        assert changed != whole
        path = tmp_path / "edited.zip"
        path.write_bytes(changed)
        assert _noticed(path), f"edit {number} was not found"


def _flip(data: bytearray, place: int, by: int) -> bytearray:
    data[place] ^= by
    return data


def _noticed(path: Path) -> bool:
    try:
        return bool(verify_release(path).problems)
    except BeholderError:
        return True


def _edit_line(
    file: str, number: int, edit: Callable[[dict[str, object]], object]
) -> Callable[[str, bytes], bytes | None]:
    def change(name: str, data: bytes) -> bytes | None:
        if name != file:
            return data
        lines = data.splitlines()
        row = json.loads(lines[number])
        edit(row)
        lines[number] = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        return b"\n".join(lines) + b"\n"

    return change


def _without_line(file: str, number: int) -> Callable[[str, bytes], bytes | None]:
    def change(name: str, data: bytes) -> bytes | None:
        if name != file:
            return data
        lines = data.splitlines(keepends=True)
        return b"".join(lines[:number] + lines[number + 1 :])

    return change


FORGERIES = {
    "an answer": _edit_line(
        "answers.jsonl",
        2,
        lambda row: row.update(payload=str(row["payload"]).replace("tie", "left") + " "),
    ),
    "a salt": _edit_line("answers.jsonl", 2, lambda row: row.update(salt="x")),
    "who answered": _edit_line("answers.jsonl", 3, lambda row: row.update(rater="rsomebody")),
    "when": _edit_line("answers.jsonl", 3, lambda row: row.update(submitted_at=1)),
    "which side": _edit_line("answers.jsonl", 4, lambda row: row.update(slots='[["b"],["a"]]')),
    "an exclusion": _edit_line("answers.jsonl", 5, lambda row: row.update(excluded_by="dislike")),
    "a missing answer": _without_line("answers.jsonl", 4),
    "a missing record": _without_line("records.jsonl", 6),
    "a record": _edit_line("records.jsonl", 6, lambda row: row.update(at=5)),
    "the end of the chain": _without_line("records.jsonl", -1),
    "the wording of a question": _edit_line(
        "versions.jsonl", 0, lambda row: row.update(definition=str(row["definition"]).replace("better", "worse"))
    ),
    "what was shown": _edit_line(
        "items.jsonl", 1, lambda row: row.update(data=json.loads(json.dumps(row["data"]).replace(" on ", " off ")))
    ),
    "a missing item": _without_line("items.jsonl", 2),
    "the reason of an exclusion": _edit_line("exclusions.jsonl", 0, lambda row: row.update(rule="too-slow")),
    "a hidden exclusion": _without_line("exclusions.jsonl", 0),
    "the meaning of a value": _edit_line("codebook.jsonl", 0, lambda row: row.update(values="loss, win")),
    "a finding": _edit_line("analysis.json", 0, lambda row: _spoil(row["findings"])),
    "a table": _edit_line("analysis.json", 0, lambda row: _spoil(row["rows"])),
    "a rating": lambda name, data: _spoiled_parquet(data) if name == "ratings.parquet" else data,
}


def _spoil(listed: object) -> None:
    """Moves the first number that is found, a little."""
    assert isinstance(listed, list)
    one = next(row for row in listed if any(isinstance(v, float) for v in row.values()))
    name = next(name for name, value in one.items() if isinstance(value, float))
    one[name] += 0.001


def _spoiled_parquet(data: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "a.parquet", Path(folder) / "b.parquet"
        before.write_bytes(data)
        swapped = "SELECT * REPLACE (CASE value WHEN 'win' THEN 'loss' ELSE value END AS value)"
        duckdb.connect(":memory:").execute(f"COPY ({swapped} FROM '{before}') TO '{after}' (FORMAT parquet)")
        return after.read_bytes()


@pytest.mark.parametrize("what", sorted(FORGERIES))
def test_a_forgery_with_fitting_digests_is_found_by_computing_again(release: Path, tmp_path: Path, what: str) -> None:
    path = tmp_path / "forged.zip"
    path.write_bytes(rewritten(release, FORGERIES[what]))
    assert _noticed(path)


def test_a_faithful_rewriting_is_no_false_alarm(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "same.zip"
    path.write_bytes(rewritten(release, lambda _name, data: data))
    assert verify_release(path).problems == ()


def test_a_release_may_outgrow_the_first_zip_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with two thousand million bytes, or 65,536 pictures; here a few are many."""
    for limit, large in (("ZIP64_LIMIT", "_LARGE"), ("ZIP_FILECOUNT_LIMIT", "_MOST_ENTRIES")):
        with monkeypatch.context() as patch:
            most = 3000 if limit == "ZIP64_LIMIT" else 10
            patch.setattr(zipfile, limit, most)
            patch.setattr(bundle, large, most)
            (tmp_path / "picture").write_bytes(np.random.default_rng(1).bytes(300))
            writer = bundle.BundleWriter(tmp_path / "large.zip")
            for number in range(20):
                writer.add_file(f"media/{number}", tmp_path / "picture")
            writer.finish({})
            assert bundle.open_bundle(tmp_path / "large.zip").problems == ()


def _with_long_line(name: str, size: int) -> Callable[[str, bytes], bytes | None]:
    return lambda file, data: b'{"seq":"' + b" " * size + b'"}\n' if file == name else data


def test_a_release_that_unpacks_to_far_more_than_it_is_is_refused_unread(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    path.write_bytes(rewritten(release, _with_long_line("records.jsonl", 100 << 20)))
    assert path.stat().st_size < 1 << 20
    with pytest.raises(BeholderError, match="unpack to 105 MB"):
        verify_release(path)


def test_a_manifest_or_a_line_that_no_release_has_is_refused(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    path.write_bytes(rewritten(release, _with_long_line("records.jsonl", 17 << 20)))
    with pytest.raises(BeholderError, match="a line of more than 17 MB"):
        verify_release(path)
    path.write_bytes(rewritten(release, lambda _name, data: data, head="0" * (1 << 20)))
    with pytest.raises(BeholderError, match="too large"):
        verify_release(path)


def test_bits_that_nobody_reads_are_looked_at(release: Path, tmp_path: Path) -> None:
    """The last byte of a packed file ends with bits that mean nothing."""
    whole = release.read_bytes()
    with zipfile.ZipFile(release) as archive:
        ends = [one.header_offset + 30 + len(one.filename) + one.compress_size for one in archive.infolist()]
    path = tmp_path / "edited.zip"
    for end in ends:
        for bit in range(8):
            path.write_bytes(bytes(_flip(bytearray(whole), end - 1, 1 << bit)))
            assert _noticed(path), (end, bit)


def test_what_is_no_release_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"not a zip")
    with pytest.raises(BeholderError) as caught:
        verify_release(path)
    assert caught.value.code == "release-broken"
