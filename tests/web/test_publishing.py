"""Studies published in a database and a media store, and servers that have nothing else."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import yaml
from PIL import Image
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.keeping.verify import verify_chain
from beholder.store import Database
from beholder.store.publications import find_publications, load_files
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.study.definition_files import definition_files
from beholder.testing import write_masks_study
from beholder.web import open_published, publish_study
from beholder.web.coordinate.watch import read_acts
from tests.object_store import running_object_store
from tests.web.canaries import find_canaries
from tests.web.test_blinding import CANARIES, _Tap, planted
from tests.web.web_client import Site, open_published_site, open_site

__all__ = ["planted"]


@pytest.fixture(scope="module")
def object_store() -> Iterator[dict[str, str]]:
    """A store that speaks S3."""
    with running_object_store() as environment:
        yield environment


@pytest.fixture
def s3(object_store: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The address of an empty place in the store."""
    for name, value in object_store.items():
        monkeypatch.setenv(name, value)
    return f"s3://pictures/{tmp_path.name}"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'servers.sqlite3'}"


def _rate_all(site: Site, client: httpx.Client) -> list[str]:
    """One rater's way through all there is; the addresses of all pictures, which were all there."""
    rater, seen = site.join(client), []
    while leases := rater.leases(6):
        for lease in leases:
            for address in lease["media"]:
                assert client.get(address).status_code == 200
                seen.append(address)
            assert rater.answer(f"answer-{lease['lease']}", lease["lease"]).status_code == 200
    return seen


@pytest.mark.postgres
def test_a_study_is_served_without_its_folder_by_any_server(tmp_path: Path, postgres_url: str, s3: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8, ratings=1)
    done = publish_study(folder, database=postgres_url, media=s3)
    assert (done.version, done.files, done.uploaded) == (1, 1, 1)
    kept = tmp_path / "kept"
    folder.rename(kept)
    with open_published_site(postgres_url) as one, open_published_site(postgres_url) as two:
        assert one.study.id == done.id
        with one.client() as client, two.client() as other:
            assert len(_rate_all(one, client)) == 16
            token = one.coordinators.new_token()
            assert other.post("/c/sign-in", data={"token": token}).status_code == 303
            assert other.get(f"/c/{one.study.short}").status_code == 200
            client.cookies = other.cookies
            assert client.get(f"/c/{one.study.short}/results").status_code == 200
            assert client.post("/c/sign-out", data={"all": "yes"}).status_code == 303
            assert other.get(f"/c/{one.study.short}").status_code == 303, "signed out at one is signed out at all"
    with load(kept, database=postgres_url) as study:
        assert len({row.answer for row in study.ratings().rows}) == 8
        with study.database.read() as conn:
            assert not verify_chain(conn, study.key).problems


def test_a_change_is_taken_up_while_raters_work_and_nothing_is_uploaded_twice(tmp_path: Path, database: str) -> None:
    media = tmp_path / "store"
    first = write_masks_study(tmp_path / "study", trials=8, ratings=1)
    publish_study(first, database=database, media=str(media))
    more = write_masks_study(tmp_path / "more", trials=16, ratings=1)
    Image.new("RGB", (64, 64), (1, 2, 3)).save(more / "media" / "other.png")
    items = (more / "items.jsonl").read_text().splitlines()
    items[-1] = items[-1].replace("picture.png", "other.png")
    (more / "items.jsonl").write_text("\n".join(items))
    with open_published_site(database) as site, site.client() as client:
        before = len(_rate_all(site, client))
    shutil.copytree(first / ".beholder", more / ".beholder")
    again = publish_study(more, database=database, media=str(media))
    assert (again.version, again.files, again.uploaded) == (2, 2, 1)
    with open_published_site(database) as site, site.client() as client:
        assert len(_rate_all(site, client)) == before


@pytest.mark.postgres
def test_a_running_server_takes_up_what_is_published_again(tmp_path: Path, postgres_url: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4, ratings=1)
    publish_study(folder, database=postgres_url, media=str(tmp_path / "store"))
    with open_published_site(postgres_url) as site, site.client() as client:
        rater = site.join(client)
        while leases := rater.leases(6):
            for lease in leases:
                assert rater.answer(f"answer-{lease['lease']}", lease["lease"]).status_code == 200
        old = site.study
        site.portal.call(site.app._renew, old)
        assert site.app.studies[old.short] is old, "nothing was published since"
        write_masks_study(folder, trials=8, ratings=1)
        publish_study(folder, database=postgres_url, media=str(tmp_path / "store"))
        assert not rater.leases(6), "it does not serve what it does not know"
        site.portal.call(site.app._renew, old)
        assert len(rater.leases(6)) >= 1
        site.app.studies[old.short].close()


