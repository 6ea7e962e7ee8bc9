"""Writes the studies and releases that later versions must open: run once per released version, by that version.

python -m tests.earlier.make tests/earlier/0.1.0
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path

from beholder.cli import app
from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, database_address, open_study, seeded_entropy
from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.handlers.guideline import ChangeGuideline
from beholder.engine.handlers.joining import Withdraw
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.engine.handlers.skips import Skip
from beholder.engine.handlers.stages import FillSheet
from beholder.engine.handlers.study_state import SetPhase
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.testing import HttpRater, RunningServer, write_masks_study
from tests.study_maker import make_study, payload_for

PROTOCOLS = ("masks", "counting", "captions", "naming", "trajectories")
QUESTION = {
    "kind": "choice",
    "label": "Do you see colours?",
    "options": [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}],
}
ITEMS = 14


def run(*arguments: str | Path) -> None:
    """A command of Beholder."""
    with suppress(SystemExit):
        app([str(argument) for argument in arguments], standalone_mode=False)


def pack(folder: Path, target: Path) -> None:
    """The whole folder, hidden files too, as one .zip."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                file.write(path, path.relative_to(folder).as_posix())


def known(name: str, kind: str) -> dict[str, object]:
    """An item whose answer is known."""
    reference = {"expects": [{"field": "score", "is": 3}], "why": "because"}
    return {"id": name, "kind": kind, "reference": reference, "candidates": [{"system": "known", "text": name}]}


def lived(folder: Path) -> None:
    """A study of people with everything that leaves a trace: it is half done, and waits to go on."""
    rule = {"id": "failed-checks", "measure": "checks-failed", "above": 0.4, "after": 2}
    settings = {"checks": {"every": 4}, "repeats": {"share": 0.2}, "exclude": [rule], "before": {"colours": QUESTION}}
    make_study(folder, "one", items=ITEMS, systems="ab", ratings=6, **settings)
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(known(f"known-{n}", "attention")) + "\n" for n in range(4))
        file.write(json.dumps(known("learn", "practice")) + "\n")
    definition, clock = load_definition(folder), SimulatedClock()
    Home(folder).make()
    database = Database.open(database_address(folder))
    key = open_study(database, definition, clock=clock)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    engine.run(SetPhase("ann", "pilot"))
    work(engine, clock, 2, most=5)
    engine.run(SetPhase("ann", "main"))
    for score in (3, 4, 5):
        work(engine, clock, score)
    engine.run(ChangeGuideline("ann", {"en": "Look at edges, too."}, {"en": "Edges"}, material=True))
    _, trial = work(engine, clock, 4, guideline="2")
    guesser, _ = work(engine, clock, 1, guideline="2", careless=True)
    engine.run(ExcludeRater("ann", guesser, "told us they guessed"))
    gone, _ = work(engine, clock, 2, guideline="2", most=4)
    engine.run(Withdraw(gone))
    engine.run(Adjudicate("judge", trial, payload_for("one", 1, value=2), "clear case"))
    work(engine, clock, 5, guideline="2", most=7)
    engine.close()
    database.close()


def work(
    engine: Engine, clock: SimulatedClock, score: int, *, guideline: str = "1", most: int = 99, careless: bool = False
) -> tuple[str, int]:
    """One rater answers, skips a trial and corrects an answer; their id, and a trial of theirs."""
    rater, trial, given = engine.run(Join()).rater, -1, 0
    engine.run(FillSheet(rater, "before", {"colours": "yes"}))
    while given < most and (leases := engine.run(Lease(rater, want=1)).leases):
        lease = leases[0]
        clock.advance(9000)
        if given == 2 and lease.kind == "main":
            engine.run(Skip(rater, lease.lease, "unclear"))
            given += 1
            continue
        value = score if lease.kind in {"main", "pilot", "repeat"} or careless else 3
        name = f"{rater}-{lease.sequence:04d}"
        answer = Answer(
            name, rater, lease.lease, payload_for("one", 1, value=value), guideline=guideline, active_ms=8000
        )
        engine.run(answer)
        if given == 4 and lease.kind == "main":
            changed = payload_for("one", 1, value=min(5, value + 1))
            engine.run(Answer(f"{name}-r", rater, lease.lease, changed, revises=name, guideline=guideline))
        given += 1
        trial = lease.trial if lease.kind == "main" else trial
    return rater, trial


def served(folder: Path) -> None:
    """A study with pictures, answered through a real server and not finished."""
    write_masks_study(folder, trials=16, ratings=3)
    server = RunningServer([folder])
    server.start()
    form = load_definition(folder).declaration.form

    async def rate() -> None:
        for seed in range(2):
            rater = HttpRater(server.host, server.port, server.api(), form, seed=seed)
            await rater.join()
            await rater.work(most=10)
            rater.close()

    try:
        asyncio.run(rate())
    finally:
        server.stop()


def main(target: Path) -> None:
    """Everything, into that folder."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for name, make in {"lived": lived, "served": served}.items():
            folder = Path(place) / name
            make(folder)
            run("ratings", folder, "-o", target / f"{name}-ratings.csv")
            run("release", folder, "--media", "-o", target / f"{name}-release.zip")
            run("backup", folder, "-o", target / f"{name}-backup.zip")
            shutil.rmtree(folder / ".beholder" / "media", ignore_errors=True)
            pack(folder, target / f"{name}.zip")
        for name in PROTOCOLS:
            folder = Path(place) / name
            run("new", name, folder)
            run("simulate", folder, "--raters", "6", "--seed", "1")
            run("release", folder, "-o", target / f"{name}-release.zip")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
