"""The studies of the demo once more, finished: made beside the running server, and shown as each is ready."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from beholder.web import Application, ServedStudy

__all__ = ["FinishedExamples"]


class FinishedExamples:
    """Finished copies of studies, which appear in a running application one after the other.

    The work is done in another process, so that neither the start nor raters wait for it. `close` ends it, whatever it
    is at.
    """

    def __init__(self, application: Application, folders: Sequence[Path]) -> None:
        self._application = application
        self._studies: list[ServedStudy] = []
        application.awaited = len(folders)
        out = folders[0].parent / "finished"
        command = [sys.executable, "-P", "-m", "beholder.demo.rehearsal", str(out), *map(str, folders)]
        # everything lies in the temporary folder, wherever studies are kept otherwise
        environment = {name: value for name, value in os.environ.items() if name != "BEHOLDER_DATABASE"}
        # in a session of its own: Ctrl-C is meant for the server, which then ends this process in peace
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        assert self._process.stdout is not None, "a pipe was asked for"
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, lines: IO[str]) -> None:
        from beholder.web import MadeReport, open_finished

        try:
            with lines:
                for line in lines:
                    told = json.loads(line)
                    reports = {lang: MadeReport(Path(path), told["policy"]) for lang, path in told["reports"].items()}
                    study = open_finished(Path(told["folder"]), reports=reports)
                    self._studies.append(study)
                    self._application.add(study)
                    self._application.awaited -= 1
        finally:
            self._application.awaited = 0

    def close(self) -> None:
        """Ends the work and closes what it has opened."""
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        for study in self._studies:
            study.close()
