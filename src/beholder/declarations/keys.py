"""Keys that the rater's page uses itself."""

from __future__ import annotations

__all__ = ["PAGE_KEYS", "YIELDING_KEYS"]

PAGE_KEYS = frozenset({"Escape", "Enter", "NumpadEnter", "Tab", "Slash", "Backspace", "KeyG"})
"""Send, close, help, guideline, go back, as `KeyboardEvent.code`. No field of any protocol can have them."""

YIELDING_KEYS = frozenset({"KeyX"})
"""Skip: the page's own where no field has them."""
