"""Messages by their ids, from Fluent files: no sentence for people stands in code.

A catalogue is a domain (`pages`, `analysis`, …) with one file per language, or one part of what a protocol brings in its
own folder: the `messages` of its page, the words of its `form`, of its `analysis`, of its `example`. A message that a
language lacks is told in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from numbers import Integral
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax import ast as syntax

from beholder.text.languages import BUILT_IN, language_folder, reads_right_to_left
from beholder.text.words import Words

__all__ = ["Catalogue", "CatalogueError", "Message", "MessageError"]

Told = str | dict[str, Any]
"""A message as a page's script fills it in: a text with `{name}`, or such messages by the plural category of a number."""

_PACKAGE = Path(__file__).parents[1]


class MessageError(LookupError):
    """A message that is not there, or a parameter that it lacks: a mistake of the program, found by tests."""


class CatalogueError(ValueError):
    """A file of messages that cannot be read; somebody's own protocol may bring one."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{path}: {wrong}")
        self.path = path
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Message:
    """A message that is told later, in whatever language its reader asks for."""

    catalogue: Catalogue
    key: str
    values: Mapping[str, Any]

    def to(self, language: str) -> str:
        """The message in that language."""
        return self.catalogue.format(language, self.key, **self.values)


class Catalogue:
    """The messages of one domain: `say("saved", n=3)` in every language, `format("zh", "saved", n=3)` in one.

    Values may be texts, numbers (which choose plural forms), or anything with a method `to(language)`, such as `Words` and
    the numbers and lists of `beholder.text`.
    """

    def __init__(self, domain: str, *, folder: Path | None = None, part: str = "messages") -> None:
        self.domain = domain
        self._folder = folder
        # parts are apart because a page's script is given all messages: reasons of practice answers are none of them
        self._part = part
        self._found: dict[str, tuple[Path, ...]] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that this domain speaks, English first. A protocol's folder may speak others than we do."""
        own = sorted(self._folder.glob(f"{self._part}.*.ftl")) if self._folder is not None else []
        known = dict.fromkeys((*BUILT_IN, *(path.name.split(".")[-2] for path in own)))
        return tuple(language for language in known if self._files(language))

    def ids(self, language: str = "en") -> frozenset[str]:
        """The ids of all messages in that language; those of attributes are `message.attribute`."""
        return frozenset(self._patterns(language))

    def missing(self, language: str) -> list[str]:
        """The messages that English has and that language lacks."""
        return sorted(self.ids("en") - self.ids(language))

    def __contains__(self, key: str) -> bool:
        return any(key in self._patterns(language) for language in self.languages)

    def format(self, language: str, key: str, /, **values: Any) -> str:
        """The message in one language; where that lacks it in English, else in whatever language there is."""
        for spoken in (language, "en", *self.languages):
            pattern = self._patterns(spoken).get(key)
            if pattern is not None:
                break
        else:
            raise MessageError(f"{self.domain} has no message {key!r}")
        told = {name: _localized(value, spoken) for name, value in values.items()}
        text, errors = self._bundle(spoken).format_pattern(pattern, told)
        if errors:
            raise MessageError(f"{self.domain}, message {key!r} in {spoken}: {errors[0]}")
        return str(text)

    def say(self, key: str, /, **values: Any) -> Words:
        """The message in every language that has it."""
        known = [language for language in self.languages if key in self._patterns(language)]
        if not known:
            raise MessageError(f"{self.domain} has no message {key!r}")
        return Words({language: self.format(language, key, **values) for language in known})

    def later(self, key: str, /, **values: Any) -> Message:
        """The message, to be told once the reader's language is known."""
        return Message(self, key, values)

    def for_script(self, language: str) -> dict[str, Told]:
        """Every message as a page's script needs it; other languages stand in for what this one lacks, English first."""
        found: dict[str, syntax.Pattern] = {}
        for spoken in (*reversed(self.languages), "en", language):
            found |= self._syntax(spoken)
        return {key: _for_script(pattern.elements) for key, pattern in found.items()}

    def files(self, language: str) -> list[Path]:
        """Where the messages of that language may stand, whether or not these files are there."""
        if self._folder is None:
            return [language_folder(language) / f"{self.domain}.ftl"]
        part = "" if self._part == "messages" else f".{self._part}"
        own = self._folder / f"{self._part}.{language}.ftl"
        # somebody else's protocol may have the name of one of ours, and must not get its words
        if not self._folder.is_relative_to(_PACKAGE):
            return [own]
        return [own, language_folder(language) / "protocols" / f"{self.domain}{part}.ftl"]

    def _files(self, language: str) -> tuple[Path, ...]:
        # looked for once: a page asks for hundreds of messages
        if language not in self._found:
            self._found[language] = tuple(path for path in self.files(language) if path.is_file())
        return self._found[language]

    def _bundle(self, language: str) -> FluentBundle:
        return _read(language, self._files(language))[0]

    def _patterns(self, language: str) -> Mapping[str, Any]:
        return _read(language, self._files(language))[1]

    def _syntax(self, language: str) -> Mapping[str, syntax.Pattern]:
        return _parse(self._files(language))


