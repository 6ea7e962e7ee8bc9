"""Hostile input through the web: generated API calls, broken pictures, scripts in every text."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from beholder.errors import BeholderError
from beholder.media.stores import FolderStore
from beholder.testing import write_masks_study
from beholder.web.rate_limits import RateLimit
from tests.media import test_malformed as malformed
from tests.media.media_samples import painting, saved
from tests.web.web_client import Site, open_site

SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def test_scripts_in_a_study_are_shown_as_text(tmp_path: Path) -> None:
    text = json.dumps(SCRIPT)
    folder = write_masks_study(
        tmp_path / "study",
        trials=4,
        extra=f"title: {text}\ndescription: {text}\ncontact: {text}\nwording: {{quality: {{label: {text}, help: {text}}}}}\n",
    )
    (folder / "guideline.en.md").write_text(
        f"# Hello\n\n{SCRIPT}\n\n[a](javascript:alert(1)) ![b](http://evil.example/b.png) ![c](../../secret.png)\n"
        "<iframe src='http://evil.example'></iframe><p style='position:fixed' onclick='x()'>d</p>\n"
    )
    with open_site(folder) as site, site.signed_in() as client:
        rater = site.join(client)
        pages = [
            client.get(f"/s/{site.study.short}/").text,
            client.get(f"/c/{site.study.short}").text,
            client.get("/c/").text,
            rater.leases()[0]["html"],
            rater.get("/session").json()["guideline"]["html"],
        ]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert 'href="javascript:' not in page
        assert "evil.example" not in page
        assert "onclick" not in page
        assert "secret.png" not in page


@pytest.mark.parametrize("number", range(8))
def test_a_broken_picture_is_refused_by_name_before_anybody_sees_it(tmp_path: Path, number: int) -> None:
    good = saved(painting(64, 64), "PNG")
    broken = [
        good[:200],
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html><script>alert(1)</script></html>",
        b"GIF89a" + b"\xff" * 50,
        good.replace(b"IDAT", b"IDAX"),
        saved(painting(64, 64), "JPEG")[:300],
        b"%PDF-1.7 " + good,
    ][number]
    folder = write_masks_study(tmp_path / "study", trials=4)
    (folder / "media" / "picture.png").write_bytes(broken)
    with pytest.raises(BeholderError, match=r"picture\.png"), open_site(folder):
        pass


@pytest.mark.parametrize(
    "mask",
    [
        {"size": [64, 64], "counts": [1, 2, 3]},
        {"size": [64, 64], "counts": "not a coco string"},
        {"size": [32, 64], "counts": [32 * 64]},
        "missing.png",
        "../study.yaml",
        [[1, 2, 3]],
        [[0, 0, 1e308, 0, 0, 1e308]],
    ],
    ids=str,
)
def test_a_broken_mask_is_refused_by_name_before_anybody_sees_it(tmp_path: Path, mask: object) -> None:
    folder = write_masks_study(tmp_path / "study", trials=4)
    item = json.loads((folder / "items.jsonl").read_text().splitlines()[0])
    item["candidates"][2]["mask"] = mask
    (folder / "items.jsonl").write_text(json.dumps(item))
    with pytest.raises(BeholderError, match=r"items\.jsonl:1 · candidates\.2\.mask"), open_site(folder):
        pass


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_five_hundred_malformed_pictures_are_refused_by_name_or_shown(tmp_path: Path) -> None:
    """All in one study: the refusal names every broken one, and a study of the rest is served without a mistake."""
    rng = np.random.default_rng(3)
    folder = write_masks_study(tmp_path / "study", trials=4)
    originals = malformed._originals()
    items = []
    for number in range(500):
        name = f"{number}.png"
        (folder / "media" / name).write_bytes(malformed._damaged(originals[number % len(originals)], rng))
        items.append(
            {"id": name, "image": name, "point": [1, 1], "candidates": [{"system": "s", "mask": [[0, 0, 9, 0, 9, 9]]}]}
        )
    _write_items(folder, items)
    with pytest.raises(BeholderError) as refused, open_site(folder):
        pass
    broken = {problem.problem.split('"')[1] for problem in refused.value.problems}
    assert len(broken) > 200
    _write_items(folder, [item for item in items if item["id"] not in broken])
    with open_site(folder) as site, site.client() as client:
        rater = site.join(client)
        shown = 0
        while trials := rater.leases():
            for trial in trials:
                assert [client.get(address).status_code for address in trial["media"]] == [200, 200]
                assert rater.answer(f"answer-{trial['lease']}", trial["lease"]).status_code == 200
                shown += 1
    assert shown == 500 - len(broken)


def _write_items(folder: Path, items: list[dict[str, Any]]) -> None:
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))


def test_a_picture_that_vanishes_while_the_study_runs_gives_no_name_away(site: Site, anyone: httpx.Client) -> None:
    trial = site.join(anyone).leases()[0]
    store = site.study.pictures.store
    assert isinstance(store, FolderStore)
    for path in store.folder.rglob("*.png"):
        path.unlink()
    response = anyone.get(trial["media"][0])
    assert response.status_code == 404
    assert "picture" not in response.text
    assert anyone.get(trial["media"][1]).status_code == 200


@pytest.mark.parametrize(
    "path", ["a/0/b", "a/-1/b", "a/99999999999999999999/b", "a/0x1/b", "a/٣/b", "%00/0/b", "../0/b"]
)
def test_made_up_media_addresses_all_look_alike(site: Site, anyone: httpx.Client, path: str) -> None:
    response = anyone.get(f"/m/{path}")
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not-found"


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda m: m.value)
def test_the_api_keeps_to_its_own_description_whatever_is_sent(
    tmp_path: Path, mode: schemathesis.GenerationMode
) -> None:
    """Generated calls, right and wrong: no 5xx, every answer in the declared shape."""
    folder = write_masks_study(tmp_path / "study", trials=40, ratings=50)
    checks = [not_a_server_error, response_schema_conformance, content_type_conformance]
    calls = 0
    with open_site(folder) as site, site.client() as client:
        site.app.joins = RateLimit(burst=100_000, per_minute=1)
        token = site.join(client).joined["token"]
        schema = schemathesis.openapi.from_dict(site.app.openapi())
        for result in schema.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()

            @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            @seed(1)
            @given(case=operation.as_strategy(generation_mode=mode))
            def call(case: schemathesis.Case[Any]) -> None:
                nonlocal calls
                calls += 1
                if "study" in case.path_parameters:
                    case.path_parameters["study"] = site.study.short
                sent = case.as_transport_kwargs(base_url="http://testserver")
                sent = {
                    name: sent[name] for name in ("method", "url", "params", "json", "data", "headers") if name in sent
                }
                if isinstance(sent.get("data"), bytes | str):
                    sent["content"] = sent.pop("data")
                sent["headers"] = {**(sent.get("headers") or {}), "authorization": f"Bearer {token}"}
                case.validate_response(client.request(**sent), checks=checks)

            with contextlib.suppress(Unsatisfiable):
                call()
    assert calls > 100
