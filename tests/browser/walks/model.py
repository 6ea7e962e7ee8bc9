"""What deliberate input does to an answer. All that is not written here must change nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..rater_page import RaterPage
from .actions import Action, Point, Press, Target
from .screen import Answers, Screen, Value

ANY = "(any)"
# of a study: more than a rater needs for a handful of walks
TRIALS = 40
_MOVES = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"}


def given(answers: Answers) -> Answers:
    """The answers without questions that have none: a question that is not asked has none either, nor has a blank text."""
    return {
        where: value
        for where, value in answers.items()
        if any(value) and not (isinstance(value, str) and value.isspace())
    }


class PageModel(ABC):
    """One page: its study, what can be pointed at, its own keys, and what they are documented to do."""

    targets: tuple[Target, ...] = ()
    keys: str = ""
    spots: dict[str, str] = {}  # noqa: RUF012 - read only
    opening: frozenset[str] = frozenset({"g", "?", "f", "x"})
    """Keys that may open a dialog."""
    most: int = 20
    """Of a count."""
    full: tuple[Target, ...] = ()
    """What to click for an answer that takes much room; the rest is filled in."""

    double_counts: bool = True
    """Whether the second click of a double one answers, too."""

    known: tuple[tuple[Action, ...], ...] = ()
    """Walks on which a page once went wrong."""

    @abstractmethod
    def write(self, folder: Path) -> Path:
        """A study with enough trials for many walks."""

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        """What a documented key gives, if it gives anything; several if the documentation leaves it open."""
        yield from ()

    def settle(self, answers: Answers) -> Answers:
        """The answers without those to questions that are no longer asked."""
        return answers

    def point(self, answers: Answers, target: Target) -> Answers:
        """What a click on a control gives."""
        old = answers.get(target.where, "")
        return self.settle({**answers, target.where: self._given(answers, old, target)})

    def points(self, answers: Answers, target: Target) -> list[Answers]:
        """What a click on a control may give, where more than the answers decides."""
        return [self.point(answers, target)]

    def _given(self, answers: Answers, old: Value, target: Target) -> Value:
        where, part = target.where, target.part
        if where == "group":
            row, group = part.split(":")
            return tuple(group if n == int(row) else one for n, one in enumerate(old))
        if part == "text":
            return old
        if isinstance(old, tuple):
            return tuple(sorted({*old} ^ {part}))
        if part == "more":
            return "" if old.startswith(">") else f">{self.most}"
        if where.endswith((".points", ".objects", ".relations", ".attributes")):
            steps = {"+": 1.0, "-": -1.0, "part": -0.5 if float(old or 0) % 1 else 0.5}
            return f"{max(0.0, float(old or 0) + steps[part]):g}"
        if part in "+-":
            return self.step(answers, where, part)
        return part if not part.isdigit() or int(part) <= self.bound(answers, where) else old

    def step(self, answers: Answers, where: str, sign: str) -> str:
        """One more or one less; from nothing to 1 or 0, and from more than can be counted to the most that can."""
        old = str(answers.get(where, ""))
        if old.startswith(">"):
            return old if sign == "+" else str(self.most)
        start = int(old) if old else (0 if sign == "+" else 1)
        return str(min(self.bound(answers, where), max(0, start + (1 if sign == "+" else -1))))

    def bound(self, answers: Answers, where: str) -> int:
        """The highest number that can be given."""
        total = str(answers.get("count", ""))
        return int(total) if where == "clipped" and total.isdigit() else 10**6

    def digit(self, seen: Screen, digit: str, counts: Iterable[str] = ("count", "clipped")) -> Iterator[Answers]:
        """A digit goes on with the number being typed, else begins one: in focus, the first that has none, or any."""
        blank = [where for where in counts if seen.answers.get(where) == ""]
        for where in self.in_hand(seen, counts if seen.counting or not blank else blank[:1]):
            number = int((str(seen.answers[where]) if where == seen.counting else "") + digit)
            fits = number <= min(self.most, self.bound(seen.answers, where))
            yield self.settle({**seen.answers, where: str(number)}) if fits else seen.answers

    def in_hand(self, seen: Screen, counts: Iterable[str]) -> list[str]:
        """The numbers that a key may speak of: the one being typed, gone to by Tab or led to by the page, else any."""
        shown: list[str] = [where for where in ("count", "clipped") if where in seen.answers]
        focused = [where for where in shown if where == seen.focus.where and not seen.focus.touched]
        return [seen.counting] if seen.counting else focused or [where for where in shown if where in counts]

    # what follows holds on every page

    def outcomes(self, seen: Screen, action: Action) -> list[Answers]:
        """The answers that may stand there after an action which did not send."""
        if isinstance(action, Press):
            found = list(self._after_key(seen, action.key))
            return found if action.way == "once" else [*found, *self._repeated(seen, action.key)]
        if not isinstance(action, Point) or action.target is None or seen.dialog:
            return [seen.answers]
        once = self.points(seen.answers, action.target)
        if action.way != "double" or not self.double_counts:
            return once
        return [twice for one in once for twice in self.points(one, action.target)]

    def _repeated(self, seen: Screen, key: str) -> Iterator[Answers]:
        """What a key does that is pressed again: a button reached by Tab once more, or a text that a fault led to."""
        if key == "Enter" and not seen.dialog:
            yield from ({**seen.answers, where: ANY} for where, kind in seen.kinds.items() if kind == "text")
            if seen.focus.reached and seen.focus.tag == "button" and seen.focus.where:
                yield self.settle({**seen.answers, seen.focus.where: ANY})

    def _after_key(self, seen: Screen, key: str) -> Iterator[Answers]:
        focus = seen.focus
        if seen.dialog and not seen.passes:
            yield seen.answers
        elif focus.typing:
            writes = len(key) == 1 or key in ("Space", "Backspace") or (key == "Enter" and focus.tag == "textarea")
            yield from self.typed(seen, focus.where, key) if writes else (seen.answers,)
        elif key == "Backspace" and seen.counting:
            yield self.settle({**seen.answers, seen.counting: str(seen.answers[seen.counting])[:-1]})
        else:
            documented = list(self.press(seen, key))
            native = list(self._native(seen, key))
            yield from documented
            yield from native
            if not documented or native:
                yield seen.answers

    def typed(self, seen: Screen, where: str, key: str) -> Iterator[Answers]:
        """What typing in a text gives."""
        yield {**seen.answers, where: ANY}

    def _native(self, seen: Screen, key: str) -> Iterator[Answers]:
        """What a browser's own keys do at a control that the rater went to by Tab, or has just used."""
        focus = seen.focus
        if not focus.where or focus.inDialog or not (focus.reached or focus.touched):
            return
        rowed = focus.where == "group" or seen.kinds.get(focus.where) in ("best_worst", "ranking")
        part = f"{focus.row}:{focus.part}" if rowed else focus.part
        if key in _MOVES and (
            focus.type == "range" or (focus.reached and (focus.type == "radio" or focus.where == "group"))
        ):
            yield self.settle({**seen.answers, focus.where: ANY})
        if focus.where == "group" and key.isdigit():
            yield self.point(seen.answers, Target("group", f"{focus.row}:{key}"))
        if (key == "Space" and focus.type != "range") or (key == "Enter" and focus.reached and focus.tag == "button"):
            yield from self.points(seen.answers, Target(focus.where, "more" if part == "on" else part))

    def may_send(self, seen: Screen, action: Action) -> bool:
        """Whether the action is Next: the button, or Enter where it is not a text's, a dialog's or a button's reached by Tab."""
        if isinstance(action, Point):
            return action.at == "next" and not seen.dialog
        focus = seen.focus
        if action == Press("Enter", "twice") and (focus.closes or focus.part == "to-next"):
            return True  # the first closes what was open, or leads to Next
        if not isinstance(action, Press) or (seen.dialog and not seen.passes):
            return False
        if action.key == "Space":
            return focus.submits and (focus.reached or focus.touched)
        if action.key == "Control+Enter":
            return focus.typing
        elsewhere = focus.tag in ("button", "bh-zoom", "summary", "a") and focus.reached and not focus.submits
        return action.key == "Enter" and focus.tag != "textarea" and not elsewhere

    def may_go_back(self, seen: Screen, action: Action) -> bool:
        """Whether the action is Back. A change to an earlier answer that is not saved is asked about first."""
        if seen.dialog == "unsaved":
            return (
                seen.focus.part in ("save", "discard")
                and isinstance(action, Press)
                and action.key in ("Enter", "Space")
            )
        if not seen.backward or seen.dialog or seen.changed:
            return False
        if isinstance(action, Point):
            return action.at == "back"
        focus = seen.focus
        at_button = focus.part == "back" and (focus.reached or (focus.touched and action == Press("Space")))
        if isinstance(action, Press) and action.key in ("Enter", "Space") and at_button:
            return True
        takes_back = focus.typing or seen.counting or self.takes_back(seen)
        return isinstance(action, Press) and action.key == "Backspace" and not takes_back

    def takes_back(self, seen: Screen) -> bool:
        """Whether Backspace takes back a part of an answer, and so is not Back."""
        return seen.undoes

    def may_open(self, seen: Screen, action: Action) -> bool:
        """Whether a dialog may open."""
        if isinstance(action, Point):
            return action.target is None
        if action == Press("Backspace") and seen.changed:
            return True
        if not isinstance(action, Press) or (seen.dialog and not seen.passes):
            return False
        focus = seen.focus
        used = focus.tag in ("button", "bh-zoom") and (focus.reached or (focus.touched and action.key == "Space"))
        return action.key in self.opening or (action.key in ("Enter", "Space") and used)

    def fill(self, seen: Screen) -> list[Target]:
        """Controls to click for what still has no answer."""
        first: dict[str, Any] = {"count": "0", "points": "-", "name": "text"}
        found = []
        for where, value in seen.answers.items():
            kind = seen.kinds[where]
            if kind == "groups":
                found += [Target("group", f"{row}:1") for row, group in enumerate(value) if not group]
            elif kind == "flags":
                found += [Target(where, one) for one in value]
            elif kind == "count" and str(value).isdigit() and int(str(value)) > self.bound(seen.answers, where):
                # a total made smaller after what is part of it
                found.append(Target(where, "0"))
            elif not value and kind != "text":
                part = first.get(kind) or self.first(where)
                own = (one for one in self.targets if (one.where, one.part) == (where, part))
                found.append(next(own, Target(where, part)))
        return found

    def first(self, where: str) -> str:
        """An option of a question."""
        return next(target.part for target in self.targets if target.where == where)

    def prepare(self, rater: RaterPage) -> None:  # noqa: B027 - most pages need nothing
        """What must be done before an answer can be sent, by keys."""


def matches(answers: Answers, outcome: Answers) -> bool:
    """Whether these are the answers foreseen."""

    def fixed(some: Answers) -> Answers:
        return {where: value for where, value in given(some).items() if outcome.get(where) != ANY}

    return fixed(answers) == fixed(outcome)
