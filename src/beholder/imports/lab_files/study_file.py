"""The `study.yaml` of a new study, with a word on what one will want to change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from beholder.protocols import Declaration

__all__ = ["study_text"]


def study_text(
    protocol: str,
    declaration: Declaration,
    *,
    title: str,
    block: str,
    media: bool,
    params: Mapping[str, Any],
    selection: Mapping[str, Any] | None = None,
) -> str:
    """The settings that matter at first; the others have defaults and stand in the reference."""
    lines = [
        f"protocol: {protocol}",
        f"title: {json.dumps(title, ensure_ascii=False)}",
        "items: items.jsonl",
        *(["media: media"] if media else []),
        *(_section("selection", selection, "how the items were chosen; the report says so") if selection else []),
        "",
        "# how many people rate each trial",
        f"ratings: {declaration.ratings}",
        *(["", "# outputs with the same value are compared with each other", f"block: {block}"] if block else []),
        *(_section("params", params, "how the protocol is used") if params else []),
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


def _section(name: str, values: Mapping[str, Any], why: str) -> list[str]:
    written = (f"  {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
    return ["", f"# {why}", f"{name}:", *written]
