"""The `study.yaml` of a new study, with a word on what one will want to change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from beholder.protocols import Declaration

__all__ = ["study_text"]


def study_text(
    protocol: str, declaration: Declaration, *, title: str, block: str, media: bool, params: Mapping[str, Any]
) -> str:
    """The settings that matter at first; the others have defaults and stand in the reference."""
    lines = [
        f"protocol: {protocol}",
        f"title: {json.dumps(title, ensure_ascii=False)}",
        "items: items.jsonl",
        *(["media: media"] if media else []),
        "",
        "# how many people rate each trial",
        f"ratings: {declaration.ratings}",
        *(["", "# outputs with the same value are compared with each other", f"block: {block}"] if block else []),
        *(
            ["", "params:", *(f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in params.items())]
            if params
            else []
        ),
        "",
        "# whom raters ask; it stands on every page",
        "# contact: you@your-lab.example",
        "",
        "# the languages of the pages; the first is the default",
        "# languages: [en]",
        "",
        "# for the estimate that `beholder check` prints",
        "# cost: {per_hour: 15, currency: EUR}",
        "",
        "# some trials come twice, and some have a known answer: both tell how far raters can be trusted",
        "# repeats: {share: 0.05}",
        "# checks: {every: 10}",
        "",
    ]
    return "\n".join(lines)
