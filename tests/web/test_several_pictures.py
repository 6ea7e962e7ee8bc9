"""Several pictures that are one candidate: each with an address of its own, shown together, frozen and exported."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from beholder.study import check_folder, load_definition, media_digests

from .web_client import open_site

_PROTOCOL = """
name: sets-test
title: {en: Sets}
shows: pair
item: {prompt: {kind: text}}
candidate: {outputs: {kind: images}}
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One item with a set of four pictures by each of two systems."""
    study = tmp_path / "study"
    (study / "media").mkdir(parents=True)
    (study / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    settings = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 5\nlanguages: [en]\n"
    (study / "study.yaml").write_text(settings, encoding="utf-8")
    candidates = []
    for shade, system in ((10, "north"), (150, "south")):
        names = [f"{system[0]}{n}.png" for n in range(4)]
        for n, name in enumerate(names):
            Image.new("RGB", (32, 24), (shade + 20 * n, 90, 90)).save(study / "media" / name)
        candidates.append({"system": system, "outputs": names})
    (study / "items.jsonl").write_text(json.dumps({"id": "i", "prompt": "a dog", "candidates": candidates}), "utf-8")
    return study


def test_each_picture_of_a_set_reaches_the_page_in_its_place(folder: Path) -> None:
    with open_site(folder) as site, site.client() as client:
        trial = site.join(client).leases(1)[0]
        assert len(trial["media"]) == 8
        html = trial["html"]
        assert [re.findall(r'data-name="([^"]+)"', html)] == [[f"{one} {n}" for one in "AB" for n in range(1, 5)]]
        assert html.count("together-4") == 2
        assert "gallery-2" in html, "two candidates stand beside each other, however many pictures they have"
        shades = []
        for address in trial["media"]:
            reply = client.get(address)
            assert reply.headers["content-type"] == "image/png"
            (folder / "got.png").write_bytes(reply.content)
            with Image.open(folder / "got.png") as image:
                shades.append(image.convert("RGB").getpixel((0, 0))[0])  # type: ignore[index]
        assert sorted([shades[:4], shades[4:]]) == [[10, 30, 50, 70], [150, 170, 190, 210]], "in the order of the item"
        assert not re.search(r"north|south|n0\.png|&#39;", html)


def test_every_picture_of_a_set_is_looked_at_and_frozen(folder: Path) -> None:
    assert not check_folder(folder).errors
    assert set(media_digests(load_definition(folder))) == {f"{one}{n}.png" for one in "ns" for n in range(4)}
    (folder / "media" / "s3.png").write_bytes(b"no picture")
    (folder / "media" / "n2.png").unlink()
    told = {one.code: one.problem for one in check_folder(folder).errors}
    assert "n2.png" in told["media-missing"]
    assert "s3.png" in told["media-unsupported"]


@pytest.mark.parametrize("value", ["a.png", [], ["a.png"] * 10, ["a.png", 3], [""]])
def test_what_is_no_list_of_pictures_is_refused(folder: Path, value: object) -> None:
    item = json.loads((folder / "items.jsonl").read_text(encoding="utf-8"))
    item["candidates"][0]["outputs"] = value
    (folder / "items.jsonl").write_text(json.dumps(item), encoding="utf-8")
    (problem,) = check_folder(folder).errors
    assert problem.code == "item-bad-value"
    assert "a list of 1 to 9 paths of pictures" in problem.problem
