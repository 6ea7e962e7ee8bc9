"""Methods and remarks of findings, as margin notes: without the counts that stand in the tables, and in Chinese too.

Findings carry their method as one English line, clause by clause. A clause that is not listed here is printed in English.
"""

from __future__ import annotations

import re

__all__ = ["method_in", "remark_in"]

_DROPPED = re.compile(r"^(?:\d[\d,]* items(?:, [\d,]+ raters)?(?:, n in .*)?|n in .*|k = [\d.]+)$")
_T = re.compile(r"\bt\([\d.]+\)")
_LEVELS = {"nominal": "称名", "ordinal": "顺序", "interval": "等距", "ratio": "等比"}
_WEIGHTS = {"identity": "无", "ordinal": "顺序", "quadratic": "平方", "linear": "线性"}

_CLAUSES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), chinese)
    for pattern, chinese in (
        (r"^Davidson ties with position term$", "带平局与位置项的 Davidson 模型"),
        (r"^Davidson ties$", "带平局的 Davidson 模型"),
        (r"^sandwich standard errors clustered by item and rater(?:, t)?$", "标准误按题目与评分者聚类（三明治估计）"),
        (r"^sandwich standard errors clustered by item(?:, t)?$", "标准误按题目聚类（三明治估计）"),
        (r"^Holm-adjusted p over all pairs of this field$", "p 值在本题项的所有两两比较内以 Holm 法校正"),
        (r"^ICC\(A,1\) = .*$", "ICC(A,1)：双向随机、绝对一致、单次评分"),
        (r"^ICC\(A,k\) = .*$", "ICC(A,k)：双向随机、绝对一致、k 次评分的均值"),
        (r"^interval: unit jackknife and t, these raters$", "区间：按对象刀切，评分者视为固定"),
        (r"^interval: unit jackknife and t, raters like these$", "区间：按对象刀切，可推及类似的评分者"),
        (r"^interval: linearised variance and t, these raters$", "区间：线性化方差，评分者视为固定"),
        (r"^Wilson interval$", "Wilson 区间"),
        (r"^Wilson interval, one trial per block.*$", "Wilson 区间，每个配对算一次（所有评分相同）"),
        (r"^agreement of pairs within 1$", "相差不超过 1 即算一致的评分对占比"),
        (r"^agreement specific to (.*)$", r"对“\1”的专属一致率"),
        (r"^exact agreement of pairs$", "完全一致的评分对占比"),
        (r"^difference of means on shared blocks$", "同一配对内的均值之差"),
        (r"^t interval clustered by item and rater$", "t 区间，按题目与评分者聚类"),
        (r"^t interval clustered by rater$", "t 区间，按评分者聚类"),
        (r"^t interval clustered by item$", "t 区间，按题目聚类"),
        (r"^t interval on the logit scale clustered by item and rater$", "logit 尺度上的 t 区间，按题目与评分者聚类"),
        (r"^t interval on the logit scale clustered by item$", "logit 尺度上的 t 区间，按题目聚类"),
        (r"^t interval over items$", "按题目的 t 区间"),
        (r"^mean over ratings$", "评分的均值"),
        (r"^mean over items$", "题目的均值"),
        (r"^share of ratings$", "占评分的比例"),
        (r"^share of decided comparisons that the left side wins$", "分出胜负的比较中左侧获胜的比例"),
        (r"^share of hidden repeats answered as before$", "隐藏的重复题中答案与前次相同的比例"),
        (r"^median active seconds per answer$", "每个答案有效用时的中位数（秒）"),
        (r"^number of threes in which majorities run in a circle$", "多数意见成环的三元组个数"),
        (r"^points per 10 trials of a rater.*$", "同一评分者每多做 10 题的分数变化，控制系统"),
        (r"^points per place further on the page.*$", "同一答案内位置每后移一位的分数变化，控制系统"),
        (r"^severity: points below the average rater.*$", "严厉程度：比评分者平均低多少分，对题目与评分者作最小二乘"),
        (r"^variance component, Henderson's method I$", "方差分量，Henderson 方法 I"),
    )
)
_REMARKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), chinese)
    for pattern, chinese in (
        (r"^([\d,]+) items? \((.*)\) with a censored value left out$", r"\1 个对象（\2）含只知下界的值，未计入"),
        (r"^([\d,]+) rows? with a missing value, system, item or rater left out$", r"\1 行缺取值、系统、题目或评分者，未计入"),
        (r"^([\d,]+) censored values? count as (\d+): the mean is at least this$", r"\1 个只知下界的值按 \2 计：均值至少如此"),
        (r"^([\d,]+) ratings? of blocks that only one of the two systems has left out$", r"\1 个评分所在的配对只有一个系统，未计入"),
        (r"^a lower bound: some values are censored$", "为下界：部分取值只知下界"),
        (r"^all values are the same: chance agreement is total$", "所有取值相同，碰巧一致即完全一致"),
        (r"^estimated below zero: no sign of such variance$", "估计值低于零：看不出此项方差"),
        (r"^no interval: leaving out one unit makes the estimate undefined$", "无区间：去掉一个对象后无法估计"),
        (r"^no interval: the values have no spread to estimate it from$", "无区间：取值没有差异"),
        (r"^not estimable$", "无法估计"),
        (r"^one item only: the interval holds for this item, not for others$", "只有一道题：区间只对这道题成立"),
        (r"^only (\d+) clusters of one kind: the intervals are wide and rough$", r"某一类聚类只有 \1 个：区间宽而粗略"),
        (r"^the two-way variance came out negative; the larger one-way variance is used$", "双向方差为负，改用较大的单向方差"),
        (r"^the two-way variance was not positive; its negative part is set to 0$", "双向方差非正，负的部分按 0 计"),
    )
)  # fmt: skip


def method_in(language: str, method: str) -> str:
    """The method in a language, without counts and degrees of freedom."""
    clauses = [_T.sub("t", clause) for clause in method.split("; ") if not _DROPPED.match(clause)]
    if language == "zh":
        return "；".join(_chinese(clause) for clause in clauses)
    return "; ".join(clauses)


def remark_in(language: str, remark: str) -> str:
    """A remark of a finding in a language."""
    if language == "zh":
        for pattern, chinese in _REMARKS:
            if pattern.match(remark):
                return pattern.sub(chinese, remark)
    return remark


def _chinese(clause: str) -> str:
    found = re.match(r"^Krippendorff's alpha, (\w+) level$", clause)
    if found:
        return f"Krippendorff α（{_LEVELS.get(found[1], found[1])}水平）"
    found = re.match(r"^Gwet's (AC[12]), (\w+) weights$", clause)
    if found:
        return f"Gwet {found[1]}（{_WEIGHTS.get(found[2], found[2])}权重）"
    for pattern, chinese in _CLAUSES:
        if pattern.match(clause):
            return pattern.sub(chinese, clause)
    return clause
