"""Builds the studies of the demo in a temporary folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from beholder.protocols import find_protocol, protocol_names
from beholder.web import ServedStudy, open_served

__all__ = ["make_demo", "open_demo"]

_SEED = 7


def make_demo(folder: Path, *, progress: Callable[[int, int], None] | None = None) -> list[Path]:
    """Writes one study per protocol that brings an example; their folders."""
    protocols = [protocol for name in protocol_names() if (protocol := find_protocol(name)).example]
    made = []
    for done, protocol in enumerate(protocols, start=1):
        assert protocol.example is not None, "only protocols with an example were chosen"
        target = folder / protocol.name
        target.mkdir(parents=True)
        protocol.example(target, _SEED)
        made.append(target)
        if progress is not None:
            progress(done, len(protocols))
    return made


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
