"""A study folder is data: nothing in it runs, on the server or in a browser, on whatever way it came."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.keeping.backup import read_backup, write_backup
from beholder.media.stores import FolderStore
from beholder.protocols.folder_contents import CODE_FILES
from beholder.store import Database
from beholder.store.publications import publish
from beholder.store.study_home import Home
from beholder.study import check_folder, load_definition
from beholder.testing import write_masks_study
from beholder.web import open_preview, workers
from beholder.web.publishing import find_published, open_published, publish_study
from tests.web.web_client import open_site

PROTOCOL = {
    "name": "faces",
    "title": "Faces",
    "shows": "one",
    "item": {"image": {"kind": "image"}, "point": {"kind": "point"}},
    "candidate": {"mask": {"kind": "mask"}},
    "form": {"fields": {"remark": {"kind": "text", "label": "What do you see?"}}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A study with a protocol of its own in a folder below."""
    study = write_masks_study(tmp_path / "study", trials=1)
    declared = yaml.safe_load((study / "study.yaml").read_text(encoding="utf-8")) | {"protocol": "own/faces.yaml"}
    (study / "study.yaml").write_text(yaml.safe_dump(declared), encoding="utf-8")
    (study / "own").mkdir()
    (study / "own" / "faces.yaml").write_text(yaml.safe_dump(PROTOCOL), encoding="utf-8")
    return study


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(BeholderError) as caught:
        act()
    return caught.value.code


def plant(folder: Path) -> Path:
    """Puts a template into the folder that leaves a file behind where it is rendered."""
    witness = folder.parent / "witness"
    code = f"{{{{ cycler.__init__.__globals__.os.system('touch {witness}') }}}}"
    (folder / "page.html").write_text(code, encoding="utf-8")
    return witness


@pytest.mark.parametrize("place", ["", "own"])
@pytest.mark.parametrize("name", CODE_FILES)
def test_templates_scripts_and_styles_are_refused_by_name(folder: Path, name: str, place: str) -> None:
    (folder / place / name).write_text("alert(1)", encoding="utf-8")
    found = [problem for problem in check_folder(folder).errors if problem.code == "folder-code"]
    assert [Path(problem.where).name for problem in found] == [name]


def test_a_template_runs_nowhere(folder: Path) -> None:
    witness = plant(folder / "own")

    def lease() -> None:
        with open_site(folder) as site, site.client() as client:
            site.join(client).leases()

    assert refusal(lambda: open_preview(folder)) == "folder-code"
    assert refusal(lease) == "folder-code"
    said = CliRunner().invoke(app, ["check", str(folder), "--json"])
    assert [one["code"] for one in json.loads(said.stdout)["problems"]] == ["folder-code"]
    assert not witness.exists()


def test_a_backup_brings_no_template(folder: Path, tmp_path: Path) -> None:
    with open_site(folder) as site, site.client() as client:
        site.join(client)
    plant(folder / "own")
    write_backup(folder, tmp_path / "kept.zip")
    assert refusal(lambda: read_backup(tmp_path / "kept.zip", tmp_path / "new")) == "folder-code"
    assert not (tmp_path / "new").exists()


def test_a_publication_brings_no_template(folder: Path, tmp_path: Path) -> None:
    """Not even one that another program wrote into the database."""
    address = f"sqlite:///{tmp_path / 'all.sqlite3'}"
    publish_study(folder, database=address, media=str(tmp_path / "store"))
    with closing(Database.open(address)) as opened:
        made = find_published(opened, "")[0]
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("*.yaml")}
        files["own/faces.yaml"] = (folder / "own" / "faces.yaml").read_bytes()
        with opened.write() as conn:
            publish(conn, made, files | {"own/page.html": b"{{ 7 * 7 }}"})
    assert refusal(lambda: open_published(address, "")) == "folder-code"


