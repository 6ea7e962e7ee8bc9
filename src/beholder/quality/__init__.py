"""What answers say about raters: checks, agreement, speed, flags; and the rules that exclude."""
