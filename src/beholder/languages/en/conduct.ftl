# How a study was run: participant flow, planned against collected, what changed. Told by analysis, report and card.
flow-title =
    { $joined ->
        [one] { $joined } rater joined
       *[other] { $joined } raters joined
    }, { $analysed } of them { $analysed ->
        [one] is
       *[other] are
    } in the results
flow-title-simulated = { $joined ->
        [one] One simulated rater took part
       *[other] { $joined } simulated raters took part
    }, { $analysed ->
        [one] { $analysed } of them is
       *[other] { $analysed } of them are
    } in the results; there were no human raters
flow-finished = { $n } reached the end of the study.
flow-passed-by = { $n } joined before “{ $step }” was part of the study.
flow-step-joined = Joined
flow-step-consented = Agreed to take part
flow-step-asked = Answered the questions before the trials
flow-step-practised = Completed the practice
flow-step-qualified = Passed the test
flow-step-started = Began rating
flow-step-analysed = In the results
flow-lost-withdrew = withdrew
flow-lost-screened-out = did not pass the test
flow-lost-stopped = stopped by a rule or a coordinator
flow-lost-excluded = all answers excluded, { $rule }
flow-lost-uncounted = no ratings that count
flow-lost-left = did not continue
flow-lost-n = { $reason } ({ $n })
flow-caption = How many raters reached each step, and what happened to the others
flow-table = Raters at each step
flow-exclusion-by-hand = by hand
flow-exclusion-check-score = because of their check score
flow-exclusion-late = too late
flow-exclusion-stopped = given after they were stopped
column-step = Step
column-raters = Raters
column-lost = Did not continue
column-why = What happened to them

collected-title = { $ratings } of { $planned ->
        [one] { $planned } planned rating was
       *[other] { $planned } planned ratings were
    } collected ({ $share })
collected-title-closed-early = { $ratings } of { $planned ->
        [one] { $planned } planned rating was
       *[other] { $planned } planned ratings were
    } collected ({ $share }): the study was closed before all were in
collected-title-open = { $ratings } of { $planned ->
        [one] { $planned } planned rating is
       *[other] { $planned } planned ratings are
    } in ({ $share }); the study is not closed
collected-first = { $first ->
        [one] { $first } rating was
       *[other] { $first } ratings were
    } planned when the study began.
collected-closed = It was closed on { $date }.
collected-stopped = { $n ->
    [one] One trial was clear
   *[other] { $n } trials were clear
} before all ratings were in, by the rule of the study: { $spared } of at most { $planned } ratings ({ $share }) were not needed.
collected-excluded = { $n ->
        [one] One more was given and excluded, and is not asked for again.
       *[other] { $n } more were given and excluded, and are not asked for again.
    }
collected-items-out = { $n ->
        [one] { $n } item was
       *[other] { $n } items were
    } taken out and received no more ratings.
looks-none = none recorded while ratings were collected
looks = { $n } recorded while ratings were collected: { $list }
look = { $date } ({ $reason })
look-export = exported { $file } with system names
collected-table = Planned and collected
collected-ratings = Ratings
collected-trials = Trials with all their ratings
collected-items = Items with all their ratings
collected-raters = Raters in the results
column-what = What
column-planned = Planned
column-collected = Collected
column-share = Share
planned-size =
    { $planned ->
        [one] { $planned } rating
       *[other] { $planned } ratings
    } ({ $trials ->
        [one] { $trials } trial
       *[other] { $trials } trials
    } on { $items ->
        [one] { $items } item
       *[other] { $items } items
    }), from the settings of the study
pay-hour = { $money } { $currency } for an hour of rating
pay-finished = { $money } { $currency } for each rater who finishes
pay-promised = { $amounts }, from the settings of the study

changes-title = { $n ->
        [one] One change was made while the study ran
       *[other] { $n } changes were made while the study ran
    }
changes-title-after-look = { $n ->
        [one] One change was made while the study ran
       *[other] { $n } changes were made while the study ran
    }; { $after } came after someone had looked at the results
changes-title-none = What was asked, of whom and how often did not change while the study ran
changes-table = What was changed in the study, and when
column-at = When (UTC)
column-version = Version
column-change = Change
column-answers = Ratings so far
column-looks = Looks so far
change-look-reason = look at results: { $reason }
change-look-export = ratings exported with system names
change-unblind = system names revealed
change-guideline-material = guideline { $number }: a material change
change-guideline-clarified = guideline { $number }: a clarification
change-guideline-text = text of the guideline in study.yaml’s folder ({ $languages })
change-pilot-begins = pilot begins
change-pilot-ends = pilot ends; { $n ->
        [one] { $n } answer
       *[other] { $n } answers
    } set aside
change-item-out = item { $item } taken out
change-item-in = item { $item } taken back in
change-items-in = { $n ->
        [one] one item
       *[other] { $n } items
    } taken back in
change-closed = study closed
change-paused = study paused
change-opened = study reopened
change-ratings = ratings per trial: { $before } → { $after }
change-items-added = { $n ->
        [one] one item
       *[other] { $n } items
    } added
change-items-removed = { $n ->
        [one] one item
       *[other] { $n } items
    } removed
change-items-changed = { $n ->
        [one] one item
       *[other] { $n } items
    } changed
change-rule-new = exclusion rule { $rule } added: { $text }
change-rule-gone = exclusion rule { $rule } removed
change-rule = exclusion rule { $rule }: { $before } → { $after }
change-setting = { $name }: { $before } → { $after }
change-setting-text = { $name }: reworded
change-setting-new = { $name }: added
change-setting-gone = { $name }: removed
change-more-settings = { $n ->
        [one] one more setting
       *[other] { $n } more settings
    }
change-protocol = { $n ->
        [one] one part of the protocol
       *[other] { $n } parts of the protocol
    } ({ $names })
change-media = { $n ->
        [one] one file
       *[other] { $n } files
    } replaced that nobody had rated
limits-closed-early = The study was closed at { $share } of the planned ratings; the intervals do not account for the reason.
limits-looked = Results were looked at { $n ->
        [one] once
       *[other] { $n } times
    } before the study was closed; the intervals do not account for this.
limits-changed-after-look = { $n ->
        [one] One change to the design was
       *[other] { $n } changes to the design were
    } made after a look at the results.
limits-not-looked = No look at the results while ratings were collected is on record.
sentence = { $text }.

questions-title-before =
    { $n ->
        [one] { $n } rater
       *[other] { $n } raters
    } answered the questions before the trials; { $analysed } of them { $analysed ->
        [one] is
       *[other] are
    } in the results
questions-title-after =
    { $n ->
        [one] { $n } rater
       *[other] { $n } raters
    } answered the questions after the trials; { $analysed } of them { $analysed ->
        [one] is
       *[other] are
    } in the results
questions-counted = How many raters gave each answer
questions-measured = Answers in numbers
questions-kept = { $question } ({ $n })
questions-not-told = Only counted, because raters answered in their own words or the study keeps the answers private: { $list }.
column-question = Question
column-answer = Answer
column-analysed = In the results
column-mean = Mean
column-sd = SD
column-least = Lowest
column-most = Highest
column-analysed_mean = Mean of those in the results
