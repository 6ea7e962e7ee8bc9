"""Makes the pictures of the documentation from the running demo: `python docs/screenshots.py [folder]`.

Without a folder also those of the demo's landing page, which stand beside each protocol.

Needs the extras `demo` and `dev`, and a Chromium (the system's, or that of `BEHOLDER_CHROMIUM`).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from beholder.protocols import find_protocol, protocol_names
from beholder.testing import running_server
from beholder.testing.browser import launch_options

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PHONES = {"masks-phone": ("light", "en"), "masks-phone-dark-zh": ("dark", "zh")}
EXAMPLES = [name for name in protocol_names() if find_protocol(name).example]
# the machine may be busy with other things
PATIENCE = 120_000
# pictures are painted before the server starts, and finished studies made beside it, one after the other
PATIENCE_WITH_STUDIES = 900_000

# pictures fetched and decoded, fonts loaded, nothing moving, and all of that painted
_STILL = """async () => {
    const pictures = [...document.images].filter((one) => one.checkVisibility() && one.loading !== "lazy");
    await Promise.all(pictures.map((one) => one.decode().catch(() => null)));
    await document.fonts.ready;
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map((one) => one.finished.catch(() => null)));
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}"""
# the pages of the guideline, and the screen before practice
_AHEAD = ".screen:not([hidden]) :is([data-action=page-next], [data-action=begin])"
# for a moment a new trial takes no click, as it might be the second one of a double click
_SETTLED = "() => performance.now() - performance.getEntriesByName('trial').at(-1)?.startTime > 300"


@contextmanager
def demo() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a demo of its own."""
    with (
        running_server(command="demo", patience=PATIENCE_WITH_STUDIES / 1000) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_options()) as browser,
    ):
        yield browser, server.base_url


def seen(page: Page) -> Image.Image:
    """What the window shows, once it stands still."""
    page.evaluate(_STILL)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def new_page(browser: Browser, **device: Any) -> Page:
    """A page in a browser of its own, which waits as long as it takes."""
    context = browser.new_context(**device)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def keep(image: Image.Image, path: Path) -> None:
    """Writes a picture."""
    image.save(path, "WEBP", quality=88, method=6)


def first_trial(browser: Browser, base: str, name: str, *, language: str = "en", **device: Any) -> Locator:
    """A new rater's first trial of one of the studies."""
    page = new_page(browser, **device)
    page.goto(f"{base}/?lang={language}")
    card = page.locator(".study-card").nth(EXAMPLES.index(name))
    page.goto(f"{base}{card.locator('a').first.get_attribute('href')}")
    page.locator("[data-action=join]").click()
    trial = page.locator("form.trial.current")
    while not trial.is_visible():
        page.locator(f"{_AHEAD}, form.trial.current").first.wait_for()
        # in the page, at once: the button may be gone before a mouse gets there
        page.evaluate("(ahead) => document.querySelector(ahead)?.click()", _AHEAD)
    page.wait_for_function(_SETTLED)
    return trial


def choose(trial: Locator, field: str, value: object) -> None:
    """Answers a question by its label."""
    trial.locator(f'label:has(input[name="{field}"][value="{value}"])').click()


def count(trial: Locator) -> None:
    """The number, not yet how many are clipped."""
    trial.locator('[data-field=count] button[data-number="13"]').click()


def give_points(trial: Locator) -> None:
    """The first caption judged, the second begun."""
    for place, steps in enumerate((("+", "+"), ("+",), ("part",), ("+", "part"))):
        for step in steps:
            trial.locator("bh-points").nth(place).locator(f'[data-step="{step}"]').click()


def judge_mask(trial: Locator) -> None:
    """The views opened that must be, a rating given, the mask on the picture in sight."""
    for view in ("mask", "zoom_overlay", "overlay"):
        thumbnail = trial.locator(f".view[data-view={view}]")
        thumbnail.hover() if trial.locator(".views-hint").is_visible() else thumbnail.tap()
        trial.locator(f".view[data-view={view}].seen").wait_for()
    trial.locator(".point:has(input[value='6'])").click()


def name_object(trial: Locator) -> None:
    """A name under way."""
    trial.locator("input[name=name]").press_sequentially("dog")


def verify_names(trial: Locator) -> None:
    """One name judged and grouped, another found to fit less and put beside it."""
    for name, fits in (("dog", "perfect"), ("dgo", "slight")):
        row = trial.locator(f'.name-row[data-called="{name}"]')
        row.locator(f'label:has(input[value="{fits}"])').click()
        row.locator(".chip[data-group='1']").click()


