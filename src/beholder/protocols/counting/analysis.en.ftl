exact = exact count
whole = exact count of whole objects
between = request between whole and all
above-limit = above the limit
clipped = clipped
accuracy-title = { $system } gets the number right most often: { $exact } exact, { $whole } with whole objects only, { $between } if either may count
interval = Interval, individual
errors-are-bounds = Errors are bounds where counts lie above the limit: signed error is at least, absolute error at least.
by-requested-title = { $few } of counts are exact for requests up to 4, { $many } for larger ones
by-object-type-title = By object type and system, counts are exact most often for { $object_type } by { $system }: { $exact }
number-requested = number requested
share-exact = share exact
matrix-title = { $over } of counts are above and { $under } below the request
requested = requested
counted = counted
method = A count is exact if it equals the number asked for: with clipped objects counted (the headline), with whole objects only, or with the request anywhere between the two. A count above the limit is a bound: it is never exact for a request within the limit, errors take it at its least, and agreement is ordinal with it as the top rank.
spread-of-raters = raters, of one picture
spread-of-system = { $system }, around the request
spread-unknown = Too few large counts to tell how spread grows
spread-title = How the spread of counts grows with the number
spread-grows = the spread of raters grows with the number, as its power { $power }
spread-shrinks = the spread of raters falls with the number, as its power { $power }
spread-no-sign = No sign that the spread of raters grows with the number (power { $power }).
spread-of = Spread of
exponent = Exponent
disputed-title = Raters count the same in { $agreed } of { $judged ->
        [one] { $judged } picture
       *[other] { $judged } pictures
    }; those on which they differ most are listed
hint-requested = Nothing is said about exact counts: no item here has its number asked for. An export of ratings does not hold it: analyse the folder of the study, or add a column `requested` to the table with the number that was asked for.
