missing = The prompt asks for a red ball, and one picture has none: the other follows the prompt better. Both are drawn with the same care, so neither looks better by much; any answer is accepted there.
smeared = Both pictures show all that was asked for, so they follow the prompt equally well. One of them is smeared, which you see at once when it is enlarged: the other looks better.
beyond = There is neither an elephant nor a drum in either picture. Both miss what the prompt is about, so both are bad at following it. How they look is another question; any answer is accepted there.
