"""Strengths and ranks from comparisons of two systems."""
