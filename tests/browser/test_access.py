"""What every page owes its readers: no serious accessibility fault, both themes, nothing fetched from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, MakePage


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical, with the place."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_masks_page_has_no_serious_fault(open_page: MakePage, device: dict[str, Any], scheme: str) -> None:
    rater = open_page(color_scheme=scheme, **device)
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    assert serious(rater.page) == []
    rater.page.locator("[data-action=join]").click()
    rater.wait()
    assert serious(rater.page) == []
    rater.trial.locator("button[type=submit]").click()
    rater.rate(7)
    assert serious(rater.page) == []
    for sheet in ("guideline", "menu"):
        rater.page.locator(f"[data-open={sheet}]:visible").first.click()
        assert serious(rater.page) == []
        rater.page.keyboard.press("Escape")
    rater.trial.locator("[data-open=criteria]").click()
    assert serious(rater.page) == []


@pytest.mark.parametrize("study", ["kinds", "groups"])
def test_generic_pages_have_no_serious_fault(open_page: MakePage, study: str) -> None:
    rater = open_page(study).join()
    assert serious(rater.page) == []
    rater.trial.locator("button[type=submit]").click()
    assert serious(rater.page) == []


def test_landing_sign_in_and_error_pages(open_page: MakePage) -> None:
    rater = open_page()
    base = rater.url.split("/s/")[0]
    for path in ("/", "/c/", "/s/nothing-here/", "/nowhere?lang=zh", "/?lang=zh"):
        rater.page.goto(base + path)
        expect(rater.page.locator("h1")).to_be_visible()
        assert serious(rater.page) == []


_TOO_SMALL = """() => [...document.querySelectorAll("button, a[href], summary, label:has(input), input[type=text], textarea")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".prose, .skip") && !one.matches(".skip"))
    .filter((one) => !document.querySelector("dialog[open]") || one.closest("dialog[open]"))
    .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
    .map(([html, box]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`)"""


def test_a_long_title_makes_no_page_wider_than_the_phone(open_page: MakePage) -> None:
    rater = open_page(**PHONE)
    rater.open()
    start = rater.page.locator("[data-action=join]")
    expect(start).to_be_visible()
    rater.page.locator(".bar-title").evaluate("one => { one.textContent = 'A very long title of a study '.repeat(4); }")
    edges = "[...document.querySelectorAll('.bar, .stage, .bar-tools')].map((one) => one.getBoundingClientRect().right)"
    assert max(rater.page.evaluate(edges)) <= 390


@pytest.mark.parametrize("study", ["masks", "kinds", "groups"])
def test_everything_can_be_hit_by_a_finger(open_page: MakePage, study: str) -> None:
    rater = open_page(study, **PHONE)
    base = rater.url.split("/s/")[0]
    for path in ("/", "/nowhere"):
        rater.page.goto(base + path)
        assert rater.page.evaluate(_TOO_SMALL) == []
    rater.join()
    assert rater.page.evaluate(_TOO_SMALL) == []
    assert rater.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for sheet in ("help", "menu"):
        rater.page.locator(f"[data-open={sheet}]:visible").first.click()
        assert rater.page.evaluate(_TOO_SMALL) == []
        rater.page.keyboard.press("Escape")


def test_no_request_leaves_the_host_and_no_policy_is_broken(open_page: MakePage) -> None:
    rater = open_page()
    asked: list[str] = []
    complaints: list[str] = []
    rater.page.on("request", lambda request: asked.append(request.url))
    rater.page.on("console", lambda message: complaints.append(message.text))
    rater.join()
    rater.page.keyboard.press("c")
    rater.page.keyboard.press("Escape")
    rater.answer(7)
    rater.state("saved")
    base = rater.url.split("/s/")[0]
    assert [url for url in asked if not url.startswith((base, "data:", "blob:"))] == []
    assert len(asked) > 20
    assert complaints == []


def test_the_theme_switch_is_kept(open_page: MakePage) -> None:
    rater = open_page(color_scheme="light").join()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = rater.page.evaluate(ground)
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("#menu .segment:has(input[value=dark])").click()
    dark = rater.page.evaluate(ground)
    assert light != dark
    surround = rater.trial.locator(".masks-stage").evaluate("(e) => getComputedStyle(e).backgroundColor")
    rater.page.reload()
    rater.wait()
    assert rater.page.evaluate(ground) == dark
    assert rater.trial.locator(".masks-stage").evaluate("(e) => getComputedStyle(e).backgroundColor") == surround
    rater.answer(5)
    rater.state("saved")
    assert rater.stored()[0].meta["theme"] == "dark"


def test_the_next_trial_is_painted_by_the_frame_after_sending(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.rate(7)
    rater.page.wait_for_timeout(500)
    swapped = rater.page.evaluate(
        """() => {
            const before = document.querySelector("form.trial.current").dataset.lease;
            document.querySelector("form.trial.current button[type=submit]").click();
            const after = document.querySelector("form.trial.current");
            const canvas = after.querySelector(".views-large canvas");
            return [before !== after.dataset.lease, canvas.width > 100];
        }"""
    )
    assert swapped == [True, True], "the next trial stands there, painted, before the browser draws again"
