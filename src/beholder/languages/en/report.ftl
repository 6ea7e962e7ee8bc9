# The report's own words; what an analysis says brings its words with it.
report = Report of a human evaluation
made = Made on { $date } by Beholder { $version }
contents = Contents
figure = Figure { $n }
table = Table { $n }
stop = { "." }
colon = { ": " }
space = { " " }
quality-see = See the numbers
headline-differences = Whether two systems differ is read from their difference, not from whether their lines overlap.
headline-by-strength = Systems stand in the order of their strength, which takes into account whom each of them met.
headline-behind = Blue: no other system has been shown to be better. Grey: at least one has.
fact-answers =
    { $n ->
        [one] { $n } answer
       *[other] { $n } answers
    }
fact-crossed =
    { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    } × { $items ->
        [one] { $items } item
       *[other] { $items } items
    }
fact-items =
    { $items ->
        [one] { $items } item
       *[other] { $items } items
    }, raters not recorded
fact-systems = { $n } systems
fact-each =
    { $median ->
        [one] one rating of each output
       *[other] { $median } ratings of each output
    }
fact-median = { $least } to { $most } ratings of each output, { $median } in the median
fact-quota = quota reached: { $share } ({ $given } of { $wanted })
behind-figure = The numbers behind Figure { $n }
interval-word = { $percent } %, individual
simultaneous-word = { $percent } %, simultaneous
lines-individual = Lines: individual { $percent } % intervals.
lines-simultaneous = Lines: simultaneous { $percent } % intervals.
lines-ranks = Bars: rank ranges, which hold together for all systems.
rows-drawn = The first { $n } of { $all } rows are drawn; the table has them all.
rows-beyond = Where a line ends in an arrow, the interval goes on; the table has all of it.
rows-listed = The first { $n } of { $all } rows are printed; the HTML file of this report has all of them as CSV.
rows-copied = The first { $n } of { $all } rows are printed; the HTML file of this report has the first { $copied } as CSV.
same-in-all = The same in every row: { $list }.
method = Method
as-latex = LaTeX
as-csv = CSV
copy = Copy
copied = Copied
copy-latex = Copy as LaTeX
copy-csv = Copy as CSV
simulated = These answers come from simulated raters, not from people.
not-stated = not stated

chapter-summary = Summary
chapter-asked = What was asked
chapter-raters = Who rated
chapter-plan = Planned and collected
chapter-quality = Quality of the work
chapter-agreement = Agreement
chapter-results = Results
chapter-sensitivity = Sensitivity to the choice of data
chapter-judges = Models as judges
chapter-data = What entered the results
chapter-gallery = Example items
chapter-method = Method and limits
chapter-heds = Human evaluation datasheet
chapter-versions = Versions and receipt

topic-declared = Comparisons declared before the data
topic-groups = By group of items
topic-texts = Comments
topic-raters = Raters
topic-timing = Time
topic-attention = Attention checks
topic-self_consistency = Repeats
topic-enough = { $field }: are there enough ratings?
topic-order = Order and time
topic-exclusions = With and without exclusions
topic-leave_one_out = Leaving out one rater at a time
topic-rules = Under the exclusion rules of each version
topic-guidelines = By version of the guideline
topic-flow = Participant flow
topic-before = Questions before the trials
topic-after = Questions after the trials
topic-collected = How much was collected
topic-changes = What changed while the study ran
topic-data = Account of all answers

read-title = How to read the numbers
read-interval = 7.2 [6.9, 7.5] is an estimate with its interval. If such a study were repeated many times with other items, and with other raters like these unless it says “these raters”, { $percent } % of such intervals would contain the true value. That is true of each interval called “individual”, as those of means, shares and coefficients are. Intervals called “simultaneous”, as those of differences, are wider: in { $percent } % of such studies, all of them would contain it.
read-rank = A rank range of 1–3 means that, given the data, this system could be first, second or third.
read-alpha = Alpha is 1 if raters always agree and 0 if they agree no more than by chance. Values above 0.8 are usually called good, and values below 0.67 too low for firm conclusions; hard questions naturally have lower values.
read-p = p (Holm) is corrected for the number of comparisons within the task; a difference holds where it is below 0.05, and its dot is then filled. Holm's method is slightly less strict than simultaneous intervals, so a filled dot may have an interval that touches 0.
explains-dz = dz: the mean difference in standard deviations of the differences between items; 0 is no difference, 0.2 is often called small, 0.8 large.
explains-superiority = P(first higher): the share of items on which the first system is above the second, with ties counted as half; 0.5 is no difference.
explains-rank_biserial = Rank-biserial r: from −1 (the second is higher on all items) through 0 (no difference) to 1, weighted by the ranks of the differences.
explains-p_t = p (paired t) and p (Wilcoxon) use one value per item and treat raters as fixed; they are not corrected for the number of comparisons.
explains-raters_agree = Raters who agree: how many of the raters, by their own ratings alone, have the difference in the same direction.
explains-strength = Log-strength: 0 is the average system of the task; a system that lies 1 above another is preferred e = 2.7 times as often as the other, ties aside.
explains-rao_kupper = Rao-Kupper: the same with another model of ties, as a check.
explains-average_win_rate = Mean win share over opponents: each opponent counts the same, however often it was met.
explains-rank_range = Rank range: the ranks left open by the differences that hold.
explained-before =
    { $n ->
        [one] What the statistics mean is explained below Table { $tables }.
       *[other] What the statistics mean is explained below Tables { $tables }.
    }