@pytest.mark.long
def test_masks_in_files_are_fetched_from_the_store_as_they_were(tmp_path: Path, planted: Path, database: str) -> None:
    publish_study(planted, database=database, media=str(tmp_path / "store"))
    with open_site(planted) as site, site.client() as client:
        wanted = {client.get(lease["media"][1]).content for lease in site.join(client).leases(6)}
    shutil.rmtree(planted)
    with open_published_site(database) as site, site.client() as client:
        rater, found = site.join(client), set()
        while leases := rater.leases(6):
            for lease in leases:
                found.add(client.get(lease["media"][1]).content)
                rater.answer(f"answer-{lease['lease']}", lease["lease"])
    assert wanted <= found


@pytest.mark.long
def test_a_session_of_a_published_study_carries_no_canary(planted: Path, database: str, s3: str) -> None:
    publish_study(planted, database=database, media=s3)
    with open_published_site(database) as site, site.client() as client:
        tap = _Tap(site, client)
        tap.whole_session()
    assert not [
        (where, leak) for where, data in tap.taken for leak in find_canaries(data, (*CANARIES, s3.rpartition("/")[2]))
    ]


def test_a_repeat_has_new_addresses_and_looks_like_any_showing(tmp_path: Path, database: str, s3: str) -> None:
    """Nobody is ever sent to the store, where the same file would have the same address."""
    extra = "repeats: {share: 0.5, distance: 2}\n"
    folder = write_masks_study(tmp_path / "study", trials=8, ratings=1, extra=extra)
    publish_study(folder, database=database, media=s3)
    headers, contents, addresses = set(), [], []
    with open_published_site(database) as site, site.client() as client:
        rater = site.join(client)
        while leases := rater.leases(6):
            for lease in leases:
                for address in lease["media"]:
                    reply = client.get(address)
                    assert reply.status_code == 200
                    headers.add(tuple(sorted((n, v) for n, v in reply.headers.items() if n != "content-length")))
                    contents.append(reply.content)
                    addresses.append(address)
                rater.answer(f"answer-{lease['lease']}", lease["lease"])
    assert len(addresses) > 16, "there were repeats"
    assert len(set(contents)) < len(contents)
    assert len(set(addresses)) == len(addresses)
    assert not {name for found in headers for name, _ in found} & {"location", "etag", "last-modified"}
    assert len({tuple(name for name, _ in found) for found in headers}) == 1


def test_a_store_that_is_away_asks_raters_to_come_again(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, s3: str
) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4, ratings=1)
    publish_study(folder, database=database, media=s3)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    with open_published_site(database) as site, site.client() as client:
        address = site.join(client).leases(1)[0]["media"][0]
        reply = client.get(address)
        assert reply.status_code == 503
        assert "retry-after" in reply.headers
        assert b"pictures" not in reply.content.replace(b"the store of the pictures", b"")


