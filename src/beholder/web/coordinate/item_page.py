"""One item: what is shown of it, every answer to it, and what raters said about it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import Connection

from beholder.declarations.states import MessageKind, Showing
from beholder.engine.serving.showing_content import MEDIA, ItemView
from beholder.errors import BeholderError
from beholder.protocols import Declaration, Item, why_left_out
from beholder.store import StoppingRow, TrialRow
from beholder.store.answers import stream_answers
from beholder.store.items import load_items
from beholder.store.messages import MessageRow, list_messages
from beholder.store.stopping import load_stopping
from beholder.store.trials import trials_of_item
from beholder.tables.blinding import Blind
from beholder.tables.ratings import Rating, ratings_of
from beholder.web.call import Call, Reply
from beholder.web.coordinate.answer_table import tabulate
from beholder.web.coordinate.frame import address, choice, language_of, show, words
from beholder.web.coordinate.watch import watch

__all__ = ["item", "picture_addresses", "pictured"]


def pictured(call: Call, view: ItemView, number: int, slots: list[list[str]], blind: Blind) -> dict[str, Any]:
    """What `shown.html` needs to draw an item and the candidates in these places."""
    declared = call.study.definition.declaration
    kinds = {name: column.kind for name, column in (*declared.item.items(), *declared.candidate.items())}
    item, shown_slots = view.fill(slots, picture_addresses(call, view, number, slots, blind))
    return {
        "item": item,
        "slots": shown_slots,
        "letters": [slot["letter"] for slot in shown_slots],
        "kinds": kinds,
        "headings": _headings(declared, language_of(call)),
        "main": next((value for name, value in item.items() if kinds[name] == "image" and value), ""),
        "size": call.study.pictures.by_name.get(view.main_image() or ""),
    }


def _headings(declared: Declaration, language: str) -> dict[str, str]:
    """What columns are called: as on the rater's page, or by what they are if they have no other name."""
    t = words(language)
    return {
        name: t(f"column-{column.kind}")
        if name == column.kind and column.kind in MEDIA and not column.label
        else column.heading(name, language)
        for name, column in (*declared.item.items(), *declared.candidate.items())
    }


def picture_addresses(call: Call, view: ItemView, item: int, slots: list[list[str]], blind: Blind) -> list[str]:
    """Where the pictures of this showing are, in its order; the addresses count them in the order of letters."""
    order = [("", n) for n in range(len(view.item.media()))]
    for name in sorted(view.by_system, key=lambda one: blind.letters.get(one, one)):
        order += [(name, n) for n in range(len(view.by_system[name].media()))]
    wanted = [("", n) for n in range(len(view.item.media()))]
    wanted += [(slot[0], n) for slot in slots for n in range(len(view.by_system[slot[0]].media()))]
    return [address(call, f"picture/{item}/{order.index(one)}") for one in wanted]


@dataclass(frozen=True, slots=True)
class _StoredItem:
    """An item as stored: its trials, the rows of all answers to them, and messages about it."""

    item: Item
    trials: Sequence[TrialRow]
    rows: Sequence[Rating]
    messages: Sequence[MessageRow]
    stopping: Mapping[int, StoppingRow]

    @property
    def main(self) -> list[TrialRow]:
        """The trials that are rated."""
        return [trial for trial in self.trials if trial.kind == Showing.MAIN]


async def item(call: Call) -> Reply:
    """The item with its pictures and its raw answers; systems are letters while they are sealed."""
    study, language = call.study, language_of(call)
    asked = call.path["item"]
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise _no_item()
    number = int(asked)
    found = await study.read(lambda conn: _load(conn, call, number))
    blind = await watch(study).blind()
    view = (await study.views([number]))[number]
    form = study.definition.declaration.form
    systems = sorted(view.by_system, key=lambda name: blind.letters.get(name, name))
    columns, given = tabulate(
        found.rows, form, language, lambda row: blind.system(row.system), is_fast=study.definition.is_fast
    )
    only = choice(call, "only", ("fast", ""))
    drawn = pictured(call, view, number, [[system] for system in systems], blind)
    for slot, system in zip(drawn["slots"], systems, strict=True):
        slot["letter"] = blind.system(system)
    return await show(
        call,
        "item.html",
        here="items",
        name=found.item.id,
        system=blind.system(found.item.system) if found.item.system else "",
        number_of_item=number,
        **drawn,
        columns=columns,
        given=[one for one in given[::-1] if one.fast or not only],
        fast=sum(one.fast for one in given),
        fast_seconds=study.definition.fast_seconds,
        only=only,
        here_at=f"items/{number}",
        kind=found.item.kind,
        wanted=sum(trial.quota for trial in found.main) - sum(row.closed for row in found.stopping.values()),
        trials=len(found.main),
        stopped=sum(bool(row.stopped) for row in found.stopping.values()),
        spared=sum(row.closed for row in found.stopping.values()),
        in_full=sum(row.in_full for row in found.stopping.values()),
        stop_rule=study.definition.stop_rule,
        counted=sum(not why_left_out(one.kind, one.excluded_by) for one in given),
        suspended=any(trial.rank < 0 for trial in found.trials),
        asked=found.messages,
    )


def _load(conn: Connection, call: Call, number: int) -> _StoredItem:
    study = call.study
    stored = load_items(conn, study.engine.key, [number])
    trials = trials_of_item(conn, study.engine.key, number)
    if number not in stored:
        raise _no_item()
    found = Item.from_json(json.loads(stored[number]))
    form = study.definition.declaration.form
    rows = [
        row
        for trial in trials
        for answer in stream_answers(conn, study.engine.key, trial=trial.trial)
        if answer.payload is not None
        for row in ratings_of(answer, found, "", "", form)
    ]
    about = [one for one in list_messages(conn, study.engine.key, kinds=MessageKind.ASKED) if one.item == number]
    stopping = load_stopping(conn, study.engine.key, [trial.trial for trial in trials])
    return _StoredItem(found, trials, rows, about, stopping)


def _no_item() -> BeholderError:
    return BeholderError("the study has no such item", code="not-found")
