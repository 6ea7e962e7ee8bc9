# What analyses say: titles of findings, sentences, headings of tables.

interval = 区间（单独）
attention-passed = { $n } 道注意力检查题通过了 { $share }
status-declared = 预先声明
status-exploratory = 探索性
repeats-title = 在 { $n } 道隐藏重复题中，评分员在“{ $field }”上有 { $share } 与自己先前的答案相同
repeats-distance = 平均差距
names-title = 每道题平均有 { $names } 个不同名称，最常见的占 { $share }
sentence = { $text }。
sentences = { $before }{ $after }
entered = 共有 { $raters } 位评分员的 { $answers } 个答案进入结果
clauses = { $before }；{ $after }
texts-title = 评分员共写了 { $n } 条文字

## Notes

note-nothing-declared = 没有预先声明的比较：所有比较都是探索性的。
note-only-text = 所有答案都是自由文字，只计数、不比较；--level 题项=nominal 把每种文字当作一类答案，--protocol 则按该规程解读。
note-levels-inferred = 测量水平由取值推断（{ $levels }）；可用 --level 指定。
hint-better = 不知道“{ $fields }”哪一端为好，因此只说最高，不说最好；可用 --better 指定。
note-no-analysis = 题项 { $fields } 的类型没有对应的分析：其答案可在导出的数据中查看，但不进入任何结果。
note-simulated = 这些答案来自模拟评分员，不是真人。
note-excluded = 按规则剔除了 { $n } 个答案（{ $rules }）；另附包含这些答案的结果。
note-unreadable = 有 { $n } 行无法读取。
note-excluded-rule = { $rule } { $n }
note-rules-changed = 剔除规则在收到首个答案之后有过修改：{ $versions }；另附各版本规则下的结果。

## How much was rated

size-entered-unknown-raters = 共有 { $answers } 个答案进入结果，未记录由谁给出
size-with-raters = { $raters } 位评分员对 { $items } 道题给出 { $answers } 个答案。
size-with-raters-and-systems = { $raters } 位评分员对 { $items } 道题给出 { $answers } 个答案，涉及 { $systems } 个系统。
size-without-raters = 对 { $items } 道题给出 { $answers } 个答案。
size-without-raters-and-systems = 对 { $items } 道题给出 { $answers } 个答案，涉及 { $systems } 个系统。

## What entered the results

account-main = 正式评分
account-repeat = 隐藏的重复题（只用于自身一致性）
account-attention = 注意力检查题
account-practice = 练习题
account-qualification = 资格题
account-pilot = 预试
account-adjudication = 裁定（与原始答案分开保存）
account-blank = 未作答
account-enters-yes = 是
account-enters-no = 否
account-enters-beside = 另列
account-excluded = 按规则 { $rule } 剔除
account-superseded = 已被更正取代
account-title = 哪些数据进入结果，哪些没有

## Under the exclusion rules of each version

rules-standing-recorded = 研究期间实际执行（主要结果）
rules-recorded = 实际记录
rules-of-version = 第 { $version } 版规则
rules-standing-none = 所有答案都进入结果
rules-none = 不剔除
rules-standing-declared = 在数据之前声明
rules-standing-changed = 收到 { $n } 个答案之后修改
rules-results-title = 各种剔除方式下的主要结果
rules-note = 各版本的规则都用于同一批原始答案。以其他方式剔除的答案（人工、迟到、检查得分）在每个版本下都保持剔除；为替换被剔除答案而重新收集的答案予以保留。
rules-title-empty = 剔除规则在收到首个答案之后有过修改；按第 { $versions } 版的规则没有答案留下
rules-title = 剔除规则在收到首个答案之后有过修改；各版本规则之间，主要结果的变化不超过 { $largest }
rules-versions-title = 哪些规则在数据之前声明，哪些在何时修改
rules-answers-left = 留下的答案数
rules-no-rule = 无规则
rules-one = { $name }：{ $text }
rules-changed-version = 第 { $version } 版（{ $date }，已有 { $n } 个答案）

## Agreement

agreement-all-systems = 所有系统
agreement-all = 全部
agreement-few-shared = 有 { $n } 对评分员共同评过的比较不足 { $least } 个，未给出 kappa。
agreement-by-system = “{ $field }”在各系统内部的 α（{ $level }）
agreement-axis = Krippendorff α（{ $level }）
agreement-unknown = “{ $field }”的一致性无法估计：{ $reason }
agreement-these-raters = “{ $field }”的一致性：α { $alpha }，仅对这些评分员而言
agreement-alpha = “{ $field }”的一致性：α { $alpha }

