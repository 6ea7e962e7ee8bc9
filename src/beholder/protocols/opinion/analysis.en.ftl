scores-title = Mean opinion scores lie between { $low } ({ $worst }) and { $high } ({ $best })
scores-axis = Mean opinion score, with 95 % interval
scores-rejected =
    { $n ->
        [0] The screening of ITU-R BT.500 would leave out no rater.
        [one] The screening of ITU-R BT.500 would leave out { $n } of { $all } raters; results here are of all raters.
       *[other] The screening of ITU-R BT.500 would leave out { $n } of { $all } raters; results here are of all raters.
    }
scores-more = The figure shows the first { $n } of { $all } stimuli; the table has all.
column-stimulus = Stimulus
column-mos = MOS
column-p910 = MOS (P.910)
column-bias = Bias
column-inconsistency = Inconsistency
column-rejected = Left out by BT.500
column-dmos = DMOS
yes = yes
no = no
raters-title = How each rater differs from the others
dmos-title = Against the hidden reference, { $best } loses least: DMOS { $value }
dmos-axis = DMOS, with 95 % interval
method = Mean opinion scores are plain means of a stimulus with t intervals over raters; beside them stand bias-subtracted, consistency-weighted scores (ITU-T P.910, Annex E), and which raters the screening of ITU-R BT.500 would leave out. DMOS is 5 plus the score less that of the hidden reference by the same rater.
