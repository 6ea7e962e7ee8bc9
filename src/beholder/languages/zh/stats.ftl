# Methods and notes of statistics.

bootstrap-comparisons = { $model }，对比较的百分位自助法，重抽样 { $resamples } 次
bootstrap-objects = 对物体的自助法，百分位区间按物体数放宽
model-errors = 由模型得到的标准误
beta-interval = Beta 区间
pooled-sd = 题目内部的合并标准差
majority-ties = 并列时：{ $rule }
adjusted-rand = 调整兰德指数，先对评分员两两平均，再对题目平均
variance-component = 方差分量，Henderson 方法 I
variance-of-severity = 评分员宽严的方差，Henderson 方法 III
exact-agreement = 完全一致的评分对占比
agreement-within = 相差不超过 { $distance } 即算一致的评分对占比
agreement-specific = 对“{ $value }”的专属一致率
tost = TOST，界限 { $margin }
wilcoxon = 对配对均值作 Wilcoxon 符号秩检验
wilcoxon-items-holm = 对题目作 Wilcoxon 符号秩检验，p 值经 Holm 校正
sign-test = 对配对均值作符号检验
mcnemar = 对配对多数作 McNemar 检验
dz = Cohen dz
dz-interval = Cohen dz，非中心 t 区间
superiority = 配对均值上的优势概率，Wilson 区间
cliffs-delta = Cliff δ
odds-ratio-woolf = 优势比，Woolf 区间
odds-ratio-conditional = 条件优势比，精确区间
mean-over-ratings = 评分的均值
mean-over-trials = 试次的均值，各试次权重相同
mean-by-chance = 评分的均值，每个评分按其被询问概率的倒数加权
mean-by-column = 评分的均值，按表中的权重加权
mean-over-items = 题目的均值
name-names = 每个条目的不同名称数，对条目取平均
name-top-share = 每个条目最常见名称的占比，对条目取平均
name-entropy = 每个条目名称的熵（比特），对条目取平均
severity = 严厉程度：比评分员平均低多少分，对题目与评分员作最小二乘
correlation-bootstrap = { $name ->
        [spearman] Spearman
        [pearson] Pearson
        [kendall] Kendall
       *[other] { $name }
    } 相关，按题目的百分位自助法，重抽样 { $resamples } 次
fair-mean = 配对的均值，以最小二乘去除评分员宽严
holm-over-pairs = p 值在本题项的所有两两比较内以 Holm 法校正
holm-within-task = 任务内 Holm 校正的 p
left-share = 分出胜负的比较中左侧获胜的比例
repeated-share = 隐藏的重复题中答案与前次相同的比例
median-seconds = 每个答案有效用时的中位数（秒）
circles = 多数意见成环的三元组个数
slope-place = 同一答案内位置每后移一位的分数变化，控制系统
slope-time = 同一评分员每多做 10 题的分数变化，控制系统
ratings-enough = 每个对象需要多少评分，其均值才与同样多的另一批达到该相关
spearman-brown = 以 Spearman–Brown 公式推算
not-estimable = 无法估计
both-ways = 每次比较从两个系统各看一遍
items-n-in-ratings = { $n } 个对象，n 为评分数
    .brief = { "" }
items-raters-n-in-ratings = { $items } 个对象，{ $raters } 位评分员，n 为评分数
    .brief = { "" }
alpha = Krippendorff α（{ $level ->
        [nominal] 称名
        [ordinal] 顺序
        [interval] 等距
       *[ratio] 等比
    }水平）
conger-kappa = { $weights ->
        [quadratic] Conger κ（平方权重）
       *[other] Conger κ
    }
cohen-kappa = { $first } 与 { $second } 的 Cohen κ
two-sided-t = 双侧 t 检验，{ $method }
product-bootstrap-blocks = 按配对的乘积权重自助法，重抽样 { $resamples } 次
product-bootstrap-raters = 按配对与评分员的乘积权重自助法，重抽样 { $resamples } 次
wilson-interval = Wilson 区间
wilson-per-block = Wilson 区间，每个配对算一次（所有评分相同）
clopper-pearson-interval = Clopper–Pearson 区间
davidson-ties = 带平局的 Davidson 模型
davidson-ties-position = 带平局与位置项的 Davidson 模型
rao-kupper-ties = 带平局的 Rao–Kupper 模型
rao-kupper-ties-position = 带平局与位置项的 Rao–Kupper 模型
ratio-of-sums = 总和之比
right-preferred = 偏好唯一正确答案的比例
exponent-around = 围绕 g n 的 sd = a n^b 的指数 b，删失正态似然
exponent-within = 图内 sd = a m^b 的指数 b，卡方似然
top-name-found = { $raters } 位评分员就能得到其首选名称的物体占比
planted-names = 混入的对照名称不计入
name-object-pairs = 名称–物体对
tie-rule = 次数相同的名称中，数据列为首选的在前，否则先给出（或先写下）的在前
other-object-inadequate = 指另一物体的名称中，同时不合适的占比

