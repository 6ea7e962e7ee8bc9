total-points = 总分
method = 系统间差异在同一评分员对同一图片的答案内计算，评分员的宽严因此抵消，并按图片与评分员聚类。每词得分为总和之比。
per-word-title = { $system } 每词得分最高：{ $points } 分
points-per-word = 每词得分
