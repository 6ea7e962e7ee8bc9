"""The application: one door through which every request goes, with the same checks and headers for all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import jinja2
from pydantic import BaseModel, ValidationError
from starlette.routing import Route, Router

from beholder._version import __version__
from beholder.engine.handlers.joining import Sweep
from beholder.errors import BeholderError
from beholder.keeping.notes import take_notes
from beholder.media.stores import OpenFile
from beholder.store.outage import DatabaseUnavailableError
from beholder.store.server_state import made_once
from beholder.web.buckets import Buckets, OwnBuckets, SharedBuckets
from beholder.web.call import Call, Headers, HttpError, Reply, envelope, json_reply, redirect, refuse_excess
from beholder.web.content_policy import CONTENT_POLICY
from beholder.web.metrics import Metrics
from beholder.web.pages import error_page
from beholder.web.rate_limits import Pace, RateLimit
from beholder.web.ready import Readiness
from beholder.web.refusal import explain, unreadable
from beholder.web.route import STAFF, WebRoute
from beholder.web.routes import ROUTES, openapi
from beholder.web.served_study import ServedStudy
from beholder.web.sign_in import Coordinators
from beholder.web.staff import StaffSession, identify
from beholder.web.static_tree import StaticTree
from beholder.web.store_reads import StoreFile

__all__ = ["Application", "ServerOptions", "make_app"]

_log = logging.getLogger("beholder.web")

_POLICY = (b"content-security-policy", CONTENT_POLICY.encode())
_EVERYWHERE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"x-robots-tag", b"noindex, nofollow"),
]
_STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")

# how often raters who have left are looked for: much shorter than any lease
_SWEEP_SECONDS = 30
# longer than any request may take
_RETIRE_SECONDS = 90
# bytes of a file sent at a time: more cost memory for each slow reader
_CHUNK = 256 * 1024
_STARTED = "beholder.started"
_STATUS = "beholder.status"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """How the server is set up. `demo` names the studies on the landing page and lets this machine coordinate them.

    `origin` is scheme and host under which raters reach it; without one, links follow the host of the request as far as it
    is this machine's. `host` is what the server listens on.
    `burst` and `per_minute` bound what one rater writes beside first answers, which the study's places bound already:
    nobody corrects, skips or leaves by hand four times a second.
    """

    root_path: str = ""
    origin: str = ""
    host: str = ""
    demo: bool = False
    burst: int = 120
    per_minute: float = 240


def make_app(
    studies: Sequence[ServedStudy], coordinators: Coordinators, options: ServerOptions | None = None
) -> Application:
    """An ASGI application that serves these studies."""
    return Application(studies, coordinators, options or ServerOptions())


class _Endpoint:
    """A route as ASGI: checks, then its handler, then one response."""

    def __init__(self, route: WebRoute) -> None:
        self.route = route

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        app: Application = scope["app"]
        call = Call(app, scope)
        scope["beholder.route"] = self.route
        reply = await app.answer(self.route, call, receive)
        await app.send(reply, scope, send)


def _by_address(studies: Sequence[ServedStudy]) -> dict[str, ServedStudy]:
    """Studies by the name in their address; a copy with its `.beholder` has the same, and would hide the other."""
    named: dict[str, ServedStudy] = {}
    for study in studies:
        first = named.setdefault(study.short, study)
        if first is not study:
            raise BeholderError(
                f"this is a copy of {first.definition.folder}: both have the same address",
                code="study-copied",
                where=str(study.definition.folder),
                hint="serve one of them; a study of its own is a copy without .beholder",
            )
    return named


def _buckets_of(studies: Sequence[ServedStudy]) -> Buckets:
    """Where attempts are counted: in the database where other processes may serve the same, else here."""
    shared = next((study.engine.database for study in studies if not study.engine.database.is_sqlite), None)
    if shared is None:
        return OwnBuckets()
    with shared.write(None) as conn:
        key = made_once(conn, "attempts-key", lambda: secrets.token_urlsafe(32))
    return SharedBuckets(shared, key.encode())


class Application:
    """Serves studies. Owns them: closing the application closes them. `awaited` is how many are still to be added."""

    def __init__(self, studies: Sequence[ServedStudy], coordinators: Coordinators, options: ServerOptions) -> None:
        self.options = options
        self.studies = _by_address(studies)
        self.coordinators = coordinators
        self.static = StaticTree(study.definition.protocol for study in studies)
        self.static_address = f"{options.root_path}/static/{self.static.hash}"
        for study in studies:
            study.mount_at(options.root_path, self.static_address)
        self.buckets = _buckets_of(studies)
        # fifty raters behind one address may join at once; a script that joins for ever is slowed down
        self.joins = self._limit("joins", burst=120, per_minute=60)
        self.codes = self._limit("codes", burst=10, per_minute=2)
        # guesses that come from many networks at once; 40 a minute would take centuries for one code of a large study
        self.codes_of_all = self._pace("codes-of-all", burst=200, per_minute=40)
        # nobody writes more by hand; a script must not bury the questions of others, or fill the disk
        self.letters = self._limit("letters", burst=40, per_minute=10)
        self.writes = self._limit("writes", burst=options.burst, per_minute=options.per_minute)
        self.sign_ins = self._limit("sign-ins", burst=10, per_minute=1)
        # whoever guesses from many networks: one password costs 50 ms of a core, one account is tried every 5 seconds
        self.passwords = self._pace("passwords", burst=100, per_minute=120)
        self.accounts = self._pace("accounts", burst=10, per_minute=12)
        self.metrics = Metrics()
        self.readiness = Readiness()
        self.awaited = 0
        self.closing = False
        self._router = Router(
            [Route(route.path, _Endpoint(route), methods=[route.method]) for route in ROUTES], redirect_slashes=False
        )
        self._sweeper: asyncio.Task[None] | None = None
        self._retired: list[tuple[float, ServedStudy]] = []

    def _limit(self, kind: str, *, burst: int, per_minute: float) -> RateLimit:
        return RateLimit(burst=burst, per_minute=per_minute, kind=kind, buckets=self.buckets)

    def _pace(self, kind: str, *, burst: int, per_minute: float) -> Pace:
        return Pace(burst=burst, per_minute=per_minute, kind=kind, buckets=self.buckets)

    def add(self, study: ServedStudy) -> None:
        """Serves one more study; may be called from any thread."""
        study.mount_at(self.options.root_path, self.static_address)
        # a new mapping: requests under way may be walking through the old one
        self.studies = {**self.studies, study.short: study}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The one door: every request gets a response, whatever happens on the way."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
            return
        scope["app"] = self
        scope.setdefault("path_params", {})
        began = time.perf_counter()
        try:
            refuse_excess(scope["headers"])
            await self._router(scope, receive, send)
        except asyncio.CancelledError:
            # the time to finish is over; without a reply of ours the client would get a bare 500
            if not self.closing or scope.get(_STARTED):
                raise
            await self.send(self._refusal(_stopping(), scope), scope, send)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets the envelope
            if scope.get(_STARTED):
                # a second start would be a lie about the first; the server closes the connection in the middle
                _log.exception("a reply ended in the middle")
                return
            await self.send(self._refusal(error, scope), scope, send)
        finally:
            route: WebRoute | None = scope.get("beholder.route")
            path = route.path if route is not None else "other"
            self.metrics.count(path, scope["method"], scope.get(_STATUS, 0), time.perf_counter() - began)

    async def answer(self, route: WebRoute, call: Call, receive: Any) -> Reply:
        """Runs a route's checks in order, then its handler."""
        if route.changes:
            self._refuse_foreign(call)
        # no text of ours holds it, and PostgreSQL stores none that does
        if any("\0" in part for part in call.path.values()):
            raise BeholderError("there is nothing at this address", code="not-found")
        if route.of_study:
            found = self.studies.get(call.path["study"])
            if found is None and route.role not in STAFF:
                raise BeholderError("there is no such study here", code="study-unknown")
            if found is not None:
                call.study = found
        if route.role == "rater":
            await self._identify(call)
        elif route.role in STAFF:
            session = await identify(self, call)
            if session is None:
                if route.method == "GET" and not route.is_api:
                    return redirect(f"{self.options.root_path}/c/")
                raise HttpError(401, "sign in first", code="sign-in-needed", hint="open /c/ in a browser")
            self._admit(route, call, session)
        if route.takes is not None:
            call.body = self._parse(route.takes, call, await call.read_body(receive))
        return await route.handler(call)

    def _admit(self, route: WebRoute, call: Call, session: StaffSession) -> None:
        """Says who is asking, or refuses; a study that one has no part in looks like one that is not there."""
        person = session.anywhere()
        if route.of_study:
            found = session.person_in(call.path["study"]) if hasattr(call, "study") else None
            if found is None:
                raise BeholderError("there is no such study here", code="study-unknown")
            person = found
        if not person.may(route.role):
            raise HttpError(403, "your role does not allow this", code="role-not-enough", hint="ask a coordinator")
        call.person, call.session = person, session

    def _refuse_foreign(self, call: Call) -> None:
        """Cross-site requests: what the browser says about the origin decides; programs send neither header."""
        site = call.header(b"sec-fetch-site")
        if site:
            fine = site in ("same-origin", "none")
        else:
            origin = call.header(b"origin")
            fine = not origin or origin.partition("://")[2] == call.header(b"host")
        if not fine:
            raise HttpError(403, "this request comes from another site", code="cross-site")

    async def _identify(self, call: Call) -> None:
        scheme, _, token = call.header(b"authorization").partition(" ")
        if scheme.lower() == "bearer" and 1 <= len(token) <= 200:
            rater = await call.study.rater_of(token)
            if rater is not None:
                call.rater = rater
                return
        raise HttpError(401, "no rater holds this token", code="token-unknown", hint="join, or come back by your code")

    def _parse(self, takes: type[BaseModel] | str, call: Call, body: bytes) -> Any:
        kind = call.header(b"content-type").partition(";")[0].strip().lower()
        if isinstance(takes, str):
            if kind != "application/x-www-form-urlencoded":
                raise HttpError(415, "send the fields of a form", code="request-media-type")
            try:
                fields = dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=50))
            except ValueError:
                raise HttpError(422, "the form cannot be read", code="request-invalid") from None
            if any("\0" in text for text in fields.values()):
                raise HttpError(422, "the form holds a NUL character", code="request-invalid")
            return fields
        # a cross-site form cannot send this type without the browser asking first
        if kind != "application/json":
            raise HttpError(415, "send JSON as application/json", code="request-media-type")
        try:
            return takes.model_validate_json(body)
        except ValidationError as error:
            raise unreadable(error) from None

    def cookie_name(self, call: Call) -> str:
        """Under TLS a name that browsers accept from this very host only."""
        return "__Host-beholder" if call.secure else "beholder"

    def page_files(self, study: ServedStudy) -> dict[str, str]:
        """Script and style that the protocol's page brings, empty where it brings none."""
        base = f"protocols/{study.definition.protocol.address}"
        files = {"script": f"{base}/page.js", "style": f"{base}/page.css"}
        return {kind: f"{self.static_address}/{file}" if file in self.static else "" for kind, file in files.items()}

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return openapi(ROUTES, version=__version__)

    def _refusal(self, error: Exception, scope: Any) -> Reply:
        route: WebRoute | None = scope.get("beholder.route")
        status, problems, extra = explain(error)
        for_program = route.is_api if route is not None else "/api/" in scope["path"]
        if for_program or not _wants_page(scope):
            return json_reply(envelope(problems), status=status, extra=extra)
        try:
            return error_page(Call(self, scope), status, problems[0], extra)
        except jinja2.TemplateError:
            _log.exception("the error page cannot be rendered")
            return json_reply(envelope(problems), status=status, extra=extra)

    async def send(self, reply: Reply, scope: Any, send: Any) -> None:
        """Sends a response with the headers that every response has."""
        headers = [*reply.headers, *_EVERYWHERE, (b"content-length", str(reply.size).encode())]
        if not any(name == b"content-security-policy" for name, _ in reply.headers):
            headers.append(_POLICY)
        if scope.get("scheme") == "https":
            headers.append(_STRICT_TRANSPORT)
        head = scope["method"] == "HEAD"
        try:
            scope[_STARTED], scope[_STATUS] = True, reply.status
            await send({"type": "http.response.start", "status": reply.status, "headers": headers})
            if reply.file is not None and not head:
                left = reply.size
                # of a file that is sent in part, no more than was announced
                while left > 0 and (chunk := await _read(reply.file, min(_CHUNK, left))):
                    left -= len(chunk)
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"" if head else reply.body})
        finally:
            if reply.file is not None:
                reply.file.close()

    async def _lifespan(self, receive: Any, send: Any) -> None:
        await receive()
        self._sweeper = asyncio.create_task(self._sweep())
        await send({"type": "lifespan.startup.complete"})
        try:
            for study in self.studies.values():
                await asyncio.to_thread(study.renderer.warm)
            await receive()
        except asyncio.CancelledError:
            # a second Ctrl-C: whoever opened the studies closes them
            self._sweeper.cancel()
            return
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _sweep(self) -> None:
        """Frees leases of raters who have gone silent, and puts on record what was done at the command line."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            with contextlib.suppress(DatabaseUnavailableError):
                await self.buckets.tidy()
            await self._close_retired(before=time.monotonic())
            for study in self.studies.values():
                try:
                    await self._renew(study)
                    await study.do(Sweep())
                    if not study.preview:
                        await asyncio.to_thread(take_notes, study.engine)
                except DatabaseUnavailableError:
                    # the log has it already; the next round comes by itself
                    continue
                except Exception:  # noqa: BLE001 - a full disk now must not end sweeping for good
                    _log.exception("leases of study %s cannot be swept", study.short)

    async def _renew(self, study: ServedStudy) -> None:
        """Serves a study as it was published last; requests under way finish with the one they began with."""
        if study.renew is None or (fresh := await asyncio.to_thread(study.renew)) is None:
            return
        self.add(fresh)
        self._retired.append((time.monotonic() + _RETIRE_SECONDS, study))

    async def _close_retired(self, *, before: float) -> None:
        due = [study for at, study in self._retired if at <= before]
        self._retired = [(at, study) for at, study in self._retired if at > before]
        for study in due:
            await asyncio.to_thread(study.close)

    async def close(self) -> None:
        """Finishes every answer under way and closes the studies."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self._close_retired(before=math.inf)
        for study in self.studies.values():
            await asyncio.to_thread(study.close)


async def _read(file: OpenFile | StoreFile, size: int) -> bytes:
    if isinstance(file, StoreFile):
        return await file.read(size)
    return bytes(await asyncio.to_thread(file.read, size))


def _stopping() -> BeholderError:
    return BeholderError("the server is shutting down", code="shutting-down", hint="try again in a moment")


def _wants_page(scope: Any) -> bool:
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
