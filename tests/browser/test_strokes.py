"""What one trial costs the hands, counted in the browser and printed in the guide to the journey."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import BrowserContext, expect

from beholder.testing import RunningServer, running_server

from .journey_page import JourneyPage
from .waits import wait_until_observed

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "journey.md"
# in the page itself, so that what is counted is what the browser got; Shift is held and not struck
_COUNT = """() => {
    window.strokes = { keys: 0, clicks: 0 };
    const count = (what) => (window.strokes[what] += 1);
    addEventListener("keydown", (event) => event.repeat || /^(Shift|Control)/.test(event.code) || count("keys"), { capture: true });
    addEventListener("pointerdown", () => count("clicks"), { capture: true });
}"""
_GO_ON = ".screen:not([hidden]) .button.primary"
_DROPPED = ("checks", "repeats", "adjudicate", "pairs", "group", "block", "practice")


@dataclass(frozen=True)
class Typical:
    """A typical trial: the keys that answer it, and what is clicked in the form for the same answer."""

    protocol: str
    keys: str
    clicks: tuple[str, ...]
    candidates: int = 0
    params: dict[str, Any] = field(default_factory=dict)
    payload: dict[str, Any] = field(default_factory=dict)
    slots: tuple[dict[str, Any], ...] = ()


def _option(name: str, value: object) -> str:
    return f'label:has(input[name="{name}"][value="{value}"])'


def _pad(name: str, number: int) -> str:
    return f'[data-field={name}] [data-number="{number}"]'


# objects, relations and attributes of five captions; the first and the last sentence convey the picture
_POINTS = ((3, 0, 1), (2, 1.5, 1), (3, 0, 0), (1, 0.5, 0), (3, 2, 1))
_WHOLE = (0, 4)
_COUNTERS = ("objects", "relations", "attributes")


def _points_by_keys() -> str:
    typed = [[f"Shift+Digit{int(value)}" if value % 1 else str(int(value)) for value in caption] for caption in _POINTS]
    return " ".join(key for n, keys in enumerate(typed) for key in (*keys, *(["r"] if n in _WHOLE else [])))


def _points_by_clicks() -> Iterator[str]:
    for n, caption in enumerate(_POINTS):
        for name, value in zip(_COUNTERS, caption, strict=True):
            steps = ["+"] * int(value) + ["part"] * bool(value % 1) or ["-"]
            yield from (f'bh-points[name="{n}.{name}"] [data-step="{step}"]' for step in steps)
        if n in _WHOLE:
            yield _option(f"{n}.sentence", "whole")


# right or wrong, then coherence, efficiency and thoroughness of both sides
_SIDES = (("yes", 4, 2, 3), ("yes", 4, 4, 4))
_ASKED = ("correct", "coherence", "efficiency", "thoroughness")


def _both_sides() -> Iterator[str]:
    for side, given in enumerate(_SIDES):
        yield from (_option(f"{side}.{name}", value) for name, value in zip(_ASKED, given, strict=True))


TRIALS = {
    "masks": Typical(
        "masks",
        "w e s 7",
        ("over overlay", "over mask", "over zoom_overlay", _option("quality", 7)),
        payload={"quality": 7},
    ),
    "counting": Typical(
        "counting",
        "1 3 Enter 2",
        (_pad("count", 13), _pad("clipped", 2)),
        payload={"count": 13, "clipped": 2},
    ),
    "captions": Typical(
        "captions",
        _points_by_keys(),
        tuple(_points_by_clicks()),
        candidates=5,
        params={"whole_sentence": "tick", "duplicates": "show"},
        slots=tuple(dict(zip(_COUNTERS, caption, strict=True)) for caption in _POINTS),
    ),
    "naming, a reason": Typical(
        "naming",
        "1",
        ("[data-field=opt_out] label >> nth=0",),
        payload={"name": None},
    ),
    "checking names": Typical(
        "naming-verify",
        "a ArrowDown s l 1 d r 2 a",
        (
            _option("0.adequacy", "perfect"),
            _option("1.adequacy", "slight"),
            _option("1.inadequacy", "linguistic"),
            '.name-row[data-slot="1"] .chip[data-group="1"]',
            _option("2.adequacy", "inadequate"),
            _option("2.inadequacy", "referential"),
            '.name-row[data-slot="2"] .chip[data-group="2"]',
            _option("3.adequacy", "perfect"),
        ),
        candidates=4,
        params={"group_perfect": True},
        payload={"group": [1, 1, 2, 1]},
        slots=tuple({"adequacy": fits} for fits in ("perfect", "slight", "inadequate", "perfect")),
    ),
    "trajectories": Typical(
        "trajectories",
        "y 4 2 3 y 4 4 4 b 4",
        (*_both_sides(), _option("preference", "right"), _option("confidence", 4)),
        candidates=2,
        payload={"preference": "right", "confidence": 4},
    ),
}


@pytest.fixture(scope="module")
def server(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Each ready study with one item of the usual size, and nothing before it."""
    root = tmp_path_factory.mktemp("strokes")
    folders = [_one_item(painted(one.protocol), root / name.replace(", ", "-"), one) for name, one in TRIALS.items()]
    with running_server(*folders) as running:
        yield running


