# The words of the rater's page, the landing page and pages of errors.
# Numbers choose plural forms: { $n -> [one] ... *[other] ... }.

## the bar

skip = Skip to the trial
tools = Tools
preview = Preview: nothing is stored
guideline = Guideline
keys = Keys
menu = Menu
close = Close
cancel = Cancel
progress = { $done } of about { $all }
progress-left = { $n ->
    [one] about { $n } minute left
   *[other] about { $n } minutes left
}
progress-open = { $done } answered

## saving

saving = Saving…
saved = Saved
saved-preview = Checked
waiting = Waiting to be sent ({ $n })
offline = Offline
waiting-help = Your answers are kept on this device and go out by themselves as soon as the connection is back.
waiting-keep-open = Keep this tab open: your answers can only be sent from here.
unsent-kept = { $n ->
    [one] { $n } answer is kept on this device and will be sent by itself.
   *[other] { $n } answers are kept on this device and will be sent by themselves.
}
unsent-keep-open = { $n ->
    [one] { $n } answer is not sent yet. Please keep this tab open.
   *[other] { $n } answers are not sent yet. Please keep this tab open.
}
all-saved = All your answers are saved.
all-saved-preview = Nothing was stored: this is a preview.
storage-missing = This browser does not keep data. You can work, but keep this tab open until everything is saved.

## a trial

next = Next
back = Back
save-change = Save change
revising = You are looking at an earlier answer. A change is kept beside the first.
revising-number = You are looking at your answer { $n } of { $all }. A change is kept beside the first.
forward = Forward
leave-again = This is the first trial. To leave the page, press the browser’s Back once more; your answers are saved.
trial-number = Trial { $n }
answer-number = Answer { $n }
to-next = Go to Next
characters-left = { $n ->
    [one] { $n } character left
   *[other] { $n } characters left
}
unsaved-title = Save the change?
unsaved-text = You have changed this earlier answer and not saved it yet.
discard-change = Discard change
return = Return
aim = Aim: up to { $time }
aim-range = Aim: { $time }
aim-over = Over { $time }. Go with your best judgment.
seconds = { $n } s
minutes = { $n } min
missing = Please answer: { $field }
missing-here = Please answer.
missing-of = { $fields } ({ $names })
breaks-rule = These answers do not fit together.
not-answered = not answered
one-less = One less
one-more = One more
more-than = Definitely more than { $n }
count-too-large = { $number } is more than { $most }. Enter goes on, Backspace takes a digit back.
count-next = After a typed number: the next number asked for
count-back = While typing a number: take a digit back
points-less = { $n ->
    [one] { $n } point less
   *[other] { $n } points less
}
points-more = { $n ->
    [one] { $n } point more
   *[other] { $n } points more
}
points-zero = 0 points
picture = Picture
open-large = Open the picture large
viewer-hint = Wheel or + − to zoom · drag or arrow keys to move
viewer-hint-touch = Pinch to zoom · drag to move · tap to close
viewer-hint-several = ← → flip between the pictures · wheel or + − to zoom · drag to move
viewer-hint-several-touch = Tap to flip · pinch to zoom · drag to move
viewer-wipe = Compare with a line
pictures-closer = Zoom in on all pictures
pictures-farther = Zoom out
pictures-full-screen = Pictures in full screen
list-comma = ,{" "}
back-unreachable = That answer cannot be shown while you are offline.
already-given = One trial had already been answered in another window. The answer given there stands.
closed-late = The study was closed before your last change arrived.
not-taken = The server did not accept one of your answers: { $problem }

## screens

loading = Loading…
loading-share = Loading the picture… { $percent } %
loading-slow = The picture is large for this connection. The next ones are fetched while you work.
start = Start
continue = Continue
read-guideline = Read the guideline
welcome-saved = Every answer is saved as you go, even if the connection drops.
welcome-back = You can go back and change an answer, and stop whenever you like.
welcome-pay-fixed = You are paid { $amount } for finishing.
welcome-pay-hourly =
    You are paid { $amount } an hour; reading counts as { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }.
