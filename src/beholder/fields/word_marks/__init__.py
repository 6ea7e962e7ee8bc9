"""Words of a shown text, each ticked as one of several classes or left as it is."""

from beholder.fields.word_marks.field import WordMarks

__all__ = ["WordMarks"]
