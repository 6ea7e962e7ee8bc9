"""Candidates in order, from the best on."""

from beholder.fields.ranking.field import Ranking

__all__ = ["Ranking"]
