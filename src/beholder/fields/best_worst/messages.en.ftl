best_worst-best = Best
best_worst-worst = Worst
best_worst-as = { $name }: { $word }
best_worst-lacking = Still to pick: { $words }
best_worst-keys = first “{ $best }”, then “{ $worst }”; again to take it back
best_worst-expected = { $name } as “{ $word }”
best_worst-neither = neither
