"""No byte a rater's browser gets tells which system, file or folder is behind what is shown."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import urllib.parse
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.web.canaries import find_canaries
from tests.web.web_client import Site, open_site

SYSTEMS = ("Zyxolith-XL", "Quendrova7B")
PLANTED = {
    "item": "itemcanaryalpha",
    "folder": "foldercanarybeta",
    "picture": "picturecanarygamma",
    "mask": "maskcanarydelta",
    "hidden": "hiddencanaryepsilon",
    "candidate": "candidatecanaryzeta",
    "dataset": "datasetcanaryeta",
    "exif": "exifcanarytheta",
    "xmp": "xmpcanaryiota",
    "text": "pngtextcanarykappa",
    "comment": "jpegcommentcanarylambda",
    "study": "studyfoldercanarymu",
}
CANARIES = (*SYSTEMS, *PLANTED.values())
_SIZE = (80, 60)


def _picture(number: int) -> bytes:
    """A photograph that says in all its metadata what it is; odd ones are PNG."""
    noise = np.random.default_rng(number).integers(0, 255, (_SIZE[1], _SIZE[0], 3), dtype=np.uint8)
    image, out = Image.fromarray(noise), BytesIO()
    exif = image.getexif()
    exif[0x010E] = f"{PLANTED['exif']} {SYSTEMS[0]}"
    xmp = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{PLANTED['xmp']}</x:xmpmeta>".encode()
    if number % 2:
        text = PngInfo()
        text.add_text("Software", f"{PLANTED['text']} {SYSTEMS[1]}")
        text.add_itxt("parameters", PLANTED["text"], zip=True)
        image.save(out, "PNG", pnginfo=text, exif=exif)
    else:
        image.save(out, "JPEG", quality=90, exif=exif, xmp=xmp, comment=PLANTED["comment"].encode())
    return out.getvalue()


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A study that names its systems wherever a study can."""
    folder = tmp_path / PLANTED["study"]
    media = folder / "media" / PLANTED["folder"]
    media.mkdir(parents=True)
    lines = []
    for number in range(6):
        ending = "png" if number % 2 else "jpg"
        picture = f"{PLANTED['folder']}/{PLANTED['picture']}-{number}.{ending}"
        (folder / "media" / picture).write_bytes(_picture(number))
        candidates = []
        for system in SYSTEMS:
            shape = np.zeros((_SIZE[1], _SIZE[0]), dtype=np.uint8)
            shape[10 : 30 + number, 10:40] = 255
            mask = f"{PLANTED['folder']}/{PLANTED['mask']}-{system}-{number}.png"
            info = PngInfo()
            info.add_text("Source", f"{PLANTED['text']} {system}")
            Image.fromarray(shape).save(folder / "media" / mask, pnginfo=info)
            candidates.append({"system": system, "mask": mask, "truth": 5, "note": PLANTED["candidate"]})
        item = {"id": f"{PLANTED['item']}-{number}", "image": picture, "point": [20, 20], "candidates": candidates}
        lines.append(json.dumps({**item, "dataset": PLANTED["dataset"], "hidden": PLANTED["hidden"]}))
    (folder / "items.jsonl").write_text("\n".join(lines))
    (folder / "study.yaml").write_text("protocol: masks\nitems: items.jsonl\nmedia: media\ngroup: dataset\n")
    return folder


@pytest.fixture
def blind(planted: Path) -> Iterator[Site]:
    with open_site(planted) as site:
        yield site


