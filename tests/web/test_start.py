"""What a server takes into memory before it serves."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from beholder.testing import write_masks_study
from tests.web.web_client import Site

_OPEN = """
import json, sys
from pathlib import Path
from beholder.cli import main
from beholder.web import make_app, open_served
from beholder.web.sign_in import Coordinators

study = open_served(Path(sys.argv[1]))
make_app([study], Coordinators(Path(sys.argv[1]) / "coordinator.json", b"key"))
study.close()
print(json.dumps(sorted(sys.modules)))
"""


def test_opening_a_study_for_raters_loads_no_statistics(tmp_path: Path) -> None:
    write_masks_study(tmp_path / "study", trials=4, ratings=1)
    done = subprocess.run(
        [sys.executable, "-c", _OPEN, str(tmp_path / "study")], capture_output=True, text=True, check=True
    )
    assert not {"scipy", "duckdb", "numba", "vl_convert"} & set(json.loads(done.stdout))


def test_a_second_interruption_ends_the_server_without_a_traceback(site: Site) -> None:
    """The first asks it to finish; the second takes the waiting for that away."""

    async def interrupted() -> bool:
        started = asyncio.Event()
        messages = [{"type": "lifespan.startup"}]

        async def receive() -> dict[str, str]:
            return messages.pop() if messages else await asyncio.Future()

        async def send(_message: dict[str, str]) -> None:
            started.set()

        serving = asyncio.create_task(site.app({"type": "lifespan"}, receive, send))
        await started.wait()
        serving.cancel()
        await asyncio.wait([serving])
        return serving.cancelled()

    assert not site.portal.call(interrupted)
