"""The kinds of answer a protocol can ask for."""

import warnings
from typing import Any

from beholder.fields.analysed import Analysed, Better, Way
from beholder.fields.any_field import AnyField
from beholder.fields.best_worst import BestAndWorst
from beholder.fields.choice import Choice
from beholder.fields.condition import Condition
from beholder.fields.constraint import Constraint
from beholder.fields.count import Count
from beholder.fields.directed import Directed
from beholder.fields.field import Cell, CodebookEntry, Field, Level, Option, Printed, refuse
from beholder.fields.flags import Flags
from beholder.fields.form import Form, Payload
from beholder.fields.groups import Groups
from beholder.fields.name import Name
from beholder.fields.points import Points
from beholder.fields.preference import Preference
from beholder.fields.ranking import Ranking
from beholder.fields.regions import Regions
from beholder.fields.registry import find_kind, kind_names, kinds, register
from beholder.fields.scale import Scale
from beholder.fields.simulated import Taste, Truth
from beholder.fields.slider import Slider
from beholder.fields.switched import Switched
from beholder.fields.text import Text
from beholder.fields.word_marks import WordMarks
from beholder.text import Words

__all__ = [
    "Analysed",
    "AnyField",
    "BestAndWorst",
    "Better",
    "Cell",
    "Choice",
    "CodebookEntry",
    "Condition",
    "Constraint",
    "Count",
    "Directed",
    "Field",
    "Flags",
    "Form",
    "Groups",
    "Level",
    "Name",
    "Option",
    "Payload",
    "Points",
    "Preference",
    "Printed",
    "Ranking",
    "Regions",
    "Scale",
    "Slider",
    "Switched",
    "Taste",
    "Text",
    "Truth",
    "Way",
    "WordMarks",
    "Words",
    "find_kind",
    "kind_names",
    "kinds",
    "refuse",
    "register",
]


def __getattr__(name: str) -> Any:
    if name == "KINDS":
        warnings.warn("beholder.fields.KINDS is now beholder.fields.kinds()", DeprecationWarning, stacklevel=2)
        return dict(kinds())
    raise AttributeError(name)
