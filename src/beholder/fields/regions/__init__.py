"""Places marked on a picture: points or boxes, each with a reason."""

from beholder.fields.regions.field import Regions

__all__ = ["Regions"]