welcome-keys = Everything works from the keyboard; press ? to see the keys.
have-code = Continue with a code from another device
your-code = Your code
code-help = With this code you can go on elsewhere, or here after clearing the browser.
refused-invite-needed = This study can only be joined by invitation. Open the link you were sent.
refused-invite-not-valid = This invitation is no longer valid. Ask the person who sent it for a new one.
refused-resume-code-unknown = Nobody in this study has that code. Please check it, letter by letter.
refused-too-many-attempts = Too many attempts. Please wait a minute, then try again.
refused-busy = Many people are joining right now. Please try again in a moment.
refused-platform-id-needed = This link does not say who you are. Open the study from the page of the platform that invited you.
refused-platform-preview = This is only a preview. Accept the study on the platform first, then open it from there.
refused-platform-id-taken = Somebody has already begun with this id. Go on in the browser you began in, or enter the code you were given there.
refused-answer-changed-too-often = This answer has been changed as often as one can be. The last change stands.
refused-consent-changed = The text was changed while you were reading. Please read it again.
refused-study-closed = The study is closed and takes no more answers.
refused-study-unknown = There is no such study on this server. Open the link you were sent once more.
refused-not-found = What was asked for is not there, or not any more.
refused-token-unknown = The server does not know this browser any more. Enter your code to go on.
refused-rater-unknown = Nobody of this name takes part in the study. Enter your code to go on.
refused-rater-withdrawn = You have left the study, and your answers were deleted.
refused-lease-unknown = This trial is not yours, or not any more. Load the page anew to go on.
refused-consent-needed = Please read what taking part means, and agree to it first.
refused-message-text = This text is empty, or longer than the server takes.
refused-answer-missing = This is not answered yet.
refused-answer-bad-value = This answer cannot be stored as it is. Please look at it once more.
refused-answer-breaks-rule = These answers do not fit together.
refused-answer-not-asked = This was answered, but with your other answers it is not asked.
refused-answer-unknown-field = The answer holds something that is not asked here. Load the page anew and answer once more.
refused-answer-bad-shape = The answer does not have the form that is asked for here. Load the page anew and answer once more.
refused-answer-bad-id = The answer came without a valid id. Load the page anew and answer once more.
refused-answer-id-reused = Another answer has the same id already, and that one stands. Load the page anew and answer once more.
refused-answer-meta-too-large = The page sent too much beside the answer. Load the page anew and answer once more.
refused-sheet-unknown = These questions are not asked in this study. Load the page anew to go on.
refused-request-invalid = The server cannot read what this page sent. Load the page anew and try once more.
refused-request-media-type = This page sent its data in a form that the server does not take. Load the page anew and try once more.
refused-request-too-large = What was sent is larger than the server takes.
refused-request-cut-off = The connection broke off while something was being sent. Please try once more.
refused-request-headers-too-large = The browser sends too many cookies to this address. Delete them, then try once more.
refused-method-not-allowed = This address cannot be used in this way.
refused-cross-site = This came from another website, so nothing was done. Open the page itself, then try once more.
refused-internal = Something went wrong on the server. Nothing you sent before was lost.
refused-shutting-down = The server is being stopped. Please try again in a moment.
refused-database-unavailable = The server cannot reach its data right now. Please try again in a moment.
refused-database-damaged = The data of this study are damaged. Please tell the people who run it.
refused-otherwise = This did not work ({ $code }). The server says in English: { $problem }
join-unreachable = The server cannot be reached. Please check the connection and try again.
signin-again = The server no longer knows this browser. Enter your code to go on; your answers are kept here until then.
done-title = That was all. Thank you!
done-text = You have rated everything there was for you.
done-time = { $n ->
    [one] { $n } trial
   *[other] { $n } trials
} answered in { $minutes ->
    [one] about { $minutes } minute
   *[other] about { $minutes } minutes
} of work.
done-close = You can close this page now.
answered-count = { $n } answered
review-answers = Look at my last answers
wait-title = Nothing to do just now
wait-text = Other raters are working on the last ones. If any of them come free, they will appear here.
wait-check = This page checks by itself.
check-now = Check now
paused-title = The study is paused
paused-text = The coordinator has paused it. Your answers are safe; this page goes on by itself.
closed-title = The study is closed
closed-text = Thank you for taking part. No more answers are needed.
offline-title = No connection
offline-text = You have answered everything that was loaded. The next ones come as soon as the connection is back.
try-again = Try again
elsewhere-title = You are working in another tab
elsewhere-text = To keep your answers in order, only one tab works at a time.
use-this-tab = Use this tab instead
left-title = See you later
left-text = The trials you had open were handed back. Come back to this page whenever you like.
withdrawn-title = You have withdrawn
withdrawn-text = Everything you answered has been erased. You can close this page.
failed-title = Something went wrong
needs-script = This page needs JavaScript. Please switch it on and reload.

## menu

language = Language
theme = Appearance
theme-auto = As system
theme-light = Light
theme-dark = Dark
contact = Questions?
leave = Stop for now
someone-else = I am someone else
withdraw = Withdraw and erase
withdraw-title = Erase everything you answered?
withdraw-text = You leave the study, and all your answers are erased. This cannot be undone.
withdraw-confirm = Erase and leave
withdraw-failed = That did not reach the server. Nothing was erased; please try again.

## landing, sign-in, errors

