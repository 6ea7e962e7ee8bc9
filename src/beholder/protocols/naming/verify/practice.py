"""The worked practice objects of round 2, and the text of its study file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.fields import Words

__all__ = ["practice_items", "study_text"]


@dataclass(frozen=True, slots=True)
class _Worked:
    """A picture, the boxed thing, and its names in both languages with what is expected of them.

    `why` speaks of the names as they are shown, by number: names are in one language, the page may be in another.
    """

    id: str
    scene: str
    thing: str
    names: tuple[tuple[str, str, str, str], ...]
    why: Mapping[str, str]


_WORKED = (
    _Worked(
        "dog",
        "PARK",
        "dog",
        (
            ("dog", "狗", "perfect", ""),
            ("animal", "动物", "perfect", ""),
            ("dgo", "够", "not", "linguistic"),
            ("ball", "球", "inadequate", "referential"),
        ),
        {
            "en": "“{0}” and “{1}” are both names one can give the boxed animal. “{2}” is a slip for “{0}”: wrong spelling, and in the "
            "same group. “{3}” is in the picture, but the box is not around it: not the boxed thing, and a group of its own.",
            "zh": "框里的动物叫“{0}”和“{1}”都可以。“{2}”是“{0}”写错了：属于用词或拼写有误，两者同组。“{3}”在图里，但红框套的不是它：选“框的不是它”，自成一组。",
        },
    ),
    _Worked(
        "sofa",
        "LIVING_ROOM",
        "sofa",
        (
            ("sofa", "沙发", "perfect", ""),
            ("couch", "长沙发", "perfect", ""),
            ("bed", "床", "not", "visual"),
            ("cat", "猫", "inadequate", "referential"),
        ),
        {
            "en": "Whoever wrote “{2}” meant the same thing as “{0}” and took it for something else: mistaken, yet in the same group. "
            "“{3}” lies inside the box, but the box is not tight around it: a group of its own.",
            "zh": "写“{2}”的人和写“{0}”的人指的是同一个东西，只是认错了：选“认错了”，但与它同组。“{3}”虽然在框里，红框却没有紧紧套住它：自成一组。",
        },
    ),
    _Worked(
        "apple",
        "BREAKFAST",
        "apple",
        (
            ("apple", "苹果", "perfect", ""),
            ("fruit", "水果", "perfect", ""),
            ("giraffe", "长颈鹿", "inadequate", "other"),
        ),
        {
            "en": "“{2}” has nothing to do with this picture: something else, and alone in its group.",
            "zh": "“{2}”与这张图毫无关系：选“其他问题”，自成一组。",
        },
    ),
)


def practice_items(media: Path, language: str = "en") -> Iterator[dict[str, Any]]:
    """Three objects with names whose judgment is known, as lines of an items file; their pictures are painted."""
    # painting is needed only where a study is written, not where one is served
    from beholder.protocols.naming.example import scenes as pictures
    from beholder.scenes import compose

    for one in _WORKED:
        scene = compose(getattr(pictures, one.scene))
        image = f"practice-{one.id}.jpg"
        pictures.save_scene(scene, media / image)
        expects: list[dict[str, Any]] = []
        candidates = []
        for place, (en, zh, adequacy, kind) in enumerate(one.names, start=1):
            system = f"n{place}"
            candidates.append(
                {"system": system, "name": zh if language == "zh" else en, "truth": _truth(adequacy, kind, en)}
            )
            wanted = {"any_of": ["slight", "inadequate"]} if adequacy == "not" else {"is": adequacy}
            expects.append({"field": "adequacy", "system": system, **wanted})
            if kind:
                expects.append({"field": "inadequacy", "system": system, "is": kind})
        shown = [str(candidate["name"]) for candidate in candidates]
        expects.append({"field": "group", "groups": _groups(candidates)})
        yield {
            "id": f"practice-{one.id}",
            "kind": "practice",
            "image": image,
            "box": list(scene.named(one.thing).visible_box),
            "candidates": candidates,
            "reference": {"expects": expects, "why": {code: why.format(*shown) for code, why in one.why.items()}},
        }


def _groups(candidates: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """The names by the object they were meant for."""
    meant: dict[str, list[str]] = {}
    for one in candidates:
        meant.setdefault(one["truth"]["object"], []).append(one["system"])
    return list(meant.values())


def _truth(adequacy: str, kind: str, name: str) -> dict[str, Any]:
    meant = name if kind in ("referential", "other") else "boxed"
    score = {"perfect": 1, "not": 0.5, "inadequate": 0}[adequacy]
    return {"adequacy": score, "type": kind or "none", "object": meant}


def study_text(*, title: Words, languages: tuple[str, ...], contact: str, ratings: int, by_domain: bool) -> str:
    """The study file of round 2; JSON strings are YAML too, so that any title survives."""
    names = {language: title.to(language) for language in ("en", "zh")} if title else {}
    written = {"en": f"Checking names: {names['en']}", "zh": f"名称核对：{names['zh']}"} if names else dict(_TITLE)
    return _STUDY.format(
        title="\n".join(f"  {language}: {json.dumps(text, ensure_ascii=False)}" for language, text in written.items()),
        languages=json.dumps(list(languages)),
        ratings=ratings,
        group=_GROUP if by_domain else "",
        contact=json.dumps(contact or "Ask the person who sent you the link.", ensure_ascii=False),
    )


_TITLE = {"en": "Do these names fit?", "zh": "这些名称合适吗？"}

_GROUP = """\
# Results are also reported for each value of this item column.
group: domain
"""

_STUDY = """\
# Round 2 of a naming study: do the names of round 1 fit, and which mean the same object? Run `beholder check` on it.
protocol: naming-verify

title:
{title}

description:
  en: You will see an object in a red box and the names other people gave it. Say how well each name fits, then group names meant for the same object.
  zh: 每次会看到红框里的一个物体和别人给它起的名称。请判断每个名称是否合适，再把指同一物体的名称归为一组。

# One line per object with the names given at least twice in round 1. `planted` names are controls that nobody gave; they
# never enter results. Raters see the names, and nothing of what is known about them.
items: items.jsonl
media: media
languages: {languages}

# How many raters judge each object.
ratings: {ratings}
{group}
# What follows from the share of planted and known names that a rater judges as expected: a friendly warning, and further
# down the end of their work, which is withdrawn and given to others. Neither is said before the rater has met so many.
checks:
  warn_below: 0.9
  stop_below: 0.8
  after: 20

contact: {contact}
"""
