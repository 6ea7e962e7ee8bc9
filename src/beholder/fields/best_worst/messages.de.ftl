best_worst-best = Am besten
best_worst-worst = Am schlechtesten
best_worst-as = { $name }: { $word }
best_worst-lacking-both = Bitte wählen, was am besten und was am schlechtesten ist.
best_worst-lacking-best = Bitte auch wählen, was am besten ist.
best_worst-lacking-worst = Bitte auch wählen, was am schlechtesten ist.
best_worst-keys = erst das beste, dann das schlechteste; noch einmal nimmt es zurück
best_worst-expected = { $name } als „{ $word }“
