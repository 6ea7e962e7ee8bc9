"""Ready studies to try: every protocol that brings an example."""

from beholder.demo.finished import FinishedExamples
from beholder.demo.studies import make_demo, open_demo

__all__ = ["FinishedExamples", "make_demo", "open_demo"]
