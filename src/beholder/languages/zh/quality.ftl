# What is said of raters' work and of rules.
rater-none = 还没有作答。
rater-few = 不足 { $least } 个答案：太少，无法判断。
rater-fine = 没有异常。
rater-checks = 注意力检查常常没通过
rater-fast = 作答常常快得来不及看
rater-times = 上报的用时超过实际经过的时间
rater-views = 常常没打开必看的视图就作答
rater-run = 连续多次给出同样的答案
rater-inconsistent = 重复出现的题目答案常常不一致
rater-apart = 答案与其他人几乎没有关联
rater-severe = 打分明显低于其他人
rater-lenient = 打分明显高于其他人
rater-drift = 后期的作答与开始时明显不同
rater-sentence = { $told }。
rule-changed = { $before }；自第 { $version } 版起：{ $after }
