# What analyses say: titles of findings, sentences, headings of tables.

interval = Interval, individual
attention-passed = { $share } of { $n ->
        [one] { $n } attention check was passed
       *[other] { $n } attention checks were passed
    }
status-declared = declared
status-exploratory = exploratory
repeats-title = Raters give the same answer on { $field } in { $share } of { $n ->
        [one] { $n } hidden repeat
       *[other] { $n } hidden repeats
    }
repeats-distance = Mean distance
names-title = An item has { $names } different names; the most common has { $share }
sentence = { $text }.
sentences = { $before } { $after }
entered =
    { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } by { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    } enter the results
clauses = { $before }; { $after }
texts-title =
    { $n ->
        [one] Raters wrote { $n } text
       *[other] Raters wrote { $n } texts
    }

## Notes

note-nothing-declared = No comparison was declared before the data: all comparisons are exploratory.
note-only-text = All answers are free text, which is counted but not compared. Use --level FIELD=nominal to treat each text as a category, or --protocol to read the table as that protocol does.
note-levels-inferred = Levels of measurement are inferred from the values ({ $levels }); use --level to set them.
hint-better = It is not known which end of { $fields } is good, so systems are called highest rather than best; use --better to say which.
note-no-analysis = { $n ->
    [one] There is no analysis for the kind of field of { $fields }: its answers are exported but are not in the results.
   *[other] There is no analysis for the kinds of field of { $fields }: their answers are exported but are not in the results.
}
note-simulated = These answers come from simulated raters, not from people.
note-excluded = { $n ->
        [one] { $n } answer is excluded by rule ({ $rules }); results that include it are
       *[other] { $n } answers are excluded by rule ({ $rules }); results that include them are
    } given as well.
note-unreadable = { $n ->
        [one] { $n } row could not be read
       *[other] { $n } rows could not be read
    }.
note-excluded-rule = { $rule } { $n }
note-rules-changed = The exclusion rules changed after the first answer ({ $versions }); results under the rules of each version are given as well.

## How much was rated

size-entered-unknown-raters = { $answers ->
        [one] { $answers } answer enters the results; who gave it
       *[other] { $answers } answers enter the results; who gave them
    } is not recorded
size-with-raters =
    { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } by { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    } on { $items ->
        [one] { $items } item.
       *[other] { $items } items.
    }
size-with-raters-and-systems =
    { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } by { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    } on { $items ->
        [one] { $items } item
       *[other] { $items } items
    } of { $systems ->
        [one] { $systems } system.
       *[other] { $systems } systems.
    }
size-without-raters =
    { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } on { $items ->
        [one] { $items } item.
       *[other] { $items } items.
    }
size-without-raters-and-systems =
    { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } on { $items ->
        [one] { $items } item
       *[other] { $items } items
    } of { $systems ->
        [one] { $systems } system.
       *[other] { $systems } systems.
    }

## What entered the results

account-main = rating trials
account-repeat = hidden repeats (self-consistency only)
account-attention = attention checks
account-practice = practice
account-qualification = qualification
account-pilot = pilot
account-adjudication = adjudication (kept apart from raw answers)
account-blank = left blank
account-enters-yes = yes
account-enters-no = no
account-enters-beside = beside them
account-excluded = excluded by { $rule }
account-superseded = superseded by a correction
account-title = What entered the results and what did not

## Under the exclusion rules of each version

rules-standing-recorded = as applied while the study ran (the headline)
rules-recorded = As recorded
rules-of-version = Rules of version { $version }
rules-standing-none = every answer given enters
rules-none = No exclusions
rules-standing-declared = declared before the data
rules-standing-changed = changed when { $n ->
        [one] { $n } answer was in
       *[other] { $n } answers were in
    }
rules-results-title = Headline results under each choice of exclusions
rules-note = The rules of each version are applied to the same raw answers. Answers excluded in other ways (by hand, as too late, by check score) stay out under every version; answers collected again in place of excluded ones stay in.
rules-title-empty = The exclusion rules changed after the first answer; those of version { $versions } leave no answers
rules-title = The exclusion rules changed after the first answer; from version to version, no headline result changes by more than { $largest }
rules-versions-title = Which rules were declared before the data, and which changed when
rules-answers-left = Answers left
rules-no-rule = no rule
rules-one = { $name }: { $text }
rules-changed-version = version { $version } on { $date } after { $n ->
        [one] { $n } answer
       *[other] { $n } answers
    }

## Agreement

agreement-all-systems = all systems
agreement-all = all
agreement-few-shared = No kappa is given for { $n ->
        [one] one pair
       *[other] { $n } pairs
    } of raters who share fewer than { $least } comparisons.
