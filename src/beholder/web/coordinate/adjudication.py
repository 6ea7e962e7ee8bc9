"""Trials on which raters differ: their raw answers, and a decision that is kept apart from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import Connection

from beholder.engine.acts import Adjudicate
from beholder.engine.blinding import Blind
from beholder.engine.ratings import Rating, ratings_of
from beholder.errors import BeholderError
from beholder.protocols import Item
from beholder.store import TrialRow
from beholder.store.answers import stream_answers
from beholder.store.items import load_items, numbers_of
from beholder.store.trials import load_trials
from beholder.web.call import Call, HttpError, Reply
from beholder.web.coordinate.frame import act, address, back, language_of, show, words
from beholder.web.coordinate.watch import watch
from beholder.web.showing import ItemView

__all__ = ["decide", "queue", "trial"]

_SHOWN = ("main", "adjudication")


@dataclass(frozen=True, slots=True)
class _Given:
    """One answer to the trial: by whom, and its values by column of the table."""

    rater: str
    kind: str
    excluded_by: str
    values: dict[str, str]


async def queue(call: Call) -> Reply:
    """Disputed trials, those without a decision first."""
    study = call.study
    seen = await watch(study).look()
    numbers = await study.read(lambda conn: numbers_of(conn, study.engine.key)) if seen.disputes else {}
    return await show(
        call,
        "adjudication.html",
        here="adjudication",
        rule=study.definition.settings.adjudicate,
        disputes=seen.disputes,
        numbers=numbers,
    )


async def trial(call: Call) -> Reply:
    """One trial with its raw answers and the form for a decision."""
    return await _trial_page(call)


async def _trial_page(call: Call, *, problem: str = "", payload: Any = None, status: int = 200) -> Reply:
    study = call.study
    row, rows = await study.read(lambda conn: _load(conn, call))
    blind = await watch(study).blind()
    view = (await study.views([row.item]))[row.item]
    form = study.definition.declaration.form
    systems: list[str] = json.loads(row.systems)
    slots = [] if study.definition.declaration.shows == "item" else [[system] for system in systems]
    item, places = view.fill(slots, _addresses(call, view, row.item, slots, blind))
    for place, (system,) in zip(places, slots, strict=True):
        place["letter"] = blind.system(system)
    columns, given = _table(rows, blind)
    declared = study.definition.declaration
    kinds = {name: column.kind for name, column in (*declared.item.items(), *declared.candidate.items())}
    picture = study.pictures.by_name.get(view.main_image() or "")
    language = language_of(call)
    return await show(
        call,
        "decide.html",
        here="adjudication",
        status=status,
        problem=problem,
        trial=row.trial,
        item=item,
        kinds=kinds,
        main=next((value for name, value in item.items() if kinds[name] == "image" and value), ""),
        size=picture,
        slots=places,
        form=form,
        number="decision",
        letters=[place["letter"] for place in places],
        columns=columns,
        given=given,
        boot={
            "form": form.to_wire(language),
            "messages": words(language).texts,
            "payload": payload,
            "root": call.app.options.root_path,
        },
    )


def _load(conn: Connection, call: Call) -> tuple[TrialRow, list[Rating]]:
    study, asked = call.study, call.path["trial"]
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise _no_trial()
    found = load_trials(conn, study.engine.key, [int(asked)]).get(int(asked))
    if found is None or found.kind != "main":
        raise _no_trial()
    item = Item.from_json(json.loads(load_items(conn, study.engine.key, [found.item])[found.item]))
    form = study.definition.declaration.form
    rows = [
        row
        for answer in stream_answers(conn, study.engine.key, trial=found.trial)
        if answer.payload is not None and answer.kind in _SHOWN
        for row in ratings_of(answer, item, "", "", form)
    ]
    return found, rows


def _no_trial() -> BeholderError:
    return BeholderError("there is no such trial", code="not-found")


def _addresses(call: Call, view: ItemView, item: int, slots: list[list[str]], blind: Blind) -> list[str]:
    """Where the pictures of this showing are, in its order; the addresses count them in the order of letters."""
    order = [("", n) for n in range(len(view.item.media()))]
    for name in sorted(view.by_system, key=lambda one: blind.letters.get(one, one)):
        order += [(name, n) for n in range(len(view.by_system[name].media()))]
    wanted = [("", n) for n in range(len(view.item.media()))]
    wanted += [(place[0], n) for place in slots for n in range(len(view.by_system[place[0]].media()))]
    return [address(call, f"picture/{item}/{order.index(one)}") for one in wanted]


def _table(rows: list[Rating], blind: Blind) -> tuple[list[str], list[_Given]]:
    columns: list[str] = []
    given: dict[str, _Given] = {}
    for row in rows:
        column = f"{row.field} {blind.system(row.system)}" if row.candidate and len(_systems(rows)) > 1 else row.field
        if column not in columns:
            columns.append(column)
        one = given.setdefault(row.answer, _Given(row.rater, row.kind, row.excluded_by, {}))
        one.values[column] = row.value
    return columns, list(given.values())


def _systems(rows: list[Rating]) -> set[str]:
    return {row.system for row in rows if row.candidate}


async def decide(call: Call) -> Reply:
    """Keeps a decision."""
    given = call.body.get("payload", "")
    comment = call.body.get("comment", "").strip()[:2000]
    asked = call.path["trial"]
    await call.study.read(lambda conn: _load(conn, call))
    try:
        payload = json.loads(given) if given else {}
    except ValueError:
        raise HttpError(422, "payload: expected JSON", code="request-invalid") from None
    try:
        await act(call, Adjudicate(call.person.name, int(asked), payload, comment))
    except BeholderError as error:
        return await _trial_page(
            call, problem="; ".join(one.problem for one in error.problems), payload=payload, status=422
        )
    return back(call, "adjudication")
