"""A Spark of this machine, as a cluster would serve it: a real server, and workers that import Beholder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
_SECONDS = 180


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Spark Connect server on loopback."""
    home = next(
        Path(os.environ.get("BEHOLDER_SPARK", "none")).resolve().glob("lib/python*/site-packages/pyspark"), None
    )
    if home is None or shutil.which("java") is None:
        pytest.skip("needs Spark and Java: make scale installs the one and asks for the other")
    folder = tmp_path_factory.mktemp("spark")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    flags = [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
    command = [str(home / "bin/spark-submit"), "--master", "local[2]", "--class", _SERVER, *flags, "spark-internal"]
    env = {**os.environ, "SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(Path.cwd())}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env=env, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        _await(server, port, folder / "log")
        yield f"sc://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=60)


def _await(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as knock:
            knock.settimeout(1)
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.5)
    pytest.fail(f"Spark did not start:\n{log.read_text(errors='replace')[-2000:]}")
