"""The guides run as printed: every command, in order, in an empty folder, with the output they show."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from beholder.cli import app
from beholder.testing.postgres import free_port
from tests.docs.printed_guide import commands_of, run_cells
from tests.forked import run_command
from tests.study_maker import make_study

Painted = Callable[[str], Path]
_ROOT = Path(__file__).parents[2]
_GUIDES = _ROOT / "docs" / "guides"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SERVERS = ("serve", "preview", "demo")
_ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("BEHOLDER")},
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "COLUMNS": "200",
    "PYTHONUNBUFFERED": "1",
}


def _blocks(page: Path, kind: str) -> list[str]:
    return [text for found, text in _BLOCK.findall(page.read_text(encoding="utf-8")) if found == kind]


def _commands(page: Path) -> Iterator[tuple[str, list[str]]]:
    """Each command of the page's console blocks with the lines of output shown below it."""
    for block in _blocks(page, "console"):
        command, shown = "", list[str]()
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, shown
                command, shown = line[2:], []
            else:
                shown.append(line)
        yield command, shown


def _run(command: str, folder: Path, painted: Painted | None = None) -> str:
    words = command.split()
    if painted is not None and words[:2] == ["beholder", "new"]:
        # the same files; painting them is what takes longest, and other tests do it
        _, _, protocol, made = words
        shutil.copytree(painted(protocol), folder / made)
        return ""
    if words[0] == "beholder" and words[1] in _SERVERS:
        return _serve(words, folder)
    if words[0] != "beholder":
        subprocess.run(words, cwd=folder, check=True)
        return ""
    code, printed = run_command(words, folder, _ENVIRONMENT)
    assert code == 0, f"{command}\n{printed}"
    return printed


