"""`beholder naming verify`: which of the names are right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beholder.protocols.naming.naming_commands import (
    AdequacyOption,
    ByOption,
    JsonOption,
    NamingCommands,
    ReplicatesOption,
    SameObjectOption,
    SeedOption,
    resampling_of,
)
from beholder.protocols.naming.printing import print_json, with_intervals

__all__ = ["VerifyCommands"]


class VerifyCommands(NamingCommands):
    """Scores of names, and the release that is made of them."""

    def verify(
        self,
        source: Annotated[
            Path,
            typer.Argument(
                metavar="DIR2|FILE", help="The folder of a verification study, or a file with verified names."
            ),
        ],
        same_object: SameObjectOption = None,
        adequacy: AdequacyOption = None,
        by: ByOption = "domain",
        output: Annotated[
            Path | None,
            typer.Option("--output", "-o", metavar="OUT", help="Folder for sets, scores, raw judgments and tables."),
        ] = None,
        seed: SeedOption = 0,
        bootstrap: ReplicatesOption = 1000,
        json: JsonOption = False,
    ) -> None:
        """Scores of names, consistent response sets, and the tables and figures made from them."""
        from beholder.errors import BeholderError
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.published.release_files import chart_json, write_release
        from beholder.protocols.naming.summary import verification_results, verified_findings, well_supported
        from beholder.protocols.naming.verify.adequacy import verification_agreement

        with self.tools.progress("scoring names", quiet=json):
            found = read_verified(source, self.load, same_object=same_object, adequacy=adequacy)
            if not found.tells_wrong:
                raise BeholderError(
                    "the file tells no wrong names from right ones",
                    code="naming-not-verified",
                    where=str(source),
                    hint="`beholder naming variation` says how its names vary",
                )
            tables, charts = verification_results(
                found, found.thresholds, by or "domain", resampling_of(seed, bootstrap)
            )
            findings = [*verified_findings(found), well_supported(found.sets)]
            findings += verification_agreement(found.judgments.judgments)
        if output is not None:
            write_release(found, output, tables=tables, charts=charts)
        rows = [row for one in found.verified for row in one.to_rows()]
        if json:
            print_json(findings, rows, tables=[t.to_json() for t in tables], charts=[chart_json(c) for c in charts])
            return
        parts = [(table.title, with_intervals(table.rows)) for table in tables]
        parts += [(chart.title, with_intervals(chart.rows)) for chart in charts]
        notes = [note for table in tables for note in table.notes]
        self.tools.print_results(findings, None, as_json=False, title="Verified names", row_titles=parts, notes=notes)
