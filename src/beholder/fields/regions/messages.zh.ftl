regions-nothing = 没有要标记的地方
regions-mark = 在图上标记
regions-marking = 点击图片进行标记
regions-marking-box = 在图上拖动画框
regions-undo = 撤销
regions-remove = 删除标记 { $n }
regions-one = 标记 { $n }，横向 { $x }，纵向 { $y }
regions-one-why = 标记 { $n }，横向 { $x }，纵向 { $y }：{ $reason }
regions-why = 原因
regions-why-of = 标记 { $n } 的原因
regions-choose = 请选择原因
regions-note = 备注（可不填）
regions-note-of = 标记 { $n } 的备注（可不填）
regions-marks = 标记
regions-count =
    { $n ->
        [0] 还没有标记
       *[other] { $n } 个标记
    }
regions-most = 最多只能有 { $n } 个标记。请删除或移动已有的标记。
regions-by-keys = 方向键移动标记，按住 Shift 小步移动，Delete 删除。
regions-by-keys-box = 方向键移动方框，按住 Shift 小步移动，+ 和 − 改变大小，Delete 删除。
regions-add = 在中间加一个标记
regions-move = 移动选中的标记
regions-expected =
    { $n ->
        [1] 在圈出的位置有标记
       *[other] 在圈出的 { $n } 个位置都有标记
    }