## Notes

note-independent-comparisons = 所有比较视为独立；题目重复时，聚类标准误更宽
note-separable-resamples = { $all } 次重抽样中有 { $n } 次完全分离，以正态先验收缩
note-all-ties = 全部为平局，无从排名
note-no-ties = 没有平局：nu 为 0，即 Bradley–Terry 模型
note-separation = 完全分离：部分强度会趋于无穷，故所有项以标准差 { $sd } 的正态先验收缩
note-open-gaps = 这些系统相差多远没有上限：其间的误差取自胜率（Wilson），每个题目或评分员只计一次
note-errors-independent = 标准误把所有比较视为独立
note-few-clusters = 某一类聚类只有 { $n } 个：区间宽而粗略
note-passes = 迭代 { $n } 次
note-no-standard-error = 没有题目有两个评分：无标准误
note-plenty = 每位评分员和每个取值有 { $n } 个以上评分：请与允许共同偏差的 dawid_skene 比较
note-one-value = 只有一个取值：无从出错
note-rows-missing-or-repeated = { $n } 行缺失或重复，未计入
note-below-zero = 估计值低于零：看不出此项方差
note-noise-below-zero = 评分员与残差的方差估计值小于零，按零计
note-single-ratings = { $n } 个评分所在的题目只有一个评分，未计入
note-lower-bound = 为下界：部分取值只知下界
note-blocks-of-one = { $n } 个配对只有一个系统，未计入
note-blocks-split = { $n } 个配对的评分各占一半，未计入
note-empty-cell = 有空格：各格加 1/2
note-no-upper-end = 后一系统从未单独答“是”：比值没有上界
note-ratings-of-one = { $n } 个评分所在的配对只有一个系统，未计入
note-no-rater-column = 没有评分员一列：区间只对这些评分员成立
note-conservative = 偏保守
note-resamples-silent = { $all } 次重抽样中有 { $n } 次无法估计，未计入
note-resamples-flat = { $all } 次重抽样中有 { $n } 次没有变化，未计入
note-rows-missing-system = { $n } 行缺取值、系统、题目或评分员，未计入
note-replicates-undefined = { $all } 次重抽样中有 { $n } 次无法估计，未计入
note-one-rater = 只有一位评分员：区间只对这位评分员成立
note-one-item = 只有一道题：区间只对这道题成立
note-variance-negative = 题目与评分员合计的方差估计为负（数据少时会出现），改用两者中较大的一个
note-variance-not-positive = 题目与评分员合计的方差估计有一部分为负（数据少时会出现），该部分按 0 计
note-rows-missing = { $n } 行缺题目、评分员或取值，未计入
note-repeats = 同一评分员对同一题的 { $n } 次重复未计入，以首次为准
note-censored-items = { $n } 个对象（{ $share }）含只知下界的值，未计入
note-plan-alone = 只有一道题或一位评分员，无从推及其他
note-plan-never = 再多评分员也不够：请增加题目或每题的评分数
note-plan-raters-limit = 再多题目也不够：评分员之间差异太大，请增加评分员
note-plan-items-alike = 题目之间没有差异：少用题目，让所有评分员都评
note-plan-whole = 取整为 { $ratings } 个评分：同样花费可评 { $items } 道题
note-plan-three-items = 评分数达到两倍的题目不足三道
note-plan-too-narrow = 再多题目也不够：请放宽区间
note-pilot-few-ratings = 预试中有 { $n } 道题的评分不足 { $ratings } 个，未计入
note-pilot-beyond = 预试中没有两道题各有 { $ratings } 个评分：按预试的 alpha { $alpha } 用公式估算
typical-prompt-following = 图片是否符合提示词，0、0.5 或 1；单个系统的均值
typical-prompt-following-difference = 图片是否符合提示词，0、0.5 或 1；同一批题目上两个系统之差
typical-picture-quality = 图片质量如何，0、0.5 或 1；单个系统的均值
typical-picture-quality-difference = 图片质量如何，0、0.5 或 1；同一批题目上两个系统之差
typical-video-quality = 视频质量如何，五级量表
typical-exact-count = 物体数量是否与提示词一致；单个生成模型
typical-hard-yes-or-no = 是两种相似物种中的哪一种，未经训练的评分员
typical-preference-crowd = 两个回答哪个更好，或平局；众包人员，文本
typical-preference-trained = 两个回答哪个更好，或平局；受过培训的评分员，文本，难题已剔除
note-pilot-negative = 预试中 { $part } 的方差估计为 { $value }，按 0 计
note-circle = { $a } 胜 { $b }，{ $b } 胜 { $c }，{ $c } 胜 { $a }
note-ties = { $n } 次平局未计入
note-censored-mean = { $n } 个只知下界的值按 { $least } 计：均值至少如此
note-few-raters = 评分员太少：区间只对这些评分员成立
note-raters-fixed = 评分员视为固定：区间只对这些评分员成立
note-raters-unknown = 未记录由谁评分：同一对象的各个评分视为来自不同的评分员
note-cut-at-scale = 区间在量表端点处截断，因为均值不会超出量表
note-counts-above = { $n } 个超出上限的计数按 { $least } 计：为下界

