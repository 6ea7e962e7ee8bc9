# The words of the coordinators' pages.

## frame

skip-content = Skip to the content
all-studies = All studies
language = Language
signout = Sign out
pages = Pages
preview = Preview
blinded = Systems blinded
unblinded = Systems unblinded
waiting-count = { $n } waiting
nav-overview = Overview
nav-raters = Raters
nav-items = Items
nav-agreement = Agreement
nav-inbox = Inbox
nav-adjudication = Adjudication
nav-guideline = Guideline
nav-results = Results
nav-exports = Exports
nav-invites = Invites
nav-people = People
nav-audit = Log
nav-pilot = Pilot
state-open = Open
state-paused = Paused
state-closed = Closed
phase-pilot = Pilot
reason = Reason
save = Save
yes = yes
no = no
copy = Copy
copied = Copied
see-item = the item
to-inbox = Answer in the inbox
invite-raters = Invite raters
agreement-none = Appears as soon as two raters have answered the same trial.
earlier = Earlier
later = Later
pager = Pages of the list
picture = Picture
column-image = Picture
column-images = Pictures
column-video = Clip
column-mask = Mask
picture-of = Picture of { $name }
no-picture = no picture
seconds = { $n } s
minutes = { $n } min
hours = { $n } h
as-of = As of { $time }.
no-answers = No answers yet.
not-estimable = not estimable yet

## the way in

signin = Sign in
signin-token = One-time or personal link
signin-token-help = The code at the end of the link you were given.
signin-name = Name
signin-name-help = Leave empty to use the server password.
signin-password = Password
signin-refused = Sign-in failed. Check what you typed, or ask for a new link.
studies = Studies
no-studies = There are no studies here for you.
password-title = Change your password
password-new = New password
password-help = At least 8 characters, and not a common password.
password-set = Set password
refused-password-too-short = A password must have 8 to 200 characters.
refused-password-common = This is one of the first passwords anyone would try. Four unrelated words are better.

## errors

refused-sign-in-needed = You are not signed in, or no longer are. Sign in and try again.
refused-role-not-enough = Your role does not allow this. Ask a coordinator.
refused-coordinator-file-broken = The file that says who may coordinate is empty or damaged. Delete it: the next time the server starts, it prints a new one-time link. No answer is affected.
refused-host-unknown = The server does not know this host name, so it gives out no links to it. Start it with --address and the address that people open.
refused-role-unknown = A person is either a coordinator or a viewer.
refused-state-unknown = A study is running, paused or closed.
refused-phase-unknown = A study is in its pilot or in its main phase.
refused-phase-too-late = The main study has begun. Run a pilot on a copy of the folder.
refused-message-kind = A message is a reply to one rater, a clarification for all, or a notice.
refused-item-unknown = The study has no such item.
refused-trial-unknown = The study has no such trial.
refused-export-sealed = This file is not available while the names of the systems are sealed. Unblind the study first, or export the ratings.
refused-export-format = This table cannot be written in that format. Choose another.
refused-file-unwritable = The server cannot write the file. Check whether its disk is full.
refused-analysis-nothing = There are no ratings to analyse yet: practice, checks, repeats and excluded answers never count.
refused-stats-bad-pilot = The pilot cannot separate items, raters and chance. Have several raters rate the same items.
refused-stats-bad-plan = No plan can be made from this pilot: each item would need more ratings than there are raters.

## overview

progress = Progress
ratings = Ratings
raters = Raters
rater-excluded = excluded
rater-partly-excluded = { $n } excluded
active-now = { $n } now
pace = Pace
per-hour = { $n } per hour
expected = Expected finish
complete = complete
expected-unknown = not known yet
late = Late
excluded = Excluded
pace-series = Answers per hour, last 24 hours
state-title = Running
state-help-open = Raters can join and answer.
state-help-paused = Raters see that the study is paused; answers already under way are still accepted.
state-help-closed = No more answers are accepted.
set-open = Open again
set-resume = Resume
set-paused = Pause
set-closed = Close
close-sure = Close the study? Raters will no longer be able to answer.
next-invite = Nobody has joined yet: send the link to your raters.
next-close = All ratings are in: close the study to see the results.
see-results = See the results
pilot-link = Pilot: what it implies
pilot-running = The pilot is running: see what it implies
items-by-state = Items by state
items-done = Done
items-progress = In progress
items-new = Not begun
items-suspended = Suspended
raters-flagged = { $n ->
    [one] { $n } rater flagged
   *[other] { $n } raters flagged
}
no-flags = Nobody is flagged.
inbox-waiting = { $n } waiting for your reply
nothing-waits = Nothing is waiting for a reply.
disputes-waiting = { $n } to decide
nothing-to-decide = Nothing to decide.
spread = differs by { $n }

