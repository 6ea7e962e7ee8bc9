"""Uncertainty by resampling and by clusters."""
