"""The best and the worst of several."""

from beholder.fields.best_worst.field import BestAndWorst

__all__ = ["BestAndWorst"]
