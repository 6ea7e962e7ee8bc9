"""All things that can be placed in a picture, by name."""

from __future__ import annotations

from beholder.scenes.things.apple import APPLE
from beholder.scenes.things.book import BOOK
from beholder.scenes.things.bowl import BOWL
from beholder.scenes.things.building import BUILDING
from beholder.scenes.things.car import CAR
from beholder.scenes.things.cat import CAT
from beholder.scenes.things.cup import CUP
from beholder.scenes.things.dog import DOG
from beholder.scenes.things.fireplace import FIREPLACE
from beholder.scenes.things.hot_dog import HOT_DOG
from beholder.scenes.things.house import HOUSE
from beholder.scenes.things.lamp import LAMP
from beholder.scenes.things.person import PERSON
from beholder.scenes.things.plate import FOIL, PLATE
from beholder.scenes.things.sign import SIGN
from beholder.scenes.things.sofa import SOFA
from beholder.scenes.things.table import TABLE
from beholder.scenes.things.television import TELEVISION
from beholder.scenes.things.thing import Thing
from beholder.scenes.things.tower import CLOCK_TOWER
from beholder.scenes.things.toy_ball import BALL
from beholder.scenes.things.tree import TREE
from beholder.scenes.things.umbrella import UMBRELLA

__all__ = ["THINGS"]

THINGS: dict[str, Thing] = {
    thing.name: thing
    for thing in (
        APPLE, BALL, BOOK, BOWL, BUILDING, CAR, CAT, CLOCK_TOWER, CUP, DOG, FIREPLACE, FOIL, HOT_DOG, HOUSE, LAMP, PERSON,
        PLATE, SIGN, SOFA, TABLE, TELEVISION, TREE, UMBRELLA,
    )
}  # fmt: skip
