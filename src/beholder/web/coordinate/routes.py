"""The addresses below `/c/`. Looking is open to viewers, changing to coordinators only."""

from __future__ import annotations

from beholder.web import coordinator
from beholder.web.route import WebRoute

__all__ = ["COORDINATE"]

COORDINATE: tuple[WebRoute, ...] = (
    WebRoute(path="/c/", method="GET", role="public", handler=coordinator.home, query=("t", "lang")),
    WebRoute(path="/c/sign-in", method="POST", role="public", handler=coordinator.sign_in, takes="form"),
    WebRoute(path="/c/sign-out", method="POST", role="coordinator", handler=coordinator.sign_out, takes="form"),
    WebRoute(path="/c/password", method="POST", role="coordinator", handler=coordinator.change_password, takes="form"),
    WebRoute(path="/c/{study}", method="GET", role="coordinator", handler=coordinator.study_page, query=("lang",)),
    WebRoute(
        path="/c/{study}/state", method="POST", role="coordinator", handler=coordinator.change_state, takes="form"
    ),
    WebRoute(path="/c/{study}/invite", method="POST", role="coordinator", handler=coordinator.invite, takes="form"),
)
