"""A runnable study side by side of clips: cameras that move over painted scenes, by three pretend systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter

from beholder.media.video.webm_writer import write_webm
from beholder.protocols.example_files import write_example
from beholder.protocols.side_by_side.example import SYSTEMS_TRUTH
from beholder.scenes import Placement, StageSpec, compose
from beholder.text import Catalogue

__all__ = ["make_clips_example"]

# pixels of what is painted, and of what the camera sees of it
_SIZE, _SEEN = (768, 576), (480, 360)
# long enough for a movement to be seen, and short enough to be watched twice
_FRAMES, _RATE = 24, 12
# frames that a clip stands still before it goes on, where it jerks
_HELD = 6
_WHY = Catalogue("side-by-side", folder=Path(__file__).parent, part="practice")

View = tuple[float, float, float]
"""Where the camera looks: left, top and width, each as a share of the scene."""


@dataclass(frozen=True, slots=True)
class _Film:
    """A prompt, the scene, and where the camera looks at its beginning and at its end."""

    prompt: str
    place: str
    things: tuple[Placement, ...]
    begins: View
    ends: View

    def shot(self, seed: int) -> list[Image.Image]:
        """Every frame of it."""
        scene = compose(StageSpec(place=self.place, things=self.things, seed=seed, size=_SIZE)).image
        return [_seen(scene, self._view(n / (_FRAMES - 1))) for n in range(_FRAMES)]

    def _view(self, share: float) -> View:
        # eased at both ends, as hands move a camera
        eased = share * share * (3 - 2 * share)
        left, top, width = (a + eased * (b - a) for a, b in zip(self.begins, self.ends, strict=True))
        return left, top, width


def _seen(scene: Image.Image, view: View) -> Image.Image:
    left, top, width = view
    box = (left * _SIZE[0], top * _SIZE[1], (left + width) * _SIZE[0], (top + width) * _SIZE[1])
    return scene.resize(_SEEN, Image.Resampling.BICUBIC, box=box)


_FILMS = (
    _Film(
        "the camera moves to the right over a park, from a brown dog to a red ball",
        "park",
        (
            Placement(thing="tree", colour="green", x=0.8, depth=0.1),
            Placement(thing="dog", colour="brown", x=0.25, depth=0.6),
            Placement(thing="ball", colour="red", x=0.8, depth=0.7),
        ),
        (0.0, 0.3, 0.6),
        (0.4, 0.3, 0.6),
    ),
    _Film(
        "the camera comes closer to a green apple beside a blue cup",
        "table",
        (
            Placement(thing="cup", colour="blue", x=0.7, depth=0.35),
            Placement(thing="apple", colour="green", x=0.4, depth=0.6),
        ),
        (0.0, 0.0, 1.0),
        (0.2, 0.35, 0.5),
    ),
    _Film(
        "the camera moves to the left along a street, past a yellow car",
        "street",
        (
            Placement(thing="house", colour="white", x=0.3, depth=0.0),
            Placement(thing="car", colour="yellow", x=0.5, depth=0.7),
        ),
        (0.4, 0.35, 0.6),
        (0.0, 0.35, 0.6),
    ),
    _Film(
        "the camera draws back from a teal sofa until the whole room is seen",
        "room",
        (
            Placement(thing="sofa", colour="teal", x=0.36, depth=0.4),
            Placement(thing="lamp", colour="yellow", x=0.84, depth=0.1),
        ),
        (0.1, 0.3, 0.5),
        (0.0, 0.0, 1.0),
    ),
)


Develop = Callable[[list[Image.Image]], list[Image.Image]]


def _careful(frames: list[Image.Image]) -> list[Image.Image]:
    return frames


def _reversed(frames: list[Image.Image]) -> list[Image.Image]:
    return frames[::-1]


def _jerking(frames: list[Image.Image]) -> list[Image.Image]:
    blurred = [frame.filter(ImageFilter.GaussianBlur(1.5)) for frame in frames[::_HELD]]
    return [blurred[n // _HELD] for n in range(len(frames))]


_DEVELOP: dict[str, Develop] = dict(zip(SYSTEMS_TRUTH, (_careful, _reversed, _jerking), strict=True))


def make_clips_example(folder: Path, seed: int) -> None:
    """Writes study.yaml, items.jsonl and media/; the same seed gives the same bytes."""
    media = folder / "media"
    media.mkdir(parents=True, exist_ok=True)
    items = [*_practice(media), *_asked(media, seed)]
    write_example(folder, items, study=Path(__file__).with_name("example_clips.yaml"))


def _asked(media: Path, seed: int) -> Iterator[dict[str, Any]]:
    for number, film in enumerate(_FILMS, start=1):
        yield {
            "id": f"prompt-{number}",
            "prompt": film.prompt,
            "candidates": [
                {
                    "system": system,
                    "clip": _filmed(develop(film.shot(seed + number + 100 * n)), media / f"{number}-{letter}.webm"),
                    "truth": SYSTEMS_TRUTH[system],
                }
                for n, (letter, (system, develop)) in enumerate(zip("abc", _DEVELOP.items(), strict=True))
            ],
        }


def _practice(media: Path) -> Iterator[dict[str, Any]]:
    """Pairs of one scene that differ in one way, so that what was expected can be said for sure."""
    frames = _FILMS[0].shot(501)
    followed, tied = ({"field": "follows", "system": "careful", "is": outcome} for outcome in ("win", "tie"))
    nicer = {"field": "looks", "system": "careful", "is": "win"}
    for rule, develop, expects in (("reversed", _reversed, [followed]), ("jerking", _jerking, [tied, nicer])):
        made = {"careful": (frames, "right"), "other": (develop(frames), rule)}
        yield {
            "id": f"practice-{rule}",
            "kind": "practice",
            "prompt": _FILMS[0].prompt,
            "candidates": [
                {"system": system, "clip": _filmed(shown, media / f"practice-{name}.webm")}
                for system, (shown, name) in made.items()
            ],
            "reference": {"expects": expects, "why": _WHY.say(f"clip-{rule}").root},
        }


def _filmed(frames: list[Image.Image], path: Path) -> str:
    return path.name if path.exists() else write_webm(path, frames, rate=_RATE)
