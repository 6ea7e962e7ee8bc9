"""Which protocols there are: built-in ones, installed ones, and YAML files, all through the same door."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from beholder.errors import BeholderError, nearest
from beholder.protocols.protocol import Protocol
from beholder.protocols.yaml_protocol import read_protocol

__all__ = ["find_protocol", "protocol_names"]

BUILT_IN: tuple[str, ...] = (
    "beholder.protocols.captions:PROTOCOL",
    "beholder.protocols.counting:PROTOCOL",
    "beholder.protocols.masks:PROTOCOL",
    "beholder.protocols.naming:PROTOCOL",
    "beholder.protocols.trajectories:PROTOCOL",
)

GROUP = "beholder.protocols"


@cache
def _installed() -> dict[str, Protocol]:
    addresses = [*BUILT_IN, *(point.value for point in entry_points(group=GROUP))]
    found: dict[str, Protocol] = {}
    for address in addresses:
        module, _, name = address.partition(":")
        protocol = getattr(importlib.import_module(module), name or "PROTOCOL")
        for one in protocol if isinstance(protocol, tuple) else (protocol,):
            found.setdefault(one.name, one)
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
        return read_protocol(path)
    known = _installed()
    if name not in known:
        raise BeholderError(
            f"unknown protocol {name!r}",
            code="protocol-unknown",
            hint=nearest(name, known) + " (or the path of a .yaml file)",
        )
    return known[name]
