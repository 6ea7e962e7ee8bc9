"""Trials that are asked for until a rule is met: what counts as a vote, when a trial is stopped, and how that is checked."""