def _localized(value: Any, language: str) -> Any:
    if hasattr(value, "to"):
        return value.to(language)
    # Fluent knows Python's own integers only, and takes those of NumPy for texts
    return int(value) if isinstance(value, Integral) else value


@cache
def _read(language: str, files: tuple[Path, ...]) -> tuple[FluentBundle, Mapping[str, Any]]:
    bundle = FluentBundle([language], use_isolating=reads_right_to_left(language))
    for path in files:
        bundle.add_resource(FluentResource(_text(path)))
    patterns: dict[str, Any] = {}
    for key in _parse(files):
        name, _, attribute = key.partition(".")
        message = bundle.get_message(name)
        patterns[key] = message.attributes[attribute] if attribute else message.value
    return bundle, patterns


@cache
def _parse(files: tuple[Path, ...]) -> Mapping[str, syntax.Pattern]:
    found: dict[str, syntax.Pattern] = {}
    for path in files:
        for entry in FluentParser().parse(_text(path)).body:
            if isinstance(entry, syntax.Junk):
                raise CatalogueError(path, f"this is no message in Fluent: {(entry.content or '').strip()[:80]!r}")
            if isinstance(entry, syntax.Message):
                found |= dict(_of_message(entry))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CatalogueError(path, "the text is not UTF-8") from None


def _of_message(entry: syntax.Message) -> Iterator[tuple[str, syntax.Pattern]]:
    if entry.value is not None:
        yield entry.id.name, entry.value
    for attribute in entry.attributes:
        yield f"{entry.id.name}.{attribute.id.name}", attribute.value


def _for_script(parts: Sequence[syntax.TextElement | syntax.Placeable]) -> Told:
    """A text with `{name}`, or one per plural category; each choice in a message takes the text around it along."""
    for position, part in enumerate(parts):
        if isinstance(part, syntax.Placeable) and isinstance(part.expression, syntax.SelectExpression):
            before, after = parts[:position], parts[position + 1 :]
            chosen = {_key_of(one.key): [*before, *one.value.elements, *after] for one in part.expression.variants}
            return {"by": _name_of(part.expression.selector)} | {key: _for_script(one) for key, one in chosen.items()}
    return "".join(map(_plain, parts))


def _plain(part: syntax.TextElement | syntax.Placeable) -> str:
    if isinstance(part, syntax.TextElement):
        return str(part.value)
    if isinstance(part.expression, syntax.StringLiteral):
        return str(part.expression.parse()["value"])
    return "{" + _name_of(part.expression) + "}"


def _name_of(expression: Any) -> str:
    if not isinstance(expression, syntax.VariableReference):
        raise MessageError("a message for a page's script holds only parameters and choices by a number")
    return expression.id.name


def _key_of(key: syntax.Identifier | syntax.NumberLiteral) -> str:
    return key.name if isinstance(key, syntax.Identifier) else key.value
