"""A study as its author defined it: settings, protocol and items, read from a folder and found sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from beholder.declarations.states import Showing
from beholder.errors import BeholderError, Problem, nearest
from beholder.fields import Words
from beholder.protocols import CheckRule, Declaration, Item, Protocol, find_protocol
from beholder.protocols.folder_contents import folder_contents
from beholder.protocols.messages_toml import old_messages
from beholder.safe_paths import MEDIA_FOLDERS, allowed_media_folders, confine, inside
from beholder.source import Source, in_our_words, model_problems, read_yaml
from beholder.study.guideline_files import guideline_for, read_guidelines
from beholder.study.guideline_marks import fill_marks, unknown_marks
from beholder.study.items.reader import read_items
from beholder.study.problems import Problems
from beholder.study.settings import Settings, Subsets
from beholder.study.stop_rule import RatingsUntilSure
from beholder.text import Catalogue

__all__ = ["STUDY_FILE", "Definition", "load_definition", "read_definition"]

STUDY_FILE = "study.yaml"


@dataclass(frozen=True)
class Definition:
    """Everything a study folder says. `declaration` is the protocol's, with the study's parameters and wording."""

    folder: Path
    settings: Settings
    protocol: Protocol
    declaration: Declaration
    params: BaseModel
    items: tuple[Item, ...]
    warnings: tuple[Problem, ...] = ()
    guidelines: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> Words:
        """The study's title, or the protocol's."""
        return self.settings.title or self.declaration.title

    @property
    def ratings(self) -> int:
        """Ratings per trial outside the overlap; the most there may be, where a rule decides."""
        given = self.settings.ratings
        return given.most if isinstance(given, RatingsUntilSure) else given or self.declaration.ratings

    @property
    def stop_rule(self) -> RatingsUntilSure | None:
        """By which rule a trial is asked for no longer; None where every trial gets the same number of ratings."""
        given = self.settings.ratings
        return given if isinstance(given, RatingsUntilSure) else None

    @property
    def fast_seconds(self) -> float:
        """Active time below which an answer is marked for review: the study's own bound, else the protocol's."""
        own = self.settings.limits.fast_seconds
        return self.declaration.timing.fast_seconds if own is None else own

    def is_fast(self, kind: str, active_ms: int, revision: int) -> bool:
        """Whether an answer is marked for review. A correction may be quick: the trial had been looked at before."""
        return kind in Showing.ALIKE and revision == 1 and active_ms < 1000 * self.fast_seconds

    def is_implausible(self, kind: str, active_ms: int, revision: int) -> bool:
        """Whether nobody can have looked: less than half of the time below which an answer is marked for review."""
        return self.is_fast(kind, 2 * active_ms, revision)

    @cached_property
    def check_rule(self) -> CheckRule | None:
        """What follows from raters' scores on checks: as the study says, else as the protocol does; None if nothing."""
        rule, given = self.protocol.check_rule or CheckRule(), self.settings.checks
        if given is not None:
            said = given.model_dump(include={"warn_below", "stop_below", "after", "withdraw"}, exclude_none=True)
            rule = replace(rule, **said)
        return rule if rule.warn_below or rule.stop_below else None

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """All systems of the items to be rated, sorted."""
        found = {c.system for item in self.items if item.kind == Showing.MAIN for c in item.candidates}
        found |= {item.system for item in self.items if item.kind == Showing.MAIN and item.system}
        return tuple(sorted(found))

    @property
    def media_root(self) -> Path:
        """The folder in which pictures and masks lie."""
        return self.folder / self.settings.media

    def guideline(self, language: str) -> str:
        """The guideline as Markdown: the study's own if it brings one, else the protocol's; with the form's own words."""
        text = guideline_for(language, self.guidelines, self.protocol, self.params)
        return fill_marks(text, self.declaration.form, language)


def load_definition(folder: Path, *, items: bool = True) -> Definition:
    """The study in a folder; raises one error with everything that is wrong. Pictures are not looked at.

    Without `items` it has none: for a study whose items are in the store.
    """
    definition, problems = read_definition(folder, with_items=items)
    if definition is None or problems.errors:
        raise BeholderError.of(p for p in problems.listed() if not p.warning)
    return definition


