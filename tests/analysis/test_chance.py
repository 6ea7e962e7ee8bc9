"""Chance in an analysis: the same for the same purpose, another for every other one."""

from __future__ import annotations

import itertools

from beholder.analysis import Context

PURPOSES = (
    ("ranks", "correctness_left"),
    ("ranks", "correctness_right"),
    ("ranks", "correctness"),
    ("ranks", "correct"),
    ("ranks", "correct\0"),
    ("bootstrap", "stable-diffusion-2", "stable-diffusion-3"),
    ("bootstrap", "stable-diffusion-3", "stable-diffusion-2"),
    ("bootstrap", "stable-diffusion-2,stable-diffusion-3"),
    ("bootstrap", "a", "bc"),
    ("bootstrap", "ab", "c"),
    ("bootstrap", "图像模型一"),
    ("bootstrap", "图像模型二"),
    ("bootstrap",),
)


def _draws(context: Context, purpose: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(context.rng(*purpose).random(4))


def test_no_two_purposes_share_their_draws() -> None:
    context = Context()
    for one, two in itertools.combinations(PURPOSES, 2):
        assert _draws(context, one) != _draws(context, two), (one, two)
    assert all(_draws(context, one) == _draws(Context(), one) for one in PURPOSES)
    assert all(_draws(context, one) != _draws(Context(seed=2), one) for one in PURPOSES)


def test_an_analysis_of_the_first_revision_can_still_be_repeated() -> None:
    first = Context(revision=1)
    assert _draws(first, ("ranks", "correctness_left")) == _draws(first, ("ranks", "correctness_right"))
