"""A protocol of one's own without code: the declaration in a YAML file."""

from __future__ import annotations

from pathlib import Path

from beholder.declarations.declaration import Declaration
from beholder.protocols.protocol import Protocol
from beholder.source import read_yaml, validate

__all__ = ["read_protocol"]


def read_protocol(path: Path) -> Protocol:
    """The protocol declared in a YAML file; guidelines are looked for beside it."""
    declaration = validate(Declaration, read_yaml(path))
    return Protocol(declaration=declaration, folder=path.parent)
