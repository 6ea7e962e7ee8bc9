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
waiting-help = Your answers are kept on this device and will be sent automatically when you are back online.
waiting-keep-open = Keep this tab open: your answers can only be sent from here.
unsent-kept = { $n ->
    [one] { $n } answer is kept on this device and will be sent automatically.
   *[other] { $n } answers are kept on this device and will be sent automatically.
}
unsent-keep-open = { $n ->
    [one] { $n } answer has not been sent yet. Please keep this tab open.
   *[other] { $n } answers have not been sent yet. Please keep this tab open.
}
all-saved = All your answers are saved.
all-saved-preview = Nothing was stored: this is a preview.
storage-missing = This browser does not store data. You can still work, but keep this tab open until everything is saved.

## a trial

next = Next
back = Back
save-change = Save change
revising = You are looking at an earlier answer. If you change it, the first one is kept too.
revising-number = You are looking at your answer { $n } of { $all }. If you change it, the first one is kept too.
forward = Forward
leave-again = This is the first trial. To leave the page, press your browser’s Back button once more; your answers are saved.
trial-number = Trial { $n }
answer-number = Answer { $n }
to-next = Go to Next
characters-left = { $n ->
    [one] { $n } character left
   *[other] { $n } characters left
}
unsaved-title = Save the change?
unsaved-text = You changed this earlier answer but have not saved it yet.
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
breaks-rule = These answers contradict each other.
not-answered = not answered
one-less = One less
one-more = One more
more-than = Definitely more than { $n }
count-too-large = { $number } is more than { $most }. Press Enter to continue, or Backspace to delete a digit.
count-next = After typing a number: go to the next number
count-back = While typing a number: delete a digit
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
open-large = Enlarge the picture
viewer-hint = Wheel or + − to zoom · drag or arrow keys to move
viewer-hint-touch = Pinch to zoom · drag to move · tap to close
viewer-hint-several = ← → flip between the pictures · wheel or + − to zoom · drag to move
viewer-hint-several-touch = Tap to flip · pinch to zoom · drag to move
viewer-wipe = Compare with a slider
pictures-closer = Zoom in on all pictures
pictures-farther = Zoom out
pictures-full-screen = Pictures in full screen
clip = Clip
clip-bar = Play the clips
clip-play = Play
clip-pause = Pause
clip-play-pause = Play or pause the clips
clip-frame-back = One frame back
clip-frame-on = One frame forward
clip-seek = Position
clip-speed = Speed
clip-fill = Full screen
clip-sound-off = Sound off
clip-sound-on = Sound on
clip-sound-of = Sound of { $name }
clip-unplayable = This browser cannot play the clip. Please skip the trial and say so.
clips-watched = Watched to the end
clips-to-watch = Play to the end before you answer.
clips-to-watch-one = Play { $name } to the end as well.
clips-unwatched = Please play every clip to its end before you answer.
list-comma = ,{" "}
back-unreachable = That answer cannot be shown while you are offline.
already-given = You had already answered one trial in another window. That answer was kept.
closed-late = The study was closed before your last change arrived.
not-taken = The server did not accept one of your answers: { $problem }

## screens

loading = Loading…
loading-share = Loading… { $percent } %
loading-slow = This one is large for this connection. The next ones will load while you work.
start = Start
continue = Continue
read-guideline = Read the guideline
welcome-saved = Every answer is saved as you go, even if the connection drops.
welcome-back = You can go back and change an answer, and you can stop at any time.
welcome-pay-fixed = You are paid { $amount } for finishing.
welcome-pay-hourly =
    You are paid { $amount } an hour; reading counts as { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }.