## What tables call coefficients

statistic-alpha = Krippendorff α
statistic-alpha_these_raters = 同上，仅对这些评分员
statistic-alpha_ordinal = α（顺序）
statistic-alpha_nominal = α（名义）
statistic-alpha_both_bad = α（是否都不好）
statistic-alpha_interval = α（等距）
statistic-alpha_ratio = α（等比，不含超限题目）
statistic-percent = 完全一致的比例
statistic-within = 相差不超过 1 的比例
statistic-within_step = 相差不超过量表一级的比例
statistic-kappa_weighted = Conger κ（二次加权）
statistic-ac1 = Gwet AC1
statistic-ac2 = Gwet AC2（加权）
statistic-brennan-prediger = Brennan–Prediger 系数
statistic-icc-A-1 = ICC(A,1)，单个评分员
statistic-icc-A-k = ICC(A,k)，评分员均值
statistic-specific-yes = 对“是”的一致率
statistic-specific-no = 对“否”的一致率
statistic-specific-so = 对“有”的一致率
statistic-specific-not-so = 对“无”的一致率
statistic-specific = 对“{ $value }”的一致率
statistic-kappa = Cohen κ，{ $pair }

## Pairs of systems

comparison-too-many-pairs = 系统多达 { $n } 个，只列出与 { $system } 的比较。
comparison-one-family = 系统多达 { $n } 个，表中只列出与 { $system } 的比较。全部 { $pairs } 对（无论是否列出）属于同一族：p 值、同时区间与名次范围均按全部对数校正。
comparison-pairs = “{ $field }”的 { $all } 个两两差异中，{ $held } 个在 Holm 校正后成立
comparison-largest-difference = “{ $field }”的最大差异是 { $first } − { $second } = { $difference }
comparison-difference-axis = 同一题目上的差值；实心点表示 Holm 校正后成立
comparison-apart = 有 { $n } 对系统没有共同的题目：未作比较，名次也不说明彼此高下。
comparison-stray = { $systems } 只在一道题上评过，未参与比较：是否是表格中的笔误？
comparison-details = 同样差异的其他检验与效应量
distribution-title = “{ $field }”各答案出现的频率

## Who leads

lead-nothing = “{ $field }”没有可分析的数据
lead-mean = 均值
lead-mean-at-least = 均值至少
lead-share = 占比
lead-share-of = “{ $option }”的占比
lead-weighted = 加权{ $what }
weighted = { $what }（加权）
question-worded = { $name }
question-in-task = { $question }（{ $task }）
task-of = { $system } 与另外 { $n } 个系统的任务
by-nobody = { "" }
by-raters = （{ $n } 位评分员）
by-these = （仅就这 { $n } 位评分员而言）
axis-mean = “{ $question }”的均值{ $better ->
        [higher] ，越高越好
        [lower] ，越低越好
       *[none] { "" }
    }
axis-mean-on-scale = “{ $question }”的均值，{ $least } 至 { $most }{ $better ->
        [higher] ，越高越好
        [lower] ，越低越好
       *[none] { "" }
    }
axis-share = “{ $question }”的占比{ $better ->
        [higher] ，越高越好
        [lower] ，越低越好
       *[none] { "" }
    }
axis-share-of = “{ $question }”中“{ $option }”的占比{ $better ->
        [higher] ，越高越好
        [lower] ，越低越好
       *[none] { "" }
    }
verdict-of = { $system } 的
verdict-alone = “{ $question }”：{ $system }{ $what } { $value }
verdict-tasks = “{ $question }”：在 { $n } 个任务内分别比较系统
verdict-no-common-order = “{ $question }”：并非所有系统都在相同的题目上评过，没有统一的名次；{ $systems } 的{ $what }{ $better ->
        [lower] 最低
       *[higher] 最高
    }，为 { $value }
verdict-two-ahead = “{ $question }”：{ $system } 的评分{ $better ->
        [none] 高于
       *[higher] 优于
    } { $next }{ $by }：{ $what } { $value } 对 { $other }，相差 { $difference }
verdict-two-open = “{ $question }”：{ $system } 与 { $next } 无法区分高下{ $by }：{ $what } { $value } 对 { $other }，相差 { $difference }
verdict-ahead = “{ $question }”：{ $n } 个系统中 { $system } { $better ->
        [none] 最高
       *[higher] 最好
    }{ $by }：{ $what } { $value }，比其后的 { $next } { $better ->
        [lower] 低
       *[higher] 高
    } { $difference }
