"""Which candidates belong together: a partition of everything on the page."""

from beholder.fields.groups.field import Groups

__all__ = ["Groups"]
