"""A place on a line between two ends, such as 0 to 100."""

from beholder.fields.slider.field import Slider

__all__ = ["Slider"]