class _Tap:
    """Keeps every byte that comes back, headers included."""

    def __init__(self, site: Site, client: httpx.Client) -> None:
        self.site = site
        self.client = client
        self.taken: list[tuple[str, bytes]] = []
        client.event_hooks["response"].append(self._keep)

    def _keep(self, response: httpx.Response) -> None:
        response.read()
        head = b"\n".join(b"%s: %s" % (name, value) for name, value in response.headers.raw)
        self.taken.append((f"{response.request.method} {response.request.url}", head + b"\n\n" + response.content))

    def whole_session(self) -> None:
        """Everything a rater can see and cause, mistakes included."""
        client, site = self.client, self.site
        page = f"/s/{site.study.short}/"
        for path in (page, f"{page}?lang=zh", "/", "/c/", "/nowhere", "/m/x/0/y", f"{page}api/session"):
            client.get(path)
            client.get(path, headers={"accept": "text/html"})
        for path in site.app.static._files:
            client.get(f"{site.app.static_address}/{path}")
        rater = site.join(client)
        rater.get("/session")
        rater.get("/session?lang=zh")
        for number in range(3):
            for trial in rater.leases():
                for address in trial["media"]:
                    assert client.get(address).status_code == 200
                    client.get(address + "x")
                    client.get(address, headers={"range": "bytes=0-10", "if-none-match": "*"})
                rater.answer(f"bad-answer-{number}", trial["lease"], payload={"trial": {"quality": 99}, "slots": []})
                rater.answer(f"bad-shape-{number}", trial["lease"], payload={"slots": [1], "trial": []})
                assert rater.answer(f"good-{trial['lease']}", trial["lease"]).status_code == 200
                rater.answer(f"again-{trial['lease']}", trial["lease"])
        rater.get("/answers")
        rater.get("/answers?last=zero")
        site.join(client, resume_code=rater.joined["code"])
        rater.post("/leave", {})
        rater.post("/withdraw", {"confirm": True})
        rater.post("/leases", {"want": 1})


def test_a_rater_session_carries_no_canary(blind: Site, planted: Path) -> None:
    with blind.client() as client:
        tap = _Tap(blind, client)
        tap.whole_session()
    originals = [path.read_bytes() for path in (planted / "media").rglob("*.*")]
    digests = [hashlib.new(name, data).hexdigest() for data in originals for name in ("md5", "sha1", "sha256")]
    leaks = [(where, leak) for where, data in tap.taken for leak in find_canaries(data, CANARIES)]
    leaks += [(where, digest) for where, data in tap.taken for digest in digests if digest[:16].encode() in data]
    assert not leaks
    assert len(tap.taken) > 100


def test_delivered_pictures_keep_their_pixels_and_lose_everything_else(blind: Site, planted: Path) -> None:
    originals = {Image.open(path).convert("RGB").tobytes() for path in (planted / "media").rglob("*picture*")}
    with blind.client() as client:
        trials = blind.join(client).leases()
        for trial in trials:
            shown = Image.open(BytesIO(client.get(trial["media"][0]).content))
            assert shown.convert("RGB").tobytes() in originals
            assert not shown.getexif()
            assert not {"comment", "xmp", "Software", "parameters"} & set(shown.info)
            mask = Image.open(BytesIO(client.get(trial["media"][1]).content))
            assert (mask.size, mask.mode) == (_SIZE, "P")


def test_identifiers_tell_nothing_of_the_order_of_items_or_systems(blind: Site) -> None:
    with blind.client() as client:
        trials = [trial for _ in range(4) for trial in blind.join(client).leases()]
    tokens = [trial["lease"] for trial in trials]
    assert len(set(tokens)) == len(tokens)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in tokens)
    addresses = [address.split("/")[4] for trial in trials for address in trial["media"]]
    assert len(set(addresses)) == len(addresses)


def test_two_systems_on_one_item_make_the_same_page_but_for_their_addresses(blind: Site) -> None:
    seen: dict[str, set[str]] = {}
    with blind.client() as client:
        for _ in range(6):
            rater = blind.join(client)
            for trial in rater.leases():
                html = trial["html"].replace(trial["lease"], "LEASE")
                for number, address in enumerate(trial["media"]):
                    html = html.replace(address.replace(trial["lease"], "LEASE"), f"MEDIA{number}")
                html = html.replace(f"t{trial['sequence']}-", "tN-").replace(
                    f'data-number="{trial["sequence"]}"', 'data-number="N"'
                )
                seen.setdefault(html, set()).add(trial["lease"])
    # all items have the same prompt and size, so all showings of all systems make one page
    assert len(seen) == 1