## pilot

pilot-help = Pilot answers are kept separate and never enter the results. When the pilot ends, their places open again for the main study.
pilot-begin = Begin the pilot
pilot-end = End the pilot and begin the main study
pilot-end-sure = End the pilot? Its answers are set aside, and all places open again for the main study.
pilot-too-late = The main study has begun. Run a pilot on a copy of the folder.
pilot-none = There are no pilot answers yet. Run a pilot to learn about time, cost and agreement before the study counts.
pilot-none-past = There are no pilot answers.
pilot-none-running = The pilot is running. What it implies appears here as soon as there are answers.
pilot-time = Time per trial
pilot-time-text =
    Half of the answers took { $low } to { $high } s; { $n ->
        [one] { $n } answer
       *[other] { $n } answers
    } by { $raters ->
        [one] { $raters } rater
       *[other] { $raters } raters
    }.
pilot-cost = Cost of the study
pilot-cost-text = { $n ->
    [one] { $n } rating at { $seconds } s is { $hours } hours of work.
   *[other] { $n } ratings at { $seconds } s on average are { $hours } hours of work.
}
pilot-no-rate = Set `cost: {"{"}per_hour: …{"}"}` in study.yaml to see an amount.
pilot-enough = How many raters are enough
pilot-raters = { $n ->
    [one] { $n } rater
   *[other] { $n } raters
}
pilot-enough-text = To estimate one system's mean of “{ $field }” to within ± { $target } (95 %), with the items and ratings planned.
pilot-no-number = No number of raters is enough: add items or ratings per item.
pilot-no-numbers = No field of this study has numbers to plan with.
plan-items = Items
plan-raters = Raters
plan-ratings = Ratings per item
plan-width = Expected half-width

## items

items-help-done = These have all their ratings.
items-help-progress = Some ratings are in, some are missing.
items-help-new = Nobody has rated these yet.
items-help-suspended = Raters are not shown these. Answers already given are kept.
suspend-item = Suspend
suspend-item-help = Raters are not shown an item while it is suspended. Answers already given are kept.
resume-item = Resume
no-items-progress = No item is in progress.
no-items-new = Every item has been begun.
no-items-done = No item has all its ratings yet.
resume-all = Resume all
resume-all-sure = All suspended items will be shown to raters again, and the reports about them closed. Continue?
reported-many = { $n ->
    [one] Raters report { $n } item as broken, beyond the number that reports alone may suspend. Please look at it, and suspend it if it is broken:
   *[other] Raters report { $n } items as broken, beyond the number that reports alone may suspend. Please look at them, and suspend those that are broken:
}
item-number = item { $n }
no-items-suspended = No item is suspended. An item is suspended when several raters report it as broken, or when you suspend it.
system-is = system { $name }
ratings-of = { $wanted ->
    [one] { $n } of { $wanted } rating
   *[other] { $n } of { $wanted } ratings
}
item-messages = What raters said about this item
item-no-answers = Nobody has answered this item yet. Answers appear here as they come in.
col-took = Time

## raters

