best_worst-best = 最好
best_worst-worst = 最差
best_worst-as = { $name }：{ $word }
best_worst-lacking-both = 请选出最好的和最差的。
best_worst-lacking-best = 还请选出最好的。
best_worst-lacking-worst = 还请选出最差的。
best_worst-keys = 先按最好的，再按最差的；再按一次取消
best_worst-expected = { $name } 选为“{ $word }”
