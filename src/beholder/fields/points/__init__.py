"""Points earned, in steps and without an upper end: one for each thing that is right."""

from beholder.fields.points.field import Points

__all__ = ["Points"]
