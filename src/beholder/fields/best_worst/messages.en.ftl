best_worst-best = Best
best_worst-worst = Worst
best_worst-as = { $name }: { $word }
best_worst-lacking-both = Please pick the best and the worst.
best_worst-lacking-best = Please pick the best too.
best_worst-lacking-worst = Please pick the worst too.
best_worst-keys = the best, then the worst; again to take it back
best_worst-expected = { $name } as { $word }
