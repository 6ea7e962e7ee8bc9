best = Nothing is blurred, noisy or torn into blocks: about as good as pictures get here. Use the upper end of the scale for such a picture.
worst = The whole picture is blurred, and no edge is sharp: about as bad as pictures get here. Use the lower end of the scale for such a picture.
clear = One of the two is blurred all over, and you see it at a glance: the other is much better. Such a difference belongs near the end of the scale.
same = The two show the same pixels. A difference that you have to look for, and are not sure of, is none: “roughly equal”, or one step beside it.