verdict-open = “{ $question }”：没有哪个系统被证明{ $better ->
        [none] 最高
       *[higher] 最好
    }{ $by }：{ $n } 个系统中 { $system } 的{ $what }{ $better ->
        [lower] 最低
       *[higher] 最高
    }，为 { $value }，但与其他任何一个都无法区分；与其后的 { $next } 相差 { $difference }
verdict-contrary = “{ $question }”：{ $n } 个系统中 { $system } 的{ $what }{ $better ->
        [lower] 最低
       *[higher] 最高
    }{ $by }，为 { $value }，但在共同的题目上 { $ahead } { $better ->
        [none] 更高
       *[higher] 更好
    }{ $behind ->
        [0] { "" }
       *[other] ；有 { $behind } 个系统被证明{ $better ->
            [none] 低于
           *[higher] 差于
        } { $system }
    }
difference-by-holm = { $difference }（Holm 校正后 { $p }）
verdict-level = “{ $question }”：{ $systems } 并列{ $by }，{ $what }均为 { $value }；{ $others }
others-none = 其余 { $rest } 个系统未被证明{ $worse }上述所有系统
others-part = 其余 { $rest } 个系统中有 { $behind } 个被证明{ $worse }上述所有系统
others-whole = 其余 { $rest } 个系统被证明{ $worse }上述所有系统
worse-worse = 差于
worse-lower = 低于
worse-behind = 落后于
verdict-some = “{ $question }”：{ $system } 的{ $what }{ $better ->
        [lower] 最低
       *[higher] 最高
    }{ $by }，为 { $value }；{ $same } 与它无法区分，{ $n } 个系统中其余 { $behind } 个被证明{ $better ->
        [none] 较低
       *[higher] 较差
    }
reference-apart = { $text }；{ $system } 比参考 { $reference }（{ $value }）{ $side ->
        [above] 高
       *[below] 低
    } { $difference }
reference-open = { $text }；{ $system } 与参考 { $reference }（{ $value }）之间未发现差异：{ $difference }
reference-two = { $text }；{ $reference } 是参考
reference-preferred = { $text }；参考 { $reference }（与它的比较也计入）比 { $system } 更受偏好
reference-passed = { $text }；{ $system } 比参考 { $reference } 更受偏好
reference-preferred-open = { $text }；{ $system } 与参考 { $reference } 都未被证明更受偏好
reference-label = { $system }（参考）
verdict-skipping = { $text }；这由同题差异判定，不只看均值
lead-same = “{ $field }”：{ $n } 个系统的{ $what }相同，为 { $value }
declared-held = { $all ->
        [one] { $held ->
            [0] 预先声明的比较不成立
           *[other] 预先声明的比较成立
        }
       *[other] 预先声明的 { $all } 个比较中，{ $held } 个成立
    }
declared-one = { $field }：{ $first } − { $second } = { $difference }，{ $p }（Holm），{ $held ->
        [yes] 成立。
       *[no] 不成立。
    }
declared-missing = 没有数据：{ $comparisons }。
declared-difference-axis = 差值

enough-title = “{ $field }”的均值要达到 r = { $target } 的重复性，每项约需 { $ratings } 个评分（按相关的区间为 { $least } 至 { $most } 个）
enough-unknown = 无法说明“{ $field }”的均值需要多少评分：每项 { $k } 个评分的均值与另外 { $k } 个的相关为 { $correlation }，未显示高于 0
enough-ratings = 每项评分数
enough-correlation = 与同样多其他评分的相关
enough-ratings-axis = 每项评分数
enough-correlation-axis = 相关

flags-agreement = 各标记的 α 在 { $low } 与 { $high } 之间
flags-agreement-one = “{ $option }”的 α 为 { $alpha }
flags-agreement-same = 各标记的 α 为 { $value }
flags-agreement-unknown = 各标记的一致性无法估计
flags-flag = 标记
flags-exact = 答案相同
flags-ac1 = AC1
flags-on-ticked = 对“有”的一致率
flags-none-set = “{ $question }”没有勾选任何标记
flags-only = “{ $question }”中的“{ $option }”：{ $n } 个评分中有 { $share } 勾选
flags-commonest = “{ $question }”中勾选最多的是“{ $option }”：{ $n } 个评分中占 { $share }
flags-axis = Krippendorff α（名义）
## Place on the page, time on the job

