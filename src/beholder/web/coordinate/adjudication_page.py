"""Trials on which raters differ: their raw answers, and a decision that is kept apart from them."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup
from sqlalchemy.engine import Connection

from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.serving.showing_content import letter
from beholder.errors import BeholderError
from beholder.protocols import Item, Showing
from beholder.store import TrialRow
from beholder.store.answers import stream_answers
from beholder.store.items import load_items, numbers_of
from beholder.store.trials import load_trials
from beholder.tables.ratings import Rating, ratings_of
from beholder.web.call import Call, HttpError, Reply, html
from beholder.web.content_policy import FRAMED_POLICY, FRAMING_POLICY
from beholder.web.coordinate.answer_table import tabulate
from beholder.web.coordinate.frame import act, back, form_words, language_of, show, words
from beholder.web.coordinate.item_page import picture_addresses, pictured
from beholder.web.coordinate.watch import watch
from beholder.web.kind_files import kind_scripts, kind_styles
from beholder.web.refusal import tell_problem
from beholder.web.replay_page import replay_boot

__all__ = ["decide", "queue", "showing", "trial"]

_SHOWN = (*Showing.COUNTED, Showing.ADJUDICATION)


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
        labels=_labels(call),
    )


def _labels(call: Call) -> dict[str, str]:
    language = language_of(call)
    return {
        name: field.label.to(language) or name for name, field in call.study.definition.declaration.form.all_fields()
    }


async def trial(call: Call) -> Reply:
    """One trial with its raw answers and the form for a decision."""
    return await _trial_page(call)


async def _trial_page(call: Call, *, problem: str = "", payload: Any = None, status: int = 200) -> Reply:
    study = call.study
    row, rows = await study.read(lambda conn: _load(conn, call))
    blind = await watch(study).blind()
    view = (await study.views([row.item]))[row.item]
    form = study.definition.declaration.form
    slots = _slots(call, row)
    language = language_of(call)
    t = form_words(language, form)
    # the letters of places, as raters know them and as the form speaks of them: an adjudicator needs no system's letter
    shown_slots = {system: letter(n) for n, (system,) in enumerate(slots)} if len(slots) > 1 else {}
    columns, given = tabulate(rows, form, language, lambda one: shown_slots.get(one.system, ""))
    return await show(
        call,
        "decide.html",
        here="adjudication",
        status=status,
        t=t,
        extra=[(b"content-security-policy", FRAMING_POLICY.encode())],
        problem=problem,
        trial=row.trial,
        number_of_item=row.item,
        name=rows[0].item if rows else "",
        **pictured(call, view, row.item, slots, blind),
        form=form,
        kind_styles=kind_styles(field for _, field in form.all_fields()),
        number="decision",
        columns=columns,
        given=given,
        boot={
            "form": form.to_wire(language),
            "kinds": kind_scripts((field for _, field in form.all_fields()), call.app.static_address),
            "messages": t.for_script(),
            "payload": payload,
            "root": call.app.options.root_path,
        },
    )


async def showing(call: Call) -> Reply:
    """The trial on the page that raters see, without an answer and only to be looked at."""
    study = call.study
    row = await study.read(lambda conn: _find(conn, call))
    blind = await watch(study).blind()
    view = (await study.views([row.item]))[row.item]
    slots = _slots(call, row)
    addresses = picture_addresses(call, view, row.item, slots, blind)
    renderer = study.renderer
    language = renderer.language(language_of(call))
    fragment = renderer.fragment(
        view,
        item=row.item,
        slots=json.dumps(slots),
        lease="",
        number=0,
        language=language,
        address=lambda _lease, number: addresses[number],
    )
    files = call.app.page_files(study)
    page = renderer.page(
        "showing.html",
        language,
        title=study.definition.title.to(language),
        style=files["style"],
        boot=replay_boot(
            renderer,
            study.definition,
            language,
            media=fragment.media,
            script=files["script"],
            kinds=kind_scripts(renderer.fields(), call.app.static_address),
        ),
        fragment=Markup(fragment.html),  # noqa: S704 - Jinja has escaped it
    )
    return html(page, extra=[(b"content-security-policy", FRAMED_POLICY.encode())])


def _slots(call: Call, row: TrialRow) -> list[list[str]]:
    """The candidates of a trial in the order of their letters; none where an item is shown by itself."""
    systems: list[str] = json.loads(row.systems)
    return [] if call.study.definition.declaration.shows == "item" else [[system] for system in systems]


def _find(conn: Connection, call: Call) -> TrialRow:
    asked = call.path["trial"]
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise _no_trial()
    found = load_trials(conn, call.study.engine.key, [int(asked)]).get(int(asked))
    if found is None or found.kind != Showing.MAIN:
        raise _no_trial()
    return found


def _load(conn: Connection, call: Call) -> tuple[TrialRow, list[Rating]]:
    study, found = call.study, _find(conn, call)
    item = Item.from_json(json.loads(load_items(conn, study.engine.key, [found.item])[found.item]))
    form = study.definition.declaration.form
    rows = [
        row
        for answer in stream_answers(conn, study.engine.key, trial=found.trial)
        if answer.payload is not None and answer.kind in _SHOWN
        for row in ratings_of(answer, item, "", "", form)
    ]
    return found, rows


def _tell(call: Call, error: BeholderError) -> str:
    """What is wrong with a decision, each fault with the question it is about."""
    t, labels = words(language_of(call)), _labels(call)
    told = []
    for one in error.problems:
        slot, _, name = one.where.rpartition(".")
        of_candidate = f" {letter(int(slot))}" if slot.isdigit() else ""
        about = f"{labels[name]}{of_candidate}: " if name in labels else ""
        told.append(about + tell_problem(one, t))
    return t("list-semicolon").join(dict.fromkeys(told))


def _no_trial() -> BeholderError:
    return BeholderError("there is no such trial", code="not-found")


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
        return await _trial_page(call, problem=_tell(call, error), payload=payload, status=422)
    return back(call, "adjudication")