agreement-by-system = Alpha ({ $level }) on { $field } within each system
agreement-axis = Krippendorff's alpha ({ $level })
agreement-unknown = Agreement on { $field } is not estimable: { $reason }
agreement-these-raters = Agreement on { $field }: alpha { $alpha } for these raters only
agreement-alpha = Agreement on { $field }: alpha { $alpha }

## What tables call coefficients

statistic-alpha = Krippendorff's alpha
statistic-alpha_these_raters = the same, for these raters only
statistic-alpha_ordinal = alpha, ordinal level
statistic-alpha_nominal = alpha, nominal level
statistic-alpha_both_bad = alpha on whether both are bad
statistic-alpha_interval = alpha, interval level
statistic-alpha_ratio = alpha, ratio level, without censored items
statistic-percent = pairs that agree exactly
statistic-within = pairs that agree within one
statistic-within_step = pairs that differ by one step of the scale at most
statistic-kappa_weighted = Conger's kappa, quadratic weights
statistic-ac1 = Gwet's AC1
statistic-ac2 = Gwet's AC2 (weighted)
statistic-brennan-prediger = Brennan and Prediger's coefficient
statistic-icc-A-1 = ICC(A,1), one rater
statistic-icc-A-k = ICC(A,k), mean of the raters
statistic-specific-yes = agreement on yes
statistic-specific-no = agreement on no
statistic-specific-so = agreement that it is so
statistic-specific-not-so = agreement that it is not so
statistic-specific = agreement on { $value }
statistic-kappa = Cohen's kappa, { $pair }

## Pairs of systems

comparison-too-many-pairs = { $n } systems make too many pairs: only comparisons with { $system } are listed.
comparison-one-family = { $n } systems make too many pairs to list: the table has those with { $system }. All { $pairs } pairs, listed or not, are one family: p values, simultaneous intervals and rank ranges are corrected for all of them.
comparison-pairs =
    { $all ->
        [one] { $held ->
            [0] The difference on { $field } does not hold
           *[other] The difference on { $field } holds
        }
       *[other] { $held } of { $all } differences on { $field } { $held ->
            [one] holds
           *[other] hold
        }
    } after Holm's correction
comparison-largest-difference = The largest difference on { $field } is { $first } − { $second } = { $difference }
comparison-difference-axis = difference on shared items; filled dots hold after Holm's correction
comparison-apart =
    { $n ->
        [one] { $n } pair of systems shares no item: they are not compared, and their ranks say nothing about each other.
       *[other] { $n } pairs of systems share no item: they are not compared, and their ranks say nothing about each other.
    }
comparison-stray =
    { $n ->
        [one] { $systems } was rated on one item only and is left out of the comparisons: a typo in the table?
       *[other] { $systems } were rated on one item only and are left out of the comparisons: typos in the table?
    }
comparison-details = Other tests and effect sizes for the same differences
distribution-title = How often each answer to { $field } was given

## Who leads

lead-nothing = Nothing can be said about { $field }
lead-mean = mean
lead-mean-at-least = mean at least
lead-share = share
lead-share-of = share of “{ $option }”
lead-weighted = weighted { $what }
weighted = { $what }, weighted
question-worded = { $name } (“{ $wording }”)
question-in-task = { $question } in { $task }
task-of = the task of { $system } and { $n ->
        [one] { $n } other
       *[other] { $n } others
    }
by-nobody = { "" }
by-raters =
    { $n ->
        [one] { " " }by { $n } rater
       *[other] { " " }by { $n } raters
    }
by-these =
    { $n ->
        [one] { " " }by this one rater
       *[other] { " " }by these { $n } raters
    }
axis-mean = mean of { $question }{ $better ->
        [higher] ; higher is better
        [lower] ; lower is better
       *[none] { "" }
    }
axis-mean-on-scale = mean of { $question }, from { $least } to { $most }{ $better ->
        [higher] ; higher is better
        [lower] ; lower is better
       *[none] { "" }
    }
axis-share = share, { $question }{ $better ->
        [higher] ; higher is better
        [lower] ; lower is better
       *[none] { "" }
    }
axis-share-of = share of “{ $option }” on { $question }{ $better ->
        [higher] ; higher is better
        [lower] ; lower is better
       *[none] { "" }
    }
verdict-of = { " " }{ $system },
verdict-alone = { $question }:{ $system } { $what } { $value }
verdict-tasks = On { $question }, systems are compared within { $n } tasks
verdict-no-common-order = On { $question }, not all systems were rated on the same items, so there is no common order; { $systems } { $some ->
        [one] has
       *[other] have
    } the { $better ->
        [lower] lowest
       *[higher] highest
    } { $what }, { $value }