welcome-keys = Everything works from the keyboard; press ? to see the keys.
have-code = Continue with a code from another device
your-code = Your code
code-help = With this code you can continue on another device, or here after clearing your browser.
refused-invite-needed = This study can only be joined by invitation. Open the link you were sent.
refused-invite-not-valid = This invitation is no longer valid. Ask the person who sent it for a new one.
refused-resume-code-unknown = Nobody in this study has that code. Please check it letter by letter.
refused-too-many-attempts = Too many attempts. Please wait a minute, then try again.
refused-busy = Many people are joining right now. Please try again in a moment.
refused-platform-id-needed = This link does not say who you are. Open the study from the platform that invited you.
refused-platform-preview = This is only a preview. Accept the study on the platform first, then open it from there.
refused-platform-id-shape = This link does not carry a Prolific ID, which has 24 digits and letters from a to f. Open the study from its page on Prolific.
refused-platform-id-taken = Someone has already started with this ID. Continue in the browser you started in, or enter the code you were given there.
refused-answer-changed-too-often = This answer cannot be changed any more. Your last change was kept.
refused-consent-changed = The text was changed while you were reading. Please read it again.
refused-study-closed = The study is closed and no longer accepts answers.
refused-study-unknown = There is no such study on this server. Please open the link you were sent again.
refused-not-found = This does not exist, or no longer does.
refused-token-unknown = The server no longer knows this browser. Enter your code to continue.
refused-rater-unknown = Nobody by this name is taking part in the study. Enter your code to continue.
refused-rater-withdrawn = You have left the study, and your answers were deleted.
refused-lease-unknown = This trial is not assigned to you, or no longer is. Reload the page to continue.
refused-consent-needed = Please read what taking part involves and agree to it first.
refused-message-text = This text is empty or too long.
refused-answer-unwatched = Not every clip was played to its end. Play each of them to the end, then answer.
refused-answer-missing = This has not been answered yet.
refused-answer-bad-value = This answer cannot be saved as it is. Please check it.
refused-answer-breaks-rule = These answers contradict each other.
refused-answer-not-asked = You answered this, but given your other answers it is not asked.
refused-answer-unknown-field = The answer contains something that was not asked. Reload the page and answer again.
refused-answer-bad-shape = The answer does not have the expected format. Reload the page and answer again.
refused-answer-bad-id = The answer was sent without a valid ID. Reload the page and answer again.
refused-answer-id-reused = Another answer already has this ID, and that one was kept. Reload the page and answer again.
refused-answer-meta-too-large = The page sent too much data along with the answer. Reload the page and answer again.
refused-sheet-unknown = These questions are not part of this study. Reload the page to continue.
refused-request-invalid = The server could not read what this page sent. Reload the page and try again.
refused-request-media-type = This page sent its data in a format that the server does not accept. Reload the page and try again.
refused-request-too-large = What was sent is larger than the server accepts.
refused-request-cut-off = The connection was lost while data was being sent. Please try again.
refused-request-headers-too-large = Your browser sends too many cookies to this address. Delete them, then try again.
refused-method-not-allowed = This address cannot be used this way.
refused-cross-site = This request came from another website, so nothing was done. Open the page itself, then try again.
refused-internal = Something went wrong on the server. Nothing you sent before was lost.
refused-shutting-down = The server is shutting down. Please try again in a moment.
refused-database-unavailable = The server cannot reach its data right now. Please try again in a moment.
refused-media-store-unavailable = The pictures cannot be reached right now. Please try again in a moment.
refused-media-altered = This picture cannot be shown right now. Please go on with another.
refused-database-damaged = The data of this study are damaged. Please tell the people who run it.
refused-otherwise = This did not work ({ $code }). The server’s message, in English: { $problem }
join-unreachable = The server cannot be reached. Please check your connection and try again.
signin-again = The server no longer knows this browser. Enter your code to continue; your answers are kept here until then.
done-title = All done. Thank you!
done-text = You have rated everything there was for you to rate.
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
wait-title = Nothing to do right now
wait-text = Other raters are working on the last trials. If any become free, they will appear here.
wait-check = This page checks automatically.
check-now = Check now
paused-title = The study is paused
paused-text = The coordinator has paused it. Your answers are safe, and this page will continue automatically.
closed-title = The study is closed
closed-text = Thank you for taking part. No more answers are needed.
offline-title = No connection
offline-text = You have answered everything that was loaded. The next trials will appear when you are back online.
pictures-title = The next picture could not be loaded
pictures-text = We will try again in a moment.
try-again = Try again
elsewhere-title = You are working in another tab
elsewhere-text = To keep your answers in order, you can work in only one tab at a time.
use-this-tab = Use this tab instead
left-title = See you later
left-text = The trials you had open were returned. Come back to this page whenever you like.
withdrawn-title = You have withdrawn
withdrawn-text = All your answers have been erased. You can close this page.
failed-title = Something went wrong
needs-script = This page needs JavaScript. Please switch it on and reload.

