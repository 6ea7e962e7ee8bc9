"""Commands for a study folder: new, check, simulate, status, raters, next-round."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.new_from import new_from
from beholder.cli.staging import leftovers, staged
from beholder.cli.terminal import console, print_problems, progress_bar
from beholder.errors import BeholderError, Problem, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beholder.engine import Outline
    from beholder.engine.planning.subsets import SubsetBalance
    from beholder.engine.stopping.foresight import Foresight
    from beholder.facade import Study
    from beholder.study import Definition

__all__ = ["add_to", "open_answers", "refuse_full"]

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The study folder.")]
FolderOrId = Annotated[
    Path, typer.Argument(metavar="STUDY", help="The study folder, or with a database the id of a published study.")
]
DatabaseUrl = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Keep the data there instead of in the study folder.")
]


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (new, check, simulate, status, raters):
        app.command()(command)
    app.command("next-round")(next_round)


def new(
    protocol: Annotated[str, typer.Argument(metavar="PROTOCOL", help="Which protocol the example is for.")],
    folder: Folder,
    seed: Annotated[int, typer.Option(help="Paints other pictures; draws another --sample.")] = 1,
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="[SYSTEM=]PATH",
            help="Make it of your own files: folders, tables, archives, datasets, COCO files. Give it once for each.",
        ),
    ] = None,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", metavar="OURS=COLUMN", help="What one of your columns is.")
    ] = None,
    pattern: Annotated[
        str, typer.Option(help="How your files are named, such as '{system}_{id}.png'.", metavar="PATTERN")
    ] = "",
    link: Annotated[bool, typer.Option("--link", help="Link pictures instead of copying them.")] = False,
    only: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Take only these items: ids or file names, one per line or in a table.",
        ),
    ] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Draw so many items at random.")] = None,
    stratify: Annotated[
        str, typer.Option(metavar="COLUMN", help="Draw them in proportion to the values of this column.")
    ] = "",
    variant: Annotated[
        str, typer.Option(help="Another example of the protocol, such as ccr of opinion or clips of side-by-side.")
    ] = "",
) -> None:
    """Write a study to edit: a runnable example, or one of your own files."""
    from beholder.protocols import find_protocol, protocol_names

    found = find_protocol(protocol)
    if sources and variant:
        raise BeholderError(
            "--variant chooses an example, --from makes a study of your own files",
            code="from-unusable",
            hint="give one of them; `params` in study.yaml says how the protocol is used",
        )
    if sources:
        refuse_full(folder)
        from beholder.imports import ChoiceOptions

        choice = ChoiceOptions(only, sample, seed, stratify)
        new_from(protocol, folder, sources, mapping=mapping or [], pattern=pattern, link=link, choice=choice)
        return
    given = {"--map": mapping, "--pattern": pattern, "--link": link, "--only": only, "--sample": sample}
    given |= {"--stratify": stratify}
    alone = next((name for name, value in given.items() if value), None)
    if alone:
        raise BeholderError(
            f"{alone} says something about files of your own", code="from-unusable", hint="name them with --from"
        )
    if found.example is None:
        raise BeholderError(
            f"the protocol {protocol!r} brings no example",
            code="example-missing",
            hint=f"protocols with one: {', '.join(n for n in protocol_names() if find_protocol(n).example)}",
        )
    make = found.variants.get(variant) if variant else found.example
    if make is None:
        raise BeholderError(
            f"the example of {protocol!r} has no variant {variant!r}",
            code="variant-unknown",
            hint=nearest(variant, found.variants) if found.variants else "it has none; leave --variant out",
        )
    refuse_full(folder)
    with staged(folder) as place:
        make(place, seed)
    out = console()
    out.print(f"Created a study of {protocol} in [bold]{folder}[/bold].")
    out.print(f"Next: [cyan]beholder check {folder}[/cyan], then [cyan]beholder preview {folder}[/cyan].")


def check(
    folder: Folder,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """List everything wrong with a study, and print its plan, its cost and its rules for raters."""
    from beholder.engine import outline, refused_changes, rules_for_raters
    from beholder.study import check_folder

    with progress_bar("Looking at pictures", quiet=as_json) as tick:
        checked = check_folder(folder, progress=tick)
    plan = outline(checked.definition) if checked.definition else None
    rules = rules_for_raters(checked.definition) if checked.definition else {}
    refused = refused_changes(checked.definition, database) if checked.definition else ()
    foreseen: list[Problem] = []
    if checked.definition and plan:
        foreseen += _of_the_plan(checked.definition, plan)
    piloted = _foreseen(checked.definition, database) if checked.definition else None
    if as_json:
        problems = [problem.to_json() for problem in (*refused, *checked.problems, *foreseen)]
        brought = list(_brought(checked.definition)) if checked.definition else []
        found = {"problems": problems, "plan": plan.to_json() if plan else None, "rules": rules, "folder": brought}
        if checked.definition and checked.definition.settings.selection is not None:
            found["selection"] = checked.definition.settings.selection.model_dump(exclude_none=True)
        if piloted is not None:
            found["stopping"] = piloted.to_json()
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        print_problems((*refused, *checked.problems, *foreseen))
        if plan is not None and checked.definition is not None:
            _print_plan(checked.definition, plan)
            if piloted is not None:
                console().print(_piloted(piloted))
            _print_rules(rules)
    if refused or checked.errors:
        raise typer.Exit(2)


def _of_the_plan(definition: Definition, plan: Outline) -> Iterator[Problem]:
    """Warnings that follow from how many trials there are, and how many one rater does."""
    from beholder.engine import count_checks, find_endless, find_oversized, find_small_pool, find_unmet_repeats

    trials = plan.trials
    yield from find_endless(definition, trials=trials)
    yield from find_unmet_repeats(definition, trials=trials)
    yield from find_small_pool(definition, trials=trials, pool=count_checks(definition, trials=trials))
    yield from find_oversized(definition, plan)


def _brought(definition: Definition) -> Iterator[str]:
    """The files that the folder brings; none of them is run."""
    from beholder.study.definition_files import definition_files
    from beholder.study.media_files import files_of

    for path in definition_files(definition):
        # guidelines of a protocol that is installed are none of the folder's
        if path.is_relative_to(definition.folder):
            yield path.relative_to(definition.folder).as_posix()
    yield from definition.settings.items
    yield f"{len(set(files_of(definition.items, definition.declaration))):,} media files"


def _foreseen(definition: Definition, database: str | None) -> Foresight | None:
    """What the study's rule for stopping would have made of its pilot, where there is one."""
    from beholder.engine.planning.freeze import open_started
    from beholder.engine.stopping.foresight import foresee_stops

    if definition.stop_rule is None:
        return None
    try:
        opened, row = open_started(definition.folder, database)
    except BeholderError:
        # not started, or told with what is refused
        return None
    try:
        with opened.read() as conn:
            return foresee_stops(conn, row.study, definition)
    finally:
        opened.close()


