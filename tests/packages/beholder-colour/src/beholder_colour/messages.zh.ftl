colour-any = 其他颜色
colour-none = 还没有选颜色
colour-written = 红、绿、蓝各两位十六进制数字
colour-lightness = { $field }的明度
