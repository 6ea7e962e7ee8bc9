"""A replay opens from disk, without a server, and shows the answer on the page it was given on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from beholder.cli.releases import replay_page
from beholder.engine import Answer, Join, Lease
from beholder.report.replay import read_replay
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.testing import write_masks_study
from tests.study_maker import start


def test_the_page_stands_as_the_rater_left_it(make_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=3, ratings=1)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    engine, _ = start(load_definition(folder), database, people=True)
    rater = engine.run(Join()).rater
    lease = engine.run(Lease(rater)).leases[0].lease
    payload = {"trial": {"quality": 6, "comment": "a ragged edge"}, "slots": []}
    meta = {"language": "zh", "display": {"width": 1000, "height": 700}}
    engine.run(Answer(id="seen-again", rater=rater, lease=lease, payload=payload, meta=meta))
    engine.close()
    database.close()
    file = tmp_path / "replay.html"
    with read_replay(folder, "seen-again") as shown:
        file.write_text(replay_page(shown), encoding="utf-8")

    page = make_context(viewport={"width": 1500, "height": 900}).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    expect(frame.locator("html[data-replayed=yes]")).to_be_attached(timeout=20_000)
    expect(frame.locator("input[name=quality]:checked")).to_have_value("6")
    expect(frame.locator("textarea[name=comment]")).to_have_value("a ragged edge")
    expect(frame.locator("html")).to_have_attribute("lang", "zh-Hans")
    frame.locator("textarea[name=comment]").focus()
    page.keyboard.type("x9")
    expect(frame.locator("textarea[name=comment]")).to_have_value("a ragged edge")
    expect(frame.locator("input[name=quality]:checked")).to_have_value("6")
    large = frame.locator("bh-mask-views canvas").first
    assert (large.bounding_box() or {"width": 0})["width"] > 100
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
