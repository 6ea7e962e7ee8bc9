"""How well raters agree, field by field, on their raw answers."""

from __future__ import annotations

from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import show
from beholder.web.coordinate.watch import watch

__all__ = ["agreement"]


async def agreement(call: Call) -> Reply:
    """Alpha of each field with its interval, all systems together."""
    return await show(call, "agreement.html", here="agreement", seen=await watch(call.study).look())
