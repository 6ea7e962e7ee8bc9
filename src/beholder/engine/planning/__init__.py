"""From a study folder to frozen versions and a plan that follows from the seed."""
