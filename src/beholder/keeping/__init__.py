"""Keeping a study safe: backup and restore, the doctor, verification of the chain."""
