"""Makes the pictures of the documentation from the running demo: `python docs/screenshots.py [folder]`.

Without a folder also those of the demo's landing page, which stand beside each protocol.

Needs the extras `demo` and `dev`, and a Chromium (the system's, or that of `BEHOLDER_CHROMIUM`).
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from beholder.protocols import find_protocol, protocol_names
from beholder.testing import running_server
from beholder.testing.browser import launch_options

MOST_BYTES = 300_000
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


def keep(page: Page, folder: Path, name: str) -> None:
    """Writes a picture, with fewer colours where it would be too large."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    whole = io.BytesIO()
    image.save(whole, "PNG", optimize=True)
    for colours in (256, 160, 96, 48):
        if whole.tell() <= MOST_BYTES:
            break
        whole = io.BytesIO()
        image.quantize(colours, kmeans=2, dither=Image.Dither.FLOYDSTEINBERG).save(whole, "PNG", optimize=True)
    (folder / f"{name}.png").write_bytes(whole.getvalue())


def rate(browser: Browser, base: str, folder: Path, *, phone: bool, dark: bool, language: str) -> None:
    """The masks page on one device, in one theme and language."""
    scheme: Any = "dark" if dark else "light"
    context = browser.new_context(**(PHONE if phone else DESKTOP), color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{base}/?lang={language}")
    name = f"masks-{'phone' if phone else 'desktop'}-{scheme}-{language}"
    card = page.locator(".study-card", has=page.get_by_text({"en": "mask", "zh": "掩码"}[language]).first)
    page.goto(f"{base}{card.locator('a').first.get_attribute('href')}")
    page.locator("[data-action=join]").click()
    trial = page.locator("form.trial.current")
    trial.wait_for()
    for view in ("mask", "overlay", "zoom_overlay"):
        thumbnail = trial.locator(f".view[data-view={view}]")
        thumbnail.tap() if phone else thumbnail.hover()
        page.wait_for_timeout(400)
    trial.locator(".point:has(input[value='7'])").click()
    page.wait_for_timeout(300)
    keep(page, folder, name)
    if not phone and not dark:
        trial.locator(".views-large").click()
        page.wait_for_timeout(300)
        keep(page, folder, f"masks-full-screen-{language}")
        page.keyboard.press("Escape")
        trial.locator("[data-open=criteria]").click()
        page.wait_for_timeout(500)
        keep(page, folder, f"masks-criteria-{language}")
    context.close()


def covers(browser: Browser, base: str) -> None:
    """The first trial of every study, small, into the folder of its protocol: the landing page of the demo shows them."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    for place, name in enumerate(name for name in protocol_names() if find_protocol(name).example):
        page.goto(f"{base}/?lang=en")
        card = page.locator(".study-card").nth(place)
        page.goto(f"{base}{card.locator('a').first.get_attribute('href')}")
        page.locator("[data-action=join]").click()
        turn, trial = page.locator("[data-screen=reading] [data-action=page-next]"), page.locator("form.trial.current")
        page.wait_for_selector("[data-screen=reading]:visible, form.trial.current")
        while turn.is_visible():
            turn.click()
            page.wait_for_timeout(300)
        trial.wait_for()
        for view in trial.locator(".view[data-view=overlay]").all():
            view.hover()
        page.wait_for_timeout(800)
        whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        folder = find_protocol(name).folder
        assert folder is not None, "a protocol with an example has a folder"
        whole.resize((640, 400), Image.Resampling.LANCZOS).save(folder / "cover.webp", quality=80, method=6)


def main() -> None:
    """All pictures, into docs/pictures or the folder that is named; into the latter no covers."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) == 1:
        # a server of its own: files are read at the start, and the landing page below is to show the new covers
        with (
            running_server(command="demo") as server,
            sync_playwright() as playwright,
            playwright.chromium.launch(**launch_options()) as browser,
        ):
            covers(browser, server.base_url)
    with (
        running_server(command="demo") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_options()) as browser,
    ):
        for phone in (False, True):
            for dark in (False, True):
                for language in ("en", "zh"):
                    rate(browser, server.base_url, folder, phone=phone, dark=dark, language=language)
        page = browser.new_context(**DESKTOP).new_page()
        page.goto(f"{server.base_url}/")
        keep(page, folder, "landing")
        page.goto(f"{server.base_url}/c/")
        keep(page, folder, "coordinator")


if __name__ == "__main__":
    main()