order-title = 页面位置与评分先后带来的变化
order-place = 每后移一位的分数
order-time = 每 10 题的分数
order-no-sign-place-time = 没有迹象表明页面位置或评分先后影响评分。
order-no-sign-place = 没有迹象表明页面位置影响评分。
order-no-sign-time = 没有迹象表明评分先后影响评分。
order-place-figure = 各页面位置上“{ $field }”的均值
order-place-axis = 页面位置
order-sign-place = 页面位置影响“{ $field }”：每后移一位 { $slope }
order-sign-time = “{ $field }”随评分进行而漂移：每 10 题 { $slope }

## Preferences

preference-sides-unknown = 没有记录左右位置，或位置从未互换：无法把位置偏好与系统强弱区分开。
preference-no-surer = 单看强度，两个系统中有一个更受偏好；但不依赖任何模型的胜率并不支持这一结论。因此强度的误差按胜率的误差放大，不作定论。
preference-rao-kupper = Rao-Kupper 对数强度
preference-pairs = “{ $field }”的 { $all } 个强度差异中，{ $held } 个在 Holm 校正后成立
preference-p-sign = p（按题的符号检验）
preference-difference = 对数强度之差
preference-win-axis = “{ $question }”的胜率（平局算半）
preference-matrix = “{ $question }”的两两胜负：左侧系统获胜的百分比（平局算半）
preference-against = 对手
preference-winner = 系统
preference-verdict-ahead = “{ $question }”：{ $n } 个系统中 { $system } 比其他所有系统都更受偏好{ $by }：胜率 { $share }（平局算半）
preference-verdict-two = “{ $question }”：{ $system } 比 { $next } 更受偏好{ $by }：胜率 { $share }（平局算半）
preference-verdict-two-open = “{ $question }”：{ $system } 与 { $next } 都未被证明更受偏好{ $by }：{ $system } 的胜率为 { $share }（平局算半）
preference-verdict-two-unless = “{ $question }”：{ $system } 的胜率为 { $share }{ $by }（平局算半），但考虑左右位置和平局之后，未被证明比 { $next } 更受偏好
preference-verdict-open = “{ $question }”：{ $n } 个系统中 { $system } { $most ->
        [yes] 胜率最高
       *[no] 考虑各自对手后强度最高
    }{ $by }，{ $most ->
        [yes] 为
       *[no] 胜率为
    } { $share }（平局算半），但未被证明比其他任何一个更受偏好
preference-verdict-some = “{ $question }”：{ $system } { $most ->
        [yes] 胜率最高
       *[no] 考虑各自对手后强度最高
    }{ $by }，{ $most ->
        [yes] 为
       *[no] 胜率为
    } { $share }（平局算半）；{ $same } 与它无法区分，{ $n } 个系统中其余 { $behind } 个被证明落后于它
preference-verdict-level = “{ $question }”：{ $systems } 不分高下{ $by }：各自胜率 { $share }（平局算半）；{ $others }
preference-verdict-level-all = “{ $question }”：{ $systems } 不分高下{ $by }：各自胜率 { $share }（平局算半）
preference-nothing = “{ $question }”没有可用于排名的比较
preference-strengths = 各系统在“{ $question }”上的强度
preference-outcomes = 各系统在“{ $question }”上胜、平、负的次数
preference-strength-axis = 对数强度（Davidson 模型）；0 为系统平均水平
preference-strength-axis-graded = 对数强度（累积 logit 模型）；0 为系统平均水平
preference-win = 胜
preference-tie = 平
preference-loss = 负
preference-share-axis = 比较次数占比
preference-bad = 都不好
preference-both-bad = { $n } 次作答的比较中，{ $share } 两者都不好
preference-bad-apart = { $bad }。它们不说明谁更好，不计入胜率和强度。
preference-both-bad-axis = “{ $question }”中两者都不好的比较占比
preference-unsure = { $n } 次比较中评分员无法判断，不计入任何结果。
preference-grades = 各系统在“{ $question }”上得到各级评分的次数
preference-grades-axis = 各等级占比，从比对方差（左）到比对方好（右）
preference-groups = 按 { $n } 个题目分组列出的偏好
preference-groups-on = 按 { $n } 个题目分组列出的“{ $question }”偏好（平局算半）
preference-no-side = 没有迹象表明评分员偏向某一侧（对数优势 { $odds }）。
preference-leans-left = 评分员偏向左侧：对数优势 { $odds }，强度估计已扣除这一影响
preference-leans-right = 评分员偏向右侧：对数优势 { $odds }，强度估计已扣除这一影响
preference-unfitted = 无法估计强度
preference-no-pairs = 没有分出结果的比较
preference-pairs-disconnected = 比较分成互不相连的几组，系统之间无法排出强弱
preference-too-many-systems = 系统太多，无法一起排名

