"""What a study asks of its raters beside the trials: consent, questions, practice, checks, breaks; and its own rules."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from beholder.declarations.states import ExcludedBy
from beholder.fields import AnyField, Words
from beholder.text import Catalogue

__all__ = [
    "FEWEST_FOR_KAPPA",
    "Adjudication",
    "Checks",
    "Clips",
    "Consent",
    "Contrast",
    "Crowd",
    "ExclusionRule",
    "Limits",
    "Practice",
    "Qualification",
    "Questions",
    "Repeats",
    "SettingsSection",
]

Identifier = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Share = Annotated[float, Field(ge=0, le=1)]
Questions = dict[str, AnyField]
_HOST = re.compile(r"https://[^\s/?#@{}\\]+([/?#]\S*)?$")
_GAP = re.compile(r"\{([^{}]*)\}")
_TEXT = Catalogue("study")


class SettingsSection(BaseModel):
    """A part of `study.yaml`: unknown keys are refused, and nothing changes once it is read."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Consent(SettingsSection):
    """What raters agree to before anything is shown to them. The text is versioned; its digest is kept with each consent."""

    text: Words = Field(description="The consent form, in Markdown.")
    warning: Words = Field(default_factory=Words, description="A content warning, shown above it.")


class Practice(SettingsSection):
    """Trials with a known answer at the beginning, after each of which the rater is told what was expected and why."""

    most: int | None = Field(default=None, ge=1, description="How many practice items are shown; by default all.")
    feedback: bool = Field(default=True, description="Whether the expected answer and its reason are shown.")


class Clips(SettingsSection):
    """How videos are played, and when an answer about them is taken."""

    watch: Literal["once", "free"] = Field(
        default="once",
        description="`once`: an answer is taken when every clip was played to its end at least once; `free`: at any time.",
    )
    play: Literal["together", "in-turn"] = Field(
        default="together",
        description="Several clips of a trial start, stop and move in step, or are played one after the other.",
    )
    loop: bool = Field(default=False, strict=True, description="Whether a clip begins again when it ends.")
    most_megabytes: int = Field(
        default=2048, ge=1, le=65_536, strict=True, description="The largest video file that is taken, in MiB."
    )


FEWEST_FOR_KAPPA = 5
"""Pairs of numbers that weighted kappa needs: of random answers 9 in 100 reach 0.6 on four pairs, 3 in 100 on eight."""


class Qualification(SettingsSection):
    """Trials with expert answers, apart from practice, that decide whether a rater goes on."""

    at_least: float = Field(default=0.6, ge=-1, le=1, description="The agreement with the experts that is needed.")
    measure: Literal["share", "weighted-kappa"] = Field(
        default="share",
        description="`share` of expectations met, or quadratic `weighted-kappa` pooled over the scales; it needs at least "
        "5 expected numbers, and who skips so many that fewer are left does not qualify.",
    )
    attempts: int = Field(default=1, ge=1, le=10, description="How often a rater may try.")


class Checks(SettingsSection):
    """Attention checks among the trials, and what follows from a rater's score on them while the study runs.

    The score is the share passed of all attention checks and of the controls that a protocol hides in its trials.
    What is not given is the protocol's; a bound of 0 is switched off.
    """

    every: int = Field(default=20, ge=3, le=1000, description="One check in every so many trials, at a random place.")
    made: int | None = Field(
        default=None,
        ge=0,
        le=500,
        description="Checks made from the study's items where it brings none of its own; by default one for every so many "
        "trials of the study, and at least four times as many as one rater meets.",
    )
    warn_below: Share | None = Field(default=None, description="Raters whose score is lower are told so on their page.")
    stop_below: Share | None = Field(
        default=None, description="Raters whose score is lower get no more trials; those who run the study can undo it."
    )
    after: int | None = Field(
        default=None, ge=1, description="Checks a rater must have met before either bound holds; 10 by default."
    )
    withdraw: bool = Field(
        default=True,
        description="Whether the answers of a rater who is stopped are taken out, by the rule `check-score`, and their "
        "places open again.",
    )

    @model_validator(mode="after")
    def _warned_first(self) -> Checks:
        if self.stop_below and self.warn_below and self.warn_below < self.stop_below:
            raise ValueError("stop_below lies above warn_below: raters would be stopped before they are warned")
        return self


class Repeats(SettingsSection):
    """Trials shown again, so that a rater's consistency can be told. They never count twice."""

    share: Share = Field(default=0.05, description="Share of a rater's trials that are repeats.")
    distance: int = Field(default=15, ge=2, le=1000, description="Trials that lie at least between the two showings.")