raters-help = A flag is a hint, never an exclusion. Intervals are 95 %. Severity: how much lower a rater scores than others on the same things.
raters-watched = Repeats and agreement are based on “{ $field }”.
col-joined = Rater
col-sentence = In a sentence
col-answers = Answers
col-checks = Checks passed
col-consistent = Same on repeats
col-agree = Agrees with others
col-severity = Severity
col-speed = Median time
col-flags = Flags
col-seen = Last seen
col-do = Actions
platform-ids-show = Show crowd platform IDs
platform-ids-help = Looking at them is recorded.
rater-active = active
rater-left = away
rater-withdrawn = withdrawn
stage-consent = consent
stage-before = questions before
stage-trials = in the trials
stage-finished = finished
stage-stopped = stopped
stage-practice = practice
stage-qualification = qualification
stage-after = questions after
stage-screened_out = not qualified
flag-checks = checks
flag-fast = fast
flag-run = same answer
flag-inconsistent = inconsistent
flag-apart = unlike others
flag-severe = severe
flag-times = reports too much time
flag-views = views not opened
flag-lenient = lenient
flag-drift = drift
speed-series = Seconds per answer, last answers
no-raters = Nobody has joined yet. Each rater appears here with their first answer.
fast-share = Too fast
slow-share = Unusually slow
longest-run = Longest run of the same answer
col-came = Joined
rater-said = Questions before and after
rater-messages = Messages
rater-no-messages = No messages.
rater-write = Write to this rater
rater-acts = Actions concerning this rater
rater-answers = Last answers
rater-answers-help = The last { $n } at most, newest first. Crossed out: excluded from the results.
answers-which = Which answers
answers-all = All
answers-fast = In less than { $time }
answers-fast-help = “Fast” marks an answer for review; it stays in the results unless a rule or you exclude it.
col-item = Item
col-system = System
kind-pilot = pilot
kind-repeat = repeat
kind-attention = check
kind-practice = practice
kind-qualification = qualification
rules-title = Exclusion rules
rules-help = Declared in study.yaml before the data. Excluded answers are kept and carry the name of their rule.
rules-none = The study declares no exclusion rules.
rules-now = What they would exclude now
rules-nothing = Nothing.
rules-apply = Apply the rules
rules-sure = Exclude these answers from the results?
rule-after = { $n ->
    [one] after { $n } observation
   *[other] after { $n } observations
}
rule-answers = { $n ->
    [one] { $n } answer
   *[other] { $n } answers
}
rule-no-reissue = not asked again
measure-checks-failed = share of checks failed
measure-fast-share = share of fast answers
measure-self-disagreement = share of repeats answered differently
measure-longest-run = identical answers in a row
measure-too-fast = seconds for a single answer
col-rule = Rule
col-measured = Measured
exclude = Exclude…
exclude-title = Exclude manually
exclude-help = All answers of this rater are excluded under the rule “by-hand”; the reason is recorded in the log.
exclude-stop = Give this rater no more trials
readmit = Let back in
readmit-sure = Let this rater continue? Excluded answers stay excluded.
rule-check-score = share of checks passed, during the study: warned below { $warn }, stopped below { $stop }
standing-title = Warned and stopped ({ $n })
standing-help = By the study’s rules: “check-score”, based on the share of checks passed, “most-skipped”, based on the share of trials skipped, and “max-fast-share”, based on the share of answers that came too fast. A rater who was stopped can be let back in on the Raters page.
standing-none = Nobody so far.
message-warning = Warned
message-stop = Stopped
message-skips = Skips many trials
message-fast = Answers too fast
message-uncompleted = Not completed
standing-skips = { $given ->
    [one] { $passed } of { $given } trial skipped
   *[other] { $passed } of { $given } trials skipped
}
standing-fast = { $passed } of { $given } answers too fast
standing-score = { $given ->
    [one] { $passed } of { $given } check passed
   *[other] { $passed } of { $given } checks passed
}
exclude-reissue = Ask these trials again
exclude-do = Exclude answers
exclude-sure = Exclude all answers of this rater from the results?
pay-title = Pay sheet
pay-help = What each rater did and is owed. Answers excluded by a rule or by hand are not approved, nor is anything by a rater whose ratings were all excluded; late answers are approved.
pay-rate = Pay per hour
pay-fixed = Pay per rater who finished
pay-finished = Finished
pay-reading = { $n } minutes of reading are paid to everyone with an approved trial.
pay-names = With crowd platform IDs (this is recorded)
pay-download = Download CSV
pay-open = Open the pay sheet
pay-show = Compute
pay-approved = Approved trials
pay-minutes = Active minutes
pay-amount = Pay
pay-total = Total
pay-nothing = Nobody has answered yet. The sheet fills in automatically.

## agreement

agreement-help = Krippendorff's alpha on raw answers, all systems together: 1 is full agreement, 0 is chance.
col-field = Field
col-plot = Interval
col-interval = 95 % interval
col-n = n
col-method = Method

## inbox

message-question = Question
message-broken = Broken sample
message-reply = Reply
message-clarification = Clarification
message-notice = Notice
your-reply = Your answer
reply-one = Reply to this rater
reply-all = Publish for all
message-close = Close without an answer
inbox-answered = Answered ({ $n })
inbox-empty = Nothing is waiting for a reply. Raters’ questions and reports appear here automatically.
skips-title = { $n ->
    [one] { $n } trial skipped
   *[other] { $n } trials skipped
}
skip-known = I know what is shown, or its author
skips-none = No trial has been skipped.
notice-title = Write to raters
notice-to = To
notice-everybody = everybody
notice-text = Text
notice-send = Send
sent-title = Sent