## 多选一与排序

choices-nothing = “{ $question }”：没有可用的选择或排序
choices-ahead = “{ $question }”：{ $n } 个系统中 { $system } 领先于{ $n ->
        [2] 另一个系统
       *[other] 其他所有系统
    }{ $by }：{ $how }
choices-open = “{ $question }”：{ $n } 个系统中 { $system } 居首{ $by }，{ $how }，但未被证明领先于{ $n ->
        [2] 另一个
       *[other] 其他任何一个
    }
choices-some = “{ $question }”：{ $system } 居首{ $by }，{ $how }；{ $same } 与它无法区分，{ $n } 个系统中其余 { $behind } 个被证明落后于它
choices-level = “{ $question }”：{ $systems } 并列{ $by }，各自{ $how }；{ $others }
choices-level-all = “{ $question }”：{ $systems } 并列{ $by }，各自{ $how }
choices-how-best_worst = 展示中有 { $best_share } 被选为最好，{ $worst_share } 被选为最差
choices-how-ranking = 平均名次 { $mean_rank }，展示中有 { $first_share } 排第一
choices-shown = 展示次数
choices-rank-axis = 名次及数据允许的名次范围
choices-strength-axis-best_worst = 对数强度（MaxDiff），0 为平均系统
choices-strength-axis-ranking = 对数强度（Plackett-Luce），0 为平均系统
choices-shares-best_worst = 各系统在“{ $question }”上被选为最好、最差或都不是的比例
choices-shares-ranking = 各系统在“{ $question }”上得到各名次的比例
choices-share-axis = 占展示的比例
choices-best = 最好
choices-neither = 都不是
choices-worst = 最差
choices-dropped = { $n } 个回答未计入：没有作答，或展示的系统太少。
choices-concordance = 对全部系统的 { $n } 个排序，Kendall 和谐系数 W 为 { $w }：完全一致为 1，互相抵消为 0。
choices-unfitted = { $problem }

## Raters

raters-run = 最长连续相同答案
raters-severity = 严厉程度：{ $field }
raters-title = 共有 { $n } 位评分员
raters-no-sign = 没有迹象表明有的评分员比其他人更严。
raters-sign = 评分员在“{ $field }”上宽严不同：标准差为 { $sd }

## 诊断

diagnostic-sign = 有迹象表明{ $text }（{ $p }，已按 { $n } 项诊断校正）。
diagnostics-corrected = 所谓“有迹象”，指对本次分析的全部 { $n } 项诊断作 Holm 校正后仍成立（p < 0.05）；单独区间不含 0 不算，没有迹象也不等于证明没有影响。

sensitivity-alpha = α，所有系统
sensitivity-exclusions = 若保留被剔除的答案，变化最大的均值是“{ $field }”{ $system }：由 { $without } 变为 { $kept }
sensitivity-exclusions-unknown = 剔除与保留这些答案时的结果
sensitivity-exclusions-alpha = “{ $field }”的 α 由 { $without } 变为 { $kept }
sensitivity-of = （{ $system }）
leave-one-out = { $changed ->
        [0] 无论去掉哪位评分员，排在首位的系统都不变；变化最大的是 { $system } 在“{ $field }”上的均值，去掉 { $rater } 后变化 { $change }
       *[other] 逐一去掉一位评分员，{ $n } 种情形中有 { $changed } 种首位易主（系统难分高下时理应如此）；变化最大的是 { $system } 在“{ $field }”上的均值，去掉 { $rater } 后变化 { $change }
    }
leave-one-out-rater = 去掉的评分员
leave-one-out-first = 此时居首的系统
leave-one-out-system = 变化最大的系统
leave-one-out-n = 去掉的评分数
sensitivity-rules = 各规则剔除的答案数
sensitivity-guidelines = 按评分员所读的 { $n } 个指南版本分列的结果
sensitivity-figure = { $title }：{ $field }
sensitivity-groups = 按 { $n } 个题目分组列出的结果

