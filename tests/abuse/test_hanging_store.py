"""A picture store that takes connections and never answers costs raters pictures, and nothing else."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from beholder.testing import write_masks_study
from beholder.web import publish_study
from beholder.web.metrics_port import exposition
from tests.abuse.small_store import SmallStore, small_store
from tests.web.web_client import Site, open_published_site

UNAVAILABLE = "media-store-unavailable"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallStore]:
    monkeypatch.setattr("beholder.web.store_reads.READ_SECONDS", 0.6)
    monkeypatch.setattr("beholder.web.store_reads.PAUSE_SECONDS", 0.3)
    monkeypatch.setattr("beholder.media.stores._SECONDS", 1.5)
    with small_store() as (running, environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def site(store: SmallStore, tmp_path: Path) -> Iterator[Site]:
    folder = write_masks_study(tmp_path / "study", trials=24, ratings=1)
    database = f"sqlite:///{tmp_path / 'servers.sqlite3'}"
    publish_study(folder, database=database, media="s3://pictures/here")
    with open_published_site(database) as opened:
        yield opened


@pytest.mark.parametrize("mode", ["hangs", "drips"])
def test_a_store_that_hangs_stops_pictures_and_not_the_study(
    site: Site, store: SmallStore, mode: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("beholder.web"), "disabled", False)
    monkeypatch.setattr(logging.getLogger("beholder.web"), "handlers", [caplog.handler])
    with site.client() as client, ThreadPoolExecutor(24) as crowd:
        rater = site.join(client)
        leased = rater.leases(6)
        picture = leased[0]["media"][0]
        store.mode = mode
        loading = [crowd.submit(client.get, picture) for _ in range(20)]
        # answers are saved, trials handed out and people let in while every thread of the store waits
        assert rater.answer("answer-0", leased[0]["lease"]).status_code == 200
        with site.client() as other:
            assert len(site.join(other).leases(6)) == 6
        assert rater.get("/session").status_code == 200
        refused = [one.result(60) for one in loading]
        assert {(r.status_code, r.json()["error"]["code"]) for r in refused} == {(503, UNAVAILABLE)}
        assert all("retry-after" in one.headers for one in refused)
        health, ready = client.get("/health"), client.get("/ready")
        assert (health.status_code, health.json()["error"]["code"]) == (503, UNAVAILABLE)
        assert (ready.status_code, ready.json()) == (200, {"status": "degraded", "code": UNAVAILABLE})
        assert "s3://" not in health.text, "anybody may ask; where the store is stands in the log"
        figures = site.portal.call(exposition, site.app)
        assert f'beholder_picture_store_works{{study="{site.study.short}"}} 0' in figures
        told = {record.getMessage() for record in caplog.records if "cannot be read" in record.getMessage()}
        assert len(told) == 1
        assert "s3://pictures/here" in told.pop()
        # the circuit is open: nobody waits, and the store is left alone
        asked = store.asked
        assert client.get(picture).status_code == 503
        assert store.asked == asked
        store.mode = "works"
        store.go_on.set()
        deadline = time.monotonic() + 30
        while client.get(picture).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert client.get("/health").status_code == 200
        assert client.get("/ready").json() == {"status": "ok"}
        assert any(record.levelno == logging.WARNING and "again" in record.getMessage() for record in caplog.records)


def test_one_lost_connection_opens_no_circuit(site: Site, store: SmallStore) -> None:
    with site.client() as client:
        picture = site.join(client).leases(1)[0]["media"][0]
        kept, store.objects = store.objects, {}
        assert [client.get(picture).status_code for _ in range(5)] == [404] * 5, (
            "the store answers: it has no such file"
        )
        store.objects = kept
        assert client.get(picture).status_code == 200
        assert client.get("/health").status_code == 200
