"""An item as those who run a study see it: its columns, with pictures by numbers that give no system away."""

from __future__ import annotations

from typing import Any

from beholder.tables.blinding import Blind
from beholder.web.call import Call
from beholder.web.coordinate.frame import address
from beholder.web.showing_content import ItemView

__all__ = ["pictured"]


def pictured(call: Call, view: ItemView, number: int, slots: list[list[str]], blind: Blind) -> dict[str, Any]:
    """What `shown.html` needs to draw an item and the candidates in these places."""
    declared = call.study.definition.declaration
    kinds = {name: column.kind for name, column in (*declared.item.items(), *declared.candidate.items())}
    item, places = view.fill(slots, _addresses(call, view, number, slots, blind))
    return {
        "item": item,
        "slots": places,
        "letters": [place["letter"] for place in places],
        "kinds": kinds,
        "main": next((value for name, value in item.items() if kinds[name] == "image" and value), ""),
        "size": call.study.pictures.by_name.get(view.main_image() or ""),
    }


def _addresses(call: Call, view: ItemView, item: int, slots: list[list[str]], blind: Blind) -> list[str]:
    """Where the pictures of this showing are, in its order; the addresses count them in the order of letters."""
    order = [("", n) for n in range(len(view.item.media()))]
    for name in sorted(view.by_system, key=lambda one: blind.letters.get(one, one)):
        order += [(name, n) for n in range(len(view.by_system[name].media()))]
    wanted = [("", n) for n in range(len(view.item.media()))]
    wanted += [(place[0], n) for place in slots for n in range(len(view.by_system[place[0]].media()))]
    return [address(call, f"picture/{item}/{order.index(one)}") for one in wanted]
