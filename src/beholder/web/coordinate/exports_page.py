"""What can be taken out of a study. Systems are letters in it until they are unblinded."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from beholder.engine.handlers.act_log import LogAct
from beholder.exports import Download, downloads, write_download
from beholder.facade import Study
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, choice, show
from beholder.web.coordinate.pace import progress_of
from beholder.web.coordinate.watch import watch
from beholder.web.served_study import ServedStudy

__all__ = ["download", "exports"]


async def exports(call: Call) -> Reply:
    """What can be taken out, and how."""
    form = call.study.definition.declaration.form
    progress = await progress_of(call.study)
    blind = await watch(call.study).blind()
    offered = [one for one in downloads(_opened(call.study)) if one.blinds or not blind.on]
    return await show(
        call, "exports.html", here="exports", progress=progress, codebook=form.codebook(), downloads=_by_part(offered)
    )


def _by_part(offered: list[Download]) -> list[list[Download]]:
    """What belongs together side by side, in the order of the list; a codebook stands with its table."""
    parts: dict[str, list[Download]] = {}
    for one in offered:
        parts.setdefault(one.part.partition(".")[0], []).append(one)
    return list(parts.values())


async def download(call: Call) -> Reply:
    """The data of this moment; that they were taken is on record before the first byte is sent."""
    study = call.study
    offered = {one.id: one for one in downloads(_opened(study))}
    wanted = offered[choice(call, "file", tuple(offered))]
    every = call.body.get("revisions", "") == "all"
    blind = await watch(study).blind()
    details = {"file": wanted.id, "blinded": blind.on, "all_revisions": every}
    await act(call, LogAct(call.person.name, "export", details))
    path = await study.in_thread(lambda: _write(study, wanted, blinded=blind.on, every=every))
    size, file = path.stat().st_size, path.open("rb")
    # the open file lives on until it is sent; its name need not
    shutil.rmtree(path.parent)
    name = f"{wanted.part}-{study.short}{'-blinded' if blind.on else ''}.{wanted.ending}"
    headers = [
        (b"content-type", wanted.content_type.encode()),
        (b"content-disposition", f'attachment; filename="{name}"'.encode()),
        (b"cache-control", b"no-store"),
    ]
    return Reply(b"", headers=headers, file=file, size=size)


def _opened(study: ServedStudy) -> Study:
    return Study(study.definition, study.engine.database, study.engine.key, study.id)


def _write(study: ServedStudy, wanted: Download, *, blinded: bool, every: bool) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="beholder-export-"))
    try:
        return write_download(_opened(study), wanted, folder, blinded=blinded, all_revisions=every)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
