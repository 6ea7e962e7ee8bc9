"""A trial in words and pictures, made from the study's declaration: what a page shows, for a reader who gets no page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from beholder.declarations.column import Column, Spot
from beholder.engine.serving.showing_content import MEDIA, ItemView, MediaPart, letter
from beholder.fields import Field
from beholder.judges.guideline_pictures import number_pictures
from beholder.judges.sent_pictures import PictureMaker, SentPicture
from beholder.protocols import PageTexts
from beholder.study import Definition
from beholder.text import Catalogue

__all__ = ["TEMPLATE", "Content", "TrialTemplate", "tell"]

TEMPLATE = 2
"""Raised when the same study would be asked in other words: a judge that was asked otherwise is another judge."""

Content = str | SentPicture
_TILDE = "~"

_TEXT = Catalogue("judges")
tell = _TEXT.format


class TrialTemplate:
    """What every trial of a study says to a model, in one language. Without `pictures` it has no trials, only what they share."""

    def __init__(
        self, definition: Definition, language: str, guideline: str, pictures: PictureMaker | None = None
    ) -> None:
        self._definition = definition
        self._declaration = definition.declaration
        self._language = language
        text, self.guideline_pictures = number_pictures(guideline, definition, self._name_picture)
        self._guideline = text.strip()
        self._pictures = pictures

    def system(self) -> str:
        """What holds for all trials: what a rater is here, and the guideline."""
        parts = [self._tell("role"), f"# {self._tell('guideline')}", self._guideline or self._tell("no-guideline")]
        return "\n\n".join(parts)

    def trial(self, view: ItemView, slots: Sequence[Sequence[str]], *, reason: str) -> list[Content]:
        """One trial: what is shown in the order of the page, what is asked, and how to answer."""
        return _joined(self._parts(view, slots, reason=reason))

    def count_material(self, view: ItemView, slots: Sequence[Sequence[str]]) -> int:
        """How many texts of a trial are sent as material, between fences."""
        return sum(isinstance(part, _Material) for part in self._parts(view, slots, reason="none"))

    def _parts(self, view: ItemView, slots: Sequence[Sequence[str]], *, reason: str) -> list[Content]:
        texts = self._page_texts(view, slots)
        image = view.main_image()
        spots = _spots(view.item.columns, self._declaration.item)
        found: list[Content] = [*self._of_guideline()]
        instruction = self._declaration.instruction.to(self._language)
        found += [instruction] if instruction else []
        found += self._columns(view.item.columns, self._declaration.item, texts.item, image, spots)
        for number, held in enumerate(slots):
            if self._declaration.shows != "one":
                found.append(f"## {self._place(number, len(slots))}")
            told = texts.slots[number] if number < len(texts.slots) else {}
            columns = view.by_system[held[0]].columns
            found += self._columns(columns, self._declaration.candidate, told, image, spots)
        found += self._words_shown(view, slots)
        found.append(self.questions(len(slots), reason=reason))
        return found

    def questions(self, slots: int, *, reason: str) -> str:
        """The form in words, with the schema of an answer: older servers pass over one that is sent beside."""
        form, lines = self._declaration.form, [f"# {self._tell('questions')}"]
        if form.candidate_fields:
            lines += [self._tell("about-each", n=slots), *self._asked(form.candidate_fields)]
        if form.fields:
            lines += [self._tell("about-trial"), *self._asked(form.fields)]
        rules = [rule.message.to(self._language) for rule in form.constraints if rule.message]
        lines += [self._tell("rules"), *(f"- {rule}" for rule in rules)] if rules else []
        schema = json.dumps(schema_of_reply(self._definition, slots, reason), ensure_ascii=False)
        lines += [f"# {self._tell('reply')}", self._tell("reply-form", reason=reason), schema]
        return "\n".join(lines)

    def _words_shown(self, view: ItemView, slots: Sequence[Sequence[str]]) -> Iterator[str]:
        """How texts are cut into words where an answer speaks of each: a page shows it."""
        columns = [view.by_system[held[0]].columns for held in slots]
        for slot, name, field, texts in self._declaration.form.texts_shown(item=view.item.columns, slots=columns):
            words = field.words_shown(texts)
            if words:
                place = "" if slot is None else self._place(slot, len(slots))
                listed = json.dumps(words, ensure_ascii=False)
                yield self._tell("words-shown", field=name, place=place or "none", words=listed)

    def _name_picture(self, number: int, words: str) -> str:
        return self._tell("guideline-picture", n=number, words=words)

    def _of_guideline(self) -> Iterator[Content]:
        """The guideline's pictures, here since servers take none in what holds for all trials."""
        for number, one in enumerate(self.guideline_pictures, start=1):
            assert self._pictures is not None, "a template without pictures has no trials"
            yield f"{self._name_picture(number, one.words)}:"
            yield self._pictures.guideline_picture(one.path)

    def _tell(self, key: str, **values: Any) -> str:
        return tell(self._language, key, **values)

    def _place(self, number: int, places: int) -> str:
        side = ("left", "right")[number] if self._declaration.shows == "pair" and places == 2 else "none"
        return self._tell("candidate", letter=letter(number), side=side)

    def _page_texts(self, view: ItemView, slots: Sequence[Sequence[str]]) -> PageTexts:
        make = self._definition.protocol.page_text
        shown = view.shown([list(held) for held in slots])
        return make(shown, self._definition.params, self._language) if make else PageTexts({})

    def _columns(
        self,
        values: Mapping[str, Any],
        declared: Mapping[str, Column],
        texts: Mapping[str, str],
        image: str | None,
        spots: Sequence[Spot],
    ) -> Iterator[Content]:
        for name, value in values.items():
            column = declared[name]
            heading = column.heading(name, self._language)
            if column.kind in MEDIA:
                yield from self._media(heading, value, image, spots)
                continue
            if value is not None and column.kind in ("point", "box"):
                yield f"{heading}: {self._tell(f'{column.kind}-drawn')}"
            elif text := texts.get(name, _written(column, value)):
                yield _Material(f"{heading}:\n{_fenced(text)}")

    def _media(self, heading: str, value: Any, image: str | None, spots: Sequence[Spot]) -> Iterator[Content]:
        assert self._pictures is not None, "a template without pictures has no trials"
        parts: tuple[MediaPart, ...] = value if isinstance(value, tuple) else () if value is None else (value,)
        for number, part in enumerate(parts, start=1):
            named = heading if len(parts) == 1 else f"{heading} {number}"
            if part.kind == "mask":
                for view, picture in self._pictures.mask_views(image or "", part.value, spots):
                    yield self._tell("view", name=named, view=view)
                    yield picture
            elif part.kind == "video":
                frames = self._pictures.frames(part.value)
                yield self._tell("frames", name=named, n=len(frames))
                for at, picture in frames:
                    yield f"{at} s:"
                    yield picture
            else:
                yield f"{named}:"
                yield self._pictures.picture(part.value)
                if spots and part.value == image:
                    yield self._tell("view", name=named, view="marked")
                    yield self._pictures.marked(part.value, spots)

    def _asked(self, fields: Mapping[str, Field]) -> Iterator[str]:
        for name, field in fields.items():
            notes = [] if field.required else [self._tell("optional")]
            if field.show_when:
                tests = json.dumps(field.show_when.tests(), ensure_ascii=False)
                notes.append(self._tell("only-when", field=field.show_when.field, tests=tests))
            label = field.label.to(self._language)
            yield f'- "{name}": {label}' + (f" ({'; '.join(notes)})" if notes else "")
            if field.help:
                yield f"  {field.help.to(self._language)}"
            for option in field.options_shown():
                told = [option.label.to(self._language), option.help.to(self._language)]
                yield f"  - {option.id}: {' – '.join(dict.fromkeys(one for one in told if one))}"


