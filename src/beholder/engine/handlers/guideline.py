"""New versions of the guideline, and answers given under older ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.exclude import exclude
from beholder.store import answers, guidelines
from beholder.store.guidelines import GuidelineRow

__all__ = ["ChangeGuideline", "ReissueGuideline"]


@dataclass(frozen=True, slots=True)
class ChangeGuideline(Command[int]):
    """A new version of the guideline. `material` if earlier answers might have been given otherwise under it."""

    author: str
    texts: Mapping[str, str]
    changes: Mapping[str, str] = field(default_factory=dict)
    material: bool = False


@handles(ChangeGuideline)
def change_guideline(batch: Batch, command: ChangeGuideline) -> int:
    """Stores a new version of the guideline; its number."""
    before = guidelines.list_guidelines(batch.conn, batch.context.key)
    number = before[-1].number + 1 if before else 2
    row = GuidelineRow(number, batch.now, command.author, dict(command.texts), dict(command.changes), command.material)
    guidelines.add_guideline(batch.conn, batch.context.key, row)
    details = {"number": number, "material": command.material, "digest": row.digest}
    batch.record_act(command.author, "guideline", details)
    return number


@dataclass(frozen=True, slots=True)
class ReissueGuideline(Command[int]):
    """Answers given under guideline versions before this one are set aside and asked again."""

    author: str
    before: int


@handles(ReissueGuideline)
def reissue_guideline(batch: Batch, command: ReissueGuideline) -> int:
    """Sets answers given under older versions aside and opens their places; how many."""
    old = answers.under_guideline_before(batch.conn, batch.context.key, command.before)
    count = exclude(batch, old, rule=f"guideline-before-{command.before}", reissue=True)
    batch.record_act(command.author, "reissue", {"before": command.before, "answers": count})
    return count
