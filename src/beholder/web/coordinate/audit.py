"""The log: every act of those who run the study, by whom and when."""

from __future__ import annotations

import json

from sqlalchemy.engine import Connection

from beholder.store.records import Record, stream_records
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import number, show
from beholder.web.coordinate.watch import read_acts, watch

__all__ = ["audit"]

_PER_PAGE = 100


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
    blind = await watch(study).blind()
    shown = [
        {
            "record": record,
            "who": record.subject if record.kind == "act" else "",
            "what": str(body["what"]),
            "details": [(name, blind.text(_plain(value))) for name, value in body.items() if name != "what"],
        }
        for record, body in acts[(page - 1) * _PER_PAGE : page * _PER_PAGE]
    ]
    return await show(call, "audit.html", here="audit", acts=shown, page=page, pages=max(1, -(-len(acts) // _PER_PAGE)))


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
