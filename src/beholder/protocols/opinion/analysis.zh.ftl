scores-title = 平均意见分在 { $low }（{ $worst }）到 { $high }（{ $best }）之间
scores-axis = 平均意见分及 95% 区间
scores-rejected =
    { $n ->
        [0] 按 ITU-R BT.500 筛查，没有评分员需要剔除。
       *[other] 按 ITU-R BT.500 筛查，{ $all } 名评分员中有 { $n } 名应剔除；这里的结果仍包含所有评分员。
    }
scores-heavy = 评分员 { $rater } 看上去非常一致，占 P.910 分数权重的 { $share }，这些分数主要来自这一名评分员；普通均值对所有评分员一视同仁。
scores-more = 图中只画出 { $all } 个刺激中的前 { $n } 个；表中列出全部。
column-stimulus = 刺激
column-mos = MOS
column-p910 = MOS（P.910）
column-bias = 偏差
column-inconsistency = 不一致性
column-rejected = 按 BT.500 剔除
column-dmos = DMOS
yes = 是
no = 否
raters-title = 每名评分员与其他人的差别
dmos-title = 与隐藏参考相比，{ $n ->
        [1] { $best } 的 DMOS 为 { $value }
       *[other] { $n } 个系统中 { $best } 的 DMOS 最高，为 { $value }
    }
dmos-axis = DMOS 及 95% 区间
method = 平均意见分是每个刺激得分的平均值，区间为跨评分员的 t 区间；旁边列出扣除偏差、按一致性加权的分数（ITU-T P.910 附录 E），以及按 ITU-R BT.500 筛查应剔除的评分员。DMOS 为 5 加上得分、再减去同一评分员给隐藏参考的得分。
column-cmos = CMOS
cmos-against = 与参考 { $second } 相比，{ $n ->
        [1] { $first } 的 CMOS 为 { $value }
       *[other] { $n } 个系统中 { $first } 的 CMOS 最高，为 { $value }
    }
cmos-most = { $n ->
    [1] 唯一比较过的一对中，{ $first } 相对 { $second } 的评分为 { $value }（CMOS）
   *[other] { $n } 对系统中，{ $first } 与 { $second } 差别最大：{ $first } 相对 { $second } 的评分为 { $value }（CMOS）
  }
cmos-stimuli = 所显示的 { $n } 对刺激各自的 CMOS
cmos-pair = { $first } 相对 { $second }
cmos-axis = CMOS（−3 到 3，大于 0 表示前者更好）及 95% 区间
cmos-axis-against = 相对 { $reference } 的 CMOS（−3 到 3，大于 0 表示该系统更好）及 95% 区间
side-no-sign = 没有迹象表明评分员偏向某一边：放在左边使评分改变 { $value }。
side-left = 评分员偏向左边：放在左边使评分增加 { $value }；左右是随机的，对所有系统影响相同
side-right = 评分员偏向右边：放在左边使评分改变 { $value }；左右是随机的，对所有系统影响相同
method-ccr = 比较平均意见分（CMOS，ITU-T P.910）是 −3 到 3 评分的平均值，大于 0 表示两个系统中的前者更好，区间按题目和评分员聚类；单个刺激的区间跨评分员。左右位置的影响是在所比较的系统给定时，评分中随“放在左边”而变的部分。
