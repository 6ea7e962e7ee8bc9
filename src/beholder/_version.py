"""The version, in one place: the wheel, the web pages and every export read it here."""

__version__ = "0.2.0.dev0"
