"""The pages of further ways of asking: grades and a slider, the best and the worst, orders, marks, clips."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.clip_maker import make_clip

from ..browser_studies import ASKING_MORE, ORDER, PICK, marking_study, pictures_study
from ..rater_page import RaterPage
from .actions import FORM, VIEWER, Action, Point, Press, Reload, Target, controls
from .model import ANY, TRIALS, PageModel
from .screen import Answers, Screen, Value

_ENTER, _DOWN, _RIGHT = Press("Enter"), Press("ArrowDown"), Press("ArrowRight")


class Grades(PageModel):
    """By how much, and a slider: the digits answer one question after the other."""

    targets = (
        *controls("follows", "2 -3 0 both_bad"),
        *controls("looks", "left tie unsure"),
        Target("worth", "50", "[data-field='worth'] .slider-range"),
    )
    keys = "1 4 9 n u 0 7"
    full = (*controls("follows", "-3"), *controls("looks", "both_bad"))
    known = (
        (Press("4"), Press("u"), Press("0"), _ENTER),
        (Point(Target("follows", "2")), _RIGHT, Press("9"), Press("9")),
        (Press("1"), Reload(), Press("7")),
    )
    asked = {  # noqa: RUF012
        "follows": {"n": "both_bad", **{str(n): str(n - 4) for n in range(1, 8)}},
        "looks": {"ArrowLeft": "left", "ArrowRight": "right", "ArrowDown": "tie", "n": "both_bad", "u": "unsure"},
        "worth": {str(n): str(10 * n) for n in range(10)},
    }

    def write(self, folder: Path) -> Path:
        return pictures_study(folder, ASKING_MORE, systems=2, items=TRIALS, painted=2)

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        known = [where for where, keys in self.asked.items() if key in keys]
        if known:
            led = seen.focus.where if seen.focus.where in known and not seen.focus.touched else ""
            where = led or next((one for one in known if not seen.answers[one]), known[-1])
            yield {**seen.answers, where: self.asked[where][key]}


class Pick(PageModel):
    """The best and the worst: one of each, and nothing is both."""

    targets = tuple(
        Target("pick", f"{row}:{end}", f".pick-row[data-place='{row}'] [data-pick={end}]")
        for row in range(4)
        for end in ("best", "worst")
    )
    keys = "1 2 3 4 f ="
    spots = VIEWER
    known = (
        (Press("2"), Press("2"), Press("1"), _ENTER),
        (Point(targets[0]), Point(targets[1]), Press("Space"), Reload()),
    )

    def write(self, folder: Path) -> Path:
        return pictures_study(folder, PICK, systems=4, items=TRIALS, painted=1)

    def _given(self, answers: Answers, old: Value, target: Target) -> Value:
        row, end = target.part.split(":")
        taken = old[int(row)] == end
        kept = ["" if said == end else said for said in old]
        kept[int(row)] = "" if taken else end
        return tuple(kept)

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key.isdigit():
            said = seen.answers["pick"]
            end = said[int(key) - 1] or ("worst" if "best" in said else "best")
            yield self.point(seen.answers, Target("pick", f"{int(key) - 1}:{end}"))

    def fill(self, seen: Screen) -> list[Target]:
        said = seen.answers["pick"]
        free = [row for row, one in enumerate(said) if not one]
        wanted = [end for end in ("best", "worst") if end not in said]
        return [self.targets[2 * row + (end == "worst")] for row, end in zip(free, wanted, strict=False)]


class Order(PageModel):
    """Candidates in order, with ties: tapped, moved up and down, or by the digit of each."""

    targets = tuple(
        Target("order", f"{row}:{move}", f".rank-row[data-place='{row}'] [data-move={move}]")
        for row, moves in enumerate(("toggle up tie", "toggle down", "toggle tie up", "toggle down drag"))
        for move in moves.split()
    )
    keys = "1 2 3 4 f"
    spots = VIEWER
    # another row has come to where the first click was
    double_counts = False
    known = (
        (Press("3"), Press("1"), Press("3"), _ENTER),
        (Point(targets[0]), Point(targets[0]), Press("2"), Reload()),
        (Press("1"), Press("2"), Press("3"), Press("4"), Point(Target("order", "2:tie", targets[6].css)), Reload()),
    )

    def write(self, folder: Path) -> Path:
        return pictures_study(folder, ORDER, systems=4, items=TRIALS, painted=1)

    def points(self, answers: Answers, target: Target) -> list[Answers]:
        row, move = target.part.split(":")
        return [{**answers, "order": one} for one in _moved(answers["order"], int(row), move)]

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key.isdigit():
            yield from self.points(seen.answers, Target("order", f"{int(key) - 1}:toggle"))
        elif key in ("ArrowUp", "ArrowDown") and seen.focus.where == "order" and seen.focus.reached:
            yield from self.points(seen.answers, Target("order", f"{seen.focus.row}:{key[5:].lower()}"))

    def fill(self, seen: Screen) -> list[Target]:
        blank = {f"{row}:toggle" for row, rank in enumerate(seen.answers["order"]) if not rank}
        return [target for target in self.targets if target.part in blank]


def _moved(ranks: Value, row: int, move: str) -> list[tuple[str, ...]]:
    """The ranks that a move of one row may give. Which of equal ones stands above is seen on the page alone."""
    tiers = [[n for n, one in enumerate(ranks) if one == rank] for rank in sorted({*ranks} - {""})]
    at = next((place for place, tier in enumerate(tiers) if row in tier), -1)
    without = [rest for tier in tiers if (rest := [one for one in tier if one != row])]
    alone = at >= 0 and tiers[at] == [row]
    if at < 0:
        found = [[*tiers, [row]]] if move in ("toggle", "up") else [tiers]
    elif move == "toggle":
        found = [without]
    elif move in ("up", "down"):
        step = 1 if move == "down" else -1
        place = at + step if alone else at + (step > 0)
        found = [tiers if alone and not 0 <= place < len(tiers) else [*without[:place], [row], *without[place:]]]
    elif move == "tie":
        apart = [*without[: at + 1], [row], *without[at + 1 :]]
        merged = [*tiers[: at - 1], tiers[at - 1] + tiers[at], *tiers[at + 1 :]] if at else tiers
        found = [merged] if alone else [apart, merged]
    else:
        found = [tiers]
    return [_ranks(one, len(ranks)) for one in found]


def _ranks(tiers: list[list[int]], n: int) -> tuple[str, ...]:
    """The rank of each; equal ones share the better one."""
    before = [sum(len(tier) for tier in tiers[:place]) for place in range(len(tiers))]
    by_row = {row: str(ahead + 1) for tier, ahead in zip(tiers, before, strict=True) for row in tier}
    return tuple(by_row.get(row, "") for row in range(n))


class Marks(PageModel):
    """Places on a picture, with reasons and notes, boxes, and words of a text."""

    words = ("a", "red", "dog", "说", "话")
    classes = ("", "missing", "wrong")
    targets = (
        Target("faults", "none", "[data-field='faults'] .regions-nothing"),
        Target("faults", "hand", "[data-field='faults'] .mark-row.chosen [value=hand]"),
        Target("faults", "remove", "[data-field='faults'] .mark-remove"),
        Target("faults", "undo", "[data-field='faults'] [data-do=undo]"),
        Target("faults", "note", "[data-field='faults'] .mark-note"),
        Target("things", "none", "[data-field='things'] .regions-nothing"),
        Target("words", "1", "[data-field='words'] .word-button:nth-of-type(2)"),
        Target("words", "none", "[data-field='words'] .word-nothing"),
        Target("words", "4", "[data-field='words'] .word-button:nth-of-type(5)"),
    )
    keys = "a h b t 1 2 a"
    spots = {  # noqa: RUF012
        "marking": f"{FORM} [data-field='faults'] [data-do=mark]",
        "boxes": f"{FORM} [data-field='things'] [data-do=mark]",
        **VIEWER,
    }
    known = (
        (Press("a"), _RIGHT, Press("h"), Press("Backspace")),
        (Point("picture"), Press("t"), Point("marking"), Point("picture"), Press("Escape")),
        (Point(targets[6]), Press("2"), Press("Backspace")),
        (Press("b"), Point(targets[6], "tap"), Point("next"), Press("Tab"), Press("a"), Press("h"), _ENTER),
        (Press("Backspace"), Press("Tab"), Press("Enter", "twice")),
    )

    def write(self, folder: Path) -> Path:
        return marking_study(folder, items=TRIALS)

    def outcomes(self, seen: Screen, action: Action) -> list[Answers]:
        if action in (Point("picture"), Point("picture", "tap")) and seen.hand and not seen.dialog:
            return [{**seen.answers, seen.hand: ANY}]
        return super().outcomes(seen, action)

    def points(self, answers: Answers, target: Target) -> list[Answers]:
        where, part = target.where, target.part
        old = tuple(answers[where])
        if part == "none":
            return [{**answers, where: () if old == ("none",) else ("none",)}]
        if where == "words":
            return [self._worded(answers, int(part), (self.classes.index(self._said(old)[int(part)]) + 1) % 3)]
        if part in ("hand", "text"):
            return self._explained(answers, part)
        if part == "remove":
            return [{**answers, where: old[:n] + old[n + 1 :]} for n in range(len(old))] or [answers]
        return [{**answers, where: ANY} if part == "undo" else answers]

    def _said(self, old: tuple[str, ...]) -> tuple[str, ...]:
        return old if len(old) == len(self.words) else ("",) * len(self.words)

    def _worded(self, answers: Answers, word: int, mark: int) -> Answers:
        said = list(self._said(tuple(answers["words"])))
        said[word] = self.classes[mark]
        return {**answers, "words": tuple(said)}

    def _explained(self, answers: Answers, reason: str) -> list[Answers]:
        """One of the marks has that reason now; which is chosen is seen on the page alone."""
        marks = tuple(answers["faults"])
        if not marks or marks == ("none",):
            return [answers]
        parts = [mark.split("|") for mark in marks]
        changed = [f"{place}|{reason}|{note}" for place, _, note in parts]
        return [{**answers, "faults": (*marks[:n], one, *marks[n + 1 :])} for n, one in enumerate(changed)]

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        focus, answers = seen.focus, seen.answers
        at_mark = focus.part == "pick" and focus.where in ("faults", "things")
        at_word = focus.where == "words" and focus.part.isdigit() and focus.reached
        if key in "ab":
            yield {**answers, "faults" if key == "a" else "things": ANY}
        elif key in "ht":
            yield from self._explained(answers, "hand" if key == "h" else "text")
            yield answers
        elif at_mark and (key.startswith("Arrow") or key == "Backspace"):
            yield {**answers, focus.where: ANY}
        elif at_word and (key in ("0", "1", "2") or key == "Backspace"):
            yield self._worded(answers, int(focus.part), 0 if key == "Backspace" else int(key))
        elif key == "Backspace" and seen.undoes:
            yield {**answers, "faults": ANY, "things": ANY}

    def takes_back(self, seen: Screen) -> bool:
        at_mark = seen.focus.part == "pick" and seen.focus.where in ("faults", "things")
        at_word = seen.focus.where == "words" and seen.focus.part.isdigit() and seen.focus.reached
        return seen.undoes or at_mark or at_word

    def fill(self, seen: Screen) -> list[Target]:
        found = []
        if any("||" in mark for mark in seen.answers["faults"]):
            grip = Target("faults", "pick", "[data-field='faults'] .mark-row.lacking .mark-grip")
            found += [grip, self.targets[1]]
        elif not seen.answers["faults"]:
            found.append(self.targets[0])
        if not seen.answers["things"]:
            found.append(self.targets[5])
        if not any(seen.answers["words"]):
            found.append(self.targets[7])
        return found


class Clips(PageModel):
    """Two clips that must be played to their end before an answer is sent; their keys are the page's."""

    targets = controls("better", "left right tie")
    keys = "Space , . Space"
    spots = {  # noqa: RUF012
        "play": f"{FORM} [data-clip=play]",
        "clip": f"{FORM} video",
        "forward": f"{FORM} [data-clip=forward]",
    }
    known = (
        (Press("ArrowLeft"), _ENTER, Press("Space"), _ENTER),
        (Point("play"), Point(targets[1]), Press("Space"), Press("Space"), _DOWN),
    )
    sides = {"ArrowLeft": "left", "ArrowRight": "right", "ArrowDown": "tie"}  # noqa: RUF012

    def write(self, folder: Path) -> Path:
        (folder / "media").mkdir(parents=True)
        asked = 'form: {fields: {better: {kind: preference, label: "Which is better?"}}}'
        protocol = f"name: clips\ntitle: Clips\nshows: pair\ncandidate: {{video: {{kind: video}}}}\n{asked}\n"
        (folder / "protocol.yaml").write_text(protocol, encoding="utf-8")
        head = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 400\n"
        (folder / "study.yaml").write_text(head, encoding="utf-8")
        for system in "ab":
            make_clip(folder / "media" / f"{system}.webm", seconds=0.4, size="320x180")
        shown = [{"system": system, "video": f"{system}.webm"} for system in "ab"]
        items = [json.dumps({"id": f"i{n}", "candidates": shown}) for n in range(TRIALS)]
        (folder / "items.jsonl").write_text("\n".join(items), encoding="utf-8")
        return folder

    def press(self, seen: Screen, key: str) -> Iterator[Answers]:
        if key in self.sides:
            yield {**seen.answers, "better": self.sides[key]}

    def may_send(self, seen: Screen, action: Action) -> bool:
        # Space plays, unless the rater has come to a button by Tab
        return super().may_send(seen, action) and (action != Press("Space") or seen.focus.reached)

    def prepare(self, rater: RaterPage) -> None:
        if "gated" in (rater.trial.get_attribute("class") or ""):
            rater.trial.locator("bh-clips").evaluate("(clips) => clips.playing || clips.play()")
            rater.page.wait_for_function("() => !document.querySelector('form.trial.current.gated')")


# without ffmpeg there is nothing to play; the tests of clips themselves say so
ASKING_PAGES: tuple[PageModel, ...] = (
    Grades(),
    Pick(),
    Order(),
    Marks(),
    *([Clips()] if shutil.which("ffmpeg") else []),
)
