"""From ratings to what they say: one analysis for any protocol, and the parts from which protocols build their own."""

from beholder.protocols.analysis.result import Analysis, Heading, Picture, Section, Sheet, say

__all__ = ["Analysis", "Heading", "Picture", "Section", "Sheet", "say"]
