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
trajectories-correct-later = Whether the answer is right is asked once both sides have their three scores
trajectories-link = Scroll together
trajectories-places-hint = Point at a step to see its place here
trajectories-places-hint-touch = Tap a step to see its place here
trajectories-no-place = no place on the picture
trajectories-compare = Comparison
trajectories-wait = The comparison comes when both sides are judged. Still open: { $open }
trajectories-open = { $letter } { $n }
trajectories-read-first = Read { $letter } to its end first.
trajectories-key-point = Points for the question at hand
trajectories-key-yes = The answer is right
trajectories-key-no = The answer is not right
