"""The demo, the preview, and the example they begin with."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from beholder.cli import app
from beholder.cli.serve import _announce
from beholder.media import decode_mask, intersection_over_union
from beholder.protocols import find_protocol, protocol_names
from beholder.study import check_folder
from beholder.testing import running_server, write_masks_study
from beholder.web import ServerOptions
from tests.web.web_client import Site, open_site


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def example(painted: Callable[[str], Path]) -> Path:
    return painted("masks")


def test_the_example_is_sound_and_teaches(example: Path) -> None:
    checked = check_folder(example)
    assert not checked.errors
    assert checked.definition is not None
    assert len(checked.definition.systems) == 4
    assert len(checked.definition.items) >= 8
    assert (example / "study.yaml").read_text().count("#") >= 5


def test_each_pretend_system_errs_in_its_own_way_and_quality_has_a_known_order(example: Path) -> None:
    quality: dict[str, list[float]] = {}
    for line in (example / "items.jsonl").read_text().splitlines():
        item = json.loads(line)
        if item.get("kind") == "practice":
            continue
        with Image.open(example / "media" / item["image"]) as image:
            size = image.size
        truth = decode_mask(item["truth_mask"], size, example)
        masks = {c["system"]: decode_mask(c["mask"], size, example) for c in item["candidates"]}
        for candidate in item["candidates"]:
            quality.setdefault(candidate["system"], []).append(candidate["truth"])
        assert not (masks["snug"] & ~truth).any()
        assert (masks["spill"] & truth).sum() == truth.sum() < masks["spill"].sum()
        assert (truth & ~masks["moth"]).any()
        assert (masks["moth"] & ~truth).any()
        assert all(0.1 < intersection_over_union(truth, mask) < 1 for mask in masks.values())
    means = {system: float(np.mean(values)) for system, values in quality.items()}
    assert sorted(means, key=lambda system: -means[system]) == ["snug", "brick", "moth", "spill"]


@pytest.fixture(scope="module")
def demo_folders(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("demo")
    names = [name for name in protocol_names() if find_protocol(name).example]
    return [shutil.copytree(painted(name), root / name) for name in names]


@pytest.mark.long
def test_the_landing_page_of_the_demo_has_both_links_of_every_study_and_they_work(demo_folders: list[Path]) -> None:
    with open_site(*demo_folders, options=ServerOptions(demo=True)) as site:
        with site.client(base_url="http://127.0.0.1:8484") as client:
            landing = client.get("/").text
            for study in site.studies:
                assert f'href="/s/{study.short}/?lang=en"' in landing
                assert f'href="/c/{study.short}?lang=en"' in landing
                cover = f"{site.app.static_address}/protocols/{study.definition.protocol.name}/cover.webp"
                assert f'src="{cover}"' in landing
                assert client.get(cover).headers["content-type"] == "image/webp"
                assert client.get(f"/s/{study.short}/").status_code == 200
                assert client.get(f"/c/{study.short}").status_code == 200
                one = Site(site.app, [study], site.coordinators, site.portal)
                trials = one.join(client).leases()
                assert trials
                assert all(client.get(m).status_code == 200 for trial in trials for m in trial["media"])
        with site.client(base_url="http://rebound.example") as stranger:
            # a page elsewhere that makes its own name point here must not coordinate
            assert stranger.get(f"/c/{site.study.short}").headers["location"] == "/c/"


def test_a_demo_says_that_it_keeps_nothing_and_names_no_option_that_it_lacks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    links = "restart with --address URL"
    _announce([], "http://127.0.0.1:8484", ServerOptions(demo=True), token=None, by_name="", links=links)
    told = capsys.readouterr().out
    assert "Stop with Ctrl-C; everything is then deleted." in told
    assert links not in told


def test_a_preview_leaves_the_study_folder_as_it_was_and_says_so(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8)
    before = _digests(folder)
    with running_server(folder, command="preview") as server:
        output = server.output()
        page = output.split("raters: ")[1].split()[0]
        text = httpx.get(page).text
        api = page.removeprefix(server.base_url) + "api"
        joined = httpx.post(f"{server.base_url}{api}/join", json={"language": "en"}).json()
        headers = {"authorization": f"Bearer {joined['token']}"}
        assert httpx.get(f"{server.base_url}{api}/session", headers=headers).json()["preview"] is True
        leased = httpx.post(f"{server.base_url}{api}/leases", json={"want": 1}, headers=headers).json()
        body = {"lease": leased["leases"][0]["lease"], "payload": {"trial": {"quality": 5}, "slots": []}}
        assert httpx.put(f"{server.base_url}{api}/answers/answer-1", json=body, headers=headers).status_code == 200
    assert "Nothing is stored" in output
    assert "--address" not in output, "an option that it does not have"
    assert '"preview": true' in text
    assert _digests(folder) == before


@pytest.mark.long
def test_a_study_is_served_by_one_process_at_a_time(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8)
    with running_server(folder):
        second = CliRunner().invoke(app, ["serve", str(folder), "--port", "0"])
        assert second.exception is not None
        assert "in use" in str(second.exception)
    with running_server(folder) as again:
        assert httpx.get(again.rater_url()).status_code == 200


def test_a_simulated_study_is_not_served_to_people(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8)
    assert CliRunner().invoke(app, ["simulate", str(folder), "--raters", "4", "--seed", "1"]).exit_code == 0
    refused = CliRunner().invoke(app, ["serve", str(folder), "--port", "0"])
    assert "simulated" in str(refused.exception)


@pytest.mark.long
def test_the_one_time_link_is_printed_at_the_first_start_only(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8)
    with running_server(folder) as server:
        token = server.output().split("/c/?t=")[1].split()[0]
        assert httpx.post(f"{server.base_url}/c/sign-in", data={"token": token}).status_code == 303
    with running_server(folder) as server:
        assert "?t=" not in server.output()


@pytest.mark.long
def test_a_server_open_to_others_without_tls_says_so_and_where_its_links_lead(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8)
    with running_server(folder, options=["--host", "0.0.0.0"]) as server:
        told = " ".join(server.output().split())
        assert "others can read what passes" in told
        assert f"its IP address, {socket.gethostname()} or localhost" in told
        assert "--address" in told
        printed = re.findall(r"http://\S+/s/\S+", told)
        assert printed
        assert "0.0.0.0" not in printed[0]
        assert httpx.get(printed[0]).status_code == 200, "the link that is printed can be opened"
    options = ["--address", "https://studies.example.org", "--root-path", "/lab"]
    with running_server(folder, options=options) as server:
        assert "pages lead to https://studies.example.org/lab/" in " ".join(server.output().split())


def test_an_interrupt_ends_the_server_quietly(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8)
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "beholder", "serve", str(folder), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        while "Stop with" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in errors
