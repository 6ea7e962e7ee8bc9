"""The two naming pages as a test drives them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from .rater_page import Stored, read_stored
from .trial_page import TrialPage

_GROUPS = "(rows) => rows.map((row) => row.querySelector('.chip[aria-checked=true]')?.dataset.group)"

SHOWN = ("dog", "小狗", "dgo", "ball")


def write_naming_study(example: Path, folder: Path) -> Path:
    """The example of round 1 without practice and checks, with room for any number of raters."""
    return _write(example, folder, "ratings: 12", "ratings: 400")


def write_verify_study(example: Path, folder: Path, *, group_perfect: bool = False) -> Path:
    """One object of round 2 with four names, shown again and again under other ids."""
    _write(example, folder, "ratings: 3", "ratings: 400")
    if not group_perfect:
        study = folder / "study.yaml"
        text = study.read_text(encoding="utf-8").replace("group_perfect: true", "group_perfect: false")
        study.write_text(text, encoding="utf-8")
    path = folder / "items.jsonl"
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    candidates = [{"system": f"n{n}", "name": name} for n, name in enumerate(SHOWN, start=1)]
    lines = [json.dumps({**first, "id": f"object-{n}", "candidates": candidates}) for n in range(4)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _write(example: Path, folder: Path, old: str, new: str) -> Path:
    shutil.copytree(example, folder)
    path = folder / "items.jsonl"
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = [json.dumps(item) for item in items if item.get("kind", "main") == "main"]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    study = folder / "study.yaml"
    text = study.read_text(encoding="utf-8").replace(old, new).replace("checks: {every: 15}\n", "")
    study.write_text(text, encoding="utf-8")
    return folder


class BoxedPage(TrialPage):
    """One rater's page with a boxed picture."""

    @property
    def next(self) -> Locator:
        """The button that sends."""
        return self.form.locator("button[type=submit]")

    def lease(self) -> str:
        """Which showing is on screen."""
        return str(self.form.get_attribute("data-lease"))

    def sent(self, send: Any) -> Stored:
        """Sends the trial and waits for the next; what the server has of it."""
        lease = self.lease()
        send()
        expect(self.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_have_count(0)
        expect(self.page.locator("#save-state")).to_have_attribute("data-state", "saved")
        self.wait()
        return next(one for one in self.stored() if one.lease == lease)

    def stored(self) -> list[Stored]:
        """All answers of this rater."""
        script = """() => new Promise((resolve) => {
            const asked = indexedDB.open("beholder");
            asked.onsuccess = () => {
                const all = asked.result.transaction("seats").objectStore("seats").getAll();
                all.onsuccess = () => resolve(all.result.at(-1).rater);
            };
        })"""
        return read_stored(self.folder, str(self.page.evaluate(script)))

    def refused(self) -> str:
        """What the page says when it does not send."""
        lease = self.lease()
        expect(self.form.locator(".problems")).not_to_be_empty()
        assert self.lease() == lease
        return self.form.locator(".problems").inner_text()


class NamingPage(BoxedPage):
    """Round 1."""

    @property
    def field(self) -> Locator:
        """The name."""
        return self.form.locator("input[name=name]")

    def reason(self, value: str) -> Locator:
        """A reason for giving no name."""
        return self.form.locator(f"label.option:has(input[value='{value}'])")


class VerifyPage(BoxedPage):
    """Round 2."""

    def names(self) -> list[str]:
        """The names in the order shown."""
        return self.form.locator(".name-text").all_inner_texts()

    def row(self, place: int) -> Locator:
        """One name with everything asked of it."""
        return self.form.locator(".name-row").nth(place)

    def option(self, place: int, field: str, value: str) -> Locator:
        """One choice of a name."""
        return self.form.locator(f"label.option:has(input[name='{place}.{field}'][value='{value}'])")

    def chip(self, place: int, group: int) -> Locator:
        """A group that a name can go to."""
        return self.row(place).locator(f".chip[data-group='{group}']")

    def groups(self) -> list[str]:
        """The group shown for each name, empty where it has none."""
        rows = self.form.locator(".name-row")
        return [str(one or "") for one in rows.evaluate_all(_GROUPS)]
