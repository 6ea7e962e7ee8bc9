"""Answers about clips are taken once each was played to its end, whatever a page claims."""

from __future__ import annotations

from typing import Any

import pytest

from beholder.engine.handlers.watching import WatchRule, refuse_unwatched
from beholder.errors import BeholderError

CLIPS = (4000, 6000)
SEEN = [{"ended": 1, "played_ms": 4000}, {"ended": 2, "played_ms": 6000}]


@pytest.mark.parametrize(("in_turn", "took"), [(False, 6000), (True, 10_000)])
def test_who_played_all_in_the_time_it_takes_may_answer(in_turn: bool, took: int) -> None:
    rule = WatchRule(CLIPS, in_turn=in_turn)
    refuse_unwatched(rule, {"clips": SEEN}, took)
    with pytest.raises(BeholderError, match="played to its end"):
        refuse_unwatched(rule, {"clips": SEEN}, took // 2)


@pytest.mark.parametrize(
    "told",
    [
        None,
        "all",
        [],
        SEEN[:1],
        [SEEN[0], "seen"],
        [SEEN[0], {"ended": 0, "played_ms": 6000}],
        [SEEN[0], {"ended": "1", "played_ms": 6000}],
        [SEEN[0], {"ended": 1}],
        [SEEN[0], {"ended": 1, "played_ms": True}],
        [SEEN[0], {"ended": 1, "played_ms": 3000}],
    ],
)
def test_a_record_that_does_not_say_so_is_refused(told: Any) -> None:
    with pytest.raises(BeholderError, match="played to its end"):
        refuse_unwatched(WatchRule(CLIPS, in_turn=False), {"clips": told}, 60_000)
