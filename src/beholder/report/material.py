"""Everything a report is made from: an analysis with its ratings and, for a study, what is known about how it was run."""

from __future__ import annotations

import hashlib
import platform
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from beholder.analysis import Analysis, Context, RatingsData
from beholder.analysis.workspace import Work
from beholder.conduct import Conduct
from beholder.declarations.states import RaterKind, RaterState
from beholder.imports import UNTOLD, TableOptions, analyse_imported, context_of, read_ratings
from beholder.keeping.verify import Receipt
from beholder.study import Definition

if TYPE_CHECKING:
    from beholder.facade import Study

__all__ = ["Material", "RaterFacts", "StudyFacts", "material_of_file", "material_of_study"]

_LIBRARIES = ("numpy", "scipy", "duckdb", "vl-convert-python")


@dataclass(frozen=True, slots=True)
class RaterFacts:
    """The raters in numbers: whose answers enter the results, and how many each gave."""

    n: int
    answers: int
    least: int
    median: float
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyFacts:
    """What only a study knows: its definition, who took part and when, its version, and the receipt of its records."""

    definition: Definition
    version: int
    simulated: bool
    conduct: Conduct
    wanted: int
    given: int
    receipt: Receipt
    withdrawn: int
    minutes: float
    first_day: str
    last_day: str


@dataclass(frozen=True, kw_only=True)
class Material:
    """What the report tells. `digest` is that of the table's file, where there is one."""

    analysis: Analysis
    data: RatingsData
    context: Context
    source: str = ""
    digest: str = ""
    study: StudyFacts | None = None

    @cached_property
    def work(self) -> Work:
        """The ratings sorted out and measured, as the analysis saw them."""
        return Work(self.data, self.context)

    @cached_property
    def raters(self) -> RaterFacts:
        """How much each rater contributed."""
        main = self.work.main.answered()
        if not main.count("rater"):
            return RaterFacts(0, main.n_answers(), 0, 0.0, 0)
        rater = main.text["rater"].codes
        first = np.unique(main.answers(), return_index=True)[1]
        given = np.bincount(rater[first])
        given = given[given > 0]
        return RaterFacts(len(given), main.n_answers(), int(given.min()), float(np.median(given)), int(given.max()))

    @property
    def simulated(self) -> bool:
        """Whether no people answered."""
        return RaterKind.SIMULATED in self.work.main.used("rater_kind")

    @property
    def libraries(self) -> str:
        """Python and the libraries that computed the numbers, with versions."""
        found = [f"Python {platform.python_version()}"]
        for name in _LIBRARIES:
            try:
                found.append(f"{name} {version(name)}")
            except PackageNotFoundError:
                continue
        return ", ".join(found)


def material_of_study(study: Study, *, seed: int = 1) -> Material:
    """The material of a study that has been started; its ratings are read once."""
    definition, conduct = study.definition, study.conduct()
    data, context = study.data(all_revisions=True), study.context(seed=seed, conduct=conduct)
    rows = [row for row in study.raters() if row["kind"] != RaterKind.ADJUDICATOR]
    worked = [row for row in rows if row["answers"]]
    days = sorted(str(row[when])[:10] for row in worked for when in ("joined_at", "seen_at"))
    status = study.status()
    return Material(
        analysis=study.analysis_of(data, context, conduct),
        data=data,
        context=context,
        source=definition.folder.name,
        study=StudyFacts(
            definition=definition,
            version=status.version,
            simulated=status.simulated,
            conduct=conduct,
            wanted=status.wanted,
            given=status.given,
            receipt=study.receipt(),
            withdrawn=sum(row["state"] == RaterState.WITHDRAWN for row in rows),
            minutes=sum(float(str(row["minutes"])) for row in worked),
            first_day=days[0] if days else "",
            last_day=days[-1] if days else "",
        ),
    )


def material_of_file(path: Path, options: TableOptions = UNTOLD, *, seed: int = 1) -> Material:
    """The material of a table of ratings from anywhere; `options` say what the table does not tell itself."""
    read = read_ratings(path, options)
    context = context_of(read, path, title=options.title, seed=seed)
    analysis = analyse_imported(read, context, path=path)
    with path.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return Material(analysis=analysis, data=read.data, context=context, source=path.name, digest=digest)
