method = Names are counted per object; N, the share of the top name and the entropy are means over objects, with intervals from resampling objects.
method-stopping = By a rule declared before the data, { $rule }. What differs with the number of answers, such as how much names vary and how far raters agree, comes from the random share alone.
method-stopping-no-share = By a rule declared before the data, { $rule }.
limits-stopping = How much names vary and how far raters agree rests on the random share that was rated in full, and so on fewer objects than were rated.
limits-stopping-no-share = A rule ended trials early and no random share was rated in full: names vary less, and raters agree otherwise, than with all ratings.
limits = Objects are the unit: the intervals hold for other objects like these, named by raters like these.
variation-title = An object has { $names } names on average; the top name takes { $share } %
kept-title = { $kept } of { $names ->
        [one] { $names } name
       *[other] { $names } names
    } of { $objects ->
        [one] { $objects } object
       *[other] { $objects } objects
    } are kept
controls-title = { $share } % of { $controls ->
        [one] { $controls } control was
       *[other] { $controls } controls were
    } passed
data-title = What entered the results
count = { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } by { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    } on { $objects ->
        [one] { $objects } object
       *[other] { $objects } objects
    }.
summary-sentence = { $finding }.
column-domain = Domain
column-objects = Objects
column-N = Names per object (N)
column-perc_top = % top name
column-perc_top_sd = SD of % top
column-H = Entropy H (bits)
column-H_sd = SD of H
column-tokens = Answers
column-types = Distinct names
column-ties = Tied top names
column-unclear = Unclear tokens
column-part = Names
column-referential = Not the boxed thing
column-visual = Taken for something else
column-linguistic = Wrong word
column-other = Something else
column-none = Nothing wrong
column-pairs = Pairs
column-removed_by_adequacy = Removed by adequacy alone
column-same_object = SAMEOBJECT above
column-adequacy = ADEQUACY above
column-chosen = Chosen
column-pairs_kept = Names kept
column-pairs_kept_share = Share of names kept
column-tokens_kept_share = Share of answers kept
column-raters = Raters
column-share = Same top name
column-agreement = Of
column-value = Value
column-n = n
column-notes = Notes
column-rater = Rater
column-passed = Passed
column-given = Given
column-passed_share = Share
column-right = Right name
column-typo = Slip
column-other-object = Another object
column-random = Unrelated
column-consistency = Consistency
part-all = all
part-other-object = of another object
part-excluded = excluded
part-kept = kept
part-top = top name
part-alternative = alternative
interval = Interval, individual
variation-before = Naming variation before verification
variation-after = Naming variation after verification
axis-adequacy = ADEQUACY
share-of-pairs = share of pairs
share-of-tokens = SAMEOBJECT · how many of all tokens have it; share within these
agreement-title = Agreement of verifiers
agreement-adequacy_alpha = adequacy: Krippendorff's alpha, ordinal
agreement-adequacy_ac2 = adequacy: Gwet's AC2
agreement-inadequacy_alpha = what is wrong: Krippendorff's alpha
agreement-group_alpha = same group, by pairs: Krippendorff's alpha
agreement-group_adjusted_rand = groups: adjusted Rand index
stability-title = How many raters find the same top name
axis-raters = raters
axis-same-top-name = objects with the same top name
table-variation = Naming variation
table-inadequacy = Inadequacy types over name–object pairs
table-inadequacy_apart = Inadequacy types over name–object pairs, linguistic apart
table-inadequacy_tokens = Inadequacy types over name tokens
table-inadequacy_tokens_apart = Inadequacy types over name tokens, linguistic apart
table-discarded = Inadequacy types of the excluded names
table-before_after = Naming variation before and after verification
table-unclear = Tokens that are still unclear after verification, and what is wrong with them
table-change = What verification changed
top-name-by = share of objects whose top name was given by at least { $least } people
column-delta_N = Change of N
column-reduction = N lower by %
column-delta_perc_top = Change of % top name
column-before_N = N before
column-after_N = N after
column-before_perc_top = % top before
column-after_perc_top = % top after
gallery-title = Names of objects, correct and incorrect
gallery-how = The objects from which verification took the most answers. Numbers say how many people gave a name. Incorrect names meant for different objects are separated by |, with what most raters found wrong below them.
gallery-picture = Picture with a red box around the object
gallery-correct = Correct
gallery-incorrect = Incorrect
gallery-error = Error
gallery-once = Given once
gallery-n_top = the top name
gallery-same-object = another correct name
gallery-other-object-adequate = another object, adequate
gallery-other-object-inadequate = another object, inadequate
gallery-inadequate = inadequate
gallery-singleton = only one person gave it
gallery-unobserved = nobody gave it
table-sensitivity = Other thresholds
chart-adequacy = Adequacy of name–object pairs
chart-same_object = Name tokens by SAMEOBJECT with the top name
note-bootstrap = bootstrap over objects, expanded percentile interval
note-other-split = "other" and "inadequate" follow Section 4.1 of the source: a name of another object counts as such, adequate or not. "other*" and "inadequate*" follow the opening of Section 4, and its Table 3: adequate names of other objects, and all inadequate names
note-spread = standard deviations over objects with ddof 0
note-nobody-judged = { $pairs } name–object pairs that nobody judged are left out
note-not-estimable = not estimable: no judgments. Inadequacy types, excluded names, other thresholds, unclear tokens, adequacy and SAMEOBJECT are left out