## adjudication

adjudication-help = Trials on which raters differ widely. A decision is kept separate; agreement is always computed on the raw answers.
adjudication-rule = Declared:
rule-from = { $n ->
    [one] from { $n } answer on
   *[other] from { $n } answers on
}
disputes-none = No trial differs that much. Any that do will appear here.
adjudication-none = The study declares no threshold. Add one to study.yaml before collecting data, for example:
decided = decided
decide = Decide
decide-again = Decide again
decide-showing = What raters see
decide-showing-help = Their page, to be looked at: it opens views and comes closer as theirs does, and takes no answer.
decide-showing-alone = Open it in a window of its own
raw-answers = Raw answers
raw-help = As raters gave them; your decision does not change them.
your-decision = Your decision
decision-comment = Reason for your decision
decision-save = Save the decision

## guideline

guideline-help = Each answer records the version it was given under. Raters see what changed before they continue.
guideline-text = Guideline in Markdown ({ $language })
guideline-changes = What changed, in a sentence for raters
guideline-material = Material: raters might have answered differently before
guideline-preview = Preview
guideline-save = Publish as version { $n }
guideline-meanwhile = Someone has published version { $n } in the meantime. Your text is still below: compare it and publish again.
guideline-empty = Every language needs a text of at most { $n } characters.
guideline-no-changes = Say in a sentence what changed; raters read it before they continue.
guideline-same = Nothing was changed.
preview-title = As raters see it
versions = Versions
version-n = Version { $n }
version-first = as at the start of the study
version-answers = { $n ->
    [one] { $n } answer
   *[other] { $n } answers
}
material = material
difference = Version { $before } → { $n }
reissue-title = Ask earlier answers again
reissue-help = { $n ->
    [one] { $n } answer that counts was given before version { $version }. It would be set aside and its place reopened.
   *[other] { $n } answers that count were given before version { $version }. They would be set aside and their places reopened.
}
reissue-do = { $n ->
    [one] Set { $n } answer aside and ask again
   *[other] Set { $n } answers aside and ask again
}
reissue-sure = Set these answers aside? They are kept, but no longer count.

## results

results-help = Comparisons of systems are hidden until the study is closed, so that nobody stops it as soon as the numbers look good.
results-hidden = Hidden until the study is closed
results-hidden-text = You can still take a look. It is recorded with your name, the time and your reason, and stated in the report.
look-do = Take a look (recorded)
look-once = This look has been recorded. The page shows the results only this once.
unblind-title = Systems are shown as A, B, C …
unblind-text = Their names stay sealed on all pages and in exports until someone reveals them. This cannot be undone and is recorded.
unblind-sure = I want to reveal the names to everyone who runs this study
unblind-do = Reveal the names
looks-title = Recorded looks and unblinding
rows-more = { $n ->
    [one] { $n } more row is in the report.
   *[other] { $n } more rows are in the report.
}

## exports

exports-help = Ratings and answers as tables with a codebook, and as a data set; raters appear under pseudonyms. Every download is recorded.
exports-blinded = Until the study is unblinded, systems are letters in the file and their names are removed from IDs.
exports-unblinded = The file names the systems: the study has been unblinded.
exports-revisions = All revisions of corrected answers, not only the latest
exports-viewer = Only coordinators can download.
exports-count = { $n ->
    [one] { $n } answer at the moment.
   *[other] { $n } answers at the moment.
}
codebook-as = Codebook, { $kind }
codebook = Fields in the file
col-level = Level
level-nominal = nominal
level-ordinal = ordinal
level-interval = interval
level-ratio = ratio
level-text = text
col-values = Values

## invites

open-link = Open link
open-link-help = Anyone with this link can join.
open-link-closed = On this server, raters join by invitation only; this link alone does not let anyone in.
qr-of-link = QR code of the open link
qr-of-invite = QR code of the invitation
crowd-link = Give this address to the platform; it fills in the placeholders.
crowd-title = For { $platform }
code-complete = Code when finished
code-screened_out = Code when not qualified
code-failed_checks = Code when checks failed
code-too_many_skipped = Code when too many were skipped
code-too_fast = Code when most answers were too fast
code-over_quota = Code when no place was left
invites-help = How raters join: one link for everyone, or invitations that expire.
invite-title = Invitation
invite-help = A signed link that expires.
invite-days = Days
invite-uses = Raters (0: no limit)
invite-make = Make a link
invite-made = Copy it now: it is shown only once.
invites-made = Invitations so far
col-expires = Expires
col-used = Used
expired = expired

