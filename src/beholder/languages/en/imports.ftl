# What is said of tables from anywhere that were read for an analysis.
dropped = { $out } of { $total ->
        [one] { $total } row
       *[other] { $total } rows
    } ({ $share }) drop out of some or all results: { $why }.
dropped-hint = Many rows drop out: check whether each column was read as what it is, and use --map to correct it.
dropped-silent = { $n ->
        [one] { $n } contains no
       *[other] { $n } contain no
    } readable answer
dropped-nameless = { $n ->
        [one] { $n } names no
       *[other] { $n } name no
    } system or no rater
dropped-again = { $n ->
        [one] { $n } is by
       *[other] { $n } are by
    } a rater who had rated the same item and system before
dropped-unread = they could not be read
dropped-both = { $before }, { $after }
percentages = Answers to { $field } are written as percentages and read as numbers from 0 to 100.
percentages-mixed = Some answers to { $field } are written as percentages and others as plain numbers, which may mean the same or not: only one of the two can be read. Write all of them in one way.
renamed = Columns are taken by their names: { $columns }; --map says otherwise.
renamed-column = { $theirs } as { $ours }
empty =
    { $n ->
        [one] { $n } answer to { $field } is empty and is left out.
       *[other] { $n } answers to { $field } are empty and are left out.
    }
no-numbers =
    { $n ->
        [one] { $n } answer to { $field } is not a number and is left out: { $values }
       *[other] { $n } answers to { $field } are not numbers and are left out: { $values }
    }
no-numbers-more =
    { $n ->
        [one] { $n } answer to { $field } is not a number and is left out: { $values } …
       *[other] { $n } answers to { $field } are not numbers and are left out: { $values } …
    }
nameless-system =
    { $n ->
        [one] { $n } row names no system and enters no comparison.
       *[other] { $n } rows name no system and enter no comparison.
    }
nameless-rater =
    { $n ->
        [one] { $n } row names no rater and enters no agreement.
       *[other] { $n } rows name no rater and enter no agreement.
    }
rated-again = { $n ->
        [one] { $n } row is
       *[other] { $n } rows are
    } by a rater who had rated the same item and system before; agreement takes the first only.
rated-again-system = No column was recognised as the system; if one names it, use --map system=COLUMN.
items-apart = No item was rated for two systems, so that systems cannot be compared. If the name of an item holds the name of its system, use --map item= with a column that they share.
rejected-counts =
    { $n ->
        [one] { $n } row is work that was rejected (AssignmentStatus). It counts like the others
       *[other] { $n } rows are work that was rejected (AssignmentStatus). They count like the others
    }; to leave them out, add a column counts with false in these rows.
rated-again-hint = If it takes two columns to identify an item, use --map item=FIRST+SECOND.
ordered-words = Where means are taken, answers to { $field } count from 0 (“{ $first }”) to { $most } (“{ $last }”), one more for each word.
lone-halves =
    { $n ->
        [one] { $n } lone half point is read as 0, as asked for; a true half cannot be told from it.
       *[other] { $n } lone half points are read as 0, as asked for; true halves cannot be told from them.
    }
