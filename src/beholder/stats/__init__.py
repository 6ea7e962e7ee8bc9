"""Statistics on long columns: agreement, aggregation, ranking, comparison and planning, with honest intervals."""

from beholder.stats.columns import Ratings, codes, scale_of

__all__ = [
    "Ratings",
    "codes",
    "scale_of",
]
