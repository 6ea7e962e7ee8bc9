"""Settings that hang on a switch: written down only where it is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, SerializerFunctionWrapHandler, model_serializer

__all__ = ["Switched"]


class Switched(BaseModel):
    """A model that has grown: what came later is no part of its written form until somebody asks for it.

    So a newer Beholder alone makes no new version of a study, and no other meaning of its answers.
    """

    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The settings that came later, each with those that say more about it."""

    def switched_off(self) -> set[str]:
        """The settings that are not written down."""
        return {name for switch, more in self.switches.items() if not getattr(self, switch) for name in (switch, *more)}

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        settings: dict[str, Any] = write(self)
        off = self.switched_off()
        return {name: value for name, value in settings.items() if name not in off}
