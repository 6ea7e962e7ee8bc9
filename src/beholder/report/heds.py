"""The human evaluation datasheet, filled in as far as the study knows; the rest is for the authors.

The five parts follow HEDS 3.0 (Belz and Thomson 2025); the questions are in our own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from beholder.declarations.states import Showing
from beholder.fields import Way
from beholder.report.material import Material
from beholder.report.wording import ReportWording
from beholder.study import Definition
from beholder.text import Interval, Share

__all__ = ["SheetLine", "SheetPart", "datasheet"]

Answer = Callable[[Material, ReportWording], str]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A question and its answer; empty where only the authors know."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One of the five parts."""

    title: str
    lines: tuple[SheetLine, ...]


def datasheet(material: Material, wording: ReportWording) -> list[SheetPart]:
    """The sheet in the report's language. The fourth part is repeated for every field that was rated."""
    parts = [
        SheetPart(
            wording(title),
            tuple(
                SheetLine(wording(question), answer(material, wording) if answer else "") for question, answer in lines
            ),
        )
        for title, lines in _PARTS
    ]
    return [*parts[:3], *_criteria(material, wording), *parts[3:]]


def _about(name: str) -> Answer:
    def answer(m: Material, t: ReportWording) -> str:
        return m.context.says(name, t.language)

    return answer


def _nobody(m: Material, t: ReportWording) -> str:
    """What is said of people where none took part."""
    return t("about-people-none") if m.study is not None and m.study.simulated else ""


def _systems(m: Material, t: ReportWording) -> str:
    return t.listed(list(m.analysis.facts.get("systems") or []))


def _outputs(m: Material, t: ReportWording) -> str:
    items, answers = m.analysis.facts.get("items", 0), m.analysis.facts.get("answers", 0)
    systems = len(m.analysis.facts.get("systems") or [])
    key = "heds-outputs-of-systems" if systems else "heds-outputs-rated"
    return t(key, items=items, systems=systems, answers=answers)


def _chosen(m: Material, t: ReportWording) -> str:
    selection = m.study.definition.settings.selection if m.study is not None else None
    return selection.in_words().to(t.language) if selection is not None else ""


def _power(m: Material, t: ReportWording) -> str:
    told = [m.context.says(key, t.language) for key in ("planned_n", "stopping")]
    if m.context.stopping is not None and not told[-1]:
        told[-1] = m.context.stopping.rule().to(t.language)
    return "; ".join(text for text in told if text)


def _raters(m: Material, t: ReportWording) -> str:
    if not m.raters.n:
        return ""
    return t("heds-raters-simulated" if m.simulated else "heds-raters-people", n=m.raters.n)


