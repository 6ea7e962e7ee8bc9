"""The report as one HTML file that needs nothing else: no network, no fonts to fetch, no script to be read."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from beholder._version import __version__
from beholder.declarations.states import Showing
from beholder.findings import Table, TableColumn
from beholder.protocols import Declaration
from beholder.report.chapters import Figure, Numbering, print_table, section_blocks
from beholder.report.drawing import draw_files
from beholder.report.first_screen import first_screen, whole_numbers
from beholder.report.galleries import galleries
from beholder.report.heds import datasheet
from beholder.report.material import Material
from beholder.report.pictures import PictureBook
from beholder.report.questions import AskedTrial, asked_trial
from beholder.report.wording import ReportWording
from beholder.tables.writing import written_whole
from beholder.text.markdown import guideline_html

__all__ = ["build_report", "content_policy", "write_report"]

_FOLDER = Path(__file__).parent / "templates"
_ROLES = ("participants", "plan", "quality", "agreement", "results", "sensitivity", "judges", "data")
_CHAPTERS = (
    "summary", "asked", "raters", "plan", "quality", "agreement", "results", "sensitivity", "judges", "data", "gallery",
    "method", "heds", "versions",
)  # fmt: skip
_INTERVAL = re.compile(r"(\[[−\d.,]+(?: ?%)?,) ([−\d.,]+(?: ?%)?\])")
# longer than any word: the column of a table should not have to hold it
_ENDLESS = re.compile(r"[^\s_/-]{25,}")
_OF_STUDIES = frozenset({"plan"})
"""Chapters that a table of ratings has nothing to say in."""


def write_report(
    material: Material,
    path: Path,
    *,
    language: str = "en",
    figures: Path | None = None,
    draw: bool = True,
    made_at: datetime | None = None,
) -> list[Path]:
    """Writes the report, whole or not at all, and with `figures` also each figure as SVG, PDF and PNG; what was written.

    Without `draw` the report has tables only and needs no drawing engine.
    """
    html, drawn = _composed(material, ReportWording(language), draw=draw, made_at=made_at)
    written = [path]
    with written_whole(path) as temporary:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(html, encoding="utf-8")
    if figures is not None:
        for figure in drawn:
            written += draw_files(figure.spec, figures, f"{figure.n:02}-{figure.name}")
    return written


def build_report(
    material: Material, *, language: str = "en", draw: bool = True, made_at: datetime | None = None
) -> str:
    """The report as HTML text."""
    return _composed(material, ReportWording(language), draw=draw, made_at=made_at)[0]


def _composed(
    material: Material, wording: ReportWording, *, draw: bool, made_at: datetime | None
) -> tuple[str, list[Figure]]:
    language = wording.language
    analysis, numbering = material.analysis, Numbering()
    first = first_screen(material, wording, numbering, draw=draw)
    book = PictureBook(material.context.media)
    declaration = material.context.declaration
    asked: AskedTrial | None = None
    if declaration is not None:
        asked = asked_trial(declaration, material.context.items, book=book, language=language)
    asked_figure = numbering.figure() if asked else 0
    fields = None if asked else print_table(_fields(material, wording), wording, numbering)
    labels = _labels(material, language)

    def label_of(field: str) -> str:
        label = labels.get(field, field)
        return label if label.casefold() == field.casefold() else f"{label} ({field})"

    warning = wording("simulated") if material.simulated else ""
    notes = [text for text in (note.to(language) for note in analysis.notes) if text != warning]

    chapters = {
        role: section_blocks(analysis, role, wording=wording, numbering=numbering, draw=draw, label_of=label_of)
        for role in _ROLES
    }
    gallery = galleries(
        material.work, items=material.context.items, declaration=declaration, book=book, language=language
    )
    made = (made_at or datetime.now(UTC)).strftime("%Y-%m-%d")
    html = _environment().get_template("report.html").render(
        t=wording,
        lang=language,
        title=analysis.title.to(language) or material.source,
        material=material,
        analysis=analysis,
        made=wording("made", date=made, version=__version__),
        first=first,
        asked_figure=asked_figure,
        hints=[hint.to(language) for hint in analysis.hints],
        warning=warning,
        notes=notes,
        asked=asked,
        guideline=_guideline(material, language),
        shows=_shows(declaration),
        fields=fields,
        raters=_raters(material, wording),
        about=_about(material, wording),
        chapters=chapters,
        numbers={key: number for number, key in enumerate(_chapters(material, pictured=bool(gallery)), start=1)},
        gallery=gallery,
        pictures_left_out=book.left_out,
        method=_paper(material, wording),
        limits=analysis.limits.to(language),
        sheet=datasheet(material, wording),
        versions=_versions(material, wording),
        style=Markup(_asset("report.css")),  # noqa: S704 - our own file
        script=Markup(_asset("report.js")),  # noqa: S704 - our own file
        policy=Markup(content_policy()),  # noqa: S704 - our own words
        data=_embedded(analysis.to_json()),
    )  # fmt: skip
    figures = [figure for blocks in chapters.values() for block in blocks for figure in block.figures]
    return html, [first.figure, *figures] if first.figure else figures


def _chapters(material: Material, *, pictured: bool) -> list[str]:
    """The chapters that have something to say."""
    judged = any(section.role == "judges" for section in material.analysis.sections)
    there = {"judges": judged, "gallery": pictured, **dict.fromkeys(_OF_STUDIES, material.study is not None)}
    return [key for key in _CHAPTERS if there.get(key, True)]


def _shows(declaration: Declaration | None) -> str:
    """How many outputs a trial shows, and whether they are those of systems."""
    if declaration is None:
        return ""
    return declaration.shows if declaration.compares or declaration.shows == "item" else f"{declaration.shows}-plain"


def _labels(material: Material, language: str) -> dict[str, str]:
    """What readers call each field, and each measure that a protocol makes from fields."""
    declaration = material.context.declaration
    found = {info.name: info.label.to(language) for info in material.work.fields}
    if declaration is not None:
        found |= {name: field.label.to(language) for name, field in declaration.form.all_fields()}
    for section in material.analysis.sections:
        for chart in section.charts:
            if chart.name == f"{section.field}.means" and section.field not in found:
                label = chart.axes["measure"].to(language)
                found[section.field] = label[:1].upper() + label[1:]
    return found


@cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["breakable"] = _breakable
    return made


def _guideline(material: Material, language: str) -> Markup:
    """What raters were told, as they read it but for its pictures; empty where nothing is known of it."""
    text = material.study.definition.guideline(language) if material.study else ""
    read = guideline_html(text, None, top=3)
    return Markup(read["html"]) if read else Markup()  # noqa: S704 - cleaned


def _breakable(text: str) -> Markup:
    """Names such as `task/some_system` may be broken where their parts meet, endless ones anywhere.

    A number and its `%`, and the two ends of an interval, stay together.
    """
    told = _ENDLESS.sub(lambda found: "\N{ZERO WIDTH SPACE}".join(re.findall(r".{1,12}", found[0])), text)
    told = str(escape(told)).replace("\N{ZERO WIDTH SPACE}", "<wbr>")
    told = re.sub(r"([_/])(?=\w)", r"\1<wbr>", told)
    told = _INTERVAL.sub("\\1\N{NO-BREAK SPACE}\\2", told)
    return Markup(re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", told))  # noqa: S704 - escaped here


def content_policy() -> str:
    """What a browser is to allow a report: its own style, its own script and the pictures inside it, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(_asset("report.js").encode()).digest()).decode("ascii")
    return f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


