"""Who is preferred to whom, as far as the answers to the trials say by now."""

from __future__ import annotations

from beholder.engine.stopping.ballot import Ballot
from beholder.engine.stopping.contrasts import Contrasts


def _ballot(**numbers: float) -> Ballot:
    return Ballot((), numbers)


def test_a_pair_is_decided_by_wins_and_open_again_when_they_go() -> None:
    contrasts = Contrasts()
    assert contrasts.undecided("a", "b")
    contrasts.put(1, [_ballot(a=2, b=1)] * 20)
    assert not contrasts.undecided("a", "b")
    assert not contrasts.undecided("b", "a")
    # the rater withdrew, and others said the opposite
    contrasts.put(1, [_ballot(a=1, b=2)] * 10 + [_ballot(a=2, b=1)] * 10)
    assert contrasts.undecided("a", "b")
    contrasts.put(1, [])
    assert contrasts.undecided("a", "b")


def test_ties_and_answers_about_other_than_two_say_nothing() -> None:
    contrasts = Contrasts()
    contrasts.put(1, [_ballot(a=1, b=1), _ballot(a=1), _ballot(a=3, b=2, c=1)] * 50)
    assert contrasts.undecided("a", "b")
