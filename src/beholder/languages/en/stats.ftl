# Methods and notes of statistics.

bootstrap-comparisons = { $model }, percentile bootstrap of comparisons, { $resamples } resamples
bootstrap-objects = bootstrap over objects, expanded percentile interval
model-errors = model-based standard errors
beta-interval = Beta interval
pooled-sd = pooled standard deviation within items
majority-ties = ties: { $rule }
adjusted-rand = adjusted Rand index, mean over rater pairs, then items
variance-component = variance component, Henderson's method I
variance-of-severity = variance of rater severity, Henderson's method III
exact-agreement = exact agreement of pairs
agreement-within = agreement of pairs within { $distance }
agreement-specific = agreement specific to { $value }
tost = TOST with margin { $margin }
wilcoxon = Wilcoxon signed-rank test on block means
wilcoxon-items-holm = Wilcoxon signed-rank test on items, Holm-adjusted p
sign-test = sign test on block means
mcnemar = McNemar test on block majorities
dz = Cohen's dz
dz-interval = Cohen's dz, noncentral t interval
superiority = probability of superiority on block means, Wilson interval
cliffs-delta = Cliff's delta
odds-ratio-woolf = odds ratio, Woolf interval
odds-ratio-conditional = conditional odds ratio, exact interval
mean-over-ratings = mean over ratings
mean-over-trials = mean over trials, each with the same weight
mean-by-chance = mean over ratings, each weighted by 1 / the chance that it was asked for
mean-by-column = mean over ratings, weighted as the table says
mean-over-items = mean over items
name-names = different names of an item, mean over items
name-top-share = share of an item's most frequent name, mean over items
name-entropy = entropy of an item's names in bits, mean over items
severity = severity: points below the average rater, least squares on items and raters
correlation-bootstrap = { $name ->
        [spearman] Spearman's ρ
        [pearson] Pearson's r
        [kendall] Kendall's τ
       *[other] { $name }
    }, percentile bootstrap of { $items } items, { $resamples } resamples
fair-mean = mean over blocks, severity of raters taken out by least squares
holm-over-pairs = Holm-adjusted p over all pairs of this field
holm-within-task = Holm-adjusted p within the task
left-share = share of decided comparisons that the left side wins
repeated-share = share of hidden repeats answered as before
median-seconds = median active seconds per answer
circles = number of threes in which majorities run in a circle
slope-place = points per place further on the page, within an answer, given the system
slope-time = points per 10 trials of a rater, within the rater, given the system
ratings-enough = ratings per thing whose mean correlates { $target } with that of as many others
spearman-brown = projected by the Spearman-Brown formula
not-estimable = not estimable
both-ways = each comparison seen from both systems
items-n-in-ratings = { $n ->
        [one] { $n } item
       *[other] { $n } items
    }, n in ratings
    .brief = { "" }
items-raters-n-in-ratings = { $items ->
        [one] { $items } item
       *[other] { $items } items
    }, { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    }, n in ratings
    .brief = { "" }
alpha = Krippendorff's alpha, { $level } level
conger-kappa = Conger's kappa, { $weights } weights
cohen-kappa = Cohen's kappa, { $weights } weights, { $first } and { $second }
two-sided-t = two-sided t test, { $method }
product-bootstrap-blocks = product-weight bootstrap of blocks, { $resamples } resamples
product-bootstrap-raters = product-weight bootstrap of blocks and raters, { $resamples } resamples
wilson-interval = Wilson interval
wilson-per-block = Wilson interval, one trial per block, since all ratings are the same
clopper-pearson-interval = Clopper-Pearson interval
davidson-ties = Davidson ties
davidson-ties-position = Davidson ties with position term
rao-kupper-ties = Rao-Kupper ties
rao-kupper-ties-position = Rao-Kupper ties with position term
ratio-of-sums = ratio of sums
right-preferred = share that prefers the one right answer
exponent-around = exponent b of sd = a n^b around g n, censored normal likelihood
exponent-within = exponent b of sd = a m^b within pictures, chi-square likelihood
top-name-found = share of objects whose top name { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    } would have found
planted-names = planted names do not enter
name-object-pairs = name–object pairs
tie-rule = of names with equal counts the one the data list as top name stands first, else the one that was given (or is written) first
other-object-inadequate = of those that mean another object, the share that is also inadequate

