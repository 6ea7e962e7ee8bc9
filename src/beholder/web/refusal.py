"""What a client is told when something goes wrong: status, problems and headers, by the error."""

from __future__ import annotations

import logging
import secrets

from pydantic import ValidationError
from starlette.exceptions import HTTPException

from beholder.errors import BeholderError, Problem
from beholder.web.call import Headers, HttpError
from beholder.web.page_words import PageWords
from beholder.web.rate_limits import TooManyError

__all__ = ["explain", "tell_problem", "unreadable"]

_log = logging.getLogger("beholder.web")

_STATUS = {
    "answer-id-reused": 409,
    "answer-already-given": 409,
    "answer-changed-too-often": 409,
    "lease-unknown": 404,
    "rater-unknown": 401,
    "rater-withdrawn": 410,
    "study-closed": 410,
    "not-found": 404,
    "study-unknown": 404,
    "invite-not-valid": 403,
    "platform-id-taken": 409,
    "sign-in-refused": 403,
    "too-many-attempts": 429,
    "database-unavailable": 503,
    "database-damaged": 503,
    "media-store-unavailable": 503,
    "media-altered": 503,
    "shutting-down": 503,
    "busy": 503,
}


def explain(error: Exception) -> tuple[int, tuple[Problem, ...], Headers]:
    """Status, problems and extra headers for whatever went wrong."""
    if isinstance(error, TooManyError):
        return 429, error.problems, [(b"retry-after", str(error.retry_after).encode())]
    if isinstance(error, HttpError):
        extra: Headers = [(b"www-authenticate", b"Bearer")] if error.status == 401 else []
        return error.status, error.problems, extra
    if isinstance(error, BeholderError):
        status = _STATUS.get(error.code, 422)
        return status, error.problems, [(b"retry-after", b"2")] if status == 503 else []
    if isinstance(error, HTTPException):
        code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "request-invalid")
        problem = (
            "this address does not take that method"
            if code == "method-not-allowed"
            else "there is nothing at this address"
        )
        headers = [(k.lower().encode(), v.encode()) for k, v in (error.headers or {}).items()]
        return error.status_code, (Problem(problem, code),), headers
    reference = secrets.token_hex(4)
    _log.error("request failed, reference %s", reference, exc_info=error)
    problem = "something went wrong on the server; nothing you sent was lost"
    return 500, (Problem(problem, "internal", hint=f"tell the coordinator this reference: {reference}"),), []


def tell_problem(problem: Problem, t: PageWords) -> str:
    """A problem in the language of the page: by its code, since its own words are English and meant for programs too."""
    key = f"refused-{problem.code}"
    return t(key) if key in t else t("refused-otherwise", code=problem.code, problem=problem.problem)


def unreadable(error: ValidationError) -> HttpError:
    """The refusal of a body that is not what the route takes."""
    problems = tuple(
        Problem(str(one["msg"]), "request-invalid", ".".join(str(part) for part in one["loc"]))
        for one in error.errors(include_url=False, include_context=False, include_input=False)[:20]
    )
    refused = HttpError(422, problems[0].problem, code="request-invalid")
    refused.problems = problems
    return refused
