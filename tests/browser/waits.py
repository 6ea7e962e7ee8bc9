"""What a test waits for where the page shows nothing: conditions, never so many milliseconds."""

from __future__ import annotations

from playwright.sync_api import Page

_SETTLED = "() => performance.now() - performance.getEntriesByName('trial').at(-1)?.startTime > 300"
_KEPT = """(words) => new Promise((resolve) => {
    const asked = indexedDB.open("beholder");
    asked.onsuccess = () => {
        const all = asked.result.transaction("drafts").objectStore("drafts").getAll();
        all.onsuccess = () => {
            asked.result.close();
            const kept = JSON.stringify(all.result);
            resolve(words.every((word) => kept.includes(word)));
        };
    };
})"""


def wait_until_settled(page: Page) -> None:
    """Until the moment has passed in which a new trial ignores the second click of a double click."""
    page.wait_for_function(_SETTLED)


def wait_for_draft(page: Page, *words: str) -> None:
    """Until what was filled in is kept in the browser: each of these stands in some draft, as JSON."""
    page.wait_for_function(_KEPT, arg=list(words))
