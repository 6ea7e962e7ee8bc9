"""Whether the writers of this process write just now."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from beholder.engine.handlers.readiness import TryWriting
from beholder.web.served_study import ServedStudy

__all__ = ["Readiness"]

# shorter than load balancers wait for such an answer
_WITHIN_SECONDS = 4.0
# anybody may ask, and each question is a commit: what was found out so lately is told again
_FRESH_SECONDS = 1.0


class Readiness:
    """Asks the thread that writes each study to write something; whoever asks meanwhile gets the same answer."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._asked = -_FRESH_SECONDS

    async def ask(self, studies: Iterable[ServedStudy]) -> None:
        """Returns once all have written; raises what the first that cannot says."""
        async with self._lock:
            if time.monotonic() - self._asked < _FRESH_SECONDS:
                return
            await asyncio.gather(*(study.do(TryWriting(), within=_WITHIN_SECONDS) for study in studies))
            self._asked = time.monotonic()