## Notes

note-independent-comparisons = comparisons are taken as independent; clustered standard errors are wider where items repeat
note-separable-resamples = { $n } of { $all } resamples were separable and shrunk by a normal prior
note-all-ties = every comparison is a tie: nothing to rank by
note-no-ties = no ties were given: nu is 0 and the model is Bradley-Terry's
note-separation = perfect separation ({ $how }): without help some strengths are infinite, so all terms are shrunk by a normal prior with SD { $sd }
note-open-gaps = how far such systems lie apart has no upper bound: errors between them are those of their share of wins (Wilson), each item or rater counted once
note-errors-independent = standard errors take all comparisons as independent; name items and raters if they repeat
note-few-clusters = only { $n ->
        [one] { $n } cluster
       *[other] { $n } clusters
    } of one kind: the intervals are wide and rough
note-passes = { $n } passes
note-no-standard-error = no item has two ratings: no standard error
note-plenty = { $n } ratings or more per rater and value: compare with dawid_skene, which allows shared biases
note-one-value = one value only: nobody can be wrong
note-rows-missing-or-repeated = { $n ->
        [one] { $n } row
       *[other] { $n } rows
    } missing or repeated left out
note-below-zero = estimated below zero: no sign of such variance
note-noise-below-zero = the variance of raters and residual is estimated below zero, and taken as zero
note-single-ratings = { $n ->
        [one] { $n } rating
       *[other] { $n } ratings
    } of items with one rating left out
note-lower-bound = a lower bound: some values are censored
note-blocks-of-one = { $n ->
        [one] { $n } block
       *[other] { $n } blocks
    } that only one of the two systems has left out
note-blocks-split = { $n ->
        [one] { $n } block
       *[other] { $n } blocks
    } whose ratings are split in half left out
note-empty-cell = a cell is empty: 1/2 is added to each
note-no-upper-end = the second system never says yes alone: the ratio has no upper end
note-ratings-of-one = { $n ->
        [one] { $n } rating
       *[other] { $n } ratings
    } of blocks that only one of the two systems has left out
note-no-rater-column = no rater column: the interval holds for these raters
note-conservative = conservative
note-resamples-silent = { $n } of { $all } resamples say nothing and are left out
note-resamples-flat = { $n } of { $all } resamples do not vary and are left out
note-rows-missing-system = { $n ->
        [one] { $n } row
       *[other] { $n } rows
    } with a missing value, system, item or rater left out
note-replicates-undefined = { $n } of { $all } bootstrap replicates were undefined and left out
note-one-rater = one rater only: the interval holds for this rater, not for others
note-one-item = one item only: the interval holds for this item, not for others
note-variance-negative = the variance over items and raters together came out negative, as happens with little data: the larger of the two alone is used
note-variance-not-positive = the variance over items and raters together came out negative in part, as happens with little data: that part counts as 0
note-rows-missing = { $n ->
        [one] { $n } row
       *[other] { $n } rows
    } with a missing item, rater or value left out
note-repeats = { $n ->
        [one] { $n } repeat
       *[other] { $n } repeats
    } of an item by the same rater left out; the first rating stands
note-censored-items = { $n ->
        [one] { $n } item
       *[other] { $n } items
    } ({ $share }) with a censored value left out
note-plan-alone = with one item or one rater nothing is known about others
note-plan-never = no number of raters is enough: add items or ratings per item
note-plan-raters-limit = no number of items is enough: raters differ too much, add raters
note-plan-items-alike = items do not differ: rate few items as often as there are raters
note-plan-whole = in whole ratings { $ratings }: { $items ->
        [one] { $items } item
       *[other] { $items } items
    } for the same money
note-plan-three-items = fewer than three items have twice as many ratings
note-plan-too-narrow = no number of items is enough: ask for a wider interval
note-pilot-few-ratings = { $n ->
        [one] { $n } item of the pilot has fewer than { $ratings } ratings and is
       *[other] { $n } items of the pilot have fewer than { $ratings } ratings and are
    } left out
