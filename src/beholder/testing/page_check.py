"""A protocol's page, rendered with marked contents: every field once, nothing hidden, nothing preset."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from beholder.engine.serving.showing_content import view_item
from beholder.protocols import Candidate, Item, Protocol
from beholder.study import Definition, Settings
from beholder.web.render import Renderer

__all__ = ["page_faults"]

HIDDEN = "hidden-canary-7f3a"
_PRESET = re.compile(r"<input[^>]*\schecked|<option[^>]*\sselected", re.IGNORECASE)


def page_faults(protocol: Protocol, languages: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with the page, in words. A protocol whose parameters have no defaults cannot be looked at."""
    try:
        params = protocol.params()
    except ValidationError:
        return
    declaration = protocol.declared_for(params)
    settings = Settings(protocol=protocol.name, items=("items.jsonl",), languages=languages)
    definition = Definition(Path(), settings, protocol, declaration, params, ())
    renderer = Renderer(definition, root="", static="/static/x", size_of=lambda _: {"width": 640, "height": 480})
    item = _marked_item(protocol)
    slots = [[candidate.system] for candidate in item.candidates]
    for language in languages:
        fragment = renderer.fragment(
            view_item(json.dumps(item.to_json()), declaration),
            item=0,
            slots=json.dumps(slots),
            lease="lease",
            number=1,
            language=language,
            address=lambda lease, n: f"/m/{lease}/{n}",
        )
        yield from _faults(fragment.html, protocol, len(slots), language)


def _faults(html: str, protocol: Protocol, slots: int, language: str) -> Iterator[str]:
    form = protocol.declaration.form
    wanted = [*form.fields, *(f"{n}.{name}" for n in range(slots) for name in form.candidate_fields)]
    shown = re.findall(r'data-field="([^"]+)"', html)
    for name in wanted:
        if shown.count(name) != 1:
            yield f"{name} stands {shown.count(name)} times on the page ({language})"
    for name in set(shown) - set(wanted):
        yield f"{name} stands on the page but is not declared ({language})"
    if HIDDEN in html:
        yield f"a hidden column, system or id reaches the page ({language})"
    if _PRESET.search(html):
        yield f"an answer is preset on the page ({language})"


def _marked_item(protocol: Protocol) -> Item:
    """An item whose hidden parts, systems and id carry a canary."""
    declaration = protocol.declaration
    columns = {name: _value(column.kind, shown=column.shown) for name, column in declaration.item.items()}
    count = {"item": 0, "one": 1, "pair": 2, "all": 3}[declaration.shows]
    given = {name: _value(column.kind, shown=column.shown) for name, column in declaration.candidate.items()}
    candidates = tuple(Candidate(HIDDEN, f"{HIDDEN}-{n}", given) for n in range(count))
    return Item(HIDDEN, columns, candidates, system=HIDDEN)


def _value(kind: str, *, shown: bool) -> Any:
    if not shown:
        return HIDDEN
    values: dict[str, Any] = {
        "image": "a.png",
        "images": ["a.png", "b.png"],
        "video": "a.mp4",
        "mask": [],
        "text": "text",
        "number": 1,
        "point": [1, 1],
    }
    return {**values, "box": [0, 0, 2, 2]}.get(kind)
