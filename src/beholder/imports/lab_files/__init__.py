"""A study from the files a lab has: folders of pictures per system, tables of any shape, COCO files, step lists."""

from beholder.imports.lab_files.item_choice import ChoiceOptions
from beholder.imports.lab_files.lab_source import LabSource, parse_sources
from beholder.imports.lab_files.new_study import NewStudy, make_study

__all__ = ["ChoiceOptions", "LabSource", "NewStudy", "make_study", "parse_sources"]