verdict-two-ahead = On { $question }, { $system } is rated { $better ->
        [none] higher
       *[higher] better
    } than { $next }{ $by }: { $what } { $value } against { $other }, a difference of { $difference }
verdict-two-open = On { $question }, { $system } and { $next } cannot be told apart{ $by }: { $what } { $value } against { $other }, a difference of { $difference }
verdict-ahead = On { $question }, { $system } is rated { $better ->
        [none] highest
       *[higher] best
    } of { $n } systems{ $by }: { $what } { $value }, { $difference } { $better ->
        [lower] below
       *[higher] above
    } { $next }, the next
verdict-open = On { $question }, no system is shown to be { $better ->
        [none] highest
       *[higher] best
    }{ $by }: of { $n } systems { $system } has the { $better ->
        [lower] lowest
       *[higher] highest
    } { $what }, { $value }, but cannot be told apart from any other; its difference from { $next }, the next, is { $difference }
verdict-contrary = On { $question }, { $system } has the { $better ->
        [lower] lowest
       *[higher] highest
    } { $what } of { $n } systems{ $by }, { $value }, but on the items that they share { $ahead } { $some ->
        [one] is
       *[other] are
    } rated { $better ->
        [none] higher
       *[higher] better
    }{ $behind ->
        [0] { "" }
        [one] ; one system is shown to be { $better ->
            [none] lower
           *[higher] worse
        } than { $system }
       *[other] ; { $behind } systems are shown to be { $better ->
            [none] lower
           *[higher] worse
        } than { $system }
    }
