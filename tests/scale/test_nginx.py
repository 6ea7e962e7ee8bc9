"""The deployment guide's configuration of nginx in front of three servers without a folder, which are killed in turn."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from beholder.testing.postgres import free_port
from tests.faults.test_several_servers import killed_in_turn, run_behind
from tests.object_store import running_object_store

pytestmark = [pytest.mark.postgres, pytest.mark.long]

_GUIDE = Path(__file__).parents[2] / "docs/guides/deployment.md"
# sbin is not in everybody's path
_NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
_KILLS = 6
_PATIENCE_SECONDS = 60


def _guide() -> str:
    """The block of the guide that names several servers."""
    blocks = re.findall(r"```nginx\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (found,) = [block for block in blocks if "upstream" in block]
    return str(found)


class Nginx:
    """A real nginx on loopback with the guide's configuration: other addresses, no TLS, and nothing else changed."""

    host: str = "127.0.0.1"

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.port = free_port()
        self.served = dict.fromkeys(ports, 0)
        self._log = folder / "access.log"
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir()
        self._command = [str(_NGINX), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "conf")]
        (folder / "conf").write_text(self._configuration(folder, ports), encoding="utf-8")

    def _configuration(self, folder: Path, ports: list[int]) -> str:
        (like,) = set(re.findall(r"server 10\.0\.0\.\d+:8400 (.*;)\n", _guide()))
        servers = "".join(f"server {self.host}:{port} {like}\n" for port in ports)
        site = re.sub(r"(server 10\.0\.0\.\d+:8400 .*;\s*)+", servers, _guide())
        site = site.replace("listen 443 ssl;", f"listen {self.host}:{self.port};")
        site = re.sub(r"\s*ssl_\w+ .*;", "", site)
        temporary = "".join(
            f"{one}_temp_path {folder / one};\n" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;\n" if os.geteuid() == 0 else ""
        return (
            f"{user}daemon off;\npid {folder / 'pid'};\nevents {{}}\nhttp {{\n{temporary}"
            f"log_format upstream '$upstream_addr';\naccess_log {self._log} upstream;\n{site}}}\n"
        )

    async def start(self) -> None:
        self._process = subprocess.Popen(self._command)
        for _ in range(20 * _PATIENCE_SECONDS):
            assert self._process.poll() is None, "nginx takes the configuration"
            if (status := await asyncio.to_thread(_status, f"http://{self.host}:{self.port}/ready")) is not None:
                assert status == 403, "who is ready is nobody's business out there"
                return
            await asyncio.sleep(0.05)
        raise AssertionError("nginx never answered")

    async def stop(self) -> None:
        assert self._process is not None, "it has been started"
        self._process.terminate()
        await asyncio.to_thread(self._process.wait, _PATIENCE_SECONDS)
        for line in self._log.read_text(encoding="ascii").splitlines():
            # of several that were tried the last one replied
            port = line.rpartition(":")[2]
            if port.isdigit():
                self.served[int(port)] += 1


def _status(address: str) -> int | None:
    try:
        with urllib.request.urlopen(address, timeout=5) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


@pytest.fixture
def object_store() -> Iterator[dict[str, str]]:
    with running_object_store() as environment:
        yield environment


@pytest.mark.skipif(
    _NGINX is None and os.environ.get("CI") != "true", reason="needs nginx: apt-get install nginx-light"
)
def test_raters_behind_nginx_notice_nothing_of_servers_that_are_killed(
    tmp_path: Path, postgres_url: str, object_store: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_behind(
        tmp_path / "study",
        postgres_url,
        object_store,
        trials=600,
        raters=12,
        disturb=killed_in_turn(_KILLS),
        monkeypatch=monkeypatch,
        balance=lambda ports: Nginx(tmp_path / "nginx", ports),
    )
