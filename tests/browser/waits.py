"""What a test waits for where the page shows nothing: conditions, never so many milliseconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

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
_FETCHED = """(addresses) => {
    const come = new Set(performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname));
    return addresses.every((address) => come.has(address));
}"""
# observers are told in the order in which they were made: those of the page know before this one does
_OBSERVED = """(element) => new Promise((resolve) => {
    const watch = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        resolve(null);
    });
    watch.observe(element);
})"""
_DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))"
_AT_REST = (
    "(element) => Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)).then(() => null)"
)


def wait_until_settled(page: Page) -> None:
    """Until the moment has passed in which a new trial ignores the second click of a double click."""
    page.wait_for_function(_SETTLED)


def wait_for_draft(page: Page, *words: str) -> None:
    """Until what was filled in is kept in the browser: each of these stands in some draft, as JSON."""
    page.evaluate(_KEPT, list(words))


@contextmanager
def trials_fetched(page: Page) -> Iterator[None]:
    """Until the trials ahead that are asked for within the block are there with their pictures."""
    with page.expect_response(re.compile(r"/leases\b")) as asked:
        yield
    addresses = [address for lease in asked.value.json()["leases"] for address in lease["media"]]
    page.wait_for_function(_FETCHED, arg=addresses)


def wait_until_observed(element: Locator) -> None:
    """Until the page, too, has noticed that the element is in view."""
    element.evaluate(_OBSERVED)


def wait_until_drawn(page: Page) -> None:
    """Until all that an event brings about at once is on screen."""
    page.evaluate(_DRAWN)


def wait_until_at_rest(element: Locator) -> None:
    """Until nothing within the element moves."""
    element.evaluate(_AT_REST)


_UNCOVERED = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2) ?? document);
}"""


def wait_until_uncovered(element: Locator) -> None:
    """Until a mouse would meet the element where it stands, without any scrolling."""
    handle = element.element_handle()
    element.page.wait_for_function(_UNCOVERED, arg=handle)


_AHEAD = ".screen:not([hidden]) :is([data-action=page-next], [data-action=begin])"


def go_ahead(page: Page, *, until: str) -> None:
    """Through the guideline and the screens between two stages."""
    found = page.locator(f"{until}, {_AHEAD}")
    while True:
        expect(found.first).to_be_visible()
        if page.locator(until).is_visible():
            return
        page.evaluate("(ahead) => document.querySelector(ahead)?.click()", _AHEAD)


def to_the_first_trial(page: Page) -> None:
    """To a trial that takes answers."""
    go_ahead(page, until="form.trial.current")
    wait_until_settled(page)
