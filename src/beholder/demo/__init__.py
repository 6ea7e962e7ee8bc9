"""Ready studies to try: every protocol that brings an example."""

from beholder.demo.finished import FinishedExamples
from beholder.demo.studies import open_demo

__all__ = ["FinishedExamples", "open_demo"]
