"""Counts what makes the code hard to change, beside where it should be: `python -m bench.measure [--static]`.

Without `--static` one answer is also saved and one analysis made, and the modules they pass through are counted.
"""

from __future__ import annotations

import argparse
import ast
import collections
import io
import re
import statistics
import sys
import tempfile
import threading
import tokenize
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import grimp

_ROOT = Path(__file__).parents[1]
_SRC = _ROOT / "src" / "beholder"
_CHINESE = re.compile(r"[一-鿿]")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TWO_LANGUAGES = {"both", "say", "Words"}
# a folder of a protocol or of a field has files of these names, by which everybody finds them
_FIXED = {
    "protocols": {
        "analyse",
        "checks",
        "declaration",
        "example",
        "guideline_pictures",
        "params",
        "practice",
        "simulate",
        "wording",
    },
    "fields": {"analysis", "field", "simulate"},
}


@dataclass
class Passed:
    """The modules that one act passed through, and how often it went from one to another."""

    modules: set[str] = field(default_factory=set)
    hops: int = 0
    package_hops: int = 0


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.measure", description=__doc__)
    parser.add_argument("--static", action="store_true", help="only what can be counted without running anything")
    parser.add_argument("-v", action="store_true", help="also which ones")
    options = parser.parse_args()
    rows = static_rows(verbose=options.v)
    if not options.static:
        rows += [*answer_rows(), *analysis_rows()]
    width = max(len(name) for name, _, _ in rows)
    print(f"{'':{width}}  {'now':>8}  where to be")
    for name, now, target in rows:
        print(f"{name:{width}}  {now:>8}  {target}")


Row = tuple[str, str, str]


