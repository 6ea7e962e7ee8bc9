"""Which of a lab's columns is which of ours: said by `--map`, or told by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from beholder.errors import nearest
from beholder.imports.lab_files.lab_record import refuse
from beholder.imports.mapping import parse_map
from beholder.protocols import Declaration
from beholder.tabular.titles import SYSTEM_NAMES, plain_name

__all__ = ["FIXED", "match_columns", "parse_mapping"]

FIXED = ("id", "system", "kind", "reference")
"""Columns that every protocol has."""

_KNOWN_AS: Mapping[str, tuple[str, ...]] = {
    "id": ("item", "itemid", "sample", "sampleid", "imageid", "instanceid", "taskid", "promptid", "qid", "questionid", "key", "name", "uid", "index", "stem"),
    "system": (*map(plain_name, SYSTEM_NAMES), "run", "agent", "captioner", "team"),
    "image": ("img", "picture", "photo", "file", "filename", "filepath", "path", "imagepath", "imagefile", "imagename", "output", "outputpath"),
    "clip": ("video", "videopath", "videofile", "videoname", "file", "filename", "filepath", "path", "output", "outputpath", "gif", "animation", "image", "picture"),
    "images": ("pictures", "samples", "files", "paths", "outputs"),
    "source_clip": ("sourcevideo", "inputvideo", "originalvideo", "original", "input", "before", "source"),
    "caption": ("text", "output", "prediction", "generated", "response", "sentence", "description", "hypothesis"),
    "prompt": ("text", "instruction", "caption", "query", "inputprompt"),
    "question": ("query", "prompt", "instruction", "task", "problem", "text"),
    "source": ("sourceimage", "inputimage", "originalimage", "original", "input", "before", "imagein"),
    "mask": ("segmentation", "prediction", "predmask", "maskpath", "rle", "output", "segmap"),
    "box": ("bbox", "boundingbox", "region", "rect", "xyxy", "xywh"),
    "point": ("click", "pointprompt", "xy", "coordinates"),
    "steps": ("trajectory", "trace", "actions", "history", "messages", "chain"),
    "answer": ("finalanswer", "prediction", "final", "response", "output"),
    "ground_truth": ("groundtruth", "gt", "label", "target", "correctanswer", "gold", "expected"),
    "references": ("refs", "groundtruthcaptions", "gtcaptions"),
    "reference_name": ("category", "label", "class", "categoryname"),
    "object_type": ("object", "objecttype", "noun", "thing", "category", "class"),
    "requested": ("count", "number", "n", "num", "targetcount", "expectedcount"),
    "truth_mask": ("gtmask", "groundtruthmask", "gt"),
    "dataset": ("source", "split", "benchmark"),
}  # fmt: skip
"""What labs call a column, without punctuation; the first that a file has is taken."""


def parse_mapping(given: Sequence[str], declaration: Declaration) -> dict[str, str]:
    """`--map image=file_path` as ours → theirs."""
    ours = (*FIXED, *declaration.item, *declaration.candidate)
    found = parse_map(given, example="--map image=file_path")
    unknown = next((name for name in found if name not in ours), None)
    if unknown is not None:
        raise refuse(
            f"the protocol {declaration.name} has no column {unknown!r}", where="--map", hint=nearest(unknown, ours)
        )
    return found


def match_columns(titles: Iterable[str], declaration: Declaration, mapping: Mapping[str, str]) -> dict[str, str]:
    """Ours → theirs for the titles of one file. Each title is used once; what is said goes before what is guessed."""
    theirs = list(titles)
    found = {name: column for name, column in mapping.items() if column in theirs}
    ours = (*FIXED, *declaration.item, *declaration.candidate)
    plain = {title: plain_name(title) for title in theirs}
    for looked_for in (_same, _known):
        for name in ours:
            free = [title for title in theirs if title not in found.values()]
            if name not in found:
                title = looked_for(name, free, plain)
                if title is not None:
                    found[name] = title
    return found


def is_called(title: str, name: str) -> bool:
    """Whether this is what labs call our column `name`."""
    return plain_name(title) in (plain_name(name), *_KNOWN_AS.get(name, ()))


def _same(name: str, free: Sequence[str], plain: Mapping[str, str]) -> str | None:
    if name in free:
        return name
    return next((title for title in free if plain[title] == plain_name(name)), None)


def _known(name: str, free: Sequence[str], plain: Mapping[str, str]) -> str | None:
    for known in _KNOWN_AS.get(name, ()):
        for title in free:
            if plain[title] == known:
                return title
    return None
