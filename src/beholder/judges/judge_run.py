"""Asking a judge: several showings at once, each until it has an answer, is skipped, or has to wait for another run."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import NamedTuple

from beholder.engine.engine import Engine
from beholder.engine.handlers.judging import AddJudge, Judge, KeepCall
from beholder.errors import BeholderError
from beholder.judges.budget import Purse
from beholder.judges.chat_client import BrokenConnectionError, ChatClient, HttpReply
from beholder.judges.chat_reply import ChatReply, UnreadableReplyError, read_answer, read_reply
from beholder.judges.chat_request import ChatRequest, text_tokens
from beholder.judges.judge_showings import JudgeShowing
from beholder.judges.prepared_judge import PreparedJudge
from beholder.judges.redactor import Redactor
from beholder.judges.template import tell
from beholder.limits import MAX_REPLY_CHARACTERS
from beholder.store.judgments import CallRow, find_reply
from beholder.study.judges import JudgeSettings

__all__ = ["JudgeRun", "Retrying", "RunOutcome", "key_of"]

MOST_RETRIES = 6
MOST_REPAIRS = 2
# so many showings in a row without any reply: the server is away, and the rest would only wait for the same
_MOST_FAILED = 3
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
# of a pause that is drawn: fine enough that no two clients return together
_STEPS = 1000
# a server that asks for more is not going to answer today
_LONGEST_ASKED = 600.0
_TRY_AGAIN = frozenset({408, 409, 429})
_SERVER_FAILS = 500
_REDIRECTS = (301, 302, 303, 307, 308)
# of a reply that could not be read: letters, enough to see what it was
_MOST_KEPT = 16_384
# of what a server says about an error, as much as is read in a terminal
_QUOTED = 300

# seconds between two looks at calls that wait to be sent again: whoever watches sees them counted down
_LOOK_SECONDS = 1.0

Progress = Callable[[int, int, "Retrying"], None]


class Retrying(NamedTuple):
    """So many calls wait to be sent again, the first of them in so many seconds."""

    calls: int = 0
    seconds: float = 0.0


def key_of(judge: str, settings: JudgeSettings, environment: Mapping[str, str]) -> str:
    """The key from the environment; refused where one is declared and not there."""
    name = settings.key
    if name is None:
        return ""
    found = environment.get(name, "").strip()
    if not found:
        raise BeholderError(
            f"the environment variable {name} is not set",
            code="judge-no-key",
            where=f"judges.{judge}.key",
            hint=f"export {name}=... before `beholder judge`; without `key` requests go without one",
        )
    if not found.isascii() or not found.isprintable() or " " in found:
        raise BeholderError(
            f"the environment variable {name} holds what no key can: spaces, line breaks or letters beyond ASCII",
            code="judge-no-key",
            where=f"judges.{judge}.key",
            hint="take the key alone, without quotes or a second line",
        )
    return found


@dataclass
class RunOutcome:
    """What a run did. `stopped` says why it ended early: `budget`, `away`, or nothing. `models` are those that answered.

    `problem` is what was last wrong: with a connection, or with a reply that was no answer.
    """

    answered: int = 0
    skipped: int = 0
    repaired: int = 0
    failed: int = 0
    requests: int = 0
    stopped: str = ""
    models: set[str] = field(default_factory=set)
    problem: str = ""
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def done(self) -> int:
        """Showings that are dealt with."""
        return self.answered + self.skipped


class _OutOfBudgetError(Exception):
    """No further request may be sent."""


class _RunEndedError(Exception):
    """The run has ended meanwhile; the showing waits for another."""


class _NoReplyError(Exception):
    """All retries went by; the showing waits for another run."""


class JudgeRun:
    """One run of a judge. `pause` waits so many seconds or until the run is stopped."""

    def __init__(
        self,
        engine: Engine,
        judge: PreparedJudge,
        *,
        key: str,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._engine = engine
        self._judge = judge
        self._redactor = Redactor(key)
        settings = judge.settings
        self._client = ChatClient(settings.address, key=key, timeout=settings.timeout_seconds)
        self._stop = Event()
        self._pause = pause or self._stop.wait
        self.purse = Purse(settings.budget, judge.used)
        self.outcome = RunOutcome()
        self._failed_in_row = 0
        self._name = ""
        # when each call that failed is sent again
        self._due: list[float] = []

    @property
    def retrying(self) -> Retrying:
        """What waits to be sent again."""
        with self.outcome.lock:
            due = tuple(self._due)
        return Retrying(len(due), max(0.0, min(due) - time.monotonic())) if due else Retrying()

    def run(self, *, limit: int | None = None, progress: Progress | None = None) -> RunOutcome:
        """Asks what has not been asked, at most `limit` showings; raises what no later request could mend."""
        todo = self._judge.waiting[:limit]
        if not todo:
            return self.outcome
        setup = self._judge
        self._name = self._engine.run(AddJudge(setup.name, setup.settings.model, setup.guideline, setup.setup))
        ahead = iter(todo)
        pending: set[Future[None]] = set()
        with ThreadPoolExecutor(setup.settings.at_once) as pool:
            try:
                while True:
                    while len(pending) < setup.settings.at_once and not self._stop.is_set():
                        showing = next(ahead, None)
                        if showing is None:
                            break
                        pending.add(pool.submit(self._one, showing))
                    if not pending:
                        break
                    done, pending = wait(pending, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
                    for one in done:
                        one.result()
                    if progress:
                        progress(self.outcome.done, len(todo), self.retrying)
            finally:
                # whatever ended the loop: requests under way are waited for and kept, and no further one is sent
                self._stop.set()
        return self.outcome

    def _one(self, showing: JudgeShowing) -> None:
        try:
            self._ask(showing)
            self._failed_in_row = 0
        except _RunEndedError:
            return
        except _OutOfBudgetError:
            self._end("budget")
        except _NoReplyError:
            with self.outcome.lock:
                self.outcome.failed += 1
                self._failed_in_row += 1
            if self._failed_in_row >= _MOST_FAILED:
                self._end("away")
        except BaseException:
            self._stop.set()
            raise

    def _end(self, why: str) -> None:
        self.outcome.stopped = self.outcome.stopped or why
        self._stop.set()

    def _ask(self, showing: JudgeShowing) -> None:
        """One showing to its end: at most two times the model is told what is wrong with its reply."""
        request, calls = self._judge.request(showing), list[str]()
        form, language, shown = (
            self._engine.definition.declaration.form,
            self._judge.language,
            self._judge.shown(showing),
        )
        for repairs in range(MOST_REPAIRS + 1):
            reply = self._reply_to(request)
            calls.append(request.digest)
            payload, reason, wrong = read_answer(reply, form, shown, language=language, clean=self._redactor.data)
            if payload is not None or repairs == MOST_REPAIRS:
                break
            request = request.then(reply.text, tell(language, "repair", error=wrong))
        self._engine.run(
            Judge(
                judge=self._name,
                trial=showing.trial,
                occasion=showing.occasion,
                kind=showing.kind,
                sample=showing.sample,
                slots=showing.slots,
                guideline=self._judge.guideline,
                payload=payload,
                reason=reason,
                error=wrong,
                repairs=repairs,
                calls=calls,
            )
        )
        with self.outcome.lock:
            self.outcome.problem = self._redactor.line(wrong)[:_QUOTED] or self.outcome.problem
            self.outcome.answered += payload is not None
            self.outcome.skipped += payload is None
            self.outcome.repaired += payload is not None and repairs > 0

    def _reply_to(self, request: ChatRequest) -> ChatReply:
        """The reply that was kept, else one that is asked for now, again and again while that may help."""
        with self._engine.database.read() as conn:
            kept = find_reply(conn, self._engine.key, request.digest)
        if kept is not None:
            return self._redactor.reply(read_reply(kept.reply))
        body = request.body()
        for attempt in range(MOST_RETRIES + 1):
            found, asked = self._try(request, body)
            if found is not None:
                return found
            if attempt < MOST_RETRIES:
                self._wait(attempt, asked)
        raise _NoReplyError

    def _wait(self, attempt: int, asked: float | None) -> None:
        """As long as the server asks for, else any time up to a bound that doubles: many clients must not return at once."""
        bound = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempt)
        drawn = secrets.randbelow(_STEPS + 1) / _STEPS * bound
        seconds = drawn if asked is None else min(asked, _LONGEST_ASKED)
        due = time.monotonic() + seconds
        with self.outcome.lock:
            self._due.append(due)
        try:
            self._pause(seconds)
        finally:
            with self.outcome.lock:
                self._due.remove(due)

    def _try(self, request: ChatRequest, body: bytes) -> tuple[ChatReply | None, float | None]:
        """One request: its reply, or nothing and how long the server asks to wait. Raises what retries cannot mend."""
        if self._stop.is_set():
            raise _RunEndedError
        if not self.purse.take():
            raise _OutOfBudgetError
        with self.outcome.lock:
            self.outcome.requests += 1
        began = time.monotonic()
        try:
            got = self._client.send(body)
            got = got._replace(body=self._redactor.body(got.body))
        except BrokenConnectionError as error:
            self._keep(request, HttpReply(0, "", None), None, began, str(error))
            return None, None
        if got.status == 200:
            try:
                reply = self._redactor.reply(read_reply(got.body))
            except UnreadableReplyError as error:
                self._keep(request, got, None, began, str(error))
                return None, got.retry_after
            self._keep(request, got, reply, began, "")
            with self.outcome.lock:
                self.outcome.models.add(reply.model)
            return reply, None
        self._keep(request, got, None, began, f"HTTP {got.status}")
        if got.status in _TRY_AGAIN or got.status >= _SERVER_FAILS:
            return None, got.retry_after
        raise self._refused(got)

    def _keep(self, request: ChatRequest, got: HttpReply, reply: ChatReply | None, began: float, error: str) -> None:
        sent = received = 0
        estimated = False
        if reply is not None:
            # a server that counts too little, or nothing, would ask without end for the same budget
            sent = request.tokens() if reply.sent_tokens is None else max(reply.sent_tokens, request.least_tokens())
            received = max(reply.received_tokens or 0, text_tokens(reply.text))
            estimated = (sent, received) != (reply.sent_tokens, reply.received_tokens)
        self.purse.settle(sent=sent, received=received)
        if error:
            with self.outcome.lock:
                self.outcome.problem = self._redactor.line(f"{error} {got.body[:_MOST_KEPT]}")[:_QUOTED]
        self._engine.run(
            KeepCall(
                CallRow(
                    call=0,
                    judge=self._name,
                    digest=request.digest,
                    at=self._engine.clock(),
                    ms=round(1000 * (time.monotonic() - began)),
                    status=got.status,
                    reply=_kept_body(got, reply),
                    model=reply.model if reply else "",
                    fingerprint=reply.fingerprint if reply else "",
                    finish=reply.finish if reply else "",
                    sent_tokens=sent,
                    received_tokens=received,
                    estimated=estimated,
                    error=self._redactor.line(error),
                )
            )
        )

    def _refused(self, got: HttpReply) -> BeholderError:
        said = self._redactor.line(got.body[:_MOST_KEPT])[:_QUOTED]
        hints = {
            401: "see that the key is right, and that `key` names its environment variable",
            403: "see that the key may use this model",
            404: "see that the address ends in /v1 and that the server knows the model by this name",
            413: "send smaller pictures: pictures: {longest: 768}",
        }
        redirects = "it sends requests elsewhere, where none is sent; if that is right, give that address as `address`"
        hints |= dict.fromkeys(_REDIRECTS, redirects)
        return BeholderError(
            f"{self._judge.settings.address} refuses the request with {got.status}: {said or 'no reason is given'}",
            code="judge-refused",
            where=f"judges.{self._judge.name}",
            hint=hints.get(
                got.status, "what was answered so far is kept; run `beholder judge` again once it is mended"
            ),
        )


def _kept_body(got: HttpReply, reply: ChatReply | None) -> str:
    """What is stored of a reply: all of it, unless it is far longer than any answer; of what is none, the beginning."""
    if reply is None:
        return got.body[:_MOST_KEPT]
    return got.body if len(got.body) <= MAX_REPLY_CHARACTERS else reply.as_body()
