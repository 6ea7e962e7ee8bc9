"""Words of a text that raters ticked: how often words of each class get each mark, and whether raters agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.columns import Ratings, codes
from beholder.stats.comparison.means import mean_ratings
from beholder.stats.comparison.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Iterable

    from beholder.stats.agreement.coefficient import Agreement

__all__ = ["word_alpha", "word_shares"]

UNMARKED = ""
"""The mark of a word that was shown and not ticked."""


def word_shares(
    *,
    item: Iterable[Any],
    rater: Iterable[Any],
    mark: Iterable[Any],
    word_class: Iterable[Any] | None = None,
    confidence: float = 0.95,
) -> tuple[dict[str, Any], ...]:
    """The share of words that got each mark, of all words and of each class: word_class, mark, share, interval, n.

    One row of the columns per rater and shown word; a word that was not ticked has an empty mark. The item is the text
    (or its picture): words of one text are not independent, so intervals are clustered by item and rater as in
    `mean_ratings`, and cut at 0 and 1. The class `all` comes first, then classes in order of first appearance.
    """
    items, raters = list(item), list(rater)
    given = [UNMARKED if _unmarked(x) else str(x) for x in mark]
    classes = ["all"] * len(given) if word_class is None else [str(x) for x in word_class]
    if not len(items) == len(raters) == len(given) == len(classes):
        raise BeholderError("columns of words differ in length", code="stats-bad-column")
    words, kinds = np.array(given, dtype=object), np.array(classes, dtype=object)
    rows = []
    for kind in dict.fromkeys(["all", *classes]):
        inside = np.arange(len(words)) if kind == "all" else np.flatnonzero(kinds == kind)
        for name in sorted({x for x in given if x != UNMARKED}):
            scores = Scores.of(
                value=(words[inside] == name).astype(float),
                item=[items[k] for k in inside],
                rater=[raters[k] for k in inside],
            )
            found = mean_ratings(scores, confidence=confidence)
            interval = None if found.interval is None else (max(found.interval[0], 0.0), min(found.interval[1], 1.0))
            rows.append({"word_class": kind, "mark": name, "share": found.value, "interval": interval, "n": found.n})
    return tuple(rows)


def word_alpha(
    *, item: Iterable[Any], rater: Iterable[Any], word: Iterable[Any], mark: Iterable[Any], confidence: float = 0.95
) -> Agreement:
    """Nominal alpha of the marks of words (an empty mark is a value), with an interval over items.

    `word` tells the words of an item apart: their places in the text, since a word may stand there twice.
    """
    items = list(item)
    units = list(zip(items, word, strict=True))
    given = [UNMARKED if _unmarked(x) else str(x) for x in mark]
    ratings = Ratings.of(item=units, rater=rater, value=given)
    text, _ = codes([unit[0] for unit in ratings.items])
    return krippendorff_alpha(ratings, level="nominal", clusters=text, confidence=confidence)


def _unmarked(mark: Any) -> bool:
    return mark is None or mark != mark or str(mark).strip() == ""
