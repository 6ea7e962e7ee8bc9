"""What a judge may still use up. Asked before every request, told after it."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from beholder.store.judgments import JudgeUsage
from beholder.study.judges import JudgeBudget

__all__ = ["Purse"]


class Purse:
    """Counts requests, tokens and money of a judge, what earlier runs used included. Thread-safe."""

    def __init__(self, budget: JudgeBudget, used: Iterable[JudgeUsage]) -> None:
        self._budget = budget
        self._lock = Lock()
        self.requests = self.sent = self.received = 0
        for one in used:
            self.requests += one.requests
            self.sent += one.sent_tokens
            self.received += one.received_tokens

    @property
    def money(self) -> float:
        """What all of it cost; NaN without prices."""
        return self._budget.cost(sent=self.sent, received=self.received)

    def take(self) -> bool:
        """Whether another request may be sent; if so it is counted. Its tokens are known only once it is answered."""
        with self._lock:
            budget = self._budget
            spent = (
                (budget.requests is not None and self.requests >= budget.requests)
                or (budget.tokens is not None and self.sent + self.received >= budget.tokens)
                or (budget.money is not None and self.money >= budget.money)
            )
            self.requests += not spent
            return not spent

    def settle(self, *, sent: int, received: int) -> None:
        """Counts what a request used."""
        with self._lock:
            self.sent += sent
            self.received += received
