"""What every page owes its readers: no accessibility fault, both themes, nothing fetched from elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from beholder.testing import RunningServer, running_server
from tests.fonts import FONT_SETS

from .conftest import DESKTOP, LOOKS, PHONE, MakePage
from .demo_page import DEMOS, DemoPage

# whether a region scrolls hangs on the reader's fonts and screen, so each that ever may has to be in reach of the keyboard
_OUT_OF_REACH = """() => {
    const modal = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const reachable = (one) => one.tabIndex >= 0 && !one.disabled && !one.closest("[inert]") && one.checkVisibility();
    return [...modal.querySelectorAll("*")]
        .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow) && one.checkVisibility() && one.clientHeight > 1)
        .filter((one) => !one.closest("[inert], [aria-hidden=true], svg") && !one.matches("textarea, select, input"))
        .filter((one) => !reachable(one) && ![...one.querySelectorAll("*")].some(reachable))
        .map((one) => "scrolls out of reach: " + one.outerHTML.slice(0, 160));
}"""


# colours on their way from one state to another are nobody's contrast
_STILL = """() => Promise.all(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => {})))"""


def violations(page: Page) -> list[str]:
    """What axe-core finds, of any level, and what might scroll but cannot be focused, with the place."""
    # what practice says can be closed after a moment only, and its button changes colour then
    page.locator(".feedback button:disabled").wait_for(state="detached")
    page.evaluate(_STILL)
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    faults = [f"{one['impact']} {one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
    return faults + list(page.evaluate(_OUT_OF_REACH))


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_masks_page_has_no_fault(open_page: MakePage, look: dict[str, Any]) -> None:
    rater = open_page(**look)
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    assert violations(rater.page) == []
    rater.page.locator("[data-action=join]").click()
    rater.screen("reading")
    assert violations(rater.page) == []
    rater.get_ready()
    assert violations(rater.page) == []
    rater.trial.locator("button[type=submit]").click()
    rater.rate(7)
    assert violations(rater.page) == []
    for sheet in ("guideline", "menu", "help"):
        rater.page.locator(f"[data-open={sheet}]:visible").first.click()
        assert violations(rater.page) == []
        rater.page.keyboard.press("Escape")
    rater.trial.locator("[data-open=criteria]").click()
    assert violations(rater.page) == []
    rater.page.keyboard.press("Escape")
    rater.page.keyboard.press("?")
    expect(rater.page.locator("#keys")).to_be_visible()
    assert violations(rater.page) == []


@pytest.mark.parametrize(
    ("study", "fonts"),
    [("kinds", "dejavu"), ("groups", "bundled"), ("pick", "dejavu"), ("order", "bundled"), ("marks", "dejavu")],
)
def test_generic_pages_have_no_fault(open_page: MakePage, study: str, fonts: str) -> None:
    rater = open_page(study, fonts=fonts).join()
    assert violations(rater.page) == []
    rater.trial.locator("button[type=submit]").click()
    assert violations(rater.page) == []


@pytest.mark.long
def test_landing_sign_in_and_error_pages(open_page: MakePage) -> None:
    rater = open_page()
    base = rater.url.split("/s/")[0]
    for path in ("/", "/c/", "/s/nothing-here/", "/nowhere?lang=zh", "/?lang=zh"):
        rater.page.goto(base + path)
        expect(rater.page.locator("h1")).to_be_visible()
        assert violations(rater.page) == []


# all screens one under the other instead of one at a time, so that one look finds the faults of all
_SPREAD = """() => {
    const stage = document.getElementById("stage");
    document.body.style.cssText = "height: auto; overflow: visible; display: block";
    stage.style.overflow = "visible";
    for (const screen of stage.querySelectorAll(".screen")) {
        screen.hidden = false;
        Object.assign(screen.style, { position: "static", overflow: "visible" });
        for (const empty of screen.querySelectorAll("[data-fill]:empty")) empty.textContent = "12";
        for (const part of screen.querySelectorAll("[hidden]")) part.hidden = false;
    }
    return stage.querySelectorAll(".screen").length;
}"""


@pytest.mark.parametrize("look", LOOKS)
def test_no_screen_between_the_trials_has_a_fault_of_any_level(open_page: MakePage, look: dict[str, Any]) -> None:
    rater = open_page(**look)
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    assert rater.page.evaluate(_SPREAD) > 20
    # two that never meet may have the same title
    assert [one for one in violations(rater.page) if "landmark-unique" not in one] == []


@pytest.fixture
def ready(name: str, painted: Callable[[str], Path], tmp_path: Path) -> Iterator[RunningServer]:
    """A ready study as it comes."""
    with running_server(shutil.copytree(painted(name), tmp_path / name)) as server:
        yield server


@pytest.mark.long
@pytest.mark.parametrize("name", list(DEMOS))
@pytest.mark.parametrize(("scheme", "device"), [("light", DESKTOP), ("dark", PHONE)], ids=["light", "dark"])
def test_no_stage_of_a_ready_study_has_a_fault_of_any_level(
    name: str, scheme: str, device: dict[str, Any], ready: RunningServer, make_context: Callable[..., BrowserContext]
) -> None:
    page = make_context(color_scheme=scheme, **device).new_page()
    rater = DemoPage(page, ready.rater_url(0), ready.folders[0], DEMOS[name], touch=device is PHONE)
    rater.open("?lang=en")
    rater.act("join")
    read: set[str] = set()
    while not rater.trial.count():
        page.locator(f"form.trial.current, {_GO_ON}").first.wait_for()
        screen = str(page.evaluate("document.body.dataset.screen"))
        if screen and screen not in read:
            assert violations(page) == []
        read.add(screen)
        # in one turn of the page: the screen may be another one by the time a pointer is there
        page.evaluate("(go_on) => document.querySelector(go_on)?.click()", _GO_ON)
    rater.wait()
    assert violations(page) == []
    assert page.evaluate(OUT_OF_ORDER) == []
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.locator("#guideline")).to_be_visible()
    assert violations(page) == [], "all pages of the guideline at once"
    page.keyboard.press("Escape")
    rater.press(rater.trial.locator("button[type=submit]"))
    assert violations(page) == []
    DEMOS[name].answer(rater, False)
    rater.press(rater.trial.locator("button[type=submit]"))
    told = page.locator(".feedback .button, form.trial.current:not(.tried)")
    expect(told.first).to_be_visible()
    assert violations(page) == []


_GO_ON = ".screen:not([hidden]) .button.primary"

# Tab goes down a question and never up again, and to no question after Next
OUT_OF_ORDER = """() => {
    const form = document.querySelector("form.trial.current");
    const stops = [...form.querySelectorAll("button, input, textarea, summary, [tabindex='0']")]
        .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.matches(".skip"));
    const next = stops.findIndex((one) => one.matches("[type=submit]"));
    const late = stops.slice(next + 1).filter((one) => one.closest("[data-field]"));
    const up = stops.filter((one, n) => {
        const [question, before] = [one.closest("[data-field]"), stops[n - 1]];
        if (!question || !before || before.closest("[data-field]") !== question) return false;
        const [here, there] = [one, before].map((control) => (control.closest("label") ?? control).getBoundingClientRect());
        return here.bottom <= there.top || (here.right <= there.left && here.top < there.bottom);
    });
    return [...late, ...up].map((one) => one.outerHTML.slice(0, 120));
}"""

_TOO_SMALL = """() => [...document.querySelectorAll("button, a[href], summary, label:has(input), input[type=text], textarea")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".prose, .skip") && !one.matches(".skip"))
    .filter((one) => !document.querySelector("dialog[open]") || one.closest("dialog[open]"))
    .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
    .map(([html, box]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`)"""


@pytest.mark.parametrize("fonts", FONT_SETS)
def test_a_long_title_makes_no_page_wider_than_the_phone(open_page: MakePage, fonts: str) -> None:
    rater = open_page(fonts=fonts, **PHONE)
    rater.open()
    start = rater.page.locator("[data-action=join]")
    expect(start).to_be_visible()
    rater.page.locator(".bar-title").evaluate("one => { one.textContent = 'A very long title of a study '.repeat(4); }")
    edges = "[...document.querySelectorAll('.bar, .stage, .bar-tools')].map((one) => one.getBoundingClientRect().right)"
    assert max(rater.page.evaluate(edges)) <= 390


# words in two lines, and signs that are squeezed
_SQUEEZED = """() => [...document.querySelectorAll(".bar :is(.tool-words, .skip-tool, .glyph)")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.className.baseVal ?? one.className, one.getBoundingClientRect()])
    .filter(([name, box]) => name === "glyph" ? Math.round(box.width) !== 20 : box.height > 36)
    .map(([name, box]) => `${name}: ${box.width} × ${box.height}`)"""


@pytest.mark.long
def test_in_a_low_window_start_is_in_sight_and_no_tool_of_the_bar_is_squeezed(open_page: MakePage) -> None:
    rater = open_page("short", viewport={"width": 844, "height": 390})
    rater.open("?lang=zh")
    start = rater.page.locator("[data-action=join]")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    rater.get_ready()
    rater.page.locator(".bar-title").evaluate("one => { one.textContent = '一项研究的很长的标题'.repeat(4); }")
    for width in (844, 960, 1024):
        rater.page.set_viewport_size({"width": width, "height": 768})
        assert rater.page.evaluate(_SQUEEZED) == [], width
        assert rater.page.evaluate("document.querySelector('.bar').scrollWidth <= innerWidth"), width


@pytest.mark.parametrize(
    ("study", "fonts"), [*zip(["masks", "kinds", "groups"], FONT_SETS, strict=True), ("marks", "bundled")]
)
def test_everything_can_be_hit_by_a_finger(open_page: MakePage, study: str, fonts: str) -> None:
    rater = open_page(study, fonts=fonts, **PHONE)
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


@pytest.mark.long
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


@pytest.mark.long
def test_the_next_trial_is_painted_by_the_frame_after_sending(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "zoom_overlay")
    rater.rate(7)
    rater.page.wait_for_function("document.querySelector('form.trial:not(.current) .views-large canvas')?.width > 100")
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
