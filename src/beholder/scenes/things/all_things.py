"""All things that can be placed in a picture, by name."""

from __future__ import annotations

from beholder.scenes.things.animals import CAT, DOG
from beholder.scenes.things.buildings import BUILDING, CLOCK_TOWER, HOUSE
from beholder.scenes.things.food import APPLE, HOT_DOG, WRAPPED_HOT_DOG
from beholder.scenes.things.furniture import BOOK, FIREPLACE, LAMP, SOFA, TABLE, TELEVISION
from beholder.scenes.things.outdoors import BALL, CAR, SIGN, TREE, UMBRELLA
from beholder.scenes.things.person import PERSON
from beholder.scenes.things.tableware import BOWL, CUP, FOIL, PLATE
from beholder.scenes.things.thing import Thing

__all__ = ["THINGS"]

THINGS: dict[str, Thing] = {
    thing.name: thing
    for thing in (
        APPLE, BALL, BOOK, BOWL, BUILDING, CAR, CAT, CLOCK_TOWER, CUP, DOG, FIREPLACE, FOIL, HOT_DOG, HOUSE, LAMP, PERSON,
        PLATE, SIGN, SOFA, TABLE, TELEVISION, TREE, UMBRELLA, WRAPPED_HOT_DOG,
    )
}  # fmt: skip
