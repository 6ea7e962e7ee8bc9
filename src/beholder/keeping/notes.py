"""Acts of people at the command line, put on record although the study may be in the hands of a server.

One SQLite file has one writing process. So an act is left as a note in the study's folder; whoever holds the study's
lock writes it into the chain: this process if nobody serves the study, else the server within half a minute.
"""

from __future__ import annotations

import getpass
import json
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from beholder.engine.clock import Clock, system_clock
from beholder.engine.engine import Engine
from beholder.engine.handlers.act_log import LogAct
from beholder.errors import BeholderError
from beholder.store import Database, studies
from beholder.store.study_home import Home

__all__ = ["command_line_user", "leave_note", "record_act", "take_notes"]


def record_act(
    folder: Path, database: Database, key: int, *, what: str, details: Mapping[str, Any], clock: Clock = system_clock
) -> None:
    """Puts an act of the person at this terminal on record, now or as soon as the server looks."""
    at = leave_note(folder, what=what, details=details, clock=clock)
    home = Home(folder)
    try:
        with home.lock("beholder export", shared=not database.is_sqlite, database=database.address):
            for path, act in _waiting(folder):
                with database.write(key) as conn:
                    body = {"what": act.what, **act.details}
                    studies.append_record(conn, key, "act", body, at=at, subject=act.author)
                path.unlink(missing_ok=True)
    except BeholderError as error:
        if error.code != "study-in-use":
            raise


def leave_note(folder: Path, *, what: str, details: Mapping[str, Any], clock: Clock = system_clock) -> int:
    """Leaves an act of the person at this terminal for whoever serves the study next; when it was done."""
    home = Home(folder)
    home.make()
    notes = home.folder / "notes"
    notes.mkdir(mode=0o700, exist_ok=True)
    at = clock()
    name = f"{at:015d}-{secrets.token_hex(4)}.json"
    text = json.dumps({"author": command_line_user(), "what": what, "details": {**details, "noted_at": at}})
    (notes / f".{name}").write_text(text, encoding="utf-8")
    (notes / f".{name}").replace(notes / name)
    return at


def take_notes(engine: Engine) -> None:
    """Puts on record what waits in the folder of a study that this process serves."""
    for path, act in _waiting(engine.definition.folder):
        engine.run(act)
        path.unlink(missing_ok=True)


def _waiting(folder: Path) -> Iterator[tuple[Path, LogAct]]:
    """Acts that wait to be put on record, oldest first, each with the note to remove once it is."""
    for path in sorted((Home(folder).folder / "notes").glob("[0-9]*.json")):
        try:
            note = json.loads(path.read_text(encoding="utf-8"))
            yield path, LogAct(str(note["author"]), str(note["what"]), dict(note["details"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue


def command_line_user() -> str:
    """Who is at this terminal, as records name them."""
    try:
        return f"command line ({getpass.getuser()})"
    except (OSError, KeyError):
        return "command line"
