"""What a protocol lacks before people can work with it: said alike by `beholder check` and `beholder protocol check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from beholder.declarations.keys import PAGE_KEYS
from beholder.errors import Problem
from beholder.fields import Form, Words
from beholder.protocols import Protocol
from beholder.study.definition import Definition
from beholder.text import OFFERED_BY_DEFAULT

__all__ = ["find_incomplete", "guideline_faults", "key_faults", "languages_of", "word_faults"]

_SHORTEST_GUIDELINE = 40
"""Characters; what is shorter is a placeholder."""


def find_incomplete(definition: Definition) -> Iterator[Problem]:
    """Warnings about a protocol of one's own, in the languages it is written in and the study offers."""
    yield from _points_without_words(definition)
    protocol = definition.protocol
    if protocol.built_in:
        return
    languages = [one for one in languages_of(protocol) if one in definition.settings.languages]
    faults = [
        # a text in some of the languages only is told with the language
        *word_faults([(where, one) for where, one in definition.declaration.words() if not one], languages),
        *(fault for one in languages for fault in guideline_faults(definition.guideline(one), one)),
        *key_faults(definition.declaration.form),
    ]
    for fault in faults:
        yield Problem(fault, "protocol-incomplete", definition.settings.protocol, warning=True)


def _points_without_words(definition: Definition) -> Iterator[Problem]:
    """Points of scales of one's own, in the form and in the questions, that raters see as bare numbers."""
    settings, own = definition.settings, not definition.protocol.built_in
    asked = [
        *(
            (definition.settings.protocol, name, field)
            for name, field in definition.declaration.form.all_fields()
            if own
        ),
        *(("study.yaml", name, field) for sheet in (settings.before, settings.after) for name, field in sheet.items()),
    ]
    for where, name, field in asked:
        bare = [int(one.id) for one in field.options_shown() if not one.help] if field.banded else []
        if bare:
            runs = _runs(sorted(bare))
            yield Problem(
                f"points without words in {name!r}: {', '.join(runs)}",
                "scale-points-without-words",
                where,
                f"write what they mean in `anchors`, alone or as a band (`{runs[0]}: …`), or leave them as bare numbers",
                warning=True,
            )


def _runs(points: list[int]) -> list[str]:
    """Points in ascending order, those that follow each other as one: `1`, `3-5`."""
    runs: list[list[int]] = []
    for point in points:
        if runs and point == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], point]
        else:
            runs.append([point])
    return ["-".join(map(str, run)) for run in runs]


def languages_of(protocol: Protocol) -> tuple[str, ...]:
    """The languages that a protocol is meant for: those in which it has a title or a guideline."""
    # not every text counts: kinds of fields bring words of their own in all languages
    titled = {one for one, text in protocol.declaration.title.root.items() if text.strip()}
    used = sorted(titled | set(protocol.guideline_files), key=lambda one: (one not in OFFERED_BY_DEFAULT, one))
    return tuple(used) or OFFERED_BY_DEFAULT


def word_faults(words: Iterable[tuple[str, Words]], languages: Iterable[str]) -> Iterator[str]:
    """Texts that are not there in every language, by their places."""
    wanted = tuple(languages)
    for where, one in words:
        for language in wanted:
            if not one.root.get(language, "").strip():
                yield f"{where} is not written in {language}"


def guideline_faults(text: str, language: str) -> Iterator[str]:
    """Whether there is a guideline to speak of."""
    length = len(text.strip())
    if length == 0:
        yield f"there is no guideline in {language}"
    elif length < _SHORTEST_GUIDELINE:
        yield f"the guideline in {language} has only {length} characters; raters need at least a sentence ({_SHORTEST_GUIDELINE})"


def key_faults(form: Form) -> Iterator[str]:
    """Keys that the page needs itself, and keys that answer no question for sure.

    Questions with one answer may share keys: the page gives them to the one that is still open.
    """
    for scope, asked in (("trial", form.fields), ("candidates", form.candidate_fields)):
        used: Counter[str] = Counter()
        stepping: set[str] = set()
        for name, field in asked.items():
            for key in list(field.keys()):
                used[key] += 1
                stepping |= {key} if field.steps_by_key else set()
                if key in PAGE_KEYS:
                    yield f"{name} uses {key}, which the page needs itself ({', '.join(sorted(PAGE_KEYS))})"
        for key, times in used.items():
            # fields that are never shown together may share a key
            if times > 1 and key in stepping and not any(field.show_when for field in asked.values()):
                yield f"{key} is used by {times} fields of the {scope}"
