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
agreement-none = Comes as soon as two raters have answered the same trial.
earlier = Earlier
later = Later
pager = Pages of the list
picture = Picture
column-image = Picture
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
signin-name-help = Leave it empty for the password of the server.
signin-password = Password
signin-refused = That does not let you in. Check what you typed, or ask for a new link.
studies = Studies
no-studies = There is no study here for you.
password-title = Change your password
password-new = New password
password-help = At least 8 characters, and none that everybody tries first.
password-set = Set password
refused-password-too-short = A password has 8 to 200 characters.
refused-password-common = This password is one of the first that anybody would try. Four words that do not belong together are better.

## errors

refused-sign-in-needed = You are not signed in, or not any more. Sign in and try once more.
refused-role-not-enough = Your role does not allow this. Ask a coordinator.
refused-coordinator-file-broken = The file that says who may coordinate is empty or damaged. Delete it: the next start of the server prints a new one-time link, and no answer is touched.
refused-host-unknown = The server does not know that it is called so, and gives out no links to that host. Start it with --address and the address that people open.
refused-role-unknown = A person is a coordinator or a viewer.
refused-state-unknown = A study is running, paused or closed.
refused-phase-unknown = A study is in its pilot or in its main phase.
refused-phase-too-late = The main study has begun. Run a pilot on a copy of the folder.
refused-message-kind = A message is a reply to one rater, a clarification for all, or a notice.
refused-item-unknown = The study has no such item.
refused-trial-unknown = The study has no such trial.
refused-export-sealed = This file cannot be had while the names of the systems are sealed. Unblind the study first, or take the ratings.
refused-export-format = This table cannot be written in that format. Choose another.
refused-file-unwritable = The server cannot write the file. See whether its disk is full.
refused-analysis-nothing = No rating enters the results yet: practice, checks, repeats and excluded answers never do.
refused-stats-bad-pilot = The pilot does not tell items, raters and chance apart. Let several raters rate the same items.
refused-stats-bad-plan = This pilot cannot be planned from: each item would need more ratings than there are raters.

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
state-help-paused = Raters see that the study is paused; answers under way are still taken.
state-help-closed = No more answers are taken.
set-open = Open again
set-resume = Resume
set-paused = Pause
set-closed = Close
close-sure = Close the study? Raters can no longer answer.
next-invite = Nobody has joined yet: send the link to your raters.
next-close = All ratings are there: close the study to see what they say.
see-results = See the results
pilot-link = Pilot: what it would imply
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
inbox-waiting = { $n } waiting for you
nothing-waits = Nothing waits for an answer.
disputes-waiting = { $n } to decide
nothing-to-decide = Nothing to decide.
spread = differs by { $n }

## pilot

pilot-help = Answers of a pilot are kept apart and never enter the results. When it ends, their places open again for the main study.
pilot-begin = Begin the pilot
pilot-end = End the pilot and begin the main study
pilot-end-sure = End the pilot? Its answers are set aside, and all places open for the main study.
pilot-too-late = The main study has begun. Run a pilot on a copy of the folder.
pilot-none = There are no pilot answers yet. Begin a pilot to learn time, cost and agreement before the study counts.
pilot-none-running = The pilot is running; what its answers imply appears here with the first of them.
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
pilot-no-rate = Give `cost: {"{"}per_hour: …{"}"}` in study.yaml for an amount.
pilot-enough = How many raters are enough
pilot-raters = { $n ->
    [one] { $n } rater
   *[other] { $n } raters
}
pilot-enough-text = For one system's mean of “{ $field }” to be known to ± { $target } (95 %), with the items and ratings planned.
pilot-no-number = No number of raters is enough: add items or ratings per item.
pilot-no-numbers = No field of this study has numbers to plan with.
plan-items = Items
plan-raters = Raters
plan-ratings = Ratings per item
plan-width = Expected half-width

## items

items-help-done = All ratings of these are there.
items-help-progress = Some ratings are there, some are missing.
items-help-new = Nobody has rated these yet.
items-help-suspended = Raters do not get these. Answers that were given are kept.
suspend-item = Suspend
resume-item = Resume
no-items-progress = No item is in progress.
no-items-new = Every item has been begun.
no-items-done = No item has all its ratings yet.
resume-all = Resume all
resume-all-sure = All suspended items are shown to raters again, and the reports about them are closed. Go on?
reported-many = { $n ->
    [one] Raters report broken pictures of { $n } more item than reports alone may suspend. Please look at it, and suspend it if it is broken:
   *[other] Raters report broken pictures of { $n } more items than reports alone may suspend. Please look at them, and suspend those that are broken:
}
item-number = item { $n }
no-items-suspended = No item is suspended. Reports of broken pictures by several raters suspend one, and so can you.
system-is = system { $name }
ratings-of = { $wanted ->
    [one] { $n } of { $wanted } rating
   *[other] { $n } of { $wanted } ratings
}
item-messages = What raters said about it
item-no-answers = Nobody has answered this item yet. Answers appear here as they come in.
col-took = Time