difference-by-holm = { $difference } ({ $p } by Holm's method)
verdict-level = On { $question }, { $systems } are level, { $what } { $value } each{ $by }; { $others }
others-none =
    { $rest ->
        [one] the remaining system is not shown to be { $worse } { $level ->
            [2] both
           *[other] all
        } of them
       *[other] none of the other { $rest } systems is shown to be { $worse } { $level ->
            [2] both
           *[other] all
        } of them
    }
others-part =
    { $behind ->
        [one] one of the other { $rest } systems is shown to be { $worse } { $level ->
            [2] both
           *[other] all
        } of them
       *[other] { $behind } of the other { $rest } systems are shown to be { $worse } { $level ->
            [2] both
           *[other] all
        } of them
    }
others-whole =
    { $rest ->
        [one] the remaining system is shown to be { $worse } { $level ->
            [2] both
           *[other] all
        } of them
       *[other] the other { $rest } systems are shown to be { $worse } { $level ->
            [2] both
           *[other] all
        } of them
    }
worse-worse = worse than
worse-lower = lower than
worse-behind = behind
verdict-some = On { $question }, { $system } is rated { $better ->
        [lower] lowest
       *[higher] highest
    }{ $by }, { $what } { $value }; { $same } cannot be told apart from it, and { $behind ->
        [one] the remaining system is
       *[other] the other { $behind } of { $n } systems are
    } shown to be { $better ->
        [none] lower
       *[higher] worse
    }
reference-apart = { $text }; { $system } is { $difference } { $side ->
        [above] above
       *[below] below
    } { $reference }, the reference, { $value }
reference-open = { $text }; no difference between { $system } and { $reference }, the reference, { $value }, is shown: { $difference }
reference-two = { $text }; { $reference } is the reference
reference-preferred = { $text }; { $reference }, the reference, comparisons with which count as well, is preferred to { $system }
reference-passed = { $text }; { $system } is preferred to { $reference }, the reference
reference-preferred-open = { $text }; neither { $system } nor { $reference }, the reference, is shown to be preferred to the other
reference-label = { $system } (reference)
verdict-skipping = { $text }; differences on shared items decide this, not means alone
lead-same = { $n ->
        [2] Both
       *[other] All { $n }
    } systems have the same { $what } on { $field }: { $value }
declared-held =
    { $all ->
        [one] { $held ->
            [0] The comparison declared before the data shows no clear difference
           *[other] The comparison declared before the data shows a clear difference
        }
       *[other] Of the { $all } comparisons declared before the data, { $held ->
            [0] none shows
            [one] one shows
           *[other] { $held } show
        } a clear difference
    }
declared-one = On { $field }, { $first } − { $second } = { $difference }, { $p } (Holm): { $held ->
        [yes] a clear difference.
       *[no] no clear difference.
    }
declared-missing = No data for: { $comparisons }.
declared-difference-axis = difference

enough-title = About { $ratings ->
        [one] { $ratings } rating each is
       *[other] { $ratings } ratings each are
    } needed for means of { $field } that reproduce at r = { $target } ({ $least } to { $most } by the interval of the correlation)
enough-unknown = How many ratings are needed for means of { $field } cannot be said: those of { $k ->
        [one] one rating each and of one other
       *[other] { $k } ratings each and of { $k } others
    } correlate at { $correlation }, which is not shown to be above 0
enough-ratings = Ratings each
enough-correlation = Correlation with as many other ratings
enough-ratings-axis = ratings each
enough-correlation-axis = correlation

flags-agreement = Alpha on the flags lies between { $low } and { $high }
flags-agreement-one = Alpha on “{ $option }” is { $alpha }
flags-agreement-same = Alpha on the flags is { $value }
flags-agreement-unknown = Agreement on the flags is not estimable
flags-flag = Flag
flags-exact = Same answer
flags-ac1 = AC1
flags-on-ticked = Agreement that it is so
flags-none-set = None of { $question } was ever ticked
flags-only = Of { $question }, “{ $option }” is ticked in { $share } of { $n ->
        [one] { $n } rating
       *[other] { $n } ratings
    }
flags-commonest = Of { $question }, “{ $option }” is ticked most often: in { $share } of { $n ->
        [one] { $n } rating
       *[other] { $n } ratings
    }
flags-axis = Krippendorff's alpha (nominal)
## Place on the page, time on the job

order-title = Effect of place on the page and time on the job
order-place = Points per place further on
order-time = Points per 10 trials
order-no-sign-place-time = No sign that the place on the page or the time on the job moves ratings.
order-no-sign-place = No sign that the place on the page moves ratings.
order-no-sign-time = No sign that the time on the job moves ratings.
order-place-figure = Mean of { $field } at each place on the page
order-place-axis = place on the page
order-sign-place = the place on the page moves { $field }: { $slope } per place
order-sign-time = ratings of { $field } drift as raters go on: { $slope } per 10 trials

## Preferences

preference-sides-unknown = Sides were not recorded or never swapped, so a preference for one side cannot be separated from strength.
preference-no-surer = The strengths alone would say that one of the two systems is preferred; their win share, which rests on no model, does not. Errors of the strengths are therefore given as large as those of the win share, and the question is left open.
preference-rao-kupper = Rao-Kupper log-strength
preference-pairs =
    { $all ->
        [one] { $held ->
            [0] The difference in strength on { $field } does not hold
           *[other] The difference in strength on { $field } holds
        }
       *[other] { $held } of { $all } differences in strength on { $field } { $held ->
            [one] holds
           *[other] hold
        }
    } after Holm's correction
preference-p-sign = p (sign test on items)
preference-difference = Difference in log-strength
preference-win-axis = share of comparisons won on { $question }, ties counted half
preference-matrix = Who wins against whom on { $question }: percent of comparisons won by the system on the left, ties counted half
preference-against = against
preference-winner = system
preference-verdict-ahead = On { $question }, { $system } is preferred to every other of { $n } systems{ $by }: it wins { $share } of its comparisons, ties counted half
preference-verdict-two = On { $question }, { $system } is preferred to { $next }{ $by }: it wins { $share } of the comparisons, ties counted half
preference-verdict-two-open = On { $question }, neither { $system } nor { $next } is shown to be preferred{ $by }: { $system } wins { $share } of the comparisons, ties counted half
preference-verdict-two-unless = On { $question }, { $system } wins { $share } of the comparisons{ $by }, ties counted half, but is not shown to be preferred to { $next } once sides and ties are taken into account
preference-verdict-open = On { $question }, { $system } { $most ->
        [yes] wins most often of { $n } systems
       *[no] is the strongest of { $n } systems, allowing for the opponents of each
    }, { $most ->
        [yes] { $share }
       *[no] and wins { $share }
    } of its comparisons{ $by }, ties counted half, but is not shown to be preferred to any of the others
preference-verdict-some = On { $question }, { $system } { $most ->
        [yes] wins most often, { $share }
       *[no] is the strongest, allowing for the opponents of each, and wins { $share }
    } of its comparisons{ $by }, ties counted half; { $same } cannot be told apart from it, and { $behind ->
        [one] the remaining system is
       *[other] the other { $behind } of { $n } systems are
    } shown to be behind it
preference-verdict-level = On { $question }, { $systems } are level: each wins { $share } of its comparisons{ $by }, ties counted half; { $others }
preference-verdict-level-all = On { $question }, { $systems } are level: each wins { $share } of its comparisons{ $by }, ties counted half
preference-nothing = There is no comparison on { $question } to rank by
preference-strengths = Strength of each system on { $question }
preference-outcomes = How often each system won, tied and lost on { $question }
preference-strength-axis = log-strength (Davidson); 0 is the average system
preference-strength-axis-graded = log-strength (cumulative link); 0 is the average system
preference-win = win
preference-tie = tie
preference-loss = loss
preference-share-axis = share of comparisons
preference-bad = both bad
preference-both-bad = In { $share } of { $n ->
        [one] { $n } answered comparison
       *[other] { $n } answered comparisons
    } both were bad
preference-bad-apart = { $bad }. These say nothing about which is better, and enter no win share or strength.
preference-both-bad-axis = share of its comparisons in which both were bad on { $question }
preference-unsure = In { $n ->
        [one] one comparison
       *[other] { $n } comparisons
    } the rater could not tell; these enter no result.
preference-grades = How often each system was given each grade on { $question }
preference-grades-axis = share of grades, from worse than the other (left) to better (right)
preference-groups = Who is preferred in each of { $n } groups of items
preference-groups-on = Who is preferred on { $question } in each of { $n } groups of items, ties counted half
preference-no-side = No sign that raters lean towards one side (log-odds { $odds }).
preference-leans-left = raters lean towards the left side: log-odds { $odds }, for which the strengths are adjusted
preference-leans-right = raters lean towards the right side: log-odds { $odds }, for which the strengths are adjusted
preference-unfitted = { $problem }
preference-no-pairs = { $problem }
preference-pairs-disconnected = { $problem }
preference-too-many-systems = { $problem }

## Choices among several

choices-nothing = Nothing was picked or put in order on { $question }
choices-ahead = On { $question }, { $system } comes out ahead of { $n ->
        [2] the other system
       *[other] every other of { $n } systems
    }{ $by }: { $how }
choices-open = On { $question }, { $system } comes first of { $n } systems{ $by }, { $how }, but is not shown to be ahead of { $n ->
        [2] the other
       *[other] any of the others
    }
choices-some = On { $question }, { $system } comes first{ $by }, { $how }; { $same } cannot be told apart from it, and { $behind ->
        [one] the remaining system is
       *[other] the other { $behind } of { $n } systems are
    } shown to be behind it
choices-level = On { $question }, { $systems } are level, each { $how }{ $by }; { $others }
choices-level-all = On { $question }, { $systems } are level, each { $how }{ $by }
choices-how-best_worst = picked as the best in { $best_share } and as the worst in { $worst_share } of its showings
choices-how-ranking = with a mean rank of { $mean_rank }, ranked first in { $first_share } of its showings
choices-shown = Times shown
choices-rank-axis = rank, and the ranks that the data allow
choices-strength-axis-best_worst = log-strength (MaxDiff); 0 is the average system
choices-strength-axis-ranking = log-strength (Plackett-Luce); 0 is the average system
choices-shares-best_worst = How often each system was picked as the best, as the worst, or as neither on { $question }
choices-shares-ranking = How often each system had which rank on { $question }
choices-share-axis = share of showings
choices-best = best
choices-neither = neither
choices-worst = worst
choices-dropped = { $n ->
        [one] One answer is
       *[other] { $n } answers are
    } left out: nothing was said, or too few systems were shown.
choices-concordance = Kendall's W of { $n ->
        [one] { $n } order of all systems
       *[other] { $n } orders of all systems
    } is { $w }: 1 if all of them agree, 0 if they cancel each other.
