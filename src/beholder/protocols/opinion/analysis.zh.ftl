scores-title = 平均意见分在 { $low }（{ $worst }）到 { $high }（{ $best }）之间
scores-axis = 平均意见分及 95 % 区间
scores-rejected =
    { $n ->
        [0] 按 ITU-R BT.500 筛查，没有评分者需要剔除。
       *[other] 按 ITU-R BT.500 筛查，{ $all } 名评分者中有 { $n } 名应剔除；这里的结果仍包含所有评分者。
    }
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
raters-title = 每名评分者与其他人的差别
dmos-title = 与隐藏参考相比，{ $best } 损失最小：DMOS { $value }
dmos-axis = DMOS 及 95 % 区间
method = 平均意见分是每个刺激得分的平均值，区间为跨评分者的 t 区间；旁边列出扣除偏差、按一致性加权的分数（ITU-T P.910 附录 E），以及按 ITU-R BT.500 筛查应剔除的评分者。DMOS 为 5 加上得分、再减去同一评分者给隐藏参考的得分。
