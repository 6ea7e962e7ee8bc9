"""What the deployment guide promises: several processes on one database, and a server below a path."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.facade import load
from beholder.testing import RunningServer, running_server, write_masks_study
from beholder.web import open_served


def _send(address: str, data: Any, *, token: str = "", method: str = "POST") -> Any:
    request = urllib.request.Request(address, json.dumps(data).encode(), method=method)
    request.add_header("content-type", "application/json")
    if token:
        request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.loads(reply.read())


@pytest.mark.long
@pytest.mark.postgres
def test_two_processes_share_a_study_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    first = write_masks_study(tmp_path / "first", trials=6, ratings=1)
    open_served(first, database=postgres_url).close()
    second = shutil.copytree(first, tmp_path / "second")
    with (
        running_server(first, database=postgres_url) as one,
        running_server(second, database=postgres_url) as other,
    ):
        rater = _send(f"{one.base_url}{one.api()}/join", {})
        answered = 0
        servers: list[RunningServer] = [one, other]
        while trials := _send(f"{servers[0].base_url}{one.api()}/leases", {"want": 1}, token=rater["token"])["leases"]:
            servers.reverse()
            with urllib.request.urlopen(f"{servers[0].base_url}{trials[0]['media'][0]}", timeout=30) as picture:
                assert picture.status == 200
            body = {"lease": trials[0]["lease"], "payload": {"trial": {"quality": 5}, "slots": []}}
            address = f"{servers[0].base_url}{one.api()}/answers/answer-{answered:04}"
            assert _send(address, body, token=rater["token"], method="PUT")["saved"]
            answered += 1
        assert answered == 6
    with load(second, database=postgres_url) as study:
        assert study.status().given == 6
        assert study.verify().problems == ()


def test_one_folder_is_served_by_one_process(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4)
    served = open_served(folder)
    try:
        with pytest.raises(BeholderError) as refused:
            open_served(folder)
    finally:
        served.close()
    assert refused.value.code == "study-in-use"


@pytest.mark.long
def test_below_a_path_every_address_carries_it(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4)
    with running_server(folder, options=["--root-path", "/studies"]) as server:
        # the proxy takes the path off before it passes the request on
        with urllib.request.urlopen(server.rater_url(), timeout=30) as reply:
            page = reply.read().decode()
        addresses = re.findall(r'(?:href|src)="(/[^"]*)"', page)
        assert addresses
        assert [one for one in addresses if not one.startswith("/studies/")] == []
        for address in addresses:
            with urllib.request.urlopen(server.base_url + address.removeprefix("/studies"), timeout=30) as reply:
                assert reply.status == 200
        rater = _send(f"{server.base_url}{server.api()}/join", {})
        leased = _send(f"{server.base_url}{server.api()}/leases", {"want": 1}, token=rater["token"])["leases"]
        assert all(address.startswith("/studies/m/") for address in leased[0]["media"])
