"""Messages by their ids, from Fluent files: no sentence for people stands in code.

A catalogue is a domain (`pages`, `analysis`, …) with one file per language, or one part of what a protocol brings in its
own folder: the `messages` of its page, the words of its `form`, of its `analysis`, of its `example`. A message that a
language lacks is told in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from numbers import Integral
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as syntax

from beholder.text.languages import BUILT_IN, language_folder, reads_right_to_left
from beholder.text.words import Words

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

__all__ = ["Catalogue", "CatalogueError", "Clause", "MessageError", "read_messages"]

Told = str | dict[str, Any]
"""A message as a page's script fills it in: a text with `{name}`, or such messages by the plural category of a number."""

_PACKAGE = Path(__file__).parents[1]
_ENTRY = re.compile(r"\n(?=[a-zA-Z#-])")
"""Before each message, term and line of comment: all else is indented, or closes what an entry opened."""
_NAME = re.compile(r"(-?[a-zA-Z][a-zA-Z0-9_-]*) *=(.*)")
_VALUE_BELOW = re.compile(r"\s*\n +(?!\.[a-zA-Z])\S")
_ATTRIBUTE = re.compile(r"^ +\.([a-zA-Z][a-zA-Z0-9_-]*) *=", re.MULTILINE)
_REFERENCE = re.compile(r"\{ *-?[a-z]")
_COMMENT = re.compile(r"(?:\s*#[^\n]*(?:\n|\Z))*\s*")


class MessageError(LookupError):
    """A message that is not there, or a parameter that it lacks: a mistake of the program, found by tests."""


class CatalogueError(ValueError):
    """A file of messages that cannot be read; somebody's own protocol may bring one."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{path}: {wrong}")
        self.path = path
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Clause:
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
        return frozenset(self._messages(language))

    def missing(self, language: str) -> list[str]:
        """The messages that English has and that language lacks."""
        return sorted(self.ids("en") - self.ids(language))

    def __contains__(self, key: str) -> bool:
        return any(key in self._messages(language) for language in self.languages)

    def format(self, language: str, key: str, /, **values: Any) -> str:
        """The message in one language; where that lacks it in English, else in whatever language there is."""
        for spoken in (language, "en", *self.languages):
            messages = self._messages(spoken)
            if key in messages:
                break
        else:
            raise MessageError(f"{self.domain} has no message {key!r}")
        told = {name: _localized(value, spoken) for name, value in values.items()}
        text, errors = messages.format(key, told)
        if errors:
            raise MessageError(f"{self.domain}, message {key!r} in {spoken}: {errors[0]}")
        return text

    def say(self, key: str, /, **values: Any) -> Words:
        """The message in every language that has it."""
        known = [language for language in self.languages if key in self._messages(language)]
        if not known:
            raise MessageError(f"{self.domain} has no message {key!r}")
        return Words({language: self.format(language, key, **values) for language in known})

    def later(self, key: str, /, **values: Any) -> Clause:
        """The message, to be told once the reader's language is known."""
        return Clause(self, key, values)

    def for_script(self, language: str) -> dict[str, Told]:
        """Every message as a page's script needs it; other languages stand in for what this one lacks, English first."""
        found: dict[str, syntax.Pattern] = {}
        for spoken in (*reversed(self.languages), "en", language):
            found |= self._messages(spoken).patterns()
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

    def _messages(self, language: str) -> _Messages:
        return read_messages(language, self._files(language))


def _localized(value: Any, language: str) -> Any:
    if hasattr(value, "to"):
        return value.to(language)
    # Fluent knows Python's own integers only, and takes those of NumPy for texts
    return int(value) if isinstance(value, Integral) else value


class _Messages:
    """The messages of one language. Each is parsed when it is first asked for: a process that starts tells few of them."""

    def __init__(self, language: str, files: tuple[Path, ...]) -> None:
        self._language = language
        self._entries: dict[str, tuple[Path, str]] = {}
        self._keys: dict[str, str] = {}
        self._parsed: dict[str, dict[str, syntax.Pattern]] = {}
        # requests and judges ask from threads: what one of them is parsing is not there for another yet
        self._parsing = RLock()
        for path in files:
            self._add(path)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def format(self, key: str, values: Mapping[str, Any]) -> tuple[str, Sequence[Exception]]:
        """The message with these values, and what was wrong with them."""
        name, _, attribute = key.partition(".")
        self._parse(name)
        message = self._bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        # an entry with nothing but attributes has no text of its own
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, dict(values))
        return str(text), errors

    def patterns(self) -> dict[str, syntax.Pattern]:
        """All messages as Fluent parses them."""
        return {key: self._parse(name)[key] for key, name in self._keys.items()}

    @cached_property
    def _bundle(self) -> FluentBundle:
        from fluent.runtime import FluentBundle

        return FluentBundle([self._language], use_isolating=reads_right_to_left(self._language))

    def _add(self, path: Path) -> None:
        text = _text(path)
        # Our own messages stand alone, and the tests parse them all. Of others everything is parsed at once: what is wrong
        # must be told before a rater meets it, and a message may refer to another.
        at_once = not path.is_relative_to(_PACKAGE) or bool(_REFERENCE.search(text))
        for entry in _ENTRY.split(text):
            head = _NAME.match(entry)
            if head is None and _COMMENT.fullmatch(entry):
                continue
            if head is None:
                raise _junk(path, entry)
            name = head[1]
            if name in self._entries:
                continue
            self._entries[name] = path, entry
            if not name.startswith("-"):
                if head[2].strip() or _VALUE_BELOW.match(entry[head.end() :]):
                    self._keys[name] = name
                self._keys |= {f"{name}.{attribute}": name for attribute in _ATTRIBUTE.findall(entry)}
            if at_once:
                self._parse(name)

    def _parse(self, name: str) -> dict[str, syntax.Pattern]:
        if name in self._parsed:
            return self._parsed[name]
        with self._parsing:
            if name not in self._parsed:
                path, text = self._entries[name]
                resource = FluentParser(with_spans=False).parse(text)
                for entry in resource.body:
                    if isinstance(entry, syntax.Junk):
                        raise _junk(path, entry.content or "")
                messages = (entry for entry in resource.body if isinstance(entry, syntax.Message))
                self._bundle.add_resource(resource)
                self._parsed[name] = {key: pattern for entry in messages for key, pattern in _of_message(entry)}
            return self._parsed[name]


@cache
def read_messages(language: str, files: tuple[Path, ...]) -> _Messages:
    """The messages of these files in one language; the first file that has one wins."""
    return _Messages(language, files)


def _junk(path: Path, text: str) -> CatalogueError:
    return CatalogueError(path, f"this is no message in Fluent: {text.strip()[:80]!r}")


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
