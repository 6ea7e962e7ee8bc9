"""Commands that bring a study to raters: serve, preview, demo, invite."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.study import DatabaseUrl, Folder
from beholder.cli.terminal import console, print_problems, progress_bar
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.web import Application, ServedStudy, ServerOptions
    from beholder.web.sign_in import Coordinators

__all__ = ["add_to"]

Host = Annotated[str, typer.Option(help="Address to listen on. The default is reachable from this machine only.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
RootPath = Annotated[
    str, typer.Option("--root-path", help="Path below which a proxy serves this, such as /studies.", metavar="PATH")
]


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (serve, preview, demo, invite):
        app.command()(command)


def serve(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Study folders.")],
    database: DatabaseUrl = None,
    host: Host = "127.0.0.1",
    port: Port = 8400,
    root_path: RootPath = "",
    address: Annotated[
        str,
        typer.Option(help="Where raters reach the server, such as https://studies.example.org.", metavar="URL"),
    ] = "",
    invited_only: Annotated[bool, typer.Option("--invited-only", help="Let raters join by invitation only.")] = False,
    simulated: Annotated[
        bool,
        typer.Option("--simulated", help="Show what `simulate` left on the coordinator's pages; nobody can join."),
    ] = False,
) -> None:
    """Run studies for raters."""
    from beholder.web import ServerOptions, open_served

    with ExitStack() as opened:
        studies = []
        for folder in folders:
            with progress_bar(f"Taking in pictures of {folder.name}") as tick:
                study = open_served(
                    folder, database=database, invited_only=invited_only, simulated=simulated, progress=tick
                )
            opened.callback(study.close)
            print_problems(study.definition.warnings)
            studies.append(study)
        if simulated:
            console().print("[yellow]Simulated:[/yellow] no people answered, and nobody can join.")
        options = ServerOptions(root_path=_root(root_path), origin=_origin(address), host=host)
        _run(studies, folders[0], host, port, options, opened)


def preview(folder: Folder, host: Host = "127.0.0.1", port: Port = 8400, root_path: RootPath = "") -> None:
    """Show the rater's page of a study, storing nothing."""
    from beholder.web import ServerOptions, open_preview

    with ExitStack() as opened:
        with progress_bar("Taking in pictures") as tick:
            study = open_preview(folder, progress=tick)
        opened.callback(study.close)
        print_problems(study.definition.warnings)
        console().print("[yellow]Preview:[/yellow] answers are checked, then forgotten. Nothing is stored.")
        _run([study], None, host, port, ServerOptions(root_path=_root(root_path), host=host), opened)


def demo(port: Port = 8484) -> None:
    """Ready studies with pictures in a temporary folder, to try everything at once."""
    from beholder.demo import FinishedExamples, open_demo

    with ExitStack() as opened:
        with progress_bar("Painting pictures") as tick:
            studies, folders = open_demo(opened, progress=tick)
        from beholder.web import ServerOptions

        def finish(application: Application) -> None:
            opened.callback(FinishedExamples(application, folders).close)

        _run(studies, folders[0], "127.0.0.1", port, ServerOptions(demo=True), opened, then=finish)


def invite(
    folder: Folder,
    days: Annotated[int, typer.Option(min=1, max=365, help="How long the link works.")] = 14,
    uses: Annotated[int, typer.Option(min=0, help="How many raters may join with it; 0 for any number.")] = 0,
    address: Annotated[
        str, typer.Option(help="Where raters reach the server; by default where it last ran.", metavar="URL")
    ] = "",
    coordinator: Annotated[
        bool, typer.Option("--coordinator", help="A one-time link for the coordinator instead.")
    ] = False,
) -> None:
    """Print a signed link that lets raters join; the page of invitations lists it with the others."""
    from beholder.keeping.notes import leave_note
    from beholder.store.study_home import Home
    from beholder.study import STUDY_FILE
    from beholder.web.auth import Invites, Keys

    if not (folder / STUDY_FILE).is_file():
        raise BeholderError(f"the folder has no {STUDY_FILE}", code="study-missing", where=str(folder))
    home = Home(folder)
    base = (address or home.served_at or "http://127.0.0.1:8400").rstrip("/")
    if coordinator:
        console().print(f"{base}/c/?t={_coordinators(folder).new_token()}", style="cyan")
        return
    invites = Invites(Keys(home.secret()).derive("invite"))
    made = invites.make(days=days, uses=uses)
    invitation = invites.read(made)
    details = {"invite": invitation.id, "expires": invitation.expires * 1000, "uses": uses}
    leave_note(folder, what="invite", details=details)
    console().print(f"{base}/s/{home.study_id()[:12]}/?i={made}", style="cyan")