shares-axis = 评分占比
shares-commonest = “{ $field }”最常见的答案是“{ $answer }”（{ $all } 个中有 { $n } 个）
shares-rarer = 另有 { $n } 个较少见的答案未列出。

## Headings of tables

column-what = 内容
column-answers = 答案数
column-rows = 行数
column-raters = 评分员
column-rater = 评分员
column-enters = 进入结果
column-system = 系统
column-first = 系统
column-second = 对比系统
column-field = 题项
column-group = 分组
column-guideline = 指南版本
column-mean = 均值
column-fair_mean = 校正宽严后的均值
column-interval = 区间（单独）
column-adjusted_interval = 区间（同时成立）
column-plain_interval = 区间（单独）
column-raters_agree = 看法一致的评分员
column-task = 任务
column-fair_interval = 区间（单独）
column-sd = 标准差
column-n = n
column-n_dropped = 未计入
column-items = 题数
column-blocks = 配对数
column-rank = 名次
column-rank_range = 名次范围
column-difference = 差值
column-p = p
column-p_holm = p（Holm 校正）
column-p_t = p（配对 t）
column-p_wilcoxon = p（Wilcoxon）
column-rank_biserial = 秩二列相关
column-dz = dz
column-superiority = 前者更高的概率
column-status = 性质
column-statistic = 统计量
column-value = 取值
column-share = 占比
column-option = 答案
column-low_share = 低分占比
column-high_share = 高分占比
column-wins = 胜
column-ties = 平
column-losses = 负
column-win_share = 胜率（平局算半）
column-both_bad = 都不好
column-bad_interval = 区间（单独）
column-average_win_rate = 对各对手胜率均值
column-strength = 对数强度
column-best_share = 被选为最好
column-worst_share = 被选为最差
column-mean_rank = 平均名次
column-first_share = 排第一
column-position = 位置
column-severity = 严厉程度
column-seconds = 用时中位数（秒）
column-quartiles = 四分位数
column-mean_seconds = 平均用时（秒）
column-fast_share = 过快占比
column-hours = 小时
column-alpha = α
column-agreement = 一致率
column-without = 剔除后
column-without_interval = 区间（单独）
column-with = 不剔除
column-with_interval = 区间（单独）
column-change = 变化
column-requested = 要求数量
column-counted = 数得
column-object_type = 物体类型
column-exact = 完全正确（含被截物体）
column-exact_interval = 区间（单独）
column-whole = 完全正确（只算完整物体）
column-whole_interval = 区间（单独）
column-between = 要求数介于两者之间
column-between_interval = 区间（单独）
column-bias = 有符号误差
column-bias_bounds = 有符号误差（下界）
column-error = 绝对误差
column-over = 过多占比
column-under = 过少占比
column-censored = 超出上限占比
column-clipped = 有被截物体占比
column-item = 题目编号
column-consensus = 共识
column-spread = 分歧
column-comments = 备注
column-points = 得分
column-words = 词数
column-per_word = 每词得分
column-per_word_interval = 区间（单独）
column-fact = 事实
column-correlation = Spearman ρ
column-confidence = 信心
column-text = 文字
column-length = 平均字数
column-distinct = 不同文字数
column-rule = 规则
column-passed = 通过
column-choice = 剔除方式
column-standing = 依据
column-since = 生效时间
column-digest = 版本哈希
column-taken_out = 剔除的答案数
column-result = 结果
column-rule_text = 说明
column-correct = 答对情况
column-preferred_share = 被偏好占比
column-tie_share = 相当占比
column-agree_share = 与多数一致
column-slope = 斜率
column-notes = 说明

standing = { $what }：{ $text }。
standing-planned_n = 计划样本量
standing-stopping = 停止规则
standing-looks = 查看数据的次数
standing-hypotheses = 研究假设
unstated = 未说明：{ $list }。
unstated-planned_n = 计划的评分数量
unstated-stopping = 何时停止收集
unstated-looks = 结束前是否查看过结果

## Method paragraph