def _training(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    if m.study.simulated:
        return _nobody(m, t)
    definition = m.study.definition
    practice = sum(item.kind == Showing.PRACTICE for item in definition.items)
    told = [t("about-training-yes", n=practice)] if practice else []
    if definition.settings.qualification:
        told.append(t("about-qualification-yes", least=f"{definition.settings.qualification.at_least:g}"))
    return " ".join(told)


def _assurance(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    settings = m.study.definition.settings
    told = list(_checked(m, m.study.definition, t))
    if settings.repeats:
        told.append(t("heds-repeats", share=_percent(settings.repeats.share)))
    told += [t("heds-exclusion-rule", rule=rule.id, text=rule.in_words()) for rule in settings.exclude]
    return "; ".join(told)


def _percent(share: float) -> Share:
    return Share(share, digits=0 if round(100 * share, 6).is_integer() else 1)


def _checked(m: Material, definition: Definition, t: ReportWording) -> Iterator[str]:
    """The checks that raters met and what followed from their score; settings alone make no check."""
    checks = definition.settings.checks
    attention = checks is not None and any(item.kind == Showing.ATTENTION for item in m.context.items.values())
    if checks is not None and attention:
        yield t("heds-attention", every=checks.every)
    controls = definition.protocol.controls is not None
    if controls:
        yield t("heds-controls")
    rule = definition.check_rule
    if rule is None or not (attention or controls):
        return
    for share, key in ((rule.warn_below, "heds-warned"), (rule.stop_below, "heds-stopped")):
        if share:
            yield t(key, share=_percent(share), after=rule.after)
    if rule.stop_below and rule.withdraw:
        yield t("heds-taken-out")


def _registered(m: Material, t: ReportWording) -> str:
    declared = [f"{c.field}: {c.first} – {c.second}" for c in m.context.contrasts]
    hypotheses = m.context.says("hypotheses", t.language)
    return "; ".join([*([hypotheses] if hypotheses else []), *declared])


def _collected(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    return t("heds-web-page")


def _blind(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    return t("paper-blind" if m.analysis.facts.get("systems") else "paper-order")


def _contact(m: Material, t: ReportWording) -> str:
    return "; ".join(m.study.definition.settings.contact.lines(t.language)) if m.study is not None else ""


def _consent(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    return _nobody(m, t) or t("about-consent-yes" if m.study.definition.settings.consent else "about-consent-no")


def _personal(m: Material, t: ReportWording) -> str:
    return t("raters-pseudonyms") if m.study is not None else ""


def _criteria(material: Material, wording: ReportWording) -> list[SheetPart]:
    """One part for each field that was rated: what was asked, with which values, and how it was analysed."""
    language = wording.language
    out = []
    for info in material.work.fields:
        if info.way in (Way.TEXTS, Way.RATES):
            continue
        values = (
            wording.listed([info.options[o].to(language) for o in info.order]) if info.options and info.order else ""
        )
        if not values and info.least is not None:
            values = f"{info.least:g} – {info.most:g}" if info.most is not None else f"≥ {info.least:g}"
        level = wording(f"level-{info.level}") + (f" ({wording('level-guessed')})" if info.inferred_level else "")
        agreement = next(
            (f for f in material.analysis.findings if f.name.startswith(f"{info.name}.alpha") and f.interval), None
        )
        told = (
            ""
            if agreement is None or agreement.interval is None
            else Interval(agreement.value, agreement.interval, 3).to(language)
        )
        rows = (
            ("heds-criterion-name", info.name),
            ("heds-criterion-question", info.label.to(language) if material.study else ""),
            ("heds-criterion-definition", ""),
            ("heds-criterion-kind", ""),
            ("heds-criterion-level", level),
            ("heds-criterion-values", values),
            ("heds-criterion-aggregation", wording("heds-not-aggregated")),
            ("heds-criterion-agreement", told),
        )  # fmt: skip
        title = wording("heds-part-criterion", name=info.name)
        out.append(SheetPart(title, tuple(SheetLine(wording(question), answer) for question, answer in rows)))
    return out


_PARTS: tuple[tuple[str, tuple[tuple[str, Answer | None], ...]], ...] = (
    (
        "heds-part-reference",
        (
            ("heds-paper", None),
            ("heds-resources", None),
            ("heds-contact", _contact),
        ),
    ),
    (
        "heds-part-systems",
        (
            ("heds-systems", _systems),
            ("heds-input-output", None),
            ("heds-task", None),
            ("heds-languages", None),
        ),
    ),
    (
        "heds-part-design",
        (
            ("heds-outputs", _outputs),
            ("heds-chosen", _chosen),
            ("heds-power", _power),
            ("heds-raters", _raters),
            ("heds-expertise", None),
            ("heds-recruitment", _about("recruitment")),
            ("heds-pay", _about("pay")),
            ("heds-training", _training),
            ("heds-registered", _registered),
            ("heds-collected", _collected),
            ("heds-blinding", _blind),
            ("heds-assurance", _assurance),
            ("heds-conditions", None),
        ),
    ),
    (
        "heds-part-ethics",
        (
            ("heds-ethics", _about("ethics")),
            ("heds-consent", _consent),
            ("heds-personal", _personal),
            ("heds-sensitive", None),
        ),
    ),
)  # fmt: skip
