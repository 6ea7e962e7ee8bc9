"""Words of a shown text, each ticked as one of several classes or left as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.errors import nearest
from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Better, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, MarkCell, Option, refuse, show, unique_options
from beholder.fields.simulated import Taste, Truth
from beholder.fields.text.field import check_text
from beholder.fields.word_marks.split import pieces_of, words_in
from beholder.text import Catalogue, Words

__all__ = ["WordMarks"]

WORDS = Catalogue("word_marks", folder=Path(__file__).parent)
# a prompt of a page and a half; more cannot be looked through word by word
_MOST_WORDS = 1000
_WORD_CHARS = 200
_PLAIN = 1.3
"""How plainly a wrong word is seen, in standard deviations between raters and looks."""

_FALSE = 0.02
"""Share of other words that a simulated rater with a noise of 1 ticks all the same."""


class WordMarks(Directed):
    """Every word of a text column with its mark, one of `options`, or none; no word marked is an answer that must be given.

    Stored as a list of pairs, the word and the id of its mark (empty if it was left as it is), in the order of the text,
    so that an answer says what the rater had before them.
    """

    kind: Literal["word_marks"] = "word_marks"
    # what is ticked may be a fault as well as a find
    better_by_default: ClassVar[Better] = "none"
    shows_texts: ClassVar[bool] = True
    lists_marks: ClassVar[bool] = True
    column: str = Setting(min_length=1)
    options: tuple[Option, ...] = Setting(min_length=1, max_length=6)
    nothing: Words = Setting(default_factory=lambda: WORDS.say("word_marks-nothing"))

    @model_validator(mode="after")
    def _consistent(self) -> WordMarks:
        unique_options(self.options)
        return self

    def check_columns(self, kinds: Mapping[str, str]) -> None:
        """The text is shown."""
        texts = [name for name, kind in kinds.items() if kind == "text"]
        if self.column not in texts:
            raise ValueError(f"no text {self.column!r} is shown ({nearest(self.column, texts)})")

    def pieces(self, text: Any) -> list[tuple[str, bool]]:
        """The text in pieces, each with whether it is a word that can be marked."""
        return pieces_of("" if text is None else str(text))

    def measure(self) -> Level:
        """Ratio: the number of words marked."""
        return "ratio"

    def blank(self, value: Any) -> bool:
        """A list of unmarked words says that none is to be marked; only what was never said is blank."""
        return value is None or value == ""

    def check(self, value: Any, *, slots: int) -> Any:
        """A pair for each word."""
        if not isinstance(value, list):
            raise refuse(f"expected a list of words with their marks, got {show(value)}", hint='[["a", ""], …]')
        if len(value) > _MOST_WORDS:
            raise refuse(f"expected at most {_MOST_WORDS} words, got {len(value)}")
        return [self._pair(number, one) for number, one in enumerate(value, start=1)]

    def wrong_with_texts(self, texts: Mapping[str, Any]) -> str:
        """More words than an answer holds, or one that is too long for it."""
        words = self.words_shown(texts)
        if len(words) > _MOST_WORDS:
            return f"{self.column!r} has {len(words)} words; no more than {_MOST_WORDS} can be marked"
        long = next((word for word in words if len(word) > _WORD_CHARS), "")
        told = f"{self.column!r} has a word of {len(long)} characters; no more than {_WORD_CHARS} can be marked as one"
        return told if long else ""

    def words_shown(self, texts: Mapping[str, Any]) -> list[str]:
        """The words of the text."""
        return words_in(str(texts.get(self.column) or ""))

    def check_texts(self, value: Any, texts: Mapping[str, Any]) -> None:
        """The words are those of the text, in their order."""
        words = self.words_shown(texts)
        wrong = ""
        if len(value) != len(words):
            wrong = f"the text has {len(words)} words, the answer {len(value)}"
        for number, ((given, _), word) in enumerate(zip(value, words, strict=False), start=1):
            if given != word:
                wrong = f"word {number} of the text is {show(word)}, not {show(given)}"
                break
        if wrong:
            # whoever answers by hand, or is a model, has not seen how the text is cut into words
            raise refuse(f"{wrong}; its words are {json.dumps(words, ensure_ascii=False)}, each once, in this order")

    def _pair(self, number: int, given: Any) -> list[str]:
        if not isinstance(given, list) or len(given) != 2:
            raise refuse(f"word {number}: expected a word and its mark, got {show(given)}", hint='["dog", ""]')
        word, mark = check_text(given[0], max_chars=_WORD_CHARS), given[1]
        if not word.strip():
            raise refuse(f"word {number} is empty")
        known = [one.id for one in self.options]
        if mark not in ("", *known):
            raise refuse(f"word {number}: unknown mark {show(mark)}", hint=nearest(str(mark), known))
        return [word, str(mark)]

    def text(self, value: Any) -> str:
        """The words with their marks as JSON, which spreadsheets keep and programs read."""
        return "" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def number(self, value: Any) -> float | None:
        """How many words are marked."""
        return float(sum(bool(mark) for _, mark in value)) if isinstance(value, list) else None

    def options_shown(self) -> tuple[Option, ...]:
        """The classes of marks."""
        return self.options

    def keys(self) -> dict[str, str]:
        """None for the page: digits mark the word in focus."""
        return {}

    def values_described(self) -> str:
        """What stands for a word."""
        return allowed("word-marks", marks=", ".join(one.id for one in self.options))

    def schema_of_value(self) -> dict[str, Any]:
        """An array of pairs."""
        pair = [{"type": "string", "maxLength": _WORD_CHARS}, {"enum": ["", *(one.id for one in self.options)]}]
        items = {"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": items, "maxItems": _MOST_WORDS}

    def marks_in(self, value: Any) -> Iterator[MarkCell]:
        """Each word that is marked, with its number in the text, counted from 1."""
        for number, (word, reason) in enumerate(value or (), start=1):
            if reason:
                yield MarkCell(word=word, word_number=number, reason=reason)

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Some words, one of them marked now and then."""
        ids = [one.id for one in self.options]
        words = ("a", "red", "ball", "under", "the", "table")
        return [[word, ids[int(rng.integers(len(ids)))] if rng.random() < 0.1 else ""] for word in words]

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """The words that stand there, with those marked by most raters that the truth has as wrong."""
        words = self._words(truths[0], drawn)
        known = truths[0].known
        if not isinstance(known, list):
            return super().follow([[word, ""] for word in words], truths, taste, rng)
        wrong = {at: one[1] for at, one in enumerate(known) if _is_pair(one)}
        ids = [one.id for one in self.options]
        given = []
        for at, word in enumerate(words):
            # a severe rater overlooks less
            seen = wrong.get(at) in ids and _PLAIN + taste.severity + float(rng.normal(0, taste.noise)) > 0
            false = ids[int(rng.integers(len(ids)))] if rng.random() < _FALSE * taste.noise else ""
            given.append([word, wrong[at] if seen else false])
        return given

    def lapse(self, drawn: Any, truths: Sequence[Truth], rng: np.random.Generator) -> Any:
        """Any marks on the words that stand there."""
        marks = [mark for _, mark in drawn]
        return [
            [word, marks[at % len(marks)] if marks else ""] for at, word in enumerate(self._words(truths[0], drawn))
        ]

    def sized(self, drawn: Any, size: float) -> Any:
        """The more words marked, the more there is of what is asked."""
        wanted = max(0, round(1 + size))
        return [[word, self.options[0].id if at < wanted else ""] for at, (word, _) in enumerate(drawn)]

    def _words(self, truth: Truth, drawn: Any) -> list[str]:
        """The words of the text, where it is known."""
        text = truth.columns.get(self.column)
        found = (
            [word for word, _ in drawn] if text is None else [word for word, is_word in self.pieces(text) if is_word]
        )
        return [word[:_WORD_CHARS] for word in found[:_MOST_WORDS]]

    def analysed(self, name: str) -> list[Analysed]:
        """By the share of words with each mark, and whether raters mark the same words."""
        return [
            Analysed(
                name=name,
                way=Way.MEANS,
                level="ratio",
                label=self.label,
                least=0,
                options={one.id: one.label for one in self.options},
                own="beholder.analysis.sections.word_marks:analyse_words",
                better=self.good_end,
            )
        ]

    def words(self) -> Iterator[tuple[str, Words]]:
        """The texts of any field, and what says that there is nothing to mark."""
        yield from super().words()
        yield "nothing", self.nothing

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """The words that are marked, and as what."""
        if not value:
            return value
        named = {one.id: one.label.to(language) for one in self.options}
        marked = [f"{word} ({named.get(mark, mark)})" for word, mark in json.loads(value) if mark]
        return " · ".join(marked) or self.nothing.to(language)


def _is_pair(one: Any) -> bool:
    """Whether a part of a study's `truth` is a word with its mark."""
    if not (isinstance(one, list) and len(one) == 2 and isinstance(one[0], str)):
        return False
    return bool(one[0].strip()) and len(one[0]) <= _WORD_CHARS
