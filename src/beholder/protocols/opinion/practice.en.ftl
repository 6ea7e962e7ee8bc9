best = Nothing is blurred, noisy or torn into blocks: about as good as pictures get here. Use the upper end of the scale for such a picture.
worst = The whole picture is blurred, and no edge is sharp: about as bad as pictures get here. Use the lower end of the scale for such a picture.
