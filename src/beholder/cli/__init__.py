"""The command line."""

from beholder.cli.main import app, main

__all__ = ["app", "main"]