HIDDEN: list[tuple[str, Callable[[str], bytes]]] = [
    ("raw", lambda c: c.encode()),
    ("upper case", lambda c: c.upper().encode()),
    ("in an address", lambda c: f"/media/{c}/1.png".encode()),
    ("URL-encoded", lambda c: "".join(f"%{b:02x}" for b in c.encode()).encode()),
    ("half URL-encoded", lambda c: urllib.parse.quote(f"a b/{c}").encode()),
    ("base64", lambda c: base64.b64encode(c.encode())),
    ("base64 off by one", lambda c: base64.b64encode(b"x" + c.encode())),
    ("base64 off by two", lambda c: base64.b64encode(b"xy" + c.encode() + b"z")),
    ("base64 for addresses", lambda c: base64.urlsafe_b64encode(b"\xff\xfe" + c.encode())),
    ("hex", lambda c: c.encode().hex().encode()),
    ("hex, upper case", lambda c: c.encode().hex().upper().encode()),
    ("HTML entities", lambda c: "".join(f"&#{ord(x)};" for x in c).encode()),
    ("JSON escapes", lambda c: "".join(f"\\u{ord(x):04x}" for x in c).encode()),
    ("UTF-16", lambda c: c.encode("utf-16-le")),
    ("UTF-16, big end first", lambda c: c.encode("utf-16-be")),
    ("backwards", lambda c: c[::-1].encode()),
    ("gzip", lambda c: b"head" + gzip.compress(c.encode())),
    ("zlib, as in a PNG text", lambda c: b"zTXt\0\0" + zlib.compress(c.encode())),
    ("md5", lambda c: hashlib.md5(c.encode()).hexdigest().encode()),
    ("sha1", lambda c: hashlib.sha1(c.encode()).hexdigest().encode()),
    ("sha256", lambda c: hashlib.sha256(c.encode()).hexdigest().encode()),
    ("sha256 in base64", lambda c: base64.b64encode(hashlib.sha256(c.encode()).digest())),
    ("md5 of the lower-case name", lambda c: hashlib.md5(c.lower().encode()).hexdigest().encode()),
]


@pytest.mark.parametrize(("how", "hide"), HIDDEN, ids=[how for how, _ in HIDDEN])
@pytest.mark.parametrize("canary", SYSTEMS)
def test_the_scanner_finds_a_planted_leak(how: str, hide: Callable[[str], bytes], canary: str) -> None:
    haystack = b"<p>some page</p>\n\x00\x01 " + hide(canary) + b" \n<p>goes on</p>"
    assert find_canaries(haystack, [canary]) == {canary}


def test_the_scanner_stays_silent_where_nothing_is(blind: Site) -> None:
    noise = np.random.default_rng(0).bytes(200_000)
    assert not find_canaries(noise + base64.b64encode(noise), CANARIES)


LEAKS: list[tuple[str, str]] = [
    ("the system as a place", "system"),
    ("a hidden column", "hidden"),
    ("the item's id", "item"),
    ("a file name", "picture"),
]


@pytest.mark.parametrize(("what", "where"), LEAKS, ids=[what for what, _ in LEAKS])
def test_the_sweep_finds_a_leak_built_into_the_server(
    blind: Site, monkeypatch: pytest.MonkeyPatch, what: str, where: str
) -> None:
    """Mutation test: with a leak built in, the same sweep must fail."""
    fragments = blind.study.fragments

    async def leaking(leases: Any, language: str) -> Any:
        rows = list(leases)
        leaky = []
        for row, fragment in await fragments(rows, language):
            system = json.loads(row.slots)[0][0]
            extra = system if where == "system" else PLANTED[where]
            html = fragment.html.replace(
                "</form>", f"<i data-x='{base64.b64encode(extra.encode()).decode()}'></i></form>"
            )
            leaky.append((row, type(fragment)(html, fragment.media)))
        return leaky

    monkeypatch.setattr(blind.study, "fragments", leaking)
    with blind.client() as client:
        tap = _Tap(blind, client)
        blind.join(client).leases()
    assert any(find_canaries(data, CANARIES) for _, data in tap.taken)
