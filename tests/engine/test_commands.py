"""Commands and their handlers: each has one, in its own file; and what a saved answer calls on its way to the disk."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import FrameType
from typing import Any, Self, get_args, get_origin, get_type_hints

import pytest

import beholder.engine
from beholder.engine import Answer, Engine, Join, Lease
from beholder.engine.command import HANDLERS, Command, Turn, handles
from beholder.engine.handlers.joining import Leave
from beholder.engine.handlers.study_state import SetState
from beholder.errors import BeholderError
from beholder.store import Database
from tests.study_maker import make_study, payload_for, start


def all_commands() -> list[type[Command[Any]]]:
    for module in pkgutil.walk_packages(beholder.engine.__path__, "beholder.engine."):
        importlib.import_module(module.name)
    # a dataclass with slots leaves the class it was made from behind, under the same name
    named = {(kind.__module__, kind.__qualname__) for kind in _below(Command)}
    return [vars(sys.modules[module])[name] for module, name in sorted(named) if module.startswith("beholder.")]


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def result_of(kind: type[Command[Any]]) -> Any:
    bases: tuple[Any, ...] = vars(kind)["__orig_bases__"]
    return next(get_args(base)[0] for base in bases if get_origin(base) is Command)


@pytest.mark.parametrize("kind", all_commands(), ids=lambda kind: kind.__name__)
def test_a_command_has_one_handler_in_its_own_file_that_returns_its_result(kind: type[Command[Any]]) -> None:
    assert dataclasses.is_dataclass(kind)
    assert kind.__dataclass_params__.frozen
    assert kind.__module__.startswith("beholder.engine.handlers.")
    handler = inspect.unwrap(HANDLERS[kind])
    assert handler.__module__ == kind.__module__
    hints = get_type_hints(handler)
    returned = hints.pop("return")
    asked = hints[list(hints)[-1]]
    if get_origin(asked) is None:
        assert asked is kind
        assert returned in (result_of(kind), type(result_of(kind)))
    else:
        assert get_args(asked) == (kind,)
        (one,) = get_args(returned)
        assert set(get_args(one)) == {result_of(kind), BeholderError}


def test_there_are_commands_and_nothing_else_has_a_handler() -> None:
    assert set(all_commands()) == set(HANDLERS)
    assert {Answer, Join, Lease} < set(HANDLERS)


def test_a_second_handler_is_refused() -> None:
    with pytest.raises(TypeError, match="Join has a handler already"):
        handles(Join)(lambda _batch, _command: None)


def test_answers_come_before_all_else_and_leases_after_whatever_order_they_came_in(
    tmp_path: Path, database: Database
) -> None:
    """One place: the lease sees that the answer filled it, and that the other rater has gone."""
    engine, _ = start(make_study(tmp_path / "study", "one", items=2, systems="a"), database)
    one, two = engine.run(Join()).rater, engine.run(Join()).rater
    first, _second = engine.run(Lease(one)).leases[0], engine.run(Lease(two))
    answer = Answer(id="answer-one", rater=one, lease=first.lease, payload=payload_for("one", 1))
    leased, _, saved = engine.run_together([Lease(one), Leave(two), answer])
    assert not saved.excluded_by
    assert len(leased.leases) == 1, "what the other rater left is open to this one, and the first is answered"
    assert Answer.turn < Join.turn < Lease.turn
    assert {kind for kind in HANDLERS if kind.turn != Turn.CHANGES} == {Answer, Lease}
    engine.close()


def test_changes_are_made_in_the_order_in_which_they_came(tmp_path: Path, database: Database) -> None:
    engine, _ = start(make_study(tmp_path / "study", "one", items=1, systems="a"), database)
    rater = engine.run(Join()).rater
    engine.run_together([SetState("closed"), Join(), SetState("open")])
    assert engine.run(Lease(rater)).leases
    refused: Future[Any] = Future()
    done: Future[Any] = Future()
    engine.enqueue([(SetState("ajar"), refused), (SetState("paused"), done)])
    with pytest.raises(BeholderError, match="ajar"):
        refused.result(60)
    assert done.result(60) is None, "what is refused costs nobody else anything"
    assert engine.run_together([]) == []
    engine.close()


class Calls:
    """Which package of ours called which, in the threads that are started while this is watching."""

    def __init__(self) -> None:
        self.made: set[tuple[str, str]] = set()

    def __enter__(self) -> Self:
        threading.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            caller = _ours(frame.f_back)
            if caller:
                self.made.add((caller, _package(frame)))


def _package(frame: FrameType) -> str:
    name = str(frame.f_globals.get("__name__", ""))
    return name.split(".")[1] if name.startswith("beholder.") else ""


def _ours(frame: FrameType | None) -> str:
    """The nearest package of ours that is above: what a library calls for the store, the store calls."""
    while frame is not None and not _package(frame):
        frame = frame.f_back
    return _package(frame) if frame is not None else ""


def carried(folder: Path, change: Callable[[Engine], Sequence[Command[Any]]]) -> set[tuple[str, str]]:
    """The calls between packages that the writer's thread makes for some commands."""
    database = Database.open(folder.parent / "store.sqlite3")
    with Calls() as calls:
        engine, _ = start(make_study(folder, "one", items=2, systems="a"), database, people=True)
    commands = change(engine)
    calls.made.clear()
    for command in commands:
        engine.run(command)
    engine.close()
    database.close()
    return {(caller, called) for caller, called in calls.made if called and caller != called}


def test_a_saved_answer_makes_no_call_upwards(tmp_path: Path) -> None:
    def answer(engine: Engine) -> list[Command[Any]]:
        rater = engine.run(Join()).rater
        lease = engine.run(Lease(rater)).leases[0].lease
        return [Answer(id="answer-one", rater=rater, lease=lease, payload=payload_for("one", 1)), Lease(rater)]

    made = carried(tmp_path / "study", answer)
    assert ("engine", "store") in made, "nothing was watched"
    upwards = {"engine", "study", "quality", "tables", "web", "protocols"}
    assert {called for caller, called in made if caller == "store"} & upwards == set()
