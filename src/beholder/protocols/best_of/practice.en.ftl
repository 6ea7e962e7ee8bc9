missing = The prompt asks for a dog and a red ball. One picture shows both, well made: it is the best. In another the ball is missing, and it is smeared as well: it is the worst. The remaining two each have one of these faults alone.
colour = The prompt asks for a green apple. One picture shows it, sharp and clean: it is the best. Another shows a red one and is smeared as well: it is the worst.
