"""What a disk may hold after a power cut: everything synced, and any part of what was not.

`record_writes.c` writes down, in order, what a server does to its database files. A cut at any point of that log leaves
of each file all that came before its last sync; each later write is there, missing, or torn between sectors.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

__all__ = ["Disk", "WriteLog", "compile_recorder"]

_HEAD = struct.Struct("<c3xiqq")
_SECTOR = 512
"""What a disk writes as a whole; SQLite counts on no more."""


def compile_recorder(folder: Path) -> Path | None:
    """The library to preload; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    source, target = Path(__file__).with_name("record_writes.c"), folder / "record_writes.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", target, source, "-ldl", "-lpthread"], check=True)
    return target


@dataclass(frozen=True, slots=True)
class Operation:
    """One call: `kind` is that of the recorder, `end` where its record ends in the log."""

    kind: str
    path: str
    offset: int
    data: bytes
    end: int

    def apply(self, content: bytearray, *, sectors: np.ndarray | None = None) -> None:
        """Carries it out; of a write, only the sectors that are true, where some are given."""
        if self.kind == "t":
            del content[self.offset :]
            content.extend(bytes(self.offset - len(content)))
            return
        content.extend(bytes(max(0, self.offset + len(self.data) - len(content))))
        if sectors is None:
            content[self.offset : self.offset + len(self.data)] = self.data
            return
        for number in np.flatnonzero(sectors):
            start = int(number) * _SECTOR
            part = self.data[start : start + _SECTOR]
            content[self.offset + start : self.offset + start + len(part)] = part


@dataclass(slots=True)
class Disk:
    """The files after a cut, and how many unsynced operations were left out or torn."""

    files: dict[str, bytearray] = field(default_factory=dict)
    harmed: int = 0


class WriteLog:
    """All operations on the database files since the server was started, on top of what was there before."""

    def __init__(self, log: Path, before: Mapping[str, bytes]) -> None:
        self._before = before
        self.operations: list[Operation] = []
        names: dict[int, str] = {}
        content, start = log.read_bytes(), 0
        while start + _HEAD.size <= len(content):
            kind, file, offset, length = _HEAD.unpack_from(content, start)
            kept = length if kind in b"owu" else 0
            start += _HEAD.size
            data = content[start : start + kept]
            start += kept
            if len(data) < kept:
                break
            if kind == b"o":
                names[file] = data.decode()
                continue
            path = data.decode() if kind == b"u" else names[file]
            self.operations.append(Operation(kind.decode(), path, offset, data, start))

    def cut(self, at: int, rng: np.random.Generator, *, ignore_syncs_of: str = "-") -> Disk:
        """The disk when the log was `at` long. Syncs of files with that ending are taken for lies of the disk."""
        disk = Disk({path: bytearray(content) for path, content in self._before.items()})
        pending: dict[str, list[Operation]] = {}
        for operation in self.operations:
            if operation.end > at:
                break
            match operation.kind:
                case "s" if not operation.path.endswith(ignore_syncs_of):
                    for one in pending.pop(operation.path, []):
                        one.apply(disk.files.setdefault(one.path, bytearray()))
                case "u":
                    disk.files.pop(operation.path, None)
                    pending.pop(operation.path, None)
                case "w" | "t":
                    pending.setdefault(operation.path, []).append(operation)
        # how far the disk got on its own differs from cut to cut: from nothing to everything
        share = rng.random()
        for path, unsynced in pending.items():
            for one in unsynced:
                fate = rng.random()
                if fate < share:
                    one.apply(disk.files.setdefault(path, bytearray()))
                    continue
                disk.harmed += 1
                if one.kind == "w" and fate < (1 + share) / 2:
                    sectors = rng.random(-(-len(one.data) // _SECTOR)) < 0.5
                    one.apply(disk.files.setdefault(path, bytearray()), sectors=sectors)
        return disk
