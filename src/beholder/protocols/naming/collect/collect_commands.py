"""`beholder naming sets` and `variation`: the names that people gave."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from beholder.protocols.naming.naming_commands import (
    ByOption,
    CaseOption,
    JsonOption,
    MinCountOption,
    NamingCommands,
    PluralOption,
    PunctuationOption,
    ReplicatesOption,
    SeedOption,
    SourceArgument,
    SpellingsOption,
    require_column,
    resampling_of,
)
from beholder.protocols.naming.printing import listed_names, print_json, with_intervals

__all__ = ["CollectCommands"]


class CollectCommands(NamingCommands):
    """What people called each object, and how much that varies."""

    def sets(
        self,
        source: SourceArgument,
        min_count: MinCountOption = 1,
        output: Annotated[
            Path | None, typer.Option("--output", "-o", metavar="OUT", help="Write the sets as .tsv, .csv or .json.")
        ] = None,
        changes: Annotated[
            Path | None, typer.Option("--changes", metavar="CSV", help="Write what normalisation changed and refused.")
        ] = None,
        proposals: Annotated[
            Path | None,
            typer.Option("--proposals", metavar="CSV", help="Write spelling proposals for a person to accept."),
        ] = None,
        case: CaseOption = None,
        punctuation: PunctuationOption = None,
        plural: PluralOption = None,
        spellings: SpellingsOption = None,
        json: JsonOption = False,
    ) -> None:
        """The names of each object with counts, shares, top name and alternatives.

        Raw answers are normalised first; every change can be written out, and the raw strings stay in OUT.
        """
        from beholder.protocols.naming.collect.sources import read_names
        from beholder.protocols.naming.collect.spelling import propose_spellings, write_proposals
        from beholder.protocols.naming.published.manynames import write_manynames
        from beholder.protocols.naming.published.release_files import objects_of, write_changes
        from beholder.protocols.naming.summary import set_findings

        with self.tools.progress("reading names", quiet=json):
            found = read_names(source, self.load, steps=_steps(case, punctuation, plural, spellings))
            objects = objects_of(found, min_count=min_count)
        if output is not None:
            write_manynames(objects, output)
        if changes is not None and found.normalised is not None:
            write_changes(found.normalised, changes)
        if proposals is not None:
            write_proposals(propose_spellings(found.sets), proposals)
        rows = [one.responses.to_row() for one in objects]
        findings = set_findings([one.responses for one in objects], found.notes)
        if json:
            print_json(findings, rows)
            return
        shown = [{**row, "responses": listed_names(row["responses"]), "tied": " ".join(row["tied"])} for row in rows]
        for row in shown:
            del row["shares"], row["H_miller_madow"]
        self.tools.print_results(findings, shown, as_json=False, title="Response sets")

    def variation(
        self,
        source: SourceArgument,
        by: ByOption = None,
        min_count: MinCountOption = 1,
        case: CaseOption = None,
        punctuation: PunctuationOption = None,
        plural: PluralOption = None,
        spellings: SpellingsOption = None,
        seed: SeedOption = 0,
        bootstrap: ReplicatesOption = 1000,
        json: JsonOption = False,
    ) -> None:
        """How much names vary: names per object, share of the top name and entropy, with intervals.

        Also how often fewer raters would have found the same top name.
        """
        from beholder.protocols.naming.collect.sources import read_names
        from beholder.protocols.naming.collect.top_name_stability import top_name_stability
        from beholder.protocols.naming.collect.variation import variation_rows
        from beholder.protocols.naming.object_bootstrap import BOOTSTRAP
        from beholder.protocols.naming.summary import set_findings, well_supported

        with self.tools.progress("resampling objects", quiet=json):
            found = read_names(source, self.load, steps=_steps(case, punctuation, plural, spellings))
            require_column(found.sets, by)
            how = resampling_of(seed, bootstrap)
            rows = variation_rows(found.sets, how=how, by=by, min_count=min_count)
            kept = [one.at_least(min_count) for one in found.sets]
            findings = [*set_findings(kept, found.notes), well_supported(kept), *top_name_stability(kept, how=how)]
        if json:
            print_json(findings, rows)
            return
        self.tools.print_results(
            findings, with_intervals(rows), as_json=False, title="Naming variation", notes=(BOOTSTRAP,)
        )


def _steps(case: str | None, punctuation: str | None, plural: str | None, spellings: Path | None) -> dict[str, Any]:
    """The normalisation steps that were chosen on the command line; the study's own, or the defaults, for the others."""
    from beholder.protocols.naming.collect.spelling import read_spellings

    accepted = read_spellings(spellings) if spellings is not None else None
    given = {"case": case, "punctuation": punctuation, "plural": plural, "spellings": accepted}
    return {name: value for name, value in given.items() if value is not None}
