"""From submit to the next trial painted, in a real browser with prefetch: for every kind of page, and for heavy ones.

Each figure is one JSON line with the median and the slowest of the submits, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from beholder.protocols import find_protocol
from beholder.testing import running_server
from beholder.testing.browser import launch_options

_FILL = """() => {
  for (let round = 0; round < 12; round++) {
    for (const field of document.querySelectorAll('form.trial.current [data-field]')) {
      if (field.hidden || field.closest('[hidden]')) continue;
      const radios = [...field.querySelectorAll('input[type=radio]')];
      if (radios.length && !radios.some((r) => r.checked)) radios[0].click();
    }
  }
}"""

_SUBMIT = """() => new Promise((done) => {
  const before = document.querySelector('form.trial.current').dataset.lease;
  const button = document.querySelector('form.trial.current [type=submit], form.trial.current [data-action=submit]');
  const start = performance.now();
  button.click();
  const look = () => {
    const now = document.querySelector('form.trial.current');
    const ready = now && now.dataset.lease !== before && [...now.querySelectorAll('img')].every((i) => i.complete);
    if (ready) requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
    else if (performance.now() - start > 5000) done(-1);
    else requestAnimationFrame(look);
  };
  look();
})"""


def main() -> None:
    """Runs all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer submits")
    submits = 6 if parser.parse_args().quick else 20
    cases: dict[str, Callable[[Path], None]] = {
        "masks": lambda folder: write(folder, "masks", masks_items(None)),
        "masks, 2250 × 1500": lambda folder: write(folder, "masks", masks_items((2250, 1500))),
        "ten captions": lambda folder: write(folder, "captions", ten_captions),
        "40 steps a side": lambda folder: write(folder, "trajectories", forty_steps),
    }
    with (
        tempfile.TemporaryDirectory(prefix="beholder-bench-") as scratch,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_options()) as browser,
    ):
        for number, (name, make) in enumerate(cases.items()):
            folder = Path(scratch) / str(number)
            make(folder)
            with running_server(folder) as server:
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                times = measure(page, server.rater_url(), submits)
                page.close()
            figure = {"median_ms": round(statistics.median(times), 1), "slowest_ms": round(max(times), 1)}
            print(json.dumps({"bench": "page", "name": name, **figure, "submits": len(times)}), flush=True)


def measure(page: Page, url: str, submits: int) -> list[float]:
    """Milliseconds from submit to the next trial painted, for a rater who takes a second over each."""
    page.goto(url)
    page.locator("[data-action=join]").click()
    page.locator("form.trial.current").wait_for()
    times = []
    for _ in range(submits):
        page.wait_for_timeout(1000)
        page.evaluate(_FILL)
        for _ in range(page.locator("form.trial.current bh-points").count() // 3):
            page.keyboard.press("0")  # no points for whatever this caption has none for yet
            page.keyboard.press("ArrowDown")
        page.wait_for_timeout(300)
        took = float(page.evaluate(_SUBMIT))
        if took < 0:
            raise SystemExit(f"the trial was not taken: {page.locator('.field-error:not([hidden])').all_inner_texts()}")
        times.append(took)
    return times


def write(folder: Path, protocol: str, change: Callable[[Path, list[dict[str, Any]]], list[dict[str, Any]]]) -> None:
    """The protocol's example without practice and checks, changed, with nothing that must be opened first."""
    make = find_protocol(protocol).example
    assert make is not None, f"{protocol} has an example"
    folder.mkdir()
    make(folder, 1)
    path = folder / "items.jsonl"
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    items = change(folder, [item for item in items if "kind" not in item])
    path.write_text("\n".join(json.dumps(item) for item in items), encoding="utf-8")
    params = {"masks": {"views_required": []}, "trajectories": {"read_to_end": False}}.get(protocol, {})
    settings = {"protocol": protocol, "items": "items.jsonl", "media": "media", "ratings": 9, "params": params}
    (folder / "study.yaml").write_text(json.dumps(settings), encoding="utf-8")


def masks_items(size: tuple[int, int] | None) -> Callable[[Path, list[dict[str, Any]]], list[dict[str, Any]]]:
    """The example's masks, on pictures of a given size if one is given."""

    def change(folder: Path, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if size is None:
            return items
        width, height = size
        for item in items:
            path = folder / "media" / item["image"]
            Image.open(path).convert("RGB").resize(size).save(path)
            item.pop("box", None)
            item.pop("truth_mask", None)
            item["point"] = [width // 2, height // 2]
            for candidate in item["candidates"]:
                candidate["mask"] = {
                    "size": [height, width],
                    "counts": [width * height // 2, 4000, width * height // 2 - 4000],
                }
        return items

    return change


def ten_captions(_folder: Path, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Ten different captions for every picture."""
    for item in items:
        first = item["candidates"][0]["caption"]
        item["candidates"] = [{"system": f"s{n}", "caption": f"{first} and {n + 1} more"} for n in range(10)]
    return items


def forty_steps(_folder: Path, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Forty steps on each side."""
    for item in items:
        for candidate in item["candidates"]:
            steps = candidate["steps"]
            candidate["steps"] = [steps[n % len(steps)] for n in range(40)]
    return items


if __name__ == "__main__":
    main()
