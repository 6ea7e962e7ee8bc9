"""What a test waits for where the page shows nothing: conditions, never so many milliseconds."""

from __future__ import annotations

from playwright.sync_api import Page

_SETTLED = "() => performance.now() - performance.getEntriesByName('trial').at(-1)?.startTime > 300"
_KEPT = """async (words) => {
    const database = await new Promise((resolve) => {
        const asked = indexedDB.open("beholder");
        asked.onsuccess = () => resolve(asked.result);
    });
    let kept = "";
    const until = performance.now() + 10_000;
    while (performance.now() < until) {
        kept = await new Promise((resolve) => {
            const all = database.transaction("drafts").objectStore("drafts").getAll();
            all.onsuccess = () => resolve(JSON.stringify(all.result));
        });
        if (words.every((word) => kept.includes(word))) return database.close();
        await new Promise((resume) => setTimeout(resume, 20));
    }
    throw new Error(`not kept: ${words} in ${kept}`);
}"""


def wait_until_settled(page: Page) -> None:
    """Until the moment has passed in which a new trial ignores the second click of a double click."""
    page.wait_for_function(_SETTLED)


def wait_for_draft(page: Page, *words: str) -> None:
    """Until what was filled in is kept in the browser: each of these stands in some draft, as JSON."""
    page.evaluate(_KEPT, list(words))
