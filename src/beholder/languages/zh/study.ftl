measure-checks-failed = 未通过的检查题占比
measure-fast-share = 过快答案占比
measure-self-disagreement = 重复题答案不一致的占比
measure-longest-run = 连续相同的答案数
measure-too-fast = 单个答案的秒数
rule-above = { $measured }大于 { $bound }
rule-below = { $measured }小于 { $bound }
rule-after = { $rule }（至少 { $after } 次）

# 条目如何选取：写入报告的方法部分，并由 `check` 给出
selection-listed = 从文件中的 { $of } 个条目里，按列表选取了 { $listed } 个。
selection-without-media = { $of } 个条目中有 { $n } 个因缺少文件而未采用。
selection-sample = 从 { $of } 个条目中随机抽取了 { $n } 个（种子 { $seed }）。
selection-stratified = 从 { $of } 个条目中随机抽取了 { $n } 个（种子 { $seed }），与“{ $column }”各取值的比例一致。
