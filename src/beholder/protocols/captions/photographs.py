"""Captions of photographs that come with scikit-image, where it is installed, with points given by hand."""

from __future__ import annotations

from beholder.protocols.captions.captioners import Said

__all__ = ["PHOTOGRAPHS"]

PHOTOGRAPHS: dict[str, dict[str, Said]] = {
    "astronaut": {
        "ample": Said(
            "a smiling woman in an orange space suit in front of a flag and a model of a space shuttle",
            4,
            2,
            3,
            whole=True,
        ),
        "terse": Said("a woman in a space suit", 2, 1, 1),
        "colourless": Said("a person in a space suit in front of a flag", 3, 2, 0, whole=True),
        "lister": Said("a woman, an orange space suit, a flag, a helmet", 4, 0, 2),
        "dreamer": Said("a man in an orange suit riding a motorcycle on the moon", 2, 1, 1),
    },
    "chelsea": {
        "ample": Said("a close up of a brown cat with green eyes and long whiskers", 3, 1, 4, whole=True),
        "terse": Said("a cat", 1, 0, 0),
        "colourless": Said("a cat", 1, 0, 0),
        "lister": Said("a brown cat, two green eyes, white whiskers", 3, 0, 4),
        "dreamer": Said("a brown cat sleeping on a bed in a bedroom", 1, 0, 1),
    },
    "coffee": {
        "ample": Said("a red cup of coffee with a silver spoon on a red saucer on a wooden table", 5, 3, 4, whole=True),
        "terse": Said("a cup of coffee on a table", 3, 1, 0),
        "colourless": Said("a cup of coffee with a spoon on a saucer", 4, 2, 0, whole=True),
        "lister": Said("a red cup, a silver spoon, a wooden table", 3, 0, 3),
        "dreamer": Said("a red cup of tea beside two donuts in a train", 1, 0, 1),
    },
    "motorcycle_left": {
        "ample": Said(
            "a red motorcycle standing in front of grey shelves and a wooden bench in a garage", 4, 2.5, 3, whole=True
        ),
        "terse": Said("a motorcycle in a garage", 2, 1, 0, whole=True),
        "colourless": Said("a motorcycle in a garage", 2, 1, 0, whole=True),
        "lister": Said("a red motorcycle, two wheels, grey shelves, cardboard boxes", 4, 0, 4),
        "dreamer": Said("a red motorcycle racing down a highway with two riders", 1, 0, 1),
    },
}