## What n counts; briefly not told

n-in-ratings = n 为评分数
    .brief = { "" }
n-in-items = n 为题数
    .brief = { "" }
n-in-shared-items = n 为两人都评过的题数
    .brief = { "" }
n-in-threes = n 为系统三元组数
    .brief = { "" }
n-in-things = n 为被评对象数
    .brief = { "" }
n-in-answers = n 为答案数
    .brief = { "" }
n-in-pictures = n 为图片数
    .brief = { "" }
n-in-objects = n 为物体数
    .brief = { "" }

dawid-skene-right = 报告正确的概率，Dawid–Skene 模型
dawid-skene-likelihood = Dawid–Skene 模型，最大似然
dawid-skene-prior = Dawid–Skene 模型，Dirichlet 先验

share-median-censored = 中位数只知下界的题目占比
share-few-ratings = 评分太少、得不到 { $confidence } 界限的题目占比
share-majority-tied = 多数意见并列的题目占比
share-of-ratings = 占评分的比例
share-over-trials = 占评分的比例，各试次权重相同
share-by-chance = 占评分的比例，每个评分按其被询问概率的倒数加权
share-by-column = 占评分的比例，按表中的权重加权

one-coin-right = 答对的概率，单币模型
one-coin-likelihood = 单币模型，最大似然
one-coin-prior = 单币模型，Beta 先验

## Why there is no interval or test

no-interval-few-raters = 无法推及类似的评分员：不足三位
no-interval-raters-undefined = 无法推及类似的评分员：去掉几位后无法估计
no-interval-one-item = 无区间：只有一道题
no-test-no-spread = 无检验：没有差异可供判断
no-interval-one-value = 无区间：有一组只有一个取值
no-interval-no-overlap = 无区间：两组没有重叠
no-test-flat = 无检验：没有差异可供判断
no-interval-flat = 无区间：取值没有差异
no-interval-three-items = 无区间：可重抽样的题目不足三道
no-interval-blocks-flat = 无区间：配对之间没有差异
no-interval-two-units = 无区间：可重抽样的对象不足两个
no-interval-one-unit = 无区间：去掉一个对象后无法估计
no-interval-two-items = 无区间：至少需要两道题或两位评分员
no-interval-no-peak = 无区间：似然没有明显的峰

## Why there is no value

