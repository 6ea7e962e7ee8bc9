"""The codebook that an export of ours has beside it: what raters were asked, in the words of their study."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from beholder.analysis import FieldInfo
from beholder.fields import Words

__all__ = ["worded_as_asked"]


def worded_as_asked(path: Path, fields: tuple[FieldInfo, ...]) -> tuple[FieldInfo, ...]:
    """The fields with the questions of the codebook of this table; as they are where there is none, or another's.

    A protocol words its questions for pictures; a study may have shown clips, or asked in words of its own.
    """
    asked = _questions(path.with_name(f"{path.name.split('.')[0]}.codebook.json"))
    return tuple(replace(one, label=asked[one.name]) if one.name in asked else one for one in fields)


def _questions(codebook: Path) -> dict[str, Words]:
    try:
        read: Any = json.loads(codebook.read_text(encoding="utf-8"))
        if read["table"] != "ratings":
            return {}
        # one of several marks has its question before it here, and not in results
        entries = [entry for entry in read["fields"] if "." not in entry["name"]]
        return {str(entry["name"]): Words(dict(entry["meaning"])) for entry in entries}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # whatever else lies there under that name says nothing about this table
        return {}