note-pilot-beyond = no two items of the pilot have { $ratings } ratings: planned by formula from its alpha of { $alpha }
typical-prompt-following = does the picture follow the prompt, 0, half or 1; mean of one system
typical-prompt-following-difference = does the picture follow the prompt, 0, half or 1; difference of two systems on the same items
typical-picture-quality = how good is the picture, 0, half or 1; mean of one system
typical-picture-quality-difference = how good is the picture, 0, half or 1; difference of two systems on the same items
typical-video-quality = how good is the video, five points
typical-exact-count = is the number of objects the one that the prompt asks for; one generator
typical-hard-yes-or-no = which of two similar species is it, untrained raters
typical-preference-crowd = which of two answers is better, or a tie; crowd workers, texts
typical-preference-trained = which of two answers is better, or a tie; trained raters, texts, hard ones left out
note-pilot-negative = the pilot's variance of { $part } came out at { $value }; 0 is used
note-circle = { $a } beats { $b }, { $b } beats { $c }, { $c } beats { $a }
note-ties = { $n ->
        [one] { $n } tie
       *[other] { $n } ties
    } left out
note-censored-mean = { $n ->
        [one] { $n } censored value counts
       *[other] { $n } censored values count
    } as { $least }: the mean is at least this
note-few-raters = few raters: the interval speaks of these raters only
note-raters-fixed = raters fixed: the interval speaks of these raters only
note-raters-unknown = who rated is not recorded: the ratings of one thing are taken as by different raters
note-cut-at-scale = the interval is cut where the scale ends, which no mean can leave
note-counts-above = { $n ->
        [one] { $n } count above the limit is
       *[other] { $n } counts above the limit are
    } taken at { $least }: a lower bound

## What n counts; briefly not told

n-in-ratings = n in ratings
    .brief = { "" }
n-in-items = n in items
    .brief = { "" }
n-in-shared-items = n in items both rated
    .brief = { "" }
n-in-threes = n in threes of systems
    .brief = { "" }
n-in-things = n in things rated
    .brief = { "" }
n-in-answers = n in answers
    .brief = { "" }
n-in-pictures = n in pictures
    .brief = { "" }
n-in-objects = n in objects
    .brief = { "" }

dawid-skene-right = chance of a right report, Dawid-Skene
dawid-skene-likelihood = Dawid-Skene, maximum likelihood
dawid-skene-prior = Dawid-Skene, Dirichlet prior

share-median-censored = share of items whose median is censored
share-few-ratings = share of items with too few ratings for { $confidence } bounds
share-majority-tied = share of items whose majority is tied
share-of-ratings = share of ratings
share-over-trials = share of ratings, each trial with the same weight
share-by-chance = share of ratings, each weighted by 1 / the chance that it was asked for
share-by-column = share of ratings, weighted as the table says

one-coin-right = chance of being right, one-coin model
one-coin-likelihood = one-coin model, maximum likelihood
one-coin-prior = one-coin model, Beta prior

## Why there is no interval or test

no-interval-few-raters = no interval for raters like these: fewer than three
no-interval-raters-undefined = no interval for raters like these: leaving out some makes the estimate undefined
no-interval-one-item = no interval: one item
no-test-no-spread = no test: there is no spread to judge it by
no-interval-one-value = no interval: a sample has one value
no-interval-no-overlap = no interval: the samples do not overlap
no-test-flat = no test: the difference has no spread to be judged by
no-interval-flat = no interval: the values have no spread to estimate it from
no-interval-three-items = no interval: fewer than three items to resample
no-interval-blocks-flat = no interval: there is no spread over blocks to judge it by
no-interval-two-units = no interval: fewer than two units to resample
no-interval-one-unit = no interval: leaving out one unit makes the estimate undefined
no-interval-two-items = no interval: it takes two items or two raters
no-interval-no-peak = no interval: the likelihood has no clear peak

## Why there is no value

