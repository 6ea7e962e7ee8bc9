"""What stands on screen as the answer is what is stored, and only deliberate input changes it: on every page, by any hand."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from .actions import Action, Point, Press, alphabet
from .conftest import MakeWalker
from .model import PageModel
from .pages import PAGES
from .walker import Walker

# long enough for a fault, a dialog and a way back in one walk
LENGTH = 16
WALKS = 4
LONG_WALKS = int(os.environ.get("BEHOLDER_WALKS", "150"))

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: type(page).__name__)


def _take(walker: Walker, how: settings, *, start: int | None = None) -> None:
    """Walks of one length; a step that is not needed becomes none when a failing walk is shortened."""
    page = walker.model
    step = st.sampled_from([None, *alphabet(page.targets, page.keys, tuple(page.spots))])

    @settings(
        how,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
    )
    @given(st.tuples(*[step] * LENGTH))
    def walk(steps: Iterable[Action | None]) -> None:
        walker.walk(step for step in steps if step is not None)

    before = walker.walks, walker.steps
    try:
        (walk if start is None else seed(start)(walk))()
    finally:
        done = walker.walks - before[0], walker.steps - before[1]
        print(f"{type(page).__name__}: {done[0]} walks, {done[1]} steps" + (f", seed {start}" if start else ""))


@pytest.mark.variants(1)
@every_page
def test_walks_on_which_a_page_once_went_wrong(page: PageModel, make_walker: MakeWalker) -> None:
    walker = make_walker(page)
    for steps in (*page.known, (Point("help"), Press("Escape"), Press("Enter"))):
        walker.walk(steps)


@pytest.mark.variants(1)
@every_page
def test_only_deliberate_input_changes_an_answer(page: PageModel, make_walker: MakeWalker) -> None:
    _take(make_walker(page), settings(derandomize=True, max_examples=WALKS))


@pytest.mark.long
@pytest.mark.parametrize("tablet", [False, True], ids=["computer", "tablet"])
@every_page
def test_long_walks(page: PageModel, tablet: bool, make_walker: MakeWalker) -> None:
    start = int(os.environ.get("BEHOLDER_SEED", random.randrange(1, 2**31)))
    _take(make_walker(page, tablet=tablet), settings(max_examples=LONG_WALKS), start=start)
