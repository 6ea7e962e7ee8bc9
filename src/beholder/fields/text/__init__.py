"""Free text: a comment, a reason."""

from beholder.fields.text.field import Text

__all__ = ["Text"]
