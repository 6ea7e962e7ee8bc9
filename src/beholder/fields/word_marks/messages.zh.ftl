word_marks-nothing = 没有要标记的词
word_marks-how = 点击一个词来标记，再次点击可更换标记。
word_marks-how-keys = 按 Tab 进入后，方向键在词之间移动，数字键标记，0 清除。
word_marks-word = { $word }：{ $mark }
word_marks-unmarked = 未标记
word_marks-count =
    { $n ->
        [0] 还没有标记任何词
       *[other] 已标记 { $n } 个词
    }
