"""Methods and remarks of findings, as margin notes: without the counts that stand in the tables, and in Chinese too.

Findings carry their method as one English line, clause by clause. A clause that is not listed here is printed in English.
"""

from __future__ import annotations

import re

__all__ = ["method_in", "remark_in", "remarks_in"]

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
        (
            r"^interval: jackknife of units and of raters, t, raters like these$",
            "区间：按对象与评分者刀切，可推及类似的评分者",
        ),
        (r"^interval: linearised variance and t, these raters$", "区间：线性化方差，评分者视为固定"),
        (r"^interval: linearised variance and t, raters like these$", "区间：线性化方差，可推及类似的评分者"),
        (r"^interval: F$", "区间：F 分布"),
        (r"^interval: asymptotic variance and t, these raters$", "区间：渐近方差，评分者视为固定"),
        (r"^interval: jackknife over \d+ groups of items and t, these raters$", "区间：按题目分组刀切，评分者视为固定"),
        (r"^Cohen's kappa, (?:\w+) weights, (.+) and (.+)$", r"\1 与 \2 的 Cohen κ"),
        (r"^paired t test on block means$", "对配对均值作配对 t 检验"),
        (r"^sign test on block means$", "对配对均值作符号检验"),
        (r"^exact sign-flip permutation test on block means$", "对配对均值作精确的符号翻转置换检验"),
        (r"^McNemar test on block majorities$", "对配对多数作 McNemar 检验"),
        (r"^Cohen's dz, noncentral t interval$", "Cohen dz，非中心 t 区间"),
        (r"^probability of superiority on block means, Wilson interval$", "配对均值上的优势概率，Wilson 区间"),
        (r"^interval on the logit scale$", "logit 尺度上的区间"),
        (r"^sandwich standard errors clustered by rater(?:, t)?$", "标准误按评分者聚类（三明治估计）"),
        (r"^pooled standard deviation within items$", "题目内部的合并标准差"),
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
        (r"^variance of rater severity, Henderson's method III$", "评分者宽严的方差，Henderson 方法 III"),
        (r"^Brennan and Prediger's coefficient, .*$", "Brennan–Prediger 系数"),
        (r"^Conger's kappa, quadratic weights$", "Conger κ（平方权重）"),
        (r"^Conger's kappa, .*$", "Conger κ"),
        (r"^Wilcoxon signed-rank test on block means$", "对配对均值作 Wilcoxon 符号秩检验"),
        (r"^Wilcoxon signed-rank test on items, Holm-adjusted p$", "对题目作 Wilcoxon 符号秩检验，p 值经 Holm 校正"),
        (r"^each comparison seen from both systems$", "每次比较从两个系统各看一遍"),
        (r"^exponent b of sd = a m\^b within pictures, .*$", "图内 sd = a m^b 的指数 b，卡方似然"),
        (r"^exponent b of sd = a n\^b around g n, .*$", "围绕 g n 的 sd = a n^b 的指数 b，删失正态似然"),
        (r"^mean difference within answers$", "同一答案内的平均差值"),
        (r"^mean over blocks, severity of raters taken out by least squares$", "配对的均值，以最小二乘去除评分者宽严"),
        (r"^paired percentile bootstrap of blocks, (\d+) resamples$", r"按配对的百分位自助法，重抽样 \1 次"),
        (r"^paired t test on prompts, Holm-adjusted p$", "同一提示上的配对 t 检验，p 值经 Holm 校正"),
        (r"^ratio of sums$", "总和之比"),
        (r"^share that prefers the one right answer$", "偏好唯一正确答案的比例"),
        (
            r"^spearman, percentile bootstrap of \d+ items, (\d+) resamples$",
            r"Spearman 相关，按题目的百分位自助法，重抽样 \1 次",
        ),
        (r"^t interval on the logit scale clustered by rater$", "logit 尺度上的 t 区间，按评分者聚类"),
        (r"^t interval over blocks, these raters$", "按配对的 t 区间，评分者视为固定"),
        (r"^ratings per thing whose mean correlates .*$", "每个对象需要多少评分，其均值才与同样多的另一批达到该相关"),
        (r"^projected by the Spearman-Brown formula$", "以 Spearman–Brown 公式推算"),
        (
            r"^share of objects whose top name (\d+) raters would have found$",
            r"\1 位评分者就能得到其首选名称的物体占比",
        ),
        (r"^bootstrap over objects, expanded percentile interval$", "对物体的自助法，百分位区间按物体数放宽"),
        (
            r"^of names with equal counts the one .*$",
            "次数相同的名称中，数据列为首选的在前，否则先给出（或先写下）的在前",
        ),
        (r"^planted names do not enter$", "混入的对照名称不计入"),
        (r"^name–object pairs$", "名称–物体对"),
        (
            r"^adjusted Rand index, mean over rater pairs, then items$",
            "调整兰德指数，先对评分者两两平均，再对题目平均",
        ),
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
        (r"^([\d,]+) counts? above the limit are taken at (\d+): a lower bound$", r"\1 个超出上限的计数按 \2 计：为下界"),
        (r"^(\d+) of (\d+) resamples do not vary and are left out$", r"\2 次重抽样中有 \1 次没有变化，未计入"),
        (r"^([\d,]+) ratings? of items with one rating left out$", r"\1 个评分所在的题目只有一个评分，未计入"),
        (r"^([\d,]+) repeats? of an item by the same rater left out; the first rating stands$", r"同一评分者对同一题的 \1 次重复未计入，以首次为准"),
        (r"^no interval: the likelihood has no clear peak$", "无区间：似然没有明显的峰"),
        (r"^one rater only: the interval holds for this rater, not for others$", "只有一位评分者：区间只对这位评分者成立"),
        (r"^no interval: it takes two items or two raters$", "无区间：至少需要两道题或两位评分者"),
        (r"^all values are the same: nothing varies$", "所有取值相同，没有变化"),
        (r"^one item only: nothing varies between items$", "只有一道题，题目之间无从比较"),
        (r"^too few ratings are shared to tell items, raters and residual apart$", "共同评分太少，无法区分题目、评分者与残差"),
        (r"^raters fall into (\d+) groups that rated nothing in common$", r"评分者分成 \1 组，彼此没有共同的评分"),
        (r"^no interval: there is no spread over blocks to judge it by$", "无区间：配对之间没有差异"),
        (r"^the two raters share no item$", "两位评分者没有共同的题目"),
        (r"^both raters use one value only$", "两位评分者都只用了一个取值"),
        (r"^a paired test takes two blocks with both systems$", "配对检验至少需要两个两系统都有的配对"),
        (r"^all blocks differ by the same amount: there is no spread to judge it by$", "所有配对的差值相同，无从判断"),
        (r"^there is no block with both systems$", "没有两系统都有的配对"),
        (r"^no block was rated for both systems; name what pairs them$", "没有两系统都有评分的配对"),
        (r"^no block (?:differs|is discordant)$", "没有一个配对有差异"),
        (r"^([\d,]+) blocks? that only one of the two systems has left out$", r"\1 个配对只有一个系统，未计入"),
        (r"^([\d,]+) blocks? whose ratings are split in half left out$", r"\1 个配对的评分各占一半，未计入"),
        (r"^([\d,]+) rows? with a missing item, rater or value left out$", r"\1 行缺题目、评分者或取值，未计入"),
        (r"^(\d+) of (\d+) (?:resamples say nothing and are|bootstrap replicates were undefined and) left out$", r"\2 次重抽样中有 \1 次无法估计，未计入"),
        (r"^dz takes two blocks whose differences are not all the same$", "dz 至少需要两个差值不同的配对"),
        (r"^no test: (?:the difference has no spread to be judged by|there is no spread to judge it by)$", "无检验：没有差异可供判断"),
        (r"^there are no ratings$", "没有评分"),
        (r"^no ties were given: nu is 0 and the model is Bradley-Terry's$", "没有平局：nu 为 0，即 Bradley–Terry 模型"),
        (r"^standard errors take all comparisons as independent; name items and raters if they repeat$", "标准误把所有比较视为独立"),
        (r"^perfect separation \(.*\): .* with SD (.+)$", r"完全分离：部分强度会趋于无穷，故所有项以标准差 \1 的正态先验收缩"),
        (r"^every comparison is a tie: nothing to rank by$", "全部为平局，无从排名"),
        (r"^a correlation takes three rows$", "相关至少需要三行"),
        (r"^one of the measures never varies$", "其中一项没有变化"),
        (r"^no interval: fewer than three items to resample$", "无区间：可重抽样的题目不足三道"),
        (r"^no item has two ratings, or all values are the same$", "没有题目有两个评分，或所有取值相同"),
        (r"^no pair of ratings bears on it$", "没有相关的评分对"),
        (r"^no rating of this system is left$", "该系统没有剩下的评分"),
        (r"^no answer rates both systems$", "没有答案同时评了两个系统"),
        (r"^nothing was tried$", "没有可计的次数"),
        (r"^([\d,]+) ties left out$", r"\1 次平局未计入"),
        (r"^it is not recorded who rated$", "没有记录由谁评分"),
        (r"^few raters: the interval speaks of these raters only$", "评分者太少：区间只对这些评分者成立"),
        (r"^no interval for raters like these: leaving out some makes the estimate undefined$", "无法推及类似的评分者：去掉几位后无法估计"),
        (r"^no interval for raters like these: fewer than three$", "无法推及类似的评分者：不足三位"),
        (r"^no interval: fewer than two units to resample$", "无区间：可重抽样的对象不足两个"),
        (r"^no picture is off$", "没有图片偏离要求"),
        (r"^it does not vary$", "取值没有变化"),
        (r"^sides are not recorded$", "没有记录左右位置"),
        (r"^means do not repeat at all$", "均值完全不能重复"),
        (r"^projected by the Spearman-Brown formula$", "以 Spearman–Brown 公式推算"),
        (r"^one rater only: nobody to compare with$", "只有一位评分者，无从比较"),
        (r"^raters fall into (\d+) groups that share no item$", r"评分者分成 \1 组，彼此没有共同的题目"),
        (r"^too few shared items to judge the error$", "共同的题目太少，无法估计误差"),
        (r"^nothing varies, or too few ratings are shared$", "取值没有变化，或共同评分太少"),
        (r"^(.+) beats (.+), (.+) beats (.+), (.+) beats (.+)$", r"\1 胜 \2，\3 胜 \4，\5 胜 \6"),
        (r"^no item has two ratings$", "没有题目有两个评分"),
        (r"^no two raters grouped the same two elements of an item$", "没有两位评分者为同一题的同样两个对象分过组"),
        (r"^([\d,]+) rows missing or repeated left out$", r"\1 行缺失或重复，未计入"),
        (r"^no rater column: the interval holds for these raters$", "没有评分者一列：区间只对这些评分者成立"),
        (r"^one rater only: nothing to agree with$", "只有一位评分者，谈不上一致"),
        (r"^too few pictures to fit$", "图片太少，无法拟合"),
        (r"^too many systems to look through$", "系统太多，未逐一查看"),
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


def remarks_in(language: str, text: str) -> str:
    """Several remarks of a table cell, joined by semicolons; one of them may hold a semicolon itself."""
    if language != "zh":
        return text
    told, parts = [], text.split("; ")
    while parts:
        for n in range(len(parts), 0, -1):
            whole = "; ".join(parts[:n])
            found = remark_in(language, whole)
            if found != whole or n == 1:
                told.append(found)
                parts = parts[n:]
                break
    return "；".join(told)


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
