"""`beholder naming`: response sets, variation, verification and diagnosis from the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import typer

from beholder.findings import Finding
from beholder.protocols.naming.collect.sources import LoadedStudy
from beholder.protocols.naming.printing import listed_names, percentages, print_json, with_intervals

__all__ = ["CommandTools", "make_commands"]


class CommandTools(Protocol):
    """What the command line lends a protocol's commands."""

    def load(self, folder: Path, /) -> LoadedStudy:
        """A study that has been started."""
        ...

    def print_results(
        self,
        findings: Sequence[Finding],
        rows: Sequence[Mapping[str, Any]] | None = None,
        *,
        as_json: bool,
        title: str = "",
        row_titles: Sequence[tuple[str, Sequence[Mapping[str, Any]]]] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """Tables for people."""
        ...

    def progress(self, title: str, /, *, quiet: bool = False) -> AbstractContextManager[Callable[..., None]]:
        """A bar while something long is under way."""
        ...


_Source = Annotated[
    Path, typer.Argument(metavar="FILE|DIR", help="A ManyNames file, raw answers, a ratings table, or a study folder.")
]
_MinCount = Annotated[
    int, typer.Option("--min-count", min=1, metavar="N", help="Leave out names given fewer than N times.")
]
_By = Annotated[str | None, typer.Option("--by", metavar="C", help="Column of groups, such as domain.")]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
_Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed of everything random; same seed, same numbers.")]
_Replicates = Annotated[int, typer.Option("--bootstrap", min=2, metavar="R", help="Resamples of objects.")]
_Case = Annotated[
    Literal["lower", "keep"] | None, typer.Option("--case", help="Normalisation of raw answers: letter case.")
]
_Punctuation = Annotated[
    Literal["edges", "all", "keep"] | None,
    typer.Option("--punctuation", help="Normalisation: punctuation to take off."),
]
_Plural = Annotated[
    Literal["keep", "merge"] | None, typer.Option("--plural", help="Normalisation: English plurals of names given too.")
]
_Spellings = Annotated[
    Path | None,
    typer.Option("--spellings", metavar="TABLE", help="Table of accepted spellings (name,proposal,accept)."),
]
_SameObject = Annotated[
    float | None,
    typer.Option(
        "--same-object", min=0, max=1, metavar="X", help="Keep names with SAMEOBJECT above X; the study's, or 0."
    ),
]
_Adequacy = Annotated[
    float | None,
    typer.Option(
        "--adequacy", min=0, max=1, metavar="X", help="Keep names with ADEQUACY above X; the study's, or 0.4."
    ),
]


def make_commands(tools: CommandTools) -> typer.Typer:
    """The commands of the naming protocols, to be mounted as `beholder naming`."""
    app = typer.Typer(
        help="From free names to a verified naming data set, and a diagnosis of systems that name.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    pretended: dict[Path, LoadedStudy] = {}

    def load(path: Path) -> LoadedStudy:
        return pretended[path] if path in pretended else tools.load(path)

    @app.command()
    def sets(
        source: _Source,
        min_count: _MinCount = 1,
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
        case: _Case = None,
        punctuation: _Punctuation = None,
        plural: _Plural = None,
        spellings: _Spellings = None,
        json: _Json = False,
    ) -> None:
        """The names of each object with counts, shares, top name and alternatives.

        Raw answers are normalised first; every change can be written out, and the raw strings stay in OUT.
        """
        from beholder.protocols.naming.collect.sources import read_names
        from beholder.protocols.naming.collect.spelling import propose_spellings, write_proposals
        from beholder.protocols.naming.published.manynames import write_manynames
        from beholder.protocols.naming.published.release_files import objects_of, write_changes
        from beholder.protocols.naming.summary import set_findings

        with tools.progress("reading names", quiet=json):
            found = read_names(source, load, steps=_steps(case, punctuation, plural, spellings))
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
        tools.print_results(findings, shown, as_json=False, title="Response sets")

    @app.command()
    def variation(
        source: _Source,
        by: _By = None,
        min_count: _MinCount = 1,
        case: _Case = None,
        punctuation: _Punctuation = None,
        plural: _Plural = None,
        spellings: _Spellings = None,
        seed: _Seed = 0,
        bootstrap: _Replicates = 1000,
        json: _Json = False,
    ) -> None:
        """How much names vary: names per object, share of the top name and entropy, with intervals.

        Also how often fewer raters would have found the same top name.
        """
        from beholder.protocols.naming.collect.sources import read_names
        from beholder.protocols.naming.collect.stability import top_name_stability
        from beholder.protocols.naming.collect.variation import variation_rows
        from beholder.protocols.naming.object_bootstrap import BOOTSTRAP
        from beholder.protocols.naming.summary import set_findings, well_supported

        with tools.progress("resampling objects", quiet=json):
            found = read_names(source, load, steps=_steps(case, punctuation, plural, spellings))
            _require_column(found.sets, by)
            how = _resampling(seed, bootstrap)
            rows = variation_rows(found.sets, how=how, by=by, min_count=min_count)
            kept = [one.at_least(min_count) for one in found.sets]
            findings = [*set_findings(kept, found.notes), well_supported(kept), *top_name_stability(kept, how=how)]
        if json:
            print_json(findings, rows)
            return
        tools.print_results(findings, with_intervals(rows), as_json=False, title="Naming variation", notes=(BOOTSTRAP,))

    @app.command()
    def verify(
        source: Annotated[
            Path,
            typer.Argument(
                metavar="DIR2|FILE", help="The folder of a verification study, or a file with verified names."
            ),
        ],
        same_object: _SameObject = None,
        adequacy: _Adequacy = None,
        by: _By = "domain",
        output: Annotated[
            Path | None,
            typer.Option("--output", "-o", metavar="OUT", help="Folder for sets, scores, raw judgments and tables."),
        ] = None,
        seed: _Seed = 0,
        bootstrap: _Replicates = 1000,
        json: _Json = False,
    ) -> None:
        """Scores of names, consistent response sets, and the tables and figures made from them."""
        from beholder.errors import BeholderError
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.published.release_files import chart_json, write_release
        from beholder.protocols.naming.summary import verification_results, verified_findings, well_supported
        from beholder.protocols.naming.verify.adequacy import verification_agreement

        with tools.progress("scoring names", quiet=json):
            found = read_verified(source, load, same_object=same_object, adequacy=adequacy)
            if not found.tells_wrong:
                raise BeholderError(
                    "the file tells no wrong names from right ones",
                    code="naming-not-verified",
                    where=str(source),
                    hint="`beholder naming variation` says how its names vary",
                )
            tables, charts = verification_results(found, found.thresholds, by or "domain", _resampling(seed, bootstrap))
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
        tools.print_results(findings, None, as_json=False, title="Verified names", row_titles=parts, notes=notes)

    @app.command()
    def diagnose(
        source: Annotated[
            Path, typer.Argument(metavar="FILE|DIR2", help="A ManyNames file, or the folder of a verification study.")
        ],
        predictions: Annotated[
            Path, typer.Option("--predictions", metavar="P", help="CSV, TSV or JSONL with item, system and name.")
        ],
        vocabulary: Annotated[
            Path | None, typer.Option("--vocabulary", metavar="V", help="Names that the systems can say, one per line.")
        ] = None,
        by: _By = None,
        min_count: Annotated[
            int | None,
            typer.Option(
                "--min-count", min=1, metavar="N", help="Count rarer names as singletons; 1 for a file, 2 for a study."
            ),
        ] = None,
        same_object: _SameObject = None,
        adequacy: _Adequacy = None,
        average: Annotated[
            Literal["objects", "tokens"], typer.Option("--average", help="What the rows of people are means over.")
        ] = "objects",
        seed: _Seed = 0,
        bootstrap: _Replicates = 1000,
        json: _Json = False,
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

        with tools.progress("diagnosing", quiet=json):
            found = read_verified(source, load, same_object=same_object, adequacy=adequacy, min_count=min_count)
            _require_column([one.before for one in found.verified], by)
            how = _resampling(seed, bootstrap)
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
        tools.print_results(findings, None, as_json=False, title="Diagnosis", row_titles=parts, notes=(BOOTSTRAP,))

    @app.command()
    def audit(
        source: Annotated[
            Path, typer.Argument(metavar="FILE|DIR2", help="A ManyNames file, or the folder of a verification study.")
        ],
        same_object: _SameObject = None,
        adequacy: _Adequacy = None,
        seed: _Seed = 0,
        bootstrap: _Replicates = 1000,
        json: _Json = False,
    ) -> None:
        """How good the names of an earlier data set are: which differ from the top name, mean another object, or are inadequate.

        The names are those of the column reference_name or vg_obj_name; all objects that have one count.
        """
        from beholder.errors import BeholderError
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.diagnose.audit import audit_references
        from beholder.protocols.naming.diagnose.diagnosis import REFERENCE_COLUMNS

        with tools.progress("comparing names", quiet=json):
            found = read_verified(source, load, same_object=same_object, adequacy=adequacy)
            findings = audit_references(found.verified, how=_resampling(seed, bootstrap))
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
        tools.print_results(findings, None, as_json=False, title="Reference names", notes=found.notes)

    @app.command()
    def gallery(
        source: Annotated[
            Path, typer.Argument(metavar="FILE|DIR2", help="A ManyNames file, or the folder of a verification study.")
        ],
        output: Annotated[
            Path, typer.Option("--output", "-o", metavar="OUT", help="The page to write, an .html file.")
        ],
        predictions: Annotated[
            Path | None,
            typer.Option("--predictions", metavar="P", help="CSV, TSV or JSONL with item, system and name."),
        ] = None,
        most: Annotated[int, typer.Option("--most", min=1, metavar="N", help="How many objects to show.")] = 60,
        same_object: _SameObject = None,
        adequacy: _Adequacy = None,
        language: Annotated[str, typer.Option("--lang", metavar="L", help="Language of the page: en or zh.")] = "en",
    ) -> None:
        """Objects to look at: picture, correct and incorrect names, what is wrong with them, and what systems said.

        First those from which verification took the most answers. The page holds its pictures and needs no server.
        """
        from beholder.protocols.naming.collect.sources import read_verified
        from beholder.protocols.naming.diagnose.gallery import render_gallery, shown_objects
        from beholder.protocols.naming.diagnose.predictions import read_predictions

        found = read_verified(source, load, same_object=same_object, adequacy=adequacy)
        said = read_predictions(predictions) if predictions is not None else None
        objects = shown_objects(found.verified, said, most=most)
        study = load(source) if source.is_dir() else None
        items = {item.id: item for item in study.items} if study is not None else {}
        media = getattr(study, "media", source / "media") if study is not None else None
        output.write_text(
            render_gallery(objects, items=items, media=media, language=language), encoding="utf-8", newline="\n"
        )
        typer.echo(f"{output} shows {len(objects):,} of {len(found.verified):,} objects.")

    @app.command()
    def demo(
        folder: Annotated[
            Path, typer.Argument(metavar="DIR", help="A new folder for both rounds and the predictions.")
        ],
        seed: _Seed = 7,
    ) -> None:
        """Both rounds with simulated people and two pretend systems: every table, in a minute.

        Painted scenes, 36 namers, next-round, three verifiers of each object; the folders can be served to people.
        """
        from beholder.errors import BeholderError
        from beholder.protocols.naming.example.both_rounds import rehearse

        if folder.exists() and any(folder.iterdir()):
            raise BeholderError(
                "there is something here already", code="folder-not-empty", where=str(folder), hint="name a new folder"
            )
        with tools.progress("painting, naming, verifying"):
            made = rehearse(folder, seed)
        pretended.update(made.rounds)
        variation(made.first, by="domain", seed=seed)
        verify(made.second, output=folder / "release", seed=seed)
        diagnose(made.second, predictions=made.predictions, by="domain", seed=seed)
        typer.echo(f"{folder} holds both rounds, the predictions, and the verified names under release.")

    return app


def _steps(case: str | None, punctuation: str | None, plural: str | None, spellings: Path | None) -> dict[str, Any]:
    """The normalisation steps that were chosen on the command line; the study's own, or the defaults, for the others."""
    from beholder.protocols.naming.collect.spelling import read_spellings

    accepted = read_spellings(spellings) if spellings is not None else None
    given = {"case": case, "punctuation": punctuation, "plural": plural, "spellings": accepted}
    return {name: value for name, value in given.items() if value is not None}


def _resampling(seed: int, replicates: int) -> Any:
    import numpy as np

    from beholder.protocols.naming.object_bootstrap import Resampling

    return Resampling(rng=np.random.default_rng(seed), replicates=replicates)


def _require_column(sets: Sequence[Any], by: str | None) -> None:
    from beholder.errors import BeholderError, nearest

    if by is None or any(by in one.columns for one in sets):
        return
    known = {name for one in sets for name in one.columns}
    raise BeholderError(f'no object has a column "{by}"', code="naming-no-column", hint=nearest(by, known))
