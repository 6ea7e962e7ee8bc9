"""The log: every act of those who run the study, by whom and when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.engine import Connection

from beholder.store.records import Record, stream_records
from beholder.tables.blinding import Blind
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import language_of, number, show, words
from beholder.web.coordinate.watch import read_acts, watch
from beholder.web.page_words import PageWords

__all__ = ["audit"]

# a page that loads at once and can be searched by eye
_PER_PAGE = 100
_OWN_WORDS = ("what", "rule", "kind", "state", "phase", "role")


async def audit(call: Call) -> Reply:
    """The acts, newest first, with their details; and what the server did by itself."""
    study = call.study
    page = number(call, "page", least=1, most=1_000_000, default=1)

    def load(conn: Connection) -> list[tuple[Record, dict[str, object]]]:
        by_itself = [
            (record, {"what": "suspend", "item_number": record.subject, **json.loads(record.body)})
            for record in stream_records(conn, study.engine.key, kind="suspend")
        ]
        return sorted([*read_acts(conn, study.engine.key), *by_itself], key=lambda one: -one[0].seq)

    acts = await study.read(load)
    t = words(language_of(call))
    blind = await watch(study).blind()
    shown = [
        {
            "record": record,
            "who": record.subject if record.kind == "act" else "",
            "what": str(body["what"]),
            "details": _details(_blinded(body, blind), t),
        }
        for record, body in acts[(page - 1) * _PER_PAGE : page * _PER_PAGE]
    ]
    return await show(call, "audit.html", here="audit", acts=shown, page=page, pages=max(1, -(-len(acts) // _PER_PAGE)))


def _blinded(body: Mapping[str, Any], blind: Blind) -> dict[str, Any]:
    """The same without names of systems. What a detail or a rule is called is the study's own word and stays."""
    return {name: value if name in _OWN_WORDS else _hidden(value, blind) for name, value in body.items()}


def _hidden(value: Any, blind: Blind) -> Any:
    if isinstance(value, Mapping):
        return _blinded(value, blind)
    return blind.text(value) if isinstance(value, str) else value


def _details(body: Mapping[str, Any], t: PageWords) -> list[tuple[str, str]]:
    """What is on record of an act, in words; what changed as `before → after`."""
    told = []
    before, after = body.get("before"), body.get("after")
    if isinstance(after, Mapping):
        was = before if isinstance(before, Mapping) else {}
        for name, value in after.items():
            same = name not in was or was[name] == value
            told.append((_name(name, t), _plain(value, t) if same else f"{_plain(was[name], t)} → {_plain(value, t)}"))
    elif after is not None:
        told.append((_name("change", t), f"{_plain(before, t)} → {_plain(after, t)}"))
    rest = {name: value for name, value in body.items() if name not in ("what", "after") and value not in (-1, "")}
    if isinstance(before, Mapping) or after is not None:
        rest.pop("before", None)
    return [*((_name(name, t), _plain(value, t)) for name, value in rest.items()), *told]


def _name(name: str, t: PageWords) -> str:
    key = f"detail-{name}"
    return t(key) if key in t else name.replace("_", " ")


def _plain(value: object, t: PageWords) -> str:
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{_name(str(name), t)}: {_plain(one, t)}" for name, one in value.items())
    if isinstance(value, str):
        key = f"value-{value}"
        return t(key) if key in t else value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
