"""A served study that six raters have worked on, and the browsers of those who run it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.web.coordinate.population import populate, write_study
from tests.web.web_client import Site, open_site


@dataclass(frozen=True)
class Watched:
    """A site, the raters' pseudonyms, and the owner's browser."""

    site: Site
    raters: dict[str, str]
    owner: httpx.Client

    @property
    def base(self) -> str:
        return f"/c/{self.site.study.short}"

    def get(self, path: str = "", **options: str) -> httpx.Response:
        return self.owner.get(self.base + path, params=options)

    def post(self, path: str, **data: str) -> httpx.Response:
        return self.owner.post(self.base + path, data=data)

    def person(self, name: str, **data: str) -> httpx.Client:
        """Adds a person by a personal link and signs them in."""
        made = self.post("/people", name=name, new="yes", link="yes", **{"role": "viewer", **data})
        assert made.status_code == 200, made.text
        token = made.text.split("/c/?t=")[1].split("<")[0]
        client = self.site.client()
        assert client.post("/c/sign-in", data={"token": token}).status_code == 303
        return client

    def log(self) -> list[str]:
        """What was put on record, oldest first."""
        from beholder.web.coordinate.watch import read_acts

        with self.site.study.engine.database.read() as conn:
            return [str(body["what"]) for _, body in read_acts(conn, self.site.study.engine.key)]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """One study for a whole file: what its tests do, later ones see."""
    folder: Path = write_study(tmp_path_factory.mktemp("watched") / "study")
    with open_site(folder) as site, site.client() as owner:
        raters = populate(site.study.engine)
        site.sign_in(owner)
        yield Watched(site, raters, owner)
