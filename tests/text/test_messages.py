"""Every message of every catalogue can be told in every language, with the parameters that English has."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax import ast as syntax
from fluent.syntax.visitor import Visitor

import beholder
from beholder.stats.messages import tell
from beholder.text.catalogue import CatalogueError, read_messages

_ROOT = Path(beholder.__file__).parent
_FILES = sorted(_ROOT.rglob("*.ftl"))
_PLURALS = {"zero", "one", "two", "few", "many", "other"}


class _Parameters(Visitor):
    """The parameters of a message, each with values that reach all its variants."""

    def __init__(self) -> None:
        self.values: dict[str, list[object]] = {}

    def visit_VariableReference(self, node: syntax.VariableReference) -> None:
        self.values.setdefault(node.id.name, ["x"])

    def visit_SelectExpression(self, node: syntax.SelectExpression) -> None:
        self.generic_visit(node)
        if isinstance(node.selector, syntax.VariableReference):
            keys = [one.key.name if isinstance(one.key, syntax.Identifier) else one.key.value for one in node.variants]
            by_number = set(keys) <= _PLURALS or any(isinstance(one.key, syntax.NumberLiteral) for one in node.variants)
            self.values[node.selector.id.name] = [0, 1, 2, 5, 1200] if by_number else [*keys, "x"]


def _language(path: Path) -> str:
    return (
        path.relative_to(_ROOT).parts[1] if path.is_relative_to(_ROOT / "languages") else path.stem.rpartition(".")[2]
    )


def _english(path: Path) -> Path | None:
    """The English file that this one translates."""
    if not path.is_relative_to(_ROOT / "languages"):
        return path.with_name(f"{path.stem.rpartition('.')[0]}.en.ftl")
    if path.parent.name != "protocols":
        return _ROOT / "languages" / "en" / path.name
    domain, _, part = path.stem.partition(".")
    found = [one for one in _ROOT.glob(f"protocols/**/{part or 'messages'}.en.ftl") if one.parent.name == domain]
    return found[0] if found else None


def _patterns(path: Path) -> Iterator[tuple[str, syntax.Pattern]]:
    for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
        assert not isinstance(entry, syntax.Junk), f"{path}: {entry.content}"
        if isinstance(entry, syntax.Message):
            if entry.value is not None:
                yield entry.id.name, entry.value
            yield from ((f"{entry.id.name}.{one.id.name}", one.value) for one in entry.attributes)


def _parameters(pattern: syntax.Pattern) -> dict[str, list[object]]:
    found = _Parameters()
    found.visit(pattern)
    return found.values


def _combined(values: dict[str, list[object]]) -> Iterator[dict[str, object]]:
    for chosen in itertools.product(*values.values()):
        yield dict(zip(values, chosen, strict=True))


def _made(bundle: FluentBundle, key: str) -> Any:
    name, _, attribute = key.partition(".")
    message = bundle.get_message(name)
    made = message.attributes[attribute] if attribute else message.value
    assert made is not None
    return made


@pytest.mark.parametrize("path", _FILES, ids=lambda path: str(path.relative_to(_ROOT)))
def test_every_message_can_be_told(path: Path) -> None:
    bundle = FluentBundle([_language(path)], use_isolating=False)
    bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    keys = [key for key, _ in _patterns(path)]
    assert len(keys) == len(set(keys)), "an id stands twice"
    for key, pattern in _patterns(path):
        made = _made(bundle, key)
        for values in _combined(_parameters(pattern)):
            _, errors = bundle.format_pattern(made, values)
            assert not errors, f"{key} with {values}: {errors}"


@pytest.mark.parametrize(
    "path", [path for path in _FILES if _language(path) != "en"], ids=lambda path: str(path.relative_to(_ROOT))
)
def test_a_translation_needs_no_other_parameters_than_english(path: Path) -> None:
    english = _english(path)
    assert english is not None
    known = {key: set(_parameters(pattern)) for key, pattern in _patterns(english)}
    for key, pattern in _patterns(path):
        assert key in known, f"English has no {key}"
        # a language may leave out what it does not say; what English only says elsewhere would be missing at run time
        spare = set(_parameters(pattern)) - known[key]
        assert not spare or spare <= _GIVEN.get((path.stem, key), set()), f"{key}: {spare}"


_COUNTED = (
    "answers|characters|checks|clusters|comparisons|controls|counts|differences|groups|hours|"
    "items|judgments|lists|marks|minutes|names|objects|observations|orders|outputs|pairs|"
    "pictures|places|raters|ratings|records|repeats|rows|settings|systems|tasks|ties|trials|"
    "values|versions|votes|blocks|others|cases"
)
_SINGULAR_WANTED = re.compile(
    rf"\b1 (?:(?!of|on|and|in|as|with|to|no|leave|after)[a-z-]+ )?(?!names no)(?:{_COUNTED})\b|\b(?:all|other|these|both) 1\b"
)
_NEVER_ONE = {
    "analysis": {
        # systems of a comparison, and of long lists of them
        *(
            "n choices-some",
            "n preference-verdict-open",
            "n preference-verdict-some",
            "n verdict-open",
            "n verdict-some",
        ),
        *("n comparison-one-family", "pairs comparison-one-family", "n comparison-too-many-pairs", "n lead-same"),
        *("n systems-some", "of systems-some-of", "n verdict-tasks", "rest others-part", "n verdict-contrary"),
        # groups, versions and raters that differ
        *("n preference-groups", "n preference-groups-on", "n sensitivity-groups", "n sensitivity-guidelines"),
        *("n leave-one-out", "least agreement-few-shared"),
        # numbers with digits after the point
        *("hours timing-title", "hours timing-title-fast", "names names-title"),
    },
    "conduct": {"planned collected-stopped"},
    "marks": {"n words-title-pooled"},
    "report": {
        *("n fact-systems", "n gallery-tied", "most fact-median", "most raters-per-unit"),
        *("all rows-copied", "all rows-drawn", "all rows-listed", "answers raters-count", "answers raters-each"),
        *("hours raters-hours", "every heds-attention", "share heds-repeats"),
    },
    "stats": {
        *("items correlation-bootstrap", "n interval-jackknife-groups", "n reason-groups-apart"),
        *("n reason-nothing-in-common", "ratings note-pilot-beyond", "ratings note-pilot-few-ratings", "n note-plenty"),
        *("least note-alt-few-items", "least note-alt-few-raters", "ratings plan-alpha", "ratings plan-best-items"),
        *("most stopping-rule",),
    },
    "naming": {"names variation-title"},
    "opinion": {"all scores-rejected"},
}
"""Parameters of messages that are told of several only, or of a number that is not whole."""
_DOMAINS = ("analysis", "card", "conduct", "imports", "judges", "marks", "quality", "report", "stats")
_TOLD_IN_REPORTS = [
    path for path in _FILES if path.name == "analysis.en.ftl" or (path.parent.name == "en" and path.stem in _DOMAINS)
]


@pytest.mark.parametrize("path", _TOLD_IN_REPORTS, ids=lambda path: str(path.relative_to(_ROOT)))
def test_one_of_a_thing_is_told_in_the_singular(path: Path) -> None:
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    domain = path.parent.name if path.name == "analysis.en.ftl" else path.stem
    for key, pattern in _patterns(path):
        known = _parameters(pattern)
        made = _made(bundle, key)
        for name in known:
            text, _ = bundle.format_pattern(made, dict.fromkeys(known, "x") | {name: 1})
            if f"{name} {key}" not in _NEVER_ONE.get(domain, ()):
                assert not _SINGULAR_WANTED.search(str(text)), f"{key}: {text}"


_GIVEN = {
    ("analysis", "lead-alone"): {"field"},
    **{("stats", f"icc-{kind}"): {"ratings"} for kind in ("one-way", "agreement", "consistency")},
}
"""Parameters that the program gives although English does not say them."""


def test_messages_parsed_one_by_one_are_those_of_the_whole_file() -> None:
    for path in _FILES:
        whole = dict(_patterns(path))
        alone = read_messages(_language(path), (path,))
        assert set(alone) == set(whole), path
        for key, pattern in alone.patterns().items():
            assert pattern.equals(whole[key]), f"{path}: {key}"


@pytest.mark.parametrize(
    "text",
    ["1one = x\n", "good = x\n\nno value\n", "bad = { $x\n", "good = x\n}\n"],
    ids=["number first", "no value", "open brace", "stray brace"],
)
def test_a_file_of_somebody_elses_is_refused_before_a_message_is_asked_for(tmp_path: Path, text: str) -> None:
    path = tmp_path / "messages.en.ftl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError, match="no message in Fluent"):
        read_messages("en", (path,))


def test_messages_of_somebody_elses_may_refer_to_each_other(tmp_path: Path) -> None:
    path = tmp_path / "messages.en.ftl"
    path.write_text(
        "# a comment\n-brand = Acme\nhello = { -brand } says { later }\n    .title = T\nlater =\n    good day\n"
        "only =\n    .title = no text\n",
        encoding="utf-8",
    )
    found = read_messages("en", (path,))
    assert set(found) == {"hello", "hello.title", "later", "only.title"}
    assert found.format("hello", {}) == ("Acme says good day", [])
    assert found.format("only.title", {}) == ("no text", [])


def test_remarks_on_findings_tell_one_thing_in_the_singular() -> None:
    """And write larger numbers as Python does, since programs compare these texts."""
    assert tell("note-ties", n=1) == "1 tie left out"
    assert tell("note-ties", n=12345) == "12345 ties left out"