reason-no-shared-groups = no two raters grouped the same two elements of an item
reason-one-rater = one rater only: nothing to agree with
reason-no-ratings = no ratings
reason-same-values = all values are the same: chance agreement is total
reason-no-two-ratings = no item has two ratings
reason-few-shared = too few ratings are shared to tell items, raters and residual apart
reason-nothing-varies = nothing varies, or too few ratings are shared
reason-no-variation = all values are the same: nothing varies
reason-one-item = one item only: nothing varies between items
reason-no-shared-item = the two raters share no item
reason-one-value = both raters use one value only
reason-no-pairs-or-same = no item has two ratings, or all values are the same
reason-no-pair = no pair of ratings bears on it
reason-no-block-differs = no block differs
reason-no-block = there is no block with both systems
reason-no-discordant = no block is discordant
reason-two-blocks = a paired test takes two blocks with both systems
reason-same-difference = all blocks differ by the same amount: there is no spread to judge it by
reason-nothing-tried = nothing was tried
reason-dz = dz takes two blocks whose differences are not all the same
reason-empty-sample = a sample is empty
reason-nothing-rated = there are no ratings
reason-unpaired = no block was rated for both systems; name what pairs them
reason-undefined = the statistic is not defined for these ratings
reason-nobody-to-compare = one rater only: nobody to compare with
reason-groups-apart = raters fall into { $n } groups that share no item
reason-few-shared-items = too few shared items to judge the error
reason-three-rows = a correlation takes three rows
reason-never-varies = one of the measures never varies
reason-no-p = no p value was given
reason-nothing-in-common = raters fall into { $n } groups that rated nothing in common
reason-many-systems = not looked for among so many systems
reason-no-sides = sides are not recorded
reason-no-slope = it does not vary
reason-no-system = no rating of this system is left
reason-never-repeats = means do not repeat at all
reason-no-answer-both = no answer rates both systems
reason-few-pictures = too few pictures to fit
reason-no-picture-off = no picture is off
reason-unsettled = the fit did not settle
reason-nothing-to-count = { $name }: there is nothing to count

## How intervals of agreement are made

interval-asymptotic = interval: asymptotic variance and t, these raters
interval-jackknife-groups = interval: jackknife over { $n } groups of items and t, these raters
interval-f = interval: F
interval-bootstrap-these = interval: unit bootstrap ({ $replicates }, { $kind ->
        [t] SE and t
       *[percentile] percentile
    }), these raters
interval-bootstrap-like-these = interval: unit bootstrap ({ $replicates }, { $kind ->
        [t] SE and t
       *[percentile] percentile
    }), raters like these
interval-jackknife-these = interval: unit jackknife and t, these raters
interval-jackknife-like-these = interval: jackknife of units and of raters, t, raters like these
interval-linearised-these = interval: linearised variance and t, these raters
interval-linearised-like-these = interval: linearised variance and t, raters like these

paired-t = paired t test on block means
paired-t-df = paired t test on block means, { $df } df
paired-bootstrap = paired percentile bootstrap of blocks, { $resamples } resamples
paired-difference-of-shares = paired difference of shares, Newcombe interval
paired-t-prompts-holm = paired t test on prompts, Holm-adjusted p

permutation-exact = exact sign-flip permutation test on block means
permutation = sign-flip permutation test on block means, { $resamples } resamples
permutation-untested = permutation

difference-of-shares = difference of shares, Newcombe interval
difference-on-blocks = difference of means on shared blocks
difference-within-answers = mean difference within answers

## Intervals from t

t-interval-over-blocks = t({ $df }) interval over blocks, these raters
    .brief = t interval over blocks, these raters
t-interval-over-items = t interval over items
t-interval-item = t({ $df }) interval clustered by item
    .brief = t interval clustered by item
t-interval-logit-item = t({ $df }) interval on the logit scale clustered by item
    .brief = t interval on the logit scale clustered by item
t-interval-log-item = t({ $df }) interval on the log scale clustered by item
    .brief = t interval on the log scale clustered by item
t-interval-rater = t({ $df }) interval clustered by rater
    .brief = t interval clustered by rater
t-interval-logit-rater = t({ $df }) interval on the logit scale clustered by rater
    .brief = t interval on the logit scale clustered by rater
t-interval-log-rater = t({ $df }) interval on the log scale clustered by rater
    .brief = t interval on the log scale clustered by rater
t-interval-item-rater = t({ $df }) interval clustered by item and rater
    .brief = t interval clustered by item and rater