explains-coefficients = Alpha, kappa, AC and ICC are 1 for perfect agreement and 0 for what chance would give. AC1 and AC2 (Gwet) and Brennan and Prediger's coefficient expect less agreement by chance where one answer is common, so they stay high where nearly all answers are the same. Weighted kappa and AC2 count a near miss as partial agreement. ICC(A,1) is the share of variance that does not come from the raters, for one rater; ICC(A,k) is the same for their mean.

asked-redrawn-one = One trial, redrawn for paper. Raters were not told which system made what they saw.
asked-redrawn-item = One trial, redrawn for paper.
asked-redrawn = One trial, redrawn for paper. Raters saw letters, never systems; the order of the letters was drawn anew for each rater.
asked-caption = One trial as raters saw it, with every question and its possible answers
asked-each = Asked for each of { $letters }
asked-all = Asked about the trial
asked-optional = optional
asked-conditional = asked only where it applies
asked-shows-item = A trial shows one item.
asked-shows-one = A trial shows one item with the output of one system.
asked-shows-pair = A trial shows one item with the outputs of two systems side by side, on sides drawn at random.
asked-shows-all = A trial shows one item with the outputs of all systems, in an order drawn at random.
asked-shows-one-plain = A trial shows one item with one thing to judge.
asked-shows-pair-plain = A trial shows one item with two things to judge, side by side, on sides drawn at random.
asked-shows-all-plain = A trial shows one item with everything to be judged, in an order drawn at random.
asked-guideline = The guideline that raters read, without its pictures
asked-unknown = The table contains answers only; what raters saw and were asked is not recorded in it.
asked-fields = Its fields
field-name = Field
field-level = Level
field-values = Values
level-nominal = names without order
level-ordinal = ordered
level-interval = numbers with equal steps
level-ratio = numbers with a zero
level-text = text
level-guessed = inferred from the values

raters-count = { $n ->
        [one] One rater gave
       *[other] { $n } raters gave
    } { $answers } answers that enter the results: at least { $least } and at most { $most } each, with a median of { $median }.
raters-each = { $n ->
        [one] One rater gave { $answers ->
            [one] the one answer that enters
           *[other] the { $answers } answers that enter
        } the results.
       *[other] { $n } raters gave { $answers } answers that enter the results, { $least } each.
    }
raters-none = The table does not say who rated.
raters-per-unit = Each output has { $least } to { $most } ratings, { $median } in the median.
raters-once =
    { $median ->
        [one] Each output has one rating.
       *[other] Each output has { $median } ratings.
    }
raters-hours = They worked { $hours } hours in all, from { $first } to { $last }.
raters-pseudonyms = Raters appear under pseudonyms; platform IDs are kept separately and are not in this report.
raters-withdrawn = { $n } withdrew, and their answers were erased.
declared = declared before the data
about-recruitment = Recruitment
about-pay = Pay
about-ethics = Ethics
about-consent = Consent
about-consent-yes = Every rater agreed to a consent form before anything was shown.
about-consent-no = No consent form is recorded.
about-training = Practice
about-training-yes = Practice items with feedback came first ({ $n }).
about-qualification = Qualification
about-qualification-yes = Raters had to reach { $least } on items with expert answers.
about-platform = Platform
about-people = People
about-people-none = No people took part: the raters are simulated. Nobody gave consent or was trained; what is said about recruitment, pay and ethics is a plan.
about-add = Write it under about: in study.yaml.

chapter-empty = The data say nothing about this.
sensitivity-none = No answer was excluded and the guideline did not change, so there is nothing to compare.
gallery-intro = Chosen by rule, not by hand.
gallery-named = Systems are named here.
gallery-rule = Most disagreed: largest standard deviation of different raters' ratings of the same output; for answers without an order, the largest share that differs from the most common answer. Best and worst: highest and lowest mean, among outputs with two or more ratings if there are any.
gallery-disagreed = Raters disagreed most on these ({ $field })
gallery-split = Raters disagreed most on these ({ $field })
gallery-best = Rated best ({ $field })
gallery-worst = Rated worst ({ $field })
gallery-tied = { $n } outputs tie here ({ $value }); { $shown ->
        [one] one of them is
       *[other] { $shown } of them are
    } shown.
