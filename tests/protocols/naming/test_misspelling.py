"""Misspelt copies: one slip, in any script, that is still readable and never another name."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.protocols.naming.example.misspelling import misspell, signs


@pytest.mark.parametrize("name", ["airplane", "t-shirt", "tennis player", "ànec blanc", "собака", "pizza"])
def test_a_slip_changes_one_place_and_keeps_the_beginning(name: str) -> None:
    rng = np.random.default_rng(1)
    made = {misspell(name, rng) for _ in range(60)}
    assert None not in made
    assert len(made) > 4
    for one in made:
        assert one is not None
        assert one != name
        assert one[0] == name[0]
        assert abs(len(one) - len(name)) <= 1
        assert sum(a != b for a, b in zip(sorted(one), sorted(name), strict=False)) <= len(name)


def test_a_slip_is_never_a_known_name() -> None:
    rng = np.random.default_rng(2)
    known = {"colour", "color", "colur", "coluor", "cloour"}
    assert {misspell("colour", rng, known=known) for _ in range(200)}.isdisjoint(known)


@pytest.mark.parametrize("name", ["cat", "tv", "狗", "🐕", "", "7"])
def test_what_is_too_short_has_no_slip(name: str) -> None:
    assert misspell(name, np.random.default_rng(3)) is None


def test_chinese_characters_change_places() -> None:
    assert misspell("气球", np.random.default_rng(4)) == "球气"
    assert sorted(misspell("热气球", np.random.default_rng(4)) or "") == sorted("热气球")


def test_marks_and_joined_emoji_stay_together() -> None:
    assert signs("e\u0301a") == ["e\u0301", "a"]
    assert signs("👩\u200d🚀x") == ["👩\u200d🚀", "x"]
    for seed in range(20):
        made = misspell("re\u0301cipie\u0301nt", np.random.default_rng(seed)) or ""
        assert not made.startswith("\u0301")
        assert all(sign != "\u0301" for sign in signs(made))