@cache
def _asset(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


def _embedded(content: Mapping[str, Any]) -> Markup:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, default=str)
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))  # noqa: S704 - escaped here


def _fields(material: Material, wording: ReportWording) -> Table:
    """The fields of a table from elsewhere: what they are taken for."""
    rows = []
    for info in material.work.fields:
        level = wording(f"level-{info.level}") + (f" ({wording('level-guessed')})" if info.inferred_level else "")
        values = wording.listed(list(info.order)) if info.order else ""
        if not values and info.least is not None and info.most is not None:
            values = f"{info.least:g} – {info.most:g}"
        rows.append({"field": info.name, "level": level, "values": values or None})
    columns = tuple(
        TableColumn(name=name, title=wording(key))
        for name, key in (("field", "field-name"), ("level", "field-level"), ("values", "field-values"))
    )
    return Table(name="fields", title=wording("asked-fields"), columns=columns, rows=tuple(rows))


def _raters(material: Material, wording: ReportWording) -> list[str]:
    """Who rated, in sentences."""
    facts, study = material.raters, material.study
    if not facts.n:
        return [wording("raters-none")]
    numbers = {"n": facts.n, "answers": facts.answers, "least": facts.least, "most": facts.most}
    spread = "raters-each" if facts.least == facts.most else "raters-count"
    told = [wording(spread, **numbers, median=f"{facts.median:,g}")]
    unit = material.analysis.facts.get("ratings_per_unit")
    if unit:
        same = unit["least"] == unit["most"]
        told.append(wording("raters-once" if same else "raters-per-unit", **whole_numbers(unit)))
    if study is not None:
        if study.first_day and not study.simulated:
            hours = f"{study.minutes / 60:,.1f}"
            told.append(wording("raters-hours", hours=hours, first=study.first_day, last=study.last_day))
        if study.withdrawn:
            told.append(wording("raters-withdrawn", n=study.withdrawn))
        told.append(wording("raters-pseudonyms"))
    return told