def _coordinators(folder: Path) -> Coordinators:
    from beholder.store.study_home import Home
    from beholder.web.auth import Keys
    from beholder.web.sign_in import Coordinators

    home = Home(folder)
    home.make()
    return Coordinators(home.folder / "coordinator.json", Keys(home.secret()).derive("coordinator"))


def _root(path: str) -> str:
    stripped = path.strip("/")
    if stripped and not all(
        part.isascii() and part.replace("-", "").replace("_", "").isalnum() for part in stripped.split("/")
    ):
        raise BeholderError(f"{path!r} is no path such as /studies", code="root-path")
    return f"/{stripped}" if stripped else ""


def _origin(address: str) -> str:
    """Scheme and host of an address as it is given to people; a path belongs to --root-path."""
    if not address:
        return ""
    found = re.fullmatch(r"(https?)://((?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?)/?", address.strip().lower())
    if found is None:
        raise BeholderError(
            f"{address!r} is no address such as https://studies.example.org",
            code="server-address",
            hint="scheme and host only; the path below which a proxy serves goes into --root-path",
        )
    return f"{found[1]}://{found[2]}"


def _where_links_lead(options: ServerOptions, host: str) -> str:
    """What host the links on coordinators' pages carry."""
    import socket

    from beholder.web.link_host import is_loopback

    if options.origin:
        return f"Links on coordinators' pages lead to {options.origin}{options.root_path}/."
    names = "localhost" if is_loopback(host) else f"its IP address, {socket.gethostname()} or localhost"
    return (
        f"Links on coordinators' pages lead to this machine as the page was opened, by {names}; "
        "for any other name restart with --address URL."
    )


def _run(
    studies: list[ServedStudy],
    folder: Path | None,
    host: str,
    port: int,
    options: ServerOptions,
    opened: ExitStack,
    *,
    then: Callable[[Application], None] | None = None,
) -> None:
    import tempfile

    from beholder.store.study_home import Home
    from beholder.web import make_app
    from beholder.web.link_host import reached_by
    from beholder.web.server import bind, exposure, run

    listener = opened.enter_context(bind(host, port))
    kept = folder is not None and not options.demo
    if folder is None:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="beholder-")))
    coordinators = _coordinators(folder)
    application = make_app(studies, coordinators, options)
    warning = exposure(host)
    if warning is not None:
        print_problems([warning])
    reached, bound = reached_by(host), listener.getsockname()[1]
    shown = f"[{reached}]" if ":" in reached else reached
    base = f"{options.origin or f'http://{shown}:{bound}'}{options.root_path}"
    by_name = f"http://localhost:{bound}{options.root_path}/" if reached != host and not options.origin else ""
    token = None if options.demo else coordinators.first_token()

    def started() -> None:
        _announce(studies, base, options, token=token, by_name=by_name, links=_where_links_lead(options, host))
        if kept:
            for study in studies:
                Home(study.definition.folder).note_address(base)
        if then is not None:
            then(application)

    run(application, listener, started=started)


def _announce(
    studies: list[ServedStudy], base: str, options: ServerOptions, *, token: str | None, by_name: str, links: str
) -> None:
    """Tells on the terminal where everybody goes, and how to stop."""
    out = console()
    if options.demo:
        out.print(f"[bold green]Everything is at[/bold green] [cyan underline]{base}/[/cyan underline]")
    for study in studies:
        out.print(f"[bold]{study.definition.title.to('en')}[/bold]  raters: [cyan]{base}/s/{study.short}/[/cyan]")
    if token:
        out.print(f"Coordinator, one time: [cyan]{base}/c/?t={token}[/cyan]")
    elif not options.demo:
        out.print(f"Coordinator: [cyan]{base}/c/[/cyan]")
    if by_name:
        out.print(f"[dim]On this machine also {by_name}.[/dim]")
    out.print(f"[dim]{links}[/dim]")
    stored = "nothing is stored" if all(study.preview for study in studies) else "answers under way are kept"
    out.print(f"[dim]Stop with Ctrl-C; {stored}.[/dim]")
    # whoever reads this through a pipe waits for it to know that the server is up
    out.file.flush()
