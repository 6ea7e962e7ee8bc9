word_marks-nothing = Nichts zu markieren
word_marks-how = Klicken Sie auf ein Wort, um es zu markieren, und noch einmal, um die Markierung zu ändern.
word_marks-how-keys = Nach Tab führen Pfeiltasten von Wort zu Wort, Ziffern markieren, 0 löscht.
word_marks-word = { $word }: { $mark }
word_marks-unmarked = nicht markiert
word_marks-count =
    { $n ->
        [0] Noch kein Wort markiert
        [one] { $n } Wort markiert
       *[other] { $n } Wörter markiert
    }