## menu

language = Language
theme = Appearance
theme-auto = Same as system
theme-light = Light
theme-dark = Dark
contact = Questions?
leave = Stop for now
someone-else = I am someone else
withdraw = Withdraw and erase
withdraw-title = Erase all your answers?
withdraw-text = You will leave the study, and all your answers will be erased. This cannot be undone.
withdraw-confirm = Erase and leave
withdraw-failed = Your request did not reach the server. Nothing was erased; please try again.

## landing, sign-in, errors

demo-title = Beholder is running
demo-text = Ready-made studies to try. Rate a few as a rater would, then look at the coordinator's page. Everything is deleted when you stop the demo.
rate-now = Rate
coordinate = Coordinate
finished-title = What you get
finished-text = The same studies, finished and closed. Simulated raters answered them: most were careful, one or two hardly looked, so that you can see how the pages and the report handle both.
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
error-400-do = Go back and try again. If it happens again, tell the person who sent you the link what is shown below.
error-403 = You cannot open this page
error-403-do = The link may have expired or already been used. Ask the person who sent it for a new one.
error-404 = There is nothing at this address
error-404-do = The address may be mistyped or no longer in use. Open the link you were given again; if it leads here again, tell the person who sent it.
error-410 = This is no longer open
error-410-do = The study has ended, or you have left it. Nothing more is needed from you.
error-421 = This server does not know this host name
error-421-do = This page gives out links, and they must not point to a host that the server does not know. Restart the server with --address and the address that people open, or open this page by the machine's own IP address.
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
before-text = They are asked only once and help us understand the results.
after-title = A few last questions
after-text = All trials are done. These questions complete your part.
guideline-first = How to rate
guideline-done = I have read it, begin
page-next = Next page
page-back = Previous page
page-of = Page { $n } of { $all }
changed-title = The guideline has changed
changed-text = Please read what is new before you go on.
changed-whole = Read the whole guideline
practice-checking = Checking your answer…
practice-passed = Correct
practice-passed-as = Correct (expected: { $expected })
practice-failed = Not quite
practice-expected = Not quite, expected: { $expected }
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
break-text = Look out of the window, stretch, have a drink. Your progress is saved.
break-skip = Continue without a break
session-title = Time to stop for now
session-text = Judgment suffers when you are tired. Please take a longer rest; after that, this page continues where you stopped.
day-title = That is all for today
day-text = You have reached this study’s daily limit. Come back tomorrow; your progress is saved.
visit-title = That is all for this visit
visit-text = You have done the trials for one visit. Come back later to continue; your progress is saved.
screened-title = Thank you for your time
screened-text = This study needs raters whose judgments on the first trials are close to those of its experts. This time it did not work out; that says nothing about you.
warned-title = A word about your answers
warning-text = Some of what you rate has a known answer and is hidden among the rest. More of your judgments on it than usual were not as expected. Please take the time you need, and read the guideline again if something is unclear; you can also ask a question at any time.
warning-end = {" "}If fewer than { $percent } % are as expected, the study will end for you.
stopped-title = Thank you, your part ends here
stopped-text = The people who run this study have ended your part in it. What you sent has arrived and is kept. If you have a question, please ask them.
checks-title = Your part ends here
checks-text = Some trials had a known answer, and too many of yours differed from it. What you sent has arrived. If you think this is a mistake, please tell the people who run the study.
skips-text =
    You have skipped { $skipped } of { $met } { $met ->
        [one] trial so far
       *[other] trials so far
    }. If you skip more than { $percent } %, you will not complete the study. If you cannot judge a trial as the guideline asks, please ask a question.
