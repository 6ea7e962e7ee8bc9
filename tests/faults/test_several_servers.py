"""Servers without a folder behind a load balancer, killed under raters' hands, and their database with them."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Protocol, TypeVar

import httpx
import pytest

from beholder.study import load_definition
from beholder.testing import HttpRater, RaterHistory, RunningServer, write_masks_study
from beholder.testing.postgres import PostgresCluster, PostgresMissing, _children, free_port, running_cluster
from beholder.web import publish_study
from tests.apart import run_apart
from tests.faults.small_proxy import SmallProxy
from tests.faults.test_http_load import _check
from tests.object_store import running_object_store

pytestmark = pytest.mark.postgres

T = TypeVar("T")
Disturb = Callable[[list[RunningServer]], Awaitable[None]]


@pytest.fixture(scope="module")
def object_store() -> Iterator[dict[str, str]]:
    with running_object_store() as environment:
        yield environment


@pytest.fixture
def cluster() -> Iterator[PostgresCluster]:
    """A PostgreSQL of one's own, which can be taken down."""
    try:
        with running_cluster() as found:
            yield found
    except PostgresMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))


class LoadBalancer(Protocol):
    """What hands requests to servers; `served` counts the replies of each by its port."""

    host: str
    port: int
    served: dict[int, int]

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


async def _work(
    servers: list[RunningServer], folder: Path, api: str, raters: int, disturb: Disturb, proxy: LoadBalancer
) -> tuple[list[RaterHistory], dict[int, int]]:
    """All raters at work through the load balancer while something is done to what is behind it."""
    await proxy.start()
    form = load_definition(folder).declaration.form
    crowd = [HttpRater(proxy.host, proxy.port, api, form, seed=n) for n in range(raters)]
    await asyncio.gather(*(rater.join() for rater in crowd))
    working = asyncio.gather(*(rater.work() for rater in crowd))
    while not all(rater.history.confirmed for rater in crowd):
        await asyncio.sleep(0.02)
    await disturb(servers)
    assert set(await working) == {"done"}
    for rater in crowd:
        rater.close()
    await proxy.stop()
    return [rater.history for rater in crowd], proxy.served


def run_behind(
    folder: Path,
    database: str,
    store: dict[str, str],
    *,
    trials: int,
    raters: int,
    disturb: Disturb,
    monkeypatch: pytest.MonkeyPatch,
    balance: Callable[[list[int]], LoadBalancer] = SmallProxy,
) -> None:
    """Raters answer everything behind a load balancer while the servers are disturbed; nothing is lost, nothing doubled."""
    for name, value in store.items():
        monkeypatch.setenv(name, value)
    write_masks_study(folder, trials=trials, ratings=2)
    done = publish_study(folder, database=database, media=f"s3://pictures/{folder.parent.name}")
    servers = [RunningServer([], database=database) for _ in range(3)]
    with ExitStack() as running:
        for server in servers:
            running.callback(server.stop)
            server.start()
        proxy = balance([server.port for server in servers])
        histories, served = run_apart(_work(servers, folder, f"/s/{done.id[:12]}/api", raters, disturb, proxy))
    assert all(served.values()), "each of them had its share"
    _check(folder, database, histories, trials=trials, ratings=2)


def killed_in_turn(times: int) -> Disturb:
    """One server after the other is killed and started anew, so many times in all."""

    async def kill(servers: list[RunningServer]) -> None:
        for server in islice(cycle(servers), times):
            server.kill()
            await asyncio.to_thread(server.start)

    return kill


@pytest.mark.long
def test_a_server_that_is_killed_costs_nobody_anything(
    tmp_path: Path, postgres_url: str, object_store: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_behind(
        tmp_path / "study",
        postgres_url,
        object_store,
        trials=120,
        raters=6,
        disturb=killed_in_turn(1),
        monkeypatch=monkeypatch,
    )


@pytest.mark.long
def test_servers_killed_one_after_the_other_lose_nothing(
    tmp_path: Path, postgres_url: str, object_store: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_behind(
        tmp_path / "study",
        postgres_url,
        object_store,
        trials=4000,
        raters=24,
        disturb=killed_in_turn(30),
        monkeypatch=monkeypatch,
    )


@pytest.mark.long
@pytest.mark.parametrize("what", ["restarted", "a backend killed", "refused for half a minute"])
def test_a_database_that_goes_away_makes_raters_wait_and_loses_nothing(
    tmp_path: Path, cluster: PostgresCluster, object_store: dict[str, str], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def disturb(_servers: list[RunningServer]) -> None:
        if what == "a backend killed":
            first = int((cluster._folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
            os.kill(_children(first)[-1], signal.SIGKILL)
            return
        await asyncio.to_thread(cluster.stop)
        if what == "refused for half a minute":
            # raters' browsers wait as long as they must; that nothing happens meanwhile is the point
            await asyncio.sleep(30)
        await asyncio.to_thread(cluster.start)

    run_behind(
        tmp_path / "study",
        f"{cluster.address}postgres",
        object_store,
        trials=800,
        raters=12,
        disturb=disturb,
        monkeypatch=monkeypatch,
    )


def test_workers_share_a_port_replace_each_other_and_are_watched_on_another(tmp_path: Path, postgres_url: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8, ratings=1)
    watched = free_port()
    server = RunningServer([folder], database=postgres_url, options=("--workers", "2", "--metrics-port", str(watched)))
    try:
        server.start()
        with httpx.Client(base_url=server.base_url, timeout=60) as client:
            assert client.get("/ready").json() == {"status": "ok"}
            assert client.post(f"{server.api()}/join", json={}).status_code == 200
            assert client.get("/metrics").status_code == 404, "not where raters are"
            _until(lambda: len(_children(server.pid)) == 2)
            for child in _children(server.pid):
                os.kill(child, signal.SIGKILL)
            _until(lambda: _is_up(client))
            _until(lambda: len(_children(server.pid)) == 2)
            _until(lambda: _is_up(client))
        text = _until(
            lambda: _read(f"http://127.0.0.1:{watched}/metrics") or _read(f"http://127.0.0.1:{watched + 1}/metrics")
        )
        short = server.study()
        assert f'beholder_writer_works{{study="{short}"}} 1' in text
        assert f'beholder_open_places{{study="{short}"}} 8' in text
        assert 'beholder_request_seconds_bucket{route="/' in text
    finally:
        server.stop()
    assert not _read(f"http://127.0.0.1:{watched}/metrics")


def _is_up(client: httpx.Client) -> bool:
    try:
        return client.get("/ready").status_code == 200
    except httpx.TransportError:
        return False


def _read(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=10) as reply:
            return str(reply.read().decode())
    except OSError:
        return ""


def _until(found: Callable[[], T]) -> T:
    """What is found once there is something; only a test that fails waits long."""
    for _ in range(1200):
        if value := found():
            return value
        threading.Event().wait(0.05)
    raise AssertionError("it never came")
