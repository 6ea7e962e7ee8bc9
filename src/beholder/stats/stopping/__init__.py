"""What a rule for stopping would have asked, and what it would have said."""
