"""What the commands report besides their rows: sizes, tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from beholder.findings import Chart, Finding, Table, TableColumn
from beholder.protocols.naming import paper_tables as made
from beholder.protocols.naming.collect.sets import ResponseSet, summarise
from beholder.protocols.naming.collect.sources import VerifiedSource
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP, Resampling
from beholder.protocols.naming.verify.verified import Thresholds, sensitivity_rows
from beholder.protocols.naming.wording import english
from beholder.stats import wilson
from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["set_findings", "verification_results", "verified_findings", "well_supported"]


_SHARES = ("pairs_kept_share", "tokens_kept_share", "N")


def verification_results(
    found: VerifiedSource, limits: Thresholds, by: str, how: Resampling
) -> tuple[list[Table], list[Chart]]:
    """Tables 1 and 2 in all their variants, other thresholds, and both figures.

    Without a single judgment only the variation of names can be told; a note says what cannot.
    """
    verified = found.verified
    if not any(pair.judged for one in verified for pair in one.pairs()):
        return [made.before_after_table(verified, how=how, by=by, judged=False)], []
    tables = [
        made.inadequacy_table(verified, how=how, by_token=by_token, fold_linguistic=fold)
        for by_token in (False, True)
        for fold in (True, False)
    ]
    tables.append(made.discarded_table(verified, how=how, by=by))
    tables.append(made.before_after_table(verified, how=how, by=by))
    tables.append(made.unclear_table(verified, how=how, by=by))
    shown = [one.verifiable for one in verified]
    rows = sensitivity_rows(shown, found.scores, how=how, thresholds=limits, min_count=1)
    columns = tuple(
        TableColumn(name=name, digits=3 if name in _SHARES else None)
        for name in rows[0]
        if not name.endswith("_interval")
    )
    tables.append(
        Table(
            name="sensitivity",
            title=english("table-sensitivity"),
            columns=columns,
            rows=tuple(rows),
            notes=(BOOTSTRAP, *made.left_out(verified)),
        )
    )
    return tables, [made.adequacy_chart(verified, how=how), made.same_object_chart(verified, how=how)]


def verified_findings(found: VerifiedSource) -> list[Finding]:
    """How many objects, judgments and names there are."""
    done = [one for one in found.verified if one.complete]
    planted = sum(1 for one in found.judgments.judgments if one.planted)
    counted = len(found.judgments.judgments) - planted
    pairs = sum(len(one.verifiable.names) for one in done)
    kept = sum(len(one.after.names) for one in done)
    return [
        Finding(
            name="objects", value=len(done), n=len(done), n_dropped=len(found.verified) - len(done), notes=found.notes
        ),
        Finding(name="judgments", value=counted, n=counted, n_dropped=planted, method=tell("planted-names")),
        Finding(name="names_kept", value=kept, n=pairs, n_dropped=pairs - kept, method=tell("name-object-pairs")),
    ]


def well_supported(sets: Sequence[ResponseSet], *, least: int = 10, confidence: float = 0.95) -> Finding:
    """The share of objects whose top name so many people gave, or more: then it is hardly ever a wrong one.

    Ten is the number of the source, with up to 36 names per object.
    """
    named = [one for one in sets if one.names]
    found = wilson(
        sum(1 for one in named if one.counts[0] >= least), len(named), name="top_name_by_10", confidence=confidence
    )
    return replace(
        found, name=f"top_name_by_{least}", method=Text(english("top-name-by", least=str(least)), found.method)
    )


def set_findings(sets: Sequence[ResponseSet], notes: tuple[str, ...]) -> list[Finding]:
    """How many objects, answers and names there are, how often a top name is tied, and by which rule it is chosen."""
    found = summarise(sets)
    return [
        Finding(name="objects", value=found.objects, n=found.objects, n_dropped=found.without_names, notes=notes),
        Finding(name="tokens", value=found.tokens, n=found.tokens, n_dropped=found.opt_outs),
        Finding(name="types", value=found.types, n=found.types),
        Finding(name="ties", value=found.ties, n=found.objects, method=tell("tie-rule")),
    ]