reason-no-shared-groups = 没有两位评分员为同一题的同样两个对象分过组
reason-one-rater = 只有一位评分员，谈不上一致
reason-no-ratings = 没有评分
reason-same-values = 所有取值相同，碰巧一致即完全一致
reason-no-two-ratings = 没有题目有两个评分
reason-few-shared = 共同评分太少，无法区分题目、评分员与残差
reason-nothing-varies = 取值没有变化，或共同评分太少
reason-no-variation = 所有取值相同，没有变化
reason-one-item = 只有一道题，题目之间无从比较
reason-no-shared-item = 两位评分员没有共同的题目
reason-one-value = 两位评分员都只用了一个取值
reason-no-pairs-or-same = 没有题目有两个评分，或所有取值相同
reason-no-pair = 没有相关的评分对
reason-no-block-differs = 没有一个配对有差异
reason-no-block = 没有两系统都有的配对
reason-no-discordant = 没有一个配对有差异
reason-two-blocks = 配对检验至少需要两个两系统都有的配对
reason-same-difference = 所有配对的差值相同，无从判断
reason-nothing-tried = 没有可计的次数
reason-dz = dz 至少需要两个差值不同的配对
reason-empty-sample = 有一组没有数据
reason-nothing-rated = 没有评分
reason-unpaired = 没有两系统都有评分的配对
reason-undefined = 对这些评分没有定义
reason-nobody-to-compare = 只有一位评分员，无从比较
reason-groups-apart = 评分员分成 { $n } 组，彼此没有共同的题目
reason-few-shared-items = 共同的题目太少，无法估计误差
reason-three-rows = 相关至少需要三行
reason-never-varies = 其中一项没有变化
reason-no-p = 没有给出 p 值
reason-nothing-in-common = 评分员分成 { $n } 组，彼此没有共同的评分
reason-many-systems = 系统太多，未查找
reason-no-sides = 没有记录左右位置
reason-no-slope = 取值没有变化
reason-no-system = 该系统没有剩下的评分
reason-never-repeats = 均值完全不能重复
reason-no-answer-both = 没有答案同时评了两个系统
reason-few-pictures = 图片太少，无法拟合
reason-no-picture-off = 没有图片偏离要求
reason-unsettled = 拟合没有收敛
reason-nothing-to-count = { $name }：没有可计的内容

## How intervals of agreement are made

interval-asymptotic = 区间：渐近方差，评分员视为固定
interval-jackknife-groups = 区间：按题目分组刀切，评分员视为固定
interval-f = 区间：F 分布
interval-bootstrap-these = 区间：按对象自助法（{ $replicates } 次，{ $kind ->
        [t] 标准误与 t
       *[percentile] 百分位
    }），评分员视为固定
interval-bootstrap-like-these = 区间：按对象自助法（{ $replicates } 次，{ $kind ->
        [t] 标准误与 t
       *[percentile] 百分位
    }），可推及类似的评分员
interval-jackknife-these = 区间：按对象刀切，评分员视为固定
interval-jackknife-like-these = 区间：按对象与评分员刀切，可推及类似的评分员
interval-linearised-these = 区间：线性化方差，评分员视为固定
interval-linearised-like-these = 区间：线性化方差，可推及类似的评分员

paired-t = 对配对均值作配对 t 检验
paired-t-df = 对配对均值作配对 t 检验，自由度 { $df }
paired-bootstrap = 按配对的百分位自助法，重抽样 { $resamples } 次
paired-difference-of-shares = 配对的占比之差，Newcombe 区间
paired-t-prompts-holm = 同一提示上的配对 t 检验，p 值经 Holm 校正

permutation-exact = 对配对均值作精确的符号翻转置换检验
permutation = 对配对均值作符号翻转置换检验，重抽样 { $resamples } 次
permutation-untested = 置换检验

difference-of-shares = 占比之差，Newcombe 区间
difference-on-blocks = 同一配对内的均值之差
difference-within-answers = 同一答案内的平均差值

## Intervals from t

t-interval-over-blocks = 按配对的 t({ $df }) 区间，评分员视为固定
    .brief = 按配对的 t 区间，评分员视为固定
t-interval-over-items = 按题目的 t 区间
t-interval-item = t({ $df }) 区间，按题目聚类
    .brief = t 区间，按题目聚类
t-interval-logit-item = logit 尺度上的 t({ $df }) 区间，按题目聚类
    .brief = logit 尺度上的 t 区间，按题目聚类
t-interval-log-item = 对数尺度上的 t({ $df }) 区间，按题目聚类
    .brief = 对数尺度上的 t 区间，按题目聚类
t-interval-rater = t({ $df }) 区间，按评分员聚类
    .brief = t 区间，按评分员聚类
t-interval-logit-rater = logit 尺度上的 t({ $df }) 区间，按评分员聚类
    .brief = logit 尺度上的 t 区间，按评分员聚类
t-interval-log-rater = 对数尺度上的 t({ $df }) 区间，按评分员聚类
    .brief = 对数尺度上的 t 区间，按评分员聚类
t-interval-item-rater = t({ $df }) 区间，按题目与评分员聚类
    .brief = t 区间，按题目与评分员聚类