def read_definition(folder: Path, *, with_items: bool = True) -> tuple[Definition | None, Problems]:
    """As much of a study as can be read, and all that is wrong with it.

    With errors the definition holds only the sound items; it is for finding more mistakes, not for running.
    """
    problems = Problems()
    path = folder / STUDY_FILE
    if not path.is_file():
        problems.add(_no_study(folder))
        return None, problems
    try:
        confine(folder, STUDY_FILE, where=str(path), kind="file")
        folder_contents(folder)
        source = read_yaml(path)
    except BeholderError as error:
        problems.extend(error.problems)
        return None, problems
    settings = _settings(source, problems)
    guidelines = read_guidelines(folder, problems=problems)
    protocol = _protocol(settings, folder, source, problems) if settings else None
    if settings is None or protocol is None:
        return None, problems
    for name in protocol.analysis_files:
        if (folder / name).is_file() and inside(folder / name, [folder]) is None:
            wrong = "is a link that leads out of the folder"
            problems.add(Problem(wrong, "file-outside", name, "copy the file into the folder"))
    params = _params(protocol, settings, source, problems)
    if params is None:
        return None, problems
    declaration = _declaration(protocol, params, settings, source, problems)
    items: tuple[Item, ...] = ()
    if with_items:
        items = read_items(
            folder,
            settings,
            protocol=protocol,
            declaration=declaration,
            params=params,
            problems=problems,
            where=source.where,
        )
    definition = Definition(folder, settings, protocol, declaration, params, items, (), guidelines)
    if with_items:
        _check_between(definition, source, problems)
    warnings = tuple(p for p in problems.listed() if p.warning)
    return Definition(folder, settings, protocol, declaration, params, items, warnings, guidelines), problems


_BEGIN = "`beholder new PROTOCOL DIR` writes a study to begin with"


def _no_study(folder: Path) -> Problem:
    if not folder.is_dir():
        wrong = "this is a file, not a study folder" if folder.exists() else "there is no such folder"
        hint = f"name the folder: {folder.parent}" if folder.name == STUDY_FILE else _BEGIN
        return Problem(wrong, "study-missing", str(folder), hint)
    inner = sorted(p.parent.name for p in folder.glob(f"*/{STUDY_FILE}"))
    hint = f"do you mean {', '.join(str(folder / one) for one in inner[:3])}?" if inner else ""
    if (folder / "study.yml").exists():
        hint = f"rename study.yml to {STUDY_FILE}"
    return Problem(
        f"the folder has no {STUDY_FILE}",
        "study-missing",
        str(folder),
        hint or _BEGIN,
    )


def _settings(source: Source, problems: Problems) -> Settings | None:
    """The settings; where some are wrong, those that are right, so that the items can be looked at all the same."""
    try:
        return Settings.model_validate(source.data)
    except ValidationError as error:
        problems.extend(model_problems(error, source, Settings))
        wrong = {one["loc"][0] for one in error.errors(include_url=False) if one["loc"]}
    try:
        return Settings.model_validate({name: value for name, value in source.data.items() if name not in wrong})
    except ValidationError:
        return None


def _protocol(settings: Settings, folder: Path, source: Source, problems: Problems) -> Protocol | None:
    try:
        return find_protocol(settings.protocol, folder=folder)
    except BeholderError as error:
        here = source.where(("protocol",))
        for one in error.problems:
            elsewhere = one.where and one.code != "protocol-missing"
            problems.add(Problem(one.problem, one.code, one.where if elsewhere else here, one.hint))
        return None


def _params(protocol: Protocol, settings: Settings, source: Source, problems: Problems) -> BaseModel | None:
    """The parameters; the protocol's own where the study's are wrong, if it can do without any."""
    try:
        return protocol.params.model_validate(settings.params)
    except ValidationError as error:
        problems.extend(model_problems(error, source, protocol.params, ("params",)))
    try:
        return protocol.params()
    except ValidationError:
        return None


def _declaration(
    protocol: Protocol, params: BaseModel, settings: Settings, source: Source, problems: Problems
) -> Declaration:
    try:
        declaration = protocol.declared_for(params)
    except (BeholderError, ValueError) as error:
        # A protocol may refuse parameters that are right one by one but not together.
        problem = (
            str(error).splitlines()[0] if not isinstance(error, ValidationError) else in_our_words(error.errors()[0])
        )
        problems.add(Problem(problem.removeprefix("Value error, "), "setting-bad-value", source.where(("params",))))
        declaration = protocol.declaration
    fields = dict(declaration.form.all_fields())
    changed: dict[str, Any] = {}
    for name, wording in settings.wording.items():
        if name not in fields:
            problems.add(
                Problem(
                    f"the protocol has no field {name!r}",
                    "wording-unknown-field",
                    source.where(("wording", name)),
                    nearest(name, fields),
                )
            )
            continue
        # New words replace the old ones in all languages: a rater must not read a question nobody asks any more.
        changed[name] = fields[name].model_copy(update={part: words for part, words in wording if words})
    if not changed:
        return declaration
    form = declaration.form
    scopes = {
        scope: {name: changed.get(name, one) for name, one in getattr(form, scope).items()}
        for scope in ("fields", "candidate_fields")
    }
    return declaration.model_copy(update={"form": form.model_copy(update=scopes)})