## raters

raters-help = A flag is a hint, never an exclusion. Intervals are 95 %. Severity: how much lower than others on the same things.
raters-watched = Repeats and agreement are on “{ $field }”.
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
platform-ids-show = Show ids of the crowd platform
platform-ids-help = That you looked is put on record.
rater-active = active
rater-left = away
rater-withdrawn = withdrawn
stage-consent = consent
stage-before = questions before
stage-trials = at work
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
flag-times = claims too much time
flag-views = views not opened
flag-lenient = lenient
flag-drift = drift
speed-series = Seconds per answer, last answers
no-raters = Nobody has joined yet. Each rater gets a line here with the first answer.
fast-share = Too fast
slow-share = Remarkably slow
longest-run = Longest run of one answer
col-came = Joined
rater-said = Questions before and after
rater-messages = Messages
rater-no-messages = No messages.
rater-write = Write to this rater
rater-acts = What was done about this rater
rater-answers = Last answers
rater-answers-help = The last { $n } at most, newest first. Crossed out: taken out of the results.
answers-which = Which answers
answers-all = All
answers-fast = In less than { $time }
answers-fast-help = “Fast” marks an answer for review; it stays in the results unless a rule or you take it out.
col-item = Item
col-system = System
kind-pilot = pilot
kind-repeat = repeat
kind-attention = check
kind-practice = practice
kind-qualification = qualification
rules-title = Exclusion rules
rules-help = Declared in study.yaml before the data. Excluded answers are kept and name their rule.
rules-none = The study declares no exclusion rules.
rules-now = What they would take out now
rules-nothing = Nothing.
rules-apply = Apply the rules
rules-sure = Take these answers out of the results?
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
measure-longest-run = equal answers in a row
measure-too-fast = seconds of a single answer
col-rule = Rule
col-measured = Measured
exclude = Exclude…
exclude-title = Exclude by hand
exclude-help = All answers of a rater are taken out under the rule “by-hand”; the reason stands in the log.
exclude-stop = Give this rater no more trials
readmit = Let back in
readmit-sure = Let this rater go on? Answers that were taken out stay out.
rule-check-score = share of checks passed, while raters work: warned below { $warn }, stopped below { $stop }
standing-title = Warned and stopped ({ $n })
standing-help = By the study’s rules: “check-score”, from the share of checks passed, and “most-skipped”, from the share of trials skipped. A rater who was stopped can be let back in on the page of raters.
standing-none = Nobody so far.
message-warning = Warned
message-stop = Stopped
message-skips = Skips much
message-uncompleted = Not completed
standing-skips = { $given ->
    [one] { $passed } of { $given } trial skipped
   *[other] { $passed } of { $given } trials skipped
}
standing-score = { $given ->
    [one] { $passed } of { $given } check passed
   *[other] { $passed } of { $given } checks passed
}
exclude-reissue = Ask these trials again
exclude-do = Exclude answers
exclude-sure = Take all answers of this rater out of the results?
pay-title = Pay sheet
pay-help = What each rater did and is due. Answers taken out by a rule or by hand are not approved, and nothing is where all of a rater’s ratings were taken out; late ones are.
pay-rate = Pay for one hour
pay-fixed = Pay for each who finished
pay-finished = Finished
pay-reading = { $n } minutes of reading are paid to everybody with an approved trial.
pay-names = With ids of the crowd platform (this is put on record)
pay-download = Download CSV
pay-open = Open the pay sheet
pay-show = Compute
pay-approved = Approved trials
pay-minutes = Active minutes
pay-amount = Pay
pay-total = Total
pay-nothing = Nobody has answered yet. The sheet fills by itself.

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
inbox-empty = Nothing waits for an answer. Questions and reports of raters appear here by themselves.
skips-title = { $n ->
    [one] { $n } trial skipped
   *[other] { $n } trials skipped
}
skips-none = No trial has been skipped.
notice-title = Write to raters
notice-to = To
notice-everybody = everybody
notice-text = Text
notice-send = Send
sent-title = Sent

## adjudication

adjudication-help = Trials on which raters differ widely. A decision is kept apart; agreement is always on the raw answers.
adjudication-rule = Declared:
rule-from = { $n ->
    [one] from { $n } answer on
   *[other] from { $n } answers on
}
disputes-none = No trial differs that much. They appear here by themselves.
adjudication-none = The study declares no threshold. Add one to study.yaml before the data, for example:
decided = decided
decide = Decide
decide-again = Look again
decide-showing = What raters see
decide-showing-help = Their page, to be looked at: it opens views and comes closer as theirs does, and takes no answer.
decide-showing-alone = Open it in a window of its own
raw-answers = Raw answers
raw-help = As raters gave them; a decision changes none of them.
your-decision = Your decision
decision-comment = Why you decide so
decision-save = Save the decision

