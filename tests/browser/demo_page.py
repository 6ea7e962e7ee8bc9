"""The demo's own studies made small, with every stage of the journey switched on, and a rater's way through any of them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Locator, Page, expect

from .journey_page import SETTINGS, JourneyPage
from .rater_page import GATE
from .trajectories_page import SIDE_FIELDS
from .waits import wait_until_observed

WHY = {"en": "That is what the picture shows.", "zh": "图中就是这样。"}
_DROPPED = ("checks", "repeats", "adjudicate", "exclude", "pairs", "subsets", "group", "block")
_KEPT = ("consent", "before", "after", "qualification", "crowd")


@dataclass(frozen=True)
class Demo:
    """How a protocol's page is answered, well or badly, and what the study expects of an answer given well.

    So many `candidates` of each item are kept; those that are shown `alone` are so many trials.
    """

    answer: Callable[[DemoPage, bool], None]
    expects: dict[str, Any]
    candidates: int = 2
    alone: bool = False


def shorten(example: Path, folder: Path, demo: Demo) -> Path:
    """A copy of an example with one practice trial, one for qualification and two items, and the whole journey."""
    shutil.copytree(example, folder)
    path = folder / "items.jsonl"
    listed = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for one in listed:
        if "candidates" in one:
            one["candidates"] = one["candidates"][: demo.candidates]
    main = [one for one in listed if one.get("kind", "main") == "main"]
    known = [one for one in listed if one.get("kind") == "practice"] or main[2:]
    kept = [{**one, "id": f"kept-{n}"} for n, one in enumerate(main[:2])]
    for kind, one in zip(("practice", "qualification"), known, strict=False):
        first = {"system": one["candidates"][0]["system"]} if "system" in demo.expects else {}
        if demo.alone:
            one["candidates"] = one["candidates"][:1]
        reference = {"expects": [{**demo.expects, **first}], "why": WHY}
        kept.append({**one, "id": f"known-{kind}", "kind": kind, "reference": reference})
    path.write_text("".join(json.dumps(one) + "\n" for one in kept), encoding="utf-8")
    study = folder / "study.yaml"
    settings = {k: v for k, v in yaml.safe_load(study.read_text(encoding="utf-8")).items() if k not in _DROPPED}
    settings |= {name: SETTINGS[name] for name in _KEPT}
    settings |= {
        "ratings": 8,
        "max_per_rater": 2,
        "languages": ["en", "zh"],
        "limits": {"break_every_minutes": 0.001, "break_minutes": 0.05},
    }
    # every line is YAML, since JSON is
    text = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in settings.items())
    study.write_text(text, encoding="utf-8")
    return folder


class DemoPage(JourneyPage):
    """One rater in one of these studies, by mouse or by touch."""

    def __init__(self, page: Page, url: str, folder: Path, demo: Demo, *, touch: bool) -> None:
        super().__init__(page, url, folder)
        self.demo = demo
        self.touch = touch
        self.breaks = 0

    def press(self, target: Locator) -> None:
        """Clicks or taps, after bringing it to where a person would."""
        target.evaluate("one => one.scrollIntoView({ block: 'center' })")
        if self.touch:
            target.tap()
        else:
            target.click()

    def act(self, action: str) -> None:
        """Presses a button of the screen."""
        self.press(self.shown.locator(f"[data-action={action}]"))

    def choose(self, field: str, value: str) -> None:
        """Answers a question by its label."""
        self.press(self.shown.locator(f"label:has(input[name={field}][value='{value}'])"))

    def submit(self) -> None:
        """Sends the questions on screen."""
        self.press(self.shown.locator("button[type=submit]"))

    def to_the_trials(self, query: str = "", *, language: str = "en", well: bool = True) -> None:
        """From the welcome to the first trial that counts, or to the polite exit if the work is not done well."""
        self.open(query)
        self.press(self.shown.locator(f"label:has(input[name=welcome-language][value={language}])"))
        expect(self.page.locator("html")).to_have_attribute("data-lang", language)
        self.act("join")
        self.screen("consent")
        self.act("agree")
        self.screen("before")
        self.choose("vision", "yes")
        self.submit()
        self.screen("reading")
        self.read_guideline()
        self.demo.answer(self, well)
        lease = self.lease
        self.press(self.trial.locator("button[type=submit]"))
        self.press(self.feedback(language, well=well).locator(".button"))
        self.left(lease)
        self.begin("test")
        self.rate_here(well=well)
        if well:
            self.begin("counts")

    def feedback(self, language: str = "en", *, well: bool = True) -> Locator:
        """What practice says about an answer."""
        box = self.page.locator(".feedback")
        expect(box).to_contain_text(WHY[language])
        expect(box).to_have_class("feedback passed" if well else "feedback")
        return box

    def rate_here(self, *, well: bool = True) -> None:
        """One whole trial, and the break after it if one is proposed."""
        lease = self.lease
        self.demo.answer(self, well)
        self.press(self.trial.locator("button[type=submit]"))
        self.left(lease)

    def left(self, lease: str) -> None:
        """Until something else is on screen than that trial; a break is skipped."""
        expect(self.page.locator(f"form.trial.current[data-lease='{lease}']:visible")).to_have_count(0)
        # while the next trial is fetched another screen stands for a moment, and a break may follow it
        settled = ".screen:visible:not([data-screen=loading], [data-screen=wait])"
        expect(self.page.locator(f"form.trial.current:visible, {settled}").first).to_be_visible()
        if self.page.locator("[data-screen=break].screen").is_visible():
            self.rest()
        self.settle()

    def rest(self) -> None:
        """Ends the break on screen."""
        self.breaks += 1
        self.screen("break")
        self.act("end-break")
        expect(self.page.locator("[data-screen=break].screen")).to_be_hidden()

    def ask(self, text: str) -> None:
        """Asks those who run the study about the trial on screen."""
        self.press(self.page.locator("[data-open=help]"))
        self.press(self.page.locator("#help label:has(input[value=ask])"))
        self.page.locator("#help-words").fill(text)
        self.press(self.page.locator("#help button[type=submit]"))
        expect(self.page.locator("#message-list .message-text").last).to_have_text(text)
        self.press(self.page.locator("#help [data-close]"))

    def option(self, name: str, value: object) -> Locator:
        """A choice of the trial on screen."""
        return self.trial.locator(f'label:has(input[name="{name}"][value="{value}"])')


def _count(rater: DemoPage, well: bool) -> None:
    rater.press(rater.trial.locator(f'[data-field=count] button[data-number="{3 if well else 9}"]'))
    rater.press(rater.trial.locator('[data-field=clipped] button[data-number="0"]'))


def _give_points(rater: DemoPage, well: bool) -> None:
    for counter in rater.trial.locator("bh-points").all():
        rater.press(counter.locator('[data-step="+"]' if well else '[data-step="-"]'))


def _judge_mask(rater: DemoPage, well: bool) -> None:
    for name in GATE:
        rater.press(rater.view(name))
        expect(rater.view(name)).to_have_class(re.compile("seen"))
        if rater.page.locator("dialog.viewer[open]").count():
            rater.page.keyboard.press("Escape")
    rater.press(rater.trial.locator(f".point:has(input[name=quality][value='{8 if well else 1}'])"))


def _compare(rater: DemoPage, well: bool) -> None:
    for place in (0, 1):
        end = rater.trial.locator(f'.traj-side[data-slot="{place}"] [data-end]')
        end.scroll_into_view_if_needed()
        wait_until_observed(end)
    for place in (0, 1):
        for name in SIDE_FIELDS:
            rater.press(rater.option(f"{place}.{name}", "yes" if name == "correct" else 4 if well else 1))
    rater.press(rater.option("preference", "left"))
    rater.press(rater.option("confidence", 3))


def _rate(rater: DemoPage, well: bool) -> None:
    rater.press(rater.option("quality", 5 if well else 2))


def _choose(rater: DemoPage, well: bool) -> None:
    for name in ("follows", "looks"):
        rater.press(rater.option(name, "tie" if well else "left"))


def _pick(rater: DemoPage, well: bool) -> None:
    best, worst = (1, 2) if well else (0, 1)
    rater.press(rater.trial.locator(".pick-row").nth(best).locator("[data-pick=best]"))
    rater.press(rater.trial.locator(".pick-row").nth(worst).locator("[data-pick=worst]"))


def _name(rater: DemoPage, well: bool) -> None:
    rater.trial.locator("input[name=name]").fill("thing" if well else "zzz")


def _verify(rater: DemoPage, well: bool) -> None:
    for place in range(rater.trial.locator(".name-row").count()):
        rater.press(rater.option(f"{place}.adequacy", "perfect" if well else "inadequate"))
        if not well:
            rater.press(rater.option(f"{place}.inadequacy", "linguistic"))
        rater.press(rater.trial.locator(".name-row").nth(place).locator(".chip[data-group='1']"))


def _find_faults(rater: DemoPage, well: bool) -> None:
    for name in ("implausible", "misaligned"):
        rater.press(rater.trial.locator(f"[data-field={name}] .regions-none"))
    rater.press(rater.trial.locator("[data-field=words] .word-button").first)
    for name in ("plausibility", "alignment", "aesthetics", "overall"):
        rater.press(rater.trial.locator(f".point:has(input[name={name}][value='{4 if well else 1}'])"))


DEMOS = {
    "counting": Demo(_count, {"field": "count", "is": 3}),
    "captions": Demo(_give_points, {"field": "objects", "system": "", "at_least": 0.5, "at_most": 1}),
    "masks": Demo(_judge_mask, {"field": "quality", "at_least": 6, "at_most": 10}, alone=True),
    "opinion": Demo(_rate, {"field": "quality", "at_least": 4, "at_most": 5}, alone=True),
    "side-by-side": Demo(_choose, {"field": "follows", "system": "", "is": "tie"}),
    "trajectories": Demo(_compare, {"field": "coherence", "system": "", "at_least": 4, "at_most": 5}),
    "defects": Demo(_find_faults, {"field": "overall", "at_least": 3, "at_most": 5}),
    "naming": Demo(_name, {"field": "name", "any_of": ["thing"]}),
    "naming-verify": Demo(_verify, {"field": "adequacy", "system": "", "is": "perfect"}),
    "best-of": Demo(_pick, {"field": "pick", "is": ["", "best", "worst"]}, candidates=3),
}
