"""Masks in every form come out as the same pixels; pycocotools and Pillow are the judges."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image
from pycocotools import mask as coco

from beholder.errors import BeholderError
from beholder.media import Mask, check_mask, decode_mask, encode_mask_png, intersection_over_union, mask_facts
from tests.media import media_samples as samples

HERE = Path()
# pycocotools 2.0.11 hands NumPy an array in the old way; only the judge is concerned.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")


def _rle(mask: Mask) -> dict[str, Any]:
    encoded = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
    return {"size": encoded["size"], "counts": encoded["counts"].decode("ascii")}


def _runs(mask: Mask) -> dict[str, Any]:
    counts, current, length = [], False, 0
    for value in mask.T.ravel():
        if bool(value) != current:
            counts.append(length)
            current, length = bool(value), 0
        length += 1
    return {"size": list(mask.shape), "counts": [*counts, length]}


masks = arrays.arrays(np.bool_, st.tuples(st.integers(1, 40), st.integers(1, 40)))


@given(masks)
def test_every_mask_survives_both_kinds_of_rle_and_the_png(mask: Mask) -> None:
    size = (mask.shape[1], mask.shape[0])
    assert np.array_equal(decode_mask(_rle(mask), size, HERE), mask)
    assert np.array_equal(decode_mask(_runs(mask), size, HERE), mask)
    assert np.array_equal(decode_mask({"rle": _rle(mask)}, size, HERE), mask)
    with Image.open(io.BytesIO(encode_mask_png(mask))) as image:
        assert image.size == size
        assert np.array_equal(np.asarray(image.convert("RGBA"))[..., 3] == 255, mask)


@pytest.mark.skipif("BEHOLDER_DATA" not in os.environ, reason="BEHOLDER_DATA is not set")
def test_all_published_masks_decode_as_in_pycocotools() -> None:
    path = Path(os.environ["BEHOLDER_DATA"]) / "coco_rle_masks" / "instances_val2014_fakesegm100_results.json.gz"
    records = json.loads(gzip.decompress(path.read_bytes()))
    assert len(records) == 734
    for record in records:
        height, width = record["segmentation"]["size"]
        mask = decode_mask(record["segmentation"], (width, height), HERE)
        assert np.array_equal(mask, coco.decode(record["segmentation"]).astype(bool))
        assert mask_facts(mask).area == coco.area(record["segmentation"])


def test_large_runs_and_whole_pictures() -> None:
    for mask in (np.ones((4000, 6000), bool), np.zeros((1500, 2250), bool)):
        assert np.array_equal(decode_mask(_rle(mask), mask.shape[::-1], HERE), mask)


def test_polygons_equal_the_reference_rasteriser() -> None:
    outline = [10.5, 5.0, 50.0, 8.25, 44.0, 30.0, 12.0, 28.0]
    second = [2.0, 2.0, 8.0, 2.0, 8.0, 8.0]
    both = coco.decode(coco.merge(coco.frPyObjects([outline, second], 40, 60))).astype(bool)
    assert both.any()
    assert np.array_equal(decode_mask([outline, second], (60, 40), HERE), both)
    assert np.array_equal(decode_mask({"polygons": [outline, second]}, (60, 40), HERE), both)
    pairs = [[[x, y] for x, y in zip(p[::2], p[1::2], strict=True)] for p in (outline, second)]
    assert np.array_equal(decode_mask({"segmentation": pairs}, (60, 40), HERE), both)
    single = coco.decode(coco.frPyObjects([outline], 40, 60))[..., 0].astype(bool)
    assert np.array_equal(decode_mask(outline, (60, 40), HERE), single)


def test_a_polygon_partly_outside_is_cut_at_the_edge() -> None:
    mask = decode_mask([[-20, -20, 30, -20, 30, 30, -20, 30]], (60, 40), HERE)
    assert mask[0, 0]
    assert mask_facts(mask).touches_edge


def test_nothing_found_is_the_empty_mask() -> None:
    nothing: tuple[object, ...] = (None, [], {"polygons": []})
    for value in nothing:
        mask = decode_mask(value, (7, 5), HERE)
        assert mask.shape == (5, 7)
        assert not mask.any()


def _disc() -> Mask:
    y, x = np.mgrid[:30, :50]
    return np.asarray((x - 20) ** 2 + (y - 15) ** 2 < 90)


def test_png_masks_of_every_mode(tmp_path: Path) -> None:
    disc = _disc()
    grey = Image.fromarray((disc * 255).astype(np.uint8))
    ones = Image.fromarray(disc.astype(np.uint8))
    palette = ones.copy()
    palette.putpalette([0, 0, 0, 0, 0, 0] + [9] * 750)
    cutout = Image.fromarray(np.dstack([np.full((30, 50, 3), 77, np.uint8), (disc * 255).astype(np.uint8)]))
    deep = Image.fromarray(disc.astype(np.uint16) * 256)
    images = {"grey": grey, "ones": ones, "bits": grey.convert("1"), "rgb": grey.convert("RGB"), "palette": palette}
    for name, image in {**images, "cutout": cutout, "deep": deep}.items():
        samples.write(tmp_path, f"{name}.png", samples.saved(image, "PNG"))
        assert np.array_equal(decode_mask(f"{name}.png", (50, 30), tmp_path), disc), name
        assert np.array_equal(decode_mask({"png": f"{name}.png"}, (50, 30), tmp_path), disc), name


@pytest.mark.parametrize("kind", ["bool", "uint8", "int64", "int8", ">i4"])
def test_npy_masks(tmp_path: Path, kind: str) -> None:
    disc = _disc()
    for array in (disc.astype(kind), np.asfortranarray(disc.astype(kind)), disc[None].astype(kind)):
        np.save(tmp_path / "mask.npy", array)
        assert np.array_equal(decode_mask({"npy": "mask.npy"}, (50, 30), tmp_path), disc)
        assert np.array_equal(decode_mask("mask.npy", (50, 30), tmp_path), disc)


class _Trap:
    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return (os.mkdir, (str(_Trap.place),))

    place = Path()


def test_an_array_with_a_pickle_is_refused_and_not_run(tmp_path: Path) -> None:
    _Trap.place = tmp_path / "ran"
    np.save(tmp_path / "trap.npy", np.array([_Trap()], dtype=object), allow_pickle=True)
    (tmp_path / "bare.npy").write_bytes(pickle.dumps(_Trap()))
    for name in ("trap.npy", "bare.npy"):
        with pytest.raises(BeholderError) as caught:
            decode_mask(name, (1, 1), tmp_path, where="items.jsonl:2")
        assert caught.value.code == "mask-broken"
        assert "items.jsonl:2" in str(caught.value)
    assert not _Trap.place.exists()


GOOD = {"size": [30, 50], "counts": [1500]}
REFUSED: list[tuple[object, str]] = [
    ({"counts": [1500]}, "mask-broken"),
    ({"size": [50, 30], "counts": [1500]}, "mask-size"),
    ({"size": [30, 51], "counts": [1530]}, "mask-size"),
    ({"size": "30", "counts": [1500]}, "mask-broken"),
    ({"size": [30, 50], "counts": [1499]}, "mask-broken"),
    ({"size": [30, 50], "counts": [2000, -500]}, "mask-broken"),
    ({"size": [30, 50], "counts": [10**30]}, "mask-broken"),
    ({"size": [30, 50], "counts": [1500.0]}, "mask-broken"),
    ({"size": [30, 50], "counts": [True] * 1500}, "mask-broken"),
    ({"size": [30, 50], "counts": ""}, "mask-broken"),
    ({"size": [30, 50], "counts": "oooooooooooooooooooooo"}, "mask-broken"),
    ({"size": [30, 50], "counts": "\x01\x02"}, "mask-broken"),
    ({"size": [30, 50], "counts": "好"}, "mask-broken"),
    ({"size": [30, 50], "counts": "Q5"}, "mask-broken"),
    ({"size": [30, 50], "counts": None}, "mask-broken"),
    ({"rle": {"rle": GOOD}}, "mask-unsupported"),
    ({"polygon": [[1, 2, 3, 4, 5, 6]]}, "mask-unsupported"),
    ({"png": 7}, "mask-broken"),
    ({}, "mask-unsupported"),
    (7, "mask-unsupported"),
    (b"bytes", "mask-unsupported"),
    ([[1, 2, 3, 4]], "mask-broken"),
    ([[1, 2, 3, 4, 5, 6, 7]], "mask-broken"),
    ([[1, 2, 3, 4, 5, float("nan")]], "mask-broken"),
    ([[1, 2, 3, 4, 5, float("inf")]], "mask-broken"),
    ([[0, 0, 1e9, 0, 1e9, 1e9]], "mask-broken"),
    ([[0, 0, 10**400, 0, 5, 5]], "mask-broken"),
    ([["a"] * 6], "mask-broken"),
    ([[[[[1, 2]]]]], "mask-broken"),
    (["abcdef"], "mask-broken"),
    ("../mask.png", "media-outside"),
    ("/etc/passwd", "media-outside"),
    ("none.npy", "media-missing"),
    ("text.npy", "mask-broken"),
    ("short.npy", "mask-broken"),
    ("float.npy", "mask-broken"),
    ("shape.npy", "mask-size"),
    ("swapped.npy", "mask-size"),
    ("huge.npy", "mask-size"),
    ("small.png", "mask-size"),
    ("photo.jpg", "mask-unsupported"),
    ("page.png", "media-unsupported"),
]


@pytest.mark.parametrize(("value", "code"), REFUSED, ids=lambda v: str(v)[:40])
def test_wrong_masks_are_refused_with_their_place(tmp_path: Path, value: object, code: str) -> None:
    (tmp_path / "text.npy").write_text("hello")
    np.save(tmp_path / "whole.npy", np.ones((30, 50), np.uint8))
    (tmp_path / "short.npy").write_bytes((tmp_path / "whole.npy").read_bytes()[:-10])
    np.save(tmp_path / "float.npy", np.ones((30, 50)))
    np.save(tmp_path / "shape.npy", np.ones((30, 50, 3), np.uint8))
    np.save(tmp_path / "swapped.npy", np.ones((50, 30), np.uint8))
    whole = (tmp_path / "whole.npy").read_bytes()
    (tmp_path / "huge.npy").write_bytes(whole.replace(b"(30, 50), }      ", b"(30000, 50000), }"))
    samples.write(tmp_path, "small.png", samples.saved(samples.painting(10, 10), "PNG"))
    samples.write(tmp_path, "photo.jpg", samples.saved(samples.painting(50, 30), "JPEG"))
    samples.write(tmp_path, "page.png", b"<html></html>")
    with pytest.raises(BeholderError) as caught:
        decode_mask(value, (50, 30), tmp_path, where="items.jsonl:12 · candidate B")
    assert caught.value.code == code
    assert all(problem.where == "items.jsonl:12 · candidate B" for problem in caught.value.problems)
    with pytest.raises(BeholderError) as checked:
        check_mask(value, (50, 30), tmp_path, where="items.jsonl:12 · candidate B")
    assert checked.value.problems == caught.value.problems


@given(st.binary(max_size=60))
def test_any_string_of_counts_is_decoded_or_refused(counts: bytes) -> None:
    code, shape = "", (30, 50)
    try:
        shape = decode_mask({"size": [30, 50], "counts": counts}, (50, 30), HERE).shape
    except BeholderError as error:
        code = error.code
    assert shape == (30, 50)
    assert code in {"", "mask-broken"}


_SIDE = st.sampled_from([1, 2, 3, True, -1, 1.0])


@given(st.lists(_SIDE, max_size=3), st.lists(st.sampled_from([0, 1, 2, 3, 5, 6, True, -1, 1.0]), max_size=4))
def test_a_check_of_run_lengths_refuses_what_decoding_them_does(stated: list[Any], counts: list[Any]) -> None:
    value = {"size": stated, "counts": counts}

    def told(call: Any) -> object:
        try:
            call(value, (2, 3), HERE)
        except BeholderError as error:
            return error.problems
        return None

    assert told(check_mask) == told(decode_mask)


def test_facts_of_a_drawn_mask() -> None:
    mask = np.zeros((20, 30), bool)
    mask[2:12, 3:15] = True
    mask[4:6, 5:8] = False
    mask[8, 10] = False
    mask[15, 20:22] = True
    mask[19, 29] = True
    facts = mask_facts(mask, (4.5, 3.2))
    assert facts.area == 120 - 6 - 1 + 2 + 1
    assert facts.share == pytest.approx(facts.area / 600)
    assert facts.box == (3, 2, 30, 20)
    assert (facts.pieces, facts.stray_pieces, facts.stray_area) == (3, 2, 3)
    assert (facts.holes, facts.hole_area) == (2, 7)
    assert facts.touches_edge
    assert facts.on_prompt
    assert mask_facts(mask, (10.9, 8.0)).on_prompt is False
    assert mask_facts(mask, (30.0, 20.0)).on_prompt is False
    assert mask_facts(mask, (-1.0, 3.0)).on_prompt is False


def test_pieces_join_at_corners_and_holes_do_not_leak_through_them() -> None:
    ring = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool)
    facts = mask_facts(ring)
    assert (facts.pieces, facts.holes, facts.hole_area) == (1, 1, 1)


def test_a_bay_at_the_edge_of_the_picture_is_no_hole() -> None:
    mask = np.ones((5, 5), bool)
    mask[0, 2] = False
    assert mask_facts(mask).holes == 0


def test_facts_of_no_and_of_one_pixel() -> None:
    empty = mask_facts(np.zeros((4, 6), bool), (1.0, 1.0))
    assert (empty.area, empty.box, empty.pieces, empty.on_prompt) == (0, None, 0, False)
    one = np.zeros((4, 6), bool)
    one[2, 3] = True
    facts = mask_facts(one)
    assert (facts.area, facts.box, facts.pieces, facts.touches_edge) == (1, (3, 2, 4, 3), 1, False)
    assert facts.on_prompt is None


@given(arrays.arrays(np.bool_, (2, 9, 11)))
def test_overlap_equals_pycocotools(pair: Mask) -> None:
    one, other = pair
    if not (one.any() or other.any()):
        assert np.isnan(intersection_over_union(one, other))
        return
    encoded = [coco.encode(np.asfortranarray(mask.astype(np.uint8))) for mask in pair]
    assert intersection_over_union(one, other) == pytest.approx(coco.iou(encoded[:1], encoded[1:], [0])[0, 0])
