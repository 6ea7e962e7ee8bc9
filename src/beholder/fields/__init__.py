"""The kinds of answer a protocol can ask for."""

from beholder.fields.choice import Choice
from beholder.fields.condition import Condition
from beholder.fields.constraint import Constraint
from beholder.fields.count import Count
from beholder.fields.field import Cell, CodebookEntry, Field, Level, Option
from beholder.fields.flags import Flags
from beholder.fields.form import KINDS, AnyField, Form, Payload
from beholder.fields.groups import Groups
from beholder.fields.name import Name
from beholder.fields.points import Points
from beholder.fields.preference import Preference
from beholder.fields.registry import find_kind, kind_names, kinds, register
from beholder.fields.scale import Scale
from beholder.fields.text import Text
from beholder.text import Words

__all__ = [
    "KINDS",
    "AnyField",
    "Cell",
    "Choice",
    "CodebookEntry",
    "Condition",
    "Constraint",
    "Count",
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
    "Scale",
    "Text",
    "Words",
    "find_kind",
    "kind_names",
    "kinds",
    "register",
]
