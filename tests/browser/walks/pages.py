"""The pages, each with a small study and what its keys are documented to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..browser_studies import (
    ALL_KINDS,
    TWO_QUESTIONS,
    masks_study,
    photograph,
    pictures_study,
    write_study,
    yaml_study,
)
from ..rater_page import RaterPage
from .actions import FORM, VIEWER, Point, Press, Reload, Resize, Target, controls
from .asking_pages import ASKING_PAGES
from .model import ANY, TRIALS, PageModel, given
from .screen import Answers, Screen

_ENTER, _DOWN = Press("Enter"), Press("ArrowDown")


class Masks(PageModel):
    """One scale, five views, full screen."""

    targets = (*controls("quality", "7 1 10 4"), Target("comment", "text"))
    keys = "w 6 q e a s f c 0 9"
    spots = {  # noqa: RUF012
        "overlay": f"{FORM} .view[data-view=overlay]",
        "large": f"{FORM} .views-large",
        "examples": f"{FORM} [data-open=criteria]",
        **VIEWER,
    }
    opening = PageModel.opening | set("cqweas")
    full = (Target("quality", "10"),)
    known = (
        (Point(Target("quality", "7")), Press("ArrowRight")),
        (Press("w"), _ENTER, Press("6"), Press("ArrowRight")),
        (Point("overlay"), Press("Escape"), Press("5"), _ENTER),
        (Press("Backspace"), Point(Target("quality", "4")), Press("Backspace"), Press("Escape")),
        (Press("w"), _ENTER, Press("PageDown"), Point(Target("quality", "7"), "double")),
    )

    def write(self, folder: Path) -> Path:
        return masks_study(folder, items=TRIALS // 2, settings="params: {views_required: [overlay]}\n")

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key.isdigit():
            yield {**seen.answers, "quality": "10" if key == "0" else key}

    def prepare(self, rater: RaterPage) -> None:
        # the view after the overlay, so that the overlay is looked at anew
        for key in ("Escape", "e", "w"):
            rater.page.keyboard.press(key)
        rater.wait_for_look("overlay")


class Counting(PageModel):
    """Two numbers, flags, and a comment that some flags ask for."""

    targets = (
        *controls("count", "13 + - 2 more 0"),
        *controls("clipped", "2 + - 0"),
        *controls("flags", "sizes other"),
        Target("comment", "text"),
    )
    keys = "1 2 3 0 = - t e f m s h c o n"
    full = (Target("count", "13"), Target("clipped", "2"))
    known = (
        (Press("1"), Press("3"), Press("Enter", "twice")),
        (Point(Target("count", "13")), Point(Target("clipped", "2")), _ENTER),
        (Press("2"), Press("1"), Point(Target("clipped", "2"))),
        (Point(Target("count", "13")), Press("7"), Point(Target("count", "2"))),
        (Press("m"), Press("=")),
        (Press("m"), Press("-")),
        (Point("next"), Press("Tab"), Press("ArrowRight"), _ENTER),
    )
    flags = {"s": "sizes", "h": "shapes", "c": "same_colour", "o": "other", "n": "noteworthy"}  # noqa: RUF012

    def write(self, folder: Path) -> Path:
        items = [{"id": f"i{n}", "system": f"s{n % 2}", "object_type": "bocce ball"} for n in range(TRIALS)]
        return write_study(folder, items, settings="protocol: counting\nseed: 4\n", picture=photograph())

    def settle(self, answers: Answers) -> Answers:
        kept = dict(answers)
        if not str(kept.get("count", "")).isdigit():
            kept.pop("clipped", None)
        if not {"other", "noteworthy"} & set(kept.get("flags", ())):
            kept.pop("comment", None)
        return kept

    def point(self, answers: Answers, target: Target) -> Answers:
        after = super().point(answers, target)
        if target == Target("flags", "other"):
            after["comment"] = self._begun(str(answers.get("comment", "")), "other" in after["flags"])
        return self.settle(after)

    def _begun(self, text: str, ticked: bool) -> str:
        """A tick writes how the comment must begin, and takes it back if nothing was added."""
        text = text.strip()
        if ticked:
            return text if text.lower().startswith("other:") else f"other: {text}"
        return "" if text == "other:" else text

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key.isdigit():
            yield from self.digit(seen, key)
        elif key in "=-":
            sign = "+" if key == "=" else "-"
            for where in self.in_hand(seen, ("count", "clipped")):
                yield self.settle({**seen.answers, where: self.step(seen.answers, where, sign)})
        elif key == "m":
            yield self.point(seen.answers, Target("count", "more"))
        elif key in self.flags:
            yield self.point(seen.answers, Target("flags", self.flags[key]))


class Captions(PageModel):
    """Three counters for each caption; letters speak of the caption in focus, digits of the counter in hand."""

    fields = ("objects", "relations", "attributes")
    targets = (
        *controls("0.objects", "+ - part"),
        *controls("1.relations", "+"),
        *controls("2.attributes", "+"),
        *controls("1.objects", "-"),
        *controls("2.relations", "part"),
        Target("0.objects", "mark", ".word-marks:not([hidden]) button"),
    )
    keys = "q a w s e d 0 3 f"
    spots = {"word": f"{FORM} .word"}  # noqa: RUF012
    full = (*[Target("0.objects", "+")] * 21, *[Target("1.relations", "+")] * 3, *[Target("2.attributes", "+")] * 3)
    known = ((*[Point(Target("1.relations", "+"))] * 3, Resize(1024, 768)),)

    def write(self, folder: Path) -> Path:
        said = ("a dog and a ball", "a brown dog runs after a red ball", "two cats")
        captions = [{"system": f"s{n}", "caption": text} for n, text in enumerate(said)]
        items = [{"id": f"i{n}", "candidates": captions} for n in range(TRIALS)]
        return write_study(folder, items, settings="protocol: captions\n", picture=photograph())

    def point(self, answers: Answers, target: Target) -> Answers:
        # a mark on a word gives a point or takes it back
        return {**answers, target.where: ANY} if target.part == "mark" else super().point(answers, target)

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        for name, keys in zip(self.fields, ("qa", "ws", "ed"), strict=True):
            if key in keys and len(key) == 1:
                yield self.point(seen.answers, Target(f"{seen.slot}.{name}", "+-"[keys.index(key)]))
        if key in ("0", "3"):
            led = seen.focus.where if seen.focus.where in seen.answers and not seen.focus.touched else ""
            where = led or seen.hand or next((one for one, value in seen.answers.items() if value == ""), "")
            yield {**seen.answers, where: key} if where else seen.answers
        if key == "Backspace":
            # while numbers are being typed it takes the last one back, else it is Back
            order = list(seen.answers)
            at = order.index(seen.hand) if seen.hand else len(order)
            yield {**seen.answers, order[at - 1]: ""} if at else seen.answers
            yield seen.answers


class Naming(PageModel):
    """A name, or a reason for giving none: one takes the other's place."""

    reasons = ("occluded", "unclear", "not-one-object", "cannot-tell")
    targets = (Target("name", "text"), *controls("opt_out", "occluded unclear cannot-tell"))
    keys = "1 2 n f x"
    known = ((Point(Target("opt_out", "unclear"), "tap"), _DOWN),)

    def write(self, folder: Path) -> Path:
        items = [{"id": f"i{n}", "box": [100, 80, 300, 240]} for n in range(TRIALS)]
        return write_study(folder, items, settings="protocol: naming\n", picture=photograph())

    def point(self, answers: Answers, target: Target) -> Answers:
        if target.where == "opt_out" and answers["opt_out"] == target.part:
            return {"name": ANY, "opt_out": ""}
        return {"name": "", "opt_out": target.part} if target.where == "opt_out" else answers

    def settle(self, answers: Answers) -> Answers:
        # a reason chosen by arrows takes the name's place, too
        return {**answers, "name": ANY} if answers["opt_out"] == ANY else answers

    def typed(self, seen: Screen, where: str, key: str) -> Iterator[Answers]:
        if key in "1234" and not seen.answers["name"]:
            yield from self.press(seen, key)
            return
        yield {**seen.answers, "name": ANY, "opt_out": "" if len(key) == 1 else seen.answers["opt_out"]}
        if key in ("Space", "Backspace"):
            yield {**seen.answers, "name": ANY}

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key in "1234":
            yield {"name": "", "opt_out": self.reasons[int(key) - 1]}

    def fill(self, seen: Screen) -> list[Target]:
        return [] if given(seen.answers) else [Target("opt_out", "unclear")]


