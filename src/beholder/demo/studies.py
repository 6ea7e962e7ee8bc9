"""Builds the studies of the demo in a temporary folder."""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from beholder.protocols import find_protocol, protocol_names
from beholder.web import ServedStudy, open_served

__all__ = ["make_demo", "open_demo"]

_SEED = 7


def make_demo(folder: Path, *, progress: Callable[[int, int], None] | None = None) -> list[Path]:
    """Writes one study per protocol that brings an example, several at once; their folders."""
    names = [name for name in protocol_names() if find_protocol(name).example]
    folders = [folder / name for name in names]
    # painting is pure computation: every core paints another study
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for done, _ in enumerate(pool.map(_write_example, names, folders), start=1):
            if progress is not None:
                progress(done, len(names))
    return folders


def _write_example(name: str, folder: Path) -> None:
    example = find_protocol(name).example
    assert example is not None, "only protocols with an example were chosen"
    folder.mkdir(parents=True)
    example(folder, _SEED)


def open_demo(
    resources: ExitStack, *, progress: Callable[[int, int], None] | None = None
) -> tuple[list[ServedStudy], Path]:
    """The studies of the demo, ready to serve, and the folder of the first; all is gone when `resources` closes."""
    folder = Path(resources.enter_context(tempfile.TemporaryDirectory(prefix="beholder-demo-")))
    folders = make_demo(folder, progress=progress)
    studies = []
    for one in folders:
        study = open_served(one)
        resources.callback(study.close)
        studies.append(study)
    return studies, folders[0]