gallery-value-disagreed = SD { $value }
gallery-value-split = { $value } differ from the most common answer
gallery-value-best = mean { $value }
gallery-value-worst = mean { $value }
gallery-answers = answers
gallery-left-out = { $n ->
        [one] One more picture was
       *[other] { $n } more pictures were
    } left out to keep the file small.

method-title = Method
limits-title = Limits
paper-design = { $raters ->
        [one] One rater gave
       *[other] { $raters } raters gave
    } { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } on { $items ->
        [one] { $items } item
       *[other] { $items } items
    } of { $systems ->
        [one] { $systems } system
       *[other] { $systems } systems
    }.
paper-protocol = The protocol was “{ $protocol }”, version { $version }.
paper-blind = Raters did not know which system made what they saw; sides and order were drawn at random for each rater from a recorded seed.
paper-order = The order of trials was drawn at random for each rater from a recorded seed.
paper-software = Numbers were computed with Beholder { $version }.

heds-intro = Filled in as far as the study's own data allow, following the five parts of the Human Evaluation Datasheet 3.0 (Belz and Thomson, 2025), in our own words. Check every line before you submit it.
heds-question = Question
heds-answer = Answer
heds-authors = to be filled in by the authors

versions-intro = What produced these numbers, so that others can reproduce them.
versions-software = Software
versions-python = Python and libraries
versions-protocol = Protocol
versions-study = Version of the study
versions-guidelines = Versions of the guideline
versions-seed = Seed of the analysis
versions-source = Source
versions-digest = SHA-256 of the file
versions-receipt = Receipt of the record chain
versions-receipt-text = { $length ->
        [one] { $length } record
       *[other] { $length } records
    }, head { $head }
versions-receipt-help = Keep the receipt in another place: with it, `beholder verify` can later show that no answer was changed, added or removed.
versions-hints = How the table was read, for anyone who wants to reproduce this report:
versions-lossy = Pictures
versions-lossy-yes = Pictures of different formats were sent with lossy compression (setting lossy_media).
versions-data = This file also contains all findings as data, in the element with the id findings.

heds-part-reference = 1 · Reference and resources
heds-part-systems = 2 · Evaluated systems
heds-part-design = 3 · Outputs, raters and design
heds-part-ethics = 5 · Ethics
heds-criterion-name = Name of the criterion in the data
heds-criterion-question = The question as raters read it
heds-criterion-definition = Definition of the criterion
heds-criterion-kind = Correctness, goodness or a feature; of form, content or both
heds-criterion-level = Level of measurement
heds-criterion-values = Possible values
heds-criterion-aggregation = How ratings are aggregated
heds-criterion-agreement = Agreement between raters (alpha)
heds-paper = Paper and experiment this sheet belongs to
heds-resources = Where outputs, guideline, code and answers can be found
heds-contact = Who filled in the sheet, and whom to contact
heds-systems = Systems
heds-input-output = What goes in and what comes out
heds-task = What the systems are for
heds-languages = Languages of input and output
heds-outputs = How many outputs were rated
heds-chosen = How they were chosen
heds-power = Planned size, power and stopping rule
heds-raters = How many raters
heds-expertise = Who they are: expertise, paid or not, known to the authors or not
heds-recruitment = How they were recruited
heds-pay = What they were paid
heds-training = Training, practice and qualification
heds-registered = Hypotheses and comparisons registered before the data
heds-collected = How answers were collected
heds-blinding = Blinding and order
heds-assurance = Quality assurance
heds-conditions = Where and under what conditions raters worked
heds-ethics = Approval by a research ethics committee
heds-consent = Consent
heds-personal = Personal data
heds-sensitive = Sensitive data, and impact on raters and others
heds-part-criterion = 4 · Quality criterion: { $name }
heds-outputs-rated = { $items ->
        [one] { $items } item
       *[other] { $items } items
    }, { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }
heds-outputs-of-systems = { $items ->
        [one] { $items } item
       *[other] { $items } items
    } of { $systems ->
        [one] { $systems } system
       *[other] { $systems } systems
    }, { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }
heds-raters-people = { $n }
heds-raters-simulated = { $n } (simulated)
heds-repeats = { $share } hidden repeats
heds-exclusion-rule = exclusion rule { $rule }: { $text }
heds-attention = one attention check in { $every } trials
heds-controls = controls with a known answer among what was rated
heds-warned = raters who pass less than { $share } of at least { $after ->
        [one] { $after } check
       *[other] { $after } checks
    } are warned
heds-stopped = raters who pass less than { $share } of at least { $after ->
        [one] { $after } check
       *[other] { $after } checks
    } are stopped
heds-taken-out = answers of stopped raters are excluded
heds-web-page = web page (Beholder), one trial at a time
heds-not-aggregated = not aggregated before analysis: every rating enters; means or shares with intervals clustered by item and rater