class Verify(PageModel):
    """Every name judged and put into a group; keys speak of the name in focus."""

    names = ("dog", "puppy", "dgo", "ball")
    targets = (
        *controls("0.adequacy", "perfect slight"),
        *controls("1.adequacy", "inadequate perfect"),
        *controls("1.inadequacy", "visual referential"),
        *controls("2.adequacy", "perfect"),
        *controls("group", "0:1 1:1 1:2 2:1 3:1"),
    )
    keys = "a 1 s d r v l o 2 f"
    full = (
        *controls("1.adequacy", "slight"),
        *controls("1.inadequacy", "visual"),
        *controls("group", "0:1 1:2 2:3 3:4"),
    )
    known = (
        (Press("a"), Press("1"), _ENTER, _DOWN, _DOWN),
        (Point(Target("group", "2:1")), Point(Target("group", "1:2"), "double")),
        (
            Point(Target("1.adequacy", "inadequate")),
            Resize(1024, 768),
            Press("PageDown"),
            Point(Target("0.adequacy", "perfect")),
        ),
    )
    judged = {"a": "perfect", "s": "slight", "d": "inadequate"}  # noqa: RUF012
    faults = {"r": "referential", "v": "visual", "l": "linguistic", "o": "other"}  # noqa: RUF012

    def write(self, folder: Path) -> Path:
        shown = [{"system": f"n{n}", "name": name} for n, name in enumerate(self.names)]
        items = [{"id": f"i{n}", "box": [100, 80, 300, 240], "candidates": shown} for n in range(TRIALS)]
        return write_study(folder, items, settings="protocol: naming-verify\n", picture=photograph())

    def settle(self, answers: Answers) -> Answers:
        kept = dict(answers)
        for slot in range(len(self.names)):
            if kept.get(f"{slot}.adequacy") not in ("slight", "inadequate", ANY):
                kept.pop(f"{slot}.inadequacy", None)
        return kept

    def point(self, answers: Answers, target: Target) -> Answers:
        if target.where == "group" and int(target.part.split(":")[1]) > self._offered(answers):
            return answers
        return super().point(answers, target)

    def _offered(self, answers: Answers) -> int:
        """The groups in use and one more."""
        return min(len(self.names), max(int(one or 0) for one in answers["group"]) + 1)

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key in self.judged:
            yield self.point(seen.answers, Target(f"{seen.slot}.adequacy", self.judged[key]))
        elif key in self.faults and f"{seen.slot}.inadequacy" in seen.answers:
            yield self.point(seen.answers, Target(f"{seen.slot}.inadequacy", self.faults[key]))
        elif key.isdigit():
            yield self.point(seen.answers, Target("group", f"{seen.slot}:{key}"))

    def first(self, where: str) -> str:
        return "perfect" if where.endswith(".adequacy") else "other"


