"""Ready studies to try: every protocol that brings an example."""

from beholder.demo.demo_studies import open_demo
from beholder.demo.finished import FinishedExamples

__all__ = ["FinishedExamples", "open_demo"]