class _Material(str):
    """A text of the trial between its fences: what systems and items say, as against what the study asks."""

    __slots__ = ()


def _fenced(text: str) -> str:
    """The text between two lines of tildes, more than stand in it anywhere: it cannot close its own fence."""
    longest = max((len(run) for run in _runs(text)), default=0)
    fence = _TILDE * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def _runs(text: str) -> Iterator[str]:
    return ("".join(run) for is_tilde, run in groupby(text, _TILDE.__eq__) if is_tilde)


def _written(column: Column, value: Any) -> str:
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False) if column.kind == "json" else str(value)


def schema_of_reply(definition: Definition, slots: int, reason: str) -> dict[str, Any]:
    """The form's JSON schema with the model's reason before or after what is asked, where one is wanted."""
    schema = definition.declaration.form.schema_of_payload(slots=max(slots, 1))
    if reason == "none":
        return schema
    given = {"reason": {"type": "string"}}
    properties, required = schema["properties"], schema["required"]
    if reason == "before":
        return {**schema, "properties": {**given, **properties}, "required": ["reason", *required]}
    return {**schema, "properties": {**properties, **given}, "required": [*required, "reason"]}


def _spots(values: Mapping[str, Any], declared: Mapping[str, Column]) -> list[Spot]:
    """Points and boxes of the item that raters see on its picture."""
    return [
        Spot("point" if declared[name].kind == "point" else "box", tuple(value), name)
        for name, value in values.items()
        if value is not None and declared[name].kind in ("point", "box")
    ]


def _joined(parts: Sequence[Content]) -> list[Content]:
    """The same with texts that follow each other as one."""
    found: list[Content] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] = f"{found[-1]}\n\n{part}"
        else:
            found.append(part)
    return found
