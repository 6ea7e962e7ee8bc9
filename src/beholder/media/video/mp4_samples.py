"""Where the coded frames of an MP4 file stand, proven to lie in its media data, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from beholder.media.containers import MalformedError

Table = NDArray[np.int64]


def numbers(data: bytes, width: int) -> Table:
    """Numbers of 32 bits, a row for each entry."""
    return np.frombuffer(data, ">u4").reshape(-1, width).astype(np.int64)


def locate(sizes: Table, chunks: Table, runs: Table) -> Table:
    """Where each frame begins. Frames stand in chunks; each of `runs` is the first chunk with so many frames in it."""
    firsts = runs[:, 0]
    if not len(runs) or firsts[0] != 1 or (np.diff(firsts) <= 0).any() or firsts[-1] > len(chunks):
        raise MalformedError("its table 'stsc' does not add up")
    in_chunk = np.repeat(runs[:, 1], np.diff(np.append(firsts, len(chunks) + 1)))
    ends = np.minimum(np.cumsum(in_chunk), len(sizes))
    if ends[-1] < len(sizes):
        raise MalformedError("it does not say where all of its frames are")
    counts = np.diff(ends, prepend=0)
    before = np.append(0, np.cumsum(sizes))
    starts: Table = np.repeat(chunks - before[ends - counts], counts) + before[:-1]
    return starts


def unused(kept: Sequence[tuple[Table, Table]], media: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches of the media data that none of the frames takes up."""
    begin = np.concatenate([starts for starts, _ in kept])
    length = np.concatenate([sizes for _, sizes in kept])
    order = np.argsort(begin[length > 0], kind="stable")
    starts = begin[length > 0][order]
    ends = starts + length[length > 0][order]
    if (starts[1:] < ends[:-1]).any():
        raise MalformedError("two of its frames share their bytes")
    bodies = np.array(media, np.int64)
    around = np.searchsorted(bodies[:, 0], starts, side="right") - 1
    if (around < 0).any() or (ends > bodies[around, 1]).any():
        raise MalformedError("some of its frames stand outside its media data")
    # between frames that do not overlap, the n-th free stretch begins at the n-th end
    free = zip(
        np.sort(np.append(ends, bodies[:, 0])).tolist(), np.sort(np.append(starts, bodies[:, 1])).tolist(), strict=True
    )
    return ((start, end) for start, end in free if end > start)