def test_only_pictures_are_served_of_a_folder(folder: Path) -> None:
    pictures = folder / "own" / "pictures"
    pictures.mkdir()
    shutil.copyfile(next(folder.rglob("*.png")), pictures / "fine.png")
    for name in ("evil.svg", "evil.js", "evil.css"):
        (pictures / name).write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    (folder / "own" / "cover.webp").write_bytes(b"RIFF")
    (folder / "own" / "guideline.en.md").write_text("# Look\n\n![a](pictures/fine.png)\n", encoding="utf-8")
    (folder / "own" / "messages.en.ftl").write_text("next = Pay here\n", encoding="utf-8")
    with open_site(folder) as site, site.client() as client:
        rater = site.join(client)
        session = rater.get("/session").json()
        assert session["page"] == {"script": "", "style": ""}
        assert "Pay here" not in json.dumps(session)
        address = session["guideline"]["html"].partition('src="')[2].partition('"')[0]
        assert client.get(address).headers["content-type"] == "image/png"
        for name in ("evil.svg", "evil.js", "evil.css", "../cover.webp"):
            assert client.get(address.replace("fine.png", name)).status_code == 404


def test_a_protocol_of_a_folder_takes_no_other_ones_place(folder: Path, tmp_path: Path) -> None:
    """One that is called as ours has neither its page nor its addresses."""
    (folder / "own" / "faces.yaml").write_text(yaml.safe_dump(PROTOCOL | {"name": "masks"}), encoding="utf-8")
    built_in = load_definition(write_masks_study(tmp_path / "other", trials=1)).protocol
    assert load_definition(folder).protocol.address != built_in.address
    with open_site(folder) as site, site.client() as client:
        assert site.join(client).get("/session").json()["page"] == {"script": "", "style": ""}


@pytest.mark.parametrize("program", ["TRIGGER x AFTER INSERT ON answers BEGIN SELECT 1; END", "VIEW x AS SELECT 1"])
def test_a_database_with_programs_is_not_opened(folder: Path, program: str) -> None:
    file = Home(folder).database
    file.parent.mkdir(exist_ok=True)
    Database.open(file).close()
    with closing(sqlite3.connect(file)) as conn:
        conn.execute(f"CREATE {program}")
        conn.commit()
    assert refusal(lambda: Database.open(file)) == "database-programs"


def test_a_backup_with_programs_in_its_database_is_not_restored(folder: Path, tmp_path: Path) -> None:
    with open_site(folder) as site, site.client() as client:
        site.join(client)
    write_backup(folder, tmp_path / "kept.zip")
    with zipfile.ZipFile(tmp_path / "kept.zip") as archive:
        archive.extractall(tmp_path / "open")
    with closing(sqlite3.connect(tmp_path / "open" / ".beholder" / "study.sqlite3")) as conn:
        conn.execute("CREATE TRIGGER x AFTER INSERT ON answers BEGIN DELETE FROM answers; END")
        conn.commit()
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        for path in filter(Path.is_file, (tmp_path / "open").rglob("*")):
            archive.write(path, path.relative_to(tmp_path / "open"))
    assert refusal(lambda: read_backup(tmp_path / "evil.zip", tmp_path / "new")) == "database-programs"


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "a/../../secret"])
def test_names_noted_in_a_folder_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "cache").mkdir()
    assert refusal(lambda: FolderStore(tmp_path / "cache").read(name)) == refusal(
        lambda: FolderStore(tmp_path / "cache").read("missing")
    )


def test_workers_import_nothing_of_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "yaml.py").write_text("raise SystemExit(9)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    read, write = os.pipe()
    with socket.socket() as listener:
        children = workers._Children(["protocol", "list"], listener, write)
        children.start(1)
        assert children.running[1].wait(60) == 0
    os.close(read)
    os.close(write)


def test_numbers_to_base_60_are_refused(folder: Path) -> None:
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    (folder / "study.yaml").write_text(text + "seed: 1" + ":0" * 200_000 + "\n", encoding="utf-8")
    assert refusal(lambda: load_definition(folder)) == "yaml-value"


def test_check_names_what_a_folder_brings(folder: Path) -> None:
    (folder / "own" / "guideline.en.md").write_text("# Look\n", encoding="utf-8")
    said = CliRunner().invoke(app, ["check", str(folder), "--json"])
    brought = json.loads(said.stdout)["folder"]
    assert {"study.yaml", "own/faces.yaml", "own/guideline.en.md", "items.jsonl"} <= set(brought)