def _one_item(example: Path, folder: Path, typical: Typical) -> Path:
    shutil.copytree(example, folder)
    path, study = folder / "items.jsonl", folder / "study.yaml"
    listed = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    main = [one for one in listed if one.get("kind", "main") == "main"]
    kept = max(main, key=lambda one: len(one.get("candidates", ())))
    if typical.candidates:
        kept["candidates"] = kept["candidates"][: typical.candidates]
    path.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    settings = {k: v for k, v in yaml.safe_load(study.read_text(encoding="utf-8")).items() if k not in _DROPPED}
    settings |= {"ratings": 40, "params": {**settings.get("params", {}), **typical.params}}
    study.write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")
    return folder


def printed() -> dict[str, tuple[int, int]]:
    """Keys and clicks by trial, as the guide gives them."""
    rows = re.findall(r"^\| ([a-z, ]+) \| (\d+) \| (\d+) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (int(keys), int(clicks)) for name, keys, clicks in rows}


def test_the_guide_prints_every_trial_that_is_counted() -> None:
    assert set(printed()) == set(TRIALS)


@pytest.mark.long
@pytest.mark.parametrize("way", ["keys", "clicks"])
@pytest.mark.parametrize("name", list(TRIALS))
def test_a_typical_trial_takes_as_many_strokes_as_the_guide_says(
    name: str, way: str, server: RunningServer, make_context: Callable[..., BrowserContext]
) -> None:
    typical, number = TRIALS[name], list(TRIALS).index(name)
    page = make_context().new_page()
    rater = JourneyPage(page, server.rater_url(number), server.folders[number])
    rater.open("?lang=en")
    while not rater.trial.count():
        page.locator(f"form.trial.current, {_GO_ON}").first.wait_for()
        # in one turn of the page: the screen may be another one by the time a pointer is there
        page.evaluate("(go_on) => document.querySelector(go_on)?.click()", _GO_ON)
    rater.wait()
    for end in rater.trial.locator("[data-end]").all():
        end.scroll_into_view_if_needed()
        wait_until_observed(end)
    page.evaluate(_COUNT)
    lease = rater.lease
    if way == "keys":
        for key in typical.keys.split():
            page.keyboard.press(key)
            _wait_for_view(rater, key)
        page.keyboard.press("Enter")
    else:
        for target in typical.clicks:
            if target.startswith("over "):
                rater.look(target.removeprefix("over "))
            else:
                rater.trial.locator(target).click()
        rater.trial.locator("button[type=submit]").click()
    expect(page.locator(f"form.trial.current[data-lease='{lease}']:visible")).to_have_count(0)
    rater.state("saved")
    (stored,) = rater.stored()
    assert typical.payload.items() <= stored.payload["trial"].items()
    for given, kept in zip(typical.slots, stored.payload["slots"], strict=bool(typical.slots)):
        assert {name: kept[name] for name in given} == given
    assert page.evaluate("window.strokes")[way] == printed()[name][0 if way == "keys" else 1]


def _wait_for_view(rater: JourneyPage, key: str) -> None:
    """A view counts as seen after a moment."""
    view = {"w": "overlay", "e": "mask", "s": "zoom_overlay"}.get(key)
    if view and rater.view(view).count():
        rater.wait_for_look(view)
