"""Pictures of COCO results without an annotation file: found by the numbers in their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

from beholder.imports.lab_files.folders import files_in
from beholder.imports.lab_files.lab_record import PICTURES, LabRecord, refuse

_NUMBERS = re.compile(r"\d+")


def picture_key(value: object) -> str:
    """The id of a picture as one text, however it is written: 139, "139", "000000000139" and "000000000139.jpg"."""
    text = repr(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()
    path = Path(text)
    text = text.removesuffix(path.suffix) if path.suffix.lower() in PICTURES else text
    # as many leading zeros as the file names of one data set happen to have
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) <= 18 else text


def pictures_by_name(
    keys: Collection[str], folders: Iterable[Path], column: str
) -> tuple[list[LabRecord], tuple[str, str, str]]:
    """A record for each picture that one of the keys means, and what was understood: folder, our column, in words."""
    files = [(folder, path) for folder in folders for path in files_in(folder) if path.suffix.lower() in PICTURES]
    named: dict[str, list[tuple[Path, Path]]] = {}
    numbered: dict[str, list[tuple[Path, Path]]] = {}
    for folder, path in files:
        named.setdefault(picture_key(path.name), []).append((folder, path))
        for number in _NUMBERS.findall(path.stem)[-1:]:
            numbered.setdefault(picture_key(number), []).append((folder, path))
    by_way = {"the file name": named, "the last number in the file name": numbered}
    way, found = max(by_way.items(), key=lambda one: len(one[1].keys() & set(keys)))
    matched = [(key, found[key]) for key in keys if key in found]
    if not matched:
        raise refuse(
            f"results name pictures by image_id, such as {next(iter(keys))}, and no picture's name holds that",
            hint="give the pictures by another --from, the COCO annotation file, or a table with image_id and file_name",
        )
    for key, places in matched:
        if len(places) > 1:
            names = " and ".join(str(path) for _, path in places[:2])
            raise refuse(
                f"two pictures could be image_id {key}: {names}",
                hint="give one folder of pictures, the COCO annotation file, or a table with image_id and file_name",
            )
    records = [
        LabRecord({column: str(path.resolve())}, str(path), folder, key=key, is_file=True)
        for key, ((folder, path),) in matched
    ]
    key, ((folder, path),) = matched[0]
    return records, (folder.name, column, f"image_id is {way} ({path.name}: {key})")
