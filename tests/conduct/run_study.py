"""A study with a life: people who come to every step and no further, questionnaires, a look at results, a second version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, database_address, open_study
from beholder.engine.handlers.act_log import LogAct
from beholder.engine.handlers.guideline import ChangeGuideline
from beholder.engine.handlers.joining import Withdraw
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.engine.handlers.stages import FillSheet, GiveConsent
from beholder.engine.handlers.study_state import SetState
from beholder.engine.handlers.suspension import SuspendItem
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import Definition
from tests.study_maker import make_study, payload_for

SECRET = "I am Ada Lovelace"
"""What a rater types who might have kept it to themselves."""

_DAY = 86_400_000
SETTINGS: dict[str, Any] = {
    "cost": {"per_hour": 15, "per_submission": 2.5, "currency": "EUR"},
    "consent": {"text": "We keep your answers."},
    "before": {
        "age": {"kind": "count", "label": {"en": "How old are you?", "zh": "你多大年纪？"}, "max": 120},
        "colour": {
            "kind": "choice",
            "label": {"en": "Do you see colours as most do?", "zh": "你的色觉正常吗？"},
            "options": [
                {"id": "yes", "label": {"en": "I do", "zh": "是"}},
                {"id": "no", "label": {"en": "I do not", "zh": "否"}},
            ],
        },
        "devices": {
            "kind": "flags",
            "label": {"en": "What do you use?", "zh": "你用什么？"},
            "options": [
                {"id": "phone", "label": {"en": "Phone", "zh": "手机"}},
                {"id": "laptop", "label": {"en": "Laptop", "zh": "笔记本"}},
            ],
        },
    },
    "after": {
        "hard": {"kind": "scale", "label": {"en": "How hard was it?", "zh": "有多难？"}, "min": 1, "max": 5},
        "note": {"kind": "text", "label": {"en": "Anything else?", "zh": "还有什么？"}, "required": False},
    },
}


class RunningStudy:
    """The study, its engine on simulated time, and people who come to it."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.clock = SimulatedClock()
        Home(folder).make()
        self.database = Database.open(database_address(folder))
        self.engine = self._open(**settings)

    def _open(self, *, items: int, **settings: Any) -> Engine:
        definition: Definition = make_study(self.folder, "one", items=items, systems="ab", **SETTINGS | settings)
        key = open_study(self.database, definition, clock=self.clock)
        return Engine(self.database, key, definition, clock=self.clock)

    def next_version(self, **settings: Any) -> None:
        """Goes on with other settings a day later."""
        self.engine.close()
        self.clock.advance(_DAY)
        self.engine = self._open(**settings)

    def joins(self) -> str:
        """Somebody joins."""
        self.clock.advance(60_000)
        return self.engine.run(Join()).rater

    def begins(self, *, age: int, colour: str = "yes", devices: tuple[str, ...] = ("phone",)) -> str:
        """Somebody joins, agrees and answers the questions before."""
        rater = self.joins()
        self.engine.run(GiveConsent(rater, "0123abcd"))
        said = {"age": age, "colour": colour, "devices": list(devices)}
        self.engine.run(FillSheet(rater, "before", said))
        return rater

    def rates(self, rater: str, trials: int) -> None:
        """Answers so many trials; a point more for system a, with some noise."""
        for number in range(trials):
            (lease,) = self.engine.run(Lease(rater, want=1)).leases
            ((system,),) = json.loads(lease.slots)
            self.clock.advance(9000)
            payload = payload_for("one", 1, value=3 + (system == "a") - lease.item % 2)
            name = f"{rater}-{number:03d}"
            self.engine.run(Answer(id=name, rater=rater, lease=lease.lease, payload=payload, active_ms=9000))

    def ends(self, rater: str, *, hard: int, note: str | None = None) -> None:
        """Sees that there is nothing left, and answers the questions after."""
        assert not self.engine.run(Lease(rater, want=1)).leases
        self.engine.run(FillSheet(rater, "after", {"hard": hard, "note": note}))

    def close(self) -> None:
        """Stops working on the study."""
        self.engine.close()
        self.database.close()


def run_study(folder: Path) -> None:
    """Eight people join; four are in the results; 52 of 56 ratings come in; the design changes after a look."""
    study = RunningStudy(folder, items=6, ratings=3)
    study.joins()
    study.engine.run(GiveConsent(study.joins(), "0123abcd"))
    withdraws = study.begins(age=30, colour="no")
    study.rates(withdraws, 3)
    study.engine.run(Withdraw(withdraws))
    guesses = study.begins(age=41, devices=())
    study.rates(guesses, 12)
    study.engine.run(ExcludeRater("ann", guesses, "told us they guessed"))
    for age, hard, note in ((20, 2, None), (30, 5, SECRET)):
        rater = study.begins(age=age, devices=("phone", "laptop"))
        study.rates(rater, 12)
        study.ends(rater, hard=hard, note=note)
    study.engine.run(LogAct("ann", "look", {"reason": "interim safety check"}))
    study.engine.run(ChangeGuideline("ann", {"en": "Look at edges."}, {"en": "Edges"}, material=True))
    study.next_version(items=7, ratings=4, adjudicate={"spread": {"score": 2}})
    for age, trials in ((40, 14), (50, 14)):
        study.rates(study.begins(age=age, colour="no" if age == 50 else "yes"), trials)
    study.engine.run(SuspendItem("ann", "i6"))
    study.engine.run(SetState("closed", "ann"))
    study.close()