def test_answers_of_a_published_study_are_read_by_its_id(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_masks_study(tmp_path / "study", trials=8, ratings=1)
    done = publish_study(folder, database=database, media=str(tmp_path / "store"))
    with open_published_site(database) as site, site.client() as client:
        _rate_all(site, client)
    table = tmp_path / "ratings.csv"
    monkeypatch.setenv("BEHOLDER_DATABASE", database)
    here = [_said("ratings", str(folder), "-o", str(table)), table.read_bytes()]
    monkeypatch.chdir(tmp_path)
    folder.rename(tmp_path / "kept")
    short = done.id[:12]
    assert json.loads(_said("status", short, "--json"))["given"] == 8
    assert len(json.loads(_said("raters", short, "--json"))["rows"]) == 1
    assert [_said("ratings", short, "-o", str(table)), table.read_bytes()][1] == here[1]
    with closing(Database.open(database)) as opened, opened.read() as conn:
        (study,) = find_publications(conn)
        taken = [body for _, body in read_acts(conn, study.study) if body["what"] == "unblinded-export"]
    assert len(taken) == 2, "whoever takes names of systems out is on record, with the folder and without"
    refused = CliRunner().invoke(app, ["export", short, "--format", "hf"])
    assert isinstance(refused.exception, BeholderError)
    assert refused.exception.code == "export-format"
    unknown = CliRunner().invoke(app, ["status", "nowhere"])
    assert isinstance(unknown.exception, BeholderError)
    assert unknown.exception.code == "study-not-published"


def _said(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_only_what_the_study_refers_to_is_published(tmp_path: Path, database: str) -> None:
    """Also where its protocol lies beside it, among whatever else is kept there."""
    study = write_masks_study(tmp_path / "study", trials=1, extra="title: Faces\n")
    declared = yaml.safe_load((study / "study.yaml").read_text(encoding="utf-8")) | {"protocol": "faces.yaml"}
    (study / "study.yaml").write_text(yaml.safe_dump(declared), encoding="utf-8")
    protocol = {
        "name": "faces",
        "title": "Faces",
        "shows": "one",
        "item": {"image": {"kind": "image"}, "point": {"kind": "point"}},
        "candidate": {"mask": {"kind": "mask"}},
        "form": {"fields": {"remark": {"kind": "text", "label": "What do you see?"}}},
    }
    (study / "faces.yaml").write_text(yaml.safe_dump(protocol), encoding="utf-8")
    kept = {
        "guideline.en.md": "# Look closely",
    }
    stray = {"secret.txt": "the password", "notes.md": "rater 7 is Ann", ".env": "KEY=1", "old.html.bak": "x"}
    for name, text in (kept | stray).items():
        (study / name).write_text(text, encoding="utf-8")
    with closing(sqlite3.connect(study / "answers.sqlite")) as other:
        other.execute("CREATE TABLE people (name TEXT)")
    publish_study(study, database=database, media=str(tmp_path / "store"))
    with closing(Database.open(database)) as opened, opened.read() as conn:
        files = dict(load_files(conn, find_publications(conn)[0].study))
    assert files.keys() == {"study.yaml", "faces.yaml", *kept}
    with closing(open_published(database, "")) as served:
        assert "Look closely" in served.definition.guideline("en")
        assert served.definition.protocol.name == "faces"


def test_what_cannot_be_published_or_served_is_refused_in_words(tmp_path: Path, database: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4, ratings=1)
    with closing(Database.open(database)), pytest.raises(BeholderError) as nothing:
        open_published(database, "")
    assert nothing.value.code == "study-not-published"
    with pytest.raises(BeholderError) as address:
        publish_study(folder, database=database, media="gs://elsewhere")
    assert address.value.code == "media-store-address"
    with open_site(folder) as site, site.client() as client:
        site.join(client)
    with pytest.raises(BeholderError) as begun:
        publish_study(folder, database=database, media=str(tmp_path / "store"))
    assert begun.value.code == "study-elsewhere"
    other = write_masks_study(tmp_path / "other", trials=4, ratings=1)
    publish_study(other, database=database, media=str(tmp_path / "store"))
    with closing(Database.open(database)) as opened, opened.write() as conn:
        conn.exec_driver_sql("UPDATE publications SET digest = 'of another version'")
    with pytest.raises(BeholderError) as outdated:
        open_published(database, Home(other).study_id())
    assert outdated.value.code == "publication-outdated"


def test_a_study_that_was_started_and_not_joined_is_published(tmp_path: Path, database: str) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4, ratings=1)
    with open_site(folder):
        pass
    assert publish_study(folder, database=database, media=str(tmp_path / "store")).version == 1


def test_files_of_an_installed_protocol_stay_in_its_package(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    (folder / "media").mkdir(parents=True)
    Image.new("RGB", (64, 64), (1, 2, 3)).save(folder / "media" / "a.png")
    study = {"title": "Defects", "protocol": "defects", "items": "items.jsonl", "media": "media"}
    (folder / "study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    (folder / "items.jsonl").write_text(
        '{"id": "a", "prompt": "a dog", "candidates": [{"system": "s", "image": "a.png"}]}\n'
    )
    assert [path.name for path in definition_files(load_definition(folder))] == ["study.yaml"]
