"""The first page of a study: everything at a glance, and the buttons that open, pause and close it."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from beholder.declarations.states import MessageKind, MessageState, StudyState
from beholder.engine.handlers.study_state import SetPhase, SetState
from beholder.protocols import Showing
from beholder.store.answers import any_main
from beholder.store.items import numbers_of
from beholder.store.messages import MessageRow, broken_reports, list_messages
from beholder.store.progress import count_item_states
from beholder.store.trials import suspended_items
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, back, choice, show
from beholder.web.coordinate.pace import progress_of
from beholder.web.coordinate.watch import watch

__all__ = ["change_phase", "change_state", "overview", "pilot"]

# the first ones, to see that there are any; the page of disputes has all
_FEW = 5


async def overview(call: Call) -> Reply:
    """How far the study is, what needs attention, and how well raters agree."""
    study = call.study
    seen = await watch(study).look()

    settings = study.definition.settings

    def load(conn: Connection) -> tuple[dict[str, int], list[MessageRow], dict[str, int], list[int]]:
        key = study.engine.key
        reports = broken_reports(conn, key, answered=settings.broken_answers)
        out = suspended_items(conn, key) if reports else set()
        reported = [item for item, n in sorted(reports.items()) if n >= settings.broken_after and item not in out]
        waiting = list_messages(conn, key, kinds=MessageKind.ASKED, state=MessageState.OPEN)
        undecided = {one.item for one in seen.disputes if not one.decided}
        numbers = numbers_of(conn, key) if undecided else {}
        open_ones = {name: numbers[name] for name in undecided if name in numbers}
        return count_item_states(conn, key), waiting, open_ones, reported

    states, waiting, numbers, reported = await study.read(load)
    return await show(
        call,
        "overview.html",
        progress=await progress_of(study),
        seen=seen,
        flagged=[one for one in seen.quality if one.flags],
        states=states,
        waiting=waiting,
        reported=reported,
        disputes=[one for one in seen.disputes if not one.decided][:_FEW],
        undecided=sum(not one.decided for one in seen.disputes),
        numbers=numbers,
        rule=study.definition.settings.adjudicate,
        stop_rule=study.definition.stop_rule,
    )


async def change_state(call: Call) -> Reply:
    """Opens, pauses or closes the study."""
    # people's answers must not mix with simulated ones
    state = choice(call, "state", (StudyState.CLOSED,) if call.study.simulated else tuple(StudyState))
    await act(call, SetState(state, author=call.person.name))
    return back(call)


async def pilot(call: Call) -> Reply:
    """The pilot: whether one runs, and what its answers imply."""
    begun = await call.study.read(lambda conn: any_main(conn, call.study.engine.key))
    seen = await watch(call.study).look()
    return await show(call, "pilot.html", here="pilot", pilot=seen.pilot, begun=begun)


async def change_phase(call: Call) -> Reply:
    """Begins or ends the pilot."""
    await act(call, SetPhase(call.person.name, choice(call, "phase", Showing.PLANNED)))
    return back(call, "pilot")
