"""A guide taken as a script: its Python is run and must print what stands below it, its commands are given out."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import Any

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _blocks(guide: str) -> list[tuple[str, str]]:
    return [(m[1], m[2]) for m in _BLOCK.finditer((GUIDES / guide).read_text(encoding="utf-8"))]


def run_python(guide: str) -> int:
    """Runs the guide's Python in this folder; how many outputs it shows, each of them found to be what is printed."""
    names: dict[str, Any] = {}
    printed = None
    compared = 0
    for kind, text in _blocks(guide):
        if kind == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, guide, "exec"), names)
            printed = out.getvalue()
        elif kind == "text":
            assert text == printed
            compared += 1
    return compared


def run_cells(guide: str) -> list[Any]:
    """Runs the guide's Python as the cells of one notebook; what each shows below itself, None where it shows nothing."""
    names: dict[str, Any] = {}
    shown = []
    for kind, text in _blocks(guide):
        if kind == "python":
            *before, last = ast.parse(text).body
            exec(compile(ast.Module(before, []), guide, "exec"), names)
            if isinstance(last, ast.Expr):
                shown.append(eval(compile(ast.Expression(last.value), guide, "eval"), names))
            else:
                exec(compile(ast.Module([last], []), guide, "exec"), names)
                shown.append(None)
    return shown


def commands_of(guide: str) -> list[list[str]]:
    """The commands behind its prompts, in words."""
    lines = [line for kind, text in _blocks(guide) if kind == "console" for line in text.splitlines()]
    return [shlex.split(line[2:]) for line in lines if line.startswith("$ ")]
