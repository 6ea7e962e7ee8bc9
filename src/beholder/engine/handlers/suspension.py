"""Items that are broken: reported by raters, taken out of what is served, and taken back in."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.declarations.states import LeaseState, MessageKind
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.inbox import write_message
from beholder.engine.handlers.skips import warn_of_skips
from beholder.engine.known_rater import load_rater, own_lease
from beholder.errors import BeholderError
from beholder.store import items, leases, messages, trials

__all__ = ["ReportBroken", "ResumeAll", "SuspendItem"]


@dataclass(frozen=True, slots=True)
class ReportBroken(Command[bool]):
    """The rater says that pictures are wrong or missing."""

    rater: str
    lease: str
    text: str
    key: str = ""


@handles(ReportBroken)
def report_broken(batch: Batch, command: ReportBroken) -> bool:
    """Notes the report and passes the trial over; whether the item is suspended now."""
    rater = load_rater(batch, command.rater)
    lease = own_lease(batch, rater.rater, command.lease)
    author, sent = rater.rater, command.key
    write_message(batch, MessageKind.BROKEN, rater=author, author=author, text=command.text, lease=lease, key=sent)
    if lease.state == LeaseState.OPEN:
        batch.give_back([lease])
        leases.set_lease_states(batch.conn, {lease.lease: LeaseState.REPORTED})
        warn_of_skips(batch, rater.rater)
    settings, key = batch.context.definition.settings, batch.context.key
    counted = messages.broken_reports(batch.conn, key, answered=settings.broken_answers, item=lease.item)
    reports = counted.get(lease.item, 0)
    if reports < settings.broken_after:
        return False
    if lease.item in trials.suspended_items(batch.conn, key):
        return True
    if not _may_suspend(batch):
        return False
    batch.write_places()
    trials.suspend(batch.conn, key, lease.item)
    batch.chain.add("suspend", str(lease.item), {"reports": reports}, at=batch.now)
    return True


def _may_suspend(batch: Batch) -> bool:
    """Whether reports alone may take one more item out: a few people must not be able to empty a study."""
    key, share = batch.context.key, batch.context.definition.settings.broken_share
    out = trials.suspended_items(batch.conn, key) & messages.reported_items(batch.conn, key)
    return len(out) < max(1, int(share * trials.count_items(batch.conn, key)))


@dataclass(frozen=True, slots=True)
class SuspendItem(Command[None]):
    """Takes an item out of what is served, or back in. Answers to it are kept."""

    author: str
    item: str
    suspended: bool = True


@handles(SuspendItem)
def suspend_item(batch: Batch, command: SuspendItem) -> None:
    """Takes an item out of what is served, or back in."""
    number = items.numbers_of(batch.conn, batch.context.key).get(command.item)
    if number is None:
        raise BeholderError(f"the study has no item {command.item!r}", code="item-unknown")
    if command.suspended:
        trials.suspend(batch.conn, batch.context.key, number)
    else:
        _resume(batch, number)
    batch.record_act(command.author, "suspend" if command.suspended else "resume", {"item": command.item})


@dataclass(frozen=True, slots=True)
class ResumeAll(Command[int]):
    """Takes every suspended item back in; reports about them are dealt with."""

    author: str


@handles(ResumeAll)
def resume_all(batch: Batch, command: ResumeAll) -> int:
    """Takes every suspended item back in; how many."""
    out = sorted(trials.suspended_items(batch.conn, batch.context.key))
    for number in out:
        _resume(batch, number)
    batch.record_act(command.author, "resume-all", {"items": len(out)})
    return len(out)


def _resume(batch: Batch, number: int) -> None:
    """A person has looked: whatever was reported before does not count any more."""
    trials.resume(batch.conn, batch.context.key, number)
    messages.settle_reports(batch.conn, batch.context.key, number)
