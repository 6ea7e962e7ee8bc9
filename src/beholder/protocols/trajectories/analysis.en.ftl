method = Scores of the process are compared on one value per item by Wilcoxon's signed-rank test with the signed rank-biserial correlation, Holm-adjusted within each scale. Refits with confident comparisons only are a check, since confidence is not a probability.
declared = declared
exploratory = exploratory
wilcoxon-title = { $all ->
        [one] { $held ->
            [0] The difference in process scores does not hold
           *[other] The difference in process scores holds
        }
       *[other] { $held } of { $all } differences in process scores { $held ->
            [one] holds
           *[other] hold
        }
    } by Wilcoxon's test (Holm within each scale)
one-right = one of the two is right
both-right = both are right
neither-right = neither is right
correctness-title = Where only one answer is right, it is preferred in { $share } of comparisons
right-preferred = Right one preferred
interval = Interval, individual
confidence = confidence
agrees-with-others = agrees with other raters
confidence-unchecked = No comparison was made by two raters, so confidence cannot be checked
confidence-rarely = Too few levels of confidence were chosen often enough to compare them
sure-title = With confident comparisons only (confidence { $least } or more), no strength changes by more than { $moved }
sure-only = Confident ones only
calibration-title = Agreement with the other raters is { $low_share } at confidence { $low } and { $high_share } at { $high }
calibration-title-often = Agreement with the other raters is { $low_share } at confidence { $low } and { $high_share } at { $high } (levels chosen { $often } times or more)
identical-title = Identical pairs were called equal in { $share } of { $n ->
        [one] { $n } comparison
       *[other] { $n } comparisons
    }
identical-rule = The guideline asks raters to call identical trajectories equal, so anything else is a lapse or a preference for a side.
pairs = Pairs
pairs-identical = identical
pairs-different = all others
cut-off-title = Cut-off trajectories beside finished ones of the same items
cut-off-sign = cut-off trajectories are scored otherwise in { $field } than finished ones of the same items: a difference of { $difference }
cut-off-no-sign = No sign that cut-off trajectories are scored otherwise than finished ones of the same items (difference in { $field }: { $difference }).
cut-off-alone = No item has a finished trajectory beside one that was cut off
cut-off-preferred = Against a cut-off trajectory the finished one was preferred in { $share } of comparisons (n = { $n }).
cut-off-note = Means are over all ratings, differences over items that have both. Where some systems are cut off more often than others, a difference reflects those systems as well as the cut.
column-cut-off = Cut off
column-finished = Finished
column-n = n cut off
column-n-finished = n finished
