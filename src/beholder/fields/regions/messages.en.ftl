regions-nothing = Nothing to mark
regions-mark = Mark on the picture
regions-marking = Click the picture to mark
regions-marking-box = Drag on the picture to draw a box
regions-undo = Undo
regions-remove = Remove mark { $n }
regions-one = Mark { $n }, { $x } across, { $y } down
regions-one-why = Mark { $n }, { $x } across, { $y } down: { $reason }
regions-why = Reason
regions-why-of = Reason for mark { $n }
regions-choose = Choose a reason
regions-note = Note (optional)
regions-note-of = Note on mark { $n } (optional)
regions-marks = Marks
regions-count =
    { $n ->
        [0] Nothing marked yet
        [one] { $n } mark
       *[other] { $n } marks
    }
regions-most =
    { $n ->
        [one] At most { $n } mark can be set. Remove it or move it.
       *[other] At most { $n } marks can be set. Remove one or move one.
    }
regions-by-keys = Arrow keys move a mark, with Shift in small steps. Delete removes it.
regions-by-keys-box = Arrow keys move a box, with Shift in small steps. + and − change its size. Delete removes it.
regions-add = Add a mark in the middle
regions-move = Move the mark in focus
regions-expected =
    { $n ->
        [one] a mark in the ringed place
       *[other] a mark in each of the { $n } ringed places
    }
