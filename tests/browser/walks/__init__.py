"""Walks: any mix of mouse, keys, touch and dialogs on every rater's page, held against a model of deliberate input."""
