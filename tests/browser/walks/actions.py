"""What a rater may do at a page. An action is plain data, so that a walk can be shortened and printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FORM = "form.trial.current"

# what stands on every page and gives no answer
SPOTS = {
    "next": f"{FORM} button[type=submit]",
    "back": f"{FORM} [data-action=back]",
    "help": ".bar [data-open=help]",
    "guideline": ".bar [data-open=guideline]",
    "keys": ".bar [data-open=keys]",
    "menu": ".bar [data-open=menu]",
    "beside": ".bar-title",
    "label": f"{FORM} .field-label",
    "picture": f"{FORM} bh-zoom",
}

# what stands in a picture that fills the window
VIEWER = {part: f"{FORM} dialog.viewer[open] .viewer-{part}" for part in ("room", "picks", "close")}


@dataclass(frozen=True)
class Target:
    """A control that gives an answer: an option, a number, `+`, `-`, `part`, `more`, `text`, or `row:what`."""

    where: str
    part: str
    css: str = ""
    """Where it stands, if not in the box of its question."""

    @property
    def selector(self) -> str:
        """Where it stands on the page."""
        if self.css:
            return f"{FORM} {self.css}"
        if self.where == "group":
            row, group = self.part.split(":")
            rows = f":is(.name-row[data-slot='{row}'], .group-row[data-place='{row}'])"
            return f"{FORM} {rows} .chip[data-group='{group}']"
        signs = {
            "+": ":is([data-step='1'], [data-step='+'])",
            "-": ":is([data-step='-1'], [data-step='-'])",
            "part": "[data-step='part']",
            "more": ".count-more",
        }
        given = f":is(input[value='{self.part}'], [data-number='{self.part}'])"
        named = signs.get(self.part, ":is(textarea, input[type=text])" if self.part == "text" else given)
        return f"{FORM} [data-field='{self.where}'] {named}"

    def __str__(self) -> str:
        return f"{self.where} {self.part}"


def controls(where: str, parts: str) -> tuple[Target, ...]:
    """Several controls of one question."""
    return tuple(Target(where, part) for part in parts.split())


@dataclass(frozen=True)
class Point:
    """A click, double click or tap, at a control or at a spot of that name."""

    at: Target | str
    way: Literal["click", "double", "tap"] = "click"

    @property
    def target(self) -> Target | None:
        """The control, if it gives an answer."""
        return self.at if isinstance(self.at, Target) else None

    def __repr__(self) -> str:
        return f"{self.way} {self.at}"


@dataclass(frozen=True)
class Press:
    """A key: once, twice at once, or held until it repeats."""

    key: str
    way: Literal["once", "twice", "held"] = "once"

    def __repr__(self) -> str:
        return self.key if self.way == "once" else f"{self.key} {self.way}"


@dataclass(frozen=True)
class Resize:
    """Another size of the window."""

    width: int
    height: int

    def __repr__(self) -> str:
        return f"window {self.width}×{self.height}"


@dataclass(frozen=True)
class Reload:
    """The page again."""

    def __repr__(self) -> str:
        return "reload"


Action = Point | Press | Resize | Reload

_KEYS = "Enter Tab ArrowRight ArrowLeft ArrowDown ArrowUp Space Escape Shift+Tab Enter Tab Backspace Home PageDown g ?"
_SPOTS = "next back help menu guideline keys beside label picture next"


def alphabet(targets: tuple[Target, ...], keys: str, spots: tuple[str, ...]) -> list[Action]:
    """Everything that walks of a page are made of, from the simplest to the oddest; what comes twice is done more often."""
    own = [*keys.split(), *keys.split()]
    return [
        *(Point(target) for target in targets),
        *(Press(key) for key in (*own, *_KEYS.split(), *_KEYS.split())),
        *(Point(spot) for spot in (*_SPOTS.split(), *spots)),
        *(Point(target, "tap") for target in targets[::2]),
        *(Point(spot, "tap") for spot in spots),
        *(Point(target, "double") for target in targets[::3]),
        *(Press("Enter", "twice"), Press("Enter", "held"), Press("Enter", "twice"), Point("next", "double")),
        *(Press("ArrowRight", "held"), Press("ArrowDown", "held"), Press(own[0], "held"), Point("next", "tap")),
        *(Resize(1024, 768), Resize(390, 844), Resize(1440, 900), Reload()),
    ]
