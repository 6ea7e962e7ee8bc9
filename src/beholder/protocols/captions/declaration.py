"""What a trial of captions shows and asks: one picture, the captions of all systems, three counts of points for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beholder.declarations.column import Column
from beholder.declarations.declaration import Declaration, Timing
from beholder.declarations.item import Candidate, Shown
from beholder.fields import Form, Points
from beholder.protocols.captions.wording import text
from beholder.protocols.protocol import PageTexts

__all__ = ["DECLARATION", "POINTS", "caption_in", "page_data", "page_text", "references_in"]


def page_data(shown: Shown, params: Any, language: str) -> dict[str, Any]:
    """The fields that are counted, each caption with its language where it is a translation, and what people wrote."""
    return {
        "points": POINTS,
        "captions": [caption_in(slot[0], language) for slot in shown.slots],
        "references": references_in(shown.item.columns.get("references"), language),
    }


def page_text(shown: Shown, params: Any, language: str) -> PageTexts:
    """Captions and references in the language of the page."""
    references = "\n".join(f"- {one}" for one in references_in(shown.item.columns.get("references"), language))
    captions = [caption_in(slot[0], language)["text"].strip() or "–" for slot in shown.slots]
    return PageTexts({"references": references}, [{"caption": one, "translations": ""} for one in captions])


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


POINTS = ("objects", "relations", "attributes")
"""The three things a caption earns points for, in the order they are asked."""

DECLARATION = Declaration(
    name="captions",
    title=text("title"),
    summary=text("summary"),
    instruction=text("instruction"),
    shows="all",
    item={
        "image": Column(kind="image", about="The picture."),
        "references": Column(
            kind="json",
            required=False,
            about="What people wrote about the picture: a text, a list of texts, or either by language.",
        ),
    },
    candidate={
        "caption": Column(kind="text", about="The caption, as the system wrote it."),
        "translations": Column(
            kind="json",
            required=False,
            about='The caption in other languages, `{"zh": "..."}`; shown to raters whose page is in that language.',
        ),
        "truth": Column(
            kind="json",
            required=False,
            shown=False,
            about='Known points, `{"objects": 2, "relations": 1, "attributes": 0, "whole": true}`, for simulated raters.',
        ),
    },
    form=Form(
        candidate_fields={
            "objects": Points(
                label=text("objects-label"),
                help=text("objects-help"),
                mark="●",
                up_key="KeyQ",
                down_key="KeyA",
            ),
            "relations": Points(
                label=text("relations-label"),
                help=text("relations-help"),
                mark="▲",
                up_key="KeyW",
                down_key="KeyS",
            ),
            "attributes": Points(
                label=text("attributes-label"),
                help=text("attributes-help"),
                mark="■",
                up_key="KeyE",
                down_key="KeyD",
            ),
        }
    ),
    timing=Timing(aim_seconds=90, fast_seconds=10),
    headline="total",
    measures=("total",),
    ratings=3,
    merge_equal="caption",
)