choices-unfitted = { $problem }

## Raters

raters-run = Longest run of equal answers
raters-severity = Severity: { $field }
raters-title =
    { $n ->
        [one] One rater took part
       *[other] { $n } raters took part
    }
raters-no-sign = No sign that some raters are more severe than others.
raters-sign = raters differ in severity on { $field }: an SD of { $sd } points

## Diagnostics

diagnostic-sign = A sign that { $text } ({ $p }, corrected for { $n ->
        [one] one diagnostic
       *[other] { $n } diagnostics
    }).
diagnostics-corrected = Signs are those that are left (p < 0.05) after Holm's correction for { $n ->
        [one] the one diagnostic
       *[other] all { $n } diagnostics
    } of this analysis; an individual interval that leaves 0 out is none, and no sign is no proof that there is nothing.

sensitivity-alpha = alpha, all systems
sensitivity-exclusions = Including the excluded answers, the mean that changes most is that of { $field }{ $system }, from { $without } to { $kept }
sensitivity-exclusions-unknown = Results with and without the excluded answers
sensitivity-exclusions-alpha = alpha on { $field } goes from { $without } to { $kept }
sensitivity-of = { " " }for { $system }
leave-one-out = { $changed ->
        [0] Whichever rater is left out, the same system comes first; the mean that changes most is that of { $system } on { $field }, by { $change } without { $rater }
       *[other] Leaving out one rater at a time changes which system comes first in { $changed } of { $n } cases, as is to be expected where systems cannot be told apart; the mean that changes most is that of { $system } on { $field }, by { $change } without { $rater }
    }
