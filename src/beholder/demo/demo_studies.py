"""Builds the studies of the demo in a temporary folder."""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from beholder.protocols import find_protocol, protocol_names

if TYPE_CHECKING:
    from beholder.web import ServedStudy

__all__ = ["open_demo"]

# any number; fixed, so that screenshots and guides show the same study
_SEED = 7


def _painted(folder: Path, progress: Callable[[int, int], None] | None) -> Iterator[Path]:
    """Writes one study per protocol that brings an example, several at once; their folders."""
    names = [name for name in protocol_names() if find_protocol(name).example]
    # painting is pure computation: every core paints another study
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for done, path in enumerate(pool.map(_write_example, names, [folder / name for name in names]), start=1):
            yield path
            if progress is not None:
                progress(done, len(names))


def _write_example(name: str, folder: Path) -> Path:
    example = find_protocol(name).example
    assert example is not None, "only protocols with an example were chosen"
    folder.mkdir(parents=True)
    example(folder, _SEED)
    return folder


def open_demo(
    resources: ExitStack, *, progress: Callable[[int, int], None] | None = None
) -> tuple[list[ServedStudy], list[Path]]:
    """The studies of the demo, ready to serve, and their folders; all is gone when `resources` closes."""
    folder = Path(resources.enter_context(tempfile.TemporaryDirectory(prefix="beholder-demo-")))
    studies, folders = [], []
    for one in _painted(folder, progress):
        # only here: the processes that paint load this file too, and the server would double the time they start in
        from beholder.web import open_served

        study = open_served(one)
        resources.callback(study.close)
        studies.append(study)
        folders.append(one)
    return studies, folders
