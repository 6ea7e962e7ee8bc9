"""A kind of field for Beholder: pick a colour."""

from beholder_colour.field import Colour

__all__ = ["Colour"]