class Trajectories(PageModel):
    """Four questions about each side, then two about both; keys speak of the question at hand."""

    targets = (
        *controls("0.correct", "yes no"),
        *controls("0.coherence", "4 2"),
        *controls("1.efficiency", "3 5"),
        *controls("1.correct", "no"),
        *controls("preference", "left tie"),
        *controls("confidence", "2"),
        Target("comment", "text"),
    )
    keys = "y 4 n 2 a b e l 5"
    spots = {"step": f"{FORM} .traj-step", "link": f"{FORM} [data-link]"}  # noqa: RUF012
    known = (
        (Press("Backspace"),),
        (Press("Backspace"), Reload()),
        (Point("beside"), Press("g"), Point(Target("0.correct", "yes")), Press("Tab"), _ENTER),
    )
    sides = {"a": "left", "b": "right", "e": "tie"}  # noqa: RUF012

    def write(self, folder: Path) -> Path:
        steps = [{"reasoning": "Look at the dog.", "operation": "LOOK", "point": [100, 90], "result": "brown"}]
        sides = [{"system": s, "steps": steps * n, "answer": f"brown {s}"} for n, s in enumerate("pq", start=1)]
        items = [{"id": f"i{n}", "question": "Which colour is the dog?", "candidates": sides} for n in range(TRIALS)]
        return write_study(folder, items, settings="protocol: trajectories\n", picture=photograph())

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        answers = seen.answers
        # where nothing is open, keys speak of the question used last, which may not know them
        at_hand = [seen.hand] if seen.hand else [where for where in answers if where != "comment"]
        if not seen.hand and key in "12345yn":
            yield answers
        for where in at_hand:
            if key in "12345" and seen.kinds[where] == "scale":
                yield {**answers, where: key}
            elif key in "yn" and where[0].isdigit():
                yield {**answers, f"{where[0]}.correct": "yes" if key == "y" else "no"}
        if key in self.sides and "preference" in answers:
            yield {**answers, "preference": self.sides[key]}

    def first(self, where: str) -> str:
        return {"correct": "yes", "preference": "tie"}.get(where.rsplit(".", maxsplit=1)[-1], "3")


