## Marks on pictures

marks-title =
    { $n ->
        [0] On { $pictures ->
            [one] one picture
           *[other] { $pictures } pictures
        }, nothing was marked for { $field }
        [one] { $field }: one mark on { $pictures ->
            [one] one picture
           *[other] { $pictures } pictures
        }
       *[other] { $field }: { $n } marks on { $pictures ->
            [one] one picture
           *[other] { $pictures } pictures
        }
    }
marks-title-why = { $field }: { $n ->
        [one] { $n } mark
       *[other] { $n } marks
    } on { $pictures ->
        [one] { $pictures } picture
       *[other] { $pictures } pictures
    }, most often “{ $reason }”
marks-by-reason = { $field }: mean marks per picture and rater, by reason
marks-axis = marks each
marks-heat = { $field }: where each system's pictures were marked
marks-heat-all = { $field }: where pictures were marked
marks-heat-note = Darker places have more marks per picture; all pictures are drawn to the same square.
marks-places =
    { $n ->
        [0] { $field }: no place was marked by two raters or more
        [one] { $field }: { $n } place was marked by two raters or more
       *[other] { $field }: { $n } places were marked by two raters or more
    }
marks-places-more = { $shown ->
        [one] The place with most raters is shown
       *[other] The { $shown } places with most raters are shown
    }; the export has all marks.
marks-near = Points are one place when they are at most { $reach } of the picture apart.
marks-near-boxes = Boxes are one place when they overlap by { $reach } or more (intersection over union).
marks-x = x
marks-y = y
marks-reason = Reason
marks-count = Marks
marks-agreement = Agreement on { $field }: two raters' marks match with F = { $f }
marks-agreement-unknown = Agreement on where { $field } is cannot be estimated
marks-statistic-f = F of marks matched one to one
marks-statistic-alpha = Krippendorff's alpha on a grid

## Marks on words

words-title = { $field }: { $share } of words are marked, most often “{ $mark }”
words-title-systems = { $field }: of the words of each system, raters marked { $shares }; most often as “{ $mark }”
words-title-of = { $share } of { $system }’s
words-title-pooled = { $field }: { $share } of the words of all { $n } systems together are marked, most often “{ $mark }”
words-title-none = { $field }: no word was marked
words-share = { $field }: share of words with each mark
words-axis = share of words
words-mark = Mark
words-strips = { $field }: the texts with most marked words
words-strips-note = The darker a word, the more raters marked it; the number is their share.
words-agreement = Agreement on which words are marked for { $field }
