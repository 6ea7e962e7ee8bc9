## Marks on pictures

marks-title =
    { $n ->
        [0] “{ $field }”：{ $pictures } 张图片上没有任何标记
       *[other] “{ $field }”：{ $pictures } 张图片上有 { $n } 个标记
    }
marks-title-why = “{ $field }”：{ $pictures } 张图片上有 { $n } 个标记，最常见的原因是“{ $reason }”
marks-by-reason = “{ $field }”：每张图片、每位评分员的平均标记数，按原因
marks-axis = 标记数
marks-heat = “{ $field }”：各系统的图片上标记的位置
marks-heat-all = “{ $field }”：图片上标记的位置
marks-heat-note = 颜色越深，每张图片在该处的标记越多；所有图片都画成同样的正方形。
marks-places =
    { $n ->
        [0] “{ $field }”：没有任何位置被两位以上评分员标记
       *[other] “{ $field }”：有 { $n } 个位置被至少两位评分员标记
    }
marks-places-more = 此处只列出评分员最多的 { $shown } 个位置；全部标记见导出数据。
marks-near = 两点相距不超过图片的 { $reach } 时视为同一位置。
marks-near-boxes = 两个方框的重叠（交并比）达到 { $reach } 时视为同一位置。
marks-x = x
marks-y = y
marks-reason = 原因
marks-count = 标记数
marks-agreement = “{ $field }”的一致性：两位评分员的标记匹配 F = { $f }
marks-agreement-unknown = 无法估计“{ $field }”位置的一致性
marks-statistic-f = 标记一一匹配的 F 值
marks-statistic-alpha = 网格上的 Krippendorff α

## Marks on words

words-title = “{ $field }”：{ $share } 的词被标记，最常见的是“{ $mark }”
words-title-systems = “{ $field }”：各系统的词中被标记的比例：{ $shares }；最常见的标记是“{ $mark }”
words-title-of = { $system } { $share }
words-title-pooled = “{ $field }”：{ $n } 个系统合在一起，{ $share } 的词被标记，最常见的是“{ $mark }”
words-title-none = “{ $field }”：没有任何词被标记
words-share = “{ $field }”：各种标记的词所占比例
words-axis = 词的占比
words-mark = 标记
words-strips = “{ $field }”：被标记的词最多的文本
words-strips-note = 颜色越深，标记该词的评分员越多；数字是其占比。
words-agreement = “{ $field }”中标记哪些词的一致性
