"""Numbers for those who watch a server, in Prometheus's text format: requests, their time, what waits to be written."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

__all__ = ["CONTENT_TYPE", "Metrics", "StudyFigures", "written"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# seconds: a cached page takes milliseconds, an answer a commit, and what takes longer than 10 s is an outage
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class StudyFigures(NamedTuple):
    """One study at the moment it is asked."""

    study: str
    works: bool
    store_works: bool
    waiting: int
    since_commit: float
    open_leases: int | None
    open_places: int | None


class Metrics:
    """What a process has answered since it started. Addresses are counted by their pattern: none names a rater."""

    def __init__(self) -> None:
        self._requests: dict[tuple[str, str, int], int] = defaultdict(int)
        self._times: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = defaultdict(float)

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Counts one request that was answered."""
        self._requests[route, method, status] += 1
        times = self._times.get(route)
        if times is None:
            times = self._times[route] = [0] * (len(_BOUNDS) + 1)
        times[bisect_left(_BOUNDS, seconds)] += 1
        self._seconds[route] += seconds

    def lines(self) -> Iterator[str]:
        """The counters as text."""
        yield from _head("beholder_requests_total", "counter", "Requests answered.")
        for (route, method, status), count in sorted(self._requests.items()):
            labels = {"route": route, "method": method, "status": str(status)}
            yield _sample("beholder_requests_total", labels, count)
        name = "beholder_request_seconds"
        yield from _head(name, "histogram", "Time from a request's headers to the end of its reply.")
        for route, times in sorted(self._times.items()):
            below = 0
            for bound, count in zip((*map(str, _BOUNDS), "+Inf"), times, strict=True):
                below += count
                yield _sample(f"{name}_bucket", {"route": route, "le": bound}, below)
            yield _sample(f"{name}_sum", {"route": route}, self._seconds[route])
            yield _sample(f"{name}_count", {"route": route}, below)


_GAUGES = {
    "beholder_writer_works": ("works", "Whether answers are being written."),
    "beholder_picture_store_works": ("store_works", "Whether pictures can be read."),
    "beholder_writer_queue": ("waiting", "Commands that wait to be written."),
    "beholder_writer_lag_seconds": ("since_commit", "Time since the last commit; an idle writer commits every 5 s."),
    "beholder_open_leases": ("open_leases", "Trials that raters hold."),
    "beholder_open_places": ("open_places", "Answers that are still wanted and that nobody holds."),
}


def written(metrics: Metrics, studies: Iterable[StudyFigures], *, version: str, loop_lag: float) -> str:
    """Everything as one text."""
    known = list(studies)
    lines = [*_head("beholder_info", "gauge", "The program."), _sample("beholder_info", {"version": version}, 1)]
    lines += _head("beholder_event_loop_lag_seconds", "gauge", "How late the event loop is.")
    lines.append(_sample("beholder_event_loop_lag_seconds", {}, loop_lag))
    for name, (field, meaning) in _GAUGES.items():
        lines += _head(name, "gauge", meaning)
        for one in known:
            value = getattr(one, field)
            if value is not None:
                lines.append(_sample(name, {"study": one.study}, float(value)))
    return "\n".join([*lines, *metrics.lines(), ""])


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]


def _sample(name: str, labels: Mapping[str, str], value: float) -> str:
    within = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
    return f"{name}{{{within}}} {value:g}" if within else f"{name} {value:g}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
