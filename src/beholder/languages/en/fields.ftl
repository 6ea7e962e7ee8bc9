flag-noticed = noticed
flag-not-noticed = not noticed
preference-left = A is better
preference-right = B is better
preference-tie = Roughly equal
outcome-win = this candidate was preferred
outcome-tie = no preference
outcome-loss = the other candidate was preferred
