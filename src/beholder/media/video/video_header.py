"""What the reader of a container finds out about a clip, and what the served copy has otherwise than the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Overwrite", "UnplayableError", "VideoHeader", "frame_rate_of"]

# frames of a steady clip differ by the rounding of its clock: a millisecond of 16 at 60 frames a second
_STEADY = 0.1


class UnplayableError(Exception):
    """A sound file that raters cannot be shown; the message says what it is, `hint` what to do."""

    def __init__(self, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Overwrite:
    """A stretch of the file that the served copy has otherwise: these bytes first, and zeros or `fill` after them."""

    start: int
    length: int
    head: bytes = b""
    fill: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoHeader:
    """The facts of a clip. `width` and `height` are as shown, with `rotation` (degrees, clockwise) applied.

    `layout` is the order of its parts and `settings` what decoders are told first, both as delivered.
    The served copy is the first `end` bytes with all `patches`: nothing moves, so no table of offsets has to be rewritten.
    """

    format: str
    codec: str
    width: int
    height: int
    seconds: float
    frames: int
    frame_rate: float
    steady: bool
    rotation: int
    audio: str
    layout: str
    settings: str
    end: int
    patches: tuple[Overwrite, ...]


def frame_rate_of(gaps: Sequence[tuple[int, float]]) -> tuple[float, bool]:
    """Frames per second and whether they come steadily, from (how many, seconds apart).

    The rate is that of the commonest gap, by which a page steps from frame to frame.
    """
    real = [(count, gap) for count, gap in gaps if gap > 0]
    if not real:
        return 0.0, True
    common = max(real)[1]
    return 1 / common, all(abs(gap - common) <= _STEADY * common for _, gap in real)
