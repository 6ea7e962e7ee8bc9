"""Which of two is better, or neither."""

from beholder.fields.preference.field import Preference

__all__ = ["Preference"]
