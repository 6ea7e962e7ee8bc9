best_worst-best = Am besten
best_worst-worst = Am schlechtesten
best_worst-as = { $name }: { $word }
best_worst-lacking = Noch zu wählen: { $words }
best_worst-keys = erst „{ $best }“, dann „{ $worst }“; noch einmal nimmt es zurück
best_worst-expected = { $name } als „{ $word }“
best_worst-neither = keines von beiden
