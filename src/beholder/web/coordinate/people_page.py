"""Who runs the study: roles, the permission to adjudicate, passwords and personal links."""

from __future__ import annotations

import asyncio
import secrets

from beholder.declarations.states import AccountState
from beholder.engine.handlers.staff_accounts import PutPerson
from beholder.errors import BeholderError
from beholder.store.people import PersonRow, find_person, list_people
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, choice, language_of, show, words
from beholder.web.link_host import link_origin
from beholder.web.passwords import digest
from beholder.web.refusal import tell_problem
from beholder.web.sign_in import OWNER_NAME
from beholder.web.staff import link_digest

__all__ = ["people", "put_person"]

# characters, as its box on the page takes; names stand in every line of the log
_LONGEST_NAME = 60


async def people(call: Call) -> Reply:
    """Everybody who runs the study."""
    return await _page(call)


async def _page(call: Call, *, problem: str = "", link: str = "", name: str = "", status: int = 200) -> Reply:
    study = call.study
    listed = await study.read(lambda conn: list_people(conn, study.engine.key))
    return await show(
        call,
        "people.html",
        here="people",
        status=status,
        problem=problem,
        listed=listed,
        link=link,
        link_name=name,
    )


async def put_person(call: Call) -> Reply:
    """Adds somebody, or changes their role, permission, state, password or personal link."""
    study, t = call.study, words(language_of(call))
    name = call.body.get("name", "").strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable() or name.casefold() == OWNER_NAME:
        return await _page(call, problem=t("person-bad-name", n=_LONGEST_NAME), status=422)
    role = choice(call, "role", ("viewer", "coordinator"))
    state = choice(call, "state", tuple(AccountState), default=AccountState.ACTIVE)
    before = await study.read(lambda conn: find_person(conn, study.engine.key, name=name))
    if before is not None and call.body.get("new", "") == "yes":
        return await _page(call, problem=t("person-known", name=name), status=422)
    row = before or PersonRow(name, role, False, "", "", state, 0)
    token = secrets.token_urlsafe(24) if call.body.get("link", "") == "yes" else ""
    # a host that no link may lead to is refused before anything is stored
    link = f"{link_origin(call)}{call.app.options.root_path}/c/?t={token}" if token else ""
    password = call.body.get("password", "")
    try:
        hashed = await asyncio.to_thread(digest, password, name=name) if password else row.password
    except BeholderError as error:
        return await _page(call, problem=tell_problem(error.problems[0], t), status=422)
    await act(
        call,
        PutPerson(
            author=call.person.name,
            name=name,
            role=role,
            adjudicates=call.body.get("adjudicates", "") == "yes",
            password=hashed,
            link_digest=link_digest(token) if token else row.link_digest,
            state=state,
        ),
    )
    return await _page(call, link=link, name=name)
