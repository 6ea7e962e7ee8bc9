colour = The prompt asks for a green apple, and the apple is red: that does not follow the prompt, so the apple is marked and the word “green” is shown wrongly. Nothing about the picture is impossible; whether you marked anything as implausible makes no difference here.
colour-words = only “green”, shown wrongly
air = A second dog hangs in the air, which cannot be so. Everything the prompt asks for is there, so nothing has to be marked as not following it, and every word is met.
