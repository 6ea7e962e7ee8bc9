"""Talking to a person in a terminal: problems in words, progress as a bar, both on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from beholder.errors import Problem, group_problems

__all__ = ["Tick", "console", "print_problems", "progress_bar"]

T = TypeVar("T")
# things between two steps of the bar: drawing it for each would take longer than the work
_STEP = 500


def console() -> Console:
    """The console for results, on standard output."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=True)


def print_problems(problems: Sequence[Problem]) -> None:
    """Prints what is wrong, where, and how to mend it; equal problems once, and a hint that several in a row share, too."""
    out = Console(file=sys.stderr, highlight=False, soft_wrap=True)
    grouped = group_problems(problems)
    for problem, after in zip_longest(grouped, grouped[1:]):
        word = "[yellow]warning[/yellow]" if problem.warning else "[red]error[/red]"
        where = f"[bold]{escape(problem.where)}[/bold] · " if problem.where else ""
        out.print(f"{word} {where}{escape(problem.problem)} [dim]\\[{problem.code}][/dim]")
        if problem.elsewhere:
            out.print(f"  {escape(problem.also)}")
        if problem.hint and (after is None or after.hint != problem.hint):
            out.print(f"  [cyan]hint:[/cyan] {escape(problem.hint)}")


class Tick:
    """Moves a progress bar: call it with what is done and, if known, the total."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def __call__(self, done: int, total: int | None = None) -> None:
        """Shows how much is done."""
        if total is None:
            self._progress.update(self._task, completed=done)
        else:
            self._progress.update(self._task, completed=done, total=total)

    def say(self, title: str) -> None:
        """Changes what stands beside the bar."""
        self._progress.update(self._task, description=title)

    def under(self, title: str) -> Callable[[int, int | None], None]:
        """The same bar for the next part of the work, with that beside it as soon as its total is known."""

        def tick(done: int, total: int | None = None) -> None:
            if done % _STEP == 1 or done == total or (total or _STEP) < _STEP:
                self(done, total)
                if total is not None:
                    self.say(title)

        return tick

    def done(self) -> None:
        """Takes the bar away before what is printed next."""
        self._progress.stop()

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """The things, counted as they pass."""
        count = 0
        for count, thing in enumerate(things, start=1):
            if count % _STEP == 0:
                self(count)
            yield thing
        self(count)


@contextmanager
def progress_bar(title: str, *, total: int | None = None, quiet: bool = False) -> Iterator[Tick]:
    """A bar on standard error while something long is under way; nothing where nobody looks."""
    out = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=quiet or not out.is_terminal) as progress:
        yield Tick(progress, progress.add_task(title, total=total))
