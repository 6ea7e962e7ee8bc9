"""An item is what is looked at; a candidate is one system's output on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from beholder.declarations.reference import Reference
from beholder.declarations.states import Showing
from beholder.fields import Form, Payload

__all__ = ["Candidate", "Item", "Shown"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One system's output on an item. `where` is given only if it was read from a line of its own."""

    item: str
    system: str
    columns: Mapping[str, Any] = field(default_factory=dict)
    where: str = field(default="", compare=False)

    @property
    def id(self) -> str:
        """`item/system`."""
        return f"{self.item}/{self.system}"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be looked at, with all its columns, shown or hidden."""

    id: str
    columns: Mapping[str, Any] = field(default_factory=dict)
    candidates: tuple[Candidate, ...] = ()
    system: str = ""
    group: str = ""
    block: str = ""
    kind: str = Showing.MAIN
    reference: Reference | None = None
    where: str = ""

    def candidate(self, system: str) -> Candidate:
        """The candidate of that system."""
        return next(c for c in self.candidates if c.system == system)

    def to_json(self) -> dict[str, Any]:
        """The item as stored: everything but the place it was read from."""
        out: dict[str, Any] = {"id": self.id, "columns": dict(self.columns)}
        if self.candidates:
            out["candidates"] = [{"system": c.system, "columns": dict(c.columns.items())} for c in self.candidates]
        for name in ("system", "group", "block"):
            if getattr(self, name):
                out[name] = getattr(self, name)
        if self.kind != Showing.MAIN:
            out["kind"] = self.kind
        if self.reference:
            out["reference"] = self.reference.model_dump(mode="json", exclude_defaults=True)
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Item:
        """The item that `to_json` wrote."""
        reference = data.get("reference")
        return cls(
            id=data["id"],
            columns=data["columns"],
            candidates=tuple(Candidate(data["id"], c["system"], c["columns"]) for c in data.get("candidates", ())),
            system=data.get("system", ""),
            group=data.get("group", ""),
            block=data.get("block", ""),
            kind=data.get("kind", Showing.MAIN),
            reference=Reference.model_validate(reference) if reference else None,
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """What one showing puts on the page: the item and, per place, the candidates that stand there.

    A place holds more than one candidate only where equal ones are shown once.
    """

    item: Item
    slots: tuple[tuple[Candidate, ...], ...] = ()

    def check_texts(self, form: Form, payload: Payload) -> None:
        """Refuses a checked payload that speaks of other texts than those shown here."""
        form.check_texts(payload, item=self.item.columns, slots=[place[0].columns for place in self.slots])
