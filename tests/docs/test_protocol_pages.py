"""What the pages of the protocols name is there: headings of guidelines, worked examples, functions."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from beholder.protocols import find_protocol
from beholder.protocols.counting.practice import WORKED

PAGES = Path(__file__).parents[2] / "docs" / "protocols"


def _rules(protocol: str) -> list[str]:
    """The cells that say where each rule of the source is served."""
    text = (PAGES / f"{protocol}.md").read_text(encoding="utf-8")
    part = text.split("Where each rule of the source is served")[1].split("\n#")[0]
    return [row.strip("| ").split(" | ")[1] for row in part.splitlines() if row.startswith("| ")][1:]


def _named(protocol: str, what: str) -> list[str]:
    """The names in italics after that word."""
    lists = [names for cell in _rules(protocol) for names in re.findall(rf"{what} (\*[^;]+)", cell)]
    return [name for names in lists for name in re.findall(r"\*([^*]+)\*", names)]


@pytest.mark.parametrize("protocol", ["captions", "counting", "trajectories"])
def test_headings_of_the_guideline_that_serve_a_rule_are_there(protocol: str) -> None:
    guideline = find_protocol(protocol).guideline("en")
    headings = {line.lstrip("# ").strip("*") for line in guideline.splitlines() if line.startswith(("#", "**"))}
    named = _named(protocol, "guideline,")
    assert named
    assert [name for name in named if name not in headings] == []


def test_worked_examples_that_serve_a_rule_are_there() -> None:
    assert set(_named("counting", "practice")) == {one.rule for one in WORKED}


def test_functions_of_naming_are_where_the_page_says() -> None:
    table = (PAGES / "naming.md").read_text(encoding="utf-8").split("| functions |")[1]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| ")]
    assert rows
    for modules, functions in ([re.findall(r"`([\w.]+)`", cell) for cell in row] for row in rows):
        found = [importlib.import_module(f"beholder.protocols.naming.{module}") for module in modules]
        assert [name for name in functions if not any(hasattr(module, name) for module in found)] == [], modules
