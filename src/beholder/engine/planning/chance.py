"""Chance that can be repeated by whoever knows the seed, and guessed by nobody else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

import numpy as np

__all__ = ["keyed_bit", "keyed_number", "keyed_rng", "keyed_shuffle", "plan_start"]

T = TypeVar("T")
# multiples of the golden ratio, taken modulo 1, spread evenly however many there are: raters begin far apart
_GOLDEN = 0.6180339887498949


def _digest(seed: str, *parts: object) -> bytes:
    return hashlib.blake2b("\x1f".join(map(str, parts)).encode(), key=seed.encode()[:64], digest_size=16).digest()


def keyed_rng(seed: str, *parts: object) -> np.random.Generator:
    """A generator that depends on the seed and on what it is used for."""
    return np.random.default_rng(int.from_bytes(_digest(seed, *parts), "big"))


def keyed_shuffle(seed: str, things: Iterable[T], *parts: object) -> list[T]:
    """The things in an order that depends on the seed and the purpose; each order is equally likely."""
    numbered = [(_digest(seed, *parts, number), thing) for number, thing in enumerate(things)]
    numbered.sort(key=lambda pair: pair[0])
    return [thing for _, thing in numbered]


def keyed_bit(seed: str, *parts: object) -> bool:
    """A fair coin."""
    return bool(_digest(seed, *parts)[0] & 1)


def keyed_number(seed: str, below: int, *parts: object) -> int:
    """A whole number from 0 to `below` - 1, each equally likely."""
    return int.from_bytes(_digest(seed, *parts), "big") % below


def plan_start(seed: str, number: int) -> float:
    """Where in the plan the rater of that number begins, as a share of it."""
    return (float(keyed_rng(seed, "start").random()) + number * _GOLDEN) % 1.0
