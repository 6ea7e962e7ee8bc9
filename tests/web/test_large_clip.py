"""A clip of a gigabyte is taken in and served in little memory."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from beholder.testing import RunningServer, running_server
from tests.clip_maker import make_clip

_PROTOCOL = """
name: one-clip
title: Clip
shows: one
candidate: {video: {kind: video}}
form:
  fields:
    good: {kind: scale, label: "How good?"}
"""
_GIGABYTE = 1 << 30


def _study(folder: Path, *, size: int) -> Path:
    (folder / "media").mkdir(parents=True)
    (folder / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    settings = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 2\nlanguages: [en]\n"
    (folder / "study.yaml").write_text(settings, encoding="utf-8")
    clip = make_clip(folder / "media" / "clip.mp4")
    with clip.open("r+b") as file:
        file.seek(0, 2)
        start = file.tell()
        if size > start + 16:
            # a box of nothing, which takes no room on the disk of whoever tests
            file.write((1).to_bytes(4, "big") + b"free" + (size - start).to_bytes(8, "big"))
            file.truncate(size)
    item = {"id": "i", "candidates": [{"system": "a", "video": "clip.mp4"}]}
    (folder / "items.jsonl").write_text(json.dumps(item), encoding="utf-8")
    return folder


def _peak(server: RunningServer) -> int:
    """The most memory that the server ever held, in bytes."""
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
    return 1024 * int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0])


def _watched(folder: Path, look: Callable[[RunningServer, str], None]) -> int:
    with running_server(folder) as server:
        page = server.rater_url(0).removeprefix(server.base_url)
        api = f"{server.base_url}{page}api"
        token = httpx.post(f"{api}/join", json={"language": "en"}).json()["token"]
        leased = httpx.post(f"{api}/leases", json={"want": 1}, headers={"authorization": f"Bearer {token}"}).json()
        (address,) = re.findall(r'<video src="([^"#]+)', leased["leases"][0]["html"])
        look(server, server.base_url + address)
        return _peak(server)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much memory a process held")
def test_a_gigabyte_costs_no_more_than_sixty_megabytes(tmp_path: Path) -> None:
    def glance(server: RunningServer, address: str) -> None:
        assert httpx.get(address, headers={"range": "bytes=0-99"}).status_code == 206

    def whole(server: RunningServer, address: str) -> None:
        glance(server, address)
        come = 0
        with httpx.stream("GET", address, timeout=120) as reply:
            for part in reply.iter_raw():
                come += len(part)
        assert come == _GIGABYTE
        for start in range(0, _GIGABYTE, _GIGABYTE // 8):
            reply = httpx.get(address, headers={"range": f"bytes={start}-{start + 999_999}"})
            assert len(reply.content) == 1_000_000

    small = _watched(_study(tmp_path / "small", size=0), glance)
    large = _watched(_study(tmp_path / "large", size=_GIGABYTE), whole)
    assert large - small < 60_000_000
