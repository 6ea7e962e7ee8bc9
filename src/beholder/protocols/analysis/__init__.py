"""From ratings to what they say: one analysis for any protocol, and the parts from which protocols build their own."""

from beholder.protocols.analysis.context import REVISION, Context, DeclaredContrast, RulesOfVersion
from beholder.protocols.analysis.data import Coded, RatingsData
from beholder.protocols.analysis.field_info import FieldInfo
from beholder.protocols.analysis.generic import analyse_any
from beholder.protocols.analysis.result import Analysis, Heading, Picture, Section, Sheet, say
from beholder.protocols.analysis.run import run_analysis

__all__ = [
    "REVISION",
    "Analysis",
    "Coded",
    "Context",
    "DeclaredContrast",
    "FieldInfo",
    "Heading",
    "Picture",
    "RatingsData",
    "RulesOfVersion",
    "Section",
    "Sheet",
    "analyse_any",
    "run_analysis",
    "say",
]
