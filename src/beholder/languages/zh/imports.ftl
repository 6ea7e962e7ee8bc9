# What is said of tables from anywhere that were read for an analysis.
dropped = { $total } 行中有 { $out } 行（{ $share }）未进入部分或全部结果：{ $why }。
dropped-hint = 许多行未进入结果：请确认各列的含义，可用 --map 指定。
dropped-silent = { $n } 行没有可读的答案
dropped-nameless = { $n } 行没有写明系统或评分员
dropped-again = { $n } 行是同一评分员对同一题目、同一系统的再次评分
dropped-unread = 无法读取
dropped-both = { $before }，{ $after }
percentages = “{ $field }”的答案写作百分数，按 0 到 100 的数读取。
percentages-mixed = “{ $field }”的答案有的写作百分数，有的是普通数字，含义可能不同，只能读取其中一种。请统一写法。
renamed = 按列名推断：{ $columns }；可用 --map 指定。
renamed-column = { $theirs } 当作 { $ours }
empty = “{ $field }”有 { $n } 个答案为空，未计入。
no-numbers = “{ $field }”有 { $n } 个答案不是数，未计入：{ $values }
no-numbers-more = “{ $field }”有 { $n } 个答案不是数，未计入：{ $values } …
nameless-system = 有 { $n } 行没有写明系统，不进入比较。
nameless-rater = 有 { $n } 行没有写明评分员，不进入一致性。
rated-again = 有 { $n } 行是同一评分员对同一题目、同一系统的再次评分，一致性只取第一次。
rated-again-system = 没有识别出系统列；若有一列是系统，请用 --map system=列名。
items-apart = 没有任何题目同时有两个系统的评分，因此无法比较系统。若题目名称中含有系统名称，请用 --map item= 指定各系统共有的列。
rejected-counts = 有 { $n } 行是被拒绝的工作（AssignmentStatus），同样计入结果；若要排除，请添加一列 counts，在这些行写 false。
rated-again-hint = 若需两列才能确定题目，请用 --map item=列一+列二。
ordered-words = 求均值时，“{ $field }”的回答从 0（“{ $first }”）到 { $most }（“{ $last }”）计数，每个词加一。
lone-halves = 按要求把 { $n } 个单独的 0.5 分读作 0 分；真正的半分无法与之区分。
