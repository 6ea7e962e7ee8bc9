"""A look at all clips of a study before any is touched, and at what would tell who made them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from beholder.errors import BeholderError, Problem
from beholder.media.digests import Journal, look_of
from beholder.media.picture_leaks import tells
from beholder.media.survey import Progress
from beholder.media.video.video_file import VideoFile, VideoLimits, read_video
from beholder.safe_paths import confine

__all__ = ["ClipSource", "VideoSurvey", "clip_leaks", "survey_clips"]

# what browsers play in either container
_SOUNDS = frozenset({"mp4a", "Opus", "fLaC", ".mp3", "A_VORBIS", "A_OPUS"})


@dataclass(frozen=True, slots=True)
class ClipSource:
    """One clip as the study names it. `system` is empty for one that no system made; `audio` if it is to be heard."""

    name: str
    system: str = ""
    where: str = ""
    audio: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoSurvey:
    """What was found: facts by name, and problems, warnings among them."""

    videos: dict[str, VideoFile]
    problems: tuple[Problem, ...]
    sources: tuple[ClipSource, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are more than warnings."""
        return tuple(p for p in self.problems if not p.warning)


def survey_clips(
    sources: Iterable[ClipSource],
    root: Path,
    *,
    limits: VideoLimits | None = None,
    memory: Path | None = None,
    progress: Progress | None = None,
) -> VideoSurvey:
    """Read every clip once. `memory` is a folder in which facts are remembered while a file seems to be the same."""
    limits = limits or VideoLimits()
    listed = tuple(sources)
    heard = {source.name for source in listed if source.audio}
    # a clip that is heard in one place is delivered with its sound
    first = {source.name: replace(source, audio=source.name in heard) for source in reversed(listed)}
    systems = tuple(sorted({source.system for source in listed} - {""}))
    journal = None
    if memory is not None and first:
        memory.mkdir(parents=True, exist_ok=True)
        journal = Journal(memory / "clips.jsonl")
    videos: dict[str, VideoFile] = {}
    problems: list[Problem] = []
    for done, source in enumerate(sorted(first.values(), key=lambda one: one.name), 1):
        try:
            video = _facts(source, root, limits, systems, journal)
        except BeholderError as error:
            problems.extend(error.problems)
        else:
            videos[source.name] = video
            problems.extend(_remarks(video, source))
        if progress is not None:
            progress(done, len(first))
    return VideoSurvey(videos=videos, problems=tuple(problems), sources=tuple(first.values()))


def _facts(
    source: ClipSource, root: Path, limits: VideoLimits, systems: tuple[str, ...], journal: Journal | None
) -> VideoFile:
    def read() -> VideoFile:
        return read_video(root, source.name, limits=limits, where=source.where, sound=source.audio, systems=systems)

    if journal is None:
        return read()
    look = look_of(confine(root, source.name, where=source.where).stat())
    key = f"{source.name}|{look}|{limits.bytes}|{source.audio}|{systems}"
    if (remembered := journal.get(key)) is not None and set(remembered) == set(VideoFile.__dataclass_fields__):
        return VideoFile(**{**remembered, "named": tuple(remembered["named"])})
    video = read()
    journal.put(key, asdict(video))
    return video


def _remarks(video: VideoFile, source: ClipSource) -> Iterable[Problem]:
    if video.mislabelled:
        yield Problem(
            f'"{video.name}" is a {video.format.upper()} video under another ending; it is shown rightly',
            "media-mislabelled",
            source.where,
            f"rename it to end in .{video.format}",
            warning=True,
        )
    if source.audio and video.audio and video.audio not in _SOUNDS:
        yield Problem(
            f'the sound of the video "{video.name}" is coded as {video.audio!r}, which browsers do not play',
            "media-unsupported",
            source.where,
            "save it with AAC or Opus: ffmpeg -i IN -c:v copy -c:a aac OUT.mp4",
        )
    elif source.audio and not video.audio:
        yield Problem(
            f'the video "{video.name}" has no sound, and its column says `audio: true`',
            "media-silent",
            source.where,
            "say `audio: false`, or save the clip with its sound",
            warning=True,
        )


def clip_leaks(found: VideoSurvey) -> list[Problem]:
    """Warnings for what would tell raters which system made a clip: clips are shown as they are, not evened out."""
    properties: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for source in found.sources:
        video = found.videos.get(source.name)
        if video is None or not source.system:
            continue
        divisor = math.gcd(video.width, video.height)
        values = {
            "container and coding": f"{video.format} {video.codec}",
            "size": f"{video.width} × {video.height}",
            "shape": f"{video.width // divisor} : {video.height // divisor}",
            "frame rate": f"{video.frame_rate:.3g}",
            "length": f"{video.seconds:.1f} s",
            "order of parts": video.layout,
            "coder's profile, level and settings": video.settings,
        }
        for name, value in values.items():
            properties[name][source.system].append(value)
    # another container or size brings other parts and settings with it
    if tells({name: properties[name] for name in ("container and coding", "size", "frame rate")}):
        del properties["order of parts"], properties["coder's profile, level and settings"]
    told = [
        Problem(
            one.problem.replace("of a picture", "of a clip"),
            one.code,
            one.where,
            "make all systems' clips alike in this, or say in the report that it was not blinded",
            warning=True,
        )
        for one in tells(properties)
    ]
    return [*_named(found), *told]


def _named(found: VideoSurvey) -> Iterable[Problem]:
    named: dict[str, list[str]] = defaultdict(list)
    for name, video in sorted(found.videos.items()):
        for system in video.named:
            named[system].append(name)
    for system, files in sorted(named.items()):
        yield Problem(
            f'"{system}" is written in the coded pictures or sound of {len(files)} clip(s), first in "{files[0]}",'
            " where it cannot be removed",
            "clip-names-system",
            hint="encode the clips of all systems anew, alike: ffmpeg -i IN -c:v libx264 -pix_fmt yuv420p OUT.mp4",
            warning=True,
        )