method-intervals = 区间均为 { $confidence } 区间。
method-aligned = 所有结果都对应到系统，而不是屏幕上的左右或位置；系统在同一配对内比较。
method-means = 均值、占比与差异的 t 区间来自按题目和评分员双向聚类的稳健方差（Cameron、Gelbach 与 Miller，2011），题目与评分员都视为样本。
method-means-fixed = 均值、占比与差异的 t 区间来自按题目聚类的稳健方差；评分员少于五位，视为固定，只有题目视为样本。
method-preferences = 偏好用带平局的 Davidson 模型（1970）估计，左右互换过时加入位置项，标准误按题目和评分员聚类（三明治估计）。
method-preferences-fixed = 偏好用带平局的 Davidson 模型（1970）估计，左右互换过时加入位置项，标准误按题目聚类（三明治估计）；评分员少于五位，视为固定。
method-best_worst = 最好与最差的选择用条件 logit 模型（MaxDiff，Marley 与 Louviere，2005）拟合，在题目和评分员多于模型参数时，标准误按它们聚类（三明治估计）。
method-best_worst-fixed = 最好与最差的选择用条件 logit 模型（MaxDiff，Marley 与 Louviere，2005）拟合，标准误按题目聚类（三明治估计）；评分员少于五位，视为固定。
method-ranking = 排序用 Plackett-Luce 模型拟合，有并列时采用 Davidson 的并列项（Turner 等，2020），在题目和评分员多于模型参数时，标准误按它们聚类（三明治估计）。
method-ranking-fixed = 排序用 Plackett-Luce 模型拟合，有并列时采用 Davidson 的并列项（Turner 等，2020），标准误按题目聚类（三明治估计）；评分员少于五位，视为固定。
method-grades = 分级偏好用阈值对称的累积 logit 模型（Agresti 1992）估计，左右互换过时加入位置项，标准误按题目和评分员聚类（三明治估计）。
method-grades-fixed = 分级偏好用阈值对称的累积 logit 模型（Agresti 1992）估计，左右互换过时加入位置项，标准误按题目聚类（三明治估计）；评分员少于五位，视为固定。
method-both_bad = “两者都不好”是对质量的判断：按系统报告其占比，偏好由其余比较估计。
method-unsure = 评分员无法判断的比较按缺失处理并计数。
method-corrected = 有共同题目的系统构成一个任务；在每个任务内，差异的 p 值用 Holm 方法校正，差异的区间同时成立（Bonferroni），均值、占比和强度的区间是单独的；名次范围由成立的差异得出。
method-agreement = 一致性为各题项测量水平上的 Krippendorff α，区间由按题目与评分员的刀切法得到，并附一致率与 Gwet AC；同一评分员的重复题不计入。

## Limits paragraph

limits-unknown-raters = 不知道评分员是谁，区间把不同题目的评分视为独立。
limits-few-raters =
    { $n ->
        [1] 只有一位评分员，其他评分员会如何评分不得而知。
       *[other] 只有 { $n } 位评分员，对其他评分员会如何评分只能粗略估计。
    }
limits-these-raters = 比较把这 { $n } 位评分员视为固定：结论可推广到其他题目，但只说明这些评分员的看法。评分员少于五位时，无法推及其他人。
limits-nothing-declared = 没有预先声明的比较；p 值只描述探索性分析。
limits-no-stopping-rule = 未说明停止规则；若在收集过程中查看过数据，区间会偏窄。
limits-no-stopping-rule-stated = 未说明停止规则。
limits-excluded = 部分答案按规则剔除；另附不剔除时的结果。
limits-rules-changed = 剔除规则在收到首个答案之后有过修改；另附各版本规则下的结果。
limits-guideline-changed = 收集期间指南有过修改；另附按版本分列的结果。
limits-like-these-many-item-sampled-raters = 结果适用于与此相似的题目和评分员，不能推及其他类型的图片或人群。
limits-like-these-many-item-fixed-raters = 结果适用于与此相似的题目，且只代表这些评分员的看法，不能推及其他类型的图片或其他人。
limits-like-these-one-item-sampled-raters = 结果只适用于这一道题和与此相似的评分员，不能推及其他题目。
limits-like-these-one-item-fixed-raters = 结果只适用于这一道题，且只代表这些评分员的看法，不能推及其他题目或其他人。

level-nominal = 名义
level-ordinal = 顺序
level-interval = 等距
level-ratio = 等比

systems-some = { $n } 个系统
systems-some-of = { $of } 个系统中的 { $n } 个
systems-listed = { $some }、{ $last }

timing-title = 每个答案用时中位数 { $seconds } 秒，共计 { $hours } 小时
timing-title-fast = 每个答案用时中位数 { $seconds } 秒，共计 { $hours } 小时；{ $some }不到 { $fast } 秒
timing-none = 没有答案

