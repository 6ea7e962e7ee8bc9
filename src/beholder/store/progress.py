"""How far each item is, and how much work each rater did: what those who run a study look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import ExcludedBy, ItemState, LeaseState, MessageKind, RaterStage
from beholder.protocols import Showing
from beholder.store.answers import LATEST
from beholder.store.raters import INVITE, LINK
from beholder.store.schema import answers, items, leases, messages, platform_ids, raters, stopping, trials

__all__ = [
    "ItemProgress",
    "WorkDone",
    "answers_by_guideline",
    "count_item_states",
    "finished_raters",
    "invite_uses",
    "list_item_progress",
    "platform_names",
    "work_done",
]


class ItemProgress(NamedTuple):
    """One item: ratings wanted and given, and its state. What a rule for stopping spares is not wanted."""

    item: int
    id: str
    wanted: int
    given: int
    state: str


class WorkDone(NamedTuple):
    """What a rater answered. Late answers are work done in good faith; only what a rule took out is not approved.

    Where all ratings of a rater were taken out, nothing is approved: the checks that they also answered are no work by
    themselves.
    """

    rater: str
    approved: int
    approved_ms: int
    excluded: int


def _progress(study: int) -> Any:
    """Per item: number, wanted, given, state."""
    given = (
        sa.select(leases.c.item, sa.func.count().label("given"))
        .where(leases.c.study == study, leases.c.state == LeaseState.ANSWERED, leases.c.kind.in_(Showing.PLANNED))
        .group_by(leases.c.item)
        .subquery()
    )
    planned = (
        sa.select(
            trials.c.item,
            sa.func.sum(trials.c.quota - sa.func.coalesce(stopping.c.closed, 0)).label("wanted"),
            sa.func.min(trials.c.rank).label("rank"),
        )
        .join(
            stopping,
            sa.and_(stopping.c.study == trials.c.study, stopping.c.trial == trials.c.trial),
            isouter=True,
        )
        .where(trials.c.study == study, trials.c.kind == Showing.MAIN)
        .group_by(trials.c.item)
        .subquery()
    )
    count = sa.func.coalesce(given.c.given, 0)
    state = sa.case(
        (planned.c.rank < 0, ItemState.SUSPENDED.value),
        (count >= planned.c.wanted, ItemState.DONE.value),
        (count > 0, ItemState.PROGRESS.value),
        else_=ItemState.NEW.value,
    )
    return (
        sa.select(planned.c.item, planned.c.wanted, count.label("given"), state.label("state"))
        .join(given, given.c.item == planned.c.item, isouter=True)
        .subquery()
    )


def count_item_states(conn: Connection, study: int) -> dict[str, int]:
    """How many items are in each state."""
    progress = _progress(study)
    found = conn.execute(sa.select(progress.c.state, sa.func.count()).group_by(progress.c.state))
    counts = {str(state): int(n) for state, n in found}
    return {state: counts.get(state, 0) for state in ItemState}


def list_item_progress(conn: Connection, study: int, *, state: str, offset: int, most: int) -> list[ItemProgress]:
    """Items in a state, in their order, a page at a time."""
    progress = _progress(study)
    query = (
        sa.select(progress.c.item, items.c.id, progress.c.wanted, progress.c.given, progress.c.state)
        .join(items, sa.and_(items.c.study == study, items.c.item == progress.c.item))
        .where(progress.c.state == state)
        .order_by(progress.c.item)
        .offset(offset)
        .limit(most)
    )
    return [ItemProgress(int(n), i, int(w), int(g), s) for n, i, w, g, s in conn.execute(query)]


def work_done(conn: Connection, study: int) -> list[WorkDone]:
    """Trials and active time of each rater, over all kinds of showing, the time of corrections included."""
    approved = answers.c.excluded_by.in_(ExcludedBy.PAID)
    rating = leases.c.kind.in_(Showing.PLANNED)
    query = (
        sa.select(
            answers.c.rater,
            sa.func.count(sa.distinct(answers.c.lease)).filter(approved),
            sa.func.coalesce(sa.func.sum(answers.c.active_ms).filter(approved), 0),
            sa.func.count(sa.distinct(answers.c.lease)).filter(~approved),
            sa.func.count().filter(sa.and_(approved, rating)),
            sa.func.count().filter(sa.and_(~approved, rating)),
        )
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, leases.c.kind != Showing.ADJUDICATION)
        .group_by(answers.c.rater)
        .order_by(answers.c.rater)
    )
    return [
        WorkDone(str(rater), 0, 0, int(n) + int(out))
        if lost and not kept
        else WorkDone(str(rater), int(n), int(ms), int(out))
        for rater, n, ms, out, kept, lost in conn.execute(query)
    ]


def finished_raters(conn: Connection, study: int, *, trials: int | None) -> set[str]:
    """Raters who came to the end, and did not skip so much that this completes nothing.

    With `trials`, whoever took as many has come to the end too: where nothing is asked after the trials, no stage follows.
    """
    skipped = sa.select(messages.c.rater).where(
        messages.c.study == study, messages.c.kind == MessageKind.UNCOMPLETED.value
    )
    at_the_end = raters.c.stage == RaterStage.FINISHED.value
    if trials is not None:
        taken = (
            sa.select(leases.c.rater)
            .where(leases.c.study == study, leases.c.kind.in_(Showing.PLANNED))
            .where(leases.c.state.in_([state for state in LeaseState.TAKEN if state != LeaseState.OPEN]))
            .group_by(leases.c.rater)
            .having(sa.func.count() >= trials)
        )
        at_the_end |= sa.and_(raters.c.stage == RaterStage.TRIALS.value, raters.c.rater.in_(taken))
    query = sa.select(raters.c.rater).where(raters.c.study == study, at_the_end, raters.c.rater.not_in(skipped))
    return {str(rater) for rater in conn.execute(query).scalars()}


def platform_names(conn: Connection, study: int) -> dict[str, tuple[str, str]]:
    """Whom crowd platforms say the raters are: platform and id by rater.

    Invitations are no platform, what else a link said is no id, and what a withdrawal left is nobody's.
    """
    query = sa.select(platform_ids.c.rater, platform_ids.c.platform, platform_ids.c.external).where(
        platform_ids.c.study == study,
        platform_ids.c.rater != "",
        platform_ids.c.platform != INVITE,
        ~platform_ids.c.platform.endswith(LINK, autoescape=True),
    )
    return {str(rater): (str(platform), str(external)) for rater, platform, external in conn.execute(query)}


def invite_uses(conn: Connection, study: int, invites: Sequence[str]) -> dict[str, int]:
    """How often each of some invitations was used."""
    query = sa.select(platform_ids.c.external).where(platform_ids.c.study == study, platform_ids.c.platform == INVITE)
    counts = dict.fromkeys(invites, 0)
    for external in conn.execute(query).scalars():
        name = str(external).partition("/")[0]
        if name in counts:
            counts[name] += 1
    return counts


def answers_by_guideline(conn: Connection, study: int) -> dict[str, int]:
    """Main answers that count, by the version of the guideline under which they were given."""
    query = (
        sa.select(answers.c.guideline, sa.func.count())
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, answers.c.excluded_by == "", leases.c.kind.in_(Showing.COUNTED), LATEST)
        .group_by(answers.c.guideline)
    )
    return {str(version): int(n) for version, n in conn.execute(query)}
