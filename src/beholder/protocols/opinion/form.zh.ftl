dcr-instruction = 先与原图对照，再选出差别对你的干扰有多大。
dcr-label = 与原图相比，差别有多大？
dcr-1 = 非常讨厌
dcr-2 = 讨厌
dcr-3 = 有点讨厌
dcr-4 = 看得出，但不讨厌
dcr-5 = 看不出
