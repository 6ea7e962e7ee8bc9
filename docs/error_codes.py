"""Every error code in the source, found by walking its syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["SOURCE", "Codes", "find_codes"]

SOURCE = Path(__file__).parents[1] / "src" / "beholder"
_CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")
_PROBLEM_CODE = 1


@dataclass(frozen=True, slots=True)
class Codes:
    """Where each code is raised, as `file.py:line`, and expressions from which no code can be read."""

    places: dict[str, list[str]]
    unread: list[str]


@cache
def find_codes(source: Path = SOURCE) -> Codes:
    """All codes, by reading what is given as one.

    That is `code="..."`, the second argument of `Problem`, an argument for a parameter `code`, and what is put into a
    variable of that name. An error that is passed on (`code=problem.code`) adds none.
    """
    found = Codes({}, [])
    for path in sorted(source.rglob("*.py")):
        name = path.relative_to(source).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        takes_code = dict(_functions_with_code(tree))
        for value, line in _code_expressions(tree, takes_code):
            where = f"{name}:{line}"
            if isinstance(value, ast.Attribute) and value.attr == "code":
                continue
            codes = list(_literals(value))
            if not codes and not (isinstance(value, ast.Name) and value.id == "code"):
                found.unread.append(f"{where} {ast.unparse(value)}")
            for code in codes:
                found.places.setdefault(code, []).append(where)
    return found


def _functions_with_code(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions of this module with a parameter `code`, and its place among the arguments of a call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args]
            texts = [a.arg for a in node.args.args if isinstance(a.annotation, ast.Name) and a.annotation.id == "str"]
            if "code" in texts:
                yield node.name, names.index("code") - (names[0] in ("self", "cls"))


def _code_expressions(tree: ast.Module, takes_code: dict[str, int]) -> Iterator[tuple[ast.expr, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from ((keyword.value, node.lineno) for keyword in node.keywords if keyword.arg == "code")
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = _PROBLEM_CODE if called == "Problem" else takes_code.get(called)
            if place is not None and len(node.args) > place:
                yield node.args[place], node.lineno
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from ((value, node.lineno) for value in _given_to_code(target, node.value))


def _given_to_code(target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name) and target.id == "code":
        # a number called `code` (of a rater, of an option) is no error code
        if any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in ast.walk(value)):
            yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, given in zip(target.elts, value.elts, strict=True):
            yield from _given_to_code(one, given)


def _literals(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _CODE.fullmatch(node.value):
            yield node.value