def _serve(words: list[str], folder: Path) -> str:
    """Starts a server on a free port, waits until it answers, stops it; what it printed."""
    port = free_port()
    started = subprocess.Popen(
        [*words, "--port", str(port)],
        cwd=folder,
        env=_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        deadline = time.monotonic() + 120
        while started.poll() is None and time.monotonic() < deadline and not _answers(port):
            time.sleep(0.1)
        assert started.poll() is None, "the server ended"
    finally:
        started.send_signal(signal.SIGINT)
        printed, _ = started.communicate(timeout=60)
    return printed


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _python(text: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def _follow(page: Path, folder: Path, painted: Painted | None = None) -> int:
    count = 0
    for count, (command, shown) in enumerate(_commands(page), 1):
        printed = re.sub(r"\s+", " ", _run(command, folder, painted))
        # the port a server would have had; invitations name the one on which the study was last served
        printed = re.sub(r"(?<=127\.0\.0\.1:)\d+", "8400", printed)
        for line in shown:
            assert re.sub(r"\s+", " ", line.strip()) in printed, f"{command}\nshould print: {line}\nprinted: {printed}"
    return count


@pytest.mark.long
def test_first_study(tmp_path: Path) -> None:
    page = _GUIDES / "first-study.md"
    assert _follow(page, tmp_path) >= 9
    for text in _blocks(page, "python"):
        _python(text, tmp_path)
    assert (tmp_path / "ratings.csv").read_text(encoding="utf-8").startswith("study,protocol,item,")
    assert (tmp_path / "my-study.zip").stat().st_size > 1000


def test_cells_of_the_notebook(
    tmp_path: Path, painted: Painted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, which has loaded what a kernel would load; the report with its figures is left to the long form."""
    monkeypatch.chdir(tmp_path)
    new, simulate, _ = commands_of("notebook.md")
    assert new[:2] == ["beholder", "new"]
    shutil.copytree(painted(new[2]), new[3])
    done = CliRunner().invoke(app, simulate[1:])
    assert done.exit_code == 0, done.output
    ratings, by_system, said_around, _, means = run_cells("notebook.md")
    assert repr(ratings) == "<RatingsTable: 288 rows>", "as the page says"
    assert "<table" in ratings._repr_html_()
    assert len(said_around) == 0, "this study asks nothing before or after its trials"
    printed = capsys.readouterr().out
    # plain means stand within the intervals of the analysis, whose table holds the same systems
    assert set(by_system.index) == set(means.system)
    assert "On quality" in printed
    for row in means.itertuples():
        assert row.low < by_system.loc[row.system, "mean"] < row.high


@pytest.mark.long
def test_notebook(tmp_path: Path, painted: Painted) -> None:
    page = _GUIDES / "notebook.md"
    assert _follow(page, tmp_path, painted) == 3
    assert list((tmp_path / "figures").glob("*.svg"))
    _python("\n".join(_blocks(page, "python")), tmp_path)


def test_enough(tmp_path: Path) -> None:
    page = _GUIDES / "enough.md"
    shutil.copy(_GUIDES / "opinions.csv", tmp_path)
    assert _follow(page, tmp_path) == 3
    by_lead, by_width, looks = _blocks(page, "yaml")
    for number, rule in enumerate((by_lead, by_width)):
        folder = tmp_path / f"study-{number}"
        definition = make_study(folder, "one", items=30, systems="a", **yaml.safe_load(rule), **yaml.safe_load(looks))
        assert definition.stop_rule is not None
        assert "stopping-without-overlap" not in {one.code for one in definition.warnings}
        for command in ("check", "simulate", "status"):
            printed = _run(f"beholder {command} {folder.name}", tmp_path)
        assert "trials by the rule" in printed


def test_items(tmp_path: Path) -> None:
    page = _GUIDES / "items.md"
    for text in _blocks(page, "python"):
        _python(text, tmp_path)
    (settings,) = _blocks(page, "yaml")
    (tmp_path / "birds" / "study.yaml").write_text(settings, encoding="utf-8")
    assert _follow(page, tmp_path) == 1


def test_own_files(tmp_path: Path) -> None:
    page = _GUIDES / "own-files.md"
    for text in _blocks(page, "python"):
        _python(text, tmp_path)
    assert _follow(page, tmp_path) == 4


def test_own_protocol(tmp_path: Path) -> None:
    page = _GUIDES / "own-protocol.md"
    assert _follow(page, tmp_path) >= 5
    (tmp_path / "sharpness").mkdir()
    for language in ("en", "zh"):
        text = "# Sharpness\n\nLook at the picture in full before you answer. 先看完整张图。\n"
        (tmp_path / "sharpness" / f"guideline.{language}.md").write_text(text, encoding="utf-8")
    _python("\n".join(_blocks(page, "python")), tmp_path)
    (changed,) = _blocks(page, "yaml")
    (tmp_path / "faces" / "protocol.yaml").write_text(changed, encoding="utf-8")
    for command in ("beholder protocol check faces/protocol.yaml", "beholder check faces"):
        _run(command, tmp_path)


def test_own_field_kind(tmp_path: Path) -> None:
    page = _GUIDES / "own-field-kind.md"
    declared, used = _blocks(page, "python")
    folder = tmp_path / "percent"
    folder.mkdir()
    files = {
        "__init__.py": declared,
        "field.html": _blocks(page, "html")[0],
        "element.js": _blocks(page, "javascript")[0],
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    asks = """
from beholder.protocols.registry import read_protocol
from beholder.testing import check_protocol
from pathlib import Path
check_protocol(read_protocol(Path("protocol.yaml")))
"""
    protocol = "name: skies\ntitle: Skies\nsummary: How much sky\nshows: item\nitem: {image: {kind: image}}\nform: {fields: {sky: {kind: percent, label: Sky}}}\n"
    (tmp_path / "protocol.yaml").write_text(protocol, encoding="utf-8")
    (tmp_path / "guideline.en.md").write_text("# Skies\n\nSay how much of the picture is sky.\n", encoding="utf-8")
    _python(used + asks, tmp_path)


@pytest.mark.long
def test_data_safety(tmp_path: Path) -> None:
    page = _GUIDES / "data-safety.md"
    assert _follow(page, tmp_path) >= 6
    for text in _blocks(page, "python"):
        _python(text, tmp_path)


@pytest.mark.long
def test_exports(tmp_path: Path, painted: Painted) -> None:
    page = _GUIDES / "exports.md"
    assert _follow(page, tmp_path, painted) >= 9
    assert (tmp_path / "my-masks-data" / "README.md").is_file()
    assert (tmp_path / "manynames.tsv").read_text(encoding="utf-8").startswith("item\t")


def test_readme(tmp_path: Path) -> None:
    page = _ROOT / "README.md"
    assert _follow(page, tmp_path) >= 3
    for text in _blocks(page, "python"):
        _python(text, tmp_path)


@pytest.mark.parametrize("page", sorted(_GUIDES.glob("*.md")), ids=lambda page: page.stem)
def test_every_command_that_is_mentioned_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    mentioned = set(re.findall(r"(?:`|^\$ |/bin/)beholder ((?:stats |protocol )?[a-z-]+)", text, re.MULTILINE))
    documented = (_ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^## beholder (.+)$", documented, re.MULTILINE))
    assert mentioned
    assert sorted(mentioned - known) == []
