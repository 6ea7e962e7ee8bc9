measure-checks-failed = share of checks failed
measure-fast-share = share of answers that are too fast
measure-self-disagreement = share of repeats answered otherwise
measure-longest-run = equal answers in a row
measure-too-fast = seconds for an answer
rule-above = { $measured } above { $bound }
rule-below = { $measured } below { $bound }
rule-after = { $rule } (from { $after } observations on)

# how the items were chosen, in the methods of a report and by `check`
selection-listed = { $listed } of { $of ->
        [one] { $of } item
       *[other] { $of } items
    } in the files were chosen by a list.
selection-without-media = { $n } of { $of ->
        [one] { $of } item
       *[other] { $of } items
    } { $n ->
        [one] was
       *[other] were
    } left out because a file was not there.
selection-sample = { $n } of { $of ->
        [one] { $of } item
       *[other] { $of } items
    } { $n ->
        [one] was
       *[other] were
    } drawn at random (seed { $seed }).
selection-stratified = { $n } of { $of ->
        [one] { $of } item
       *[other] { $of } items
    } { $n ->
        [one] was
       *[other] were
    } drawn at random (seed { $seed }), in proportion to the values of “{ $column }”.
