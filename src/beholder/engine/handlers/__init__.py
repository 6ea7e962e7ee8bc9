"""What each command does to the store: one file per group of commands."""