# Rules by which trials are asked for until they are clear.
stopping-untold = 一条表中未说明的规则提前结束了部分试次；{ $share }
stopping-some-share = 第一个答案之前随机抽取的部分试次不受规则影响，全部评满
stopping-rule = 每个试次评 { $least } 至 { $most } 次，{ $clear }即不再询问；{ $share }
stopping-lead = 一个答案领先下一个 { $lead } 票
stopping-width = 其均值的 95% 区间（按全研究试次内标准差计算）两侧均不超过 { $width } 时
stopping-share = 第一个答案之前随机抽取的 { $share } 试次不受规则影响，全部评满
stopping-no-share = 没有试次不受规则影响
note-agreement-share = 一致性来自随机抽取并评满的 { $n } 个试次；其余试次在评分员意见不同处被问得更多。
note-agreement-no-share = 无法得出一致性：意见不同的试次被问得更多，又没有随机抽取的部分评满。
method-stopping = 按照看到数据之前声明的规则，{ $rule }。无论评分次数多少，均值中每个试次权重相同；一致性只来自随机抽取的部分；选择模型不加权地使用全部答案，因为规则只取决于模型所见的答案。
method-stopping-by-chance = 按照看到数据之前声明的规则，{ $rule }。规则在答案一致时停止，剩余答案的均值因此偏向两端，所以均值和比例按每个评分被询问概率的倒数加权（Horvitz 与 Thompson 1952；Hájek 1971）：规则要求的评分计一次；只因试次被抽中评满才有的评分，代表同样明确的试次中省去的评分。一致性只来自随机抽取的部分；选择模型不加权地使用全部答案，因为规则只取决于模型所见的答案。
limits-stopping-no-correction = 规则在答案一致处停止，所得均值和比例因此偏向两端；只有随机抽取一部分评满，才能知道偏差多大。
limits-stopping = 一致性基于随机抽取并评满的部分，因此试次少于结果所用的试次。
limits-stopping-no-share = 规则提前结束了部分试次，又没有随机部分评满，因此一致性未知。

# 结束前查看结果。
looking-any-time = 区间在任何时候都成立：无论查看多少次，95% 的研究在每次查看时都正确。宽度为单次查看的 { $factor } 倍；计划评分已收到 { $share }。
looking-planned = 区间按计划的查看计算（成组序贯，Lan–DeMets 的 O'Brien–Fleming 型消耗函数），对所有查看同时成立：宽度为单次查看的 { $factor } 倍；计划评分已收到 { $share }，记录在案的查看有 { $before } 次。

## 质量行：答案能否支撑结论。

quality-line-good = 答案质量：没有发现与结论相悖的情况。
quality-line-remarks = 答案质量：结论成立，但请注意以下几点。
quality-line-partly = 答案质量：部分内容不作结论。
quality-line-overruled = 答案质量：以下内容不作结论。
quality-fast = { $of } 个答案中有 { $n } 个（{ $share }）用时不到 { $seconds } 秒：不可能看过内容。
quality-short-fast = 答得太快
quality-agreement = 在“{ $questions }”上，评分员的一致程度不高于随机水平（置换检验，{ $level } 水平）。
quality-short-agreement = 一致性不高于随机
quality-agreement-unknown = 无法判断评分员是否一致：没有内容被评两次，或所有答案都相同。随机作答在这里看不出来。
quality-short-agreement-unknown = 一致性未知
quality-constant = { $raters } 位评分员始终给出同一个答案，占全部答案的 { $share }。
quality-short-constant = 始终同一答案
quality-checks = { $n } 次注意力检查中通过 { $share }。
quality-short-checks = 注意力检查未通过
quality-excluded = { $of_raters } 位评分员中排除了 { $raters } 位，{ $of_answers } 个答案中排除了 { $answers } 个。
quality-short-excluded = 排除过多
quality-changes = 在 { $of } 个答案中的 { $before } 个之后，给评分员的说明或问题改变了：{ $what }。
quality-short-changes = 收集期间有更改
quality-few-items = 只有 { $n } 道题：少于 { $least } 个时，即使全部指向同一方向也不算罕见。
quality-short-few-items = 题目太少
quality-few-raters = 只有一位评分员作答：无法区分个人喜好与随机。
quality-short-few-raters = 只有一位评分员
not-claimed = 不作结论：{ $text }
not-claimed-because = 不作结论（{ $why }）：{ $text }
