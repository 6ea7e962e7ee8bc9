"""A study while it is served: its engine, its pictures, its renderer, and who is known by which token."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, Outcome, RaterState
from beholder.engine import Engine
from beholder.engine.command import Command
from beholder.engine.handlers.joining import token_digest
from beholder.engine.handlers.lease import Lease, Leased
from beholder.engine.handlers.watching import WatchRule
from beholder.engine.serving.showing_content import ItemView, view_item
from beholder.errors import BeholderError
from beholder.protocols import Showing, Shown
from beholder.store import LeaseRow
from beholder.store.items import load_items
from beholder.store.leases import count_leases, load_leases
from beholder.store.outage import DatabaseUnavailableError
from beholder.store.raters import find_by_token, load_raters
from beholder.study import Definition
from beholder.study.picture_store import Pictures
from beholder.web.auth import Invites, Keys, RaterCache, ResumeCodes, ResumeTokens, mac
from beholder.web.handover import Handover
from beholder.web.render import Fragment, Renderer
from beholder.web.served_guidelines import ServedGuidelines
from beholder.web.store_reads import StoreReads

__all__ = ["MadeReport", "Rater", "ServedStudy"]

T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")
# kept in memory, the oldest leave first: enough that what is being rated is read once
_MOST_ITEMS = 20_000
# the same for showings, of which there are several to an item
_MOST_LEASES = 50_000
# how long a rater who withdrew at another process may still be known here: longer than a page takes to load its pictures
_BELIEVED_SECONDS = 5.0
# digits of the study's id in addresses: 48 bits, so that no two studies of a server share them
_SHORT = 12
# longer than a database that is asked once more needs to answer or to be given up (`PATIENCE_SECONDS`); less than a
# person waits for a page
_READ_SECONDS = 30
_WRITE_SECONDS = 30


class Rater(NamedTuple):
    """Who sent a request."""

    name: str
    language: str


class MadeReport(NamedTuple):
    """A report that was written before, and the content policy it needs."""

    path: Path
    policy: str


class ServedStudy:
    """One study of a server. Looks things up in memory first and in the store where it must."""

    def __init__(
        self,
        study_id: str,
        engine: Engine,
        definition: Definition,
        pictures: Pictures,
        *,
        secret: str,
        resources: ExitStack,
        preview: bool = False,
        invited_only: bool = False,
        simulated: bool = False,
        reports: Mapping[str, MadeReport] | None = None,
    ) -> None:
        self.id = study_id
        self.short = study_id[:_SHORT]
        self.engine = engine
        self.definition = definition
        self.pictures = pictures
        self.preview = preview
        self.invited_only = invited_only
        self.reports = reports or {}
        self.simulated = simulated
        keys = Keys(secret)
        self.invites = Invites(keys.derive("invite"))
        self.resume_tokens = ResumeTokens(keys.derive("resume-token"))
        self.codes = ResumeCodes(keys)
        self._media_key = keys.derive("media")
        self._join_key = keys.derive("join")
        self._root = ""
        self._resources = resources
        self._readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix=f"beholder-read-{self.short}")
        self.store_reads = StoreReads(self.short, pictures.store.address)
        # other processes may write to the same PostgreSQL, so what raters did there is asked for again
        self._alone = engine.database.is_sqlite
        self._raters = RaterCache(seconds=None if self._alone else _BELIEVED_SECONDS)
        self._views: OrderedDict[int, ItemView] = OrderedDict()
        self._showings: OrderedDict[str, tuple[int, str, float]] = OrderedDict()
        self._answered: dict[str, int] = {}
        self.guidelines = ServedGuidelines(self.read, engine.key)
        self._handover: Handover | None = None
        self.renew: Callable[[], ServedStudy | None] | None = None
        """Of a study that is published again while it is served: gives it as it is now, None if it is the same."""

        shown = (*definition.declaration.item.values(), *definition.declaration.candidate.values())
        self._gated = definition.settings.clips.watch == "once" and any(one.kind == "video" for one in shown)
        self.renderer: Renderer

    def mount_at(self, root: str, static: str) -> None:
        """Tells the study below which address it is served; before this nothing can be rendered."""
        self._root = root
        self.renderer = Renderer(self.definition, root=root, static=static, size_of=self._size_of)

    def _size_of(self, name: str) -> dict[str, float] | None:
        picture = self.pictures.by_name.get(name)
        return picture.measures() if picture else None

    async def read(self, what: Callable[[Connection], T]) -> T:
        """Reads from one snapshot of the store, off the event loop."""

        def run() -> T:
            with self.engine.database.read() as conn:
                return what(conn)

        try:
            async with asyncio.timeout(_READ_SECONDS):
                return await self.in_thread(run)
        except TimeoutError:
            raise DatabaseUnavailableError from None

    async def in_thread(self, what: Callable[[], T]) -> T:
        """Runs something slow off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, what)

    async def do(self, command: Command[R], *, within: float = _WRITE_SECONDS) -> R:
        """Carries out a command; its result is here once it is on disk. Who stops waiting before it begins takes it back."""
        loop = asyncio.get_running_loop()
        if self._handover is None or self._handover.loop is not loop:
            self._handover = Handover(loop)
        expected = self._handover.expect()
        self.engine.enqueue([(command, expected)])
        # cheaper than a time-out around each answer that is saved
        late = loop.call_later(within, self._handover.give_up, expected)
        try:
            result: R = await expected.future
            return result
        finally:
            late.cancel()
            expected.forget()

    async def lease(self, rater: str, want: int) -> Leased:
        """Trials for a rater, with the items that are not remembered here."""
        leased = await self.do(Lease(rater, want, self._views))
        for number, data in leased.items.items():
            self._keep_view(number, data)
        return leased

    async def rater_of(self, token: str) -> Rater | None:
        """The rater who holds this token."""
        digest = token_digest(token)
        known = self._raters.get(digest)
        if known is None:
            known = await self._look_up(token, digest)
            if known is None:
                return None
            self._raters.put(digest, *known)
        return Rater(*known)

    async def _look_up(self, token: str, digest: str) -> tuple[str, str] | None:
        signed = self.resume_tokens.rater(token)
        if signed is not None:
            row = (await self.read(lambda conn: load_raters(conn, self.engine.key, [signed]))).get(signed)
        else:
            found = await self.read(lambda conn: find_by_token(conn, digest))
            # a token of another study in the same database is no token here
            row = found[1] if found and found[0] == self.engine.key else None
        if row is not None and row.state == RaterState.WITHDRAWN:
            raise BeholderError("the rater has withdrawn from the study", code="rater-withdrawn")
        return (row.rater, row.language) if row else None

    def join_token(self, *sent: str) -> str:
        """The token of whoever joins by a request with this key and claims, so that nothing but its digest is stored.

        Whoever has another's link or id, and not the key, gets another token: it opens nothing.
        """
        digest = hmac.digest(self._join_key, json.dumps(sent).encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def remember(self, token: str, rater: Rater) -> None:
        """Notes a token that was just handed out."""
        self._raters.put(token_digest(token), *rater)

    def code_of(self, rater: str) -> str:
        """The rater's resume code."""
        return self.codes.code(rater)

    async def views(self, items: Iterable[int]) -> Mapping[int, ItemView]:
        """What may be shown of some items."""
        # held here: what is added to the memory, by this request or another, may push out what is wanted
        found = {number: self._views.get(number) for number in items}
        missing = {number for number, view in found.items() if view is None}
        if missing:
            loaded = await self.read(lambda conn: load_items(conn, self.engine.key, missing))
            for number, data in loaded.items():
                found[number] = self._keep_view(number, data)
        views = {number: view for number, view in found.items() if view is not None}
        unknown = self.pictures.unknown(name for view in views.values() for name in view.pictures())
        if unknown:
            await self.in_thread(lambda: self.pictures.learn(unknown))
        return views

    def _keep_view(self, number: int, data: str) -> ItemView:
        view = self._views.get(number)
        if view is None:
            view = view_item(data, self.definition.declaration)
            _keep(self._views, number, view, _MOST_ITEMS)
        return view

    async def fragments(self, leases: Iterable[LeaseRow], language: str) -> list[tuple[LeaseRow, Fragment]]:
        """The trials of some leases, ready to be put on a page."""
        rows = list(leases)
        views = await self.views(row.item for row in rows)
        done = []
        for row in rows:
            self._keep_showing(row)
            fragment = self.renderer.fragment(
                views[row.item],
                item=row.item,
                slots=row.slots,
                lease=row.lease,
                number=row.sequence,
                language=language,
                address=self._address,
            )
            done.append((row, fragment))
        return done

    def _address(self, lease: str, number: int) -> str:
        return f"{self._root}/m/{lease}/{number}/{mac(self._media_key, f'{lease}/{number}')}"

    def admits(self, lease: str, number: int, signature: str) -> bool:
        """Whether a media address was made by this study."""
        return hmac.compare_digest(signature.encode(), mac(self._media_key, f"{lease}/{number}").encode())

    async def showing(self, lease: str) -> tuple[int, list[list[str]]] | None:
        """Item and places of a lease."""
        known = self._showings.get(lease)
        if known is None or (not self._alone and time.monotonic() - known[2] > _BELIEVED_SECONDS):
            row = (await self.read(lambda conn: load_leases(conn, self.engine.key, [lease]))).get(lease)
            if row is None or row.state == LeaseState.WITHDRAWN:
                return None
            known = self._keep_showing(row)
        return known[0], json.loads(known[1])

    def _keep_showing(self, row: LeaseRow) -> tuple[int, str, float]:
        known = (row.item, row.slots, time.monotonic())
        _keep(self._showings, row.lease, known, _MOST_LEASES)
        return known

    async def watch_rule(self, lease: str) -> WatchRule | None:
        """What must be played before an answer to that lease is taken; None where nothing must."""
        if not self._gated or (showing := await self.showing(lease)) is None:
            return None
        item, slots = showing
        view = (await self.views([item]))[item]
        lengths = [
            round(1000 * clip.seconds)
            for part in view.media(slots)
            if part.kind == "video" and (clip := self.pictures.by_name.get(part.value)) is not None
        ]
        in_turn = self.definition.settings.clips.play == "in-turn"
        return WatchRule(lengths, in_turn=in_turn) if lengths else None

    async def texts_shown(self, lease: str) -> Shown | None:
        """What was shown for that lease, where answers speak of its texts; None where they do not."""
        if not self.definition.declaration.form.shows_texts or (showing := await self.showing(lease)) is None:
            return None
        item, slots = showing
        return (await self.views([item]))[item].shown(slots)

    async def answered_by(self, rater: str, *, fresh: bool = False) -> int:
        """How many trials a rater has answered, practice and qualification apart."""
        if fresh or not self._alone or rater not in self._answered:
            count = await self.read(
                lambda conn: count_leases(conn, self.engine.key, rater, LeaseState.HAS_ANSWER, kinds=Showing.ALIKE)
            )
            self._answered[rater] = count
        return self._answered[rater]

    def one_more(self, rater: str) -> None:
        """Counts an answer that was just stored."""
        if rater in self._answered:
            self._answered[rater] += 1

    def forget(self, rater: str) -> None:
        """Drops what is remembered of a rater who has withdrawn."""
        self._answered.pop(rater, None)
        self._showings.clear()
        self._raters.forget(rater)

    def completion_code(self, outcome: str, rater: str) -> str:
        """The code that says how a rater's part ended: the study's own for a crowd platform, else one made for them."""
        if outcome == Outcome.OPEN:
            return ""
        crowd = self.definition.settings.crowd
        if crowd is not None:
            codes: dict[str, str] = {
                Outcome.COMPLETE: crowd.complete,
                Outcome.SCREENED_OUT: crowd.screened_out,
                Outcome.FAILED_CHECKS: crowd.failed_checks,
                Outcome.STOPPED: crowd.failed_checks,
                Outcome.SKIPPED: crowd.too_many_skipped,
                Outcome.TOO_FAST: crowd.too_fast,
                Outcome.OVER_QUOTA: crowd.over_quota,
            }
            return codes[outcome]
        return self.codes.code(f"{outcome}:{rater}") if outcome == Outcome.COMPLETE else ""

    def close(self) -> None:
        """Finishes what is under way, then lets everything go."""
        self.engine.close()
        self._readers.shutdown()
        self.store_reads.close()
        self._resources.close()


def _keep(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    kept[key] = value
    while len(kept) > most:
        kept.popitem(last=False)


def public_facts(definition: Definition, language: str) -> dict[str, Any]:
    """What a rater may know of the study itself."""
    declaration, settings = definition.declaration, definition.settings
    return {
        "title": definition.title.to(language),
        "summary": settings.description.to(language) or declaration.summary.to(language),
        "instruction": declaration.instruction.to(language),
        "contact": "\n".join(settings.contact.lines(language)),
        "run_by": settings.run_by.to(language),
    }