t-interval-logit-item-rater = t({ $df }) interval on the logit scale clustered by item and rater
    .brief = t interval on the logit scale clustered by item and rater
t-interval-log-item-rater = t({ $df }) interval on the log scale clustered by item and rater
    .brief = t interval on the log scale clustered by item and rater

## Planning

plan-half-width = expected half-width, t(min(items, raters) - 1)
plan-half-width-confidence = expected half-width, t(min(items, raters) - 1), { $confidence }
plan-power = power to find a difference of { $difference } at the { $level } level, noncentral t
plan-raters = fewest raters with a half-width of { $target } or less
plan-items = fewest items with a half-width of { $target } or less
plan-items-power = fewest items with which a difference of { $difference } is found with a probability of { $power }
plan-raters-power = fewest raters with which a difference of { $difference } is found with a probability of { $power }
plan-alpha = expected half-width of the interval of an alpha of { $alpha } with { $ratings } ratings of each item, { $confidence }
plan-items-alpha = fewest items with which the interval of alpha reaches { $target } or less to each side
plan-error = expected standard error
plan-lead = expected under the rule, each vote right with a chance of { $agree }
plan-width = expected under the rule, a standard deviation within items of { $sd }
plan-looks = at the end of a plan with these looks
plan-any-time = at the end, with intervals that hold at any time
plan-cost = items x (cost of item + ratings x cost of rating)
plan-best-ratings = ratings per item with the smallest standard error for the money
plan-best-items = items for the same money at { $ratings } ratings each

icc-k = k = { $k }
    .brief = { "" }
icc-one-way = ICC({ $form }) = Shrout-Fleiss ({ $number }), one-way random: any raters
icc-agreement = ICC({ $form }) = Shrout-Fleiss ({ $number }), two-way random, absolute agreement
icc-consistency = ICC({ $form }) = Shrout-Fleiss ({ $number }), two-way, consistency (severity of raters left out)

coefficient-gwet = Gwet's { $name }, { $weights } weights
coefficient-brennan-prediger = Brennan and Prediger's coefficient, { $weights } weights
coefficient-fleiss = Fleiss' kappa, { $weights } weights

bradley-terry-half = Bradley-Terry, ties as half wins
bradley-terry-half-position = Bradley-Terry, ties as half wins, with position term
bradley-terry-none = Bradley-Terry, ties left out
bradley-terry-none-position = Bradley-Terry, ties left out, with position term

sandwich-item = sandwich standard errors clustered by item, t({ $df })
    .brief = sandwich standard errors clustered by item, t
sandwich-rater = sandwich standard errors clustered by rater, t({ $df })
    .brief = sandwich standard errors clustered by rater, t
sandwich-item-rater = sandwich standard errors clustered by item and rater, t({ $df })
    .brief = sandwich standard errors clustered by item and rater, t

reference-differs = share of objects whose reference name is not the top name
reference-other-object = of the judged names that differ, the share that means another object
reference-inadequate = of the judged names that differ, the share that is inadequate
reference-never-judged = of the names that differ, the share that raters never judged
references-strange = no reference name is a name that anybody gave to any object: are they in another language?

## Opinion scores

opinion-mean = mean opinion score, t interval over raters
opinion-bt500 = mean opinion score without raters rejected by BT.500 (deviation with { $deviation }), t interval over raters
opinion-p910 = bias-subtracted, consistency-weighted opinion score (P.910, Annex E)
opinion-cmos = mean grade of comparisons (CMOS)
opinion-cmos-side = what standing at the left adds to a grade, given the two systems
note-lone-scores = { $n ->
        [one] { $n } rater scored one stimulus only and is left out: their bias
       *[other] { $n } raters scored one stimulus only and are left out: their bias
    } cannot be told from its quality
note-heavy-rater = rater { $rater } seems so consistent as to carry { $share } of the weight: the scores are mostly those of one rater
note-few-scores = { $n ->
        [one] { $n } rater scored fewer than { $least } stimuli: how consistent they seem, and so their weight, is
       *[other] { $n } raters scored fewer than { $least } stimuli: how consistent they seem, and so their weight, is
    } partly chance

## Rankings of several systems

