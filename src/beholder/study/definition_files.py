"""The files of a study's folder that say what the study is."""

from __future__ import annotations

from pathlib import Path

from beholder.study.definition import STUDY_FILE, Definition

__all__ = ["definition_files"]


def definition_files(definition: Definition) -> list[Path]:
    """The files read of the folder, but for items, pictures and masks. Whatever else is kept there is nobody's business."""
    folder, protocol = definition.folder, definition.protocol
    found = {folder / STUDY_FILE, *folder.glob("guideline.*.md"), *(folder / name for name in protocol.analysis_files)}
    if protocol.contents is not None:
        found.add(folder / definition.settings.protocol)
        found |= {*protocol.contents.guidelines.values(), *protocol.contents.pictures}
    # a protocol of an installed package keeps its files there
    return sorted(path for path in found if path.is_relative_to(folder) and path.is_file())
