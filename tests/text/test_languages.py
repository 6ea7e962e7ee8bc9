"""What each language covers: named here, so that a text added in one language is not forgotten in the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import beholder
from beholder.protocols import find_protocol, protocol_names
from beholder.text import BUILT_IN, Catalogue, language_folder, language_name, reads_right_to_left

_DOMAINS = {path.stem: Catalogue(path.stem) for path in language_folder("en").glob("*.ftl")}
_FOLDERS = {name: folder for name in protocol_names() if (folder := find_protocol(name).folder)}
_PROTOCOLS = {
    f"{name} {part}": Catalogue(name, folder=folder, part=part)
    for name, folder in _FOLDERS.items()
    for part in sorted({path.name.split(".")[0] for path in folder.glob("*.en.ftl")})
}
_IN_GERMAN = ("counting messages", "counting form", "masks messages", "masks form")
_FILES = sorted(Path(beholder.__file__).parent.rglob("*.ftl"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_english_and_chinese_have_every_message(language: str) -> None:
    lacking = {name: missing for name, one in (_DOMAINS | _PROTOCOLS).items() if (missing := one.missing(language))}
    assert lacking == {}


def test_german_has_every_message_of_the_raters_pages_and_of_two_protocols() -> None:
    spoken = {"pages": _DOMAINS["pages"], **{name: _PROTOCOLS[name] for name in _IN_GERMAN}}
    assert {name: missing for name, one in spoken.items() if (missing := one.missing("de"))} == {}


@pytest.mark.parametrize("name", ["counting", "masks"])
def test_the_german_guideline_has_all_that_the_english_one_has(name: str) -> None:
    """Headings by level, pictures, rows of tables, items of lists, and keys to press, in the same order."""
    english, german = (_built_like(find_protocol(name).guideline(language)) for language in ("en", "de"))
    assert german == english
    assert find_protocol(name).guideline("de") != find_protocol(name).guideline("en")


def _built_like(guideline: str) -> list[str]:
    return re.findall(
        r"^#+(?= )|^ *(?:-|\d+\.)(?= )|^\||pictures/[\w.-]+|\*\*(?:Enter|Backspace|\?)\*\*", guideline, re.MULTILINE
    )


def test_chinese_has_one_word_for_a_rater() -> None:
    told = [
        *(path for path in _FILES if "zh" in path.parts or ".zh." in path.name),
        *_FOLDERS["masks"].parent.rglob("guideline.zh.md"),
    ]
    assert [
        path.name for path in told if re.search("评分者|评审者|评审员|核验者", path.read_text(encoding="utf-8"))
    ] == []


def test_no_language_has_messages_that_english_lacks() -> None:
    catalogues = (_DOMAINS | _PROTOCOLS).items()
    beyond = {
        f"{name}, {language}": sorted(strange)
        for name, one in catalogues
        for language in BUILT_IN
        if (strange := one.ids(language) - one.ids("en"))
    }
    assert beyond == {}


@pytest.mark.parametrize(
    ("name", "catalogue"),
    [("pages", _DOMAINS["pages"]), ("coordinate", _DOMAINS["coordinate"]), *_PROTOCOLS.items()],
)
def test_a_message_of_a_page_has_the_same_gaps_in_every_language(name: str, catalogue: Catalogue) -> None:
    english = _gaps(catalogue, "en")
    for language in catalogue.languages:
        assert {key: gaps for key, gaps in _gaps(catalogue, language).items() if gaps != english[key]} == {}, language


@pytest.mark.parametrize("path", _FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_file_is_fluent_and_no_message_is_written_twice(path: Path) -> None:
    body = FluentParser().parse(path.read_text(encoding="utf-8")).body
    assert not [entry.content for entry in body if isinstance(entry, ast.Junk)]
    names = [entry.id.name for entry in body if isinstance(entry, ast.Message)]
    assert sorted(names) == sorted(set(names))


def test_languages_tell_their_own_names_and_direction() -> None:
    assert {language: language_name(language) for language in ("en", "zh", "de")} == {
        "en": "English",
        "zh": "中文",
        "de": "Deutsch",
    }
    assert [language for language in ("en", "ar", "he", "zh") if reads_right_to_left(language)] == ["ar", "he"]


class _Parameters(Visitor):
    """The names of all values that a message is filled in with."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.names.add(node.id.name)


def _gaps(catalogue: Catalogue, language: str) -> dict[str, set[str]]:
    found = {}
    for key, pattern in catalogue._messages(language).patterns().items():
        seen = _Parameters()
        seen.visit(pattern)
        found[key] = seen.names
    return found
