"""Questions and reports of raters, flags, and what is written back."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.declarations.states import MessageKind, MessageState
from beholder.engine.handlers.inbox import CloseMessage, Post
from beholder.errors import BeholderError
from beholder.store.messages import MessageRow, list_messages
from beholder.store.raters import load_raters
from beholder.store.records import stream_records
from beholder.store.trials import load_trials
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, back, choice, number, show, text
from beholder.web.coordinate.watch import watch

__all__ = ["close", "inbox", "notice", "reply"]

# the newest; what is open is shown in full, and the log has all
_DONE_SHOWN = 50
# the newest, as examples beside the counts of all
_SKIPS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class _Skips:
    """Trials that raters passed over: how many for each reason, and the last ones as (rater, item, time, reason)."""

    reasons: list[tuple[str, int]]
    last: list[tuple[str, int, int, str]]


async def inbox(call: Call) -> Reply:
    """What waits for an answer, then what has been answered."""
    study = call.study
    everything, skips = await study.read(
        lambda conn: (list_messages(conn, study.engine.key), _skips(conn, study.engine.key))
    )
    threads: dict[int, list[MessageRow]] = defaultdict(list)
    for row in everything:
        if row.about >= 0:
            threads[row.about].append(row)
    asked = [row for row in everything if row.kind in MessageKind.ASKED]
    seen = await watch(study).look()
    return await show(
        call,
        "inbox.html",
        here="inbox",
        waiting=[row for row in asked if row.state == MessageState.OPEN],
        answered=[row for row in asked if row.state != MessageState.OPEN][::-1][:_DONE_SHOWN],
        sent=[row for row in everything if row.kind in MessageKind.PUBLISHED][::-1][:_DONE_SHOWN],
        threads=threads,
        flagged=[one for one in seen.quality if one.flags],
        standing=[row for row in everything if row.kind in MessageKind.STANDING and row.text][::-1][:_DONE_SHOWN],
        watched=study.definition.check_rule is not None,
        skips=skips,
    )


def _skips(conn: Connection, study: int) -> _Skips:
    records = [(record, json.loads(record.body)) for record in stream_records(conn, study, kind="skip")]
    reasons = Counter(str(body["reason"]) for _, body in records)
    last = records[: -_SKIPS_SHOWN - 1 : -1]
    trials = load_trials(conn, study, [body["trial"] for _, body in last])
    words = {(row.rater, row.at): row.text for row in list_messages(conn, study, kinds=(MessageKind.SKIP,))}
    told = [
        (one.subject, trials[body["trial"]].item, one.at, words.get((one.subject, one.at)) or str(body["reason"]))
        for one, body in last
    ]
    return _Skips(reasons.most_common(), told)


async def reply(call: Call) -> Reply:
    """Answers one rater, or all of them by a published clarification."""
    kind = choice(call, "kind", MessageKind.REPLIED)
    about = number(call, "message", least=0, most=100_000_000)
    study = call.study

    def load(conn: Connection) -> MessageRow:
        for row in list_messages(conn, study.engine.key, kinds=MessageKind.ASKED):
            if row.message == about:
                return row
        raise BeholderError("there is no such message", code="not-found")

    question = await study.read(load)
    await act(call, Post(call.person.name, kind, text(call, "text"), rater=question.rater, about=about))
    return back(call, "inbox")


async def close(call: Call) -> Reply:
    """Marks a message as dealt with."""
    await act(call, CloseMessage(call.person.name, number(call, "message", least=0, most=100_000_000)))
    return back(call, "inbox")


async def notice(call: Call) -> Reply:
    """Writes to all raters, or to one."""
    study = call.study
    rater = call.body.get("rater", "").strip()[:100]
    if rater and rater not in await study.read(lambda conn: load_raters(conn, study.engine.key, [rater])):
        raise BeholderError("the study has no such rater", code="not-found")
    await act(call, Post(call.person.name, MessageKind.NOTICE, text(call, "text"), rater=rater))
    return back(call, "inbox")