demo-title = Beholder is running
demo-text = Ready-made studies to try. Rate a few as a rater would, then look at the coordinator's page. Everything is deleted when you stop the demo.
rate-now = Rate
coordinate = Coordinate
finished-title = What comes out
finished-text = The same studies, finished and closed. Simulated raters answered them, careful ones and one or two who hardly looked, so that you see what the pages and the report make of both.
finished-simulated = Simulated raters
finished-facts =
    { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } of { $raters ->
        [one] { $raters } simulated rater
       *[other] { $raters } simulated raters
    }
finished-report = Report
finished-results = Results
finished-raters = Raters
finished-agreement = Agreement
finished-exports = Exports
finished-awaited = { $n } being prepared…
running-title = Beholder is running
running-text = Raters open the link they were given. Coordinators sign in.
signin = Sign in
error-400 = This did not work
error-400-do = Go back and try once more. If it happens again, tell the person who sent you the link what is shown below.
error-403 = You cannot open this
error-403-do = The link may have expired, or have been used already. Ask the person who sent it for a new one.
error-404 = There is nothing at this address
error-404-do = It may be mistyped or no longer in use. Open the link you were given once more; if it leads here again, tell the person who sent it.
error-410 = This is no longer open
error-410-do = The study has ended, or you have left it. Nothing more is needed from you.
error-421 = This server does not know itself by this name
error-421-do = This page gives out links, and they must not lead to a host that only the request names. Restart the server with --address and the address that people open, or open this page by the machine's own IP address.
error-429 = Too many attempts
error-429-do = Wait a minute, then try again.
error-500 = Something went wrong on the server
error-500-do = Nothing you sent before was lost. Try again; if it happens again, tell the coordinator what is shown below.
error-503 = The server is not ready right now
error-503-do = Nothing you sent before was lost. Wait a few seconds, then try again.
error-details = Details
error-exact = In English
error-code = Code

## the rater's journey

practice-number = Practice { $n } of { $all }
qualification-number = Test { $n } of { $all }
consent-title = Before you take part
consent-warning = Please note
consent-agree = I agree to take part
consent-decline = I do not want to take part
declined-title = That is fine
declined-text = You have not taken part, and nothing about you is kept. You can close this page.
declined-back = Back to the beginning
before-title = A few questions first
before-text = They are asked only once, and help us understand the results.
after-title = A few last questions
after-text = All trials are done. These questions complete your part.
guideline-first = How to rate
guideline-done = I have read it, begin
page-next = Next page
page-back = Previous page
page-of = Page { $n } of { $all }
changed-title = The guideline has changed
changed-text = Please read what is new before you go on.
changed-whole = Read all of it
practice-checking = Your answer is being compared…
practice-passed = Correct
practice-passed-as = Correct (expected: { $expected })
practice-failed = Not quite
practice-expected = Not quite: { $expected }
practice-yours = you: { $answer }
list-or = {" "}or{" "}
list-semicolon = ;{" "}
expected-together = { $list } together
expected-alone = { $list } alone
expected-between = { $low } to { $high }
expected-least = { $n } or more
expected-most = { $n } or less
break-title = Time for a break
break-worked = { $n ->
    [one] You have worked for { $n } minute.
   *[other] You have worked for { $n } minutes.
}
break-text = Look out of the window, stretch, drink something. Your place is kept.
break-skip = Go on without a break
session-title = Time to stop for now
session-text = Judgment suffers when you are tired. Please take a longer rest; afterwards this page goes on where you stopped.
day-title = That is all for today
day-text = You have reached the daily limit of this study. Come back tomorrow; your place is kept.
visit-title = That is all for this visit
visit-text = You have done the trials of one visit. Come back later to go on; your place is kept.
screened-title = Thank you for your time
screened-text = This study needs raters whose judgments are close to those of its experts on the first trials. This time it did not work out; that says nothing about you.
warned-title = A word about your answers
warning-text =
    Some of what you judge has a known answer, hidden among the rest. So far { $passed } of { $given } of your judgments there { $passed ->
        [one] was as expected
       *[other] were as expected
    }. Please take the time you need, and read the guideline again if something is unclear; you can also ask a question at any time.
warning-end = {" "}If fewer than { $percent } % are as expected, the study will end here for you.
stopped-title = Thank you, your part ends here
stopped-text = The people who run this study have ended your part in it. What you sent has arrived and is kept. If you have a question, please ask them.
checks-title = Your part ends here
checks-text = Some trials had a known answer, and too many of yours differed from it. What you sent has arrived. If you think this is a mistake, please tell the people who run the study.
skips-text =
    You have skipped { $skipped } of { $met } { $met ->
        [one] trial so far
       *[other] trials so far
    }. Whoever skips more than { $percent } % does not complete the study. If a trial cannot be judged as the guideline asks, please ask a question.
uncompleted-title = Your part ends here
uncompleted-lead = There is nothing left for you to rate in this study. What you answered is kept.
uncompleted-text =
    You skipped { $skipped } of { $met } { $met ->
        [one] trial, more
       *[other] trials, more
    } than the { $percent } % that may be skipped, so the study does not count as completed. If you think this is a mistake, please tell the people who run the study.
