"""Ready studies to try: every protocol that brings an example."""

from beholder.demo.studies import make_demo, open_demo

__all__ = ["make_demo", "open_demo"]
