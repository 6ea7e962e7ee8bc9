"""A name for a thing, in any script."""

from beholder.fields.name.field import Name

__all__ = ["Name"]
