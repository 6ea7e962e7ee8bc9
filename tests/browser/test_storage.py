"""What the browser keeps of a trial tells no more than the page did."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from beholder.testing import running_server
from tests.web.canaries import find_canaries

from .browser_studies import disk, photograph, run_lengths, write_study
from .rater_page import RaterPage
from .waits import wait_for_draft

_CANARIES = ("zebrafinch", "goldcrest", "nightjar-item")
_KEPT = """async () => {
    const kept = { local: { ...localStorage }, session: { ...sessionStorage }, caches: await caches.keys(), cookies: document.cookie };
    for (const { name } of await indexedDB.databases()) {
        const open = await new Promise((done) => { const asked = indexedDB.open(name); asked.onsuccess = () => done(asked.result); });
        for (const store of open.objectStoreNames) {
            kept[`${name}/${store}`] = await new Promise((done) => {
                const asked = open.transaction(store).objectStore(store).getAll();
                asked.onsuccess = () => done(asked.result);
            });
        }
        open.close();
    }
    return JSON.stringify(kept);
}"""


@pytest.mark.long
def test_no_name_is_kept_in_the_browser(tmp_path: Path, make_context: Callable[..., BrowserContext]) -> None:
    masks = [run_lengths(disk(200, 160, radius)) for radius in (48, 36)]
    candidates = [{"system": name, "mask": mask} for name, mask in zip(_CANARIES[:2], masks, strict=True)]
    items = [{"id": f"{_CANARIES[2]}-{n}", "point": [200, 160], "candidates": candidates} for n in range(3)]
    study = write_study(tmp_path / "study", items, settings="protocol: masks\n", picture=photograph())
    with running_server(study) as server:
        rater = RaterPage(make_context().new_page(), server.rater_url(0), study).join()
        rater.answer(5)
        rater.state("saved")
        # a draft and an answer that waits: all that is ever kept
        rater.page.context.set_offline(True)
        rater.answer(6)
        rater.rate(7)
        wait_for_draft(rater.page, '"quality":7')
        kept = rater.page.evaluate(_KEPT)
        assert find_canaries(kept.encode(), _CANARIES) == set()
        stores = json.loads(kept)
        assert all(stores[f"beholder/{name}"] for name in ("seats", "outbox", "drafts")), "nothing was looked at"
        rater.page.evaluate("localStorage.setItem('leak', btoa('goldcrest'))")
        assert find_canaries(rater.page.evaluate(_KEPT).encode(), _CANARIES) == {"goldcrest"}
        rater.page.context.set_offline(False)
        rater.state("saved")
