"""Archives and datasets made to write elsewhere, or to fill a machine: refused, and nothing is left behind."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from beholder import limits
from beholder.errors import BeholderError
from beholder.imports.lab_files import make_study, parse_sources
from beholder.imports.lab_files.archives import unpack
from beholder.imports.lab_files.scratch import Scratch

ENDINGS = frozenset({".png", ".txt"})
_PNG = b"\x89PNG\r\n\x1a\n"
# what may unpack to any share of its size; far less than it is, so that bombs need not be large
_FREE = 1 << 20


def picture(n: int = 0) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (32, 24), (n * 40 % 256, 90, 60)).save(stream, "PNG")
    return stream.getvalue()


def tar_of(path: Path, *members: tuple[str, bytes, dict[str, object]], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data, attributes in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            for attribute, value in attributes.items():
                setattr(entry, attribute, value)
            archive.addfile(entry, io.BytesIO(data))
    return path


def zip_of(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def refused(source: Path, study: Path) -> str:
    """The code of the refusal; whatever was there before is all that is there afterwards."""
    before = {path: path.stat().st_mtime_ns for path in source.parent.parent.rglob("*") if path.is_file()}
    with pytest.raises(BeholderError) as caught:
        make_study("opinion", study, parse_sources([str(source)]))
    after = {path: path.stat().st_mtime_ns for path in source.parent.parent.rglob("*") if path.is_file()}
    assert after == before
    assert ".unpacked-" not in str(caught.value), "the folder in which it was unpacked means nothing to anybody"
    return str(caught.value)


@pytest.mark.parametrize("name", ["../out.png", "/tmp/out.png", "a/../../out.png", "..\\out.png", "C:\\out.png"])
@pytest.mark.parametrize("pack", ["zip", "tar"])
def test_a_member_that_leads_elsewhere(tmp_path: Path, name: str, pack: str) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    first = ("ours/0.png", picture())
    if pack == "zip":
        source = zip_of(lab / "x.zip", first, (name, picture(1)))
    else:
        source = tar_of(lab / "x.tar", (*first, {}), (name, picture(1), {}))
    assert "leads outside" in refused(source, tmp_path / "study")
    assert not (tmp_path / "study").exists()


def test_links_and_devices_are_left_out_and_nothing_is_written_through_them(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir()
    (private / "key.png").write_bytes(b"secret")
    source = tar_of(
        tmp_path / "x.tar",
        ("a", b"", {"type": tarfile.SYMTYPE, "linkname": str(private)}),
        ("b.png", b"", {"type": tarfile.SYMTYPE, "linkname": str(private / "key.png")}),
        ("c.png", b"", {"type": tarfile.LNKTYPE, "linkname": str(private / "key.png")}),
        ("d.png", b"", {"type": tarfile.CHRTYPE}),
        ("e.png", b"", {"type": tarfile.FIFOTYPE}),
        ("a/new.png", picture(), {}),
        ("0.png", picture(1), {}),
    )
    scratch = Scratch(tmp_path / "study")
    with scratch.opened():
        folder, left_out = unpack([source], scratch, "x", wanted=ENDINGS)
        assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {
            "a/new.png",
            "0.png",
        }
        assert not any(path.is_symlink() for path in folder.rglob("*"))
        assert [name.partition(" (")[0] for name in left_out] == ["a", "b.png", "c.png", "d.png", "e.png"]
    assert not folder.exists()
    assert list(private.iterdir()) == [private / "key.png"]


def test_a_link_in_a_zip_is_left_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        link = zipfile.ZipInfo("link.png")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("0.png", picture())
    made = make_study("opinion", tmp_path / "study", parse_sources([str(tmp_path / "x.zip")]))
    assert made.files == 1
    assert any("link.png" in note for note in made.notes)


def bomb_zip(folder: Path) -> Path:
    return zip_of(folder / "x.zip", ("0.png", _PNG + bytes(_FREE + 1)))


def bomb_of_skipped_members(folder: Path) -> Path:
    """Nothing of it is wanted, and yet it would have to be unpacked to get past it."""
    path = folder / "x.tar.gz"
    header = tarfile.TarInfo("0.bin")
    header.size = 2 * _FREE
    path.write_bytes(gzip.compress(header.tobuf() + bytes(1000)))
    return path


def member_of_any_size(folder: Path) -> Path:
    header = tarfile.TarInfo("0.png")
    header.size = limits.MAX_UNPACKED_FILE_BYTES + 1
    (folder / "x.tar").write_bytes(header.tobuf() + bytes(1024))
    return folder / "x.tar"


def header_of_any_length(folder: Path) -> Path:
    header = tarfile.TarInfo("long")
    header.type, header.size = tarfile.XHDTYPE, limits.MAX_ARCHIVE_HEADER_BYTES + 1
    (folder / "x.tar").write_bytes(header.tobuf() + bytes(4096))
    return folder / "x.tar"


def sparse_member(folder: Path) -> Path:
    attributes: dict[str, object] = {"pax_headers": {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}}
    return tar_of(folder / "x.tar", ("0.png", b"1\n0\n9999999999\n".ljust(512, b"\0"), attributes))


def cut_off(folder: Path) -> Path:
    whole = zip_of(folder / "whole.zip", ("0.png", picture()), ("1.png", picture(1)))
    (folder / "x.tar.gz").write_bytes(gzip.compress(bytes(range(256)) * 40)[:60])
    whole.unlink()
    return folder / "x.tar.gz"


def with_password(folder: Path) -> Path:
    path = zip_of(folder / "x.zip", ("0.png", picture()))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    return path


def a_file_that_is_also_a_folder(folder: Path) -> Path:
    return tar_of(folder / "x.tar", ("a.png", picture(), {}), ("a.png/b.png", picture(), {}))


def one_value_in_many_rows(folder: Path) -> Path:
    """Some hundred bytes that are a hundred gigabytes once they are rows."""
    values = pa.DictionaryArray.from_arrays(
        pa.array([0] * 100_000, pa.int32()), pa.array([_PNG + bytes(1_000_000)], pa.binary())
    )
    pq.write_table(pa.table({"image": values}), folder / "x.parquet", compression="zstd")
    return folder / "x.parquet"


def lists_of_one_value(folder: Path) -> Path:
    cells = pa.array([[{"bytes": _PNG + bytes(1_000_000), "path": None}] * 2] * 3)
    pq.write_table(pa.table({"images": cells}), folder / "x.parquet", compression="zstd")
    return folder / "x.parquet"


def compressed_arrow(folder: Path) -> Path:
    table = pa.table({"image": [_PNG + bytes(1_000_000)] * 3})
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    (folder / "set").mkdir()
    with (
        pa.OSFile(str(folder / "set" / "data.arrow"), "wb") as file,
        pa.ipc.new_stream(file, table.schema, options=options) as stream,
    ):
        stream.write_table(table)
    (folder / "set" / "state.json").write_text('{"_data_files": [{"filename": "data.arrow"}]}', encoding="utf-8")
    (folder / "set" / "dataset_info.json").write_text("{}", encoding="utf-8")
    return folder / "set"


def arrow_elsewhere(folder: Path) -> Path:
    (folder / "set").mkdir()
    (folder / "private.arrow").write_bytes(b"\xff\xff\xff\xff")
    names = [{"filename": "../private.arrow"}]
    (folder / "set" / "state.json").write_text(json.dumps({"_data_files": names}), encoding="utf-8")
    (folder / "set" / "dataset_info.json").write_text("{}", encoding="utf-8")
    return folder / "set"


@pytest.mark.parametrize(
    "write",
    [
        bomb_zip,
        bomb_of_skipped_members,
        member_of_any_size,
        header_of_any_length,
        sparse_member,
        cut_off,
        with_password,
        a_file_that_is_also_a_folder,
        one_value_in_many_rows,
        lists_of_one_value,
        compressed_arrow,
        arrow_elsewhere,
    ],
)
def test_what_would_exhaust_a_machine_is_refused_in_words(
    tmp_path: Path, write: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("imports.lab_files.scratch", "tabular.parquet_limits"):
        monkeypatch.setattr(f"beholder.{module}.FREE_UNPACKED_BYTES", _FREE)
    (tmp_path / "lab").mkdir()
    refused(write(tmp_path / "lab"), tmp_path / "study")
    assert not (tmp_path / "study").exists()


def test_too_many_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beholder.imports.lab_files.scratch.MAX_UNPACKED_FILES", 5)
    (tmp_path / "lab").mkdir()
    source = zip_of(tmp_path / "lab" / "x.zip", *((f"{n}.png", picture(n)) for n in range(6)))
    refused(source, tmp_path / "study")


def test_a_name_inside_a_table_leads_nowhere(tmp_path: Path) -> None:
    """Names in a dataset are made safe, however they are written."""
    names = ["../../out.png", "/etc/passwd", "a\x00b.png", "..", "C:\\x.png", "  ", "é" * 300]
    cells = pa.array(
        [{"bytes": picture(n), "path": name} for n, name in enumerate(names)],
        type=pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
    )
    (tmp_path / "lab").mkdir()
    table = pa.table({"image": cells, "model": ["m"] * len(names), "id": [str(n) for n in range(len(names))]})
    pq.write_table(table, tmp_path / "lab" / "t.parquet")
    made = make_study("opinion", tmp_path / "study", parse_sources([str(tmp_path / "lab" / "t.parquet")]))
    files = {path.resolve() for path in tmp_path.rglob("*") if path.suffix in (".png", ".jpg")}
    assert made.files == len(files) == len(names)
    assert all(path.is_relative_to(tmp_path / "study" / "media") for path in files)
