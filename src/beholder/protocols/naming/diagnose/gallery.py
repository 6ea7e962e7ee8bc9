"""Objects as in the source's Fig. 1: the picture with its box, correct and incorrect names, what is wrong, what systems said."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from beholder.declarations.item import Item
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.diagnose.categories import KINDS, KnownNames, Matcher
from beholder.protocols.naming.diagnose.predictions import Predictions
from beholder.protocols.naming.verify.adequacy import TYPES
from beholder.protocols.naming.verify.verified import VerifiedObject
from beholder.protocols.naming.wording import say

__all__ = ["ShownObject", "Wrong", "render_gallery", "shown_objects"]

_SIDE = 360
"""Longest side of a picture on the page, in pixels: three beside each other on a usual screen."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An incorrect name, how often it was given, and the fault that most raters found; empty where nobody judged it."""

    name: str
    count: int
    fault: str


@dataclass(frozen=True, slots=True)
class ShownObject:
    """One object: names with counts, the incorrect ones by the object they mean, and predictions with their category."""

    item: str
    domain: str
    correct: tuple[tuple[str, int], ...]
    incorrect: tuple[tuple[Wrong, ...], ...]
    once: tuple[str, ...]
    predicted: tuple[tuple[str, str, str], ...]

    @property
    def wrong_tokens(self) -> int:
        """How many answers verification took out."""
        return sum(one.count for group in self.incorrect for one in group)


def shown_objects(
    verified: Iterable[VerifiedObject], predictions: Predictions | None = None, *, most: int = 60
) -> list[ShownObject]:
    """The objects with the most answers that verification took out, of those that were verified; ties by id."""
    matcher = Matcher(Normaliser())
    systems = predictions.by_system if predictions is not None else {}
    found = [_shown(one, systems, matcher) for one in verified if one.complete and one.top is not None]
    return sorted(found, key=lambda one: (-one.wrong_tokens, one.item))[:most]


def _shown(one: VerifiedObject, systems: Mapping[str, Mapping[str, str]], matcher: Matcher) -> ShownObject:
    counts = dict(zip(one.before.names, one.before.counts, strict=True))
    kept, judged = set(one.after.names), set(one.verifiable.names)
    known = KnownNames.of(one, matcher)
    return ShownObject(
        item=one.item,
        domain=str(one.before.columns.get("domain") or ""),
        correct=tuple((name, counts[name]) for name in one.after.names),
        incorrect=_by_object(one, [name for name in one.verifiable.names if name not in kept], counts),
        once=tuple(name for name in one.before.names if name not in judged),
        predicted=tuple(
            (system, named[one.item], KINDS[known.kind(named[one.item])])
            for system, named in systems.items()
            if one.item in named
        ),
    )


def _by_object(one: VerifiedObject, names: Sequence[str], counts: Mapping[str, int]) -> tuple[tuple[Wrong, ...], ...]:
    """Incorrect names that most raters put together, side by side."""
    groups: list[list[str]] = []
    for name in names:
        own = next((group for group in groups if one.scores.same_object(name, group[0]) > 0.5), None)
        if own is None:
            groups.append([name])
        else:
            own.append(name)
    return tuple(tuple(Wrong(name, counts[name], _fault(one, name)) for name in group) for group in groups)


def _fault(one: VerifiedObject, name: str) -> str:
    types = one.scores.score(name).types
    faults = {kind: types.get(kind, 0.0) for kind in TYPES if kind != "none"}
    return max(faults, key=lambda kind: faults[kind]) if any(faults.values()) else ""


def render_gallery(
    objects: Sequence[ShownObject], *, items: Mapping[str, Item], media: Path | None, language: str
) -> str:
    """A page of its own, pictures inside, that needs neither a server nor the study."""
    # a template engine is needed for this page alone
    from jinja2 import Environment, FileSystemLoader

    pages = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    cards = [(one, _picture(items.get(one.item), media)) for one in objects]
    return pages.get_template("gallery.html").render(
        cards=cards,
        lang=language,
        t=lambda key: say(key).to(language),
        fault=lambda kind: say(f"column-{kind}").to(language),
        kind=lambda kind: say(f"gallery-{kind.replace(', ', '-')}").to(language),
    )


def _picture(item: Item | None, media: Path | None) -> str:
    """The picture with its box as a data address; empty where there is none to show."""
    path = media / str(item.columns.get("image", "")) if item is not None and media is not None else None
    if item is None or path is None or not path.is_file():
        return ""
    from PIL import Image, ImageDraw, ImageOps

    with Image.open(path) as opened:
        image = ImageOps.exif_transpose(opened).convert("RGB")
    scale = min(1.0, _SIDE / max(image.size))
    drawn = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    left, top, right, bottom = (float(edge) * scale for edge in item.columns["box"])
    line = (math.floor(left) - 2, math.floor(top) - 2, math.ceil(right) + 2, math.ceil(bottom) + 2)
    ImageDraw.Draw(drawn).rectangle(line, outline=(255, 0, 0), width=3)
    data = io.BytesIO()
    drawn.save(data, "JPEG", quality=85)
    return "data:image/jpeg;base64," + base64.b64encode(data.getvalue()).decode("ascii")