def _check_between(definition: Definition, source: Source, problems: Problems) -> None:
    """What only shows when settings, protocol and items are seen together."""
    settings = definition.settings
    _check_stop_rule(definition, source, problems)
    choices = definition.declaration.headlines
    if settings.headline and settings.headline not in choices:
        what = f"there is no question {settings.headline!r} with results"
        hint = f"choose one of {', '.join(choices)}" if choices else "leave this setting out"
        problems.add(Problem(what, "setting-bad-value", source.where(("headline",)), hint))
    if settings.overlap and settings.overlap.ratings < definition.ratings + (definition.stop_rule is None):
        problems.add(
            Problem(
                f"the overlap asks for {settings.overlap.ratings} ratings, every trial for {definition.ratings}",
                "setting-bad-value",
                source.where(("overlap", "ratings")),
                "the overlap needs more ratings than the rest",
            )
        )
    if "pairs" in settings.model_fields_set and definition.declaration.shows != "pair":
        problems.add(
            Problem(
                "the protocol shows no pairs",
                "setting-without-effect",
                source.where(("pairs",)),
                "leave this setting out",
                warning=True,
            )
        )
    _check_subsets(definition, source, problems)
    if definition.items:
        _check_listed_pairs(definition, source, problems)
    if not definition.media_root.is_dir():
        problems.add(Problem(f"there is no folder {settings.media}", "media-folder-missing", source.where(("media",))))
    elif inside(definition.media_root, [definition.folder, *allowed_media_folders()]) is None:
        problems.add(
            Problem(
                f"{settings.media} is outside the study's folder",
                "media-folder-outside",
                source.where(("media",)),
                f"copy the pictures into the folder; whoever runs the server may allow other folders: {MEDIA_FOLDERS}=/disk/pictures",
            )
        )
    problems.extend(old_messages(definition.protocol.package_folder))
    if definition.protocol.contents is not None and definition.protocol.folder is not None:
        for path in sorted(definition.protocol.folder.glob("messages.*")):
            what = "words of a page are read from installed packages; the standard page has its own"
            problems.add(Problem(what, "setting-without-effect", path.name, "delete the file", warning=True))
    _check_guidelines(definition, problems)
    _check_languages(definition, source, problems)


def _check_stop_rule(definition: Definition, source: Source, problems: Problems) -> None:
    """Whether the answers are what the rule speaks of, and whether agreement can be told under it."""
    rule, where = definition.stop_rule, source.where(("ratings", "stop"))
    if rule is None:
        return
    name = definition.declaration.watched
    asked = dict(definition.declaration.form.all_fields())[name]
    if rule.stop.half_width is not None and not asked.numeric:
        what = f"a half_width is one of numbers, and {name} asks for none"
        problems.add(Problem(what, "setting-bad-value", where, "stop by a lead: `{lead: 2}`"))
    elif rule.stop.lead is not None and asked.measure() == "text":
        what = f"a lead is one of equal answers, and {name} asks for a text"
        problems.add(Problem(what, "setting-bad-value", where, "ask every trial of the same number of raters"))
    elif rule.stop.lead is not None and (asked.seldom_equal or _scores_several(definition, name)):
        what = (
            f"the rule looks at {name}, to which hardly two answers are equal: few will lead by {rule.stop.lead}, "
            f"and most trials get {rule.most} ratings"
        )
        hint = "stop by `half_width`" if asked.numeric else "ask every trial of the same number of raters"
        hint += ", or let the protocol `watch` a question with few answers"
        problems.add(Problem(what, "stopping-seldom-met", where, hint, warning=True))
    if definition.settings.overlap is None:
        what = "agreement cannot be told: a rule asks more often where raters differ"
        hint = f"rate a random part in full: `overlap: {{share: 0.2, ratings: {rule.most}}}`"
        problems.add(Problem(what, "stopping-without-overlap", where, hint, warning=True))


def _scores_several(definition: Definition, name: str) -> bool:
    """Whether an answer is a number for each of several candidates, which two raters seldom share."""
    form, shows = definition.declaration.form, definition.declaration.shows
    return name in form.candidate_fields and form.candidate_fields[name].numeric and shows != "one"


