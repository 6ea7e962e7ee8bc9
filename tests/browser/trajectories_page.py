"""The trajectories page as a test drives it, and what the study stored of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

import beholder as bh
from beholder.protocols.trajectories.steps import read_trajectory

from .trial_page import TrialPage
from .waits import wait_until_observed

SIDE_FIELDS = ("correct", "coherence", "efficiency", "thoroughness")
FIELDS = (*(f"{side}.{name}" for side in (0, 1) for name in SIDE_FIELDS), "preference", "confidence")


def write_trajectories_study(example: Path, folder: Path) -> Path:
    """The example's main items, with room for any number of raters."""
    return _written(example, folder, lambda items: [item for item in items if "kind" not in item])


def write_one_pair(example: Path, folder: Path, rule: str, *, ask_first: str = "correctness") -> Path:
    """One of the practice pairs as the only item."""

    def keep(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        item = next(one for one in items if one["id"] == f"practice-{rule}")
        return [{name: value for name, value in item.items() if name not in ("kind", "reference")} | {"asks": rule}]

    return _written(example, folder, keep, ask_first=ask_first)


def write_text_only(example: Path, folder: Path) -> Path:
    """A pair without a picture, as logs of agents that work on code have it: one argument looks like a place."""
    steps = [
        {"reasoning": "Look around.\nThen mend it.", "operation": "ls -la", "result": "setup.py\ntests"},
        {"operation": "scroll", "arguments": [3, 40]},
    ]
    pair = [{"system": name, "steps": steps, "answer": f"diff --git a/{name} b/{name}"} for name in ("p", "q")]
    item = {"id": "django-1", "question": "Mend the bug.", "asks": "code", "candidates": pair}
    made = _written(example, folder, lambda items: [item])
    study = made / "study.yaml"
    study.write_text(
        study.read_text(encoding="utf-8").replace("params:", "params:\n  picture: false"), encoding="utf-8"
    )
    return made


def write_long_pair(example: Path, folder: Path) -> Path:
    """Forty steps on each side, every one with a place."""

    def keep(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        first = items[0]
        first["candidates"] = [
            {
                "system": system,
                "steps": [
                    {"operation": f"LOOK_{system}_{n}", "point": [20 * n, 10 * n], "result": f"{system} saw {n}"}
                    if n % 2
                    else {
                        "operation": f"ZOOM_{system}_{n}",
                        "box": [n, n, 10 * n + 80, 10 * n + 60],
                        "reasoning": "why",
                    }
                    for n in range(1, 40)
                ]
                + [{"reasoning": f"That was all of {system}."}],
                "answer": f"answer {system}",
            }
            for system in ("p", "q")
        ]
        return [first]

    return _written(example, folder, keep)


def _written(example: Path, folder: Path, keep: Any, *, ask_first: str = "correctness") -> Path:
    shutil.copytree(example, folder)
    path = folder / "items.jsonl"
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join(map(json.dumps, keep(items))) + "\n", encoding="utf-8")
    study = folder / "study.yaml"
    lines = study.read_text(encoding="utf-8").splitlines()
    plain = [line for line in lines if not line.startswith(("checks:", "repeats:", "adjudicate:"))]
    text = "\n".join(plain).replace("ratings: 3", "ratings: 400")
    study.write_text(text.replace("ask_first: correctness", f"ask_first: {ask_first}"), encoding="utf-8")
    return folder


class TrajectoriesPage(TrialPage):
    """One rater's page in a real browser."""

    @property
    def lease(self) -> str:
        return self.form.get_attribute("data-lease") or ""

    def side(self, place: int) -> Locator:
        return self.form.locator(f'.traj-side[data-slot="{place}"]')

    def step(self, place: int, number: int) -> Locator:
        return self.side(place).locator(f'.traj-step[data-step="{number}"]')

    def field(self, name: str) -> Locator:
        return self.form.locator(f'[data-field="{name}"]')

    def option(self, name: str, value: Any) -> Locator:
        return self.form.locator(f'label:has(input[name="{name}"][value="{value}"])')

    def value(self, name: str) -> str:
        """What is chosen on the page; empty if nothing is."""
        chosen = self.form.locator(f'input[name="{name}"]:checked')
        return str(chosen.get_attribute("value")) if chosen.count() else ""

    def chosen(self) -> dict[str, str]:
        """Everything that is chosen on the page."""
        return {name: self.value(name) for name in FIELDS}

    def at_hand(self) -> str:
        """The question that keys speak of."""
        return str(self.form.locator(".at-hand").get_attribute("data-field"))

    def answers(self) -> list[str]:
        """The final answers as read on the page, from left to right."""
        return [self.side(n).locator(".traj-final").inner_text().strip() for n in (0, 1)]

    def read(self) -> None:
        """Scrolls both sides to their ends."""
        for place in (0, 1):
            end = self.side(place).locator("[data-end]")
            end.scroll_into_view_if_needed()
            wait_until_observed(end)

    def marks(self) -> list[str]:
        """The numbers on the picture."""
        return self.form.locator(".place-mark:visible").all_inner_texts()

    def place_of(self, selector: str) -> tuple[float, float, float, float]:
        """A mark's place (left, top, width, height) as shares of the picture."""
        picture = self.form.locator(".traj-zoom img").bounding_box()
        found = self.form.locator(f"{selector}:visible").bounding_box()
        assert picture is not None
        assert found is not None
        return (
            (found["x"] - picture["x"]) / picture["width"],
            (found["y"] - picture["y"]) / picture["height"],
            found["width"] / picture["width"],
            found["height"] / picture["height"],
        )

    def sent(self, send: Any) -> tuple[str, list[str], dict[str, str], str]:
        """Sends by calling `send` and waits for what follows; lease, answers, choices and comment as they were shown."""
        lease, answers, chosen = self.lease, self.answers(), self.chosen()
        comment = self.form.locator("textarea[name=comment]").input_value()
        send()
        expect(self.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_have_count(0)
        expect(self.page.locator("#save-state")).to_have_attribute("data-state", "saved")
        return lease, answers, chosen, comment

    def stored(self) -> dict[str, dict[tuple[str, str], str]]:
        """All ratings so far, by answer: value by side and field."""
        found: dict[str, dict[tuple[str, str], str]] = {}
        with bh.load(self.folder) as study:
            for row in study.ratings(all_rows=True).rows:
                found.setdefault(row.answer, {})[row.side, row.field] = row.value
                if row.candidate:
                    found[row.answer][row.side, "candidate"] = row.candidate
        return found

    def final(self, candidate: str) -> str:
        """The final answer of a candidate, from the study's file."""
        item, _, system = candidate.rpartition("/")
        for line in (self.folder / "items.jsonl").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if one["id"] == item:
                return read_trajectory(next(c for c in one["candidates"] if c["system"] == system)).answer
        raise LookupError(candidate)


def assert_stored(
    page: TrajectoriesPage, rows: dict[tuple[str, str], str], answers: list[str], chosen: dict[str, str], comment: str
) -> None:
    """What is stored of an answer is what was chosen on the page, of the trajectories that stood there."""
    outcome = {"left": ("win", "loss"), "right": ("loss", "win"), "tie": ("tie", "tie")}[chosen["preference"]]
    for place, side in enumerate(("left", "right")):
        assert page.final(rows[side, "candidate"]) in answers[place]
        assert {name: rows[side, name] for name in SIDE_FIELDS} == {
            name: chosen[f"{place}.{name}"] for name in SIDE_FIELDS
        }
        assert rows[side, "preference"] == outcome[place]
    assert rows["", "confidence"] == chosen["confidence"]
    assert rows["", "comment"] == comment
