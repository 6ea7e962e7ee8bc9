"""The command `judge`: ask the models that a study names, after saying what leaves the machine."""

from __future__ import annotations

import json
import math
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from beholder.cli.study import DatabaseUrl, Folder
from beholder.cli.terminal import console, progress_bar
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.engine import Engine
    from beholder.judges.budget import Purse
    from beholder.judges.judge_run import Retrying, RunOutcome
    from beholder.judges.prepared_judge import PreparedJudge

__all__ = ["add_to"]

# of a picture in the example, as much as shows what it is
_SHOWN_OF_PICTURE = 48
# showings looked at for the estimate: pictures of one study are of much the same size
_LOOKED_AT = 10
# tokens of a short reason and a few fields
_TYPICAL_REPLY = 150


def add_to(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(judge)


def judge(
    folder: Folder,
    only: Annotated[
        list[str] | None, typer.Option("--judge", metavar="NAME", help="Only this judge; may be given several times.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many showings of each judge in this run.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask nothing: print the plan, an example request and its estimated price.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Send to addresses on other machines without asking first.")
    ] = False,
    database: DatabaseUrl = None,
) -> None:
    """Ask the models below `judges:` in study.yaml what raters are asked, blind, and keep their answers apart.

    What was answered before is not asked again: a run that was stopped goes on where it was. Results of people do not
    change; `analyze` and the report say how far each judge can be trusted.
    """
    from beholder.judges.judge_run import key_of
    from beholder.judges.open_study import open_for_judging
    from beholder.judges.prepared_judge import judges_named, prepare_judge
    from beholder.study import load_definition

    definition = load_definition(folder)
    # before the study is opened: a mistake must not start it
    named = judges_named(definition, only)
    keys = {} if dry_run else {name: key_of(name, settings, os.environ) for name, settings in named.items()}
    with (
        progress_bar("Pictures") as tick,
        open_for_judging(definition, database, only_look=dry_run, progress=tick) as (engine, pictures),
    ):
        tick.done()
        ready = [prepare_judge(engine, name, pictures) for name in named]
        for one in ready:
            _say_plan(one, limit)
            if dry_run:
                _say_example(one)
        if dry_run:
            return
        _confirm([one for one in ready if one.waiting], yes=yes)
        done = [_run(engine, one, limit, key=keys[one.name]) for one in ready if one.waiting]
    if any(one.judged for one in ready) or any(outcome.answered for outcome in done):
        console().print(f"Next: [cyan]beholder analyze {folder}[/cyan] says how far they can be trusted.")
    if any(outcome.failed for outcome in done):
        # a script that asks models must see that some were not reached
        raise typer.Exit(1)


def _say_plan(one: PreparedJudge, limit: int | None) -> None:
    """What is asked of whom, what leaves the machine, and what it may cost."""
    out, settings, waiting = console(), one.settings, one.waiting
    out.print(f"[bold]{one.name}[/bold]: {settings.model} at {settings.address}")
    out.print(f"  {len(one.showings):,} showings, {len(one.showings) - len(waiting):,} of them judged")
    if not waiting:
        out.print("  nothing is left to ask")
        return
    now = waiting[: limit or len(waiting)]
    sample = now[:: max(1, len(now) // _LOOKED_AT)][:_LOOKED_AT]
    looked = [one.request(showing) for showing in sample]
    sent = sum(request.tokens() for request in looked) / len(looked) * len(now)
    received = _TYPICAL_REPLY * len(now)
    pictures = sum(len(request.pictures) for request in looked) / len(looked)
    where = "stays on this machine" if settings.stays_here else f"[bold]leaves this machine for {settings.host}[/bold]"
    shown = f"about {pictures:.1f}" if pictures else "no"
    texts = sum(one.template.count_material(one.views[showing.item], showing.slots) for showing in sample) / len(sample)
    out.print(
        f"  each request holds the guideline, about {texts:.1f} texts of the trial, fenced off as material, and {shown} "
        f"pictures; this {where}. "
        "Names of systems, files and raters are in none."
    )
    estimate = f"about {sent + received:,.0f} tokens"
    money = settings.budget.cost(sent=sent, received=received)
    if not math.isnan(money):
        estimate += f", {money:,.2f} by the prices in study.yaml"
    out.print(f"  {len(now):,} to ask now: {estimate} (an estimate: each model counts otherwise)")
    out.print(f"  budget: {_budget(one)}")


def _budget(one: PreparedJudge) -> str:
    budget = one.settings.budget
    limits = [("requests", budget.requests), ("tokens", budget.tokens), ("money", budget.money)]
    told = [f"{value:,} {name}" for name, value in limits if value is not None]
    used = sum(usage.requests for usage in one.used)
    return f"{', '.join(told) or 'none'}; {used:,} requests were sent before"


def _say_example(one: PreparedJudge) -> None:
    if one.waiting:
        request = one.request(one.waiting[0])
        console().print_json(json.dumps(_shortened(json.loads(request.body())), ensure_ascii=False))


def _shortened(value: Any) -> Any:
    """A request for people to read: pictures by their beginning."""
    if isinstance(value, dict):
        return {name: _shortened(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_shortened(part) for part in value]
    if isinstance(value, str) and value.startswith("data:"):
        return f"{value[:_SHOWN_OF_PICTURE]}… ({len(value):,} characters)"
    return value


def _confirm(ready: list[PreparedJudge], *, yes: bool) -> None:
    """Nothing goes to another machine before somebody agreed to it."""
    leaving = [one.settings for one in ready if not one.settings.stays_here]
    if not leaving or yes:
        return
    away = sorted({settings.host for settings in leaving})
    # a study from somebody else may name any variable, also one that holds another service's secret
    keys = sorted({settings.key for settings in leaving if settings.key})
    sent = "guideline, texts and pictures of the study" + "".join(f", and the value of ${key}" for key in keys)
    if not sys.stdin.isatty():
        raise BeholderError(
            f"{sent} would be sent to {', '.join(away)}",
            code="judge-leaves-machine",
            hint="if they may leave this machine, say so with --yes",
        )
    if not typer.confirm(f"Send {sent} to {', '.join(away)}?"):
        raise typer.Exit(1)


def _run(engine: Engine, one: PreparedJudge, limit: int | None, *, key: str) -> RunOutcome:
    from beholder.judges.judge_run import JudgeRun
    from beholder.judges.template import tell

    run = JudgeRun(engine, one, key=key)
    with progress_bar(one.name) as tick:

        def moved(done: int, total: int, retrying: Retrying) -> None:
            tick(done, total)
            parts = [f"{one.name} {_spent(run.purse, done, total)}"]
            if retrying.calls:
                parts.append(tell("en", "retrying", n=retrying.calls, seconds=math.ceil(retrying.seconds)))
            tick.say("; ".join(parts))

        outcome = run.run(limit=limit, progress=moved)
    _say_outcome(one, outcome, run.purse)
    return outcome


def _spent(purse: Purse, done: int, total: int) -> str:
    """What was used up so far, and what is to come at that rate."""
    rest = (total - done) / done if done else math.nan
    if not math.isnan(purse.money):
        return f"{purse.money:,.2f} spent" + (f", {purse.money * rest:,.2f} to come" if done else "")
    tokens = purse.sent + purse.received
    return f"{tokens:,} tokens" + (f", {tokens * rest:,.0f} to come" if done else "")


def _say_outcome(one: PreparedJudge, outcome: RunOutcome, purse: Purse) -> None:
    out = console()
    money = "" if math.isnan(purse.money) else f", {purse.money:,.2f} in all"
    out.print(
        f"[bold]{one.name}[/bold]: {outcome.answered:,} answers ({outcome.repaired:,} after a repair), {outcome.skipped:,} "
        f"skipped since no reply could be read; {outcome.requests:,} requests{money}."
    )
    if outcome.problem and (outcome.skipped or outcome.failed):
        out.print(f"  The last problem: {escape(outcome.problem)}", highlight=False)
    others = sorted(outcome.models - {one.settings.model, ""})
    if others:
        out.print(f"  The server says that this answered: {escape(', '.join(others))}. It is kept with every answer.")
    if outcome.stopped == "budget":
        out.print("  The budget is used up; raise it in study.yaml and run again to go on.")
    elif outcome.stopped == "away":
        out.print(
            "  The server gave no reply to several showings in a row. What was answered is kept; run again to go on."
        )
    elif outcome.failed:
        out.print(f"  {outcome.failed:,} showings got no reply; run again to ask them.")
