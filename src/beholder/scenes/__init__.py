"""Pictures with exactly known objects: counting scenes (`paint`) and composed scenes (`compose`)."""

from beholder.scenes.facts import Relation, SceneQuestion, caption, phrase, questions, relations
from beholder.scenes.paint import paint
from beholder.scenes.scene import Box, Scene, SceneObject
from beholder.scenes.spec import KINDS, MOST, SceneSpec
from beholder.scenes.stage import PLACES, Placement, StageSpec, compose
from beholder.scenes.things.all_things import THINGS
from beholder.scenes.worked import WORKED, photograph, worked

__all__ = [
    "KINDS",
    "MOST",
    "PLACES",
    "THINGS",
    "WORKED",
    "Box",
    "Placement",
    "Relation",
    "Scene",
    "SceneObject",
    "SceneQuestion",
    "SceneSpec",
    "StageSpec",
    "caption",
    "compose",
    "paint",
    "photograph",
    "phrase",
    "questions",
    "relations",
    "worked",
]
