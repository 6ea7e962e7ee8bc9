"""Which protocols there are: built-in ones, installed ones, and YAML files, all through the same door."""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from beholder.declarations.declaration import Declaration
from beholder.errors import BeholderError, nearest
from beholder.protocols.folder_contents import folder_contents
from beholder.protocols.protocol import Protocol
from beholder.safe_paths import confine
from beholder.source import read_yaml, validate

__all__ = ["find_protocol", "protocol_names", "read_protocol"]


def read_protocol(path: Path) -> Protocol:
    """The protocol declared in a YAML file of an installed package; guideline, page and messages lie beside it."""
    return Protocol(declaration=validate(Declaration, read_yaml(path)), folder=path.parent)


def _read_data(path: Path, *, base: Path | None) -> Protocol:
    """The protocol declared in a YAML file that is data, as in a study folder; nothing outside `base` is read."""
    return replace(read_protocol(path), contents=folder_contents(path.parent, base=base))


BUILT_IN: tuple[str, ...] = (
    "beholder.protocols.best_of:PROTOCOL",
    "beholder.protocols.captions:PROTOCOL",
    "beholder.protocols.counting:PROTOCOL",
    "beholder.protocols.defects:PROTOCOL",
    "beholder.protocols.masks:PROTOCOL",
    "beholder.protocols.naming:PROTOCOL",
    "beholder.protocols.opinion:PROTOCOL",
    "beholder.protocols.side_by_side:PROTOCOL",
    "beholder.protocols.trajectories:PROTOCOL",
)

GROUP = "beholder.protocols"


def _load(address: str) -> dict[str, Protocol]:
    module, _, name = address.partition(":")
    loaded = getattr(importlib.import_module(module), name or "PROTOCOL")
    return {one.name: one for one in (loaded if isinstance(loaded, tuple) else (loaded,))}


@cache
def _installed() -> dict[str, Protocol]:
    found: dict[str, Protocol] = {}
    for address in (*BUILT_IN, *(point.value for point in entry_points(group=GROUP))):
        # the first of a name wins, so that no package can take the place of a built-in protocol
        found = _load(address) | found
    return found


def protocol_names() -> list[str]:
    """The names a study may ask for."""
    return sorted(_installed())


def find_protocol(name: str, *, folder: Path | None = None) -> Protocol:
    """The protocol of that name, or the one in a YAML file beside the study."""
    if name.endswith((".yaml", ".yml")):
        path = (folder or Path()) / name
        if not path.is_file():
            raise BeholderError(f"there is no protocol file {name}", code="protocol-missing", where=str(path))
        if folder is not None:
            confine(folder, name, where=str(path), kind="file")
        return _read_data(path, base=folder)
    # a server should not have to read all protocols to serve one
    own = f"beholder.protocols.{name.replace('-', '_')}:PROTOCOL"
    known = _load(own) if own in BUILT_IN else _installed()
    if name not in known:
        raise BeholderError(
            f"unknown protocol {name!r}",
            code="protocol-unknown",
            hint=nearest(name, known) + " (or the path of a .yaml file)",
        )
    return known[name]
