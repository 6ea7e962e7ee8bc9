"""The worked practice objects of round 2, and the text of its study file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.fields import Words
from beholder.protocols.naming.verify.wording import text

__all__ = ["practice_items", "study_text"]


@dataclass(frozen=True, slots=True)
class _Worked:
    """A picture, what its box is tight around, and what is expected of each of its names.

    That is how well it fits, what is wrong, and whether it was meant for another object than the first. The reason speaks of the names as they are shown: names are in one language, the page may be in another.
    """

    id: str
    scene: str
    boxed: tuple[str, ...]
    expected: tuple[tuple[str, str, bool], ...]


_WORKED = (
    _Worked(
        "dog",
        "PARK",
        ("dog",),
        (
            ("perfect", "", False),
            ("perfect", "", False),
            ("not", "linguistic", False),
            ("inadequate", "referential", True),
        ),
    ),
    _Worked(
        "sofa",
        "LIVING_ROOM",
        ("sofa",),
        (
            ("perfect", "", False),
            ("perfect", "", False),
            ("not", "visual", False),
            ("inadequate", "referential", True),
        ),
    ),
    _Worked(
        "apple",
        "BREAKFAST",
        ("apple",),
        (("perfect", "", False), ("perfect", "", False), ("inadequate", "other", True)),
    ),
    # all but the last fit, and yet they mean two objects: why groups are asked for beside adequacy
    _Worked(
        "hot-dog",
        "LUNCH",
        ("plate", "hot dog"),
        (("perfect", "", False), ("perfect", "", False), ("perfect", "", True), ("slight", "", False)),
    ),
)


_ORDINALS = ("first", "second", "third", "fourth")
"""How the reasons call the names, in the order in which they are shown."""


def practice_items(media: Path, language: str = "en") -> Iterator[dict[str, Any]]:
    """Objects with names whose judgment is known, as lines of an items file; their pictures are painted."""
    # painting is needed only where a study is written, not where one is served
    from beholder.protocols.naming.example import scenes as pictures
    from beholder.scenes import compose

    for one in _WORKED:
        scene = compose(getattr(pictures, one.scene))
        image = f"practice-{one.id}.jpg"
        pictures.save_scene(scene, media / image)
        expects: list[dict[str, Any]] = []
        candidates = []
        for position, (adequacy, kind, apart) in enumerate(one.expected, start=1):
            system = f"n{position}"
            names = text(f"practice-{one.id}-name-{position}")
            truth = _truth(adequacy, kind, names.to("en") if apart else "boxed")
            candidates.append({"system": system, "name": names.to(language), "truth": truth})
            wanted = {"any_of": ["slight", "inadequate"]} if adequacy == "not" else {"is": adequacy}
            expects.append({"field": "adequacy", "system": system, **wanted})
            if kind:
                expects.append({"field": "inadequacy", "system": system, "is": kind})
        shown = dict(zip(_ORDINALS, (str(candidate["name"]) for candidate in candidates), strict=False))
        expects.append({"field": "group", "groups": _groups(candidates)})
        yield {
            "id": f"practice-{one.id}",
            "kind": "practice",
            "image": image,
            "box": list(pictures.box_around(scene, *one.boxed)),
            "candidates": candidates,
            "reference": {"expects": expects, "why": text(f"practice-{one.id}", **shown).root},
        }


def _groups(candidates: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """The names by the object they were meant for."""
    meant: dict[str, list[str]] = {}
    for one in candidates:
        meant.setdefault(one["truth"]["object"], []).append(one["system"])
    return list(meant.values())


def _truth(adequacy: str, kind: str, meant: str) -> dict[str, Any]:
    score = {"perfect": 1, "not": 0.5, "slight": 0.5, "inadequate": 0}[adequacy]
    return {"adequacy": score, "type": kind or ("none" if score == 1 else "linguistic"), "object": meant}


def study_text(*, title: Words, languages: tuple[str, ...], contact: object, ratings: int, by_domain: bool) -> str:
    """The study file of round 2; JSON strings are YAML too, so that any title survives."""
    written = (text("study-title-of", title=title) if title else text("study-title")).root
    return (
        Path(__file__)
        .with_name("study_template.yaml")
        .read_text(encoding="utf-8")
        .format(
            title="\n".join(
                f"  {language}: {json.dumps(told, ensure_ascii=False)}" for language, told in written.items()
            ),
            languages=json.dumps(list(languages)),
            ratings=ratings,
            group=_GROUP if by_domain else "",
            contact=json.dumps(contact or text("study-contact").root, ensure_ascii=False),
        )
    )


_GROUP = """\
# Results are also reported for each value of this item column.
group: domain
"""
