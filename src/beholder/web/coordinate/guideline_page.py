"""The guideline while the study runs: its versions, what changed between them, and asking again after a change."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.engine.handlers.guideline import ChangeGuideline, ReissueGuideline
from beholder.store.guidelines import GuidelineRow, list_guidelines
from beholder.store.progress import answers_by_guideline
from beholder.web.call import Call, HttpError, Reply
from beholder.web.coordinate.frame import act, back, language_of, number, show, words
from beholder.web.page_words import language_choices
from beholder.web.served_study import ServedStudy

__all__ = ["guideline", "preview", "reissue", "save"]

# characters, a dozen pages: raters read no longer guideline
_LONGEST = 40_000
# as long as any other message to raters
_LONGEST_CHANGES = 4_000
# unchanged lines shown around a change, to find it in the text by
_AROUND = 2


@dataclass(frozen=True, slots=True)
class _Draft:
    """What is in the boxes of the editor."""

    texts: dict[str, str]
    changes: dict[str, str]
    material: bool = False


def _versions(conn: Connection, study: ServedStudy) -> list[GuidelineRow]:
    """All versions, the first being what the study began with."""
    definition = study.definition
    texts = {language: definition.guideline(language) for language in definition.settings.languages}
    return [GuidelineRow(1, 0, "", texts, {}, material=False), *list_guidelines(conn, study.engine.key)]


async def guideline(call: Call) -> Reply:
    """The editor with the newest text, and all versions."""
    return await _page(call)


async def _page(call: Call, *, draft: _Draft | None = None, problem: str = "", status: int = 200) -> Reply:
    study = call.study

    def load(conn: Connection) -> tuple[list[GuidelineRow], dict[str, int]]:
        return _versions(conn, study), answers_by_guideline(conn, study.engine.key)

    versions, answered = await study.read(load)
    newest = versions[-1]
    languages = study.definition.settings.languages
    shown = number(call, "version", least=1, most=newest.number, default=newest.number) if draft is None else 0
    before = next((one for one in versions if one.number == shown - 1), None)
    chosen = next((one for one in versions if one.number == shown), newest)
    texts = {language: newest.texts.get(language, "") for language in languages}
    edited = draft or _Draft(texts, dict.fromkeys(languages, ""))
    previews = {}
    for language in languages if draft else ():
        page = study.renderer.markdown(edited.texts[language])
        previews[language] = page["html"] if page else ""
    return await show(
        call,
        "guideline.html",
        here="guideline",
        status=status,
        problem=problem,
        versions=versions,
        newest=newest,
        chosen=chosen,
        edited=edited,
        offered=languages,
        names=dict(language_choices(languages)),
        previews=previews,
        differences={one: _difference(before, chosen, one) for one in languages} if before else {},
        answered=answered,
        earlier=sum(n for version, n in answered.items() if version.isdigit() and int(version) < newest.number),
    )


def _difference(before: GuidelineRow, after: GuidelineRow, language: str) -> list[tuple[str, str]]:
    """Lines as (sign, text): `+` new, `-` gone, space unchanged, `~` where unchanged lines are left out."""
    old, new = before.texts.get(language, "").splitlines(), after.texts.get(language, "").splitlines()
    lines: list[tuple[str, str]] = []
    for line in difflib.unified_diff(old, new, lineterm="", n=_AROUND):
        if line.startswith(("---", "+++")) and not lines:
            continue
        lines.append(("~", "") if line.startswith("@@") else (line[0], line[1:]))
    return lines


def _draft(call: Call) -> _Draft:
    languages = call.study.definition.settings.languages
    texts = {one: call.body.get(f"text-{one}", "").replace("\r\n", "\n") for one in languages}
    changes = {one: call.body.get(f"changes-{one}", "").strip() for one in languages}
    return _Draft(texts, changes, call.body.get("material", "") == "yes")


async def preview(call: Call) -> Reply:
    """The draft as raters would see it; nothing is kept."""
    return await _page(call, draft=_draft(call))


async def save(call: Call) -> Reply:
    """A new version. Refused, with the text kept in the editor, if somebody else made one in the meantime."""
    draft = _draft(call)
    study, t = call.study, words(language_of(call))
    versions = await study.read(lambda conn: _versions(conn, study))
    newest = versions[-1]
    if call.body.get("number", "") != str(newest.number):
        return await _page(call, draft=draft, problem=t("guideline-meanwhile", n=newest.number), status=409)
    unsound = [text for text in (*draft.texts.values(), *draft.changes.values()) if "\x00" in text]
    if unsound or not all(text.strip() and len(text) <= _LONGEST for text in draft.texts.values()):
        return await _page(call, draft=draft, problem=t("guideline-empty", n=_LONGEST), status=422)
    if not any(draft.changes.values()) or any(len(one) > _LONGEST_CHANGES for one in draft.changes.values()):
        return await _page(call, draft=draft, problem=t("guideline-no-changes"), status=422)
    if all(draft.texts[one] == newest.texts.get(one) for one in draft.texts):
        return await _page(call, draft=draft, problem=t("guideline-same"), status=422)
    changes = {language: what for language, what in draft.changes.items() if what}
    await act(call, ChangeGuideline(call.person.name, draft.texts, changes, material=draft.material))
    return back(call, "guideline")


async def reissue(call: Call) -> Reply:
    """Sets answers under earlier versions aside and asks them again."""
    study = call.study
    newest = (await study.read(lambda conn: _versions(conn, study)))[-1]
    before = number(call, "before", least=2, most=max(2, newest.number))
    if before > newest.number:
        raise HttpError(422, "there is no such version", code="request-invalid")
    await act(call, ReissueGuideline(call.person.name, before))
    return back(call, "guideline")