def _check_subsets(definition: Definition, source: Source, problems: Problems) -> None:
    """Whether each question can be asked about as many candidates as a page shows."""
    subsets, where = definition.settings.subsets, source.where(("subsets",))
    if subsets is not None and definition.declaration.shows != "all":
        what = "the protocol does not show all candidates of an item, so there are none to choose from"
        problems.add(Problem(what, "setting-without-effect", where, "leave this setting out", warning=True))
        return
    main = [item for item in definition.items if item.kind == Showing.MAIN]
    if subsets is not None and main and max(len(item.candidates) for item in main) <= subsets.size:
        what = f"no item has more than {subsets.size} candidates, so all are shown"
        problems.add(Problem(what, "setting-without-effect", where, "leave this setting out", warning=True))
    for name, asked in definition.declaration.form.fields.items():
        fewest, most = asked.fewest_candidates, asked.most_candidates
        if subsets is not None and subsets.size < fewest:
            what = f"{name} is asked about {fewest} candidates or more; the study shows {subsets.size} at a time"
            problems.add(Problem(what, "setting-bad-value", where, f"show {fewest} or more"))
        largest = max((_shown_at_once(item, subsets) for item in definition.items), default=0)
        if most is not None and largest > most:
            what = f"{name} is asked about {most} candidates at most; the study shows {largest} at a time"
            problems.add(Problem(what, "setting-bad-value", where, f"show some of them: `subsets: {min(most, 4)}`"))


def _shown_at_once(item: Item, subsets: Subsets | None) -> int:
    """How many candidates a page of the item shows; what is expected of a practice item is about all it has."""
    count = len(item.candidates)
    return count if subsets is None or item.kind != Showing.MAIN else min(count, subsets.size)


def _check_guidelines(definition: Definition, problems: Problems) -> None:
    form = definition.declaration.form
    for language, text in definition.guidelines.items():
        for line, mark in unknown_marks(text, form):
            name = mark.strip("{}").partition(":")[2]
            hint = nearest(name, [one for one, _ in form.all_fields()])
            wrong = f"{mark} names no field of the form"
            problems.add(Problem(wrong, "guideline-unknown-field", f"guideline.{language}.md:{line}", hint))
        try:
            fill_marks(text, form, language)
        except BeholderError as error:
            problems.extend(replace(problem, where=f"guideline.{language}.md") for problem in error.problems)


def _check_languages(definition: Definition, source: Source, problems: Problems) -> None:
    try:
        _ = definition.protocol.catalogue, definition.protocol.own_words
    except BeholderError as error:
        problems.extend(error.problems)
        return
    for language in definition.settings.languages:
        for lacking in _lacking(definition, language):
            hint = "add guideline.<language>.md and wording, or leave the language out"
            problems.add(Problem(lacking, "language-incomplete", source.where(("languages",)), hint, warning=True))


_NAMED = 3
"""Messages named as examples of those that a language lacks."""


def _lacking(definition: Definition, language: str) -> Iterator[str]:
    """What raters would not read in a language that the study offers: words of the pages, guideline, form."""
    protocol, own = definition.protocol, definition.guidelines
    for catalogue, of in ((Catalogue("pages"), "the pages"), (protocol.catalogue, "the protocol's page")):
        lacking = catalogue.missing(language) if catalogue is not None else []
        if lacking:
            named = ", ".join(lacking[:_NAMED]) + (", …" if len(lacking) > _NAMED else "")
            yield f"messages of {of} that are not written in {language}: {len(lacking):,} ({named})"
    if own and language not in own:
        yield f"the study's guideline exists in {', '.join(sorted(own))}, but not in {language}"
    elif not own and protocol.guideline_files and language not in protocol.guideline_files:
        yield f"the protocol's guideline exists in {', '.join(sorted(protocol.guideline_files))}, but not in {language}"
    absent = [whose for whose, words in definition.declaration.words() if words and words.missing([language])]
    if absent:
        more = f"; likewise {len(absent) - 1} more" if len(absent) > 1 else ""
        yield f"{absent[0]} is not written in {language}{more}"


def _check_listed_pairs(definition: Definition, source: Source, problems: Problems) -> None:
    for number, pair in enumerate(definition.settings.pairs.listed):
        for system in pair:
            if system not in definition.systems:
                problems.add(
                    Problem(
                        f"no item has the system {system!r}",
                        "pairs-unknown-system",
                        source.where(("pairs", "listed", number)),
                        nearest(system, definition.systems),
                    )
                )
