"""The wheel holds everything and nothing else, and works from a clean environment without the source beside it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from beholder.protocols import find_protocol, protocol_names
from beholder.testing.postgres import free_port
from tests.packages.own_kind import PACKAGE, tones_study

_ROOT = Path(__file__).parents[1]
_SOURCE = _ROOT / "src"
_PATIENCE = 300


def _build(project: Path, folder: Path) -> Path:
    # without the network the backend must be here already
    isolation = ["--no-isolation"] if find_spec("hatchling") else []
    command = [sys.executable, "-m", "build", "--wheel", *isolation, "--outdir", str(folder), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it would be published."""
    return _build(_ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def beholder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment that has the wheel, and the dependencies of this one but not our source."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=False)
    (site,) = home.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    ours = [Path(one) for one in sys.path if one.endswith("site-packages")]
    # a plain path entry reads no .pth files there, so the editable install of the source is not seen
    (site / "dependencies.pth").write_text("\n".join(map(str, ours)) + "\n", encoding="utf-8")
    command = home / "bin" / "beholder"
    # as an installer writes it for the entry point
    text = f'#!{home}/bin/python\nfrom beholder.__main__ import main\nif __name__ == "__main__":\n    main()\n'
    command.write_text(text, encoding="utf-8")
    command.chmod(0o755)
    return command


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BEHOLDER", "NODE"))}
    return {**kept, "COLUMNS": "200", "PYTHONUNBUFFERED": "1"}


def _run(beholder: Path, *arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [str(beholder), *arguments], cwd=folder, env=_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def test_the_wheel_holds_every_file_and_no_test(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry_points,) = [archive.read(name).decode() for name in names if name.endswith("/entry_points.txt")]
    assert "beholder = beholder.__main__:main" in entry_points
    packed = {name for name in names if ".dist-info/" not in name}
    wanted = {
        path.relative_to(_SOURCE).as_posix()
        for path in (_SOURCE / "beholder").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("test_")
    }
    assert sorted(wanted - packed) == []
    assert sorted(packed - wanted) == []
    assert {"beholder/py.typed", "beholder/web/templates/rate.html", "beholder/web/static/rate/main.js"} <= packed
    assert any(re.fullmatch(r"beholder/protocols/\w+/guideline\.zh\.md", name) for name in packed)


def test_the_clean_environment_runs_the_wheel(beholder: Path, tmp_path: Path) -> None:
    python = beholder.parent / "python"
    done = subprocess.run(
        [str(python), "-c", "import beholder; print(beholder.__file__)"],
        cwd=tmp_path,
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(beholder.parents[1])


@pytest.mark.long
def test_a_study_from_new_to_ratings_twice_the_same(beholder: Path, tmp_path: Path) -> None:
    exported = []
    for attempt in ("first", "second"):
        folder = tmp_path / attempt
        folder.mkdir()
        _run(beholder, "new", "masks", "s", folder=folder)
        _run(beholder, "check", "s", folder=folder)
        _run(beholder, "simulate", "s", "--raters", "12", "--seed", "1", folder=folder)
        _run(beholder, "ratings", "s", "-o", "r.csv", folder=folder)
        exported.append((folder / "r.csv").read_bytes())
    assert exported[0] == exported[1]
    assert exported[0].count(b"\n") > 100


@pytest.fixture
def with_colour(beholder: Path, tmp_path: Path) -> Iterator[Path]:
    """The same command where a package with a further kind of field is installed, too."""
    project = shutil.copytree(PACKAGE, tmp_path / "project")
    (site,) = beholder.parents[1].glob("lib/python*/site-packages")
    with zipfile.ZipFile(_build(project, tmp_path / "dist")) as archive:
        archive.extractall(site)
    yield beholder
    for installed in site.glob("beholder_colour*"):
        shutil.rmtree(installed)


def test_a_kind_of_field_from_another_package_is_checked_simulated_exported_analysed_and_served(
    with_colour: Path, tmp_path: Path
) -> None:
    tones_study(tmp_path / "s")
    assert "is complete" in _run(with_colour, "protocol", "check", "s/protocol.yaml", folder=tmp_path)
    _run(with_colour, "check", "s", folder=tmp_path)
    _run(with_colour, "simulate", "s", "--raters", "8", "--seed", "1", folder=tmp_path)
    _run(with_colour, "ratings", "s", "-o", "r.csv", folder=tmp_path)
    lines = (tmp_path / "r.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 8 * 2 * 4
    assert all(re.search(r",tone,#[0-9a-f]{6},", line) for line in lines[1:])
    told = json.loads(_run(with_colour, "analyze", "s", "--json", folder=tmp_path))
    means = {f["name"]: f["value"] for f in told["findings"] if f["name"].startswith("tone.lightness.")}
    assert means["tone.lightness.mean.dawn"] > 60 > 30 > means["tone.lightness.mean.umbra"]


def test_without_the_package_its_kind_is_told_to_be_unknown(beholder: Path, tmp_path: Path) -> None:
    tones_study(tmp_path / "s")
    done = subprocess.run(
        [str(beholder), "check", "s"], cwd=tmp_path, env=_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "there is no kind of field 'colour'" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@contextmanager
def _demo(beholder: Path, folder: Path) -> Iterator[tuple[int, str]]:
    """A running demo that keeps its files below this folder: its process and its address."""
    port, printed = free_port(), folder / "printed"
    environment = {**_environment(), "TMPDIR": str(folder)}
    with printed.open("w", encoding="utf-8") as out:
        started = subprocess.Popen(
            [str(beholder), "demo", "--port", str(port)], env=environment, stdout=out, stderr=out
        )
    try:
        deadline = time.monotonic() + _PATIENCE
        while "Everything is at" not in printed.read_text(encoding="utf-8"):
            told = printed.read_text(encoding="utf-8")
            assert started.poll() is None, told
            assert time.monotonic() < deadline, told
            time.sleep(0.2)
        yield started.pid, f"http://127.0.0.1:{port}"
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(60)
    assert "Traceback" not in printed.read_text(encoding="utf-8")


def _get(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=30) as reply:
            return reply.status, reply.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, ""


_REFERENCE = re.compile(
    r"""(?:href|src)="(/[^"]*)"|["'](\.{1,2}/[\w./-]+\.js)["']|url\(["']?(?!data:)([^)"']+)["']?\)"""
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def _all_pages(address: str) -> set[str]:
    """Every page and file that can be reached from the first; all of them answer."""
    waiting, seen = ["/"], set[str]()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        status, text = _get(address + path)
        assert status == 200, path
        if not path.startswith("/static/") or path.endswith((".js", ".css")):
            # comments name files of types, which no browser asks for
            for absolute, module, asset in _REFERENCE.findall(_COMMENT.sub("", text)):
                found = absolute or os.path.normpath(f"{path.rsplit('/', 1)[0]}/{module or asset}")
                waiting.append(found.replace("&amp;", "&").partition("#")[0])
    return seen


def _report_of_a_finished_study(address: str) -> str:
    """Where the first report is that the demo makes while it runs."""
    deadline = time.monotonic() + _PATIENCE
    while "/report?lang=en" not in (landing := _get(f"{address}/?lang=en")[1]):
        assert "being prepared" in landing
        assert time.monotonic() < deadline
        time.sleep(0.5)
    return landing.split("/report?lang=en")[0].rsplit('"', 1)[1] + "/report"


def _finishing(pid: int) -> list[Path]:
    """Processes of a demo that are finishing studies."""
    children = " ".join(path.read_text(encoding="ascii") for path in Path(f"/proc/{pid}/task").glob("*/children"))
    commands = [Path(f"/proc/{child}/cmdline") for child in children.split()]
    return [path for path in commands if b"rehearsal" in path.read_bytes()]


@pytest.mark.long
def test_the_demo_answers_everywhere_finishes_studies_and_clears_up(beholder: Path, tmp_path: Path) -> None:
    with _demo(beholder, tmp_path) as (pid, address):
        seen = _all_pages(address)
        report = _report_of_a_finished_study(address)
        assert "模拟" in _get(f"{address}{report}?lang=zh")[1]
        working = _finishing(pid)
    studies = {path.split("/")[2] for path in seen if path.startswith("/s/")}
    assert len(studies) == len([name for name in protocol_names() if find_protocol(name).example])
    assert {Path(path).suffix for path in seen if path.startswith("/static/")} >= {".js", ".css", ".svg"}
    modules = {Path(path).name for path in seen if path.endswith(".js")}
    assert {"main.js", "runner.js", "outbox.js"} <= modules
    assert len(working) == 1, "the other studies are still to be finished"
    assert not working[0].exists()
    assert not list(tmp_path.glob("beholder-demo-*"))
