"""A protocol of one's own in a new study: its YAML file, guidelines and their pictures go with the folder."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from beholder.protocols import Protocol
from beholder.protocols.folder_contents import PICTURE_ENDINGS
from beholder.safe_paths import confine

_FOLDER = "protocol"
_PICTURE = re.compile(r"pictures/[^\s)\"'<>]+")


def copy_protocol(name: str, protocol: Protocol, folder: Path) -> str:
    """What `study.yaml` names: an installed protocol by its name, a YAML file by its copy in the study.

    Of pictures only those go with it that a guideline names: beside a protocol may lie a lab's whole data set.
    """
    if protocol.contents is None or protocol.folder is None:
        return name
    target = folder / _FOLDER
    target.mkdir(parents=True, exist_ok=True)
    source = Path(name)
    shutil.copyfile(source, target / source.name)
    for guideline in protocol.contents.guidelines.values():
        shutil.copyfile(guideline, target / guideline.name)
        for picture in sorted(set(_PICTURE.findall(guideline.read_text(encoding="utf-8-sig", errors="replace")))):
            if Path(picture).suffix.lower() in PICTURE_ENDINGS and (protocol.folder / picture).exists():
                found = confine(protocol.folder, picture, where=str(guideline), kind="file")
                (target / picture).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found, target / picture)
    return f"{_FOLDER}/{source.name}"