finish-without-code = There is no code for this. Please write to the people who run the study, through the platform or as said above.
finish-code = Your completion code
finish-return = Return to the platform
copy = Copy
copied = Copied.
copy-by-hand = Selected: copy it with Ctrl+C or ⌘C.

## questions, replies, trials passed over

help = Help
help-news = Help, { $n } new
messages = Messages
help-what = What would you like to do?
help-ask = Ask
help-skip = Skip
help-broken = Report
help-ask-text = Your question goes to the people who run the study. Their reply appears here; you can go on meanwhile.
help-skip-text = The trial goes to somebody else, and you do not get it again.
help-broken-text = Only for pictures that are missing, wrong or unreadable. A poor result is not broken: please rate it.
help-about = The trial on screen is sent along.
help-words = In your words
help-choose = Please choose a reason.
help-write = Please write a few words.
help-unreachable = This did not reach the server. Please try again when the connection is back.
help-sent = Sent. Thank you.
skip-trial = Skip this trial, with a reason
skip-confirm = Skip this trial
skipped = Skipped. Somebody else will get it.
broken-confirm = Report and go on
reported = Reported, thank you. Here is the next one.
send = Send
skip-why = Why?
skip-cannot-judge = I cannot judge this
skip-known = I know this picture or its author
skip-disturbing = It disturbs me
skip-other = Another reason
message-question = You asked
message-broken = You reported
message-reply = Reply
message-clarification = For everybody
message-warning = About your answers
message-skips = About skipped trials
message-uncompleted = Not completed
message-stop = The end of your part
message-notice = From the coordinator

## what lies ahead, and the screens between the stages

welcome-length =
    About { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    } in all, with about { $n ->
        [one] { $n } trial
       *[other] { $n } trials
    } to rate.
welcome-endless = There are more trials than anybody can rate in one go. Do as many as you like.
run-by = Run by { $who }.
steps-title = What comes
step-consent = What taking part means, and your consent
step-before = A few questions
step-guideline = How to rate: about { $minutes } min of reading
step-practice = Practice: { $n ->
    [one] { $n } trial, after which you see the expected answer
   *[other] { $n } trials; after each you see the expected answer
}
step-practice-untold = Practice: { $n ->
    [one] { $n } trial
   *[other] { $n } trials
}
step-test = A test: { $n ->
    [one] { $n } trial that decides whether you go on
   *[other] { $n } trials that decide whether you go on
}
step-trials = What counts: about { $n ->
    [one] { $n } trial
   *[other] { $n } trials
}, about { $minutes } min
step-trials-endless = What counts: as many trials as you like
step-after = A few last questions
practice-title = First, some practice
practice-text = { $n ->
    [one] One trial to get used to it. Afterwards
   *[other] { $n } trials to get used to it. After each
} you see the expected answer and why. Nothing here counts, and nobody judges you by it.
practice-text-untold = { $n ->
    [one] One trial
   *[other] { $n } trials
} to get used to it. Nothing here counts, and nobody judges you by it.
practice-begin = Begin practice
test-title = Now a test
test-text = { $n ->
    [one] One trial, whose
   *[other] { $n } trials, whose
} expected answers you are not told. It decides whether you go on to the study.
test-needed-share = At least { $percent } % of what you answer must be as experts judged it.
test-needed-kappa = What you answer must be close to what experts judged (weighted kappa of at least { $value }).
test-attempts = { $n ->
    [one] You have one try.
   *[other] You have { $n } tries.
}
test-otherwise = Otherwise the study ends there for you.
test-begin = Begin the test
again-title = Not yet
again-text = This time too little of what you answered was as experts judged it. { $n ->
    [one] You have one more try
   *[other] You have { $n } more tries
}, with the same trials. Take your time, and read the guideline again where you were unsure.
again-begin = Try again
counts-title = Now it counts
counts-passed = You have passed the test.
counts-text =
    From here on your answers are part of the study: about { $n ->
        [one] { $n } trial
       *[other] { $n } trials
    }, about { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }.
counts-text-endless = From here on your answers are part of the study. Do as many as you like.
counts-rest = You are no longer told what was expected. You can still go back, ask a question, and stop whenever you like.
counts-begin = Begin
wait-finish = You need not wait: you have done your part, and can finish now.
finish-now = Finish now
finish-code-why = It shows that you took part. Enter it where you were asked for a code.
full-title = No place is left
full-text = Others have taken all places of this study. Thank you for coming.
refused-study-full = Others have taken all places of this study.
someone-else-title = Is somebody else going to rate here?
someone-else-text = Your answers stay under this code, and only with it can you continue later. Please copy it or write it down.
someone-else-confirm = Hand over
optional = (optional)
