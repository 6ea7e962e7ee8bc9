"""What was changed while a study ran: each change dated, with how many answers and looks at results lay before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.conduct.chronicle import LOOKS, Chronicle, Event
from beholder.declarations.states import Showing, StudyState
from beholder.fields import Words
from beholder.study.journey import ExclusionRule
from beholder.study.meaning import flat
from beholder.text import Catalogue, Listing

__all__ = ["CATALOGUE", "ChangeMade", "changes_made"]

CATALOGUE = Catalogue("conduct")
"""What is said of how a study was run."""

_say = CATALOGUE.say
# signs; a longer text, such as a consent form, is not told word for word
_MOST_TOLD = 60
# settings told one by one; a version with more is told by its commonest
_MOST_SETTINGS = 12
_OWN = frozenset({"ratings", "exclude"})
"""Settings that are told in words of their own."""

_WORDING = frozenset({"title", "description", "about", "contact", "run_by", "media"})
"""Settings that neither raters' work nor results depend on."""


_ACT, _DESIGN, _MATERIAL = range(3)
"""What a change touches: nothing of the design, the design, or what raters are told and asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeMade:
    """One change or act: when, in words, how many answers were in, and how many looks at results were on record.

    `design` if it changes what is asked, of whom or how much, or what counts: what a reader weighs after a look; `material`
    if raters are told or asked something else, so that answers before and after it are to different questions.
    """

    at: int
    version: int
    what: Words
    answers: int
    looks: int
    design: bool = True
    material: bool = False

    def to_json(self) -> dict[str, Any]:
        """The change as plain data."""
        told = {"at": self.at, "version": self.version, "answers": self.answers, "looks": self.looks}
        return {**told, "design": self.design, "what": dict(self.what.root)}


def changes_made(chronicle: Chronicle, versions: Sequence[Mapping[str, Any]]) -> tuple[ChangeMade, ...]:
    """Everything done to the study since it began, oldest first; `versions` are the frozen definitions in order."""
    version, out = 1, []
    for event in chronicle.events:
        if event.kind == "version":
            version = int(event.body["version"])
            told = list(_between(versions[version - 2], versions[version - 1]))
        else:
            told = list(_act(event))
        out += [
            ChangeMade(
                at=event.at,
                version=version,
                what=what,
                answers=event.answers,
                looks=event.looks,
                design=weight > _ACT,
                material=weight == _MATERIAL,
            )
            for what, weight in told
        ]
    return tuple(out)


def _act(event: Event) -> Iterator[tuple[Words, int]]:
    body = event.body
    if event.what in LOOKS:
        reason = str(body.get("reason") or "")
        yield (_say("change-look-reason", reason=reason) if reason else _say("change-look-export")), _ACT
    elif event.what == "unblind":
        yield _say("change-unblind"), _ACT
    elif event.what == "guideline":
        key = "change-guideline-material" if body.get("material") else "change-guideline-clarified"
        yield _say(key, number=str(body["number"])), _MATERIAL if body.get("material") else _ACT
    elif event.what == "phase":
        pilot = body["phase"] == Showing.PILOT
        yield (_say("change-pilot-begins") if pilot else _say("change-pilot-ends", n=int(body["set_aside"]))), _DESIGN
    elif event.what == "suspend":
        # by raters' reports the record names the item's number, by hand its id
        yield _say("change-item-out", item=str(body.get("item", f"#{event.subject}"))), _DESIGN
    elif event.what == "resume":
        yield _say("change-item-in", item=str(body["item"])), _DESIGN
    elif event.what == "resume-all" and body.get("items"):
        yield _say("change-items-in", n=int(body["items"])), _DESIGN
    elif event.kind == "state":
        key = {StudyState.CLOSED: "closed", StudyState.PAUSED: "paused"}.get(StudyState(event.subject), "opened")
        yield _say(f"change-{key}"), _ACT


def _between(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[Words, int]]:
    """What a new version changed, each with what it touches."""
    before, after = old["settings"], new["settings"]
    if before["ratings"] != after["ratings"]:
        yield _say("change-ratings", before=before["ratings"], after=after["ratings"]), _DESIGN
    added = new["items"].keys() - old["items"].keys()
    removed = old["items"].keys() - new["items"].keys()
    changed = [item for item in old["items"].keys() & new["items"].keys() if old["items"][item] != new["items"][item]]
    for key, items in (("added", added), ("removed", removed), ("changed", changed)):
        if items:
            yield _say(f"change-items-{key}", n=len(items)), _DESIGN
    yield from ((words, _DESIGN) for words in _rules(before.get("exclude", ()), after.get("exclude", ())))
    if old["guidelines"] != new["guidelines"]:
        yield (
            _say("change-guideline-text", languages=Listing(_languages(old["guidelines"], new["guidelines"]))),
            _MATERIAL,
        )
    yield from _settings(before, after)
    yield from ((words, _MATERIAL) for words in _differing("params", old["params"], new["params"]))
    # the default number of ratings is told as the setting it becomes, and a headline asks nothing
    told = _changed(flat(old["declaration"]), flat(new["declaration"]))
    asked = [path for path in told if path[0].split(".")[0] not in ("ratings", "headline", "measures")]
    if asked:
        yield (
            _say("change-protocol", n=len(asked), names=Listing([path for path, _, _ in asked[:_MOST_NAMED]])),
            _MATERIAL,
        )
    media = [name for name in _changed(old.get("media", {}), new.get("media", {})) if name[1] and name[2]]
    if media:
        yield _say("change-media", n=len(media)), _DESIGN


# enough to see the pattern
_MOST_NAMED = 4


def _languages(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def _rules(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> Iterator[Words]:
    old = {rule["id"]: ExclusionRule.model_validate(rule) for rule in before}
    new = {rule["id"]: ExclusionRule.model_validate(rule) for rule in after}
    for name in [*old, *(one for one in new if one not in old)]:
        if name not in new:
            yield _say("change-rule-gone", rule=name)
        elif name not in old:
            yield _say("change-rule-new", rule=name, text=new[name].in_words())
        elif old[name] != new[name]:
            yield _say("change-rule", rule=name, before=old[name].in_words(), after=new[name].in_words())


def _settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[Words, int]]:
    names = [name for name, _, _ in _changed(before, after) if name not in _OWN]
    told = [
        (words, _DESIGN if name not in _WORDING else _ACT)
        for name in names
        for words in _differing(name, before.get(name), after.get(name))
    ]
    yield from told[:_MOST_SETTINGS]
    if len(told) > _MOST_SETTINGS:
        yield _say("change-more-settings", n=len(told) - _MOST_SETTINGS), _DESIGN


def _differing(name: str, before: Any, after: Any) -> Iterator[Words]:
    """One line for each part that differs; a section that comes or goes is one line."""
    if before is None or after is None:
        yield _say("change-setting-new" if before is None else "change-setting-gone", name=name)
        return
    for path, old, new in _changed(flat(before, name), flat(after, name)):
        values = [_written(old), _written(new)]
        if any(len(value) > _MOST_TOLD for value in values):
            yield _say("change-setting-text", name=path)
        else:
            yield _say("change-setting", name=path, before=values[0], after=values[1])


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in [*before, *(one for one in after if one not in before)]:
        if before.get(name) != after.get(name):
            yield name, before.get(name), after.get(name)


def _written(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "–" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