t-interval-logit-item-rater = logit 尺度上的 t({ $df }) 区间，按题目与评分员聚类
    .brief = logit 尺度上的 t 区间，按题目与评分员聚类
t-interval-log-item-rater = 对数尺度上的 t({ $df }) 区间，按题目与评分员聚类
    .brief = 对数尺度上的 t 区间，按题目与评分员聚类

## Planning

plan-half-width = 预期半宽，t(min(题数, 评分员数) − 1)
plan-half-width-confidence = 预期半宽，t(min(题数, 评分员数) − 1)，{ $confidence }
plan-power = 在 { $level } 水平上发现 { $difference } 的差异的功效，非中心 t
plan-raters = 半宽不超过 { $target } 所需的最少评分员数
plan-items = 半宽不超过 { $target } 所需的最少题数
plan-items-power = 以 { $power } 的概率发现 { $difference } 的差异所需的最少题数
plan-raters-power = 以 { $power } 的概率发现 { $difference } 的差异所需的最少评分员数
plan-alpha = alpha 为 { $alpha }、每题 { $ratings } 个评分时其区间的预期半宽，{ $confidence }
plan-items-alpha = alpha 的区间每侧不超过 { $target } 所需的最少题数
plan-error = 预期标准误
plan-lead = 按规则的预期，每票正确的概率为 { $agree }
plan-width = 按规则的预期，题目内标准差为 { $sd }
plan-looks = 按计划查看、到结束时
plan-any-time = 到结束时，区间在任何时候都成立
plan-cost = 题数 ×（每题成本 + 评分数 × 每个评分的成本）
plan-best-ratings = 同样花费下标准误最小的每题评分数
plan-best-items = 每题 { $ratings } 个评分时，同样花费可评的题数

icc-k = k = { $k }
    .brief = { "" }
icc-one-way = ICC({ $form })：单向随机、{ $ratings ->
        [k] k 次评分的均值
       *[other] 单次评分
    }
icc-agreement = ICC({ $form })：双向随机、绝对一致、{ $ratings ->
        [k] k 次评分的均值
       *[other] 单次评分
    }
icc-consistency = ICC({ $form })：双向、一致性（不计评分员宽严）、{ $ratings ->
        [k] k 次评分的均值
       *[other] 单次评分
    }

coefficient-gwet = Gwet { $name }（{ $weights ->
        [identity] 无
        [ordinal] 顺序
        [quadratic] 平方
        [linear] 线性
       *[other] { $weights }
    }权重）
coefficient-brennan-prediger = Brennan–Prediger 系数
coefficient-fleiss = Fleiss κ

bradley-terry-half = Bradley–Terry 模型，平局算半胜
bradley-terry-half-position = Bradley–Terry 模型，平局算半胜，含位置项
bradley-terry-none = Bradley–Terry 模型，不计平局
bradley-terry-none-position = Bradley–Terry 模型，不计平局，含位置项

sandwich-item = 标准误按题目聚类（三明治估计），t({ $df })
    .brief = 标准误按题目聚类（三明治估计）
sandwich-rater = 标准误按评分员聚类（三明治估计），t({ $df })
    .brief = 标准误按评分员聚类（三明治估计）
sandwich-item-rater = 标准误按题目与评分员聚类（三明治估计），t({ $df })
    .brief = 标准误按题目与评分员聚类（三明治估计）

reference-differs = 参考名称不是首选名称的物体占比
reference-other-object = 经评判的不同名称中，指另一物体的占比
reference-inadequate = 经评判的不同名称中，不合适的占比
reference-never-judged = 不同的名称中，评分员从未评判的占比
references-strange = 没有一个参考名称是任何人给任何物体起过的名称：它们是不是另一种语言？

## Opinion scores

opinion-mean = 平均意见分，评分员间的 t 区间
opinion-bt500 = 去掉 BT.500 剔除的评分员后的平均意见分（标准差以 { $deviation } 为分母），评分员间的 t 区间
opinion-p910 = 扣除偏差、按一致性加权的意见分（P.910 附件 E）
opinion-cmos = 比较评分的平均值（CMOS）
opinion-cmos-side = 给定两个系统时，放在左边给评分带来的变化
note-lone-scores = { $n } 名评分员只评了一个刺激，未计入：其偏差与该刺激的质量无法区分
note-heavy-rater = 评分员 { $rater } 看上去非常一致，占 { $share } 的权重：这些分数主要来自一名评分员
note-few-scores = { $n } 名评分员评的刺激少于 { $least } 个：其看上去的一致性及由此得到的权重部分出于偶然

