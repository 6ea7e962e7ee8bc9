"""The ratings table as a file. Systems are letters in it until they are unblinded."""

from __future__ import annotations

import tempfile
from pathlib import Path

from beholder.engine.acts import LogAct
from beholder.engine.export import write_ratings
from beholder.engine.ratings import stream_ratings
from beholder.web.call import Call, Reply
from beholder.web.coordinate.blinding import Blind
from beholder.web.coordinate.frame import act, choice, show
from beholder.web.coordinate.progress import progress_of
from beholder.web.coordinate.watch import watch
from beholder.web.served import ServedStudy

__all__ = ["download", "exports"]

_TYPES = {
    "csv": b"text/csv; charset=utf-8",
    "jsonl": b"application/jsonl; charset=utf-8",
    "parquet": b"application/vnd.apache.parquet",
}


async def exports(call: Call) -> Reply:
    """What can be taken out, and how."""
    form = call.study.definition.declaration.form
    progress = await progress_of(call.study)
    return await show(call, "exports.html", here="exports", progress=progress, codebook=form.codebook())


async def download(call: Call) -> Reply:
    """The ratings of this moment; that they were taken is on record before the first byte is sent."""
    study = call.study
    kind = choice(call, "format", tuple(_TYPES))
    every = call.body.get("revisions", "") == "all"
    blind = await watch(study).blind()
    await act(call, LogAct(call.person.name, "export", {"format": kind, "blinded": blind.on, "all_revisions": every}))
    path = await study.in_thread(lambda: _write(study, blind, kind, every=every))
    size, file = path.stat().st_size, path.open("rb")
    # the open file lives on until it is sent; its name need not
    path.unlink()
    name = f"ratings-{study.short}{'-blinded' if blind.on else ''}.{kind}"
    headers = [
        (b"content-type", _TYPES[kind]),
        (b"content-disposition", f'attachment; filename="{name}"'.encode()),
        (b"cache-control", b"no-store"),
    ]
    return Reply(b"", headers=headers, file=file, size=size)


def _write(study: ServedStudy, blind: Blind, kind: str, *, every: bool) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="beholder-export-"))
    path = folder / f"ratings.{kind}"
    declaration = study.definition.declaration
    with study.engine.database.read() as conn:
        rows = stream_ratings(
            conn,
            study.engine.key,
            study=study.id,
            protocol=declaration.name,
            form=declaration.form,
            all_revisions=every,
        )
        write_ratings(blind.rows(rows), path)
    moved = Path(tempfile.gettempdir()) / f"{folder.name}.{kind}"
    path.replace(moved)
    folder.rmdir()
    return moved
