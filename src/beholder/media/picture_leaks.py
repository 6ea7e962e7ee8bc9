"""Whether the pictures themselves tell which system made them: in their metadata, their format, or their corners.

Delivery removes metadata and evens out containers; what remains is told to the study's author while it can be mended.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from beholder.errors import BeholderError, Problem
from beholder.media.colour import UnshowableError, to_srgb
from beholder.media.metadata import read_metadata
from beholder.media.picture import PictureFile, PictureLimits, decode_picture, read_checked_header
from beholder.media.survey import Progress, Survey
from beholder.safe_paths import read_file

__all__ = ["corner_marks", "mentions", "picture_leaks", "picture_properties", "tells"]

# shorter names occur in metadata by chance
_SUBSTRING_LENGTH = 6
# with three pictures of a system or fewer, a perfect split happens by chance
_PERFECT_COUNT = 4
# below this a rater who knew the trick would gain little by it
_ACCURACY = 0.7
# one in two thousand: many properties are looked at, and false alarms cost trust in the check
_Z = 3.3
# a corner large enough for a watermark
_PATCH = 96
# in levels of 256: a mark varies by no more than the noise of JPEG, scenes by much more; 40 pixels are a very small
# logo, and over fewer than eight pictures corners are alike by chance
_STILL, _LIVELY, _APART, _MARK_PIXELS, _MARK_PICTURES = 6.0, 20.0, 25.0, 40, 8

_EVENED = (
    "raters get one container for all; yet traces of the encoder stay in the pixels: save all systems' pictures alike"
)
_HINTS = {
    "format": _EVENED,
    "colours": _EVENED,
    "encoder settings": _EVENED,
    "colour profile": "raters get sRGB for all; make sure that no system's colours are off for lack of a profile",
    "size": "bring all systems' pictures to one size, or say in the report that size was not blinded",
    "shape": "bring all systems' pictures to one width-to-height ratio, or say that it was not blinded",
}


def mentions(data: bytes, format_name: str, systems: Iterable[str]) -> list[tuple[str, str]]:
    """Each (system, place) where the metadata of a picture name a system, in any case, as bytes or as UTF-16.

    Names under six letters must stand as a word of their own, or every short name would be found somewhere.
    """
    pieces = [(block, payload.lower()) for block, payload in read_metadata(data, format_name)]
    found: dict[tuple[str, str], None] = {}
    for system in systems:
        patterns = [_pattern(system, encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
        for block, payload in pieces:
            if any(pattern.search(payload) for pattern in patterns):
                found[system, block] = None
    return list(found)


def _pattern(system: str, encoding: str) -> re.Pattern[bytes]:
    name = re.escape(system.lower().encode(encoding).lower())
    if len(system) >= _SUBSTRING_LENGTH:
        return re.compile(name)
    edge = rb"[0-9a-z]" if encoding == "utf-8" else (rb"[0-9a-z]\x00" if encoding == "utf-16-le" else rb"\x00[0-9a-z]")
    return re.compile(rb"(?<!" + edge + rb")" + name + rb"(?!" + edge + rb")")


def picture_properties(picture: PictureFile) -> dict[str, str]:
    """The properties of a picture that could give its system away, as text."""
    divisor = math.gcd(picture.width, picture.height)
    return {
        "format": picture.format,
        "colours": picture.mode,
        "encoder settings": picture.parameters,
        "colour profile": picture.profile,
        "size": f"{picture.width} × {picture.height}",
        "shape": f"{picture.width // divisor} : {picture.height // divisor}",
    }


def tells(property_by_system: Mapping[str, Mapping[str, Sequence[Hashable]]]) -> list[Problem]:
    """A warning for each property from which a system can be guessed: property → system → one value per picture.

    For each system, each picture is guessed to be its own or not from all *other* pictures of the same value; a
    property warns if the balanced accuracy of these guesses is at least 0.7 and beyond chance (z > 3.3), or perfect
    on at least four pictures on either side. Leaving the picture itself out keeps unique values from seeming to tell.
    """
    problems = []
    for name, values in property_by_system.items():
        told = {
            system: accuracy for system in values if (accuracy := _accuracy_against_rest(system, values)) is not None
        }
        if told:
            shown = "; ".join(f"{system}: {_usual(values[system])}" for system in sorted(told))
            problems.append(
                Problem(
                    f"the {name} of a picture tells which system made it ({shown};"
                    f" guessed rightly in {max(told.values()):.0%})",
                    "media-tells-system",
                    hint=_HINTS.get(name, "make all systems' pictures alike in this"),
                    warning=True,
                )
            )
    return problems


def _accuracy_against_rest(system: str, values: Mapping[str, Sequence[Hashable]]) -> float | None:
    """The balanced accuracy with which `system` is told from the rest, if it is worth a warning."""
    own = Counter(values[system])
    everyone = Counter(value for column in values.values() for value in column)
    n_own, n_all = own.total(), everyone.total()
    n_rest = n_all - n_own
    if not n_own or not n_rest or len(everyone) == 1:
        return None
    right_own = right_rest = 0.0
    for value, count in everyone.items():
        mine, others = own[value], count - 1
        if mine:
            right_own += mine * _credit((mine - 1) * (n_all - 1), (n_own - 1) * others, others)
        if count > mine:
            right_rest += (count - mine) * (1 - _credit(mine * (n_all - 1), n_own * others, others))
    accuracy = (right_own / n_own + right_rest / n_rest) / 2
    deviation = 0.25 * math.sqrt(1 / n_own + 1 / n_rest)
    perfect = accuracy == 1.0 and min(n_own, n_rest) >= _PERFECT_COUNT
    return accuracy if perfect or (accuracy >= _ACCURACY and (accuracy - 0.5) / deviation > _Z) else None


def _credit(share: int, base: int, others: int) -> float:
    """1 for the guess "made by this system", 0 for "not", 0.5 where nothing speaks for either."""
    if others == 0 or share == base:
        return 0.5
    return 1.0 if share > base else 0.0


def _usual(values: Sequence[Hashable]) -> str:
    return str(Counter(values).most_common(1)[0][0])


def corner_marks(corners_by_system: Mapping[str, Sequence[NDArray[np.uint8]]]) -> list[Problem]:
    """A warning for each system whose pictures share pixels in a corner that other systems' do not: logo, frame, text.

    Each array holds the four corner patches of one picture, see `corner_patches`. A pixel is a mark if it stays still
    over the pictures of a system, and elsewhere it moves or differs. Fewer than eight pictures tell nothing.
    """
    problems = []
    for system in sorted(corners_by_system):
        rest = [patch for other, patches in corners_by_system.items() if other != system for patch in patches]
        own = corners_by_system[system]
        if min(len(own), len(rest)) < _MARK_PICTURES:
            continue
        ours, theirs = np.stack(own).astype(np.float32), np.stack(rest).astype(np.float32)
        still = ours.std(axis=0) < _STILL
        apart = (theirs.std(axis=0) > _LIVELY) | (np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) > _APART)
        by_corner = np.count_nonzero(still & apart, axis=(1, 2))
        marked, corner = int(by_corner.max()), ours.mean(axis=0)[int(by_corner.argmax())]
        if marked >= _MARK_PIXELS:
            plain = marked == corner.size and float(corner.std()) < _STILL
            what, hint = _GROUND if plain else _MARK
            problems.append(
                Problem(what.format(system=system, marked=marked), "media-corner-mark", hint=hint, warning=True)
            )
    return problems


_MARK = (
    "all pictures of {system} share {marked} pixels in a corner that others do not have",
    "look for a logo, a watermark or a frame, and crop or cover it in the pictures of all systems",
)
_GROUND = (
    "all pictures of {system} have one plain background, and others another",
    "give the pictures of all systems the same background, or say in the report that it was not blinded",
)


def corner_patches(image: Image.Image) -> NDArray[np.uint8] | None:
    """The four corners in grey, 96 pixels square each; None if the picture is too small to have four of them."""
    if min(image.size) < 2 * _PATCH:
        return None
    right, bottom = image.width - _PATCH, image.height - _PATCH
    boxes = [(x, y, x + _PATCH, y + _PATCH) for y in (0, bottom) for x in (0, right)]
    return np.stack([np.asarray(image.crop(box).convert("L")) for box in boxes])


def picture_leaks(
    found: Survey,
    root: Path,
    *,
    limits: PictureLimits | None = None,
    sample: int = 40,
    progress: Progress | None = None,
) -> list[Problem]:
    """All warnings about pictures that tell their system. Corners are looked at in `sample` pictures per system."""
    limits = limits or PictureLimits()
    properties: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    corners: dict[str, list[NDArray[np.uint8]]] = defaultdict(list)
    named: dict[tuple[str, str], list[str]] = defaultdict(list)
    made = [source for source in found.sources if source.system and source.name in found.pictures]
    systems = sorted({source.system for source in made})
    for done, source in enumerate(made, start=1):
        if progress is not None:
            progress(done, len(made))
        picture = found.pictures[source.name]
        for name, value in picture_properties(picture).items():
            properties[name][source.system].append(value)
        # one that is too small to have four corners need not be decoded to learn that
        wanted = len(corners[source.system]) < sample and min(picture.width, picture.height) >= 2 * _PATCH
        if not (wanted or picture.has_metadata):
            continue
        try:
            data = read_file(root, source.name, limit=limits.bytes, where=source.where)
            for mention in mentions(data, picture.format, systems) if picture.has_metadata else ():
                named[mention].append(source.name)
            if wanted:
                header = read_checked_header(data, source.name, limits=limits)
                patches = corner_patches(to_srgb(decode_picture(data, header, name=source.name), header)[0])
                if patches is not None:
                    corners[source.system].append(patches)
        except (BeholderError, UnshowableError):
            # A broken picture is reported by the intake, with its reason.
            continue
    return [*_named(named), *tells(_without_echo(properties)), *corner_marks(corners)]


def _named(named: Mapping[tuple[str, str], Sequence[str]]) -> list[Problem]:
    return [
        Problem(
            f'"{system}" is written in the metadata ({block}) of {len(files)} picture(s), first in "{files[0]}"',
            "media-metadata-names-system",
            hint="it is removed before raters see the picture; mind it if you publish the originals",
            warning=True,
        )
        for (system, block), files in sorted(named.items())
    ]


def _without_echo(properties: Mapping[str, Mapping[str, list[str]]]) -> dict[str, Mapping[str, list[str]]]:
    """Properties without those that only repeat another: a format brings its settings, a size its shape."""
    kept = dict(properties)
    for property_name, echo in (("format", "encoder settings"), ("format", "colours"), ("shape", "size")):
        if property_name in kept and tells({property_name: kept[property_name]}):
            kept.pop(echo, None)
    return kept
