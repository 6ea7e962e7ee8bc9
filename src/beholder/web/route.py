"""One address of the server and who may use it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from beholder.web.call import Call, Reply

__all__ = ["STAFF", "Gives", "Role", "WebRoute"]

Role = Literal["public", "rater", "viewer", "adjudicator", "coordinator"]
Gives = Literal["json", "html", "file"]

STAFF = ("viewer", "adjudicator", "coordinator")
"""Roles of people who run a study: who may look, who may also adjudicate, who may also change things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebRoute:
    """One address and method. `takes` is a model for JSON, or `form` for the fields of an HTML form."""

    path: str
    method: str
    role: Role
    handler: Callable[[Call], Awaitable[Reply]]
    takes: type[BaseModel] | Literal["form"] | None = None
    gives: type[BaseModel] | Gives = "html"
    query: tuple[str, ...] = ()

    @property
    def is_api(self) -> bool:
        """Whether errors are told in JSON rather than on a page."""
        return self.gives not in ("html", "file")

    @property
    def of_study(self) -> bool:
        """Whether the address names a study."""
        return "{study}" in self.path

    @property
    def changes(self) -> bool:
        """Whether a call may change something."""
        return self.method != "GET"