def static_rows(*, verbose: bool = False) -> list[Row]:
    """What the text of the modules says."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(_SRC.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    lengths = [len(text.splitlines()) for text in texts.values()]
    stems = [stem for stem, n in collections.Counter(_free_stems(texts)).items() if n > 1]
    classes = collections.Counter(n.name for tree in trees.values() for n in tree.body if isinstance(n, ast.ClassDef))
    twice = sorted(name for name, n in classes.items() if n > 1)
    lonely = _one_importer()
    comments, notes = _comments(texts), _notes(trees)
    chinese = [path for path, text in texts.items() if _CHINESE.search(text)]
    places = collections.Counter(name for text in texts.values() for name in _names(text, "place"))
    if verbose:
        print("stems twice:", *sorted(stems), "\nclasses twice:", *twice, "\nplaces:", *sorted(places))
        print(
            "Chinese:", *(path.relative_to(_SRC).as_posix() for path in chinese), "\none importer:", *lonely, end="\n\n"
        )
    sentences = sum(_sentences(tree) for tree in trees.values())
    return [
        ("modules", str(len(texts)), "350-380, without those of fields; see decision 0045"),
        ("lines of a module, median", f"{statistics.median(lengths):.0f}", "120-160"),
        ("modules below 50 lines", str(sum(n < 50 for n in lengths)), "100 before; see decision 0045"),
        ("modules with exactly one importer", str(len(lonely)), "189 before; see decision 0045"),
        ("stems of modules used twice, fixed names left out", str(len(stems)), "below 15"),
        ("names of classes used twice", str(len(twice)), "below 8"),
        ("comments (#) per 100 lines", f"{100 * comments / sum(lengths):.2f}", "2-4, each a why"),
        ("comments and notes under constants per 100 lines", f"{100 * (comments + notes) / sum(lengths):.2f}", "2-5"),
        ("modules with Chinese characters", str(len(chinese)), "0 beside writing systems"),
        ("sentences in two languages in calls", str(sentences), "0"),
        ("identifiers with the word place", str(len(places)), "those of the plan"),
        ("uses of these", str(places.total()), "those of the plan"),
    ]


def answer_rows() -> list[Row]:
    """The way of one saved answer through the server."""
    from tests.web.web_client import open_site

    from beholder.testing import write_masks_study

    with tempfile.TemporaryDirectory() as folder, _watched() as watch:
        study = write_masks_study(Path(folder) / "study", trials=4, ratings=1)
        with open_site(study) as site, site.client() as client:
            rater = site.join(client)
            # the first answer also loads what is imported late
            assert rater.answer("answer-1", rater.leases(1)[0]["lease"]).status_code == 200
            (lease,) = rater.leases(1)
            with watch() as passed:
                assert rater.answer("answer-2", lease["lease"]).status_code == 200
    return [
        ("one saved answer: modules", str(len(passed.modules)), "27 before; no call upwards"),
        ("one saved answer: hops between modules", str(passed.hops), "89 before"),
        ("one saved answer: hops between packages", str(passed.package_hops), "34 before"),
    ]


def analysis_rows() -> list[Row]:
    """The way of one analysis."""
    from typer.testing import CliRunner

    import beholder as bh
    from beholder.cli import app

    with tempfile.TemporaryDirectory() as folder, _watched() as watch:
        study = str(Path(folder) / "study")
        for command in (["new", "masks", study], ["simulate", study, "--raters", "4", "--seed", "1"]):
            done = CliRunner().invoke(app, command)
            assert done.exit_code == 0, done.output
        with bh.load(study) as loaded, watch() as passed:
            loaded.analysis()
    return [("analysis of a masks study: modules", str(len(passed.modules)), "57 before; one way to it")]


@contextmanager
def _watched() -> Iterator[Callable[[], Any]]:
    """Threads that begin inside can be watched while the context that it gives is open."""
    now: list[Passed] = []
    seen: set[FrameType] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if now and event == "call":
            _count(frame, seen, now[0])

    @contextmanager
    def watch() -> Iterator[Passed]:
        passed = Passed()
        now.append(passed)
        yield passed
        now.clear()

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield watch
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _count(frame: FrameType, seen: set[FrameType], passed: Passed) -> None:
    module = frame.f_globals.get("__name__", "")
    # a coroutine that goes on is the same frame again
    if not module.startswith("beholder.") or frame in seen:
        return
    seen.add(frame)
    passed.modules.add(module)
    caller = frame.f_back
    while caller is not None and not caller.f_globals.get("__name__", "").startswith("beholder."):
        caller = caller.f_back
    if caller is not None:
        before = caller.f_globals["__name__"]
        passed.hops += before != module
        passed.package_hops += before.split(".")[1] != module.split(".")[1]


def _free_stems(texts: dict[Path, str]) -> Iterator[str]:
    for path in texts:
        parts = path.relative_to(_SRC).parts
        fixed = _FIXED.get(parts[0], set()) if len(parts) == 3 or (path.parent / "guideline.en.md").is_file() else set()
        if path.stem != "__init__" and path.stem not in fixed:
            yield path.stem


def _one_importer() -> list[str]:
    graph = grimp.build_graph("beholder", cache_dir=None)
    return sorted(module for module in graph.modules if len(graph.find_modules_that_directly_import(module)) == 1)


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(text).readline)


def _comments(texts: dict[Path, str]) -> int:
    directives = ("# type:", "# noqa", "# pragma")
    tokens = (token for text in texts.values() for token in _tokens(text))
    return sum(token.type == tokenize.COMMENT and not token.string.startswith(directives) for token in tokens)


def _notes(trees: dict[Path, ast.Module]) -> int:
    """Strings that stand under a constant and say what it is for."""
    nodes = (node for tree in trees.values() for node in ast.walk(tree))
    bodies = [node.body for node in nodes if isinstance(node, ast.Module | ast.ClassDef)]
    return sum(
        isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr) and _is_text(after.value)
        for body in bodies
        for before, after in pairwise(body)
    )


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _sentences(tree: ast.Module) -> int:
    return sum(
        isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in _TWO_LANGUAGES
        and any(_CHINESE.search(ast.unparse(part)) for part in [*node.args, *(word.value for word in node.keywords)])
        for node in ast.walk(tree)
    )


def _names(text: str, word: str) -> Iterator[str]:
    for token in _tokens(text):
        if token.type == tokenize.NAME:
            words = {one.lower() for one in _WORDS.findall(token.string)}
            if words & {word, f"{word}s"}:
                yield token.string


if __name__ == "__main__":
    main()
