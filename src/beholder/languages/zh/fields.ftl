flag-noticed = 有
flag-not-noticed = 没有
preference-left = A 更好
preference-right = B 更好
preference-tie = 差不多
outcome-win = 此候选更受青睐
outcome-tie = 难分高下
outcome-loss = 另一候选更受青睐
