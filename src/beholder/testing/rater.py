"""A rater over HTTP who behaves like the page: leases ahead, resends what was not confirmed, never makes a new id for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from beholder.declarations.declaration import Timing
from beholder.declarations.states import NoTrial, Standing
from beholder.fields import Form
from beholder.protocols import SimulatedRater
from beholder.testing.http import HttpConnection, HttpResponse

__all__ = ["KINDS", "HttpRater", "RaterHistory", "draw_rater"]

KINDS = ("honest", "slow", "random", "same", "severe", "lenient", "drifting", "fast")
"""Honest; honest and slow; answers anything; answers the same; far too low or high; looks less and less; too quick to see."""

# of the pace that a protocol foresees, which leaves room for slower people
_PACE = 0.7
# times as long as others: more than chance makes of anybody
_SLOWNESS = 6
# standard deviations; twice what is remarkable (`_FAR` in quality/flags.py)
_SHIFT = 1.6
# of the trials, so that such a rater is hard to tell by a single answer
_RARE_LOOK = 0.1


def draw_rater(kind: str, rng: np.random.Generator, *, timing: Timing, trials: int) -> SimulatedRater:
    """A rater of that kind who will see about so many trials.

    Every kind is an ordinary rater with one thing changed. `random` looks at one trial in ten, `same` leaves the last
    answer standing nine times in ten, `drifting` begins well and has stopped looking by the last trial, `fast` answers as
    an honest rater would, but half of the time before anybody could have looked.
    """
    seconds = _PACE * timing.pace_seconds
    honest = SimulatedRater.draw(rng, seconds=seconds)
    changed = {
        "honest": honest,
        "slow": replace(honest, seconds=_SLOWNESS * seconds),
        "random": replace(honest, lapse=1 - _RARE_LOOK),
        "same": replace(honest, insistence=1 - _RARE_LOOK),
        "severe": replace(honest, severity=_SHIFT),
        "lenient": replace(honest, severity=-_SHIFT),
        "drifting": replace(honest, fatigue=1 / max(1, trials)),
        "fast": replace(honest, seconds=timing.fast_seconds),
    }
    return changed[kind]


# seconds: a test asks again sooner than a page would
_PAUSE = 0.05


@dataclass(slots=True)
class RaterHistory:
    """What one rater saw: everything sent, everything that was confirmed, and how long each request took."""

    rater: str = ""
    sent: dict[str, Any] = field(default_factory=dict)
    confirmed: dict[str, Any] = field(default_factory=dict)
    refused: list[tuple[int, str]] = field(default_factory=list)
    answer_seconds: list[float] = field(default_factory=list)
    lease_seconds: list[float] = field(default_factory=list)


class HttpRater:
    """One simulated rater. Answers are drawn from the form; nothing of the truth is known to it."""

    def __init__(self, host: str, port: int, api: str, form: Form, *, seed: int, source: str = "") -> None:
        self._connection = HttpConnection(host, port, source=source)
        self._api = api
        self._form = form
        self._rng = np.random.default_rng(seed)
        self._token = ""
        self.history = RaterHistory()

    async def join(self) -> None:
        """Joins the study."""
        response = await self._insist("POST", "/join", {"language": "en", "key": secrets.token_hex(16)})
        assert response.status == 200, response.body
        joined = response.json()
        self._token, self.history.rater = joined["token"], joined["rater"]

    async def fill(self, sheet: str, values: dict[str, Any]) -> None:
        """Answers the questions that are asked once: `before` or `after`."""
        response = await self._insist("POST", f"/sheets/{sheet}", {"values": values})
        assert response.status == 200, response.body

    async def work(self, *, most: int | None = None, running: Callable[[], bool] = lambda: True) -> str:
        """Answers until there is nothing more (the reason why), or `most` answers are given, or told to stop."""
        while running():
            began = time.perf_counter()
            response = await self._insist("POST", "/leases", {"want": 6})
            self.history.lease_seconds.append(time.perf_counter() - began)
            if response.status != 200:
                self.history.refused.append((response.status, response.body.decode()))
                return "refused"
            leased = response.json()
            if not leased["leases"]:
                if leased["reason"] != NoTrial.WAIT:
                    return str(leased["reason"])
                await asyncio.sleep(_PAUSE)
            for trial in leased["leases"]:
                if most is not None and len(self.history.sent) >= most:
                    return "enough"
                await self._answer(trial["lease"])
        return Standing.STOPPED

    async def _answer(self, lease: str) -> None:
        answer = secrets.token_urlsafe(12)
        payload = self._form.draw(self._rng, slots=1)
        self.history.sent[answer] = payload
        body = {"lease": lease, "payload": payload, "meta": {}, "elapsed_ms": 900, "active_ms": 800, "guideline": "1"}
        began = time.perf_counter()
        response = await self._insist("PUT", f"/answers/{answer}", body)
        self.history.answer_seconds.append(time.perf_counter() - began)
        if response.status == 200:
            self.history.confirmed[answer] = payload
        else:
            self.history.refused.append((response.status, response.body.decode()))

    async def _insist(self, method: str, path: str, data: Any) -> HttpResponse:
        """Sends until there is an answer that is not "try again"."""
        while True:
            try:
                response = await self._connection.request(method, self._api + path, data=data, token=self._token)
            except OSError:
                await asyncio.sleep(_PAUSE)
                continue
            if response.status not in (429, 503):
                return response
            await asyncio.sleep(_PAUSE)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()
