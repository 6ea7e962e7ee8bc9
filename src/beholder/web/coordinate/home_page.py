"""The way in, and the list of studies."""

from __future__ import annotations

import asyncio

from beholder.declarations.states import MessageKind, MessageState
from beholder.engine.handlers.act_log import LogAct
from beholder.engine.handlers.staff_accounts import EndSessions, PutPerson
from beholder.errors import BeholderError
from beholder.store.messages import list_messages
from beholder.store.outage import DatabaseUnavailableError
from beholder.store.people import find_person
from beholder.web.call import Call, Reply, html, redirect
from beholder.web.coordinate.frame import language_asked, language_of, languages, words
from beholder.web.coordinate.pace import progress_of
from beholder.web.page_words import language_choices
from beholder.web.passwords import digest
from beholder.web.render import page_environment
from beholder.web.sign_in import COOKIE_DAYS, OWNER_NAME
from beholder.web.staff import OWNER, StaffSession, by_link, by_password, identify, stamp

__all__ = ["change_password", "home", "sign_in", "sign_out"]

# longer than any link, name or password; more is not looked at
_LONGEST = 200


def _page(call: Call, template: str, *, status: int = 200, **context: object) -> Reply:
    language = language_of(call)
    page = page_environment().get_template(template)
    text = page.render(
        lang=language,
        t=words(language),
        languages=language_choices(languages()),
        static=call.app.static_address,
        root=call.app.options.root_path,
        **context,
    )
    return html(text, status=status)


def _at(call: Call, rest: str = "") -> str:
    asked = language_asked(call)
    kept = f"?lang={asked}" if asked else ""
    return f"{call.app.options.root_path}/c/{rest}{kept}"


async def home(call: Call) -> Reply:
    """The studies one has a part in, or the way in."""
    session = await identify(call.app, call)
    if session is None:
        return _sign_in_page(call, token=call.query("t")[:_LONGEST])
    studies = []
    for short, study in call.app.studies.items():
        if session.person_in(short) is not None:
            facts = await progress_of(study)
            title = study.definition.title.to(language_of(call))
            url = f"{call.app.options.root_path}/c/{short}" + _at(call).partition("/c/")[2]
            waiting = await study.read(
                lambda conn, key=study.engine.key: list_messages(
                    conn, key, kinds=MessageKind.ASKED, state=MessageState.OPEN
                )  # type: ignore[misc]
            )
            studies.append(
                {
                    "title": title,
                    "protocol": study.definition.declaration.title.to(language_of(call)),
                    "url": url,
                    "progress": facts,
                    "state": facts.status.state,
                    "waiting": len(waiting),
                    "simulated": study.simulated,
                }
            )
    return _page(
        call,
        "coordinate/home.html",
        studies=studies,
        person=session.anywhere(),
        signout=_at(call, "sign-out"),
        password=_at(call, "password"),
        problem="",
    )


def _sign_in_page(call: Call, *, token: str = "", problem: str = "", status: int = 200) -> Reply:
    return _page(
        call, "coordinate/signin.html", status=status, action=_at(call, "sign-in"), problem=problem, token=token
    )


async def sign_in(call: Call) -> Reply:
    """A token, a personal link, or name and password in exchange for a cookie."""
    token, name = call.body.get("token", "").strip()[:_LONGEST], call.body.get("name", "").strip()[:_LONGEST]
    # guesses are refused by where they come from, and slowed down by whom they are about
    account = name.casefold() or OWNER_NAME
    await call.app.sign_ins.take(call.network)
    if not token:
        await call.app.passwords.turn()
        await call.app.accounts.turn(account)
    try:
        value = await _cookie_for(call, token, name)
    except DatabaseUnavailableError:
        await _forgive(call, token, account)
        raise
    except BeholderError:
        return _sign_in_page(call, status=403, problem=words(language_of(call))("signin-refused"))
    await _forgive(call, token, account)
    return redirect(_at(call), extra=[_cookie(call, value, age=COOKIE_DAYS * 86_400)])


async def _forgive(call: Call, token: str, account: str) -> None:
    """An attempt that was no guess does not count."""
    await call.app.sign_ins.give_back(call.network)
    if not token:
        await call.app.passwords.give_back()
        await call.app.accounts.give_back(account)


async def _cookie_for(call: Call, token: str, name: str) -> str:
    password = call.body.get("password", "")
    if name and name.casefold() != OWNER_NAME and not token:
        return await by_password(call.app, name, password)
    try:
        return await asyncio.to_thread(call.app.coordinators.sign_in, token=token, password=password)
    except BeholderError:
        if not token:
            raise
        return await by_link(call.app, token)


async def sign_out(call: Call) -> Reply:
    """Ends every session of whoever asks, so that a cookie that was copied ends too."""
    if call.session.owner:
        await asyncio.to_thread(call.app.coordinators.sign_out)
    for short, person in (call.session.rights or {}).items():
        await call.app.studies[short].do(EndSessions(person.name))
    return redirect(_at(call), extra=[_cookie(call, "", age=0)])


def _cookie(call: Call, value: str, *, age: int) -> tuple[bytes, bytes]:
    secure = "; Secure" if call.secure else ""
    name = call.app.cookie_name(call)
    return b"set-cookie", f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}".encode()


async def change_password(call: Call) -> Reply:
    """Sets the password with which one comes back."""
    password = call.body.get("password", "")
    if call.session.owner:
        await asyncio.to_thread(call.app.coordinators.set_password, password)
        for study in call.app.studies.values():
            await study.do(LogAct(OWNER.name, "password"))
        return redirect(_at(call))
    return redirect(_at(call), extra=[await _change_own(call, call.session, password)])


async def _change_own(call: Call, session: StaffSession, password: str) -> tuple[bytes, bytes]:
    hashed = await asyncio.to_thread(digest, password, name=session.anywhere().name)
    stamps = {}
    for short, person in (session.rights or {}).items():
        study = call.app.studies[short]
        row = await study.read(lambda conn, s=study, p=person: find_person(conn, s.engine.key, name=p.name))  # type: ignore[misc]
        if row is None:
            continue
        changed = row._replace(password=hashed)
        command = PutPerson(
            author=person.name,
            name=row.name,
            role=row.role,
            adjudicates=row.adjudicates,
            password=hashed,
            link_digest=row.link_digest,
            state=row.state,
        )
        await study.do(command)
        stamps[short] = stamp(changed)
    value = call.app.coordinators.person_cookie(session.anywhere().name, stamps)
    return _cookie(call, value, age=COOKIE_DAYS * 86_400)