class Standard(PageModel):
    """The page of a protocol without one of its own, with every kind of field but groups."""

    targets = (
        *controls("0.good", "4 1"),
        *controls("1.good", "2 5"),
        *controls("0.points", "+ -"),
        *controls("1.points", "+ part"),
        *controls("count", "13 + more 2"),
        *controls("clipped", "2 -"),
        *controls("colour", "red blue"),
        *controls("flags", "other"),
        *controls("better", "left tie"),
        Target("name", "text"),
        Target("comment", "text"),
    )
    keys = "3 r 7 o m 5 x f ="
    spots = VIEWER
    full = (*controls("count", "13"), *controls("clipped", "2"), *[Target("0.points", "+")] * 21)
    known = ((Point(Target("0.good", "4")), _DOWN),)

    def write(self, folder: Path) -> Path:
        return yaml_study(folder, ALL_KINDS, items=TRIALS)

    def settle(self, answers: Answers) -> Answers:
        kept = dict(answers)
        if not str(kept.get("count", "")).isdigit():
            kept.pop("clipped", None)
        return kept

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        sides = {"ArrowLeft": "left", "ArrowRight": "right", "ArrowDown": "tie"}
        if key in "12345":
            still_open = (n for n in (0, 1) if not seen.answers.get(f"{n}.good"))
            slot = seen.slot if seen.slot >= 0 else next(still_open, 0)
            yield {**seen.answers, f"{slot}.good": key}
        elif key.isdigit():
            yield from self.digit(seen, key)
        elif key in sides and "better" in seen.answers:
            yield {**seen.answers, "better": sides[key]}
        elif key == "r":
            yield {**seen.answers, "colour": "red"}
        elif key in "om":
            target = Target("flags", "other") if key == "o" else Target("count", "more")
            yield self.point(seen.answers, target)


class PicturePair(PageModel):
    """Pictures beside each other, flipped and compared in the whole window, and two questions with the same keys."""

    targets = (*controls("follows", "left right tie"), *controls("looks", "left right"))
    keys = "f w = -"
    spots = {  # noqa: RUF012
        "last picture": f"{FORM} .gallery-figure:last-child bh-zoom",
        **VIEWER,
        "flip": f"{VIEWER['picks']} button",
        "wipe": f"{VIEWER['picks']} button:last-child",
    }
    known = (
        (Press("f"), Press("ArrowRight"), Press("Escape"), Press("ArrowRight")),
        (Point("picture"), Point("wipe"), Press("ArrowLeft"), Point("close"), _DOWN),
    )
    sides = {"ArrowLeft": "left", "ArrowRight": "right", "ArrowDown": "tie"}  # noqa: RUF012

    def write(self, folder: Path) -> Path:
        return pictures_study(folder, TWO_QUESTIONS, systems=2, source=True, items=TRIALS, painted=2)

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key in self.sides:
            led = seen.focus.where if not seen.focus.touched else ""
            still_open = next((where for where in ("follows", "looks") if not seen.answers[where]), "looks")
            yield {**seen.answers, led or still_open: self.sides[key]}


GROUPING = """
name: grouping
title: Groups
shows: all
item: {image: {kind: image}}
candidate: {text: {kind: text}}
form:
  fields:
    group: {kind: groups, label: "Which belong together?"}
    comment: {kind: text, label: Comment}
"""


class Grouping(PageModel):
    """The one kind of field that stands alone: a group for every place."""

    targets = (*controls("group", "0:1 0:2 1:1 1:2"), Target("comment", "text"))
    keys = "1 2"
    known = ((Point(Target("group", "0:2")), Reload()),)

    def write(self, folder: Path) -> Path:
        return yaml_study(folder, GROUPING, items=TRIALS)


PAGES: tuple[PageModel, ...] = (
    Masks(), Counting(), Captions(), Naming(), Verify(), Trajectories(), Standard(), PicturePair(), Grouping(), *ASKING_PAGES
)  # fmt: skip
