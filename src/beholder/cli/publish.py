"""Commands around a study that is served elsewhere: publish it, invite people to it."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from beholder.cli.owners import ADDRESS, owner_beside, owner_in
from beholder.cli.study import DatabaseUrl, Folder
from beholder.cli.terminal import console, print_problems, progress_bar
from beholder.errors import BeholderError

__all__ = ["add_to"]

_USUAL = "http://127.0.0.1:8400"


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (publish, invite):
        app.command()(command)


def publish(
    folder: Folder,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="Where servers find the study.", envvar="BEHOLDER_DATABASE")
    ],
    media: Annotated[
        str,
        typer.Option(metavar="URL", help="Where they find its pictures: s3://BUCKET/PREFIX, or a folder that all see."),
    ],
) -> None:
    """Put a checked study where servers without its folder find it; again, to bring a change to them."""
    from beholder.web import publish_study

    with progress_bar(f"Publishing {folder.name}") as tick:
        done = publish_study(folder, database=database, media=media, progress=tick)
    print_problems(done.notes)
    console().print(
        f"Published {done.id}, version {done.version}: {done.files:,} files in the store, {done.uploaded:,} of them new."
    )
    console().print(
        "[dim]`beholder serve --database URL` runs it; servers that run take a change up in half a minute.[/dim]"
    )


def invite(
    folder: Annotated[Path, typer.Argument(metavar="STUDY", help="The study folder, or the id of a published study.")],
    days: Annotated[int, typer.Option(min=1, max=365, help="How long the link works.")] = 14,
    uses: Annotated[int, typer.Option(min=0, help="How many raters may join with it; 0 for any number.")] = 0,
    address: Annotated[
        str, typer.Option(help="Where raters reach the server; by default where it last ran.", metavar="URL")
    ] = "",
    coordinator: Annotated[
        bool, typer.Option("--coordinator", help="A one-time link for the coordinator instead.")
    ] = False,
    database: DatabaseUrl = None,
) -> None:
    """Print a signed link that lets raters join; the page of invitations lists it with the others."""
    from beholder.engine.identity import id_before_start
    from beholder.keeping.notes import leave_note
    from beholder.store.study_home import Home
    from beholder.study import STUDY_FILE

    if published := _published_as(folder, database):
        _invite_to_published(published, days=days, uses=uses, address=address, coordinator=coordinator)
        return
    if not (folder / STUDY_FILE).is_file():
        raise BeholderError(f"the folder has no {STUDY_FILE}", code="study-missing", where=str(folder))
    home = Home(folder)
    base = (address or home.served_at or _USUAL).rstrip("/")
    if coordinator:
        console().print(f"{base}/c/?t={owner_beside(folder).new_token()}", style="cyan")
        return
    study_id = id_before_start(folder, database)
    made, details = _invitation(home.secret(), days=days, uses=uses)
    leave_note(folder, what="invite", details=details)
    console().print(f"{base}/s/{study_id[:12]}/?i={made}", style="cyan")


def _invitation(secret: str, *, days: int, uses: int) -> tuple[str, dict[str, object]]:
    """An invitation as text for a link, and what is put on record of it."""
    from beholder.web.auth import Invites, Keys

    invites = Invites(Keys(secret).derive("invite"))
    made = invites.make(days=days, uses=uses)
    read = invites.read(made)
    return made, {"invite": read.id, "expires": read.expires * 1000, "uses": uses}


def _published_as(folder: Path, database: str | None) -> tuple[str, str] | None:
    """Database and id of a study that servers run without its folder; None for one that is served from its folder."""
    from beholder.store import Database
    from beholder.store.study_home import Home
    from beholder.web import find_published

    address = database or os.environ.get("BEHOLDER_DATABASE")
    if not address:
        return None
    wanted = Home(folder).known_id if folder.is_dir() else str(folder)
    with closing(Database.open(address)) as opened:
        try:
            return address, find_published(opened, wanted or "-")[0].id
        except BeholderError:
            if folder.is_dir():
                return None
            raise


def _invite_to_published(published: tuple[str, str], *, days: int, uses: int, address: str, coordinator: bool) -> None:
    from beholder.keeping.notes import command_line_user
    from beholder.store import Database
    from beholder.store.server_state import read_state
    from beholder.store.studies import append_record
    from beholder.web import find_published

    database, study = published
    with closing(Database.open(database)) as opened:
        found = find_published(opened, study)[0]
        with opened.read() as conn:
            noted = read_state(conn, ADDRESS)
        base = (address or noted or _USUAL).rstrip("/")
        if coordinator:
            console().print(f"{base}/c/?t={owner_in(opened).new_token()}", style="cyan")
            return
        made, details = _invitation(found.secret, days=days, uses=uses)
        with opened.write(found.study) as conn:
            body = {"what": "invite", **details}
            append_record(conn, found.study, "act", body, at=int(time.time() * 1000), subject=command_line_user())
        console().print(f"{base}/s/{found.id[:12]}/?i={made}", style="cyan")
