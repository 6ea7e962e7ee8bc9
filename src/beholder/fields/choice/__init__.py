"""One of several options."""

from beholder.fields.choice.field import Choice

__all__ = ["Choice"]
