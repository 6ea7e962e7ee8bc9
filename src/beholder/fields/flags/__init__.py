"""Any number of things noticed."""

from beholder.fields.flags.field import Flags

__all__ = ["Flags"]
