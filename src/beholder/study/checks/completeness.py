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
