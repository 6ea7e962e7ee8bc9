"""A database that is away, locked or frozen: every request gets a 503 that says to try again, and then all goes on."""

from __future__ import annotations

import http.client
import json
import logging
import resource
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import Connection

from beholder.engine.handlers.joining import Leave
from beholder.engine.handlers.study_state import SetState
from beholder.errors import BeholderError
from beholder.store.outage import DatabaseUnavailableError
from beholder.store.study_home import Home
from beholder.testing import RunningServer, running_server, write_masks_study
from beholder.testing.postgres import PostgresCluster, PostgresMissing, running_cluster
from tests.web.web_client import GOOD, Rating, Site, open_site


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresCluster]:
    """A PostgreSQL server of these tests' own: others would notice that it is stopped."""
    try:
        with running_cluster() as running:
            yield running
    except PostgresMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    # another test may have run a server in this process, which arranges its own logging
    for name in ("beholder.web", "beholder.store"):
        monkeypatch.setattr(logging.getLogger(name), "disabled", False)
        monkeypatch.setattr(logging.getLogger(name), "handlers", [caplog.handler])
    return caplog


def _ask_for_everything(site: Site, rater: Rating) -> list[httpx.Response]:
    """One request of every sort that needs the database: reads, writes, pages, a token that is not remembered."""
    study = f"/c/{site.study.short}"
    with site.client() as other:
        stranger = Rating(other, rater.api, {"token": "a-token-that-nobody-holds"})
        return [
            rater.get("/session"),
            rater.get("/stage"),
            rater.get("/answers"),
            rater.get("/messages"),
            rater.post("/leases", {"want": 1}),
            stranger.get("/session"),
            other.post(f"{rater.api}/join", json={}),
            other.post(f"{rater.api}/join", json={"resume_code": "AAAA-AAAA"}),
            *(rater.client.get(page) for page in (study, f"{study}/raters", f"{study}/items", "/c/")),
        ]


def _refusals(responses: list[httpx.Response]) -> set[tuple[str, int, bool]]:
    return {(r.request.url.path, r.status_code, "retry-after" in r.headers) for r in responses}


@pytest.mark.postgres
def test_a_stopped_database_server_gives_503_everywhere_and_one_line_in_the_log(
    tmp_path: Path, cluster: PostgresCluster, log: pytest.LogCaptureFixture
) -> None:
    folder = write_masks_study(tmp_path / "study", trials=6, ratings=1)
    with open_site(folder, database=f"{cluster.address}postgres") as site, site.signed_in() as client:
        rater = site.join(client)
        lease = rater.leases()[0]["lease"]
        cluster.stop()
        try:
            refused = [*_ask_for_everything(site, rater), rater.answer("answer-1", lease), client.get("/health")]
        finally:
            cluster.start()
        assert {(status, again) for _, status, again in _refusals(refused)} == {(503, True)}, _refusals(refused)
        # one record may come by way of both the logger and its parents
        told = list({id(record): record for record in log.records if record.levelno >= logging.ERROR}.values())
        assert len(told) == 2, "once for reading and once for writing"
        assert not any(record.exc_info for record in told)
        assert rater.answer("answer-1", lease).status_code == 200
        assert client.get("/health").status_code == 200
        assert {r.status_code for r in _ask_for_everything(site, rater)} <= {200, 401, 404}