leave-one-out-rater = Rater left out
leave-one-out-first = Comes first without them
leave-one-out-system = System that changes most
leave-one-out-n = Ratings left out
sensitivity-rules = How many answers each rule excluded
sensitivity-guidelines = Results for each of the { $n } versions of the guideline
sensitivity-figure = { $title }: { $field }
sensitivity-groups = Results in each of { $n } groups of items

shares-axis = share of ratings
shares-commonest = “{ $answer }” is the most common answer to { $field } ({ $n } of { $all })
shares-rarer = { $n ->
        [one] { $n } rarer answer is
       *[other] { $n } rarer answers are
    } not listed.

## Headings of tables

column-what = What
column-answers = Answers
column-rows = Rows
column-raters = Raters
column-rater = Rater
column-enters = Enters results
column-system = System
column-first = System
column-second = Against
column-field = Field
column-group = Group
column-guideline = Guideline
column-mean = Mean
column-fair_mean = Severity-adjusted mean
column-interval = Interval, individual
column-adjusted_interval = Interval, simultaneous
column-plain_interval = Interval, individual
column-raters_agree = Raters who agree
column-task = Task
column-fair_interval = Interval, individual
column-sd = SD
column-n = n
column-n_dropped = Left out
column-items = Items
column-blocks = Blocks
column-rank = Rank
column-rank_range = Rank range
column-difference = Difference
column-p = p
column-p_holm = p (Holm)
column-p_t = p (paired t)
column-p_wilcoxon = p (Wilcoxon)
column-rank_biserial = Rank-biserial r
column-dz = dz
column-superiority = P(first higher)
column-status = Status
column-statistic = Statistic
column-value = Value
column-share = Share
column-option = Answer
column-low_share = Share low
column-high_share = Share high
column-wins = Wins
column-ties = Ties
column-losses = Losses
column-win_share = Win share
column-both_bad = Both bad
column-bad_interval = Interval, individual
column-average_win_rate = Mean win share over opponents
column-strength = Log-strength
column-best_share = Picked as best
column-worst_share = Picked as worst
column-mean_rank = Mean rank
column-first_share = Ranked first
column-position = Position
column-severity = Severity
column-seconds = Median seconds
column-quartiles = Quartiles
column-mean_seconds = Mean seconds
column-fast_share = Share too fast
column-hours = Hours
column-alpha = Alpha
column-agreement = Agreement
column-without = Without excluded answers
column-without_interval = Interval, individual
column-with = With excluded answers
column-with_interval = Interval, individual
column-change = Change
column-requested = Requested
column-counted = Counted
column-object_type = Object type
column-exact = Exact (clipped counted)
column-exact_interval = Interval, individual
column-whole = Exact (whole objects only)
column-whole_interval = Interval, individual
column-between = Request between whole and all
column-between_interval = Interval, individual
column-bias = Signed error
column-bias_bounds = Signed error, at least
column-error = Absolute error
column-over = Too many
column-under = Too few
column-censored = Above the limit
column-clipped = With clipped objects
column-item = Item
column-consensus = Consensus
column-spread = Spread
column-comments = Comments
column-points = Points
column-words = Words
column-per_word = Points per word
column-per_word_interval = Interval, individual
column-fact = Fact
column-correlation = Spearman's ρ
column-confidence = Confidence
column-text = Text
column-length = Mean characters
column-distinct = Different texts
column-rule = Rule
column-passed = Passed
column-choice = Exclusions
column-standing = Standing
column-since = In force since
column-digest = Hash of the version
column-taken_out = Answers excluded
column-result = Result
column-rule_text = In words
column-correct = Correct answers
column-preferred_share = Preferred
column-tie_share = Equal
column-agree_share = Agrees with majority
column-slope = Slope
column-notes = Notes

standing = { $what }: { $text }.
standing-planned_n = Planned size
standing-stopping = Stopping rule
standing-looks = Looks at the data
standing-hypotheses = Hypotheses
unstated = Not stated: { $list }.
unstated-planned_n = how many ratings were planned
unstated-stopping = when the study was to stop
unstated-looks = whether results were looked at before the end

