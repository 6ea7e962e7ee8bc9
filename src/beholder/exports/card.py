"""The card of an exported data set: what was asked, who rated, how far they agreed, what the data cannot say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from sqlalchemy.engine import Connection

from beholder._version import __version__
from beholder.conduct import Conduct
from beholder.conduct.sentences import collected_line, pay_promised, sentence
from beholder.declarations.states import RaterState
from beholder.errors import BeholderError
from beholder.facade import Study
from beholder.findings import Finding
from beholder.store.guidelines import list_guidelines
from beholder.store.raters import all_raters
from beholder.store.studies import load_study
from beholder.store.work_done import work_of_raters
from beholder.tables.blinding import Blind
from beholder.tables.formats import TableShape
from beholder.tables.ratings import iso_time
from beholder.text import Catalogue, Listing

__all__ = ["Config", "card_of"]

_WORDS = Catalogue("card")
_FLOW = Catalogue("conduct")
_DTYPES = {"text": "string", "integer": "int64", "number": "float64", "boolean": "bool", "picture": "image"}
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
# a card is read, not searched; the report has all
_MOST_FINDINGS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One table of the data set: its files, its columns, its size. `default` is what a reader gets without asking."""

    name: str
    pattern: str
    columns: tuple[tuple[str, str], ...]
    rows: int
    bytes: int
    default: bool = False

    @classmethod
    def of(cls, name: str, shape: TableShape, *, rows: int, size: int, default: bool = False) -> Config:
        """The table of that name in the folder `data`."""
        columns = tuple(zip(shape.columns, shape.types, strict=True))
        return cls(name=name, pattern=f"data/{name}-*.parquet", columns=columns, rows=rows, bytes=size, default=default)


def card_of(conn: Connection, study: Study, configs: Iterable[Config], *, blind: Blind | None) -> str:
    """The card as Markdown with its front matter. Counts are of the tables' snapshot, agreement of the moment after it."""
    listed = tuple(configs)
    body = "\n\n".join(_parts(conn, study, listed, blind))
    front = yaml.safe_dump(_front_matter(study, listed), allow_unicode=True, sort_keys=False, width=120)
    return f"---\n{front}---\n\n{body}\n"


def _front_matter(study: Study, configs: tuple[Config, ...]) -> dict[str, Any]:
    settings, definition = study.definition.settings, study.definition
    about = settings.about
    rows = next(config.rows for config in configs if config.default)
    front: dict[str, Any] = {
        "license": about.get("license", "unknown"),
        "language": list(settings.languages),
        "pretty_name": definition.title.to("en"),
        "size_categories": [next((name for most, name in _SIZES if rows < most), "n>1M")],
        "tags": ["human-evaluation", "beholder", definition.declaration.name, *_listed(about.get("tags", ""))],
    }
    if "task_categories" in about:
        front["task_categories"] = _listed(about["task_categories"])
    front["configs"] = [
        {
            "config_name": config.name,
            "data_files": [{"split": "train", "path": config.pattern}],
            **({"default": True} if config.default else {}),
        }
        for config in configs
    ]
    front["dataset_info"] = [
        {
            "config_name": config.name,
            "features": [{"name": name, "dtype": _DTYPES[kind]} for name, kind in config.columns],
            "splits": [{"name": "train", "num_bytes": config.bytes, "num_examples": config.rows}],
            "download_size": config.bytes,
            "dataset_size": config.bytes,
        }
        for config in configs
    ]
    return front


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _parts(conn: Connection, study: Study, configs: tuple[Config, ...], blind: Blind | None) -> Iterable[str]:
    definition = study.definition
    declaration, settings = definition.declaration, definition.settings
    row = load_study(conn, study.key)
    conduct = study.conduct()
    yield f"# {definition.title.to('en')}"
    if row.simulated:
        yield f"> {_message('simulated')}"
    yield settings.description.to("en") or declaration.summary.to("en")
    yield _files(configs)
    yield _heading("asked") + declaration.instruction.to("en")
    yield "\n".join(_questions(study))
    yield _heading("raters") + "\n".join(_raters(conn, study, conduct))
    yield f"{sentence(collected_line(conduct.collected)).to('en')}"
    yield _heading("agreement") + _agreement(study, conduct, blind)
    yield _heading("guideline") + "\n".join(_guidelines(conn, study))
    yield _heading("limits") + "\n".join(_limits(conn, study, blind))
    yield _heading("citation") + _citation(study)
    yield _message(
        "written", version=__version__, study=study.id, records=str(row.chain_length), head=str(row.chain_head)
    )


def _message(key: str, **values: Any) -> str:
    """A message of the card, which is in English, as readers of data sets expect."""
    return _WORDS.format("en", key, **values)


def _heading(part: str) -> str:
    return f"## {_message(f'heading-{part}')}\n\n"