def compare(trial: Locator) -> None:
    """One side read and judged, a step of it shown on the picture."""
    for name, value in (("correct", "yes"), ("coherence", 4), ("efficiency", 2), ("thoroughness", 4)):
        choose(trial, f"0.{name}", value)
    trial.locator('.traj-side[data-slot="0"] .traj-step.has-place').last.hover()


def rate_quality(trial: Locator) -> None:
    """A word chosen."""
    choose(trial, "quality", 4)


def choose_sides(trial: Locator) -> None:
    """One question answered, the other still open."""
    choose(trial, "looks", "tie")


def pick_ends(trial: Locator) -> None:
    """The best and the worst picked."""
    trial.locator(".pick-row").nth(1).locator("[data-pick=best]").click()
    trial.locator(".pick-row").nth(2).locator("[data-pick=worst]").click()


def mark_faults(trial: Locator) -> None:
    """The apple of the wrong colour marked, and the word for it."""
    trial.locator("[data-field=implausible] .regions-none").click()
    asked, picture = trial.locator("[data-field=misaligned]"), trial.locator("bh-zoom")
    # who has said that there is nothing of one sort marks the next
    asked.locator("[data-do=mark][aria-pressed=true]").wait_for()
    box = picture.bounding_box() or {"width": 0, "height": 0}
    picture.click(position={"x": 0.38 * box["width"], "y": 0.7 * box["height"]})
    asked.locator(".mark-row.chosen .option:has([value=attribute])").click()
    for _ in range(2):
        trial.locator("[data-field=words] .word-button").nth(1).click()
    trial.locator(".panel-scroll").evaluate("(panel) => panel.scrollTo(0, 0)")


BEGIN = {
    "best-of": pick_ends,
    "captions": give_points,
    "counting": count,
    "defects": mark_faults,
    "masks": judge_mask,
    "naming": name_object,
    "naming-verify": verify_names,
    "opinion": rate_quality,
    "side-by-side": choose_sides,
    "trajectories": compare,
}


def raters_pages(browser: Browser, base: str, folder: Path, *, covers: bool) -> None:
    """Every protocol's page on a desk, begun; small and beside the protocol too, for the landing page of the demo."""
    for name in EXAMPLES:
        trial = first_trial(browser, base, name, **DESKTOP)
        BEGIN[name](trial)
        image = seen(trial.page)
        keep(image, folder / f"{name}.webp")
        beside = find_protocol(name).folder
        if covers and beside is not None:
            small = image.resize((640, 400), Image.Resampling.LANCZOS)
            small.save(beside / "cover.webp", quality=80, method=6)
        trial.page.context.close()


def phones(browser: Browser, base: str, folder: Path) -> None:
    """A page on the phone, light in English and dark in Chinese."""
    for name, (scheme, language) in PHONES.items():
        trial = first_trial(browser, base, "masks", language=language, color_scheme=scheme, **PHONE)
        judge_mask(trial)
        keep(seen(trial.page), folder / f"{name}.webp")
        trial.page.context.close()


def what_comes_out(browser: Browser, base: str, folder: Path) -> None:
    """The landing page, and a finished study: the coordinator's page and the report."""
    page = new_page(browser, **DESKTOP)
    page.goto(f"{base}/?lang=en")
    keep(seen(page), folder / "landing.webp")
    reports = page.locator(".finished-list a.primary")
    expect(reports).to_have_count(len(EXAMPLES), timeout=PATIENCE_WITH_STUDIES)
    report = f"{base}{reports.nth(EXAMPLES.index('masks')).get_attribute('href')}"
    page.goto(report)
    keep(seen(page), folder / "report.webp")
    page.goto(report.replace("/report", "/raters"))
    keep(seen(page), folder / "coordinator.webp")


def main() -> None:
    """All pictures, into docs/pictures or the folder that is named; into the latter no covers."""
    own = len(sys.argv) > 1
    folder = Path(sys.argv[1]) if own else Path(__file__).parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as (browser, base):
        raters_pages(browser, base, folder, covers=not own)
        phones(browser, base, folder)
    # another server: covers are read at the start, and the landing page is to show the new ones
    with demo() as (browser, base):
        what_comes_out(browser, base, folder)


if __name__ == "__main__":
    main()