## Method paragraph

method-intervals = Intervals are { $confidence } intervals.
method-aligned = Results are aligned to systems, never to the side or place on the screen, and systems are compared on shared blocks.
method-means = Means, shares and differences have t intervals from a two-way cluster-robust variance over items and raters (Cameron, Gelbach & Miller 2011), treating both items and raters as samples.
method-means-fixed = Means, shares and differences have t intervals from a cluster-robust variance over items; with fewer than five raters, raters are treated as fixed and only items as a sample.
method-preferences = Preferences are modelled with Davidson's model of ties (1970), with a term for the side where sides were swapped and sandwich standard errors clustered by item and rater.
method-preferences-fixed = Preferences are modelled with Davidson's model of ties (1970), with a term for the side where sides were swapped and sandwich standard errors clustered by item; with fewer than five raters, raters are treated as fixed.
method-best_worst = Choices of best and worst are modelled by a conditional logit of the pair chosen (MaxDiff; Marley & Louviere 2005), with sandwich standard errors clustered by item and rater, each where there are more of them than terms of the model.
method-best_worst-fixed = Choices of best and worst are modelled by a conditional logit of the pair chosen (MaxDiff; Marley & Louviere 2005), with sandwich standard errors clustered by item; with fewer than five raters, raters are treated as fixed.
method-ranking = Orders are modelled by Plackett and Luce's model, with Davidson's ties where there are any (Turner et al. 2020), with sandwich standard errors clustered by item and rater, each where there are more of them than terms of the model.
method-ranking-fixed = Orders are modelled by Plackett and Luce's model, with Davidson's ties where there are any (Turner et al. 2020), with sandwich standard errors clustered by item; with fewer than five raters, raters are treated as fixed.
method-grades = Graded preferences are modelled with a cumulative logit link with symmetric thresholds (Agresti 1992), with a term for the side where sides were swapped and sandwich standard errors clustered by item and rater.
method-grades-fixed = Graded preferences are modelled with a cumulative logit link with symmetric thresholds (Agresti 1992), with a term for the side where sides were swapped and sandwich standard errors clustered by item; with fewer than five raters, raters are treated as fixed.
method-both_bad = Comparisons in which both were bad are a judgment of quality: their share is reported per system, and preferences are estimated from the rest.
method-unsure = Comparisons in which the rater could not tell are counted as missing.
method-corrected = Systems that share items form one task; within each task, p values of differences are adjusted by Holm's method and intervals of differences are simultaneous (Bonferroni), those of means, shares and strengths individual; rank ranges follow from the differences that hold.
method-agreement = Agreement is Krippendorff's alpha at the level of each field with a jackknife interval over items and raters, along with percent agreement and Gwet's AC; repeats by the same rater are not included.

## Limits paragraph

limits-unknown-raters = It is not known who rated, so intervals treat ratings of different items as independent.
limits-few-raters =
    { $n ->
        [one] With one rater, it is not known how other raters would judge.
       *[other] With { $n } raters, it is known only roughly how other raters would judge.
    }
limits-these-raters = { $n ->
        [one] Comparisons treat the one rater as fixed: they allow for other items, and say what this rater thinks.
       *[other] Comparisons treat the { $n } raters as fixed: they allow for other items, and say what these raters think.
    } With fewer than five raters, nothing can be said about others.
limits-nothing-declared = No comparison was declared beforehand; p values describe an exploratory analysis.
limits-no-stopping-rule = No stopping rule was stated; if data were looked at while they came in, intervals are too narrow.
limits-no-stopping-rule-stated = No stopping rule was stated.
limits-excluded = Answers were excluded by rule; results including them are also given.
limits-rules-changed = Exclusion rules changed after the first answer; results under the rules of each version are also given.
limits-guideline-changed = The guideline changed while ratings were collected; results are also given by version.
limits-like-these-many-item-sampled-raters = Results hold for items and raters like these, and say nothing about other kinds of pictures or people.
limits-like-these-many-item-fixed-raters = Results hold for items like these in the eyes of these raters, and say nothing about other kinds of pictures or about other people.
limits-like-these-one-item-sampled-raters = Results hold for this one item and for raters like these, and say nothing about other items.
limits-like-these-one-item-fixed-raters = Results hold for this one item in the eyes of these raters, and say nothing about other items or other people.

level-nominal = nominal
level-ordinal = ordinal
level-interval = interval
level-ratio = ratio

systems-some = { $n } systems
systems-some-of = { $n } of { $of } systems
systems-listed = { $some } and { $last }

