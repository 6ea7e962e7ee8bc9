"""Raters whom a crowd platform sends. What its link says is a claim: it opens nothing that somebody did before."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from urllib.parse import quote

from beholder.declarations.states import Outcome
from beholder.engine.handlers.joining import Join, JoinedRater
from beholder.store.raters import platform_link
from beholder.study.journey import Crowd
from beholder.web.call import HttpError
from beholder.web.served_study import ServedStudy

__all__ = ["join_from_crowd", "link_names", "refusal_of", "way_back", "way_back_at_once"]

_PROLIFIC_ID = re.compile(r"[0-9a-fA-F]{24}")
_NOT_FILLED = re.compile(r"[{}%<>\[\]\s]|NOT_AVAILABLE", re.IGNORECASE)


def link_names(crowd: Crowd | None) -> list[str]:
    """The parameters of a link that the page passes on, the rater's own first."""
    return [crowd.rater, *crowd.also] if crowd else []


def refusal_of(crowd: Crowd, external: str) -> HttpError | None:
    """Why nobody can join under this id, if so: a link without one, a platform's preview, or an id that is none."""
    if not external:
        return HttpError(
            403,
            "this link does not say who you are",
            code="platform-id-needed",
            hint="open the study from the page of the platform that invited you",
        )
    if _NOT_FILLED.search(external):
        return HttpError(
            403,
            "this is a preview",
            code="platform-preview",
            hint="accept the study on the platform first, then open it from there",
        )
    from_prolific = crowd.platform == "prolific" and crowd.rater == "PROLIFIC_PID"
    if from_prolific and not _PROLIFIC_ID.fullmatch(external):
        return HttpError(
            403,
            f"{external!r} is not an id of Prolific, which has 24 hexadecimal characters",
            code="platform-id-shape",
            hint="open the study from its page on Prolific",
        )
    return None


async def join_from_crowd(
    study: ServedStudy, crowd: Crowd, platform: Mapping[str, str], *, language: str, token: str
) -> JoinedRater:
    """A new rater under a platform's id. A preview, or a link without an id, takes no place in the study."""
    external = platform.get(crowd.rater, "").strip()
    refused = refusal_of(crowd, external)
    if refused is not None:
        raise refused
    said = {name: platform[name] for name in link_names(crowd) if name in platform}
    link = json.dumps(said, ensure_ascii=False, sort_keys=True)
    return await study.do(Join(language=language, platform=crowd.platform, external=external, link=link, token=token))


async def way_back(study: ServedStudy, rater: str, outcome: str, code: str) -> str:
    """The address to which a rater returns: the study's, with the code and what their own link said put in.

    Without `{code}` the address itself is the credit, so only those who completed the study get it.
    """
    crowd = study.definition.settings.crowd
    if crowd is None or not crowd.redirect or outcome == Outcome.OPEN:
        return ""
    if not code and ("{code}" in crowd.redirect or outcome != Outcome.COMPLETE):
        return ""
    link = await study.read(lambda conn: platform_link(conn, study.engine.key, rater=rater, platform=crowd.platform))
    return _filled_in(crowd, code, json.loads(link) if link else {})


def way_back_at_once(crowd: Crowd, code: str, link: Mapping[str, str]) -> str:
    """The address for somebody who is turned away before anything is kept of them, from what their link says now."""
    return _filled_in(crowd, code, link) if code and crowd.redirect else ""


def _filled_in(crowd: Crowd, code: str, said: Mapping[str, str]) -> str:
    address = crowd.redirect.replace("{code}", quote(code, safe=""))
    for name in link_names(crowd):
        address = address.replace(f"{{{name}}}", quote(said.get(name, ""), safe=""))
    return address
