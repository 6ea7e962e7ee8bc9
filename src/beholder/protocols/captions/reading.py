"""The texts of a showing in the rater's language: captions, and what people wrote about the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beholder.declarations.item import Candidate, Shown

__all__ = ["caption_in", "page_data", "references_in"]


def page_data(shown: Shown, params: Any, language: str) -> dict[str, Any]:
    """`captions`: text and, where it is a translation, its language, per place; `references`: a list of texts."""
    return {
        "captions": [caption_in(place[0], language) for place in shown.slots],
        "references": references_in(shown.item.columns.get("references"), language),
    }


def caption_in(candidate: Candidate, language: str) -> dict[str, str]:
    """A caption in that language where there is a translation, else in the system's own words."""
    translations = candidate.columns.get("translations")
    text = translations.get(language) if isinstance(translations, Mapping) else None
    if isinstance(text, str) and text.strip():
        return {"text": text, "lang": language}
    return {"text": str(candidate.columns.get("caption", "")), "lang": ""}


def references_in(given: Any, language: str) -> list[str]:
    """Reference texts in that language, else in the first language there is."""
    if isinstance(given, Mapping):
        given = given.get(language) or next(iter(given.values()), [])
    texts = [given] if isinstance(given, str) else given if isinstance(given, list) else []
    return [text for text in texts if isinstance(text, str) and text.strip()]
