"""Several servers on one PostgreSQL database: to a rater, a guesser or a coordinator they are one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg
import pytest

from beholder.testing import write_masks_study
from tests.web.web_client import Rating, Site, open_site

pytestmark = pytest.mark.postgres
# candidates of an item of `write_masks_study`, each of which is a trial
SYSTEMS = 4


@pytest.fixture
def two(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Site, Site]]:
    """Two servers of one study."""
    folder = write_masks_study(tmp_path / "study", trials=12, ratings=3)
    with ExitStack() as opened:
        first, second = (opened.enter_context(open_site(folder, database=postgres_url)) for _ in range(2))
        yield first, second


def _elsewhere(rater: Rating, client: httpx.Client) -> Rating:
    """The same rater, whose next request reaches another server."""
    return Rating(client, rater.api, rater.joined)


def test_a_burst_is_refused_as_if_by_one_server_and_no_address_is_written(
    two: tuple[Site, Site], postgres_url: str
) -> None:
    with two[0].client() as one, two[1].client() as other:
        codes = [
            (one, other)[n % 2].post(f"{two[0].api}/join", json={"resume_code": f"AAAA-{n:04d}"}).status_code
            for n in range(16)
        ]
    assert codes == [404] * 10 + [429] * 6
    with psycopg.connect(postgres_url) as conn:
        kept = conn.execute("SELECT * FROM attempts").fetchall()
        unlogged = conn.execute("SELECT relpersistence FROM pg_class WHERE relname = 'attempts'").fetchone()
    assert kept
    assert "127.0.0.1" not in str(kept)
    assert unlogged is not None
    assert unlogged[0] in ("u", b"u")


def test_a_right_code_at_one_server_gives_back_what_it_took_at_all(two: tuple[Site, Site]) -> None:
    with two[0].client() as one, two[1].client() as other:
        code = two[0].join(one).joined["code"]
        replies = [
            (one, other)[n % 2].post(f"{two[0].api}/join", json={"resume_code": code}).status_code for n in range(24)
        ]
    assert replies == [200] * 24


def test_buckets_that_are_full_again_are_forgotten(two: tuple[Site, Site], postgres_url: str) -> None:
    with two[0].client() as one, psycopg.connect(postgres_url, autocommit=True) as conn:
        two[0].join(one)
        assert conn.execute("SELECT count(*) FROM attempts").fetchone() != (0,)
        conn.execute("UPDATE attempts SET full_at = full_at - 3600")
        two[1].portal.call(two[1].app.buckets.tidy)
        assert conn.execute("SELECT count(*) FROM attempts").fetchone() == (0,)


def test_who_withdrew_at_one_server_is_gone_at_the_others(
    two: tuple[Site, Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beholder.web.served_study._BELIEVED_SECONDS", 0.0)
    for site in two:
        site.study._raters._seconds = 0.0
    with two[0].client() as one, two[1].client() as other:
        here = two[0].join(one)
        there = _elsewhere(here, other)
        lease = there.leases(1)[0]
        picture = lease["media"][0]
        assert other.get(picture).status_code == 200
        assert there.answer("answer-0001", lease["lease"]).status_code == 200
        assert here.post("/withdraw", {"confirm": True}).status_code == 200
        assert there.get("/session").status_code in (401, 410)
        assert there.answer("answer-0001", lease["lease"]).json().get("saved") is not True
        assert other.get(picture).status_code == 404


def test_an_answer_that_was_erased_is_not_called_saved(two: tuple[Site, Site]) -> None:
    """Also by a server that still knows the rater's token."""
    with two[0].client() as one, two[1].client() as other:
        here = two[0].join(one)
        there = _elsewhere(here, other)
        lease = there.leases(1)[0]
        assert there.answer("answer-0001", lease["lease"]).json()["saved"] is True
        assert here.post("/withdraw", {"confirm": True}).status_code == 200
        again = there.answer("answer-0001", lease["lease"])
        assert again.status_code in (401, 410)
        assert again.json()["error"]["code"] == "rater-withdrawn"


def test_answers_given_at_any_server_count_in_the_progress_at_all(two: tuple[Site, Site]) -> None:
    with two[0].client() as one, two[1].client() as other:
        here = two[0].join(one)
        there = _elsewhere(here, other)
        for n in range(6):
            rater = (here, there)[n % 2]
            lease = rater.leases(1)[0]
            assert rater.answer(f"answer-{n:04d}", lease["lease"]).status_code == 200
            for seen in (here, there):
                assert seen.post("/leases", {"want": 1}).json()["progress"]["answered"] == n + 1


def test_a_server_that_was_not_restarted_leases_nothing_that_was_added_since(tmp_path: Path, postgres_url: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=SYSTEMS, ratings=1)
    more = write_masks_study(tmp_path / "more", trials=3 * SYSTEMS, ratings=1)
    with open_site(folder, database=postgres_url) as old, old.client() as client:
        shutil.copytree(folder / ".beholder", more / ".beholder")
        with open_site(more, database=postgres_url) as new, new.client() as other:
            rater = old.join(client)
            shown = []
            while leases := rater.leases(6):
                for lease in leases:
                    assert client.get(lease["media"][0]).status_code == 200
                    shown.append(lease["lease"])
                    assert rater.answer(f"answer-{len(shown):04d}", lease["lease"]).status_code == 200
            assert len(shown) == SYSTEMS
            assert len(_elsewhere(rater, other).leases(6)) >= 1, "the one that was restarted serves the rest"
