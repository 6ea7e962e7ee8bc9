"""What round 2 keeps of round 1."""

from __future__ import annotations

__all__ = ["SETS_FILE"]

SETS_FILE = "response_sets.tsv"
"""The response sets of round 1 inside the folder of round 2, in the public layout; written when the round is made."""
