"""A study from the files a lab has: folders of pictures per system, tables of any shape, COCO files, step lists."""

from beholder.imports.lab_files.new_study import NewStudy, make_study
from beholder.imports.lab_files.source import Source, parse_sources

__all__ = ["NewStudy", "Source", "make_study", "parse_sources"]
