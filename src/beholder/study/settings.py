"""What a study file may say. Every setting carries its description, from which the reference page is made."""

from __future__ import annotations

import re
import zoneinfo
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints, field_validator, model_validator

from beholder.errors import nearest
from beholder.fields import Words
from beholder.study.contact import Contact
from beholder.study.journey import (
    Adjudication,
    Checks,
    Clips,
    Consent,
    Contrast,
    Crowd,
    ExclusionRule,
    Limits,
    Practice,
    Qualification,
    Questions,
    Repeats,
    SettingsSection,
)
from beholder.study.judges import JudgeSettings
from beholder.study.selection import Selection
from beholder.study.stop_rule import RatingsPerTrial
from beholder.text import OFFERED_BY_DEFAULT

__all__ = ["Cost", "Overlap", "Pairs", "Settings", "Wording"]

_LANGUAGE = re.compile(r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
_PERCENT = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*%\s*$")
_LONGEST_LEASE = 8
"""Times `lease_minutes` that a trial is held at most: four hours, twice the longest session, by default."""

ITEM_FORMATS = (".jsonl", ".json", ".csv", ".tsv", ".parquet", ".xlsx")


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Line = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=300)]
Lines = Annotated[tuple[Line, ...], BeforeValidator(_listed)]
Share = Annotated[float, Field(ge=0, le=1)]


def _as_share(value: Any) -> Any:
    """A share written as a percentage."""
    found = _PERCENT.match(value) if isinstance(value, str) else None
    return float(found[1]) / 100 if found else value


Look = Annotated[float, BeforeValidator(_as_share), Field(strict=True, gt=0, lt=1)]
"""A share of the planned ratings at which results are looked at."""

Whole = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
JudgeName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$")]


class Overlap(SettingsSection):
    """A share of the trials that gets more ratings, so that agreement can be estimated."""

    share: float = Field(strict=True, gt=0, le=1, description="Share of the trials, above 0 and at most 1.")
    ratings: int = Field(strict=True, ge=2, le=1_000, description="Ratings of each trial in that share.")


