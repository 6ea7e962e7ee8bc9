trajectories-question = Question
trajectories-side = Trajectory
trajectories-steps = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
trajectories-steps-of = Steps of { $letter }
trajectories-cut-off = cut off: judge what is there
trajectories-identical = both sides are identical
trajectories-cut-off-here = Cut off here, without a final answer
trajectories-no-answer = No final answer
trajectories-answer = Final answer
trajectories-answer-short = Answer
trajectories-truth = Reference
trajectories-correct-later = Whether the answer is correct is asked once both sides have their three scores
trajectories-link = Scroll together
trajectories-places-hint = Point at a step to see its place here
trajectories-places-hint-touch = Tap a step to see its place here
trajectories-no-place = no place on the picture
trajectories-points = What the points mean
trajectories-compare = Comparison
trajectories-wait = Judge both sides to open the comparison. Still to answer: { $open }
trajectories-open = { $n ->
    [one] { $n } question on { $letter }
   *[other] { $n } questions on { $letter }
}
trajectories-read-first = Read { $letter } to the end first.
trajectories-key-point = Points for the current question
trajectories-key-yes = The answer is correct
trajectories-key-no = The answer is not correct
help-broken-text = Only for a pair that cannot be judged at all, for example because the picture does not load. If something is merely wrong, complete the pair as best you can, note it in the comment, and go on.
