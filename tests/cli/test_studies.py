"""The commands of a study, as a user types them: results on standard output, mistakes in words, exit status 2."""

from __future__ import annotations

import csv
import errno
import io
import json
import re
import shutil
import sqlite3
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import duckdb
import pytest

from beholder.__main__ import main as start
from beholder.cli import main
from beholder.tables.ratings import COLUMNS
from beholder.testing import running_server, write_masks_study


class Command:
    """Runs the command line in this process, as the console script does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self.status = 0
        self.errors = ""

    def __call__(self, *words: object, status: int = 0) -> str:
        """What the command prints; it must end with that status."""
        self._monkeypatch.setattr(sys, "argv", ["beholder", *map(str, words)])
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed, self.errors = self._capsys.readouterr()
        assert (ended.value.code or 0) == status, printed + self.errors
        assert "Traceback" not in self.errors
        return printed


@pytest.fixture
def beholder(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("BEHOLDER_DATABASE", raising=False)
    return Command(monkeypatch, capsys)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return write_masks_study(tmp_path / "study", trials=8, ratings=2)


@pytest.fixture
def simulated(study: Path, beholder: Command) -> Path:
    beholder("simulate", study, "--raters", 3, "--seed", 5)
    return study


def _table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


def test_ratings_are_complete_and_the_same_in_every_format(simulated: Path, beholder: Command, tmp_path: Path) -> None:
    for ending in ("csv", "tsv", "jsonl", "parquet"):
        assert "32 rows" in beholder("ratings", simulated, "-o", tmp_path / f"r.{ending}")
    rows = _table(tmp_path / "r.csv")
    assert tuple(rows[0]) == COLUMNS
    quality = [row for row in rows if row["field"] == "quality"]
    assert len(quality) == 8 * 2
    assert len({(row["trial"], row["rater"]) for row in quality}) == 16
    assert all(1 <= float(row["number"]) <= 10 and row["value"] == row["number"] for row in quality)
    assert {row["rater_kind"] for row in rows} == {"simulated"}
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["answer"] for line in lines] == [row["answer"] for row in rows]
    with duckdb.connect() as db:
        parquet: list[Any] = db.execute(f"SELECT answer, number FROM '{tmp_path / 'r.parquet'}'").fetchall()
    assert parquet == [(line["answer"], line["number"]) for line in lines]


def test_the_same_seed_gives_the_same_bytes_and_another_gives_others(
    study: Path, beholder: Command, tmp_path: Path
) -> None:
    def export(folder: Path, seed: int) -> bytes:
        beholder("simulate", folder, "--raters", 3, "--seed", seed, "--again")
        beholder("ratings", folder, "-o", tmp_path / "r.csv")
        return (tmp_path / "r.csv").read_bytes()

    copy = shutil.copytree(study, tmp_path / "elsewhere")
    first = export(study, 5)
    assert export(copy, 5) == first
    assert export(study, 6) != first
    assert export(study, 5) == first


def test_a_simulation_is_replaced_only_when_asked(study: Path, beholder: Command) -> None:
    beholder("simulate", study, "--raters", 3, "--seed", 5)
    kept = beholder("raters", study, "--json")
    beholder("simulate", study, "--raters", 4, status=2)
    assert "3 simulated raters already" in beholder.errors
    assert beholder("raters", study, "--json") == kept
    beholder("simulate", study, "--raters", 4, "--again")
    assert len(json.loads(beholder("raters", study, "--json"))["rows"]) == 4


def test_check_prints_pay_and_leads_to_the_planning(study: Path, beholder: Command) -> None:
    with (study / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("\ncost: {per_submission: 3, fee: 0.5, currency: GBP}\n")
    printed = re.sub(r"\s+", " ", beholder("check", study))
    assert "cost 9.00 GBP (with a fee of 3.00)" in printed
    assert "3.00 GBP for finishing; shown on the welcome page" in printed
    assert "beholder stats plan --items 2 --raters 2 --ratings 2 --typical NAME" in printed


def test_check_prints_the_plan(study: Path, beholder: Command) -> None:
    printed = re.sub(r"\s+", " ", beholder("check", study))
    assert re.search(r"trials 8 ratings 16 raters 2 rater hours 0\.\d \(ratings 0\.1, reading 0\.\d\)", printed)
    plan = json.loads(beholder("check", study, "--json"))["plan"]
    assert (plan["items"], plan["trials"], plan["ratings"], plan["cost"]) == (2, 8, 16, None)


@pytest.mark.parametrize(
    ("settings", "about", "told"),
    [
        ("", "skipping", "more than 20 % of the trials they met"),
        ("most_skipped: 0.35", "skipping", "more than 35 % of the trials they met"),
        ("most_skipped: 1", "skipping", ""),
        ("", "codes", ""),
        ("crowd: {complete: C1, too_many_skipped: C4}", "codes", "completed: C1; stopped: none; skipped too much: C4"),
        ("crowd: {complete: C1, failed_checks: C3}\nmost_skipped: 1", "codes", "completed: C1; stopped: C3"),
        ("crowd: {redirect: 'https://sona.example/done'}", "codes", "completed: by the address alone; stopped: none"),
        ("", "checks", ""),
        ("checks: {stop_below: 0.7, after: 12}", "checks", "from 12 checks and 3 misses on: stopped below 70 %"),
        ("checks: {warn_below: 0.9}", "checks", "from 10 checks and 3 misses on: warned below 90 % passed"),
        ("checks: {stop_below: 0.7}", "checks", "their answers are excluded"),
        ("checks: {stop_below: 0.7, withdraw: false}", "checks", "their answers stay"),
        ("lease_minutes: 20", "holding trials", "after 20 minutes without activity, and after 160 minutes"),
        ("longest_lease_minutes: 90", "holding trials", "after 30 minutes without activity, and after 90 minutes"),
        ("", "newcomers", "hold 10 % of the open places together, at least 60"),
        ("newcomer_places: 0.25", "newcomers", "hold 25 % of the open places together, at least 60"),
        ("", "broken pictures", "2 raters with 3 answers or more suspend an item; at most 5 % of the items"),
        (
            "broken_after: 1\nbroken_answers: 7\nbroken_share: 0.1",
            "broken pictures",
            "1 rater with 7 answers or more suspend an item; at most 10 % of the items",
        ),
        ("", "corrections", "corrected 19 times"),
        (
            "max_per_rater: 40\nlimits: {daily_minutes: 90}",
            "amount of work",
            "40 trials per rater; 120 minutes per sitting",
        ),
        (
            "exclude: [{id: hasty, measure: too-fast, below: 1.5}]",
            "exclusion",
            "seconds for an answer below 1.5 [hasty]",
        ),
    ],
)
def test_check_prints_the_rules_in_force_for_raters(
    study: Path, beholder: Command, settings: str, about: str, told: str
) -> None:
    with (study / "study.yaml").open("a", encoding="utf-8") as file:
        file.write(f"{settings}\n")
    rules = json.loads(beholder("check", study, "--json"))["rules"]
    assert told in rules.get(about, "")
    assert (about in rules) is bool(told), "a rule that is not in force is not printed"
    printed = re.sub(r"[ ]+", " ", beholder("check", study).partition("Rules for raters")[2])
    assert [f" {name} {text}" for name, text in rules.items()] == printed.strip("\n").splitlines()


def test_check_lists_everything_wrong_at_once_and_writes_nothing(study: Path, beholder: Command) -> None:
    (study / "study.yaml").write_text("protocol: mask\nitem: items.jsonl\nratings: none\n", encoding="utf-8")
    before = sorted(path.name for path in study.rglob("*"))
    beholder("check", study, status=2)
    for expected in ("study.yaml:2", "setting-unknown", 'did you mean "items"?', "study.yaml:3", "setting-bad-value"):
        assert expected in beholder.errors
    problems = json.loads(beholder("check", study, "--json", status=2))["problems"]
    assert {"setting-unknown", "setting-missing", "setting-bad-value"} <= {problem["code"] for problem in problems}
    assert sorted(path.name for path in study.rglob("*")) == before


def test_status_and_raters_count_what_was_done(simulated: Path, beholder: Command) -> None:
    status = json.loads(beholder("status", simulated, "--json"))
    assert (status["wanted"], status["given"], status["raters"], status["simulated"]) == (16, 16, 3, True)
    assert "16 of 16 (100%)" in beholder("status", simulated)
    rows = json.loads(beholder("raters", simulated, "--json"))["rows"]
    assert sum(row["answers"] for row in rows) == 16
    assert all(row["rater"] in beholder("raters", simulated) for row in rows)


def test_a_backup_comes_back_whole(simulated: Path, beholder: Command, tmp_path: Path) -> None:
    receipt = beholder("backup", simulated, "-o", tmp_path / "b.zip").partition("Receipt: ")[2]
    assert beholder("restore", tmp_path / "b.zip", tmp_path / "again").partition("Receipt: ")[2] == receipt
    for folder, name in ((simulated, "one.csv"), (tmp_path / "again", "two.csv")):
        beholder("ratings", folder, "-o", tmp_path / name)
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert (tmp_path / "again" / "media" / "picture.png").is_file()


def test_a_damaged_backup_restores_nothing(simulated: Path, beholder: Command, tmp_path: Path) -> None:
    beholder("backup", simulated, "-o", tmp_path / "b.zip")
    whole = (tmp_path / "b.zip").read_bytes()
    (tmp_path / "b.zip").write_bytes(whole[: len(whole) // 2])
    beholder("restore", tmp_path / "b.zip", tmp_path / "again", status=2)
    assert "backup-broken" in beholder.errors
    assert not (tmp_path / "again").exists()


def test_doctor_finds_a_changed_answer(simulated: Path, beholder: Command) -> None:
    assert "the chain is whole" in beholder("doctor", simulated)
    with sqlite3.connect(simulated / ".beholder" / "study.sqlite3") as db:
        db.execute("UPDATE payloads SET payload = replace(payload, '\"quality\":', '\"quality\":1') WHERE rowid = 3")
    db.close()
    beholder("doctor", simulated, status=2)
    assert "chain-broken" in beholder.errors
    beholder("backup", simulated, "-o", simulated / "b.zip", status=2)
    assert "chain-broken" in beholder.errors
    assert not (simulated / "b.zip").exists()


def test_a_damaged_database_is_told_in_words_by_every_command(simulated: Path, beholder: Command) -> None:
    file = simulated / ".beholder" / "study.sqlite3"
    whole = file.read_bytes()
    torn = bytearray(whole)
    for page in range(3, len(whole) // 4096, 2):
        torn[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    unread = whole.replace(b'"guideline":', b'"\xff\xffideline":')
    for damaged in (whole[: len(whole) // 2], b"no database" * 500, bytes(torn), unread):
        for path in file.parent.glob("study.sqlite3*"):
            path.unlink()
        file.write_bytes(damaged)
        for command in ("doctor", "backup"):
            options = ["-o", simulated / "b.zip"] if command == "backup" else []
            beholder(command, simulated, *options, status=2)
            assert "damaged" in beholder.errors


def test_doctor_looks_at_the_machine_alone(beholder: Command) -> None:
    assert "SQLite" in beholder("doctor")


def test_another_database_by_option_and_by_environment(
    study: Path, beholder: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    beholder("simulate", study, "--raters", 3, "--seed", 5, "--database", address)
    assert not (study / ".beholder" / "study.sqlite3").exists()
    beholder("ratings", study, "-o", tmp_path / "r.csv", "--database", address)
    beholder("ratings", study, "-o", tmp_path / "none.csv", status=2)
    assert "study-not-started" in beholder.errors
    monkeypatch.setenv("BEHOLDER_DATABASE", address)
    assert "16 of 16" in beholder("status", study)


def test_people_and_simulation_never_mix(simulated: Path, beholder: Command) -> None:
    beholder("serve", simulated, "--port", 0, status=2)
    assert "study-simulated" in beholder.errors


def test_invitations_are_links_to_the_study(study: Path, beholder: Command) -> None:
    first = beholder("invite", study, "--address", "https://studies.example.org/").strip()
    second = beholder("invite", study, "--address", "https://studies.example.org/").strip()
    assert re.fullmatch(r"https://studies\.example\.org/s/[0-9a-f]{12}/\?i=[\w.-]+", first)
    assert first != second
    coordinator = beholder("invite", study, "--coordinator").strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:8400/c/\?t=[\w-]{20,}", coordinator)


def test_a_served_study_keeps_its_address_and_hears_from_check_what_serve_would_refuse(
    study: Path, beholder: Command
) -> None:
    with running_server(study) as server:
        assert beholder("invite", study).startswith(f"{server.base_url}/s/")
        beholder("check", study)
    lines = (study / "items.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (study / "items.jsonl").write_text("".join(lines[1:]), encoding="utf-8")
    beholder("check", study, status=2)
    assert "study-changed" in beholder.errors
    problems = json.loads(beholder("check", study, "--json", status=2))["problems"]
    assert [problem["code"] for problem in problems] == ["study-changed"]


def test_two_copies_of_one_study_are_not_served_together(study: Path, beholder: Command, tmp_path: Path) -> None:
    beholder("invite", study)
    shutil.copytree(study, tmp_path / "copy")
    beholder("serve", study, tmp_path / "copy", "--port", 0, status=2)
    assert "study-copied" in beholder.errors
    assert str(tmp_path / "copy") in beholder.errors


def test_a_disk_that_refuses_is_said_in_words(study: Path, beholder: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(study / ".beholder" / "lock"))

    monkeypatch.setattr("beholder.store.study_home.Home.lock", refuse)
    beholder("simulate", study, status=2)
    assert "disk-refuses" in beholder.errors
    assert "lock" in beholder.errors


def test_interrupting_a_command_is_said(study: Path, beholder: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("beholder.study.check_folder", interrupted)
    beholder("check", study, status=130)
    assert beholder.errors.split() == ["stopped"]


def test_interrupting_while_commands_load_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Loading(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "beholder.cli", Loading("beholder.cli"))
    with pytest.raises(SystemExit) as ended:
        start()
    assert ended.value.code == 130
    assert capsys.readouterr().err.split() == ["stopped"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", "nowhere"), "study-missing"),
        (("new", "mask", "s"), "protocol-unknown"),
        (("new", "masks", "."), "folder-not-empty"),
        (("simulate", "nowhere"), "study-missing"),
        (("ratings", "study", "-o", "r.csv"), "study-not-started"),
        (("backup", "study", "-o", "b.zip"), "study-not-started"),
        (("restore", "study/study.yaml", "again"), "backup-broken"),
        (("restore", "none.zip", "again"), "backup-missing"),
        (("verify", "none.zip"), "release-missing"),
        (("invite", "nowhere"), "study-missing"),
        (("protocol", "new", "Not A Name"), "protocol-name"),
        (("protocol", "check", "nothing"), "protocol-unknown"),
        (("preview", "study", "--root-path", "/a b"), "root-path"),
        (("status", "study", "--database", "mysql://x"), "database-address"),
    ],
)
def test_mistakes_are_told_in_words(
    words: tuple[str, ...], code: str, study: Path, beholder: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(study.parent)
    beholder(*words, status=2)
    assert f"[{code}]" in beholder.errors


def test_an_export_that_cannot_be_written_leaves_nothing(simulated: Path, beholder: Command, tmp_path: Path) -> None:
    beholder("ratings", simulated, "-o", tmp_path / "r.sav", status=2)
    assert "export-format" in beholder.errors
    beholder("ratings", simulated, "-o", tmp_path / "no" / "r.csv", status=2)
    assert "file-unwritable" in beholder.errors
    assert [path.name for path in tmp_path.iterdir()] == ["study"]


def test_protocols_are_listed(beholder: Command) -> None:
    printed = beholder("protocol", "list")
    assert all(name in printed for name in ("captions", "counting", "masks", "trajectories"))
    assert "complete" in beholder("protocol", "check", "masks")


def test_help_and_version(beholder: Command) -> None:
    assert re.match(r"beholder \d+\.\d+", beholder("--version"))
    assert "simulate" in beholder("--help")
