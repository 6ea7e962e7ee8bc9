measure-checks-failed = 未通过的检查题占比
measure-fast-share = 过快答案占比
measure-self-disagreement = 重复题答案不一致的占比
measure-longest-run = 连续相同的答案数
measure-too-fast = 单个答案的秒数
rule-above = { $measured }大于 { $bound }
rule-below = { $measured }小于 { $bound }
rule-after = { $rule }（至少 { $after } 次）
