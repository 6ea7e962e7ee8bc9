method = As in the Segment Anything study, systems are also compared on the mean rating of each prompt by paired t tests, with 99 % percentile intervals over 10,000 bootstrap resamples of the prompts and Holm's correction; these take the raters as given, while the intervals clustered by item and rater allow for others.
histogram-title = { $share } of ratings of { $system } are { $points } or more
interval = Interval, individual
share-of-ratings = share of ratings
declared = declared
exploratory = exploratory
published-title = Over the same prompts, { $all ->
        [one] { $held ->
            [0] the difference does not hold
           *[other] the difference holds
        }
       *[other] { $held } of { $all } differences { $held ->
            [one] holds
           *[other] hold
        }
    } at the 1 % level (paired t, Holm)
bootstrap-interval = 99 % interval (bootstrap)
p-equivalent = p (equal within { $margin })
fair-title = Adjusting for rater severity changes no mean by more than { $moved }
facts-figure = Mean { $field } of each mask against its { $fact }
column-low = Rated { $points } or less
column-high = Rated { $points } or more
facts-none = No measured property differs between masks in a way that ratings could follow
facts-title = Ratings and measured properties of the masks
facts-sign = ratings go with the { $fact } of a mask: Spearman's ρ = { $correlation }
facts-no-sign = No sign that ratings go with a measured property; the closest is { $fact } (Spearman's ρ = { $correlation }).
fact-iou = overlap with the true mask (IoU)
fact-area_share = area
fact-holes = number of holes
fact-stray_pieces = number of stray pieces
fact-stray_share = share of stray pixels
fact-on_prompt = prompt point inside the mask
gallery-title = The best masks are rated { $best }, the worst { $worst }
best-masks = Best masks
worst-masks = Worst masks