## Rankings of several systems

plackett-luce = Plackett–Luce 模型
plackett-luce-ties = Plackett–Luce 模型，平局按 Davidson–Luce
best-worst-joint = 最好与最差成对选择的条件 logit（MaxDiff）
best-worst-sequential = 先选最好、再从其余中选最差的条件 logit
kendall-w = Kendall W（已校正并列）
n-in-lists = n 为列表数
    .brief = { "" }
interval-jackknife-lists = 区间：逐个列表的刀切法与 t
note-lists-incomplete = { $n } 个列表缺少某些系统或没有排序，未计入
note-few-lists = { $n } 个列表对 { $all } 个待估项而言太少，不按列表聚类：标准误把这些列表视为给定
note-few-raters-terms = { $n } 名评分员对 { $all } 个待估项而言太少，不按评分员聚类：标准误把这些评分员视为给定
reason-no-full-lists = 给全部系统排序的列表不足两个
sandwich-list = 标准误按列表聚类（三明治估计），t({ $df })
    .brief = 标准误按列表聚类（三明治估计）
sandwich-list-rater = 标准误按列表与评分员聚类（三明治估计），t({ $df })
    .brief = 标准误按列表与评分员聚类（三明治估计）

## Graded preference, both bad, unsure

graded = 分级偏好的累积 logit 模型，阈值左右对称
graded-position = 分级偏好的累积 logit 模型，阈值左右对称，含位置项
both-bad = 已作答的比较中两者都差的占比
note-both-bad = { $n } 次比较中两者都差，说明不了谁更好，未计入；其占比另行给出
note-unsure = { $n } 次比较中评分员不确定，未计入
unsure = 评分员不确定的比较次数

## Marks

mark-f = 一一匹配的标记的 F 值
mark-precision = 与参考标记匹配的标记占比
mark-recall = 被匹配到的参考标记占比
reason-no-marks = 没有人作过标记，或没有图片由两人看过

## 模型作为评分员

alt-test = 替代标注者检验，{ $level ->
    [nominal] 与其他评分员回答相同的比例
   *[ordered] 与其他评分员的均方根距离
}，epsilon 为 { $epsilon }，评分员间按 Benjamini-Yekutieli 校正
alt-by-item = 按条目的单侧 t 检验
alt-by-block = 按条目区组的单侧 t 检验
alt-advantage = 依次略去每位评分员，模型与其余人的一致不低于此人的频率之均值，按条目区组的 t 区间
alt-passes = { $model } 通过：不逊于至少一半的评分员
alt-fails = { $model } 未通过：只对不到一半的评分员显示出不逊色
note-alt-unanswered = { $model } 未回答人工评过的条目中的 { $n } 个，这些条目不计入
note-alt-few-items = 有 { $n } 位评分员与模型共有的条目不足 { $least } 个：检验在此处把握很小
note-alt-few-raters = 该检验至少需要 { $least } 位评分员，而这里只有 { $n } 位
reason-no-shared-items = 没有条目同时有模型、该评分员和另一人的回答

## 提前停止

stopping-rule = 至少 { $least } 个、至多 { $most } 个回答，领先 { $lead } 票后不再追加
stopping-all = 对所有到达顺序的精确值
stopping-file = 按文件中的顺序
stopping-random = 随机到达顺序下的均值
stopping-replays = { $n } 次重放的均值及其中间 95%
note-stopping-unclear = 有 { $n } 个条目在全部回答下没有唯一标签，不计入 same_label
note-stopping-biased = 按规则停止的条目上的 alpha 有偏，因为有分歧的条目问得更多；请随机抽一部分完整评分（--share）以得到可信的值
combine = 人与模型评委合并（PPI++），按区组的 t 区间
combine-weighted = 人与模型评委合并（PPI++），按抽中概率的倒数加权（Horvitz-Thompson），按区组的 t 区间
share-by-items = 比例，按条目求和的 t 区间
note-combine-random = 前提是人工评分的输出是随机抽取的
note-combine-nothing-more = 模型评委看过的输出都有人工评分：结果即为人工评分的结果
note-combine-few = 只有 { $n } 个输出有人工评分；少于 { $least } 个时，模型评委的权重多半出于偶然
