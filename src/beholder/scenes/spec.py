"""What a counting picture is to show. Everything asked for is met exactly, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from beholder.errors import BeholderError, Problem, nearest
from beholder.scenes.palette import COLOURS
from beholder.scenes.pen import drawable
from beholder.scenes.things.all_things import THINGS

__all__ = ["KINDS", "MOST", "SceneSpec", "wrong_size"]

#: Kind of scene → name of the counted object.
KINDS = {"bocce": "bocce ball", "medicine": "medicine ball", "balloon": "hot air balloon"}
# more do not find room side by side
MOST = 30
# pixels: in smaller pictures things cannot be told apart, larger ones would take all memory to paint
_SIDES = (96, 8192)


def wrong_size(size: Sequence[object]) -> list[Problem]:
    """What is wrong with the size of a picture, if anything."""
    least, most = _SIDES
    if len(size) == 2 and all(isinstance(side, int) and least <= side <= most for side in size):
        return []
    return [Problem(f"expected width and height of {least} to {most} pixels, got {size}", "scene-bad-size", "size")]


@dataclass(frozen=True, kw_only=True)
class SceneSpec:
    """A counting picture.

    Of the `count` objects, so many are `clipped` (less than half inside the picture), `cut` (at the boundary, yet more than
    half inside), `occluded` (30–70 % hidden by another), `slivers` (at least 80 % hidden), or `far` (tiny); `merged` is the
    number of *pairs* grown together; an object has at most one of these roles. `ghostly` ones are half transparent.
    `sizes` is about real-world size. `colours` is "mixed", "same" or the names to use. `others` are things of the
    catalogue, with a text after a colon where they carry one: `("person", "sign:EXIT")`.
    """

    kind: str
    count: int = 5
    seed: int = 0
    size: tuple[int, int] = (1024, 768)
    clipped: int = 0
    cut: int = 0
    occluded: int = 0
    slivers: int = 0
    merged: int = 0
    ghostly: int = 0
    far: int = 0
    sizes: str = "same"
    shapes: str = "same"
    colours: str | tuple[str, ...] = "mixed"
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        problems = [*self._wrong_words(), *self._wrong_numbers()]
        if problems:
            raise BeholderError.of(problems)

    def _wrong_words(self) -> list[Problem]:
        found = []
        if self.kind not in KINDS:
            found.append(
                Problem(f'unknown kind of scene "{self.kind}"', "scene-unknown-kind", "kind", nearest(self.kind, KINDS))
            )
        found += [
            Problem(f'expected "same" or "mixed", got "{chosen}"', "scene-bad-choice", name)
            for name, chosen in (("sizes", self.sizes), ("shapes", self.shapes))
            if chosen not in {"same", "mixed"}
        ]
        if isinstance(self.colours, str):
            if self.colours not in {"same", "mixed"}:
                hint = "give colour names as a tuple"
                found.append(
                    Problem(
                        f'expected "same", "mixed" or names, got "{self.colours}"', "scene-bad-choice", "colours", hint
                    )
                )
        elif not self.colours:
            found.append(Problem("no colour is named", "scene-bad-choice", "colours"))
        else:
            found += [
                Problem(f'unknown colour "{colour}"', "scene-unknown-colour", "colours", nearest(colour, COLOURS))
                for colour in self.colours
                if colour not in COLOURS
            ]
        for other in self.others:
            name, _, text = other.partition(":")
            if name not in THINGS:
                found.append(Problem(f'unknown thing "{name}"', "scene-unknown-thing", "others", nearest(name, THINGS)))
            elif text and not THINGS[name].writes:
                found.append(Problem(f'"{name}" carries no text', "scene-no-text-here", "others"))
            elif not drawable(text):
                hint = "use Latin letters, digits and common signs"
                found.append(
                    Problem(f'the built-in font cannot write "{text}"', "scene-text-not-drawable", "others", hint)
                )
        return found

    def _wrong_numbers(self) -> list[Problem]:
        found = []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int" and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                found.append(
                    Problem(f"expected a whole number of at least 0, got {value!r}", "scene-bad-number", field.name)
                )
        if found:
            return found
        if self.count > MOST:
            found.append(
                Problem(f"at most {MOST} objects can be painted, got {self.count}", "scene-bad-number", "count")
            )
        found += wrong_size(self.size)
        roles = self.clipped + self.cut + self.occluded + self.slivers + self.far + 2 * self.merged
        if roles > self.count:
            hint = "clipped + cut + occluded + slivers + far + 2 × merged may not exceed count"
            found.append(
                Problem(f"{roles} objects have a role, but there are {self.count}", "scene-impossible", "count", hint)
            )
        hidden = self.occluded + self.slivers
        if roles <= self.count and hidden > self.count - roles:
            hint = "each object that stands free hides at most one other"
            problem = f"{self.count - roles} free objects cannot hide {hidden} others"
            found.append(Problem(problem, "scene-impossible", "occluded", hint))
        if self.ghostly > self.count - hidden - 2 * self.merged:
            hint = "an object that hides another, or is merged with it, cannot be ghostly"
            found.append(
                Problem(
                    f"{self.ghostly} of {self.count} objects cannot be ghostly", "scene-impossible", "ghostly", hint
                )
            )
        found += [
            Problem(f'"mixed" needs at least two objects, got {self.count}', "scene-impossible", name)
            for name, chosen in (("sizes", self.sizes), ("shapes", self.shapes))
            if chosen == "mixed" and self.count < 2
        ]
        if not isinstance(self.colours, str) and len(set(self.colours)) > self.count > 0:
            found.append(
                Problem(f"{len(set(self.colours))} colours need as many objects", "scene-impossible", "colours")
            )
        return found