class Subsets(SettingsSection):
    """How many of an item's candidates are shown at a time. Written `4`, or `{size: 4, per_item: 6}`."""

    size: int = Field(strict=True, ge=2, le=100, description="Candidates shown together.")
    per_item: Whole | None = Field(
        default=None,
        description="Trials of each item; by default the fewest in which all of its systems are shown equally often.",
    )

    @model_validator(mode="before")
    @classmethod
    def _spelled(cls, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            return {"size": value}
        if not isinstance(value, dict):
            raise ValueError("expected a number of candidates, or {size: 4, per_item: 6}")  # noqa: TRY004 Pydantic's way
        return value


# enough that every pair goes on being asked, whatever the first answers said
_RANDOM_SHOWINGS = 0.2


class Pairs(SettingsSection):
    """Which candidates of an item meet. Written `all`, `{per_item: 3}` or `{listed: [[a, b], [a, c]]}`.

    `{choose: undecided}` goes with any of them.
    """

    per_item: Whole | None = Field(
        default=None,
        description="So many pairs of each item, chosen so that all systems are compared, directly or through others, "
        "and equally often.",
    )
    listed: tuple[tuple[Line, Line], ...] = Field(default=(), description="Only these pairs of systems.")
    choose: Literal["planned", "undecided"] = Field(
        default="planned",
        description="Which pair a rater gets next: in the order of the plan, or rather one of two systems that are not told "
        "apart yet. It gains little, and every showing says how likely it was.",
    )
    random: float = Field(
        default=_RANDOM_SHOWINGS,
        strict=True,
        gt=0,
        le=1,
        description="With `choose: undecided`, the share of showings that are drawn at random all the same.",
    )

    @model_validator(mode="before")
    @classmethod
    def _spelled(cls, value: Any) -> Any:
        if value == "all":
            return {}
        if not isinstance(value, dict):
            raise ValueError("expected all, {per_item: 3} or {listed: [[a, b], ...]}")  # noqa: TRY004 Pydantic's way
        if value.get("random", _RANDOM_SHOWINGS) != _RANDOM_SHOWINGS and value.get("choose") != "undecided":
            raise ValueError("random says nothing without choose: undecided")
        return value

    @field_validator("listed")
    @classmethod
    def _proper(cls, value: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        seen: set[frozenset[str]] = set()
        for left, right in value:
            if left == right:
                raise ValueError(f'"{left}" cannot be compared with itself')
            if frozenset((left, right)) in seen:
                raise ValueError(f'the pair "{left}" and "{right}" is listed twice')
            seen.add(frozenset((left, right)))
        return value

    @model_validator(mode="after")
    def _one_way(self) -> Pairs:
        if self.per_item is not None and self.listed:
            raise ValueError("give per_item or listed, not both")
        return self

    @property
    def all(self) -> bool:
        """Whether every pair of an item's candidates is shown."""
        return self.per_item is None and not self.listed


class Cost(SettingsSection):
    """What raters are paid, for the estimate that `check` prints and for the pay sheet.

    Pay for each rater who finishes, and reading that is paid, are promises: raters are told of them on the welcome page.
    """

    per_hour: float | None = Field(default=None, strict=True, ge=0, le=1e6, description="Pay for one hour of rating.")
    per_submission: float | None = Field(
        default=None, strict=True, ge=0, le=1e6, description="Pay for each rater who finishes, whatever time it took."
    )
    reading_minutes: float | None = Field(
        default=None,
        strict=True,
        ge=0,
        le=240,
        description="Minutes paid to each rater, beside those of the trials, for reading and questions.",
    )
    fee: float = Field(
        default=0.0, strict=True, ge=0, le=2, description="What a platform takes on top of the pay, as a share of it."
    )
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$", description="Three-letter code of the currency.")

    @model_validator(mode="after")
    def _some_pay(self) -> Cost:
        if self.per_hour is None and self.per_submission is None:
            raise ValueError("give per_hour, per_submission or both")
        if self.reading_minutes and self.per_hour is None:
            raise ValueError("reading_minutes are paid by the hour: give per_hour")
        return self

    def of_work(self, *, hours: float, raters: float) -> float:
        """Pay for so many hours and so many raters who finish, without the platform's fee."""
        return hours * (self.per_hour or 0.0) + raters * (self.per_submission or 0.0)


class Wording(SettingsSection):
    """Other words for one field of the protocol."""

    label: Words = Field(default_factory=Words, description="The question, instead of the protocol's.")
    help: Words = Field(default_factory=Words, description="The explanation below it, instead of the protocol's.")


class Settings(SettingsSection):
    """The settings of a study: the contents of `study.yaml`."""

    protocol: Line = Field(
        description="Name of the protocol, or path of a `.yaml` file that declares one, from the study folder."
    )
    title: Words = Field(default_factory=Words, description="Title shown to raters; by default the protocol's.")
    description: Words = Field(
        default_factory=Words, description="What the study is about, shown to raters before they begin."
    )
    items: Lines = Field(
        description="File or files with the items: `.jsonl` (one item per line), `.json` (a list of items), or `.csv`, `.tsv`, `.parquet`, `.xlsx` "
        "(one row per candidate)."
    )
    selection: Selection | None = Field(
        default=None,
        description="How the items were chosen from a larger set; `beholder new --from` writes it, and the report tells it.",
    )
    media: Line = Field(
        default=".", description="Folder in which the items' pictures and masks lie, from the study folder."
    )
    languages: Lines = Field(
        default=OFFERED_BY_DEFAULT, description="Languages offered to raters; the first is the default."
    )
    seed: int | None = Field(
        default=None,
        strict=True,
        ge=0,
        lt=2**63,
        description="Decides order, sides and checks. Without it one is drawn and kept secret when the study starts.",
    )
    ratings: RatingsPerTrial | None = Field(
        default=None,
        description="Ratings of each trial, each by another rater; by default the protocol's number. Or a rule by which a "
        "trial is asked for until it is clear: `{least: 2, most: 5, stop: {lead: 2}}`.",
    )
    overlap: Overlap | None = Field(
        default=None,
        description="A share of the trials with more ratings: `{share: 0.1, ratings: 5}`. It is drawn at random and rated in "
        "full, whatever a rule in `ratings` says.",
    )
    pairs: Pairs = Field(
        default_factory=Pairs,
        description="Which candidates meet where a trial shows two: `all`, `{per_item: 3}` or "
        "`{listed: [[a, b], [a, c]]}`.",
    )
    subsets: Subsets | None = Field(
        default=None,
        description="Where a trial shows all candidates of an item: how many of them it shows instead, `4` or "
        "`{size: 4, per_item: 6}`. Which ones meet, and in which slot each stands, is balanced.",
    )
    same_rater: Literal["prefer", "avoid", "any"] = Field(
        default="any", description="Whether one rater should see several trials of one item."
    )
    max_per_rater: Whole | None = Field(default=None, description="Most trials one rater may answer.")
    trials_per_visit: Whole | None = Field(
        default=None, description="Answers after which a rater's visit ends, checks and practice included."
    )
    group: Line | None = Field(
        default=None, description="Item column by which results are also reported, such as `dataset` or `domain`."
    )
    block: Lines = Field(
        default=(),
        description="Item column or columns that say which items belong together when systems are compared, such as "
        "`[prompt, seed]`; by default each item by itself.",
    )
    timezone: Line = Field(default="UTC", description="Time zone of daily limits, such as `Europe/Berlin`.")
    lease_minutes: float = Field(
        default=30,
        strict=True,
        gt=0,
        le=1440,
        description="Minutes of silence after which a trial is given to another.",
    )
    longest_lease_minutes: float | None = Field(
        default=None,
        strict=True,
        gt=0,
        le=14_400,
        description="Minutes after which a trial that a rater holds and does not answer is given to another, however often "
        "they are in contact; by default eight times `lease_minutes`.",
    )
    newcomer_places: Share = Field(
        default=0.1,
        description="Share of the open places that raters who have not answered anything may hold together, but at least "
        "60 places; beyond it each of them holds one trial at a time.",
    )
    most_skipped: Share = Field(
        default=0.2,
        description="Share of a rater's trials that may be skipped or reported as broken; a rater who skips more has not "
        "completed the study.",
    )
    max_fast_share: Share = Field(
        default=0.5,
        description="Share of a rater's answers that may come in less than half of `limits.fast_seconds`; a rater with more, "
        "from 20 answers on, has not completed the study. 1 switches the rule off.",
    )
    looks: tuple[Look, ...] = Field(
        default=(),
        max_length=20,
        description="Shares of the planned ratings at which results are looked at before the end, such as "
        "`[25%, 50%, 75%]`. Intervals are then those of a group-sequential plan, at every look and at the end; without "
        "planned looks, those shown before the end hold at any time.",
    )
    cost: Cost | None = Field(
        default=None, description="What raters are paid: `{per_hour: 15}`, or `{per_submission: 3, fee: 0.3}`."
    )
    params: dict[str, Any] = Field(
        default_factory=dict, description="The protocol's own parameters; see the page of the protocol."
    )
    wording: dict[str, Wording] = Field(
        default_factory=dict, description="Other words for a field: `{quality: {label: {en: How good?}}}`."
    )
    contact: Contact = Field(
        default=Contact(()),
        description="Whom raters can ask, shown on every page: a text, texts by language, or a list of such lines, for "
        "instance technical help, coordinator and emergency.",
    )
    run_by: Words = Field(
        default_factory=Words, description="Who runs the study, such as a lab or a company, shown on the welcome page."
    )
    lossy_media: bool = Field(
        default=False,
        strict=True,
        description="Allow pictures to be sent with loss where formats differ; the report says so.",
    )
    clips: Clips = Field(default_factory=Clips, description="How videos are played, and when an answer is taken.")
    consent: Consent | None = Field(default=None, description="What raters agree to before anything is shown.")
    before: Questions = Field(default_factory=dict, description="Questions asked once, before the first trial.")
    after: Questions = Field(default_factory=dict, description="Questions asked once, after the last trial.")
    exported_questions: Lines | None = Field(
        default=None,
        description="Questions of `before` and `after` whose answers leave the study in exports, under the rater's "
        "pseudonym; by default all but those that raters answer in words of their own, which might say who they are.",
    )
    practice: Practice = Field(
        default_factory=Practice, description="How the study's items of kind `practice` are shown."
    )
    qualification: Qualification | None = Field(
        default=None, description="What a rater must reach on the items of kind `qualification` to go on."
    )
    checks: Checks | None = Field(default=None, description="Attention checks among the trials.")
    repeats: Repeats | None = Field(default=None, description="Hidden repeats among the trials.")
    limits: Limits = Field(default_factory=Limits, description="Breaks and limits in minutes of work.")
    exclude: tuple[ExclusionRule, ...] = Field(
        default=(), description="Rules that take answers out of the results, declared before the data."
    )
    adjudicate: Adjudication | None = Field(
        default=None, description="When an item on which raters differ goes to an adjudicator."
    )
    broken_after: Whole = Field(
        default=2,
        description="Raters who report wrong or missing media of an item before it is suspended. A report counts until it "
        "is dealt with or the item is resumed.",
    )
    broken_answers: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] = Field(
        default=3, description="Trials a rater must have answered before their report counts."
    )
    broken_share: Annotated[float, Field(strict=True, ge=0, le=1)] = Field(
        default=0.05,
        description="Share of the items that reports alone may suspend (never less than one item); beyond it those who run "
        "the study are asked to look.",
    )
    crowd: Crowd | None = Field(default=None, description="Raters who come from a crowd platform.")
    contrasts: tuple[Contrast, ...] = Field(
        default=(), description="Comparisons declared before the data; all others are exploratory."
    )
    headline: Annotated[str, StringConstraints(strict=True, strip_whitespace=True, max_length=300)] = Field(
        default="",
        description="The main question, with which results begin: a field of the protocol, or a measure that it makes of "
        "the answers, such as `total`; by default the one that the protocol names.",
    )
    judges: dict[JudgeName, JudgeSettings] = Field(
        default_factory=dict,
        description="Models that judge the trials beside people, by a name of yours; `beholder judge` asks them.",
    )
    about: dict[str, str] = Field(
        default_factory=dict,
        description="Texts for the report: `recruitment`, `pay`, `ethics`, `hypotheses`, `stopping`, `planned_n`; and for "
        "the card of a data set: `license`, `authors`, `citation`, `tags`, `task_categories`, `limits`.",
    )

    @model_validator(mode="after")
    def _held_as_long_as_silent(self) -> Settings:
        if self.longest_lease_minutes is not None and self.longest_lease_minutes < self.lease_minutes:
            raise ValueError("longest_lease_minutes is shorter than lease_minutes")
        return self

    @model_validator(mode="after")
    def _exported_are_asked(self) -> Settings:
        for name in self.exported_questions or ():
            if name not in {*self.before, *self.after}:
                hint = nearest(name, [*self.before, *self.after])
                raise ValueError(f"exported_questions names {name!r}, which neither before nor after asks; {hint}")
        return self

    @model_validator(mode="after")
    def _asked_of_no_trial(self) -> Settings:
        for name, field in (*self.before.items(), *self.after.items()):
            try:
                field.check_columns({})
            except ValueError as error:
                raise ValueError(f"{name} cannot be asked outside of trials: {error}") from None
        return self

    @property
    def longest_lease_ms(self) -> int:
        """How long a rater may hold a trial at most."""
        return int((self.longest_lease_minutes or _LONGEST_LEASE * self.lease_minutes) * 60_000)

    @field_validator("looks")
    @classmethod
    def _one_after_the_other(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if list(value) != sorted(set(value)):
            raise ValueError("each look is later than the one before")
        return value

    @field_validator("items")
    @classmethod
    def _item_files(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ValueError("name at least one file")
        for name in value:
            if not name.lower().endswith(ITEM_FORMATS):
                raise ValueError(f'"{name}" is none of {", ".join(ITEM_FORMATS)}')
            if value.count(name) > 1:
                raise ValueError(f'"{name}" is listed twice')
        return value

    @field_validator("languages")
    @classmethod
    def _known_languages(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ValueError("name at least one language")
        for language in value:
            if not _LANGUAGE.match(language):
                raise ValueError(f'"{language}" is no language code such as en or zh')
        if len(set(value)) != len(value):
            raise ValueError("a language is listed twice")
        return value

    @field_validator("block")
    @classmethod
    def _different_columns(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(value)) != len(value):
            raise ValueError("a column is listed twice")
        return value

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            zoneinfo.ZoneInfo(value)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            hint = nearest(value, zoneinfo.available_timezones())
            near = f"; {hint}" if hint.startswith("did you mean") else ""
            raise ValueError(f"no time zone of that name{near}") from None
        return value

    @field_validator("exclude")
    @classmethod
    def _named_once(cls, value: tuple[ExclusionRule, ...]) -> tuple[ExclusionRule, ...]:
        ids = [rule.id for rule in value]
        if len(set(ids)) != len(ids):
            raise ValueError("two rules have the same id")
        return value

    @field_validator("title", "description", "run_by")
    @classmethod
    def _readable(cls, value: Words) -> Words:
        for language, text in value.root.items():
            if not _LANGUAGE.match(language):
                raise ValueError(f'"{language}" is no language code such as en or zh')
            if len(text) > 10_000:
                raise ValueError("a text is longer than 10,000 characters")
        return value
