"""Pretend picture generators: each misses the number it is asked for in its own, known way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.scenes import MOST, SceneSpec

__all__ = ["PRETEND_GENERATORS", "PretendGenerator"]


@dataclass(frozen=True, slots=True)
class PretendGenerator:
    """A way of missing the number.

    It paints about `gain` times what was asked for, with a spread of `spread` times the number, exact up to `exact`. Of what
    it paints, shares are `clipped` by the edge, `merged` with a neighbour, `ghostly`, or `far` away; `odd` is the chance that
    sizes, shapes or other things stray.
    """

    name: str
    gain: float = 1.0
    spread: float = 0.04
    exact: int = 4
    clipped: float = 0.0
    merged: float = 0.0
    ghostly: float = 0.0
    far: float = 0.0
    odd: float = 0.1

    def count(self, requested: int, rng: np.random.Generator) -> int:
        """How many objects it paints when asked for `requested`."""
        if requested <= self.exact:
            return requested
        drawn = requested * (self.gain + self.spread * float(rng.normal()))
        return int(np.clip(round(drawn), 1, MOST))

    def imagine(
        self, kind: str, requested: int, *, seed: int, size: tuple[int, int], rng: np.random.Generator
    ) -> SceneSpec:
        """The scene it makes of a request."""
        count = self.count(requested, rng)
        room = count
        parts: dict[str, int] = {}
        for name, share in (("merged", self.merged), ("clipped", self.clipped), ("far", self.far)):
            each = 2 if name == "merged" else 1
            parts[name] = min(int(rng.binomial(count // each, share)), room // each)
            room -= each * parts[name]
        ghostly = min(int(rng.binomial(count, self.ghostly)), count - 2 * parts["merged"])
        strays = rng.random(4) < self.odd
        return SceneSpec(
            kind=kind,
            count=count,
            seed=seed,
            size=size,
            ghostly=ghostly,
            sizes="mixed" if strays[0] and count > 1 else "same",
            shapes="mixed" if strays[1] and count > 1 else "same",
            colours="same" if strays[2] else "mixed",
            others=(_STRAY[kind],) if strays[3] else (),
            **parts,
        )


_STRAY = {"bocce": "bowl", "medicine": "person", "balloon": "house"}

PRETEND_GENERATORS = (
    PretendGenerator("larch", spread=0.03, odd=0.06),
    PretendGenerator("maple", gain=1.38, spread=0.08, exact=3, odd=0.12),
    PretendGenerator("rowan", gain=0.80, spread=0.06, merged=0.22, odd=0.12),
    PretendGenerator("alder", gain=1.02, spread=0.12, exact=2, clipped=0.16, ghostly=0.10, far=0.08, odd=0.2),
)
"""Nearly right; too many; too few and grown together; uncertain, clipped and ghostly."""