def _piloted(found: Foresight) -> str:
    in_full = f", {found.share:.0%} of the trials rated in full" if found.share else ""
    same = "" if found.same_label is None else f", and the same answer of {found.same_label:.1%} of them"
    return (
        f"By the {found.trials:,} trials of the pilot that tell, the rule asks for {found.per_trial:.2f} ratings a trial "
        f"instead of {found.most}{in_full}: {found.saved:.0%} fewer{same}."
    )


def _print_plan(definition: Definition, plan: Outline) -> None:
    from rich.table import Table

    title, systems = definition.title.to("en"), definition.systems
    table = Table(title=title or None, title_justify="left", show_header=False, box=None, padding=(0, 2))
    table.add_row("items", f"{plan.items:,}")
    if definition.settings.selection is not None:
        table.add_row("chosen", definition.settings.selection.in_words().to("en"))
    if systems:
        table.add_row("systems", f"{len(systems)}")
    table.add_row("folder", ", ".join(_brought(definition)))
    table.add_row("trials", f"{plan.trials:,}")
    if plan.subsets is not None:
        table.add_row("shown at a time", _balance(plan.subsets))
    table.add_row("ratings", _ratings(definition, plan))
    table.add_row("raters", _raters(plan))
    if plan.practice:
        table.add_row("practice", f"{plan.practice:,} trials each")
    table.add_row("rater hours", _hours(plan))
    if plan.cost is not None:
        fee = f" (with a fee of {plan.fee:,.2f})" if plan.fee else ""
        table.add_row("cost", f"{plan.cost:,.2f} {plan.currency}{fee}")
    console().print(table)
    console().print(
        f"Is that enough? [cyan]beholder stats plan --items {plan.items} --raters {plan.raters} "
        f"--ratings {plan.ratings_each} --typical NAME[/cyan]; [cyan]beholder stats typical[/cyan] lists the names."
    )