## people

people-help = Viewers can see everything but change nothing. Coordinators can change things. Adjudicating is a separate permission.
people-none = Nobody yet except the owner of the server.
person-add = Add a person
role = Role
role-viewer = Viewer
role-coordinator = Coordinator
person-state = State
person-active = active
person-disabled = disabled
may-adjudicate = May adjudicate
new-link = Make a personal link (the previous one stops working)
has-password = password set
no-password = no password
has-link = personal link
person-password-help = Optional: with a personal link they can set one themselves.
person-link-made = Personal link for { $name }. Copy it now: it is shown only once.
person-bad-name = A name must have 1 to { $n } visible characters and must not be “coordinator”.
person-known = { $name } is already in the list.

## log

audit-help = Everything done by the people who run the study, chained with the answers: nothing can be changed or removed unnoticed.
audit-empty = Nothing yet. Everything the people who run the study do will be listed here.
by-itself = (the server)
col-record = No.
col-time = Time
col-who = Who
col-what = What
col-details = Details
act-state = changed the state
act-reply = replied
act-clarification = published a clarification
act-notice = sent a notice
act-close-message = closed a message
act-guideline = changed the guideline
act-reissue = had answers asked again
act-resume-all = resumed all suspended items
act-suspend = suspended an item
act-resume = resumed an item
act-phase = changed the phase
act-adjudicate = decided a disputed trial
act-person = changed a person
act-look = looked at results
act-unblind = unblinded the systems
act-export = exported ratings
act-unblinded-export = exported data with system names from a running study
act-platform-ids = looked at crowd platform IDs
act-pay-sheet = made a pay sheet
act-invite = made an invitation
act-exclude = excluded answers
act-readmit = let a rater back in
act-warn = warned a rater
act-stop = stopped a rater
act-apply-rules = applied the rules
act-password = set the server's password
detail-about = about message
detail-message = message
detail-reason = reason
detail-records = records seen
detail-file = file
detail-format = format
detail-blinded = blinded
detail-all_revisions = all revisions
detail-material = material
detail-number = version
detail-name = name
detail-role = role
detail-adjudicates = may adjudicate
detail-state = state
detail-change = state
detail-item = item
detail-item_number = item
detail-reports = reports
detail-rater = rater
detail-rule = rule
detail-answers = answers
detail-reissued = asked again
detail-before = before version
detail-phase = phase
detail-set_aside = set aside
detail-trial = trial
detail-answer = answer
detail-password_changed = password changed
detail-link_changed = link changed
detail-hourly_rate = hourly rate
detail-with_platform_ids = with platform ids
detail-invite = invitation
detail-expires = expires
detail-uses = raters at most
detail-key = key
detail-stopped = stopped
value-open = open
value-paused = paused
value-closed = closed
value-main = main study
value-pilot = pilot
value-viewer = viewer
value-coordinator = coordinator
value-active = active
value-disabled = disabled

# Rules by which trials are asked for until they are clear.
stopped-trials = Clear by the rule
stopped-spared = { $n ->
    [one] 1 rating spared
   *[other] { $n } ratings spared
}
agreement-in-full = It comes from the random share of trials that is rated in full: by the rule of this study, others are asked more often where raters differ.
agreement-no-full = By the rule of this study, trials are asked more often where raters differ, and no random share is rated in full: agreement cannot be told.
item-stopped-lead = By the rule of this study, { $n } of { $all } trials are clear: one answer leads the next by { $lead } or more. Ratings spared: { $spared }.
item-stopped-width = By the rule of this study, { $n } of { $all } trials are clear: the mean is known to within { $width }. Ratings spared: { $spared }.
item-in-full = Drawn at random to be rated in full, whatever the rule says: { $n } of { $all } trials.
item-not-stopped = By the rule of this study, no trial of this item is clear yet.
results-rule = By the rule of this study, { $rule }. { $spared } { $weights }
results-spared = { $n ->
    [0] No trial is clear by it yet.
    [one] One trial is clear by it, which spared { $spared } ratings.
   *[other] { $n } trials are clear by it, which spared { $spared } ratings.
}
results-by-chance = Means and shares weight each rating by 1 / the chance that it was asked for.
looks-planned = Looks were planned at { $shares } of the ratings; intervals are those of that plan.
looks-unplanned = No looks were planned, so intervals shown before the end hold at any time: about one and a half times as wide as at the end.