def _files(configs: tuple[Config, ...]) -> str:
    lines = ["| table | rows | files |", "|---|---|---|"]
    lines += [f"| `{config.name}` | {config.rows:,} | `{config.pattern}` |" for config in configs]
    told = [_message("tables")]
    told += [
        _message(f"tables-{name}")
        for name in ("marks", "questionnaires", "judgments", "clips")
        if any(config.name == name for config in configs)
    ]
    return "\n".join(lines) + "\n\n" + " ".join(told)


def _questions(study: Study) -> Iterable[str]:
    for name, field in study.definition.declaration.form.all_fields():
        yield f"- **{field.label.to('en')}** (`{name}`, {field.measure()}): {field.values_described() or _message('free-text')}"
        if field.help:
            yield f"  {field.help.to('en')}"


def _raters(conn: Connection, study: Study, conduct: Conduct) -> Iterable[str]:
    raters = all_raters(conn, study.key)
    work = work_of_raters(conn, study.key)
    counts = sorted(work[rater.rater][0] for rater in raters if rater.rater in work)
    kinds = Counter(rater.kind for rater in raters if rater.rater in work)
    if counts:
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        numbers = {"least": counts[0], "most": counts[-1], "median": counts[len(counts) // 2]}
        yield "- " + _message(
            "raters-counted", raters=told, trials=sum(counts), **{k: str(n) for k, n in numbers.items()}
        )
    steps = ", ".join(
        _message("flow-step", step=_FLOW.format("en", f"flow-step-{step.name}").lower(), n=step.n)
        for step in conduct.flow.steps
    )
    yield "- " + _message("flow", steps=steps)
    withdrawn = sum(rater.state == RaterState.WITHDRAWN for rater in raters)
    if withdrawn:
        yield "- " + _message("withdrawn", n=str(withdrawn))
    yield "- " + _message("pseudonyms")
    settings = study.definition.settings
    # what a study would pay people is no fact of those it did not have
    people = not load_study(conn, study.key).simulated
    paid = {"pay": pay_promised(settings.cost).to("en")} if settings.cost and people else {}
    about = {**paid, **settings.about}
    for name in ("recruitment", "pay", "ethics"):
        yield "- " + _message("about", what=_message(name), text=about.get(name, _message("not-stated")))


def _agreement(study: Study, conduct: Conduct, blind: Blind | None) -> str:
    try:
        analysis = study.analysis(blind=blind, conduct=conduct)
    except BeholderError as error:
        return _message("not-estimated", reason=error.problems[0].problem)
    found = [finding for section in analysis.sections if section.role == "agreement" for finding in section.findings]
    told = [finding for finding in found if finding.value == finding.value][:_MOST_FINDINGS]
    if not told:
        return _message("not-estimated", reason=_message("too-few-ratings"))
    lines = []
    for finding in told:
        cells = (finding.name, f"{finding.value:.3f}", _interval(finding), f"{finding.n:,}", finding.method)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    if blind is not None:
        # findings come in the order of the systems' names, which is not to be guessed
        lines = sorted(lines)
    return "\n".join(["| measure | value | interval | n | method |", "|---|---|---|---|---|", *lines])


def _interval(finding: Finding) -> str:
    if finding.interval is None:
        return ""
    low, high = finding.interval
    return f"{low:.3f} to {high:.3f} ({finding.confidence:.0%})"


def _guidelines(conn: Connection, study: Study) -> Iterable[str]:
    yield "- " + _message("guideline-first")
    for row in list_guidelines(conn, study.key):
        key = "guideline-change" if row.material else "guideline-clarification"
        what = row.changes.get("en") or next(iter(row.changes.values()), "")
        yield "- " + _message(key, version=str(row.number), date=iso_time(row.at)[:10], text=" ".join(what.split()))
    yield "- " + _message("guideline-column")


def _limits(conn: Connection, study: Study, blind: Blind | None) -> Iterable[str]:
    declared = study.definition.settings.exclude
    yield "- " + _message("limits-counts")
    if study.definition.stop_rule is not None:
        yield "- " + _message("limits-weights")
    yield "- " + _message("limits-main")
    if declared:
        yield "- " + _message("limits-rules", rules=Listing([rule.id for rule in declared]))
    if blind is not None:
        yield "- " + _message("limits-blind")
    yield "- " + _message("limits-text")
    text = study.definition.settings.about.get("limits", "")
    if text:
        yield f"- {text}"


def _citation(study: Study) -> str:
    about: Mapping[str, str] = study.definition.settings.about
    if "citation" in about:
        return about["citation"].strip()
    title, authors = study.definition.title.to("en"), about.get("authors", "")
    entry = {"title": title, "author": authors, "note": f"Beholder study {study.id}"}
    fields = ",\n".join(f"  {name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items() if value)
    return f"```bibtex\n@misc{{study-{study.id[:8]},\n{fields}\n}}\n```"