def _about(material: Material, wording: ReportWording) -> list[tuple[str, str]]:
    """Recruitment, pay, ethics and the like; empty text where the study does not say."""
    context, language = material.context, wording.language
    rows = [(wording(f"about-{key}"), context.says(key, language)) for key in ("recruitment", "pay", "ethics")]
    if material.study is None:
        return rows if any(text for _, text in rows) else []
    if material.study.simulated:
        # what a study asks of people is no fact of those it did not have
        return [(wording("about-people"), wording("about-people-none")), *rows]
    definition = material.study.definition
    settings = definition.settings
    rows.append((wording("about-consent"), wording("about-consent-yes" if settings.consent else "about-consent-no")))
    practice = sum(item.kind == Showing.PRACTICE for item in definition.items)
    if practice:
        rows.append((wording("about-training"), wording("about-training-yes", n=practice)))
    if settings.qualification:
        least = f"{settings.qualification.at_least:g}"
        rows.append((wording("about-qualification"), wording("about-qualification-yes", least=least)))
    if settings.crowd:
        rows.append((wording("about-platform"), settings.crowd.platform))
    return rows


def _paper(material: Material, wording: ReportWording) -> str:
    """The method paragraph: the design in numbers, then how the numbers were made."""
    facts = material.analysis.facts
    systems = facts.get("systems") or []
    told: Iterable[str] = []
    if material.raters.n and systems:
        numbers = {key: facts.get(key, 0) for key in ("raters", "answers", "items")}
        told = [wording("paper-design", **numbers, systems=len(systems))]
    if material.study is not None:
        declaration = material.study.definition.declaration
        title = declaration.title.to(wording.language)
        chance = wording("paper-blind" if systems else "paper-order")
        told = [*told, wording("paper-protocol", protocol=title, version=declaration.version), chance]
        if material.study.definition.settings.selection is not None:
            told = [*told, material.study.definition.settings.selection.in_words().to(wording.language)]
    joined = [*told, material.analysis.method.to(wording.language), wording("paper-software", version=__version__)]
    return ("" if wording.language == "zh" else " ").join(joined)


def _versions(material: Material, wording: ReportWording) -> list[tuple[str, str]]:
    rows = [
        (wording("versions-software"), f"Beholder {__version__}"),
        (wording("versions-python"), material.libraries),
        (wording("versions-source"), material.source),
    ]
    if material.digest:
        rows.append((wording("versions-digest"), material.digest))
    rows.append((wording("versions-seed"), str(material.context.seed)))
    study = material.study
    if study is not None:
        declaration = study.definition.declaration
        rows.append((wording("versions-protocol"), f"{declaration.name} {declaration.version}"))
        rows.append((wording("versions-study"), str(study.version)))
        if study.definition.settings.lossy_media:
            rows.append((wording("versions-lossy"), wording("versions-lossy-yes")))
        receipt = study.receipt
        text = wording("versions-receipt-text", length=receipt.length, head=receipt.head or "–")
        rows.append((wording("versions-receipt"), text))
    guidelines = material.analysis.facts.get("guidelines") or []
    if guidelines:
        rows.append((wording("versions-guidelines"), wording.listed(list(guidelines))))
    return rows
