counting-question = 图中有多少个{ $object }？
counting-go-count = 跳到“数量”
counting-go-clipped = 跳到“被截掉的数量”
counting-one-more = 加一
counting-one-less = 减一
counting-large = 全屏看图
