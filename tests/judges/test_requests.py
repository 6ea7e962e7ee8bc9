"""What a model is sent: all that raters see, nothing that they do not, in a form that every server reads."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from beholder.judges.chat_request import ChatRequest
from beholder.judges.open_study import open_for_judging
from beholder.judges.prepared_judge import PreparedJudge, prepare_judge
from beholder.protocols import protocol_names
from beholder.study import load_definition
from beholder.testing import write_masks_study
from tests.judges.judged_studies import write_study

JUDGE = {"m": {"address": "http://127.0.0.1:9/v1", "model": "test-model"}}


def _requests(folder: Path, *, most: int = 4) -> tuple[PreparedJudge, list[ChatRequest]]:
    with open_for_judging(load_definition(folder), only_look=True) as (engine, pictures):
        judge = prepare_judge(engine, "m", pictures)
        return judge, [judge.request(showing) for showing in judge.showings[:most]]


def _with_judge(folder: Path) -> Path:
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    (folder / "study.yaml").write_text(f"{text}\njudges: {json.dumps(JUDGE)}\n", encoding="utf-8")
    return folder


@pytest.mark.variants(1)
@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_is_asked_without_code_of_its_own(
    tmp_path: Path, painted: Callable[[str], Path], name: str
) -> None:
    """The request is whole, holds pictures that can be read and every question; what the form takes fits its schema."""
    judge, requests = _requests(_with_judge(shutil.copytree(painted(name), tmp_path / name)), most=2)
    form, rng = judge.definition.declaration.form, np.random.default_rng(1)
    for request, showing in zip(requests, judge.showings, strict=False):
        body = json.loads(request.body())
        assert request.pictures
        assert all(Image.open(io.BytesIO(one.data)).size == (one.width, one.height) for one in request.pictures)
        assert all(
            label.to("en") in str(request.messages[1][1][-1]) for label in (f.label for _, f in form.all_fields())
        )
        drawn = form.draw(rng, slots=max(len(showing.slots), 1))
        jsonschema.validate({"reason": "so", **drawn}, body["response_format"]["json_schema"]["schema"])


def test_no_byte_of_a_request_tells_a_system_a_file_or_metadata(tmp_path: Path) -> None:
    """Canaries in all that raters never see: raw, escaped, or in the bytes of a picture."""
    folder = write_study(tmp_path, "pair", "http://127.0.0.1:9/v1", items=2)
    protocol = (
        (folder / "protocol.yaml")
        .read_text(encoding="utf-8")
        .replace(
            "candidate: {text: {kind: text}}",
            "item: {origin: {kind: text, shown: false}}\n"
            "candidate: {image: {kind: image}, text: {kind: text}, hidden: {kind: json, shown: false, required: false}}",
        )
    )
    (folder / "protocol.yaml").write_text(protocol, encoding="utf-8")
    rows = []
    for n in range(2):
        candidates = []
        for system in ("canary-alpha", "canary-beta"):
            note = PngInfo()
            note.add_text("prompt", "canary-metadata")
            name = f"canary-file-{system}-{n}.png"
            colour = (40 * n, 90, 200 if system.endswith("beta") else 20)
            Image.new("RGB", (1700, 900), colour).save(folder / name, pnginfo=note)
            candidates.append(
                {"system": system, "image": name, "text": f"output {n}", "hidden": {"a": "canary-hidden"}}
            )
        rows.append({"id": f"canary-item-{n}", "origin": "canary-origin", "candidates": candidates})
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    _, requests = _requests(folder, most=99)
    assert len(requests) == 4
    for request in requests:
        body = request.body()
        pictures = [base64.b64decode(found) for found in re.findall(rb"base64,([A-Za-z0-9+/=]+)", body)]
        assert len(pictures) == 2
        for hidden in (body, *pictures):
            assert b"canary" not in hidden.lower()
            assert str(folder).encode() not in hidden
        assert b"canary" not in json.dumps(json.loads(body)).encode().lower()


def test_both_orders_of_a_pair_show_the_same_with_places_exchanged(tmp_path: Path) -> None:
    _, requests = _requests(write_study(tmp_path, "pair", "http://127.0.0.1:9/v1", items=1))
    first, second = (str(request.messages[1][1][0]) for request in requests)
    assert re.findall("sys-(one|two) on 0", first) == re.findall("sys-(one|two) on 0", second)[::-1]
    assert requests[0].digest != requests[1].digest


def test_pictures_are_sent_no_larger_than_asked_for_and_small_ones_byte_for_byte(tmp_path: Path) -> None:
    folder = write_study(tmp_path, "pictures", "http://127.0.0.1:9/v1", items=2, judge={"pictures": {"longest": 64}})
    _, requests = _requests(folder)
    sizes = {request.pictures[0].width for request in requests}
    assert sizes == {64}
    small = next(r.pictures[0] for r in requests if r.pictures[0].height == 48)
    assert np.array_equal(
        np.asarray(Image.open(io.BytesIO(small.data))), np.asarray(Image.open(folder / "secret-system-0.png"))
    )


def test_a_mask_is_sent_in_every_view(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path, trials=1, extra=f"judges: {json.dumps(JUDGE)}\n")
    _, requests = _requests(folder)
    image, marked, overlay, mask, zoom, near = (
        np.asarray(Image.open(io.BytesIO(one.data)).convert("RGB")).astype(int) for one in requests[0].pictures
    )
    assert (image == (90, 120, 150)).all()
    assert image.shape == marked.shape == overlay.shape == mask.shape
    inside = mask[..., 0] > 0
    assert inside.sum() == 16 * 16
    # the mask is seen where it is, and only there
    changed = (overlay != marked).any(axis=2)
    assert (changed & ~inside).sum() <= 4 * 18 + 4
    assert (changed & inside).sum() > 100
    assert zoom.shape == near.shape
    assert zoom.shape[0] < image.shape[0]


def test_the_guideline_is_sent_with_words_for_its_pictures(tmp_path: Path) -> None:
    folder = write_study(tmp_path, "item", "http://127.0.0.1:9/v1", items=1)
    text = "# Look\n\n![A cat on a mat](pictures/cat.png)\n\nTwice.\n"
    (folder / "guideline.en.md").write_text(text, encoding="utf-8")
    _, requests = _requests(folder)
    said = str(requests[0].messages[0][1][0])
    assert "Twice." in said
    assert "(A cat on a mat)" in said
    assert "cat.png" not in said


def test_pictures_of_the_guideline_are_sent_as_raters_see_them(tmp_path: Path, painted: Callable[[str], Path]) -> None:
    """Numbered in the text and before the trial; stripped, and counted in what a request costs."""
    judge, (request, *_) = _requests(_with_judge(shutil.copytree(painted("naming"), tmp_path / "naming")), most=1)
    folder = judge.definition.protocol.folder
    assert folder is not None
    text = judge.definition.guideline("en")
    files = list(dict.fromkeys(re.findall(r"pictures/[\w-]+\.webp", text)))
    assert len(files) >= 4
    body = json.loads(request.body())
    for number, (file, sent) in enumerate(zip(files, request.pictures, strict=False), start=1):
        assert sent.kind == "image/png"
        shown, got = (np.asarray(Image.open(one).convert("RGB")) for one in (folder / file, io.BytesIO(sent.data)))
        assert np.array_equal(shown, got)
        assert f"(Picture {number} of the guideline: " in body["messages"][0]["content"]
        assert Path(file).name not in request.body().decode()
    told = [part["text"] for part in body["messages"][1]["content"] if part["type"] == "text"]
    assert told[0].startswith("Picture 1 of the guideline: A box around a dog")
    without = replace(request, messages=(request.messages[0], ("user", request.messages[1][1][2 * len(files) :])))
    assert request.tokens() > without.tokens() + 50 * len(files)
    assert len(judge.setup["guideline_pictures"]) == len(files)


def test_no_byte_of_a_guideline_picture_tells_of_its_file(tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", "item", "http://127.0.0.1:9/v1", items=1)
    (folder / "guideline.en.md").write_text(
        '# Look\n\n![A cat](pictures/canary-cat.jpg "canary") <img alt="A dog" src="./pictures/canary-dog.png">\n'
        "![Not there](pictures/canary-none.png) ![Beside it](pictures/../canary-up.png)\n",
        encoding="utf-8",
    )
    pictures = tmp_path / "protocol" / "pictures"
    pictures.mkdir(parents=True)
    note = PngInfo()
    note.add_text("prompt", "canary-metadata")
    exif = Image.Exif()
    exif[0x010E] = "canary-description"
    Image.new("RGB", (30, 20), (200, 10, 10)).save(pictures / "canary-cat.jpg", exif=exif, comment=b"canary-comment")
    Image.new("RGBA", (30, 20), (10, 200, 10, 90)).save(pictures / "canary-dog.png", pnginfo=note)
    Image.new("RGB", (30, 20)).save(pictures.parent / "canary-up.png")
    definition = load_definition(folder)
    installed = replace(definition, protocol=replace(definition.protocol, folder=pictures.parent, contents=None))
    with open_for_judging(installed, only_look=True) as (engine, taken):
        judge = prepare_judge(engine, "m", taken)
        request = judge.request(judge.showings[0])
    assert len(request.pictures) == 2
    for data in (request.body(), *(one.data for one in request.pictures)):
        assert b"canary" not in data.lower()
    said = str(request.messages[0][1][0])
    assert [word in said for word in ("1 of the guideline: A cat", "2 of the guideline: A dog")] == [True, True]
    assert "(Not there)" in said
    assert "(Beside it)" in said


def test_a_judge_is_asked_in_the_language_that_it_is_to_be_asked_in(tmp_path: Path) -> None:
    folder = write_study(tmp_path, "item", "http://127.0.0.1:9/v1", items=1, judge={"language": "zh"})
    _, requests = _requests(folder)
    assert "评分员" in str(requests[0].messages[0][1][0])


@pytest.mark.parametrize("reason", ["before", "after", "none"])
def test_the_reason_stands_where_it_is_wanted(tmp_path: Path, reason: str) -> None:
    folder = write_study(tmp_path, "item", "http://127.0.0.1:9/v1", items=1, judge={"reason": reason})
    _, requests = _requests(folder)
    names = list(requests[0].schema["properties"])
    assert (
        names
        == {"before": ["reason", "trial", "slots"], "after": ["trial", "slots", "reason"], "none": ["trial", "slots"]}[
            reason
        ]
    )


class TestDocumentedShapes:
    """What the documentation of each server says a request must look like."""

    @pytest.fixture
    def body(self, tmp_path: Path) -> dict[str, Any]:
        folder = write_study(
            tmp_path, "pictures", "http://127.0.0.1:9/v1", items=1, judge={"seed": 7, "extra": {"top_p": 0.9}}
        )
        found: dict[str, Any] = json.loads(_requests(folder)[1][0].body())
        return found

    def test_openai_vllm_sglang_llama_cpp_read_the_nested_schema(self, body: dict[str, Any]) -> None:
        assert body["response_format"]["type"] == "json_schema"
        assert set(body["response_format"]["json_schema"]) == {"name", "strict", "schema"}
        jsonschema.Draft202012Validator.check_schema(body["response_format"]["json_schema"]["schema"])

    def test_pictures_are_data_addresses_of_base64_which_ollama_takes_alone(self, body: dict[str, Any]) -> None:
        parts = [part for part in body["messages"][1]["content"] if part["type"] == "image_url"]
        assert parts
        for part in parts:
            assert set(part) == {"type", "image_url"}
            kind, _, data = part["image_url"]["url"].partition(";base64,")
            assert kind in ("data:image/png", "data:image/jpeg")
            assert base64.b64decode(data, validate=True)

    def test_one_constraint_per_request_as_sglang_asks(self, body: dict[str, Any]) -> None:
        assert not {"regex", "ebnf", "structural_tag", "guided_json", "grammar", "format"} & set(body)

    def test_the_system_message_is_plain_text_and_comes_first(self, body: dict[str, Any]) -> None:
        roles = [(message["role"], type(message["content"])) for message in body["messages"]]
        assert roles == [("system", str), ("user", list)]

    def test_parameters_have_the_names_that_all_servers_know(self, body: dict[str, Any]) -> None:
        assert {name: body[name] for name in ("model", "temperature", "seed", "max_tokens", "top_p")} == {
            "model": "test-model",
            "temperature": 0.0,
            "seed": 7,
            "max_tokens": 2000,
            "top_p": 0.9,
        }
        assert body.get("stream") is None
