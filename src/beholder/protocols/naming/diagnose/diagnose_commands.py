"""`beholder naming diagnose`, `audit` and `gallery`: what systems and earlier data sets say, beside what people say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from beholder.findings import Finding
from beholder.protocols.naming.naming_commands import (
    AdequacyOption,
    ByOption,
    JsonOption,
    NamingCommands,
    ReplicatesOption,
    SameObjectOption,
    SeedOption,
    require_column,
    resampling_of,
)
from beholder.protocols.naming.printing import percentages, print_json, with_intervals

__all__ = ["DiagnoseCommands"]

_VerifiedArgument = Annotated[
    Path, typer.Argument(metavar="FILE|DIR2", help="A ManyNames file, or the folder of a verification study.")
]


class DiagnoseCommands(NamingCommands):
    """Names from elsewhere, held against verified ones."""

    def diagnose(
        self,
        source: _VerifiedArgument,
        predictions: Annotated[
            Path, typer.Option("--predictions", metavar="P", help="CSV, TSV or JSONL with item, system and name.")
        ],
        vocabulary: Annotated[
            Path | None, typer.Option("--vocabulary", metavar="V", help="Names that the systems can say, one per line.")
        ] = None,
        by: ByOption = None,
        min_count: Annotated[
            int | None,
            typer.Option(
                "--min-count", min=1, metavar="N", help="Count rarer names as singletons; 1 for a file, 2 for a study."
            ),
        ] = None,
        same_object: SameObjectOption = None,
        adequacy: AdequacyOption = None,
        average: Annotated[
            Literal["objects", "tokens"], typer.Option("--average", help="What the rows of people are means over.")
        ] = "objects",
        seed: SeedOption = 0,
        bootstrap: ReplicatesOption = 1000,
        json: JsonOption = False,
    ) -> None:
        """What the names are that systems predict: right, another object, inadequate, or never given by anybody.

        Two rows show people by the same measure: all their answers, and each answer judged by those of the others.
        """
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.diagnose.audit import audit_references
        from beholder.protocols.naming.diagnose.diagnosis import SHARES
        from beholder.protocols.naming.diagnose.diagnosis import diagnose as diagnosed
        from beholder.protocols.naming.diagnose.predictions import read_predictions, read_vocabulary
        from beholder.protocols.naming.diagnose.printed_rows import confusion_cells, unobserved_left_out
        from beholder.protocols.naming.object_bootstrap import BOOTSTRAP

        with self.tools.progress("diagnosing", quiet=json):
            found = read_verified(source, self.load, same_object=same_object, adequacy=adequacy, min_count=min_count)
            require_column([one.before for one in found.verified], by)
            how = resampling_of(seed, bootstrap)
            result = diagnosed(
                found.verified,
                read_predictions(predictions),
                how=how,
                by=by,
                vocabulary=read_vocabulary(vocabulary) if vocabulary is not None else None,
                averaging=average,
            )
            notes = (*found.notes, *result.notes)
            size = Finding(name="objects", value=len(result.objects), n=len(result.objects), notes=notes)
            findings = [size, *audit_references(result.objects, how=how)]
        if json:
            print_json(findings, result.rows, confusion=result.confusion)
            return
        rows = [unobserved_left_out(row) for row in result.rows]
        values, intervals = percentages(rows, names=("system", "domain", "objects"), shares=SHARES)
        parts = [
            ("What predicted names are, %", values),
            ("95 % intervals, %", intervals),
            ("Domain of the predicted name", with_intervals(confusion_cells(row) for row in result.confusion)),
        ]
        self.tools.print_results(findings, None, as_json=False, title="Diagnosis", row_titles=parts, notes=(BOOTSTRAP,))

    def audit(
        self,
        source: _VerifiedArgument,
        same_object: SameObjectOption = None,
        adequacy: AdequacyOption = None,
        seed: SeedOption = 0,
        bootstrap: ReplicatesOption = 1000,
        json: JsonOption = False,
    ) -> None:
        """How good the names of an earlier data set are: which differ from the top name, mean another object, or are inadequate.

        The names are those of the column reference_name or vg_obj_name; all objects that have one count.
        """
        from beholder.errors import BeholderError
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.diagnose.audit import audit_references
        from beholder.protocols.naming.diagnose.diagnosis import REFERENCE_COLUMNS

        with self.tools.progress("comparing names", quiet=json):
            found = read_verified(source, self.load, same_object=same_object, adequacy=adequacy)
            findings = audit_references(found.verified, how=resampling_of(seed, bootstrap))
        if not findings:
            raise BeholderError(
                f"no object has a reference name: a column {' or '.join(REFERENCE_COLUMNS)}",
                code="naming-no-references",
                where=str(source),
                hint="add reference_name to the items of round 1, or the column to the file",
            )
        if json:
            print_json(findings, [])
            return
        self.tools.print_results(findings, None, as_json=False, title="Reference names", notes=found.notes)

    def gallery(
        self,
        source: _VerifiedArgument,
        output: Annotated[
            Path, typer.Option("--output", "-o", metavar="OUT", help="The page to write, an .html file.")
        ],
        predictions: Annotated[
            Path | None,
            typer.Option("--predictions", metavar="P", help="CSV, TSV or JSONL with item, system and name."),
        ] = None,
        most: Annotated[int, typer.Option("--most", min=1, metavar="N", help="How many objects to show.")] = 60,
        same_object: SameObjectOption = None,
        adequacy: AdequacyOption = None,
        language: Annotated[str, typer.Option("--lang", metavar="L", help="Language of the page: en or zh.")] = "en",
    ) -> None:
        """Objects to look at: picture, correct and incorrect names, what is wrong with them, and what systems said.

        First those from which verification took the most answers. The page holds its pictures and needs no server.
        """
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.diagnose.gallery import render_gallery, shown_objects
        from beholder.protocols.naming.diagnose.predictions import read_predictions

        found = read_verified(source, self.load, same_object=same_object, adequacy=adequacy)
        said = read_predictions(predictions) if predictions is not None else None
        objects = shown_objects(found.verified, said, most=most)
        study = self.load(source) if source.is_dir() else None
        items = {item.id: item for item in study.items} if study is not None else {}
        media = getattr(study, "media", source / "media") if study is not None else None
        output.write_text(
            render_gallery(objects, items=items, media=media, language=language), encoding="utf-8", newline="\n"
        )
        typer.echo(f"{output} shows {len(objects):,} of {len(found.verified):,} objects.")
