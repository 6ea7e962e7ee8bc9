"""Commands that bring a study to raters: serve, preview, demo."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.owners import ADDRESS, owner_beside, owner_in
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
    for command in (serve, preview, demo):
        app.command()(command)


def serve(
    studies: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[STUDY]...", help="Study folders, or ids of published studies; none for all published."
        ),
    ] = None,
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
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve; several need PostgreSQL.")] = 1,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            "--metrics-port",
            min=1,
            max=65535,
            help="Also answer GET /metrics there, in Prometheus's format; worker 2 on the next port, and so on.",
        ),
    ] = None,
    metrics_host: Annotated[str, typer.Option("--metrics-host", help="Address of that port.")] = "127.0.0.1",
) -> None:
    """Run studies for raters: from their folders, or as they were published in a database."""
    from beholder.web import ServerOptions
    from beholder.web.workers import worker_number

    if workers > 1 and not worker_number():
        _supervise(workers, database, host, port)
    metrics = None if metrics_port is None else (metrics_host, metrics_port + max(0, worker_number() - 1))
    options = ServerOptions(root_path=_root(root_path), origin=_origin(address), host=host)
    with ExitStack() as opened:
        given = studies or []
        published = _published_in(given, database)
        if published:
            ready = _open_published(given, published, opened, invited_only=invited_only)
            _run(ready, owner_in(ready[0].engine.database), host, port, options, opened, metrics=metrics)
            return
        ready = _open_folders(given, database, opened, invited_only=invited_only, simulated=simulated)
        _run(ready, owner_beside(given[0]), host, port, options, opened, kept=True, metrics=metrics)


def _supervise(workers: int, database: str | None, host: str, port: int) -> None:
    """Lets so many processes do what this one was asked to, and ends with them."""
    import sys

    from beholder.web.server import bind
    from beholder.web.workers import refuse_workers, supervise

    refuse_workers(database or os.environ.get("BEHOLDER_DATABASE") or "")
    with bind(host, port) as listener:
        raise typer.Exit(supervise(workers, listener, sys.argv[1:]))


def _published_in(given: list[Path], database: str | None) -> str:
    """The database whose published studies are meant; empty where folders are."""
    address = database or os.environ.get("BEHOLDER_DATABASE") or ""
    folders = [one for one in given if one.is_dir()]
    if given and (folders or not address):
        return ""
    if not address:
        raise BeholderError(
            "there is nothing to serve",
            code="study-missing",
            hint="name a study folder, or a database with published studies by --database URL",
        )
    return address


def _open_folders(
    folders: list[Path], database: str | None, opened: ExitStack, *, invited_only: bool, simulated: bool
) -> list[ServedStudy]:
    from beholder.web import open_served

    ready = []
    for folder in folders:
        with progress_bar(f"Taking in pictures of {folder.name}") as tick:
            study = open_served(
                folder, database=database, invited_only=invited_only, simulated=simulated, progress=tick
            )
        opened.callback(study.close)
        print_problems(study.definition.warnings)
        ready.append(study)
    if simulated:
        console().print("[yellow]Simulated:[/yellow] no people answered, and nobody can join.")
    return ready


def _open_published(given: list[Path], database: str, opened: ExitStack, *, invited_only: bool) -> list[ServedStudy]:
    from beholder.store import Database
    from beholder.web import find_published, open_published

    with closing(Database.open(database)) as looked_at:
        wanted = [
            one
            for name in (given or [Path()])
            for one in find_published(looked_at, "" if name == Path() else str(name))
        ]
    ready = []
    for one in wanted:
        study = open_published(database, one.id, invited_only=invited_only)
        opened.callback(study.close)
        ready.append(study)
    return ready


def preview(folder: Folder, host: Host = "127.0.0.1", port: Port = 8400, root_path: RootPath = "") -> None:
    """Show the rater's page of a study, storing nothing."""
    from beholder.web import ServerOptions, open_preview

    with ExitStack() as opened:
        with progress_bar("Taking in pictures") as tick:
            study = open_preview(folder, progress=tick)
        opened.callback(study.close)
        print_problems(study.definition.warnings)
        console().print("[yellow]Preview:[/yellow] answers are checked, then forgotten. Nothing is stored.")
        nobodys = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="beholder-")))
        options = ServerOptions(root_path=_root(root_path), host=host)
        _run([study], owner_beside(nobodys), host, port, options, opened)


def demo(port: Port = 8484) -> None:
    """Ready studies with pictures in a temporary folder, to try everything at once."""
    from beholder.demo import FinishedExamples, open_demo

    with ExitStack() as opened:
        with progress_bar("Painting pictures") as tick:
            studies, folders = open_demo(opened, progress=tick)
        from beholder.web import ServerOptions

        def finish(application: Application) -> None:
            opened.callback(FinishedExamples(application, folders).close)

        _run(studies, owner_beside(folders[0]), "127.0.0.1", port, ServerOptions(demo=True), opened, then=finish)


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
    coordinators: Coordinators,
    host: str,
    port: int,
    options: ServerOptions,
    opened: ExitStack,
    *,
    kept: bool = False,
    metrics: tuple[str, int] | None = None,
    then: Callable[[Application], None] | None = None,
) -> None:
    from beholder.web import make_app
    from beholder.web.link_host import reached_by
    from beholder.web.server import bind, exposure, run
    from beholder.web.workers import inherited_listener, tell_ready, worker_number

    listener = opened.enter_context(inherited_listener() or bind(host, port))
    application = make_app(studies, coordinators, options)
    first = worker_number() <= 1
    warning = exposure(host)
    if warning is not None and first:
        print_problems([warning])
    reached, bound = reached_by(host), listener.getsockname()[1]
    shown = f"[{reached}]" if ":" in reached else reached
    base = f"{options.origin or f'http://{shown}:{bound}'}{options.root_path}"
    by_name = f"http://localhost:{bound}{options.root_path}/" if reached != host and not options.origin else ""
    token = None if options.demo else coordinators.first_token()

    def started() -> None:
        if first:
            _announce(studies, base, options, token=token, by_name=by_name, links=_where_links_lead(options, host))
        tell_ready()
        _note_address(studies, base if kept else options.origin and base, in_folder=kept)
        if then is not None:
            then(application)

    run(application, listener, started=started, metrics=metrics)


def _note_address(studies: list[ServedStudy], base: str, *, in_folder: bool) -> None:
    """Keeps where studies are served, for links that `invite` makes."""
    from beholder.store.server_state import change_state
    from beholder.store.study_home import Home

    for study in studies if base else ():
        if in_folder:
            Home(study.definition.folder).note_address(base)
        elif not study.preview:
            with study.engine.database.write(None) as conn:
                change_state(conn, ADDRESS, lambda _: base)


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
    stored = "answers under way are kept"
    if options.demo:
        stored = "everything is then deleted"
    elif all(study.preview for study in studies):
        stored = "nothing is stored"
    else:
        # only `serve` gives links to others, and has the option of which this speaks
        out.print(f"[dim]{links}[/dim]")
    out.print(f"[dim]Stop with Ctrl-C; {stored}.[/dim]")
    # whoever reads this through a pipe waits for it to know that the server is up
    out.file.flush()
