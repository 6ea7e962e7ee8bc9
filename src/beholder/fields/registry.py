"""Which kinds of field there are: those that come with Beholder, those of installed packages, those of a script."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from beholder.errors import BeholderError, nearest
from beholder.fields.field import Field
from beholder.text import CatalogueError

__all__ = ["BUILT_IN", "GROUP", "find_kind", "kind_names", "kinds", "register"]

BUILT_IN: dict[str, str] = {
    "count": "beholder.fields.count:Count",
    "scale": "beholder.fields.scale:Scale",
    "slider": "beholder.fields.slider:Slider",
    "points": "beholder.fields.points:Points",
    "choice": "beholder.fields.choice:Choice",
    "flags": "beholder.fields.flags:Flags",
    "text": "beholder.fields.text:Text",
    "name": "beholder.fields.name:Name",
    "groups": "beholder.fields.groups:Groups",
    "preference": "beholder.fields.preference:Preference",
    "best_worst": "beholder.fields.best_worst:BestAndWorst",
    "ranking": "beholder.fields.ranking:Ranking",
    "regions": "beholder.fields.regions:Regions",
    "word_marks": "beholder.fields.word_marks:WordMarks",
}

GROUP = "beholder.fields"
"""The entry points under which packages bring kinds: the kind's name, and the address of its class."""

# a kind's name is part of addresses, class names of the page and file names
_NAME = re.compile(r"^[a-z][a-z0-9_]{0,39}$")
_registered: dict[str, type[Field]] = {}


def register(kind: type[Field]) -> type[Field]:
    """Makes a kind known to this process, as an entry point does for an installed package. Usable as a decorator."""
    name = kind.kind_name()
    if name in BUILT_IN or _registered.get(name, kind) is not kind:
        raise _broken(name, "there is a kind of that name already", "give yours another name")
    _registered[name] = _sound(name, kind)
    return kind


def kind_names() -> list[str]:
    """The names that a field's `kind` may have, built-in ones first. Loads nothing."""
    return [*BUILT_IN, *sorted({*_addresses(), *_registered} - {*BUILT_IN})]


def kinds() -> Mapping[str, type[Field]]:
    """All kinds by name."""
    return {name: find_kind(name) for name in kind_names()}


def find_kind(name: object) -> type[Field]:
    """The kind of that name; raises BeholderError with the nearest one if there is none."""
    known = str(name)
    if known in _registered:
        return _registered[known]
    address = BUILT_IN.get(known) or _addresses().get(known)
    if address is None or not isinstance(name, str):
        raise BeholderError(
            f"there is no kind of field {str(name)[:60]!r}",
            code="field-kind-unknown",
            hint=nearest(known, kind_names()),
        )
    return _load(known, address)


@cache
def _addresses() -> dict[str, str]:
    # a package cannot take the place of a built-in kind
    return {point.name: point.value for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


@cache
def _load(name: str, address: str) -> type[Field]:
    module, _, attribute = address.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise _broken(name, str(error), f"mend or uninstall the package that brings {address}") from error
    return _sound(name, found)


def _sound(name: str, kind: Any) -> type[Field]:
    """The kind, if it has what every reader asks of one."""
    hint = "see the guide to your own field kind"
    if not (isinstance(kind, type) and issubclass(kind, Field)):
        raise _broken(name, f"{kind!r} is no class of fields", hint)
    if not _NAME.match(name) or kind.kind_name() != name:
        raise _broken(name, f"its class calls itself {kind.kind_name()!r}", hint)
    lacking = [
        one for one in ("measure", "check", "schema_of_value", "draw") if getattr(kind, one) is getattr(Field, one)
    ]
    if lacking:
        raise _broken(name, f"{kind.__name__} does not define {', '.join(lacking)}", hint)
    if not (kind.folder() / "field.html").is_file():
        raise _broken(name, f"there is no field.html in {kind.folder()}", hint)
    try:
        words = kind.catalogue()
        if words is not None:
            for language in words.languages:
                words.ids(language)
    except CatalogueError as error:
        raise _broken(name, str(error), "mend the file; projectfluent.org has the syntax") from None
    return kind


def _broken(name: str, problem: str, hint: str) -> BeholderError:
    return BeholderError(f"the kind of field {name!r} cannot be used: {problem}", code="field-kind-broken", hint=hint)