plackett-luce = Plackett-Luce
plackett-luce-ties = Plackett-Luce with Davidson-Luce ties
best-worst-joint = best and worst as a pair, conditional logit (MaxDiff)
best-worst-sequential = the best, then the worst of the rest, conditional logit
kendall-w = Kendall's W, corrected for ties
n-in-lists = n in lists
    .brief = { "" }
interval-jackknife-lists = interval: jackknife over lists and t
note-lists-incomplete = { $n ->
        [one] { $n } list without some of the systems, or without an order, does not enter
       *[other] { $n } lists without some of the systems, or without an order, do not enter
    }
note-few-lists = { $n ->
        [one] { $n } list
       *[other] { $n } lists
    } for { $all } terms are too few to cluster by: standard errors take lists as given
note-few-raters-terms = { $n ->
        [one] { $n } rater
       *[other] { $n } raters
    } for { $all } terms are too few to cluster by: standard errors take these raters as given
reason-no-full-lists = fewer than two lists put all systems in an order
sandwich-list = sandwich standard errors clustered by list, t({ $df })
    .brief = sandwich standard errors clustered by list, t
sandwich-list-rater = sandwich standard errors clustered by list and rater, t({ $df })
    .brief = sandwich standard errors clustered by list and rater, t

## Graded preference, both bad, unsure

graded = cumulative link of grades, symmetric thresholds
graded-position = cumulative link of grades, symmetric thresholds, with position term
both-bad = share of answered comparisons in which both were bad
note-both-bad =
    { $n ->
        [1] one comparison in which both were bad says nothing about who is better and does not enter; the share of such is told apart
       *[other] { $n } comparisons in which both were bad say nothing about who is better and do not enter; their share is told apart
    }
note-unsure =
    { $n ->
        [1] one comparison in which the rater was unsure does not enter
       *[other] { $n } comparisons in which the rater was unsure do not enter
    }
unsure = comparisons in which the rater was unsure

## Marks

mark-f = F of marks matched one to one
mark-precision = share of marks that match a reference
mark-recall = share of reference marks that are matched
reason-no-marks = nobody marked anything, or no picture was seen by two

## Models as raters

alt-test = alternative annotator test, { $level ->
    [nominal] share of the other raters who said the same
   *[ordered] root mean square distance to the other raters
}, epsilon { $epsilon }, Benjamini-Yekutieli over raters
alt-by-item = one-sided t over items
alt-by-block = one-sided t over blocks of items
alt-advantage = mean over left-out raters of how often the model matches the others at least as well, t interval over blocks of items
alt-passes = { $model } passes: it is as good as at least half of the raters
alt-fails = { $model } does not pass: it is shown to be as good as fewer than half of the raters
note-alt-unanswered = { $model } gave no answer to { $n } of the items that people rated; they are left out
note-alt-few-items = { $n ->
        [one] { $n } rater shares
       *[other] { $n } raters share
    } fewer than { $least } items with the model: the test has little power there
note-alt-few-raters = the test is made for at least { $least } raters, and there are { $n }
reason-no-shared-items = no item has an answer of the model, of this rater and of another

## Stopping

stopping-rule = at least { $least } and at most { $most } answers, none after a lead of { $lead }
stopping-all = exact over all orders of arrival
stopping-file = in the order of the file
stopping-random = mean over random orders of arrival
stopping-replays = mean over { $n } replays, the middle 95 % of them
note-stopping-unclear = { $n ->
        [one] { $n } item has no single label in full and does
       *[other] { $n } items have no single label in full and do
    } not enter same_label
note-stopping-biased = alpha over items that a rule stopped is biased, since those that disagree are asked more often; rate a random share in full (--share) for an honest one
combine = people and judge combined (PPI++), t over blocks
combine-weighted = people and judge combined (PPI++), weighted by inverse probabilities (Horvitz-Thompson), t over blocks
share-by-items = share, t interval by sums over items
note-combine-random = this assumes that the outputs rated by people were drawn at random
note-combine-nothing-more = the judge saw nothing that people did not rate: the result is that of people alone
note-combine-few = only { $n ->
        [one] { $n } output was
       *[other] { $n } outputs were
    } rated by people; with fewer than { $least } the weight of the judge is mostly chance
