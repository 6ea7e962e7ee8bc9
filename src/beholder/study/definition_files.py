"""The files of a study's folder that say what the study is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from beholder.study.definition import STUDY_FILE, Definition

__all__ = ["definition_files"]

# what a protocol has beside its declaration (`Protocol.folder`), and the templates that its page is made of
_OF_PROTOCOL = ("*.html", "*.ftl", "guideline.*.md", "messages.toml", "page.js", "page.css", "cover.webp")


def definition_files(definition: Definition) -> list[Path]:
    """What is read of the folder, but for items, pictures and masks. Whatever else is kept there is nobody's business."""
    folder, analysed = definition.folder, definition.protocol.analysis_files
    found = {folder / STUDY_FILE, *folder.glob("guideline.*.md"), *(folder / name for name in analysed)}
    return sorted(path for path in {*found, *_of_protocol(definition)} if path.is_file())


def _of_protocol(definition: Definition) -> Iterator[Path]:
    """The files of a protocol that the study brings itself."""
    folder, own = definition.folder, definition.protocol.folder
    if own is None or not own.is_relative_to(folder):
        return
    yield folder / definition.settings.protocol
    beside = own == folder
    for pattern in _OF_PROTOCOL:
        # below a protocol that lies beside the study are the study's own pictures and data
        yield from own.glob(pattern) if beside else own.rglob(pattern)
    if not beside:
        yield from (own / "pictures").glob("*")
