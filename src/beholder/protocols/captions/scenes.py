"""Captions of photographs that come with scikit-image, where it is installed, with points given by hand."""

from __future__ import annotations

from beholder.protocols.captions.captioners import Said
from beholder.protocols.captions.wording import caption

__all__ = ["PHOTOGRAPHS"]

PHOTOGRAPHS: dict[str, dict[str, Said]] = {
    "astronaut": {
        "ample": Said(caption("photograph-astronaut-ample"), 4, 2, 3),
        "terse": Said(caption("photograph-astronaut-terse"), 2, 1, 1),
        "colourless": Said(caption("photograph-astronaut-colourless"), 3, 2, 0),
        "lister": Said(caption("photograph-astronaut-lister"), 4, 0, 2),
        "dreamer": Said(caption("photograph-astronaut-dreamer"), 2, 1, 1),
    },
    "chelsea": {
        "ample": Said(caption("photograph-chelsea-ample"), 3, 1, 4),
        "terse": Said(caption("photograph-chelsea-terse"), 1, 0, 0),
        "colourless": Said(caption("photograph-chelsea-colourless"), 1, 0, 0),
        "lister": Said(caption("photograph-chelsea-lister"), 3, 0, 4),
        "dreamer": Said(caption("photograph-chelsea-dreamer"), 1, 0, 1),
    },
    "coffee": {
        "ample": Said(caption("photograph-coffee-ample"), 5, 3, 4),
        "terse": Said(caption("photograph-coffee-terse"), 3, 1, 0),
        "colourless": Said(caption("photograph-coffee-colourless"), 4, 2, 0),
        "lister": Said(caption("photograph-coffee-lister"), 3, 0, 3),
        "dreamer": Said(caption("photograph-coffee-dreamer"), 1, 0, 1),
    },
    "motorcycle_left": {
        "ample": Said(caption("photograph-motorcycle-left-ample"), 4, 2.5, 3),
        "terse": Said(caption("photograph-motorcycle-left-terse"), 2, 1, 0),
        "colourless": Said(caption("photograph-motorcycle-left-colourless"), 2, 1, 0),
        "lister": Said(caption("photograph-motorcycle-left-lister"), 4, 0, 4),
        "dreamer": Said(caption("photograph-motorcycle-left-dreamer"), 1, 0, 1),
    },
}
