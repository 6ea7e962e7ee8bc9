"""From an analysis to paper: one self-contained HTML file, figures, LaTeX and CSV tables."""

from beholder.report.latex import csv_table, latex_table
from beholder.report.material import Material, material_of_file, material_of_study
from beholder.report.page import build_report, content_policy, write_report

__all__ = [
    "Material",
    "build_report",
    "content_policy",
    "csv_table",
    "latex_table",
    "material_of_file",
    "material_of_study",
    "write_report",
]
