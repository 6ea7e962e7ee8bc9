"""Files for raters that were swapped or damaged after they were taken in: nobody is shown another system's picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from PIL import Image

from beholder.errors import BeholderError
from beholder.keeping.doctor import examine
from beholder.store import Database
from beholder.store.studies import load_versions
from beholder.store.study_home import Home
from beholder.testing import write_masks_study
from beholder.web import publish_study
from tests.abuse.small_store import SmallStore, small_store
from tests.web.test_clips import _addresses
from tests.web.test_clips import folder as clip_folder
from tests.web.web_client import open_published_site, open_site

__all__ = ["clip_folder"]
ALTERED = "media-altered"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallStore]:
    with small_store() as (running, environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pictures, and a mask that is a file."""
    made = write_masks_study(tmp_path / "study", trials=8, ratings=1)
    Image.new("RGB", (64, 64), (1, 2, 3)).save(made / "media" / "other.png")
    Image.new("L", (64, 64), 255).save(made / "media" / "mask.png")
    lines = (made / "items.jsonl").read_text().splitlines()
    for n in range(0, len(lines), 2):
        item = json.loads(lines[n].replace("picture.png", "other.png"))
        item["candidates"][0]["mask"] = "mask.png"
        lines[n] = json.dumps(item)
    (made / "items.jsonl").write_text("\n".join(lines))
    return made


def _all_media(client: httpx.Client, leases: list[dict[str, list[str]]]) -> list[httpx.Response]:
    return [client.get(address) for lease in leases for address in lease["media"]]


def _codes(replies: list[httpx.Response]) -> set[object]:
    return {200 if one.status_code == 200 else (one.status_code, one.json()["error"]["code"]) for one in replies}


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _found(folder: Path, database: str | None = None) -> set[str]:
    return {one.code for one in examine(folder, database=database).problems if one.code.startswith("media")}


def test_a_bit_flipped_in_the_folder_is_never_delivered(folder: Path) -> None:
    with open_site(folder) as site, site.client() as client:
        leases = site.join(client).leases(6)
        assert _codes(_all_media(client, leases)) == {200}
    with closing(Database.open(Home(folder).database)) as database, database.read() as conn:
        frozen = json.loads(load_versions(conn, 1)[-1][2])["delivered"]
    assert frozen.keys() == {"picture.png", "other.png"}
    assert _found(folder) == set()
    files = list(Home(folder).media.glob("*/*.png"))
    assert len(files) == 2
    for path in files:
        _flip(path)
    assert _found(folder) == {ALTERED}
    named = [one for one in examine(folder).problems if one.code == ALTERED]
    assert len(named) == 2
    assert all(any(path.name in one.problem for one in named) for path in files)
    with open_site(folder) as site, site.client() as client:
        replies = _all_media(client, site.join(client).leases(6))
        assert _codes(replies) == {200, (503, ALTERED)}, "masks that are drawn are there, pictures are not"
        assert not any("picture.png" in one.text for one in replies if one.status_code != 200)
    for path in files:
        path.unlink()
    with open_site(folder) as site, site.client() as client:
        assert _codes(_all_media(client, site.join(client).leases(6))) == {200}, "made anew from the originals"
    assert _found(folder) == set()


def test_a_mask_put_in_place_of_another_while_the_study_runs_is_not_shown(folder: Path) -> None:
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()]
    for candidate in (candidate for item in items for candidate in item["candidates"]):
        candidate["mask"] = "mask.png"
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, items)))
    with open_site(folder) as site, site.client() as client:
        # before the first lease: masks of trials that are leased may be drawn ahead, from the file that was there
        Image.new("L", (64, 64), 0).save(folder / "media" / "mask.png")
        assert (503, ALTERED) in _codes(_all_media(client, site.join(client).leases(6)))


def test_objects_swapped_round_in_the_store_are_not_delivered_and_publishing_mends_them(
    folder: Path, store: SmallStore, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'servers.sqlite3'}"
    done = publish_study(folder, database=database, media="s3://pictures/here")
    assert (done.files, done.uploaded) == (3, 3)
    assert _found(folder, database) == set()
    store.swap()
    assert _found(folder, database) == {ALTERED}
    with open_published_site(database) as site, site.client() as client:
        leases = site.join(client).leases(6)
        replies = _all_media(client, leases)
        assert _codes(replies) == {200, (503, ALTERED)}
        assert client.get("/health").status_code == 200, "the store answers"
    again = publish_study(folder, database=database, media="s3://pictures/here")
    assert (again.files, again.uploaded) == (3, 3)
    with open_published_site(database) as site, site.client() as client:
        assert _codes(_all_media(client, leases)) == {200}
    assert publish_study(folder, database=database, media="s3://pictures/here").uploaded == 0


def test_a_damaged_copy_is_not_published(folder: Path, store: SmallStore, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'servers.sqlite3'}"
    publish_study(folder, database=database, media="s3://pictures/here")
    _flip(next(Home(folder).media.glob("*/*.png")))
    with pytest.raises(BeholderError) as refused:
        publish_study(folder, database=database, media="s3://pictures/elsewhere")
    assert refused.value.code == ALTERED


def test_a_clip_is_read_whole_before_its_first_byte_goes_out(
    clip_folder: Path, store: SmallStore, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'servers.sqlite3'}"
    publish_study(clip_folder, database=database, media="s3://pictures/here")
    names = sorted(store.objects)
    with open_published_site(database) as site, site.client() as client:
        leases = site.join(client).leases(6)
        part = {"range": "bytes=0-3"}
        address = _addresses(leases[0])[0]
        assert client.get(address, headers=part).status_code == 206
        # the last byte only: what was asked for is as it was, and is refused all the same
        for name in names:
            store.objects[name] = store.objects[name][:-1] + bytes([store.objects[name][-1] ^ 1])
        refused = client.get(address, headers=part)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, ALTERED)
