"""Exclusion rules through the versions of a study: what those of each version take out of the same raw answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from beholder.analysis.context import RulesOfVersion
from beholder.declarations.states import Showing
from beholder.fields import Words
from beholder.protocols import Declaration, Item, Protocol, why_left_out
from beholder.quality.exclusion import Passed, combine_checks, decide
from beholder.quality.rater_quality import CATALOGUE, rater_quality
from beholder.quality.rating_columns import RatingColumns
from beholder.store.records import Record
from beholder.study.journey import ExclusionRule
from beholder.tables.ratings import Rating, iso_time

__all__ = ["rules_in_words", "rules_of_versions"]


@dataclass(frozen=True, slots=True)
class _Frozen:
    """The rules of a version, with the bound below which it calls an answer fast."""

    version: int
    digest: str
    rules: tuple[ExclusionRule, ...]
    fast_seconds: float

    def decisive(self) -> tuple[Any, ...]:
        """What decides which answers are out. Whether their places open again does not, nor a bound that no rule asks."""
        rules = tuple(rule.model_copy(update={"reissue": True}) for rule in self.rules)
        return rules, self.fast_seconds if any(rule.measure == "fast-share" for rule in rules) else None


@dataclass(frozen=True, slots=True)
class _History:
    """What the chain says: when each version came, how many answers were in by then, and who passed which checks."""

    since: Mapping[int, int]
    before: Mapping[int, int]
    checks: Passed


def rules_in_words(versions: Iterable[tuple[int, str, str]]) -> dict[str, Words]:
    """Every exclusion rule that any version declared; one that changed, with all that it said."""
    found: dict[str, Words] = {}
    last: dict[str, Words] = {}
    for number, _, text in versions:
        for rule in _declared(json.loads(text)):
            words = rule.in_words()
            if rule.id not in found:
                found[rule.id] = words
            elif last[rule.id] != words:
                found[rule.id] = CATALOGUE.say("rule-changed", before=found[rule.id], version=str(number), after=words)
            last[rule.id] = words
    return found


def _declared(definition: Mapping[str, Any]) -> tuple[ExclusionRule, ...]:
    return tuple(ExclusionRule.model_validate(rule) for rule in definition["settings"].get("exclude", ()))


def rules_of_versions(
    versions: Iterable[tuple[int, str, str]],
    records: Iterable[Record],
    rows: Iterable[Rating],
    *,
    protocol: Protocol | None,
    items: Mapping[str, Item],
    params: Any,
    corrections_timed: bool = False,
) -> tuple[RulesOfVersion, ...]:
    """The rules in force since the first answer, each applied to all answers; nothing unless rules changed since then.

    A function of the frozen versions (number, digest, text), the chain and the newest ratings, so that a release gives
    the same. What was taken out by anything but a declared rule (by hand, late, stopped) stays out under each version;
    answers that were asked again in place of excluded ones stay in. `protocol` may hide controls in `items`.
    `corrections_timed` judges the time of corrections as if they were first answers, as analyses once did.
    """
    texts = [(number, digest, json.loads(text)) for number, digest, text in versions]
    frozen = _distinct(texts)
    if len(frozen) < 2:
        return ()
    history = _read(records)
    # rules that were replaced before anybody answered were never in force
    later = [*(history.before[one.version] for one in frozen[1:]), 1]
    in_force = [one for one, answers in zip(frozen, later, strict=True) if answers]
    if len(in_force) < 2:
        return ()
    ours = {rule.id for _, _, definition in texts for rule in _declared(definition)}
    given = [_restored(row) if row.excluded_by in ours else row for row in rows]
    if corrections_timed:
        given = [row._replace(revision=1) for row in given]
    standing = {row.answer: row.excluded_by for row in given if row.excluded_by}
    controls = protocol.controls if protocol else None
    checks = combine_checks(history.checks, controls(given, items, params)) if controls else history.checks
    declaration = Declaration.model_validate(texts[-1][2]["declaration"])
    columns = RatingColumns.of(given)
    found = []
    for one in in_force:
        quality = rater_quality(columns, declaration, checks, fast_seconds=one.fast_seconds)
        decided = {answer: out.rule for out in decide(one.rules, quality, given) for answer in out.answers}
        found.append(
            RulesOfVersion(
                version=one.version,
                digest=one.digest,
                since=iso_time(history.since[one.version]),
                before=history.before[one.version],
                rules={rule.id: rule.in_words() for rule in one.rules},
                excluded=standing | decided,
            )
        )
    return tuple(found)


def _restored(row: Rating) -> Rating:
    return row._replace(excluded_by="", counts=not why_left_out(row.kind, ""))


def _distinct(texts: Iterable[tuple[int, str, Mapping[str, Any]]]) -> list[_Frozen]:
    """The versions with which the rules changed, the first among them."""
    found: list[_Frozen] = []
    for number, digest, definition in texts:
        own = definition["settings"]["limits"]["fast_seconds"]
        fast = definition["declaration"]["timing"]["fast_seconds"] if own is None else own
        one = _Frozen(number, digest, _declared(definition), fast)
        if not found or one.decisive() != found[-1].decisive():
            found.append(one)
    return found


def _read(records: Iterable[Record]) -> _History:
    since: dict[int, int] = {}
    before: dict[int, int] = {}
    judged: dict[str, tuple[str, bool]] = {}
    answers = 0
    for record in records:
        if record.kind in ("start", "version"):
            version = json.loads(record.body)["version"]
            since[version], before[version] = record.at, answers
        elif record.kind == "answer":
            body = json.loads(record.body)
            answers += body["kind"] == Showing.MAIN and body["revision"] == 1
            if body["kind"] == Showing.ATTENTION and body["passed"] is not None:
                # of several revisions the last one counts, as it does wherever checks are counted
                judged[body["lease"]] = (body["rater"], body["passed"])
        elif record.kind == "skip":
            body = json.loads(record.body)
            # the first release did not say what was skipped
            if body.get("kind") == Showing.ATTENTION:
                judged.setdefault(body["lease"], (record.subject, False))
    checks: dict[str, tuple[int, int]] = {}
    for rater, passed in judged.values():
        hits, of = checks.get(rater, (0, 0))
        checks[rater] = (hits + bool(passed), of + 1)
    return _History(since, before, checks)
