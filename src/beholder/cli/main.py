"""The command line. Each group of commands has a file of its own; here they come together."""

from __future__ import annotations

import errno
import io
import sys

import typer

from beholder._version import __version__
from beholder.cli import analyze as analysis
from beholder.cli import export as exports
from beholder.cli import judge as judges
from beholder.cli import keeping, protocols, publish, releases, reports, serve, stats
from beholder.cli import study as studies
from beholder.cli.terminal import print_problems
from beholder.errors import BeholderError, Problem

__all__ = ["app", "main"]

app = typer.Typer(
    help="Human evaluation of vision AI: from a rater guideline to a table that survives review.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
studies.add_to(app)
exports.add_to(app)
serve.add_to(app)
publish.add_to(app)
judges.add_to(app)
analysis.add_to(app)
reports.add_to(app)
releases.add_to(app)
keeping.add_to(app)
app.add_typer(stats.app, name="stats", help="Statistics on any table of ratings.")
app.add_typer(protocols.app, name="protocol", help="Your own protocols.")


# 128 and the number of SIGINT, as shells report it
_INTERRUPTED = 130
_REFUSALS = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"beholder {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def _is_ours(first: list[str]) -> bool:
    """Whether the command is known without looking at the protocols, which takes half a second."""
    groups = {group.name for group in app.registered_groups}
    commands = {one.name or one.callback.__name__ for one in app.registered_commands if one.callback}
    return bool(first) and first[0] in groups | commands | {"--version"}


def _refusal(error: OSError) -> Problem:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    hint = "make room on the disk" if full else "see to whom it belongs, and whether you may write there"
    return Problem(f"the system refuses: {error.strerror}", "disk-refuses", str(error.filename or ""), hint)


def main() -> None:
    """Runs the command line: a user's mistake is printed in words (exit 2), never as a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # a terminal may lack a sign, or a file's name be no text: it is then written as \u2713, as errors are
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if not _is_ours(sys.argv[1:2]):
            from beholder.cli.protocol_commands import mount_protocol_commands

            mount_protocol_commands(app)
        app()
    except BeholderError as error:
        print_problems(error.problems)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        if error.errno not in _REFUSALS:
            raise
        print_problems([_refusal(error)])
        sys.exit(2)
    except SystemExit as ended:
        # Typer has caught Ctrl-C, and says nothing about it
        if ended.code == _INTERRUPTED:
            sys.stderr.write("stopped\n")
        raise
