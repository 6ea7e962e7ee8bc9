best_worst-best = 最好
best_worst-worst = 最差
best_worst-as = { $name }：{ $word }
best_worst-lacking = 还要选出：{ $words }
best_worst-keys = 先按“{ $best }”的，再按“{ $worst }”的；再按一次取消
best_worst-expected = { $name } 选为“{ $word }”
best_worst-neither = 都不是
