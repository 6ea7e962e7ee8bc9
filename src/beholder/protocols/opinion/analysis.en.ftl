scores-title = Mean opinion scores lie between { $low } ({ $worst }) and { $high } ({ $best })
scores-axis = Mean opinion score, with 95 % interval
scores-rejected =
    { $n ->
        [0] The screening of ITU-R BT.500 would leave out no rater.
       *[other] The screening of ITU-R BT.500 would leave out { $n } of { $all } raters; results here are of all raters.
    }
scores-heavy = Rater { $rater } seems so consistent as to carry { $share } of the weight of the P.910 scores, which are mostly those of this one rater; plain means weigh all raters alike.
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
dmos-title = Against the hidden reference, { $n ->
        [one] { $best } has a DMOS of { $value }
       *[other] { $best } has the highest DMOS of { $n } systems, { $value }
    }
dmos-axis = DMOS, with 95 % interval
method = Mean opinion scores are plain means of a stimulus with t intervals over raters; beside them stand bias-subtracted, consistency-weighted scores (ITU-T P.910, Annex E), and which raters the screening of ITU-R BT.500 would leave out. DMOS is 5 plus the score less that of the hidden reference by the same rater.
column-cmos = CMOS
cmos-against = Against { $second }, the reference, { $n ->
        [one] { $first } has a CMOS of { $value }
       *[other] { $first } has the highest CMOS of { $n } systems, { $value }
    }
cmos-most = Of { $n ->
    [one] the one pair that was compared, { $first } is graded { $value } against { $second } (CMOS)
   *[other] { $n } pairs, { $first } and { $second } differ most: { $first } is graded { $value } against { $second } (CMOS)
  }
cmos-stimuli =
    { $n ->
        [one] CMOS of the one pair that was shown
       *[other] CMOS of each of { $n } pairs that were shown
    }
cmos-pair = { $first } against { $second }
cmos-axis = CMOS, −3 to 3, above 0 where the first is better, with 95 % interval
cmos-axis-against = CMOS against { $reference }, −3 to 3, above 0 where the system is better, with 95 % interval
side-no-sign = No sign that raters lean towards one side: standing at the left changes a grade by { $value }.
side-left = raters lean towards the left, where standing adds { $value } to a grade; sides were drawn, so that it falls on all alike
side-right = raters lean towards the right: standing at the left changes a grade by { $value }; sides were drawn, so that it falls on all alike
method-ccr = Comparison mean opinion scores (CMOS, ITU-T P.910) are means of grades from −3 to 3, above 0 where the first of two systems was better, with intervals clustered by item and rater; those of single stimuli are over raters. The effect of the side is the part of a grade that goes with standing at the left, given which systems are compared.
