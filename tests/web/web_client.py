"""Talking to the application in this process, as a browser would."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.from_thread
import httpx

from beholder.cli.owners import owner_beside, owner_in
from beholder.store import Database
from beholder.web import Application, ServedStudy, ServerOptions, find_published, make_app, open_published, open_served
from beholder.web.sign_in import Coordinators

__all__ = ["Rating", "Site", "open_published_site", "open_site"]

GOOD = {"trial": {"quality": 7, "comment": None}, "slots": []}


class _InProcess(httpx.BaseTransport):
    """Runs the application on an event loop of its own thread."""

    def __init__(
        self, app: Application, portal: anyio.from_thread.BlockingPortal, *, address: str = "127.0.0.1"
    ) -> None:
        self._inner = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 123))
        self._portal = portal

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        async def run() -> tuple[httpx.Response, bytes]:
            response = await self._inner.handle_async_request(request)
            return response, b"".join([part async for part in response.aiter_raw()])

        response, content = self._portal.call(run)
        return httpx.Response(response.status_code, headers=response.headers, stream=httpx.ByteStream(content))


@dataclass(frozen=True)
class Site:
    """A running application."""

    app: Application
    studies: list[ServedStudy]
    coordinators: Coordinators
    portal: anyio.from_thread.BlockingPortal

    @property
    def study(self) -> ServedStudy:
        return self.studies[0]

    @property
    def api(self) -> str:
        return f"/s/{self.study.short}/api"

    def client(self, **options: Any) -> httpx.Client:
        """A browser; errors on the server come back as responses, as they would over a network."""
        options.setdefault("base_url", "http://testserver")
        return httpx.Client(transport=_InProcess(self.app, self.portal), **options)

    def sign_in(self, client: httpx.Client) -> None:
        """Makes a browser the coordinator's."""
        response = client.post("/c/sign-in", data={"token": self.coordinators.new_token()})
        assert response.status_code == 303

    @contextmanager
    def signed_in(self) -> Iterator[httpx.Client]:
        """The coordinator's browser."""
        with self.client() as client:
            self.sign_in(client)
            yield client

    def join(self, client: httpx.Client, **body: Any) -> Rating:
        response = client.post(f"{self.api}/join", json={"language": "en", **body})
        assert response.status_code == 200, response.text
        return Rating(client, self.api, response.json())


@dataclass(frozen=True)
class Rating:
    """A rater with a token."""

    client: httpx.Client
    api: str
    joined: dict[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.joined['token']}"}

    def get(self, path: str) -> httpx.Response:
        return self.client.get(self.api + path, headers=self.headers)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.client.post(self.api + path, json=body, headers=self.headers)

    def leases(self, want: int = 6) -> list[dict[str, Any]]:
        response = self.post("/leases", {"want": want})
        assert response.status_code == 200, response.text
        leased: list[dict[str, Any]] = response.json()["leases"]
        return leased

    def answer(self, answer: str, lease: str, **body: Any) -> httpx.Response:
        sent = {"lease": lease, "payload": GOOD, **body}
        return self.client.put(f"{self.api}/answers/{answer}", json=sent, headers=self.headers)


@contextmanager
def open_published_site(database: str, *, options: ServerOptions | None = None) -> Iterator[Site]:
    """Serves all that is published in a database until the block ends."""
    with closing(Database.open(database)) as looked_at:
        wanted = find_published(looked_at)
    studies = [open_published(database, one.id) for one in wanted]
    coordinators = owner_in(studies[0].engine.database)
    try:
        with anyio.from_thread.start_blocking_portal() as portal:
            yield Site(make_app(studies, coordinators, options), studies, coordinators, portal)
    finally:
        for study in studies:
            study.close()


@contextmanager
def open_site(*folders: Path, options: ServerOptions | None = None, **opening: Any) -> Iterator[Site]:
    """Serves study folders until the block ends."""
    studies = [open_served(folder, **opening) for folder in folders]
    coordinators = owner_beside(folders[0])
    try:
        with anyio.from_thread.start_blocking_portal() as portal:
            yield Site(make_app(studies, coordinators, options), studies, coordinators, portal)
    finally:
        for study in studies:
            study.close()
