# The card of an exported data set, in Markdown.
simulated = **These answers come from simulated raters.** They show the format of the data and say nothing about the systems.
heading-asked = What was asked
heading-raters = Who rated
heading-agreement = Agreement
heading-guideline = Guideline
heading-limits = Limits
heading-citation = Citation
written = Written by Beholder { $version }. Study `{ $study }`, { $records ->
        [one] { $records } record
       *[other] { $records } records
    }, chain head `{ $head }`.
tables = `ratings` has one row per field and candidate of each answer, `answers` one row per answer and revision. What each column means is explained in `ratings.codebook.md` and `answers.codebook.md`.
tables-marks = `marks` has one row per place or word that a rater marked, and one with `mark` 0 for an answer that there is nothing to mark; `marks.codebook.md` explains its columns.
tables-questionnaires = `questionnaires` has one row per rater and field of the questions asked once, before and after the trials; `questionnaires.codebook.md` says what was asked. What raters typed in their own words is not included unless the study declared that it should be.
tables-judgments = `judgments` holds what models said that were asked as raters are; none of it is in the other tables. `judgments.codebook.md` explains its columns, `judges.jsonl` says how each model was set up and what it was told.
tables-clips = `clips` tells where the study uses each file of the folder `clips/`. These are the clips as raters got them: frames and sound as they were made, and nothing else that their files said.
flow = Participant flow: { $steps }.
flow-step = { $step } { $n }
free-text = free text
raters-counted = Raters: { $raters }; { $trials ->
        [one] { $trials } trial answered
       *[other] { $trials } trials answered
    }, { $least } to { $most } per rater (median { $median }).
withdrawn = { $n } withdrew; the contents of their answers were erased and are not in the data.
pseudonyms = Raters are named by pseudonyms drawn for this study.
about = { $what }: { $text }.
recruitment = Recruitment
pay = Pay
ethics = Ethics
not-stated = not stated
not-estimated = Not estimated: { $reason }.
too-few-ratings = too few items have several ratings
guideline-first = Version 1: the text with which the study started, in `guideline.<language>.md`.
guideline-change = Version { $version }, { $date }: a material change. { $text }
guideline-clarification = Version { $version }, { $date }: a clarification. { $text }
guideline-column = The column `guideline` says under which version an answer was given.
limits-counts = Results rest on the rows of `ratings` whose `counts` is true. Checks, repeats, practice and pilot (`kind`) and excluded answers (`excluded_by`) do not count; leave them out, or say that you kept them.
limits-weights = A stopping rule decided what was asked for: means over the rows that count are weighted by `weight`, and agreement is told from the rows whose `in_full` is true.
limits-main = Only rows of kind `main` are ratings of the study; practice, checks, repeats and pilot are there for quality.
limits-rules = Exclusion rules declared before the data: { $rules }.
limits-blind = Systems are letters in these files; their names are sealed.
limits-text = Free text is as raters typed it.