def _ratings(definition: Definition, plan: Outline) -> str:
    rule, overlap = definition.stop_rule, definition.settings.overlap
    if rule is None:
        return f"{plan.ratings:,}"
    name = definition.declaration.watched
    clear = (
        f"one answer to {name} leads by {rule.stop.lead}"
        if rule.stop.lead is not None
        else f"its mean of {name} is known to within {rule.stop.half_width:g}"
    )
    in_full = f"; {overlap.share:.0%} of the trials at random get {overlap.ratings} in any case" if overlap else ""
    return f"{plan.ratings:,} at most: each trial gets {rule.least} to {rule.most}, no more once {clear}{in_full}"


def _balance(subsets: SubsetBalance) -> str:
    def times(least: int, most: int) -> str:
        return f"{least:,}" if least == most else f"{least:,} to {most:,}"

    return (
        f"{subsets.size} systems; each is in {times(*subsets.shown)} trials, "
        f"every two of them meet in {times(*subsets.together)}"
    )


def _raters(plan: Outline) -> str:
    if plan.invited == plan.raters:
        return f"{plan.raters:,}"
    return (
        f"{plan.raters:,}; invite {plan.invited:,}, since the last places may be of trials that the others have rated"
    )


def _hours(plan: Outline) -> str:
    """All hours, and what they are spent on."""
    parts = {
        "ratings": plan.rating_hours,
        "checks and repeats": plan.hidden_hours,
        "practice": plan.practice_hours,
        "reading": plan.reading_hours,
        "questions": plan.question_hours,
    }
    spent = ", ".join(f"{name} {hours:,.1f}" for name, hours in parts.items() if hours)
    return f"{plan.hours:,.1f} ({spent})"


def _print_rules(rules: dict[str, str]) -> None:
    from rich.markup import escape

    out, width = console(), max(map(len, rules))
    out.print("\nRules for raters", style="italic")
    for about, text in rules.items():
        out.print(f"  {about:<{width}}    {escape(text)}")


