"""The addresses of the rater's journey beside the trials."""

from __future__ import annotations

from beholder.web.rater import journey_api
from beholder.web.rater import journey_models as journey
from beholder.web.route import WebRoute

__all__ = ["JOURNEY"]

_API = "/s/{study}/api"

JOURNEY: tuple[WebRoute, ...] = (
    WebRoute(
        path=f"{_API}/stage",
        method="GET",
        role="rater",
        handler=journey_api.stage,
        gives=journey.Stage,
        query=("lang",),
    ),
    WebRoute(
        path=f"{_API}/consent",
        method="POST",
        role="rater",
        handler=journey_api.consent,
        takes=journey.ConsentBody,
        gives=journey.StageReached,
    ),
    WebRoute(
        path=f"{_API}/sheets/{{name}}",
        method="POST",
        role="rater",
        handler=journey_api.sheet,
        takes=journey.SheetBody,
        gives=journey.StageReached,
    ),
    WebRoute(
        path=f"{_API}/skip",
        method="POST",
        role="rater",
        handler=journey_api.skip,
        takes=journey.SkipBody,
        gives=journey.SkipNoted,
    ),
    WebRoute(
        path=f"{_API}/broken",
        method="POST",
        role="rater",
        handler=journey_api.broken,
        takes=journey.BrokenBody,
        gives=journey.BrokenNoted,
    ),
    WebRoute(path=f"{_API}/messages", method="GET", role="rater", handler=journey_api.messages, gives=journey.Messages),
    WebRoute(
        path=f"{_API}/messages",
        method="POST",
        role="rater",
        handler=journey_api.ask,
        takes=journey.AskBody,
        gives=journey.Noted,
    ),
    WebRoute(path=f"{_API}/finish", method="GET", role="rater", handler=journey_api.finish, gives=journey.Finish),
    WebRoute(
        path=f"{_API}/finish",
        method="POST",
        role="rater",
        handler=journey_api.finish_now,
        takes=journey.FinishBody,
        gives=journey.Finish,
    ),
    WebRoute(
        path=f"{_API}/full",
        method="POST",
        role="public",
        handler=journey_api.turned_away,
        takes=journey.TurnedAwayBody,
        gives=journey.Finish,
        query=("lang",),
    ),
)
