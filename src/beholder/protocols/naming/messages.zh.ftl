naming-picture = 图片，红框套住一个物体
naming-too-long = 名称最多 { $most } 个字符，现在有 { $n } 个。
naming-to-field = 回到名称输入框
