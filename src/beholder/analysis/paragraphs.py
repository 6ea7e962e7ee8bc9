"""Paragraphs ready for a paper: summary, method and limits, in English and Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.result import Section, both
from beholder.fields import Words

if TYPE_CHECKING:
    from beholder.analysis.workspace import Work

__all__ = ["entered", "headline", "limits", "method", "standing", "summary"]


_FEW = 5


def summary(sections: Sequence[Section], main: RatingsData) -> tuple[Words, ...]:
    """A few sentences for the top: the size of the study, the declared answers or first results, the agreement."""
    told = headline(sections)
    return (_size(main), *(both(s.title.to("en") + ".", s.title.to("zh") + "。") for s in told))


def headline(sections: Sequence[Section]) -> list[Section]:
    """The sections of which the summary speaks: the declared answers or first results, and the agreement."""
    results = [s for s in sections if s.role == "results" and s.name not in ("groups", "texts")]
    agreement = [s for s in sections if s.role == "agreement"]
    # a list of items is no sentence about agreement; one with a coefficient is
    return [*results[:4], *sorted(agreement, key=lambda s: not s.findings)[:1]]


def _size(main: RatingsData) -> Words:
    main = main.answered()
    systems, items, raters = (main.count(column) for column in ("system", "item", "rater"))
    answers = main.n_answers()
    return both(
        f"{answers:,} {_plural(answers, 'answer')}"
        + (f" by {raters:,} {_plural(raters, 'rater')}" if raters else "")
        + f" on {items:,} {_plural(items, 'item')}"
        + (f" of {systems} {_plural(systems, 'system')}." if systems else "."),
        (f"{raters:,} 位评分者" if raters else "")
        + f"对 {items:,} 道题给出 {answers:,} 个答案"
        + (f"，涉及 {systems} 个系统。" if systems else "。"),
    )


def entered(main: RatingsData) -> Words:
    """How many answers the results rest on; what was left blank is none."""
    main = main.answered()
    answers, raters = main.n_answers(), main.count("rater")
    if not raters:
        return both(
            f"{answers:,} answers enter the results; who gave them is not recorded",
            f"共有 {answers:,} 个答案进入结果，未记录由谁给出",
        )
    return both(
        f"{answers:,} {_plural(answers, 'answer')} by {raters:,} {_plural(raters, 'rater')} enter the results",
        f"共有 {raters:,} 位评分者的 {answers:,} 个答案进入结果",
    )


def _plural(n: int, noun: str) -> str:
    return noun if n == 1 else f"{noun}s"


def standing(context: Context) -> tuple[Words, ...]:
    """What was planned: number of ratings, stopping rule, looks at the data; and whether it was said at all."""
    about = context.about
    out = []
    for key, en, zh in (
        ("planned_n", "Planned size", "计划样本量"),
        ("stopping", "Stopping rule", "停止规则"),
        ("looks", "Looks at the data", "查看数据的次数"),
        ("hypotheses", "Hypotheses", "研究假设"),
    ):
        text = about.get(key, "")
        if text or key != "hypotheses":
            out.append(both(f"{en}: {text or 'not stated'}.", f"{zh}：{text or '未说明'}。"))
    return tuple(out)


def method(work: Work, more: Words) -> Words:
    """How the numbers were made, as one paragraph."""
    context = work.context
    kinds = {info.kind for info in work.fields}
    confidence = f"{context.confidence:.0%}"
    en = [
        f"Intervals are {confidence} intervals.",
        "Everything is aligned to systems, never to the side or place on the screen, and systems are compared on shared blocks.",
    ]
    zh = [f"区间均为 {confidence} 区间。", "所有结果都对应到系统，而不是屏幕上的左右或位置；系统在同一配对内比较。"]
    if kinds & {"number", "choice", "flag"}:
        en.append(
            "Means, shares and differences have t intervals from a two-way cluster-robust variance over items and raters "
            "(Cameron, Gelbach & Miller 2011); p values of pairwise differences are adjusted by Holm's method within each field, "
            "and rank ranges hold for all systems at once (Mogstad et al. 2024)."
        )
        zh.append(
            "均值、占比与差值的区间采用题目与评分者双向聚类稳健方差的 t 区间（Cameron, Gelbach & Miller 2011）；"
            "两两差异的 p 值在每个题项内以 Holm 法校正；名次范围对所有系统同时成立（Mogstad 等 2024）。"
        )
    if "preference" in kinds:
        en.append(
            "Preferences are modelled with Davidson's model of ties (1970) with a term for the side where sides were swapped, and "
            "sandwich standard errors clustered by item and rater."
        )
        zh.append("偏好采用带平局的 Davidson 模型（1970），左右互换时加入位置项，标准误按题目与评分者聚类。")
    en.append(
        "Agreement is Krippendorff's alpha at the level of each field with a jackknife interval over items and raters, beside percent "
        "agreement and Gwet's AC; repeats by the same rater do not enter it."
    )
    zh.append(
        "一致性为各题项测量水平上的 Krippendorff α，区间由按题目与评分者的刀切法得到，并附一致率与 Gwet AC；同一评分者的重复题不计入。"
    )
    en += [more.to("en")] if more else []
    zh += [more.to("zh")] if more else []
    return both(" ".join(en), "".join(zh))


def limits(work: Work) -> Words:
    """What the numbers do not show, from what is known about this very study."""
    context, main = work.context, work.main
    en, zh = [], []
    raters = main.count("rater")
    if raters == 0:
        en.append("It is not known who rated, so intervals treat ratings of different items as independent.")
        zh.append("不知道评分者是谁，区间把不同题目的评分视为独立。")
    elif raters < 10:
        few = "one rater" if raters == 1 else f"{raters} raters"
        en.append(f"With {few}, how other raters would judge is known only roughly.")
        zh.append(f"只有 {raters} 位评分者，对其他评分者会如何评分只能粗略估计。")
        if 1 < raters < _FEW and main.count("system") > 1:
            en.append(
                "Intervals and corrected p values allow for other raters and are therefore wide; the paired tests beside them hold "
                "for these raters only."
            )
            zh.append("区间与校正后的 p 值顾及其他评分者，因而较宽；并列的配对检验只对这些评分者成立。")
    if not context.contrasts:
        en.append("No comparison was declared beforehand; p values describe an exploratory analysis.")
        zh.append("没有预先声明的比较；p 值只描述探索性分析。")
    if not context.about.get("stopping"):
        en.append("No stopping rule was stated; if data were looked at while they came in, intervals are too narrow.")
        zh.append("未说明停止规则；若在收集过程中查看过数据，区间会偏窄。")
    if work.prepared.any_excluded:
        en.append("Answers were excluded by rule; results with them are given beside.")
        zh.append("部分答案按规则剔除；另附不剔除时的结果。")
    if context.rules:
        en.append(
            "Exclusion rules changed after the first answer; results under the rules of each version are given beside."
        )
        zh.append("剔除规则在收到首个答案之后有过修改；另附各版本规则下的结果。")
    if main.count("guideline") > 1:
        en.append("The guideline changed while ratings were collected; results are also given by version.")
        zh.append("收集期间指南有过修改；另附按版本分列的结果。")
    en.append("Results hold for items and raters like these, and say nothing about other kinds of pictures or people.")
    zh.append("结果适用于与此相似的题目和评分者，不能推及其他类型的图片或人群。")
    return both(" ".join(en), "".join(zh))
