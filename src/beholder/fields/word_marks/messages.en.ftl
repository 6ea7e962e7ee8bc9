word_marks-nothing = Nothing to mark
word_marks-how = Click a word to mark it, and again to change the mark.
word_marks-how-keys = After Tab, arrow keys go from word to word, digits mark, 0 clears.
word_marks-word = { $word }: { $mark }
word_marks-unmarked = not marked
word_marks-count =
    { $n ->
        [0] No word marked yet
        [one] { $n } word marked
       *[other] { $n } words marked
    }