uncompleted-title = Your part ends here
uncompleted-lead = There is nothing left for you to rate in this study. What you answered is kept.
uncompleted-text =
    You skipped { $skipped } of { $met } { $met ->
        [one] trial, more
       *[other] trials, more
    } than the { $percent } % allowed, so the study does not count as completed. If you think this is a mistake, please tell the people who run the study.
fast-text = { $fast } of your { $answered } answers came sooner than anyone can look at what is shown. If that is so for more than { $percent } % of your answers, you have not completed the study. If you think this is a mistake, please tell the people who run the study.
finish-without-code = There is no code in this case. Please contact the people who run the study, through the platform or as described above.
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
help-ask-text = Your question goes to the people who run the study, not to other raters. Their reply will appear here; you can continue in the meantime. A reply that helps everyone may be shown to all raters, without saying who asked.
help-skip-text = The trial goes to someone else, and you will not see it again.
help-broken-text = Only for pictures or clips that are missing, wrong or unreadable. A poor result is not broken: please rate it.
help-about = The current trial is attached.
help-words = In your own words
help-choose = Please choose a reason.
help-write = Please write a few words.
help-unreachable = This did not reach the server. Please try again when the connection is back.
help-sent = Sent. Thank you.
skip-trial = Skip this trial and give a reason
skip-confirm = Skip this trial
skipped = Skipped. Someone else will get it.
broken-confirm = Report and continue
reported = Reported, thank you. Here is the next one.
send = Send
skip-why = Why?
skip-cannot-judge = I cannot judge this
skip-known = I know this picture or its author
skip-known-clip = I know this clip or its author
skip-disturbing = I find it disturbing
skip-other = Another reason
message-question = You asked
message-broken = You reported
message-reply = Reply
message-clarification = For everybody
message-warning = About your answers
message-skips = About skipped trials
message-fast = About your pace
message-uncompleted = Not completed
message-stop = Your part has ended
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
welcome-endless = There are more trials than anyone can rate in one go. Do as many as you like.
run-by = Run by { $who }.
steps-title = What to expect
step-consent = What taking part involves, and your consent
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
step-trials = The study itself: about { $n ->
    [one] { $n } trial
   *[other] { $n } trials
}, about { $minutes } min
step-trials-endless = The study itself: as many trials as you like
step-after = A few last questions
practice-title = First, some practice
practice-text = { $n ->
    [one] One trial to get used to it. Afterwards
   *[other] { $n } trials to get used to it. After each
} you see the expected answer and the reason for it. Nothing here counts, and you are not judged by it.
practice-text-untold = { $n ->
    [one] One trial
   *[other] { $n } trials
} to get used to it. Nothing here counts, and you are not judged by it.
practice-begin = Begin practice
test-title = Now a test
test-text = { $n ->
    [one] It has one trial, and the expected answer is not shown.
   *[other] It has { $n } trials, and the expected answers are not shown.
} The result decides whether you go on to the study.
test-needed-share = { $percent ->
    [100] All your answers must match those of the experts.
   *[other] At least { $percent } % of your answers must match those of the experts.
}
test-needed-kappa = Your answers must be close to those of the experts (weighted kappa of at least { $value }).
test-attempts = { $n ->
    [one] You have one try.
   *[other] You have { $n } tries.
}
test-otherwise = Otherwise, your part in the study ends there.
test-begin = Begin the test
again-title = Not yet
again-text = This time, too few of your answers matched those of the experts. { $n ->
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
counts-rest = You will no longer be shown the expected answers. You can still go back, ask a question, and stop at any time.
counts-begin = Begin
wait-finish = You do not need to wait: you have done your part and can finish now.
finish-now = Finish now
finish-code-why = It shows that you took part. Enter it where you were asked for a code.
full-title = The study is full
full-text = All places in this study have been taken. Thank you for coming.
refused-study-full = All places in this study have been taken.
someone-else-title = Will someone else be rating here?
someone-else-text = Your answers stay under this code, and you need it to continue later. Please copy it or write it down.
someone-else-confirm = Hand over
optional = (optional)
