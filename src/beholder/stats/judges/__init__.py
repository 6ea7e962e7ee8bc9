"""How far a model's ratings stand for people's, and what both give together."""
