"""The types of the rater's API in the words of the page's scripts."""

from __future__ import annotations

from types import ModuleType
from typing import Annotated, Any, Literal

import pytest
from docs.typescript import interfaces
from pydantic import BaseModel, Field


class Inner(BaseModel):
    """Something within."""

    what: Literal["a", "b"]


class Sample(BaseModel):
    """One of each.

    And more about it.
    """

    text: Annotated[str, Field(max_length=3)]
    number: int | None
    sure: Literal[True] = True
    pairs: list[tuple[str, float]]
    either: list[int | None]
    inner: Inner | None = None
    named: dict[str, bool]
    anything: dict[str, Any]


class _Hidden(BaseModel):
    text: str


class Dated(BaseModel):
    """Holds what JSON schema has no plain type for."""

    when: Annotated[Any, Field(json_schema_extra={"not": {}})]


def _module(*models: type[BaseModel]) -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update({model.__name__: model for model in models})
    return module


def test_models_become_interfaces() -> None:
    assert (
        interfaces(_module(Sample, Inner, _Hidden))
        == """\
/** Something within. */
export interface Inner {
  what: "a" | "b";
}

/** One of each. */
export interface Sample {
  text: string;
  number: number | null;
  sure?: true;
  pairs: [string, number][];
  either: (number | null)[];
  inner?: Inner | null;
  named: Record<string, boolean>;
  anything: Record<string, any>;
}
"""
    )


def test_a_type_is_not_guessed() -> None:
    with pytest.raises(ValueError, match="no TypeScript is known"):
        interfaces(_module(Dated))
