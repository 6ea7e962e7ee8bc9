"""Pages for people: the landing page, the rater's page, static files, pictures."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from beholder.engine import read_status
from beholder.engine.handlers.skips import SKIP_REASONS
from beholder.errors import BeholderError, Problem
from beholder.store.outage import DatabaseUnavailableError
from beholder.web.byte_ranges import Clip, file_reply
from beholder.web.call import Call, Headers, HttpError, Reply, html, json_reply, redirect
from beholder.web.coordinate.frame import language_of, languages, words
from beholder.web.crowd import link_names, refusal_of
from beholder.web.kind_files import kind_scripts
from beholder.web.media import media_part
from beholder.web.page_words import PageWords, language_choices, page_languages, page_words
from beholder.web.rater.outlook import outlook
from beholder.web.refusal import tell_problem
from beholder.web.render import page_environment
from beholder.web.route import WebRoute
from beholder.web.served_study import ServedStudy, public_facts
from beholder.web.store_reads import UNAVAILABLE

__all__ = ["error_page", "health", "landing", "media", "openapi_document", "rate", "rate_redirect", "ready", "static"]

_IMMUTABLE = (b"cache-control", b"public, max-age=31536000, immutable")
_MEDIA_HEADERS = [
    (b"cache-control", b"private, max-age=3600, immutable"),
    (b"content-security-policy", b"sandbox; default-src 'none'"),
    (b"content-disposition", b"inline"),
]


def page(call: Call, template: str, *, t: PageWords | None = None, status: int = 200, **context: Any) -> Reply:
    """A page that belongs to no study, in the words that are given, else in those of raters' pages."""
    if t is None:
        offered = page_languages()
        t = page_words(call.language() if call.language() in offered else offered[0])
    else:
        offered = languages()
    text = (
        page_environment()
        .get_template(template)
        .render(
            lang=t.language,
            t=t,
            languages=language_choices(offered),
            static=call.app.static_address,
            root=call.app.options.root_path,
            status=status,
            tell=tell_problem,
            **context,
        )
    )
    return html(text, status=status)


#: Statuses with words of their own; others get those of their family, 400 or 500.
_TOLD = (403, 404, 410, 421, 429, 503)


def error_page(call: Call, status: int, problem: Problem, extra: Headers) -> Reply:
    """What happened and what to do, for a person; the exact problem stands below for whoever helps them."""
    told = status if status in _TOLD else 500 if status >= 500 else 400
    root = call.app.options.root_path
    again = f"{root}{quote(call.scope['path'])}" if told in (429, 500, 503) and call.scope["method"] == "GET" else ""
    route: WebRoute | None = call.scope.get("beholder.route")
    # people who run a study are told more kinds of problem, in the languages of their own pages
    t = words(language_of(call)) if route is not None and route.path.startswith("/c/") else None
    reply = page(call, "error.html", t=t, status=status, told=f"error-{told}", problem=problem, again=again)
    return Reply(reply.body, status=status, headers=[*reply.headers, *extra])


async def landing(call: Call) -> Reply:
    """The front door. Only a demo names its studies; a stranger learns nothing else of a server."""
    app, root = call.app, call.app.options.root_path
    listed: list[dict[str, Any]] = []
    finished: list[dict[str, Any]] = []
    if app.options.demo:
        language = call.language()
        for study in app.studies.values():
            facts = public_facts(study.definition, language)
            if study.simulated:
                finished.append(await _finished(study, f"{root}/c/{study.short}", facts["title"]))
                continue
            cover = f"protocols/{study.definition.protocol.address}/cover.webp"
            listed.append(
                {
                    "cover": f"{app.static_address}/{cover}" if cover in app.static else "",
                    "title": facts["title"],
                    "summary": facts["summary"],
                    "rater_url": f"{root}/s/{study.short}/",
                    "coordinator_url": f"{root}/c/{study.short}",
                }
            )
    return page(
        call,
        "landing.html",
        demo=app.options.demo,
        studies=listed,
        finished=finished,
        awaited=app.awaited,
        coordinator_url=f"{root}/c/",
    )


async def _finished(study: ServedStudy, base: str, title: str) -> dict[str, Any]:
    """A finished example: what went into it and where to see what came out."""
    status = await study.read(lambda conn: read_status(conn, study.engine.key))
    return {
        "title": title,
        "answers": status.given,
        "raters": status.raters,
        "report_url": f"{base}/report",
        "pages": [(f"finished-{name}", f"{base}/{name}") for name in ("results", "raters", "agreement", "exports")],
    }


async def rate_redirect(call: Call) -> Reply:
    """The rater's page without its last slash."""
    return redirect(f"{call.app.options.root_path}/s/{call.study.short}/")


