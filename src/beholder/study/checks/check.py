"""`beholder check`: everything that is wrong with a study folder, at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from beholder.errors import Problem
from beholder.study.checks.completeness import find_incomplete
from beholder.study.checks.gaps import find_gaps
from beholder.study.checks.identifying import find_identifying
from beholder.study.checks.leaks import find_leaks
from beholder.study.checks.masks import find_doubtful_masks
from beholder.study.checks.media_check import Progress, check_media
from beholder.study.checks.same_media import find_same_media
from beholder.study.checks.soundness import find_unsound
from beholder.study.checks.spots import Sizes
from beholder.study.definition import Definition, read_definition

__all__ = ["Checked", "check_folder"]


@dataclass(frozen=True, slots=True)
class Checked:
    """The study if it can run, and every problem: errors first, then warnings."""

    definition: Definition | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What must be mended before the study can run."""
        return tuple(p for p in self.problems if not p.warning)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What should be looked at."""
        return tuple(p for p in self.problems if p.warning)


def check_folder(folder: Path, *, progress: Progress | None = None) -> Checked:
    """Reads settings, items, pictures and masks, looks for what could unblind the study, and writes nothing.

    Mistakes in the study never raise; where some are found, the sound parts are looked at all the same.
    """
    definition, problems = read_definition(folder)
    if definition is not None:
        problems.extend(find_incomplete(definition))
        problems.extend(find_gaps(definition))
        problems.extend(find_identifying(definition))
        sizes: Sizes = {}
        if definition.items and definition.media_root.is_dir():
            media = check_media(definition, progress=progress)
            sizes = {name: (one.width, one.height) for name, one in media.survey.pictures.items()}
            problems.extend(media.problems)
            problems.extend(find_leaks(definition, media.survey, progress=progress))
            problems.extend(find_doubtful_masks(definition, sizes))
            problems.extend(find_same_media(definition, media.digests))
        problems.extend(find_unsound(definition, sizes))
    return Checked(None if problems.errors else definition, problems.listed())