def simulate(
    folder: Folder,
    raters: Annotated[int, typer.Option(min=1, max=10_000, help="How many simulated raters.")] = 12,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same answers.")] = 1,
    again: Annotated[bool, typer.Option("--again", help="Replace the answers of an earlier simulation.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Fill a study with answers of simulated raters, through the real engine."""
    from beholder.engine import Engine, SimulatedClock, database_address, open_simulated, seeded_entropy
    from beholder.engine import simulate as run
    from beholder.store import Database
    from beholder.store.study_home import Home
    from beholder.study import load_definition

    definition = load_definition(folder)
    home = Home(folder)
    address = database_address(folder, database)
    with (
        # it may replace the study that a model is being asked about
        home.judging("beholder simulate"),
        home.lock("beholder simulate", shared=str(address).startswith("postgres"), database=address),
    ):
        opened = Database.open(address)
        try:
            clock = SimulatedClock()
            key = open_simulated(opened, definition, seed=seed, now=clock.now, replace=again)
            engine = Engine(opened, key, definition, clock=clock, entropy=seeded_entropy(seed))
            try:
                with progress_bar("Simulating", total=engine.places_wanted()) as tick:
                    count = run(engine, clock, raters=raters, seed=seed, progress=lambda done: tick(done, None))
            finally:
                engine.close()
        finally:
            opened.close()
    console().print(
        f"{count:,} answers of {raters} simulated raters. Next: [cyan]beholder ratings {folder} -o ratings.csv[/cyan]"
    )


def status(
    folder: FolderOrId,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Say how far a study is."""
    from dataclasses import asdict

    with open_answers(folder, database) as study:
        now = study.status()
    if as_json:
        typer.echo(json.dumps(asdict(now)))
        return
    from rich.table import Table

    table = Table(show_header=False, box=None, padding=(0, 2))
    table.add_row("state", now.state + (" (simulated)" if now.simulated else ""))
    table.add_row("version", str(now.version))
    table.add_row("ratings", f"{now.given:,} of {now.wanted:,} ({now.share:.0%})")
    if now.stopped:
        table.add_row("stopped", f"{now.stopped:,} trials by the rule, {now.spared:,} ratings spared")
    others = f"; {now.other_items:,} more for practice and checks" if now.other_items else ""
    table.add_row("trials", f"{now.trials:,} on {now.items:,} items{others}")
    table.add_row("raters", f"{now.raters:,}")
    table.add_row("on screen now", f"{now.open_leases:,}")
    table.add_row("late, excluded", f"{now.late:,}, {now.excluded:,}")
    table.add_row("records", f"{now.records:,}")
    console().print(table)


def raters(
    folder: FolderOrId,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """List the raters, by pseudonym."""
    with open_answers(folder, database) as study:
        rows = study.raters()
    if as_json:
        typer.echo(json.dumps({"rows": rows}))
        return
    from rich.table import Table

    table = Table(header_style="bold", padding=(0, 1, 0, 0), box=None)
    for name in ("rater", "kind", "state", "answers", "minutes", "joined", "last seen"):
        table.add_column(name, justify="right" if name in ("answers", "minutes") else "left", no_wrap=True)
    for row in rows:
        table.add_row(
            str(row["rater"]),
            str(row["kind"]),
            str(row["state"]),
            f"{row['answers']:,}",
            f"{row['minutes']:.1f}",
            _minute(row["joined_at"]),
            _minute(row["seen_at"]),
        )
    console().print(table)


def _minute(time: object) -> str:
    return str(time)[:16].replace("T", " ")


def next_round(
    folder: Folder,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR2", help="The folder of the next round.")],
    seed: Annotated[int, typer.Option(min=0, help="Decides what is planted where.")] = 1,
    database: DatabaseUrl = None,
) -> None:
    """Make the study that comes after this one, where its protocol has one."""
    from beholder.exports import write_next_round
    from beholder.facade import load

    refuse_full(output)
    with load(folder, database=database) as study, staged(output) as place:
        made = write_next_round(study, place, seed=seed)
    out = console()
    out.print(
        f"Created a study of {made.protocol} in [bold]{output}[/bold]: {made.items:,} items, {made.candidates:,} candidates."
    )
    for note in made.notes:
        out.print(f"  {note}")
    out.print(f"Next: [cyan]beholder check {output}[/cyan].")


def open_answers(folder: Path, database: str | None) -> Study:
    """A study to read answers from: by its folder, or as it was published in a database."""
    from beholder.facade import load, load_published

    address = database or os.environ.get("BEHOLDER_DATABASE")
    if folder.exists() or not address:
        return load(folder, database=database)
    return load_published(str(folder), database=address)


def refuse_full(folder: Path) -> None:
    """Nothing is written into a folder that holds something."""
    if folder.exists() and (not folder.is_dir() or set(folder.iterdir()) - set(leftovers(folder))):
        raise BeholderError(
            "there is something here already", code="folder-not-empty", where=str(folder), hint="name a new folder"
        )
