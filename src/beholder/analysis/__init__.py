"""From ratings to what they say: one analysis for any protocol, and the parts from which protocols build their own."""

from beholder.analysis.context import REVISION, Context, DeclaredContrast, MaterialChange, RulesOfVersion
from beholder.analysis.data import Coded, RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.generic import analyse_any
from beholder.analysis.result import Analysis, Heading, Picture, Quality, QualityReason, Section, Sheet, say

__all__ = [
    "REVISION",
    "Analysis",
    "Coded",
    "Context",
    "DeclaredContrast",
    "FieldInfo",
    "Heading",
    "MaterialChange",
    "Picture",
    "Quality",
    "QualityReason",
    "RatingsData",
    "RulesOfVersion",
    "Section",
    "Sheet",
    "analyse_any",
    "say",
]
