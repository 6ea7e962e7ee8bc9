"""What all pages of a study's coordinators share: words, navigation, times, and the way from one to another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo

from sqlalchemy.engine import Connection

from beholder.declarations.states import MessageKind, MessageState
from beholder.engine.command import Command
from beholder.engine.serving.showing_content import MEDIA
from beholder.fields import Form
from beholder.protocols import Declaration
from beholder.store.messages import list_messages
from beholder.store.studies import load_study
from beholder.text import Catalogue, languages_with
from beholder.web.call import Call, Headers, HttpError, Reply, html, redirect
from beholder.web.coordinate.watch import watch
from beholder.web.page_words import PAGES, PageWords, kind_catalogues, language_choices
from beholder.web.refusal import tell_problem
from beholder.web.render import page_environment

__all__ = [
    "act",
    "address",
    "back",
    "choice",
    "form_words",
    "language_asked",
    "language_of",
    "languages",
    "number",
    "show",
    "text",
    "words",
]

_WORDS = Catalogue("coordinate")
# as many as a message holds (`engine/handlers/inbox.py`)
_MOST_TEXT = 4000
# an act may move every answer of a large study in one transaction
_ACT_SECONDS = 120
_NAVIGATION = (
    ("", "viewer"),
    ("raters", "viewer"),
    ("items", "viewer"),
    ("agreement", "viewer"),
    ("inbox", "viewer"),
    ("adjudication", "adjudicator"),
    ("guideline", "viewer"),
    ("results", "viewer"),
    ("exports", "viewer"),
    ("invites", "coordinator"),
    ("people", "coordinator"),
    ("audit", "viewer"),
)
_ABOVE = {"pilot": ""}
"""Pages that have no entry of their own in the navigation, and the entry they belong to."""


def languages() -> tuple[str, ...]:
    """The languages of these pages. A study may offer raters fewer or more."""
    return languages_with("coordinate")


def language_asked(call: Call) -> str:
    """The language that the address asks for; empty if it asks for none that these pages have."""
    wanted = call.query("lang")
    return wanted if wanted in languages() else ""


def language_of(call: Call) -> str:
    """What the address says, else what the browser prefers."""
    accepted = [part.split(";")[0].strip()[:2].lower() for part in call.header(b"accept-language").split(",")]
    return language_asked(call) or next((one for one in accepted if one in languages()), languages()[0])


@cache
def words(language: str) -> PageWords:
    """The words of these pages."""
    return PageWords(language, _WORDS, PAGES)


def form_words(language: str, form: Form) -> PageWords:
    """The same with the words of the kinds that a form asks."""
    return PageWords(language, _WORDS, PAGES, *kind_catalogues(field for _, field in form.all_fields()))


def address(call: Call, path: str = "", **query: object) -> str:
    """The address of a page of this study, in the language that was asked for."""
    kept = {"lang": language_asked(call)} if language_asked(call) else {}
    given = {**{name: str(value) for name, value in query.items()}, **kept}
    base = f"{call.app.options.root_path}/c/{call.study.short}"
    return base + (f"/{path}" if path else "") + (f"?{urlencode(given)}" if given else "")


def back(call: Call, path: str = "", **query: object) -> Reply:
    """Back to a page after something was done."""
    return redirect(address(call, path, **query))


async def show(
    call: Call,
    template: str,
    *,
    here: str = "",
    status: int = 200,
    t: PageWords | None = None,
    extra: Headers | None = None,
    **context: Any,
) -> Reply:
    """A page of the study as this person sees it, in the words that are given, else in those of all these pages."""
    study = call.study
    language = language_of(call)

    def load(conn: Connection) -> tuple[Any, int]:
        waiting = list_messages(conn, study.engine.key, kinds=MessageKind.ASKED, state=MessageState.OPEN)
        return load_study(conn, study.engine.key), len(waiting)

    row, waiting = await study.read(load)
    blind = await watch(study).blind()
    counts = {"inbox": waiting}
    navigation = [
        {
            "name": path or "overview",
            "url": address(call, path),
            "here": path == _ABOVE.get(here, here),
            "count": counts.get(path, 0),
        }
        for path, role in _NAVIGATION
        if call.person.may(role)
    ]
    text_ = page_environment().get_template(f"coordinate/{template}")
    page = text_.render(
        lang=language,
        t=t or words(language),
        languages=_languages(call, here),
        static=call.app.static_address,
        root=call.app.options.root_path,
        title=study.definition.title.to(language),
        protocol=study.definition.declaration.title.to(language),
        state=row.state,
        phase=row.phase,
        preview=study.preview,
        simulated=study.simulated,
        person=call.person,
        may_change=call.person.may("coordinator"),
        navigation=navigation,
        here=here,
        tell=tell_problem,
        once=call.scope["method"] == "POST",
        blind=blind,
        pictured=_pictured(study.definition.declaration),
        at=lambda path="", **query: address(call, path, **query),
        when=_clock(study.definition.settings.timezone),
        **{"problem": "", "done": "", **context},
    )
    return html(page, status=status, extra=extra)


def _languages(call: Call, here: str) -> list[tuple[str, str, str]]:
    """The languages of these pages with the address of this page in each; of the page above if a form brought it."""
    asked = dict(parse_qsl(call.scope["query_string"].decode("latin-1"))) if call.scope["method"] == "GET" else {}
    path = "" if call.scope["method"] == "GET" else address(call, here).partition("?")[0]
    return [
        (code, name, f"{path}?{urlencode({**asked, 'lang': code})}") for code, name in language_choices(languages())
    ]


def _pictured(declaration: Declaration) -> bool:
    """Whether items have pictures at all."""
    columns = (*declaration.item.values(), *declaration.candidate.values())
    return any(column.shown and column.kind in MEDIA for column in columns)


def _clock(zone: str) -> Callable[[int], str]:
    zone_info = ZoneInfo(zone)

    def when(milliseconds: int) -> str:
        return datetime.fromtimestamp(milliseconds / 1000, tz=UTC).astimezone(zone_info).strftime("%Y-%m-%d %H:%M")

    return when


async def act(call: Call, command: Command[Any]) -> None:
    """Carries a command out, and has the pages look again."""
    await call.study.do(command, within=_ACT_SECONDS)
    watch(call.study).forget()


def choice(call: Call, name: str, allowed: tuple[str, ...], *, default: str = "") -> str:
    """A value of the form or the query that must be one of these."""
    given = _given(call, name) or default
    if given not in allowed:
        raise HttpError(422, f"{name}: expected one of {', '.join(allowed)}", code="request-invalid")
    return given


def number(call: Call, name: str, *, least: int, most: int, default: int | None = None) -> int:
    """A whole number of the form or the query."""
    given = _given(call, name)
    if not given and default is not None:
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 12 and least <= int(given) <= most):
        raise HttpError(422, f"{name}: expected a whole number from {least} to {most}", code="request-invalid")
    return int(given)


def text(call: Call, name: str, *, most: int = _MOST_TEXT) -> str:
    """A text that must be there."""
    given = _given(call, name).strip()
    if not given or len(given) > most or "\x00" in given:
        raise HttpError(422, f"{name}: expected a text of 1 to {most} characters", code="message-text")
    return given


def _given(call: Call, name: str) -> str:
    return str(call.body.get(name, "")) if isinstance(call.body, dict) else call.query(name)
