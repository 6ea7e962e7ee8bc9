"""The words for columns of result tables, in both languages and with the digits that matter, in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from beholder.analysis.result import Heading, Sheet, both
from beholder.fields import Words

__all__ = ["heading", "sheet"]

_WORDS: Mapping[str, tuple[str, str, int | None]] = {
    "what": ("What", "内容", None),
    "answers": ("Answers", "答案数", 0),
    "rows": ("Rows", "行数", 0),
    "raters": ("Raters", "评分者", 0),
    "rater": ("Rater", "评分者", None),
    "enters": ("Enters results", "进入结果", None),
    "system": ("System", "系统", None),
    "first": ("System", "系统", None),
    "second": ("Against", "对比系统", None),
    "field": ("Field", "题项", None),
    "group": ("Group", "分组", None),
    "guideline": ("Guideline", "指南版本", None),
    "mean": ("Mean", "均值", 2),
    "fair_mean": ("Severity-adjusted mean", "校正宽严后的均值", 2),
    "interval": ("Interval", "区间", 2),
    "fair_interval": ("Interval", "区间", 2),
    "sd": ("SD", "标准差", 2),
    "n": ("n", "n", 0),
    "n_dropped": ("Left out", "未计入", 0),
    "items": ("Items", "题数", 0),
    "blocks": ("Blocks", "配对数", 0),
    "rank": ("Rank", "名次", 0),
    "rank_range": ("Rank range", "名次范围", 0),
    "difference": ("Difference", "差值", 2),
    "p": ("p", "p", 4),
    "p_holm": ("p (Holm)", "p（Holm 校正）", 4),
    "p_t": ("p (paired t)", "p（配对 t）", 4),
    "p_wilcoxon": ("p (Wilcoxon)", "p（Wilcoxon）", 4),
    "rank_biserial": ("Rank-biserial r", "秩二列相关", 2),
    "dz": ("dz", "dz", 2),
    "superiority": ("P(first higher)", "前者更高的概率", 2),
    "status": ("Status", "性质", None),
    "statistic": ("Statistic", "统计量", None),
    "value": ("Value", "取值", 3),
    "share": ("Share", "占比", 3),
    "option": ("Answer", "答案", None),
    "low_share": ("Share low", "低分占比", 3),
    "high_share": ("Share high", "高分占比", 3),
    "wins": ("Wins", "胜", 0),
    "ties": ("Ties", "平", 0),
    "losses": ("Losses", "负", 0),
    "win_share": ("Win share", "胜率（平局算半）", 3),
    "average_win_rate": ("Mean win share over opponents", "对各对手胜率均值", 3),
    "strength": ("Log-strength", "对数强度", 2),
    "position": ("Position", "位置", 0),
    "severity": ("Severity", "严厉程度", 2),
    "seconds": ("Median seconds", "用时中位数（秒）", 1),
    "quartiles": ("Quartiles", "四分位数", 1),
    "mean_seconds": ("Mean seconds", "平均用时（秒）", 1),
    "fast_share": ("Share too fast", "过快占比", 3),
    "hours": ("Hours", "小时", 1),
    "alpha": ("Alpha", "α", 3),
    "agreement": ("Agreement", "一致率", 3),
    "without": ("Without excluded answers", "剔除后", 2),
    "without_interval": ("Interval", "区间", 2),
    "with": ("With excluded answers", "不剔除", 2),
    "with_interval": ("Interval", "区间", 2),
    "change": ("Change", "变化", 2),
    "requested": ("Requested", "要求数量", 0),
    "counted": ("Counted", "数得", None),
    "object_type": ("Object type", "物体类型", None),
    "exact": ("Exact (clipped counted)", "完全正确（含被截物体）", 3),
    "exact_interval": ("Interval", "区间", 3),
    "whole": ("Exact (whole objects only)", "完全正确（只算完整物体）", 3),
    "whole_interval": ("Interval", "区间", 3),
    "between": ("Request between whole and all", "要求数介于两者之间", 3),
    "between_interval": ("Interval", "区间", 3),
    "bias": ("Signed error", "有符号误差", 2),
    "bias_bounds": ("Signed error, at least", "有符号误差（下界）", 2),
    "error": ("Absolute error", "绝对误差", 2),
    "over": ("Too many", "过多占比", 3),
    "under": ("Too few", "过少占比", 3),
    "censored": ("Above the limit", "超出上限占比", 3),
    "clipped": ("With clipped objects", "有被截物体占比", 3),
    "item": ("Item", "题目编号", None),
    "consensus": ("Consensus", "共识", None),
    "spread": ("Spread", "分歧", 2),
    "comments": ("Comments", "备注", None),
    "points": ("Points", "得分", 2),
    "words": ("Words", "词数", 1),
    "per_word": ("Points per word", "每词得分", 3),
    "per_word_interval": ("Interval", "区间", 3),
    "fact": ("Fact", "事实", None),
    "correlation": ("Spearman", "Spearman 相关", 3),
    "confidence": ("Confidence", "信心", 0),
    "text": ("Text", "文字", None),
    "length": ("Mean characters", "平均字数", 1),
    "distinct": ("Different texts", "不同文字数", 0),
    "rule": ("Rule", "规则", None),
    "passed": ("Passed", "通过", 0),
    "choice": ("Exclusions", "剔除方式", None),
    "standing": ("Standing", "依据", None),
    "since": ("In force since", "生效时间", None),
    "digest": ("Hash of the version", "版本哈希", None),
    "taken_out": ("Answers taken out", "剔除的答案数", 0),
    "result": ("Result", "结果", None),
    "rule_text": ("In words", "说明", None),
    "correct": ("Correct answers", "答对情况", None),
    "preferred_share": ("Preferred", "被偏好占比", 3),
    "tie_share": ("Equal", "相当占比", 3),
    "agree_share": ("Agrees with majority", "与多数一致", 3),
    "slope": ("Slope", "斜率", 3),
    "notes": ("Notes", "说明", None),
}  # fmt: skip


def heading(name: str) -> Heading:
    """The heading of a column; an unknown one is called by its name."""
    en, zh, digits = _WORDS.get(name, (name.replace("_", " "), name, 3))
    return Heading(name=name, title=both(en, zh), digits=digits)


def sheet(
    name: str,
    title: Words,
    rows: Iterable[Mapping[str, Any]],
    columns: Sequence[str],
    *,
    notes: Sequence[Words] = (),
    headings: Mapping[str, Words] | None = None,
) -> Sheet:
    """A table with these columns, called as the glossary says or as `headings` overrides it."""
    own = headings or {}
    made = [heading(column) for column in columns]
    return Sheet(
        name=name,
        title=title,
        columns=tuple(Heading(name=one.name, title=own.get(one.name, one.title), digits=one.digits) for one in made),
        rows=tuple(dict(row) for row in rows),
        notes=tuple(notes),
    )
