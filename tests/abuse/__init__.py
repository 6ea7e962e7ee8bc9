"""Attacks: files, replies and requests made to break, exhaust or deceive the product."""
