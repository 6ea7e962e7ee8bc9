"""How many: a whole number up to a limit, or "definitely more than that"."""

from beholder.fields.count.field import Count

__all__ = ["Count"]
