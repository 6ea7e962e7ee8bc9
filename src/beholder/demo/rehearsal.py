"""Finishes studies with simulated raters, in a process of its own: `python -m beholder.demo.rehearsal OUT STUDY...`.

Prints one line of JSON for each study that is ready: where it lies, and its reports by language.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from beholder.declarations.states import StudyState
from beholder.engine import Engine, SimulatedClock, database_address, open_simulated, seeded_entropy, simulate
from beholder.engine.handlers.act_log import LogAct
from beholder.engine.handlers.study_state import SetState
from beholder.errors import BeholderError
from beholder.exports import write_next_round
from beholder.facade import load
from beholder.protocols import SimulatedRater
from beholder.report import content_policy, material_of_study, write_report
from beholder.report.wording import report_languages
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import Definition, load_definition
from beholder.tables.blinding import systems_of
from beholder.testing.rater import draw_rater

__all__ = ["finish", "finish_all"]

# any number; fixed, so that screenshots and guides show the same study
_SEED = 7
# as many as flags need to say anything of a rater (`_ENOUGH` in quality/flags.py)
_ANSWERS_EACH = 12
_CARELESS = {1: "fast", 5: "same"}
"""Who is not to be trusted, by the order in which they join: the demo has to show what that looks like."""

# half of the way to the lowest priority
_POLITE = 10


def finish_all(folders: Sequence[Path], out: Path) -> Iterator[tuple[Path, dict[str, Path]]]:
    """Finishes a copy of each study; where one leads to a next round, that round stands for the protocol's example."""
    ahead: dict[str, Path] = {}
    for folder in folders:
        target = ahead.get(load_definition(folder).protocol.name)
        if target is None:
            target = out / folder.name
            _copy(folder, target)
        yield target, finish(target)
        if load_definition(target).protocol.next_round is not None:
            with load(target) as study:
                made = write_next_round(study, out / f"{target.name}-next", seed=_SEED)
            ahead[made.protocol] = made.folder


def finish(folder: Path) -> dict[str, Path]:
    """Lets simulated raters answer everything, closes and unblinds the study, and writes its reports."""
    definition, home, clock = load_definition(folder), Home(folder), SimulatedClock()
    with home.lock("beholder demo"):
        database = Database.open(database_address(folder))
        try:
            key = open_simulated(database, definition, seed=_SEED, now=clock.now)
            engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(_SEED))
            try:
                people = _people(definition, engine.places_wanted())
                simulate(engine, clock, raters=len(people), seed=_SEED, people=people)
                with database.read() as conn:
                    names = {sign: name for name, sign in systems_of(conn, key).items()}
                unblind = LogAct("coordinator", "unblind", {"reason": "The study is finished.", "key": names})
                engine.run(SetState(StudyState.CLOSED, author="coordinator"))
                engine.run(unblind)
            finally:
                engine.close()
        finally:
            database.close()
    return _reports(folder)


def _people(definition: Definition, targets: int) -> list[SimulatedRater]:
    """As many raters as have about a dozen trials each to answer, careful but for those listed above."""
    count = max(definition.ratings + 2, round(targets / _ANSWERS_EACH))
    kinds = [_CARELESS.get(number, "honest") for number in range(count)]
    timing, trials = definition.declaration.timing, round(targets / count)
    rngs = np.random.default_rng(_SEED).spawn(count)
    return [draw_rater(kind, rng, timing=timing, trials=trials) for kind, rng in zip(kinds, rngs, strict=True)]


def _reports(folder: Path) -> dict[str, Path]:
    draw = find_spec("vl_convert") is not None
    with load(folder) as study:
        material = material_of_study(study, seed=_SEED)
    made = {}
    for language in report_languages():
        made[language] = folder / f"report.{language}.html"
        write_report(material, made[language], language=language, draw=draw)
    return made


def _copy(folder: Path, target: Path) -> None:
    """The study without its answers; pictures that were taken in need not be taken in again."""
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns(".beholder"))
    taken_in = Home(folder).media
    if taken_in.is_dir():
        shutil.copytree(taken_in, Home(target).media)


def _main() -> None:
    # whoever tries the studies meanwhile comes first
    os.nice(_POLITE)
    out, *folders = map(Path, sys.argv[1:])
    try:
        for target, reports in finish_all(folders, out):
            named = {language: str(path) for language, path in reports.items()}
            print(json.dumps({"folder": str(target), "reports": named, "policy": content_policy()}), flush=True)
    except BeholderError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    _main()
