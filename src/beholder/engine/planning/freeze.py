"""From a study folder into the store: the first start freezes version 1, later ones add versions or are refused."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, repeat

from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, RaterKind
from beholder.engine.clock import Clock, system_clock
from beholder.engine.identity import database_address, find_stored, open_started, refuse_foreign_id, refuse_lost_id
from beholder.engine.mark import mark_started, refuse_vanished
from beholder.engine.planning.chance import keyed_shuffle
from beholder.engine.planning.inventory import ItemsDigest, first_inventory, seed_digest, take_inventory
from beholder.engine.planning.plan import made_checks, plan_extras, plan_trials, planned_in_full
from beholder.errors import BeholderError, Problem
from beholder.protocols import Item, Showing
from beholder.store import Database, StudyRow, TrialRow, items, leases, studies, trials
from beholder.store.raters import all_raters
from beholder.store.records import canonical, records_of
from beholder.store.stopping import add_in_full, close_given_back, stream_stopping
from beholder.store.study_home import Home
from beholder.study import Definition, Pairs, Version, compare, files_of, media_digests, without_gc

__all__ = [
    "database_address",
    "find_stored",
    "judged_files",
    "open_simulated",
    "open_started",
    "open_study",
    "refused_changes",
]


def refused_changes(definition: Definition, given: str | None = None) -> tuple[Problem, ...]:
    """What the next `serve` of a study that people work on would refuse; nothing for a study that is not started."""
    begun = Home(definition.folder).known_id is not None
    try:
        database, row = open_started(definition.folder, given, definition=definition)
    except BeholderError as error:
        # of a study that is not started nothing is refused, be its database away or not made yet
        told = error.code != "study-not-started" if begun else error.code == "study-id-lost"
        return error.problems if told else ()
    with closing(database):
        if row.simulated:
            return ()
        with database.read() as conn:
            _, digest, text = studies.load_versions(conn, row.study)[-1]
            judged = judged_files(conn, row.study, definition)
    version = Version.of(definition, media=media_digests(definition, memory=Home(definition.folder).media))
    try:
        if digest != version.digest:
            compare(Version(text), version, judged=judged).refuse()
    except BeholderError as error:
        return error.problems
    return ()


def open_study(
    database: Database,
    definition: Definition,
    *,
    version: Version | None = None,
    notes: list[Problem] | None = None,
    clock: Clock = system_clock,
) -> int:
    """The study's key in the store, ready for people: started, brought to a new version, or refused with a diff.

    `version` is that of the definition and its files, if it is known: telling it takes a second for a hundred thousand
    items. What whoever starts the study should hear is added to `notes`.
    """
    home = Home(definition.folder)
    seed = definition.settings.seed
    if home.known_id is None:
        find_stored(database, definition.folder, definition)
    return _open(
        database,
        definition,
        study_id=home.study_id(),
        seed=secrets.token_hex(16) if seed is None else f"{home.secret()}:{seed}",
        simulated=False,
        now=clock(),
        version=version or Version.of(definition, media=media_digests(definition, memory=home.media)),
        notes=notes,
    )


def open_simulated(database: Database, definition: Definition, *, seed: int, now: int, replace: bool = True) -> int:
    """The study's key in the store, empty and ready for simulated raters. Never touches what people answered.

    What an earlier simulation left goes away; without `replace` it is refused.
    """
    home = Home(definition.folder)
    stored = find_stored(database, definition.folder)
    if stored is not None:
        with database.read() as conn:
            raters = all_raters(conn, stored.study, adjudicators=True)
        people = [rater for rater in raters if rater.kind != RaterKind.SIMULATED]
        if people or not stored.simulated:
            raise BeholderError(
                "people have worked on this study; simulated answers must not mix with theirs",
                code="study-has-people",
                where=str(definition.folder),
                hint="copy the folder without .beholder and simulate the copy",
            )
        if raters and not replace:
            raise BeholderError(
                f"the study holds the answers of {len(raters)} simulated raters already",
                code="study-simulated-already",
                where=str(definition.folder),
                hint="--again replaces them",
            )
        with database.write(stored.study) as conn:
            studies.delete_study(conn, stored.study)
    plan_seed = definition.settings.seed
    version = Version.of(definition)
    return _open(
        database,
        definition,
        study_id=home.study_id(version.digest[:16]),
        seed=f"simulated:{seed if plan_seed is None else plan_seed}",
        simulated=True,
        now=now,
        version=version,
    )


@without_gc()
def _open(
    database: Database,
    definition: Definition,
    *,
    study_id: str,
    seed: str,
    simulated: bool,
    now: int,
    version: Version,
    notes: list[Problem] | None = None,
) -> int:
    folder = definition.folder
    with database.read() as conn:
        row = studies.find_study(conn, study_id)
    if row is None:
        refuse_vanished(database, study_id)
        # several may start at once: whoever waited for this lock finds the study that another has begun meanwhile
        with database.write() as conn:
            row = studies.find_study(conn, study_id)
            if row is None:
                refuse_lost_id(conn, database, folder, None if simulated else definition)
                key = _start(conn, definition, version, study_id=study_id, seed=seed, simulated=simulated, now=now)
        if row is None:
            Home(folder).note_begun()
            if not simulated:
                mark_started(database, study_id)
            return key
    if row.simulated and not simulated:
        raise BeholderError(
            "this study holds simulated answers; people's answers must not mix with them",
            code="study-simulated",
            where=str(definition.folder),
            hint="`serve --simulated` shows them to those who run the study; delete its .beholder folder to start for real",
        )
    with database.write(row.study) as conn:
        told = _continue(conn, definition, version, studies.load_study(conn, row.study), now)
    if not simulated:
        mark_started(database, study_id)
    if notes is not None:
        notes += told
    return row.study


def _start(
    conn: Connection,
    definition: Definition,
    version: Version,
    *,
    study_id: str,
    seed: str,
    simulated: bool,
    now: int,
) -> int:
    key = studies.add_study(conn, id=study_id, at=now, seed=seed, simulated=simulated)
    studies.add_version(conn, key, version=1, at=now, digest=version.digest, definition=version.text)
    planned = list(plan_trials(definition, definition.items, seed=seed))
    everything = (*definition.items, *made_checks(definition, seed=seed, trials=len(planned)))
    digest = ItemsDigest()
    items.add_items(conn, key, digest.of_rows(_item_rows(everything, first=0, version=1, texts=version.items or ())))
    planned += plan_extras(definition, everything, first_trial=len(planned))
    places = _add_trials(conn, key, planned)
    add_in_full(conn, key, planned_in_full(definition, everything, seed=seed))
    body = {"version": 1, "digest": version.digest, "simulated": simulated, "seed": seed_digest(seed)}
    body |= first_inventory(digest.hexdigest(), planned, list(stream_stopping(conn, key)))
    studies.append_record(conn, key, "start", body, at=now, places=places)
    return key


def _continue(conn: Connection, definition: Definition, version: Version, row: StudyRow, now: int) -> list[Problem]:
    number, digest, text = studies.load_versions(conn, row.study)[-1]
    if digest == version.digest:
        _complete_record(conn, row, now)
        return []
    before = Version(text)
    refuse_foreign_id(conn, row, definition.folder, definition)
    change = compare(before, version, judged=judged_files(conn, row.study, definition))
    change.refuse()
    key, new = row.study, number + 1
    studies.add_version(conn, key, version=new, at=now, digest=version.digest, definition=version.text)
    known = before.data["items"]
    places = _take_back_changed(conn, definition, before, version, key)
    places += _raise_quotas(conn, definition, key, row.seed)
    places += _add_listed_pairs(conn, definition, before, key, row.seed)
    added = [item for item in definition.items if item.id not in known]
    if added:
        first_item, last_trial = items.count_items(conn, key), trials.count_trials(conn, key)[2]
        items.add_items(conn, key, _item_rows(added, first=first_item, version=new))
        planned = plan_trials(definition, added, seed=row.seed, first_item=first_item, first_trial=last_trial + 1)
        places += _add_trials(conn, key, planned)
        added_full = planned_in_full(
            definition, added, seed=row.seed, first_item=first_item, first_trial=last_trial + 1
        )
        add_in_full(conn, key, added_full)
        last_trial = trials.count_trials(conn, key)[2]
        _add_trials(conn, key, plan_extras(definition, added, first_item=first_item, first_trial=last_trial + 1))
    body = {"version": new, "digest": version.digest}
    studies.append_record(conn, key, "version", body | take_inventory(conn, key), at=now, places=places)
    of_files = [one.text for one in change.differences if one.where == "media"]
    return [Problem(f"{text} (version {new})", "media-recorded", warning=True) for text in of_files]


def judged_files(conn: Connection, key: int, definition: Definition) -> set[str]:
    """The files of items that somebody has judged."""
    judged = items.answered_items(conn, key)
    return set(files_of((item for item in definition.items if item.id in judged), definition.declaration))


def _take_back_changed(conn: Connection, definition: Definition, before: Version, version: Version, key: int) -> int:
    """Takes back showings of items whose files changed, so that nobody judges one file and is on record for the other."""
    old, new = before.data.get("media", {}), version.data.get("media", {})
    changed = {name for name, digest in new.items() if old.get(name, digest) != digest}
    if not changed:
        return 0
    numbers = items.numbers_of(conn, key)
    showing = (item for item in definition.items if changed.intersection(files_of([item], definition.declaration)))
    held = leases.open_of_items(conn, key, [numbers[item.id] for item in showing if item.id in numbers])
    places: dict[int, tuple[int, int]] = {}
    for lease in held:
        if lease.kind in Showing.PLANNED:
            count, flipped = places.get(lease.trial, (0, 0))
            places[lease.trial] = (count + 1, flipped + lease.flipped)
    places = close_given_back(conn, key, places)
    trials.change_places(conn, key, places)
    leases.set_lease_states(conn, {lease.lease: LeaseState.EXPIRED for lease in held})
    return sum(count for count, _ in places.values())


def _complete_record(conn: Connection, row: StudyRow, now: int) -> None:
    """Puts on record what a study serves that was started when records said less."""
    newest = records_of(conn, row.study, row.id, kind="version") or records_of(conn, row.study, row.id, kind="start")
    later = records_of(conn, row.study, row.id, kind="inventory")
    if "format" not in json.loads(newest[-1].body) and not (later and later[-1].seq > newest[-1].seq):
        studies.append_record(conn, row.study, "inventory", take_inventory(conn, row.study), at=now)


def _item_rows(
    added: Sequence[Item], *, first: int, version: int, texts: Iterable[str] = ()
) -> Iterator[tuple[int, str, int, str]]:
    """Rows of items; `texts` are those of the first of them, where they were written before."""
    for number, (item, text) in enumerate(zip(added, chain(texts, repeat("")), strict=False), start=first):
        yield number, item.id, version, text or canonical(item.to_json())


def _add_trials(conn: Connection, key: int, planned: Iterable[TrialRow]) -> int:
    """Adds trials; how many places they have."""
    rows = list(planned)
    trials.add_trials(conn, key, rows)
    return sum(row.quota for row in rows)


def _raise_quotas(conn: Connection, definition: Definition, key: int, seed: str) -> int:
    """More ratings for trials that are there already; a quota is never lowered. With a rule none can be raised."""
    if definition.stop_rule is not None:
        return 0
    stored = list(trials.stream_quotas(conn, key))
    wanted = {trial: max(quota, definition.ratings) for trial, quota in stored}
    overlap = definition.settings.overlap
    if overlap is not None:
        enough = sum(quota >= overlap.ratings for quota in wanted.values())
        missing = max(0, round(overlap.share * len(stored)) - enough)
        few = [trial for trial, quota in wanted.items() if quota < overlap.ratings]
        for trial in keyed_shuffle(seed, few, "overlap", len(few))[:missing]:
            wanted[trial] = overlap.ratings
    pair = definition.declaration.shows == "pair"
    raised = [
        (trial, wanted[trial], (wanted[trial] - quota + trial % 2) // 2 if pair else 0)
        for trial, quota in stored
        if wanted[trial] > quota
    ]
    return trials.raise_quota(conn, key, raised)


def _add_listed_pairs(conn: Connection, definition: Definition, before: Version, key: int, seed: str) -> int:
    """Trials for pairs that were added to the list."""
    old = {frozenset(pair) for pair in before.data["settings"]["pairs"]["listed"]}
    listed = tuple(pair for pair in definition.settings.pairs.listed if frozenset(pair) not in old)
    if not old or not listed:
        return 0
    settings = definition.settings.model_copy(update={"pairs": Pairs(listed=listed)})
    known = before.data["items"]
    standing = [item for item in definition.items if item.id in known]
    numbers = items.numbers_of(conn, key)
    last = trials.count_trials(conn, key)[2]
    listing, drawn = replace(definition, settings=settings), f"{seed}:{last}"
    planned = plan_trials(listing, standing, seed=drawn, first_trial=last + 1)
    add_in_full(conn, key, planned_in_full(listing, standing, seed=drawn, first_trial=last + 1))
    renumbered = (trial._replace(item=numbers[standing[trial.item].id]) for trial in planned)
    places = _add_trials(conn, key, renumbered)
    for item in trials.suspended_items(conn, key):
        # a broken picture is broken in new pairs too
        trials.suspend(conn, key, item)
    return places
