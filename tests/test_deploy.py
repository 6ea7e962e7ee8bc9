"""What the project is run with: containers, the service, pinned requirements, and files that only their owner can read."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from pip._vendor.packaging.requirements import Requirement

from beholder.keeping.backup import read_backup, write_backup
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.testing import write_masks_study
from tests.web.web_client import open_site

ROOT = Path(__file__).parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PINNED = ("core", "demo", "server", "dev")


def test_every_image_has_a_tag_and_ours_is_never_fetched() -> None:
    for name, service in COMPOSE["services"].items():
        image = re.sub(r"^\$\{\w+:-(.*)\}$", r"\1", service["image"])
        assert re.fullmatch(r"[\w./-]+:[\w.-]+(@sha256:[0-9a-f]{64})?", image), name
        assert not image.endswith(":latest"), name
        assert image != "beholder:local" or service["pull_policy"] == "never", name
    assert "docker build --tag beholder:local" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_only_this_machine_reaches_the_ports() -> None:
    ports = [port for service in COMPOSE["services"].values() for port in service.get("ports", ())]
    assert ports
    assert all(str(port).startswith("127.0.0.1:") for port in ports)


def test_no_password_stands_in_an_address_or_bare_in_a_shell() -> None:
    """A password with @, / or $ would end the address early, or be read as something else."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert not re.search(r"://[^\s\"]*\$\{", text)
    environment = COMPOSE["services"]["one"]["environment"]
    assert environment["PGPASSWORD"].startswith("${DATABASE_PASSWORD:?")
    script = COMPOSE["services"]["bucket"]["entrypoint"][-1]
    assert re.findall(r".\$\$\w+.", script) == ['"$$STORE_PASSWORD"']


def test_the_unit_is_hardened_and_the_guide_shows_it() -> None:
    unit = (ROOT / "deploy" / "beholder.service").read_text(encoding="utf-8")
    assert unit in (ROOT / "docs" / "guides" / "deployment.md").read_text(encoding="utf-8")
    settings = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and not line.startswith("#"))
    for name in (
        "NoNewPrivileges",
        "PrivateTmp",
        "PrivateDevices",
        "ProtectHome",
        "RestrictNamespaces",
        "LockPersonality",
    ):
        assert settings[name] == "true", name
    assert settings["ProtectSystem"] == "strict"
    assert settings["CapabilityBoundingSet"] == ""
    assert settings["UMask"] == "0077"
    if shutil.which("systemd-analyze"):
        command = ["systemd-analyze", "security", "--offline=true", str(ROOT / "deploy" / "beholder.service")]
        rated = re.search(
            r"exposure level for \S+ (\d+\.\d)", subprocess.run(command, capture_output=True, text=True).stdout
        )
        assert rated is None or float(rated[1]) < 2


def _listed(name: str) -> dict[str, list[str]]:
    """Versions with their hashes, those of included files too."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", "")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("-r "):
            found |= _listed(line[3:].removesuffix(".txt"))
        elif line and not line.startswith("#"):
            requirement, *hashes = line.split()
            assert re.fullmatch(r"[a-z0-9-]+==[\w.]+", requirement), line
            assert hashes, line
            assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), line
            found[requirement] = hashes
    return found


@pytest.mark.parametrize("name", PINNED)
def test_every_requirement_is_held_to_its_hash(name: str) -> None:
    lines = (ROOT / "requirements" / "tested.txt").read_text(encoding="utf-8").lower().replace("_", "-").splitlines()
    tested = {line.replace(".", "-", line.partition("==")[0].count(".")) for line in lines}
    assert _listed(name).keys() <= tested
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links", text)


def test_the_files_list_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = {
        "core": [*project["dependencies"], *extras["fast"], *extras["report"], "hatchling"],
        "demo": extras["demo"],
        "server": [*extras["postgres"], *extras["s3"], *extras["excel"]],
        "dev": [one for one in extras["dev"] if not one.startswith("beholder[")],
    }
    for name, requirements in wanted.items():
        versions = dict(one.split("==") for one in _listed(name))
        for requirement in map(Requirement, requirements):
            found = versions.get(re.sub(r"[._]", "-", requirement.name.lower()))
            assert found is not None, (name, requirement)
            assert requirement.specifier.contains(found), (name, requirement, found)


def test_pins_that_cannot_be_looked_up_are_named_and_nothing_is_guessed(tmp_path: Path) -> None:
    for name in ("scripts", ".github", "Dockerfile", "compose.yaml"):
        source = ROOT / name
        shutil.copytree(source, tmp_path / name) if source.is_dir() else shutil.copy(source, tmp_path)
    answers = {"docker": "sha256:" + "a" * 64, "git": "b" * 40 + "\trefs/tags/v4"}

    def run(folder: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "scripts/pins.py", "images", "actions"]
        return subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PATH": str(folder)}, capture_output=True, text=True, check=False
        )

    def texts() -> list[str]:
        files = (*(tmp_path / ".github" / "workflows").iterdir(), tmp_path / "Dockerfile", tmp_path / "compose.yaml")
        return [path.read_text(encoding="utf-8") for path in sorted(files)]

    before = texts()
    refused = run(tmp_path / "nothing-here")
    assert refused.returncode == 1
    assert "python:3.12-slim" in refused.stderr
    assert "actions/checkout" in refused.stderr
    assert texts() == before
    (tmp_path / "bin").mkdir()
    for program, answer in answers.items():
        (tmp_path / "bin" / program).write_text(f"#!/bin/sh\nprintf '{answer}'\n")
        (tmp_path / "bin" / program).chmod(0o755)
    for _ in range(2):
        assert run(tmp_path / "bin").returncode == 0
        workflow, *_, dockerfile, compose = texts()
        assert f"uses: actions/checkout@{'b' * 40} # v4\n" in workflow
        assert f"FROM python:3.12-slim@sha256:{'a' * 64}\n" in dockerfile
        assert f"image: postgres:16@sha256:{'a' * 64}\n" in compose
        assert "image: beholder:local\n" in compose


@contextmanager
def umask(mode: int) -> Iterator[None]:
    before = os.umask(mode)
    try:
        yield
    finally:
        os.umask(before)


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


def _private(modes: dict[str, int]) -> bool:
    secret = ("id", "secret", "coordinator.json")
    return modes[".beholder"] == 0o700 and all(
        mode == 0o600
        for name, mode in modes.items()
        if name in secret or re.match(r"study\.sqlite3(-|$|\.started)", name)
    )


def test_what_is_secret_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    with umask(0):
        folder = write_masks_study(tmp_path / "study", trials=6, ratings=1)
        Home(folder).folder.mkdir(mode=0o755)
        with open_site(folder) as site, site.client() as client:
            site.join(client)
            modes = _modes(Home(folder).folder)
            assert {"study.sqlite3", "study.sqlite3-wal", "study.sqlite3-shm", "study.sqlite3.started"} <= modes.keys()
            assert _private(modes), {name: oct(mode) for name, mode in modes.items()}
        write_backup(folder, tmp_path / "backup.zip")
        assert stat.S_IMODE((tmp_path / "backup.zip").stat().st_mode) == 0o600
        read_backup(tmp_path / "backup.zip", tmp_path / "restored")
        assert _private(_modes(Home(tmp_path / "restored").folder))
        elsewhere = tmp_path / "elsewhere.sqlite3"
        Database.open(f"sqlite:///{elsewhere}").close()
        assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o600
