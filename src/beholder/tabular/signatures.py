"""What a file is by its first bytes, so that one that is no table is called by its name."""

from __future__ import annotations

import zipfile
from pathlib import Path

from beholder.tabular.fault import Fault, TableError
from beholder.tabular.kind import TableKind, kind_of
from beholder.tabular.text import open_bytes

_HEAD_BYTES = 512
_SIGNATURES = (
    (b"PAR1", "parquet"),
    (b"ARROW1", "arrow"),
    (b"\xff\xff\xff\xff", "arrow"),
    (b"\x93NUMPY", "array"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "packed"),
    (b"7z\xbc\xaf\x27\x1c", "packed"),
    (b"Rar!", "packed"),
    (b"\x89HDF", "database"),
    (b"SQLite format 3", "database"),
    (b"MATLAB", "database"),
    (b"version https://git-lfs", "lfs"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\x1a\x45\xdf\xa3", "clip"),
)
_PICTURES = "write its pictures as PNG, and the rest as a table"
_UNPACK = "unpack it, and name the folder or table that comes out"
# what it is called, and what to do instead
_MEANINGS = {
    "pickle": (
        "a Python pickle, which is never opened: opening one runs what it holds",
        "write it as Parquet: pandas.read_pickle('{name}').to_parquet('{stem}.parquet')",
    ),
    "torch": ("a PyTorch file, which holds a pickle and is never opened", _PICTURES),
    "array": ("a NumPy array", _PICTURES),
    "zip": ("a zip archive", _UNPACK),
    "tar": ("a tar archive", _UNPACK),
    "gzip": ("gzipped", "give its name the ending .gz, or unpack it"),
    "bzip2": ("packed by bzip2", _UNPACK),
    "xz": ("packed by xz", _UNPACK),
    "packed": ("an archive", _UNPACK),
    "parquet": ("a Parquet table", "give its name the ending .parquet"),
    "arrow": ("an Arrow table", "write it as Parquet; a folder made by save_to_disk is read as a whole"),
    "workbook": ("an Excel workbook", "give its name the ending .xlsx"),
    "database": ("a database (HDF5, SQLite or MATLAB)", _PICTURES),
    "lfs": ("a Git LFS pointer, not the file itself", "git lfs pull fetches the file"),
    "picture": ("a picture", "name the folder that holds it"),
    "clip": ("a clip", "name the folder that holds it"),
    "html": ("a web page", "a download that failed often leaves one: fetch the file again"),
}


def signature(path: Path) -> str:
    """The kind of a file by its first bytes, unpacked if it is called `.gz`; empty for text and whatever is not known."""
    try:
        with open_bytes(path) as stream:
            head = stream.read(_HEAD_BYTES)
    except (OSError, EOFError, TableError):
        return ""
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _zipped(path)
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return "pickle"
    if head[257:262] == b"ustar":
        return "tar"
    if head.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        return "html"
    return next((kind for mark, kind in _SIGNATURES if head.startswith(mark)), "")


def _zipped(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()[:1000]
    except (OSError, zipfile.BadZipFile, NotImplementedError):
        return "zip"
    if any(name.endswith("/data.pkl") or name == "data.pkl" for name in names):
        return "torch"
    if any(name.startswith("xl/") for name in names):
        return "workbook"
    return "array" if names and all(name.endswith(".npy") for name in names) else "zip"


def require_table(path: Path) -> None:
    """Refuse a file whose first bytes say that it is something else than its name does."""
    kind = signature(path)
    # of a broken workbook its own reader says more
    expected = {TableKind.PARQUET: ("parquet",), TableKind.EXCEL: ("workbook", "zip")}.get(kind_of(path), ())
    if kind and kind not in expected and kind_of(path) is not TableKind.FOREIGN:
        what, hint = _MEANINGS[kind]
        hint = hint.format(name=path.name, stem=path.stem)
        raise TableError(Fault.UNREADABLE, f"the file is {what}", hint=hint)
