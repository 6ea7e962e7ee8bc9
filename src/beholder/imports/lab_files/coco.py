"""COCO files: annotations (pictures, and what is known about them) and results, one file per system."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.coco_names import picture_key
from beholder.imports.lab_files.lab_record import LabRecord, refuse
from beholder.protocols import Declaration
from beholder.tabular import TableKind, kind_of

__all__ = [
    "CocoFiles",
    "CocoPictures",
    "is_annotations",
    "is_results",
    "lone_boxes",
    "read_annotations",
    "read_results",
]

CocoPictures = dict[str, Mapping[str, Any]]
"""The pictures of an annotation file by their ids, as `picture_key` writes them."""


class CocoFiles:
    """The contents of COCO files, which may be large: each is read once."""

    def __init__(self) -> None:
        self._contents: dict[Path, Any] = {}

    def read(self, path: Path) -> Any:
        """The content of a COCO file; None if this is none."""
        if path not in self._contents:
            self._contents[path] = self._read(path)
        return self._contents[path]

    def _read(self, path: Path) -> Any:
        if not path.is_file() or kind_of(path) is not TableKind.JSON:
            return None
        try:
            data = json.loads(path.read_text(encoding="utf-8-sig"))
        except (ValueError, OSError, RecursionError):
            # the reader of tables says what is wrong with it
            return None
        return data if is_annotations(data) or is_results(data) else None


def is_annotations(data: Any) -> bool:
    """Whether this is an annotation file: pictures by id, and annotations of them."""
    return isinstance(data, dict) and isinstance(data.get("images"), list) and "annotations" in data


def is_results(data: Any) -> bool:
    """Whether this is a file of results: a list of outputs by picture."""
    return (
        isinstance(data, list)
        and bool(data)
        and all(isinstance(one, dict) and "image_id" in one for one in data)
        and any(name in data[0] for name in ("segmentation", "bbox", "caption"))
    )


def read_annotations(
    data: Mapping[str, Any], path: Path, declaration: Declaration
) -> tuple[CocoPictures, list[LabRecord]]:
    """The pictures, and a record about each item: an annotated object where the protocol asks for a box, else a picture."""
    pictures: CocoPictures = {}
    for n, picture in enumerate(data["images"]):
        if not isinstance(picture, dict) or not {"id", "file_name"} <= picture.keys():
            raise refuse("a picture needs id and file_name", where=f"{path}: images[{n}]")
        key = picture_key(picture["id"])
        if pictures.setdefault(key, picture)["file_name"] != picture["file_name"]:
            raise refuse(f"two pictures have the id {picture['id']!r}", where=f"{path}: images[{n}]")
    names = {one.get("id"): one.get("name") for one in data.get("categories") or [] if isinstance(one, dict)}
    about_objects = "box" in declaration.item and declaration.shows == "item"
    if about_objects:
        return pictures, list(_objects(data["annotations"], pictures, names, path, declaration))
    return pictures, [
        LabRecord(_picture(one), f"{path}: picture {one['id']}", path.parent, key=key) for key, one in pictures.items()
    ]


def lone_boxes(data: Mapping[str, Any], path: Path) -> dict[str, list[float]]:
    """The box of each picture, by its id, in which exactly one object is annotated: no other can be meant.

    A crowd is a region of many objects, and none of them.
    """
    found: dict[str, list[list[float]]] = {}
    for n, one in enumerate(data["annotations"]):
        if isinstance(one, dict) and one.get("bbox") is not None and not one.get("iscrowd"):
            found.setdefault(picture_key(one.get("image_id")), []).append(
                corners(one["bbox"], f"{path}: annotations[{n}]")
            )
    return {picture: boxes[0] for picture, boxes in found.items() if len(boxes) == 1}


def _objects(
    annotations: Any, pictures: CocoPictures, names: Mapping[Any, Any], path: Path, declaration: Declaration
) -> Iterator[LabRecord]:
    for n, one in enumerate(annotations):
        where = f"{path}: annotations[{n}]"
        key = picture_key(one.get("image_id")) if isinstance(one, dict) else ""
        if key not in pictures:
            raise refuse("the annotation names no picture of this file", where=where)
        values = {**_picture(pictures[key]), "box": corners(one.get("bbox"), where)}
        name = names.get(one.get("category_id"))
        if name and "reference_name" in declaration.item:
            values["reference_name"] = name
        yield LabRecord(values, where, path.parent, key=str(one.get("id", n)))


def read_results(
    data: list[Any], path: Path, system: str, pictures: CocoPictures, declaration: Declaration
) -> Iterator[LabRecord]:
    """An output per line of a results file; of several for one picture the one with the highest score."""
    best: dict[str, tuple[float, int, dict[str, Any]]] = {}
    for n, one in enumerate(data):
        score, key = float(one.get("score") or 0), picture_key(one["image_id"])
        held = best.get(key)
        if held is None or score > held[0]:
            best[key] = score, n, one
    for picture, (_, n, one) in best.items():
        where = f"{path}: [{n}]"
        values: dict[str, Any] = {}
        if "caption" in declaration.candidate and "caption" in one:
            values["caption"] = one["caption"]
        if "mask" in declaration.candidate:
            values["mask"] = _mask(one, pictures.get(picture, {}), where)
        if not values:
            raise refuse(f"a result holds nothing that the protocol {declaration.name} shows", where=where)
        yield LabRecord(values, where, path.parent, key=picture, system=system)


def corners(box: Any, where: str) -> list[float]:
    """A COCO box, [x, y, width, height], as [left, top, right, bottom]."""
    if not isinstance(box, list) or len(box) != 4 or not all(isinstance(v, int | float) for v in box):
        raise refuse(f"expected bbox to be [x, y, width, height], got {box!r:.60}", where=where)
    x, y, width, height = box
    return [x, y, x + width, y + height]


def _picture(picture: Mapping[str, Any]) -> dict[str, Any]:
    return {"image": picture["file_name"]}


def _mask(one: Mapping[str, Any], picture: Mapping[str, Any], where: str) -> Any:
    given = one.get("segmentation")
    if given is not None:
        return given
    if "bbox" not in one:
        raise refuse("a result holds neither segmentation nor bbox", where=where)
    # a box is a polygon with four corners
    left, top, right, bottom = corners(one["bbox"], where)
    return [[left, top, right, top, right, bottom, left, bottom]]
