# What is said of raters' work and of rules.
rater-none = No answers yet.
rater-few = Too few answers to tell: fewer than { $least }.
rater-fine = Nothing unusual.
rater-checks = misses attention checks
rater-fast = often answers too fast to have looked
rater-times = reports more time than has passed
rater-views = often answers without opening the views that must be opened
rater-run = gives the same answer many times in a row
rater-inconsistent = often answers repeats differently
rater-apart = answers bear little relation to those of others
rater-severe = gives much lower answers than others
rater-lenient = gives much higher answers than others
rater-drift = answers differently towards the end than at the start
rater-sentence = { $told }.
rule-changed = { $before }; from version { $version } on: { $after }
