"""JSON objects as tables: records or texts by their ids, columns by their titles, a list under a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from beholder.tabular.titles import SYSTEM_NAMES, plain_name

_WORDS = """
    id image images img file filename path url caption text prompt question answer query output response prediction mask
    segmentation box bbox point video clip category label score source steps seed width height item rater value
"""
_TITLES = frozenset(map(plain_name, SYSTEM_NAMES)) | frozenset(_WORDS.split())
"""Words that are titles of columns rather than ids of records."""
_RECORD_TITLES = frozenset(map(plain_name, SYSTEM_NAMES)) | {
    "id",
    "imageid",
    "questionid",
    "promptid",
    "itemid",
    "instanceid",
}
_WRAPPERS = ("data", "results", "items", "annotations", "predictions", "records", "rows", "samples", "entries")


def keyed_rows(data: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The rows of an object, with the key of each as `id`; None if it is no table.

    Objects of objects are records by id, or columns by title as data frames write them: the side that holds titles has
    words such as `image` among its keys, or is the shorter one.
    """
    values = list(data.values())
    wrapped = [value for name, value in data.items() if name in _WRAPPERS and isinstance(value, list)]
    if len(wrapped) == 1 and all(isinstance(row, dict) for row in wrapped[0]):
        # a list of records beside what is said about it as a whole
        return list(wrapped[0])
    if not values or (_titles(data) and not all(isinstance(value, dict) for value in values)):
        return None
    if all(isinstance(value, dict) for value in values):
        inner = list(dict.fromkeys(key for value in values for key in value))
        if (_titles(inner), -len(inner)) >= (_titles(data), -len(data)):
            return [{"id": key, **value} for key, value in data.items()]
        numbered = inner == [str(n) for n in range(len(inner))]
        rows = [{title: column.get(key) for title, column in data.items()} for key in inner]
        return rows if numbered else [{"id": key, **row} for key, row in zip(inner, rows, strict=True)]
    texts = [value[0] if isinstance(value, list) and len(value) == 1 else value for value in values]
    if not all(isinstance(text, str) for text in texts):
        return None
    paths = all(1 < len(PurePosixPath(text).suffix) < 6 and " " not in text for text in texts)
    return [{"id": key, "file" if paths else "text": text} for key, text in zip(data, texts, strict=True)]


def _titles(keys: Iterable[str]) -> int:
    return sum(plain_name(key) in _TITLES for key in keys)


def is_record_title(title: str) -> bool:
    """Whether a column says which item a row is about, or whose output it is."""
    return plain_name(title) in _RECORD_TITLES
