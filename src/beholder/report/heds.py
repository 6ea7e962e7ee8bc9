"""The human evaluation datasheet, filled in as far as the study knows; the rest is for the authors.

The five parts follow HEDS 3.0 (Belz and Thomson 2025); the questions are in our own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from beholder.analysis.result import both
from beholder.fields import Words
from beholder.report.material import Material
from beholder.report.wording import ReportWording
from beholder.study import Definition

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
    language = wording.language
    parts = [
        SheetPart(
            title.to(language),
            tuple(
                SheetLine(question.to(language), answer(material, wording) if answer else "")
                for question, answer in lines
            ),
        )
        for title, lines in _PARTS
    ]
    return [*parts[:3], *_criteria(material, wording), *parts[3:]]


def _about(name: str) -> Answer:
    def answer(m: Material, t: ReportWording) -> str:
        return m.context.about.get(name, "")

    return answer


def _systems(m: Material, t: ReportWording) -> str:
    return t.listed(list(m.analysis.facts.get("systems") or []))


def _outputs(m: Material, t: ReportWording) -> str:
    items, answers = m.analysis.facts.get("items", 0), m.analysis.facts.get("answers", 0)
    systems = len(m.analysis.facts.get("systems") or [])
    if t.language == "zh":
        return f"{items:,} 道题" + (f"，{systems} 个系统" if systems else "") + f"，{answers:,} 个答案"
    return f"{items:,} items" + (f" of {systems} systems" if systems else "") + f", {answers:,} answers"


def _power(m: Material, t: ReportWording) -> str:
    planned, stopping = m.context.about.get("planned_n", ""), m.context.about.get("stopping", "")
    return "; ".join(text for text in (planned, stopping) if text)


def _raters(m: Material, t: ReportWording) -> str:
    if not m.raters.n:
        return ""
    return f"{m.raters.n:,}" if not m.simulated else f"{m.raters.n:,} ({'模拟' if t.language == 'zh' else 'simulated'})"


def _training(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    definition = m.study.definition
    practice = sum(item.kind == "practice" for item in definition.items)
    told = [t("about-training-yes", n=practice)] if practice else []
    if definition.settings.qualification:
        told.append(t("about-qualification-yes", least=f"{definition.settings.qualification.at_least:g}"))
    return " ".join(told)


def _assurance(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    settings = m.study.definition.settings
    zh = t.language == "zh"
    told = [text.to(t.language) for text in _checked(m, m.study.definition)]
    if settings.repeats:
        share = f"{100 * settings.repeats.share:g} %"
        told.append(f"{share} 为隐藏的重复题" if zh else f"{share} hidden repeats")
    name = "剔除规则" if zh else "exclusion rule"
    told += [f"{name} {rule.id}: {rule.in_words().to(t.language)}" for rule in settings.exclude]
    return "; ".join(told)


def _checked(m: Material, definition: Definition) -> Iterator[Words]:
    """The checks that raters met and what followed from their score; settings alone make no check."""
    checks = definition.settings.checks
    attention = checks is not None and any(item.kind == "attention" for item in m.context.items.values())
    if checks is not None and attention:
        yield both(f"one attention check in {checks.every} trials", f"每 {checks.every} 题一道注意力检查题")
    controls = definition.protocol.controls is not None
    if controls:
        yield both("controls with a known answer among what is rated", "评分内容中混有答案已知的对照")
    rule = definition.check_rule
    if rule is None or not (attention or controls):
        return
    for share, en, zh in ((rule.warn_below, "warned", "警示"), (rule.stop_below, "stopped", "停止")):
        if share:
            yield both(
                f"raters who pass less than {100 * share:g} % of at least {rule.after} are {en}",
                f"检查满 {rule.after} 次而通过率低于 {100 * share:g} % 的评分者予以{zh}",
            )
    if rule.stop_below and rule.withdraw:
        yield both("answers of those stopped are taken out", "被停止者的答案予以剔除")


def _registered(m: Material, t: ReportWording) -> str:
    declared = [f"{c.field}: {c.first} – {c.second}" for c in m.context.contrasts]
    hypotheses = m.context.about.get("hypotheses", "")
    return "; ".join([*([hypotheses] if hypotheses else []), *declared])


def _collected(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    return "浏览器页面（Beholder），逐题作答" if t.language == "zh" else "web page (Beholder), one trial at a time"


def _blind(m: Material, t: ReportWording) -> str:
    return t("paper-blind") if m.study is not None else ""


def _contact(m: Material, t: ReportWording) -> str:
    return m.study.definition.settings.contact if m.study is not None else ""


def _consent(m: Material, t: ReportWording) -> str:
    if m.study is None:
        return ""
    return t("about-consent-yes") if m.study.definition.settings.consent else t("about-consent-no")


def _personal(m: Material, t: ReportWording) -> str:
    return t("raters-pseudonyms") if m.study is not None else ""


def _criteria(material: Material, wording: ReportWording) -> list[SheetPart]:
    """One part for each field that was rated: what was asked, with which values, and how it was analysed."""
    zh, language = wording.language == "zh", wording.language
    out = []
    aggregated = both(
        "not aggregated before analysis: every rating enters; means or shares with intervals clustered by item and rater",
        "分析前不合并：每个评分都进入分析；均值或占比的区间按题目与评分者聚类",
    ).to(language)
    for info in material.work.fields:
        if info.kind in ("text", "flag"):
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
        told = "" if agreement is None or agreement.interval is None else _finding(agreement.value, agreement.interval)
        rows = (
            (both("Name of the criterion in the data", "数据中的名称"), info.name),
            (both("The question as raters read it", "评分者读到的问题"), info.label.to(language) if material.study else ""),
            (both("Definition of the criterion", "该标准的定义"), ""),
            (both("Correctness, goodness or a feature; of form, content or both", "正确性、优劣还是特征；形式、内容还是两者"), ""),
            (both("Level of measurement", "测量水平"), level),
            (both("Possible values", "可能的取值"), values),
            (both("How ratings are brought together", "评分如何合并"), aggregated),
            (both("Agreement between raters (alpha)", "评分者间一致性（α）"), told),
        )  # fmt: skip
        title = f"4 · {'质量标准' if zh else 'Quality criterion'}: {info.name}"
        out.append(SheetPart(title, tuple(SheetLine(q.to(language), a) for q, a in rows)))
    return out


def _finding(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]".replace("-", "−")


_PARTS: tuple[tuple[Words, tuple[tuple[Words, Answer | None], ...]], ...] = (
    (
        both("1 · Reference and resources", "1 · 文献与资源"),
        (
            (both("Paper and experiment this sheet belongs to", "本表所属论文与实验"), None),
            (both("Where outputs, guideline, code and answers can be found", "系统输出、指南、代码与答案的获取处"), None),
            (both("Who filled in the sheet, and whom to contact", "填表人与联系人"), _contact),
        ),
    ),
    (
        both("2 · Evaluated systems", "2 · 被评系统"),
        (
            (both("Systems", "系统"), _systems),
            (both("What goes in and what comes out", "输入与输出的类型"), None),
            (both("What the systems are for", "系统的任务"), None),
            (both("Languages of input and output", "输入与输出的语言"), None),
        ),
    ),
    (
        both("3 · Outputs, raters and design", "3 · 样本、评分者与设计"),
        (
            (both("How many outputs were rated", "被评输出的数量"), _outputs),
            (both("How they were chosen", "如何选取"), None),
            (both("Planned size, power and stopping rule", "计划样本量、功效与停止规则"), _power),
            (both("How many raters", "评分者人数"), _raters),
            (both("Who they are: expertise, paid or not, known to the authors or not", "评分者是谁：专业程度、是否付酬、与作者是否相识"), None),
            (both("How they were recruited", "如何招募"), _about("recruitment")),
            (both("What they were paid", "报酬"), _about("pay")),
            (both("Training, practice and qualification", "培训、练习与资格"), _training),
            (both("Hypotheses and comparisons registered before the data", "预先登记的假设与比较"), _registered),
            (both("How answers were collected", "答案如何收集"), _collected),
            (both("Blinding and order", "盲评与次序"), _blind),
            (both("Quality assurance", "质量保证"), _assurance),
            (both("Where and under which conditions raters worked", "评分者的工作环境"), None),
        ),
    ),
    (
        both("5 · Ethics", "5 · 伦理"),
        (
            (both("Approval by a research ethics committee", "伦理委员会的批准"), _about("ethics")),
            (both("Consent", "知情同意"), _consent),
            (both("Personal data", "个人数据"), _personal),
            (both("Sensitive data, and impact on raters and others", "敏感数据，以及对评分者和他人的影响"), None),
        ),
    ),
)  # fmt: skip
