measure-checks-failed = share of checks failed
measure-fast-share = share of answers that are too fast
measure-self-disagreement = share of repeats answered otherwise
measure-longest-run = equal answers in a row
measure-too-fast = seconds for an answer
rule-above = { $measured } above { $bound }
rule-below = { $measured } below { $bound }
rule-after = { $rule } (from { $after } observations on)
