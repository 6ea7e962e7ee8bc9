"""A store that speaks the S3 API, on loopback, in memory, gone afterwards: moto's server, a stand-in for a real one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from beholder.testing.postgres import free_port

__all__ = ["KEYS", "running_object_store"]

KEYS = {"AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "nothing-secret", "AWS_REGION": "us-east-1"}
# a loaded machine takes long to import all of it
_PATIENCE = 120.0


@contextmanager
def running_object_store() -> Iterator[dict[str, str]]:
    """The environment in which clients find the store; it has one bucket, `pictures`."""
    port = free_port()
    endpoint = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **KEYS},
    )
    try:
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                made = urllib.request.Request(f"{endpoint}/pictures", method="PUT")
                with urllib.request.urlopen(made, timeout=_PATIENCE):
                    break
            except urllib.error.URLError:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise
                time.sleep(0.05)
        yield {**KEYS, "AWS_ENDPOINT_URL": endpoint}
    finally:
        process.terminate()
        process.wait(30)
