"""Connections to PostgreSQL that give up on a server that has fallen silent."""

from __future__ import annotations

import functools
import time
from collections.abc import Generator
from typing import Any

__all__ = ["patient_connection"]


@functools.cache
def patient_connection(seconds: float) -> Any:
    """A kind of connection that waits so long for any one reply, and is closed if none has come by then.

    No setting of libpq does this: a frozen server still has a kernel that acknowledges packets.
    """
    import psycopg

    class PatientConnection(psycopg.Connection[Any]):
        """A connection whose every exchange with the server has an end."""

        def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
            """Runs one exchange."""
            return super().wait(self._until(gen, time.monotonic() + seconds), *args, **kwargs)

        def _until(self, exchange: Any, deadline: float) -> Generator[Any, Any, Any]:
            """The same exchange, ended once the deadline has passed without anything to read or write."""
            try:
                wanted = next(exchange)
                while True:
                    ready = yield wanted
                    if not ready and time.monotonic() > deadline:
                        self.close()
                        raise psycopg.OperationalError("the database server does not answer")
                    wanted = exchange.send(ready)
            except StopIteration as done:
                return done.value

    return PatientConnection