## guideline

guideline-help = Each answer carries the version under which it was given. Raters see what changed before they go on.
guideline-text = Guideline in Markdown ({ $language })
guideline-changes = What changed, in a sentence for raters
guideline-material = Material: earlier answers might have been given otherwise
guideline-preview = Preview
guideline-save = Publish as version { $n }
guideline-meanwhile = Somebody has published version { $n } in the meantime. Your text is still below: compare and publish again.
guideline-empty = Every language needs a text, of at most { $n } characters.
guideline-no-changes = Say in a sentence what changed; raters read it before they go on.
guideline-same = Nothing was changed.
preview-title = As raters see it
versions = Versions
version-n = Version { $n }
version-first = as the study began
version-answers = { $n ->
    [one] { $n } answer
   *[other] { $n } answers
}
material = material
difference = Version { $before } → { $n }
reissue-title = Ask earlier answers again
reissue-help = { $n ->
    [one] { $n } answer that counts was given before version { $version }. It would be set aside, and its place opened.
   *[other] { $n } answers that count were given before version { $version }. They would be set aside, and their places opened.
}
reissue-do = { $n ->
    [one] Set { $n } answer aside and ask again
   *[other] Set { $n } answers aside and ask again
}
reissue-sure = Set these answers aside? They are kept, but no longer count.

## results

results-help = Comparisons of systems are hidden until the study is closed, so that nobody stops it when a number pleases.
results-hidden = Hidden until the study is closed
results-hidden-text = You can take a look all the same. It is put on record with your name, the time and your reason, and the report states it.
look-do = Take a look, on record
look-once = This look is on record. The page shows it once.
unblind-title = Systems are A, B, C …
unblind-text = Their names stay sealed on all pages and in exports until somebody opens them. That cannot be undone and is put on record.
unblind-sure = I want to open the names for everybody who runs this study
unblind-do = Open the names
looks-title = Looks and unblinding on record
rows-more = { $n ->
    [one] { $n } more row is in the report.
   *[other] { $n } more rows are in the report.
}

## exports

exports-help = Ratings and answers as tables, with their codebook and as a data set; raters by pseudonym. Every download is put on record.
exports-blinded = Systems are letters in the file, and their names are taken out of ids, until they are unblinded.
exports-unblinded = The file names the systems: they have been unblinded.
exports-revisions = All revisions of corrected answers, not only the newest
exports-viewer = A coordinator can download.
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
open-link-help = Whoever has this link can join.
open-link-closed = The server lets raters join by invitation only; this link alone does not let anybody in.
qr-of-link = QR code of the open link
qr-of-invite = QR code of the invitation
crowd-link = Give the platform this address; it fills the placeholders in.
crowd-title = For { $platform }
code-complete = Code when finished
code-screened_out = Code when not qualified
code-failed_checks = Code when checks failed
invites-help = How raters come in: one link for everybody, or invitations that end by themselves.
invite-title = Invitation
invite-help = A signed link that ends by itself.
invite-days = Days
invite-uses = Raters (0: any number)
invite-make = Make a link
invite-made = Copy it now: it is shown once.
invites-made = Invitations so far
col-expires = Ends
col-used = Used
expired = ended

## people

people-help = Viewers may look at everything but change nothing. Coordinators may change things. Adjudicating is a permission of its own.
people-none = Nobody yet besides the owner of the server.
person-add = Add a person
role = Role
role-viewer = Viewer
role-coordinator = Coordinator
person-state = State
person-active = active
person-disabled = disabled
may-adjudicate = May adjudicate
new-link = Make a personal link (an earlier one stops working)
has-password = password set
no-password = no password
has-link = personal link
person-password-help = Optional: with a personal link they can set one themselves.
person-link-made = Personal link for { $name }. Copy it now: it is shown once.
person-bad-name = A name has 1 to { $n } visible characters and is not “coordinator”.
person-known = { $name } is already in the list.

## log

audit-help = Everything the people who run the study did, chained with the answers: nothing can be changed or left out unnoticed.
audit-empty = Nothing yet. Whatever the people who run the study do will be listed here.
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
act-reissue = asked again
act-resume-all = resumed all suspended items
act-suspend = suspended an item
act-resume = resumed an item
act-phase = changed the phase
act-adjudicate = decided
act-person = changed a person
act-look = looked at results
act-unblind = unblinded the systems
act-export = exported ratings
act-unblinded-export = took data with the names of systems out of a running study
act-platform-ids = looked at the ids of the crowd platform
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
detail-expires = ends
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
