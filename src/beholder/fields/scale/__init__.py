"""A rating on whole points with anchors, such as 1 to 10 or a five-point Likert scale."""

from beholder.fields.scale.field import Scale

__all__ = ["Scale"]
