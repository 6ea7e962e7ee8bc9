"""A judge ready to be asked: what it is told, what it is asked, and what of that it has answered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import Connection

from beholder.declarations.item import Shown
from beholder.declarations.states import Showing
from beholder.engine.engine import Engine
from beholder.engine.serving.showing_content import ItemView, view_item
from beholder.errors import BeholderError, nearest
from beholder.fields import Words
from beholder.judges.chat_request import ChatRequest, parameters_of
from beholder.judges.judge_showings import JudgeShowing, plan_showings
from beholder.judges.sent_pictures import PictureMaker
from beholder.judges.template import TEMPLATE, TrialTemplate, schema_of_reply
from beholder.store.guidelines import list_guidelines
from beholder.store.items import load_items
from beholder.store.judgments import JudgeUsage, list_judges, showings_judged, usage_of
from beholder.store.records import canonical
from beholder.study import Definition
from beholder.study.judges import JudgeSettings
from beholder.study.picture_store import Pictures

__all__ = ["PreparedJudge", "judges_named", "prepare_judge"]


@dataclass(frozen=True)
class PreparedJudge:
    """A judge of a study. `judge` is the name of its judgments, empty while there are none."""

    name: str
    settings: JudgeSettings
    language: str
    guideline: str
    setup: dict[str, Any]
    judge: str
    showings: Sequence[JudgeShowing]
    judged: frozenset[tuple[int, int]]
    used: tuple[JudgeUsage, ...]
    definition: Definition
    template: TrialTemplate
    views: dict[int, ItemView]

    @property
    def waiting(self) -> list[JudgeShowing]:
        """What it has not been asked yet, in order."""
        return [one for one in self.showings if (one.trial, one.occasion) not in self.judged]

    def shown(self, showing: JudgeShowing) -> Shown:
        """What stands before it in one showing."""
        return self.views[showing.item].shown([list(held) for held in showing.slots])

    def request(self, showing: JudgeShowing) -> ChatRequest:
        """What it is asked for one showing."""
        content = self.template.trial(self.views[showing.item], showing.slots, reason=self.settings.reason)
        again = "repeat" if showing.kind == Showing.REPEAT else "first"
        return ChatRequest(
            model=self.settings.model,
            parameters=parameters_of(self.settings, showing.sample),
            schema=schema_of_reply(self.definition, len(showing.slots), self.settings.reason),
            messages=(("system", (self.template.system(),)), ("user", tuple(content))),
            asked=f"{again} {showing.sample}",
        )


def judges_named(definition: Definition, names: Sequence[str] | None) -> dict[str, JudgeSettings]:
    """The judges of these names, or all; refused where the study has none of that name."""
    known = definition.settings.judges
    for name in names or (() if known else ("",)):
        if name not in known:
            raise BeholderError(
                f"the study has no judge {name!r}" if known else "the study names no judges",
                code="judge-unknown",
                where=str(definition.folder / "study.yaml"),
                hint=nearest(name, known) if known else "name one below judges: in study.yaml",
            )
    return {name: known[name] for name in dict.fromkeys(names or known)}


def prepare_judge(engine: Engine, name: str, pictures: Pictures) -> PreparedJudge:
    """The judge of that name, as `study.yaml` and the guideline in force have it now. Writes nothing."""
    definition = engine.definition
    settings = judges_named(definition, [name])[name]
    language = settings.language or definition.settings.languages[0]
    with engine.database.read() as conn:
        number, text = _guideline(conn, engine, language)
        template = TrialTemplate(definition, language, text, PictureMaker(pictures, settings.pictures))
        setup = _setup(settings, language, text, template)
        rows = list_judges(conn, engine.key)
        mine = [row for row in rows if row.name == name]
        judge = next((r.judge for r in mine if (r.setup, r.guideline) == (canonical(setup), number)), "")
        showings = plan_showings(conn, engine.key, definition, settings)
        judged = frozenset(showings_judged(conn, engine.key, judge)) if judge else frozenset[tuple[int, int]]()
        usage = usage_of(conn, engine.key)
        items = load_items(conn, engine.key, {one.item for one in showings})
    return PreparedJudge(
        name=name,
        settings=settings,
        language=language,
        guideline=number,
        setup=setup,
        judge=judge,
        showings=showings,
        judged=judged,
        used=tuple(usage[row.judge] for row in mine if row.judge in usage),
        definition=definition,
        template=template,
        views={number: view_item(data, definition.declaration) for number, data in items.items()},
    )


def _guideline(conn: Connection, engine: Engine, language: str) -> tuple[str, str]:
    """Number and text of the guideline that raters read now."""
    changed = list_guidelines(conn, engine.key)
    if changed:
        return str(changed[-1].number), Words(changed[-1].texts).to(language)
    return "1", engine.definition.guideline(language)


def _setup(settings: JudgeSettings, language: str, guideline: str, template: TrialTemplate) -> dict[str, Any]:
    """All that decides what is asked and how; how often, at which address and at what price is left out."""
    kept = {"model", "temperature", "seed", "reason", "pictures", "reply_tokens", "extra"}
    digest = hashlib.sha256(guideline.encode()).hexdigest()
    found = settings.model_dump(mode="json", include=kept)
    shown = [hashlib.sha256(one.path.read_bytes()).hexdigest() for one in template.guideline_pictures]
    if shown:
        # left out where there are none, so that judges of earlier versions, which got none, stay who they are
        found["guideline_pictures"] = shown
    return json.loads(canonical({**found, "language": language, "guideline": digest, "template": TEMPLATE})) or {}
