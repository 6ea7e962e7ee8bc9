"""A small masks study with every stage of the journey, and a rater's way through it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Locator, expect

from .browser_studies import disk, photograph, run_lengths, write_study
from .rater_page import RaterPage

SETTINGS: dict[str, Any] = {
    "protocol": "masks",
    "title": {"en": "Masks with a journey", "zh": "完整流程的掩码研究"},
    "max_per_rater": 2,
    "contact": "lab@example.org",
    "consent": {
        "text": {
            "en": "# Consent\n\nYou rate masks. You may **stop** at any time.\n\n- Answers are kept.\n- Nothing else is.",
            "zh": "# 知情同意\n\n你将评价一些掩码，可以随时**停止**。\n\n- 会保存你的回答。\n- 不保存其他信息。",
        },
        "warning": {"en": "Some pictures show insects.", "zh": "部分图片中有昆虫。"},
    },
    "before": {
        "vision": {
            "kind": "choice",
            "label": {"en": "Do you see all colours?", "zh": "你能分辨所有颜色吗？"},
            "options": [
                {"id": "yes", "label": {"en": "Yes", "zh": "能"}},
                {"id": "no", "label": {"en": "No", "zh": "不能"}},
            ],
        },
        "kind_of_trouble": {
            "kind": "text",
            "label": {"en": "Which do you mix up?", "zh": "哪些颜色分不清？"},
            "required": True,
            "show_when": {"field": "vision", "is": "no"},
        },
    },
    "after": {"hard": {"kind": "scale", "label": {"en": "How hard was it?", "zh": "难吗？"}, "min": 1, "max": 5}},
    "qualification": {"at_least": 1.0},
    "checks": None,
    "repeats": None,
    "crowd": {
        "complete": "DONE-77",
        "screened_out": "OUT-12",
        "redirect": "https://platform.example/submit?cc={code}",
    },
}
GRADED = {"practice": (2, "The edge is right.\nNothing is missing."), "qualification": (1, "")}


def journey_study(folder: Path, **changes: Any) -> Path:
    """Two practice trials, one qualification trial, and three items with two masks each."""
    listed: list[dict[str, Any]] = []
    for kind, (count, why) in GRADED.items():
        listed += [
            {
                "id": f"{kind}-{n}",
                "kind": kind,
                "point": [200, 160],
                "reference": {"expects": [{"field": "quality", "at_least": 6, "at_most": 10}], "why": why},
                "candidates": [{"system": "known", "mask": run_lengths(disk(200, 160, 40))}],
            }
            for n in range(count)
        ]
    for n in range(3):
        masks = [run_lengths(disk(120 + 60 * n, 160, r)) for r in (48, 36)]
        listed.append(
            {
                "id": f"i{n}",
                "point": [120 + 60 * n, 160],
                "candidates": [{"system": f"s{k}", "mask": m} for k, m in enumerate(masks)],
            }
        )
    settings = {key: value for key, value in {**SETTINGS, **changes}.items() if value is not None}
    # every line is YAML, since JSON is
    text = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in settings.items())
    return write_study(folder, listed, settings=text, picture=photograph())


class JourneyPage(RaterPage):
    """One rater on the way."""

    @property
    def shown(self) -> Locator:
        """The screen that is shown."""
        return self.page.locator(".screen:visible")

    def act(self, action: str) -> None:
        """Presses a button of the screen."""
        self.shown.locator(f"[data-action={action}]").click()

    def join(self, query: str = "") -> Self:
        """A new rater in a study that begins with practice, at its first trial."""
        self.open(query)
        self.act("join")
        self.screen("reading")
        self.read_guideline()
        return self

    def agree(self, query: str = "") -> None:
        """From the welcome to the questions before."""
        self.open(query)
        self.act("join")
        self.screen("consent")
        self.act("agree")
        self.screen("before")

    def choose(self, field: str, value: str) -> None:
        """Answers a question by its label."""
        self.shown.locator(f"label:has(input[name={field}][value='{value}'])").click()

    def answer_before(self) -> None:
        """The questions before, up to the guideline."""
        self.choose("vision", "yes")
        self.shown.locator("button[type=submit]").click()
        self.screen("reading")

    def read_guideline(self) -> int:
        """Page by page to the first practice trial; how many pages."""
        pages = self.turn_pages()
        self.begin("practice")
        return pages

    def begin(self, stage: str) -> None:
        """From the screen before a stage to its first trial."""
        self.screen(stage)
        self.act("begin")
        self.wait()

    def turn_pages(self) -> int:
        """Page by page to whatever follows the guideline; how many pages."""
        told = self.shown.locator("[data-fill=page]")
        expect(told).to_contain_text("1")
        pages = int(re.findall(r"\d+", told.inner_text())[-1])
        for page in range(1, pages + 1):
            expect(told).to_contain_text(str(page))
            self.act("page-next")
        return pages

    def look_at_all(self) -> None:
        """Opens the views that must be seen, by mouse or by touch."""
        for name in ("overlay", "mask", "zoom_overlay"):
            self.view(name).click()
            expect(self.view(name)).to_have_class(re.compile(r"\bseen\b"))
            if self.page.locator("dialog.viewer[open]").count():
                self.page.keyboard.press("Escape")

    def practise(self, points: int) -> Locator:
        """Answers a practice trial; what is said about it."""
        self.look_at_all()
        self.rate(points)
        self.trial.locator("button[type=submit]").click()
        box = self.page.locator(".feedback")
        expect(box.locator(".button")).to_be_visible()
        return box

    def to_the_trials(self, query: str = "") -> None:
        """Everything up to the first trial that counts."""
        self.agree(query)
        self.answer_before()
        self.read_guideline()
        self.practise_all()
        self.begin("test")
        self.rate_one(8)
        self.begin("counts")

    def practise_all(self) -> None:
        """Both practice trials, to the screen that follows."""
        self.practise(7).locator(".button").click()
        self.wait()
        self.practise(7).locator(".button").click()

    def rate_one(self, points: int = 6) -> None:
        """One whole trial."""
        self.look_at_all()
        self.rate(points)
        self.send()
