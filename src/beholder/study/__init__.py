"""A study folder: read, checked, and told apart from its earlier versions."""

from beholder.study.change import Change, Difference, compare
from beholder.study.checks.check import Checked, check_folder
from beholder.study.checks.media_check import check_masks, check_media, clip_sources, picture_sources
from beholder.study.checks.soundness import find_unsound
from beholder.study.definition import STUDY_FILE, Definition, load_definition
from beholder.study.item_texts import item_digest
from beholder.study.items.reader import without_gc
from beholder.study.journey import FEWEST_FOR_KAPPA
from beholder.study.media_files import files_of, media_digests
from beholder.study.settings import Cost, Overlap, Pairs, Settings, Subsets, Wording
from beholder.study.version import Version

__all__ = [
    "FEWEST_FOR_KAPPA",
    "STUDY_FILE",
    "Change",
    "Checked",
    "Cost",
    "Definition",
    "Difference",
    "Overlap",
    "Pairs",
    "Settings",
    "Subsets",
    "Version",
    "Wording",
    "check_folder",
    "check_masks",
    "check_media",
    "clip_sources",
    "compare",
    "files_of",
    "find_unsound",
    "item_digest",
    "load_definition",
    "media_digests",
    "picture_sources",
    "without_gc",
]
