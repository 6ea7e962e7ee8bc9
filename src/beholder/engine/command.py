"""What can be asked of a running study: commands, the one handler of each, and their order within a transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.engine.batch import Batch

__all__ = ["HANDLERS", "Command", "Turn", "carry_out", "handles", "handles_together"]

R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")
C = TypeVar("C", bound="Command[Any]")


class Turn(IntEnum):
    """When a command is carried out. Those of one transaction were under way at the same time, so the order is ours."""

    ANSWERS = 1
    """Before all else: what answers fill or free decides what can be leased."""

    CHANGES = 2
    """In the order in which they came."""

    LEASES = 3
    """Last, so that they see what the others left open."""


class Command(Generic[R_co]):
    """Asks one thing of a study; `Command[int]` is answered with an `int`. A command is a frozen dataclass.

    It stands in the file of its handler, so whoever can make one has its handler loaded.
    """

    __slots__ = ()

    turn: ClassVar[Turn] = Turn.CHANGES
    erases: ClassVar[bool] = False
    """Whether something is to be gone afterwards, from the database's own log too."""


_Handler = Callable[["Batch", Sequence[Any]], Sequence[Any]]
HANDLERS: dict[type[Command[Any]], _Handler] = {}


def handles(kind: type[C]) -> Callable[[Callable[[Batch, C], R]], Callable[[Batch, C], R]]:
    """Makes a function the handler of a command; what it refuses is refused for that command alone."""

    def register(handler: Callable[[Batch, C], R]) -> Callable[[Batch, C], R]:
        def one_by_one(batch: Batch, commands: Sequence[C]) -> list[R | BeholderError]:
            results: list[R | BeholderError] = []
            for command in commands:
                try:
                    results.append(handler(batch, command))
                except BeholderError as error:
                    results.append(error)
            return results

        one_by_one.__wrapped__ = handler  # type: ignore[attr-defined]
        _register(kind, one_by_one)
        return handler

    return register


def handles_together(
    kind: type[C],
) -> Callable[
    [Callable[[Batch, Sequence[C]], list[R | BeholderError]]], Callable[[Batch, Sequence[C]], list[R | BeholderError]]
]:
    """Makes a function the handler of all such commands of a transaction at once; it returns what it refuses."""

    def register(
        handler: Callable[[Batch, Sequence[C]], list[R | BeholderError]],
    ) -> Callable[[Batch, Sequence[C]], list[R | BeholderError]]:
        _register(kind, handler)
        return handler

    return register


def _register(kind: type[Command[Any]], handler: _Handler) -> None:
    if kind in HANDLERS:
        raise TypeError(f"{kind.__name__} has a handler already")
    HANDLERS[kind] = handler


def carry_out(batch: Batch, commands: Sequence[Command[Any]]) -> list[Any]:
    """The results of commands, each at its command's place; an error is the result of the command that it refuses."""
    results: list[Any] = [None] * len(commands)
    by_turn = sorted(range(len(commands)), key=lambda n: commands[n].turn)
    for kind, group in groupby(by_turn, key=lambda n: type(commands[n])):
        numbers = list(group)
        for n, result in zip(numbers, HANDLERS[kind](batch, [commands[n] for n in numbers]), strict=True):
            results[n] = result
    return results