timing-title = Answers took { $seconds } s in the median, { $hours } hours in all
timing-title-fast = Answers took { $seconds } s in the median, { $hours } hours in all; { $some } took under { $fast } s
timing-none = none

# Rules by which trials are asked for until they are clear.
stopping-untold = a rule that the table does not tell ended trials early; { $share }
stopping-some-share = some trials, drawn at random before the first answer, are rated in full whatever the rule says
stopping-rule = every trial is rated { $least } to { $most } times, and no more once { $clear }; { $share }
stopping-lead = one answer leads the next by { $lead } { $lead ->
    [one] vote
   *[other] votes
}
stopping-width = the 95 % interval of its mean, by the standard deviation within trials of the whole study, reaches no further than { $width } to each side
stopping-share = { $share } of the trials, drawn at random before the first answer, are rated in full whatever the rule says
stopping-no-share = no trial is rated in full regardless of the rule
note-agreement-share = { $n ->
    [one] Agreement comes from the one trial that was drawn at random and rated in full; the others were asked more often where raters differed.
   *[other] Agreement comes from the { $n } trials that were drawn at random and rated in full; the others were asked more often where raters differed.
}
note-agreement-no-share = Agreement cannot be told: trials were asked more often where raters differed, and no random share was rated in full.
method-stopping = By a rule declared before the data, { $rule }. Means give every trial the same weight, whatever its number of ratings; agreement comes from the random share alone; models of choices use all answers without weights, since the rule depends on nothing but answers they see.
method-stopping-by-chance = By a rule declared before the data, { $rule }. Since a rule that stops where answers agree makes means of what is left too extreme, means and shares weight every rating by 1 / the chance that it was asked for (Horvitz and Thompson 1952; Hájek 1971): a rating that the rule asked for counts once, and one that came only because its trial was drawn to be rated in full stands for those that were spared in trials as clear. Agreement comes from the random share alone; models of choices use all answers without weights, since the rule depends on nothing but answers they see.
limits-stopping-no-correction = Means and shares over what a rule left are too extreme, since it stopped where answers agreed; only a random share that is rated in full could tell by how much.
limits-stopping = Agreement rests on the random share that was rated in full, and so on fewer trials than the results.
limits-stopping-no-share = A rule ended trials early and no random share was rated in full, so agreement is not known.

# Looks at results before the end.
looking-any-time = Intervals hold at any time: however often results are looked at, 95 % of studies are right at every look. They are { $factor } times as wide as those of a single look; { $share } of the planned ratings are in.
looking-planned = Intervals are those of the planned looks (group-sequential, spending of O'Brien–Fleming type after Lan and DeMets), which hold for all of them together: { $factor } times as wide as those of a single look; { $share } of the planned ratings are in, and { $before ->
    [0] no look was
    [one] one look was
   *[other] { $before } looks were
} recorded.

## The quality line: whether verdicts can stand on the answers.

quality-line-good = Quality of the answers: nothing found that speaks against the verdicts.
quality-line-remarks = Quality of the answers: the verdicts stand, but note what follows.
quality-line-partly = Quality of the answers: some verdicts are not claimed.
quality-line-overruled = Quality of the answers: the verdicts are not claimed.
quality-fast = { $share } of the answers ({ $n } of { $of }) took less than { $seconds } s: nobody can have looked.
quality-short-fast = answers too fast
quality-agreement = Raters agree no more than chance would on { $questions } (permutation test, { $level } level).
quality-short-agreement = agreement not above chance
quality-agreement-unknown = Whether raters agree cannot be told: nothing was rated twice, or every answer is the same. Random answers would not show here.
quality-short-agreement-unknown = agreement unknown
quality-constant = { $raters ->
        [one] One rater gives
       *[other] { $raters } raters give
    } the same answer to everything: { $share } of the answers.
quality-short-constant = constant answers
quality-checks = Attention checks passed: { $share } of { $n }.
quality-short-checks = attention checks failed
quality-excluded = Excluded from the results: of raters { $raters } of { $of_raters }, of answers { $answers } of { $of_answers }.
quality-short-excluded = many exclusions
quality-changes = What raters are told or asked changed while answers came in: { $what }. Answers before it: { $before } of { $of }.
quality-short-changes = changed while answers came in
quality-few-items = { $n ->
        [one] There is one item
       *[other] There are { $n } items
    }: with fewer than { $least }, not even all of them pointing one way would be rare.
quality-short-few-items = too few items
quality-few-raters = One rater answered: nothing tells one taste from chance.
quality-short-few-raters = one rater only
not-claimed = Not claimed: { $text }
not-claimed-because = Not claimed ({ $why }): { $text }
