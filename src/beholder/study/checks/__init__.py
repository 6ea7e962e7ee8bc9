"""What `beholder check` looks for beside errors of form."""
