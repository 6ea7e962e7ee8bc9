"""Every address of the server: who may use it, what it takes, what it gives. Nothing is served that is not listed here.

From this one table follow the routes, the OpenAPI document and the authorization tests.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from beholder.web import pages
from beholder.web.coordinate.routes import COORDINATE
from beholder.web.rater import trial_api as rater_api
from beholder.web.rater import trial_models as models
from beholder.web.rater.routes import JOURNEY
from beholder.web.route import STAFF, Role, WebRoute

__all__ = ["ROUTES", "Role", "WebRoute"]

_API = "/s/{study}/api"

ROUTES: tuple[WebRoute, ...] = (
    # the two addresses of every cycle come first: the table is searched from the top
    WebRoute(
        path=f"{_API}/answers/{{answer}}",
        method="PUT",
        role="rater",
        handler=rater_api.answer,
        takes=models.AnswerBody,
        gives=models.AnswerSaved,
    ),
    WebRoute(
        path=f"{_API}/leases",
        method="POST",
        role="rater",
        handler=rater_api.leases,
        takes=models.LeaseBody,
        gives=models.Leases,
        query=("lang",),
    ),
    WebRoute(path="/m/{lease}/{number}/{signature}", method="GET", role="public", handler=pages.media, gives="file"),
    WebRoute(path="/static/{hash}/{path:path}", method="GET", role="public", handler=pages.static, gives="file"),
    WebRoute(
        path=f"{_API}/join",
        method="POST",
        role="public",
        handler=rater_api.join,
        takes=models.JoinBody,
        gives=models.Joined,
    ),
    WebRoute(
        path=f"{_API}/session",
        method="GET",
        role="rater",
        handler=rater_api.session,
        gives=models.Session,
        query=("lang",),
    ),
    WebRoute(
        path=f"{_API}/answers",
        method="GET",
        role="rater",
        handler=rater_api.answers,
        gives=models.Answers,
        query=("last", "before", "lang"),
    ),
    WebRoute(
        path=f"{_API}/leave",
        method="POST",
        role="rater",
        handler=rater_api.leave,
        takes=models.LeaveBody,
        gives=models.Left,
    ),
    WebRoute(
        path=f"{_API}/withdraw",
        method="POST",
        role="rater",
        handler=rater_api.withdraw,
        takes=models.WithdrawBody,
        gives=models.WithdrawnAnswers,
    ),
    *JOURNEY,
    WebRoute(path="/s/{study}/", method="GET", role="public", handler=pages.rate, query=("i", "lang")),
    WebRoute(path="/s/{study}", method="GET", role="public", handler=pages.rate_redirect),
    WebRoute(path="/", method="GET", role="public", handler=pages.landing, query=("lang",)),
    WebRoute(path="/health", method="GET", role="public", handler=pages.health, gives=models.Health),
    WebRoute(path="/ready", method="GET", role="public", handler=pages.ready, gives=models.Health),
    WebRoute(path="/openapi.json", method="GET", role="coordinator", handler=pages.openapi_document, gives="json"),
    *COORDINATE,
)


def openapi(routes: tuple[WebRoute, ...], *, version: str) -> dict[str, Any]:
    """The OpenAPI document of the routes that speak JSON."""
    schemas: dict[str, Any] = {}

    def refer(model: type[BaseModel]) -> dict[str, Any]:
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(schema.pop("$defs", {}))
        schemas[model.__name__] = schema
        return {"$ref": f"#/components/schemas/{model.__name__}"}

    failure = {"description": "Refused", "content": {"application/json": {"schema": refer(models.Envelope)}}}
    paths: dict[str, Any] = {}
    for route in routes:
        if not isinstance(route.gives, type):
            continue
        content = {"application/json": {"schema": refer(route.gives)}}
        names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
        operation: dict[str, Any] = {
            "operationId": route.handler.__name__,
            "summary": (route.handler.__doc__ or "").strip(),
            "parameters": [
                *({"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names),
                *({"name": n, "in": "query", "schema": {"type": "string"}} for n in route.query),
            ],
            "responses": {"200": {"description": "Done", "content": content}, "default": failure},
            "security": [] if route.role == "public" else [{"coordinator" if route.role in STAFF else "rater": []}],
        }
        if isinstance(route.takes, type):
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": refer(route.takes)}},
            }
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Beholder", "version": version},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "rater": {"type": "http", "scheme": "bearer"},
                "coordinator": {"type": "apiKey", "in": "cookie", "name": "beholder"},
            },
        },
    }
