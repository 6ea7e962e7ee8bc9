"""How many items, raters and ratings a study needs."""