@pytest.mark.postgres
def test_a_frozen_database_server_keeps_nobody_waiting_for_ever(
    tmp_path: Path, cluster: PostgresCluster, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("beholder.web.study_loader.PATIENCE_SECONDS", 1)
    monkeypatch.setattr("beholder.store.postgres_link._GRACE_SECONDS", 1)
    monkeypatch.setattr("beholder.store.postgres_link._CONNECT_SECONDS", 2)
    folder = write_masks_study(tmp_path / "study", trials=6, ratings=1)
    # the same items stand in this database from another test
    (folder / ".beholder").mkdir()
    (folder / ".beholder" / "new-study").touch()
    with open_site(folder, database=f"{cluster.address}postgres") as site, site.client() as client:
        rater = site.join(client)
        lease = rater.leases()[0]["lease"]
        cluster.freeze()
        try:
            with ThreadPoolExecutor() as crowd:
                asked = [crowd.submit(rater.get, path) for path in ("/session", "/stage", "/answers", "/messages")]
                asked.append(crowd.submit(rater.answer, "answer-frozen", lease))
                asked.append(crowd.submit(rater.post, "/leave", {}))
                refused = [one.result(120) for one in asked]
            refused += [client.get("/health"), client.get("/ready")]
        finally:
            cluster.thaw()
        assert {(status, again) for _, status, again in _refusals(refused)} == {(503, True)}, _refusals(refused)
        assert not any(record.exc_info for record in log.records)
        assert rater.answer("answer-frozen", lease).status_code == 200
        assert rater.get("/session").status_code == 200
        assert client.get("/health").status_code == 200
        assert client.get("/ready").status_code == 200


def _until_health_is(server: RunningServer, status: int) -> None:
    for _ in range(600):
        if httpx.get(f"{server.base_url}/health").status_code == status:
            return
        threading.Event().wait(0.1)
    raise AssertionError(f"/health never became {status}")


def test_a_disk_that_takes_no_more_shows_in_health_before_a_rater_notices(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4, ratings=1)
    with running_server(folder) as server, httpx.Client(base_url=server.base_url, timeout=60) as client:
        joined = client.post(f"{server.api()}/join", json={}).json()
        headers = {"authorization": f"Bearer {joined['token']}"}
        trial = client.post(f"{server.api()}/leases", json={"want": 1}, headers=headers).json()["leases"][0]
        body = {"lease": trial["lease"], "payload": GOOD}
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        # no file may grow, or be written beyond its beginning
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, before[1]))
        _until_health_is(server, 503)
        refused = client.put(f"{server.api()}/answers/answer-1", json=body, headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "database-unavailable")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
        _until_health_is(server, 200)
        assert client.put(f"{server.api()}/answers/answer-1", json=body, headers=headers).status_code == 200


HASTY = """
import beholder.web.study_loader, beholder.web.server, beholder.__main__
beholder.web.server._DRAIN_SECONDS = 1
beholder.web.study_loader.PATIENCE_SECONDS = 5
beholder.__main__.main()
"""


def test_what_is_under_way_when_a_server_ends_is_refused_in_words(tmp_path: Path) -> None:
    """Another program holds the database while the server is told to end, for longer than it may take to finish."""
    folder = write_masks_study(tmp_path / "study", trials=12, ratings=1)
    server = RunningServer([folder], program=("-c", HASTY))
    server.start()
    try:
        with httpx.Client(base_url=server.base_url) as client:
            joined = client.post(f"{server.api()}/join", json={}).json()
            headers = {"authorization": f"Bearer {joined['token']}", "content-type": "application/json"}
            leased = client.post(f"{server.api()}/leases", json={"want": 6}, headers=headers).json()["leases"]
        holder = sqlite3.connect(Home(folder).database, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        senders = [http.client.HTTPConnection(server.host, server.port, timeout=120) for _ in leased]
        for sender, trial in zip(senders, leased, strict=True):
            body = json.dumps({"lease": trial["lease"], "payload": GOOD})
            sender.request("PUT", f"{server.api()}/answers/answer-{trial['sequence']}", body, headers)
        # what was sent before this is answered has been taken up
        httpx.get(f"{server.base_url}/static/x/none")
        server.stop()
        replies = [sender.getresponse() for sender in senders]
        texts = [json.loads(reply.read()) for reply in replies]
        holder.close()
    finally:
        server.kill()
    assert {reply.status for reply in replies} == {503}
    assert {text["error"]["code"] for text in texts} <= {"shutting-down", "database-unavailable"}
    assert "Traceback" not in server.output()


def test_who_waits_too_long_is_told_so_and_what_was_not_begun_is_not_done(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4, ratings=1)
    with open_site(folder) as site, site.client() as client:
        rater = site.join(client)
        leased = rater.leases()
        begun, go_on = threading.Event(), threading.Event()
        study, apply = site.study, site.study.engine._writer._apply

        def held(conn: Connection, commands: Sequence[Any]) -> list[Any]:
            begun.set()
            assert go_on.wait(60)
            return apply(conn, commands)

        study.engine._writer._apply = held
        first = site.portal.start_task_soon(study.do, Leave("nobody"))
        assert begun.wait(60)
        waiting = site.portal.start_task_soon(lambda: study.do(SetState("closed"), within=0.01))
        try:
            with pytest.raises(DatabaseUnavailableError):
                waiting.result(60)
        finally:
            go_on.set()
        with pytest.raises(BeholderError, match="does not know"):
            first.result(60)
        assert rater.answer("answer-late", leased[0]["lease"]).status_code == 200
        assert rater.get("/session").json()["state"] == "open", "nobody waited for it to be closed"