def _messages(study: ServedStudy, language: str) -> dict[str, str | dict[str, Any]]:
    """The words of the page's script. Nothing is saved in a preview, so none of them may say so."""
    told = study.renderer.words(language).for_script()
    return told | {name: told[f"{name}-preview"] for name in ("saved", "all-saved")} if study.preview else told


async def rate(call: Call) -> Reply:
    """The rater's page; everything on it comes through the API."""
    study, language = call.study, call.language()
    root, static_address = call.app.options.root_path, call.app.static_address
    boot = {
        "api": f"{root}/s/{study.short}/api",
        "root": root,
        "static": static_address,
        "study": study.short,
        "lang": language,
        "invite": call.query("i")[:400],
        "crowd": link_names(study.definition.settings.crowd),
        "page": call.app.page_files(study),
        "kinds": kind_scripts(study.renderer.fields(), static_address),
        "page_version": call.app.static.hash,
        "preview": study.preview,
        "messages": _messages(study, language),
    }
    facts = {"key": study.short, **public_facts(study.definition, language)}
    guideline = study.renderer.guideline(language)
    if guideline is not None and study.definition.settings.consent is not None:
        # nothing of the study is shown to those who have not agreed to take part
        guideline = {"version": "", "html": ""}
    text = study.renderer.page(
        "rate.html",
        language,
        study=facts,
        guideline=guideline,
        preview=study.preview,
        outlook=outlook(study, language),
        refused=_refused(call),
        skip_reasons=SKIP_REASONS,
        boot=boot,
    )
    return html(text)


def _refused(call: Call) -> str:
    """Why nobody can join by the link that was opened, so that the page says so before anybody presses Start."""
    crowd = call.study.definition.settings.crowd
    if crowd is None or call.study.preview or call.query("i"):
        return ""
    refused = refusal_of(crowd, call.query(crowd.rater).strip())
    return refused.code if refused else ""


async def static(call: Call) -> Reply:
    """A file as written. An old address still gives the newest file, so that no page in use breaks."""
    found = call.app.static.get(call.path["path"])
    if found is None:
        raise BeholderError("there is nothing at this address", code="not-found")
    fresh = call.path["hash"] == call.app.static.hash
    headers = [(b"content-type", found.kind.encode()), _IMMUTABLE if fresh else (b"cache-control", b"no-cache")]
    if not found.is_text:
        return Reply(found.content, headers=headers)
    headers.append((b"vary", b"accept-encoding"))
    # only these files are ever compressed: the size of a compressed reply would tell of secrets beside what was sent
    if not call.accepts_gzip:
        return Reply(found.content, headers=headers)
    return Reply(found.compressed, headers=[*headers, (b"content-encoding", b"gzip")])


async def media(call: Call) -> Reply:
    """A picture, clip or mask of one showing. The address is the permission; wrong ones all look alike."""
    lease, number, signature = call.path["lease"], call.path["number"], call.path["signature"]
    if number.isascii() and number.isdigit() and len(number) <= 4:
        for study in call.app.studies.values():
            if study.admits(lease, int(number), signature):
                content, kind = await media_part(study, lease, int(number))
                if isinstance(content, Clip):
                    # the tag names the showing: one of the file would tell that two showings are alike
                    return file_reply(call, content, kind=kind, tag=signature, headers=_MEDIA_HEADERS)
                return Reply(content, headers=[(b"content-type", kind), *_MEDIA_HEADERS])
    raise BeholderError("there is nothing at this address", code="not-found")


def _refuse_unwritable(call: Call) -> None:
    if call.app.closing:
        raise HttpError(503, "the server is shutting down", code="shutting-down")
    if not all(study.engine.works for study in call.app.studies.values()):
        raise DatabaseUnavailableError("written")


async def health(call: Call) -> Reply:
    """Whether the server can write answers and read pictures: for a watchdog."""
    _refuse_unwritable(call)
    for study in _without_pictures(call)[:1]:
        raise study.store_reads.unavailable()
    return json_reply({"status": "ok"})


def _without_pictures(call: Call) -> list[ServedStudy]:
    return [study for study in call.app.studies.values() if study.store_reads.open_circuit]


async def ready(call: Call) -> Reply:
    """Whether requests should come here: asks the thread that writes to write, and waits until it has."""
    _refuse_unwritable(call)
    await call.app.readiness.ask(call.app.studies.values())
    # answers are saved here all the same: a proxy that took every server away would lose those as well
    return json_reply({"status": "degraded", "code": UNAVAILABLE} if _without_pictures(call) else {"status": "ok"})


async def openapi_document(call: Call) -> Reply:
    """The API described by its own models."""
    return json_reply(call.app.openapi())
