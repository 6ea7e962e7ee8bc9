method = 与 Segment Anything 研究一致，还按每个提示的平均分对系统做配对 t 检验，并对提示做 10,000 次自助抽样得到 99% 百分位区间，以 Holm 法校正；这些结果把评分员视为固定，按题目与评分员聚类的区间则允许换一批评分员。
histogram-title = { $system } 有 { $share } 的评分在 { $points } 分以上
interval = 区间（单独）
share-of-ratings = 评分占比
declared = 预先声明
exploratory = 探索性
published-title = 在相同提示上，{ $all } 个差异中有 { $held } 个在 1% 水平成立（配对 t，Holm 校正）
bootstrap-interval = 99% 区间（自助法）
p-equivalent = p（相差不超过 { $margin }）
fair-title = 扣除评分员宽严差异后，各均值变化不超过 { $moved }
facts-figure = 每个掩码在“{ $field }”上的均值与其{ $fact }
column-low = { $points } 分及以下
column-high = { $points } 分及以上
facts-none = 各掩码的可测量属性没有差别，无法说明评分与它们的关系
facts-title = 评分与掩码的可测量属性
facts-sign = 评分与掩码的“{ $fact }”有关：Spearman ρ = { $correlation }
facts-no-sign = 没有迹象表明评分与某个可测量的属性有关；最接近的是“{ $fact }”（Spearman ρ = { $correlation }）。
fact-iou = 与真实掩码的重合（IoU）
fact-area_share = 面积
fact-holes = 孔洞数
fact-stray_pieces = 零散块数
fact-stray_share = 零散像素占比
fact-on_prompt = 提示点在掩码内
gallery-title = 最好的掩码得分 { $best }，最差的 { $worst }
best-masks = 评分最高的掩码
worst-masks = 评分最低的掩码