class Limits(SettingsSection):
    """Breaks and limits in minutes of active work; what is not given is the protocol's."""

    break_every_minutes: float | None = Field(default=None, gt=0, description="Work after which a break is proposed.")
    break_minutes: float | None = Field(default=None, ge=0, description="How long the break should be.")
    session_minutes: float | None = Field(default=None, gt=0, description="Longest session.")
    daily_minutes: float | None = Field(
        default=None, gt=0, description="Most work in one day of the study's time zone."
    )
    visit_gap_minutes: float | None = Field(
        default=None,
        gt=0,
        description="Rest after which a new visit of `trials_per_visit` begins; by default the next day of the study's "
        "time zone.",
    )
    fast_seconds: float | None = Field(default=None, ge=0, description="Answers quicker than this are flagged.")


Measure = Literal["checks-failed", "fast-share", "self-disagreement", "longest-run", "too-fast"]


class ExclusionRule(SettingsSection):
    """A rule that takes answers out of the results. Declared before the data: a later change makes a new version.

    `checks-failed`, `fast-share`, `self-disagreement` (share of repeats answered otherwise) and `longest-run` (equal
    answers in a row) exclude a rater; `too-fast` excludes single answers quicker than so many seconds.
    """

    id: Identifier = Field(description="The name under which excluded answers are listed.")
    measure: Measure = Field(description="What is measured.")
    above: float | None = Field(default=None, description="Excluded if the measure is above this.")
    below: float | None = Field(
        default=None, description="Excluded if the measure is below this (seconds for `too-fast`)."
    )
    after: int = Field(default=5, ge=1, description="Observations needed before the rule is applied to a rater.")
    reissue: bool = Field(default=True, description="Whether the places of excluded answers open again.")

    @model_validator(mode="after")
    def _one_bound(self) -> ExclusionRule:
        if (self.above is None) == (self.below is None):
            raise ValueError("give either above or below")
        return self

    @field_validator("id")
    @classmethod
    def _not_a_mark_of_ours(cls, value: str) -> str:
        if value in {*ExcludedBy}:
            raise ValueError(f"{value} is what Beholder itself calls some excluded answers; choose another name")
        return value

    def in_words(self) -> Words:
        """The rule for a reader: what is measured, the bound, and how much must be known of a rater."""
        measured = _TEXT.say(f"measure-{self.measure}")
        side, bound = ("above", self.above) if self.above is not None else ("below", self.below)
        rule = _TEXT.say(f"rule-{side}", measured=measured, bound=f"{bound:g}")
        return rule if self.measure == "too-fast" else _TEXT.say("rule-after", rule=rule, after=self.after)


class Adjudication(SettingsSection):
    """Items on which raters differ widely go to an adjudicator. Agreement is always on the raw answers."""

    spread: dict[str, float] = Field(
        min_length=1, description="Per field, the difference between answers from which on an item is adjudicated."
    )
    after: int = Field(default=2, ge=2, description="Answers needed before the spread is looked at.")


class Crowd(SettingsSection):
    """Raters who come from a crowd platform."""

    platform: Identifier = Field(default="prolific", description="The platform's name; kept apart from the data.")
    rater: str = Field(default="PROLIFIC_PID", description="Parameter of the link that identifies a rater.")
    also: tuple[str, ...] = Field(
        default=("STUDY_ID", "SESSION_ID"), description="Further parameters that are kept with it."
    )
    complete: str = Field(default="", max_length=200, description="Completion code of those who finished.")
    screened_out: str = Field(default="", max_length=200, description="Code of those who did not qualify.")
    failed_checks: str = Field(default="", max_length=200, description="Code of those who failed the checks.")
    too_many_skipped: str = Field(
        default="", max_length=200, description="Code of those who skipped more than `most_skipped` allows."
    )
    too_fast: str = Field(
        default="", max_length=200, description="Code of those who answered faster than `max_fast_share` allows."
    )
    over_quota: str = Field(default="", max_length=200, description="Code of those for whom no place was left.")
    redirect: str = Field(
        default="",
        max_length=500,
        description="Address to return to, with `{code}` where the code goes; also `{NAME}` for a parameter of the link.",
    )

    @field_validator("redirect")
    @classmethod
    def _an_address(cls, value: str) -> str:
        if value and not value.startswith("https://"):
            raise ValueError("an address to return to begins with https://")
        # a link's parameters are whatever its reader wrote: they must not choose where the browser goes
        if value and not _HOST.match(value):
            raise ValueError("an address to return to names its host, without spaces, names or `{...}` in it")
        return value

    @model_validator(mode="after")
    def _known_gaps(self) -> Crowd:
        known = {"code", self.rater, *self.also}
        unknown = sorted(set(_GAP.findall(self.redirect)) - known)
        if unknown:
            raise ValueError(
                f"redirect has {{{unknown[0]}}}, which the link does not say: list it under `also`, or take it out"
            )
        return self


class Contrast(SettingsSection):
    """A comparison declared before the data; all others are marked as exploratory."""

    field: str = Field(description="The field that is compared.")
    systems: tuple[str, str] = Field(description="The two systems.")
