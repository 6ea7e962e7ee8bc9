"""Models that judge the study's trials beside people: where each is asked, how, and what it may cost."""

from __future__ import annotations

import ipaddress
import math
import re
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, field_validator, model_validator

from beholder.study.journey import SettingsSection

__all__ = ["JudgeBudget", "JudgePictures", "JudgeSettings", "TokenPrices"]

# environment variables are written like this; what keys look like is mostly not
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,59}")
# a name that somebody chose has a few digits at most, a key has many
_MANY_DIGITS = 6
_OURS = frozenset({"messages", "model", "response_format", "stream", "n"})
"""What a request says that no study may say otherwise: replies could not be read."""

Amount = Annotated[float, Field(strict=True, ge=0, le=1e9)]
Count = Annotated[int, Field(strict=True, ge=1, le=10**12)]
Line = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=300)]


class JudgePictures(SettingsSection):
    """How pictures are sent. It decides what a model sees, so it is kept with every answer."""

    longest: int = Field(
        default=1536,
        strict=True,
        ge=64,
        le=16_384,
        description="Pixels of the longer side; larger pictures are scaled.",
    )
    frames: int = Field(
        default=8,
        strict=True,
        ge=1,
        le=64,
        description="Frames sent of each video, evenly over its length; needs ffmpeg.",
    )


class TokenPrices(SettingsSection):
    """What a million tokens cost, in the currency of the budget."""

    input: Amount = Field(description="Price of a million tokens that are sent.")
    output: Amount = Field(description="Price of a million tokens that come back.")


class JudgeBudget(SettingsSection):
    """What a judge may use up in all. The run ends before the request that would be one too many."""

    requests: Count | None = Field(default=None, description="Most requests, those sent again included.")
    tokens: Count | None = Field(default=None, description="Most tokens, sent and received together.")
    money: Amount | None = Field(default=None, description="Most money, by `prices`.")
    prices: TokenPrices | None = Field(default=None, description="What tokens cost: `{input: 0.4, output: 1.6}`.")

    @model_validator(mode="after")
    def _priced(self) -> JudgeBudget:
        if self.money is not None and self.prices is None:
            raise ValueError("money is counted by prices: give prices: {input: ..., output: ...} for a million tokens")
        return self

    def cost(self, *, sent: float, received: float) -> float:
        """What so many tokens cost; NaN where no prices are given."""
        if self.prices is None:
            return math.nan
        return (sent * self.prices.input + received * self.prices.output) / 1e6


class JudgeSettings(SettingsSection):
    """A model that judges the trials as raters do. Its answers are kept apart and never enter the results of people.

    May be added, changed and taken away at any time; no new version of the study is made.
    """

    address: Line = Field(
        description="Where it is asked, up to `/v1`: any server that speaks OpenAI's chat completions, such as vLLM, SGLang, "
        "llama.cpp, Ollama or LiteLLM."
    )
    model: Line = Field(description="The model's name, as the server knows it.")
    key: str | None = Field(
        default=None,
        description="Name of the environment variable that holds the key, such as `QWEN_API_KEY`; never the key itself.",
    )
    samples: int = Field(
        default=1, strict=True, ge=1, le=100, description="How often each trial is asked; more give shares of votes."
    )
    sides: Literal["both", "one"] = Field(
        default="both", description="Whether a pair is asked in both orders, or in one that the seed decides."
    )
    temperature: Annotated[float, Field(strict=True, ge=0, le=2)] | None = Field(
        default=0.0, description="Sampling temperature; null leaves it to the server."
    )
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**31)] | None = Field(
        default=None, description="Sent with each request; each further sample counts up from it."
    )
    reason: Literal["before", "after", "none"] = Field(
        default="before", description="Whether the model says why, before or after its answers. Kept, never analysed."
    )
    language: Line | None = Field(
        default=None, description="Language of guideline and questions; by default the study's first."
    )
    pictures: JudgePictures = Field(default_factory=JudgePictures, description="How pictures are sent.")
    reply_tokens: int = Field(
        default=2000, strict=True, ge=16, le=1_000_000, description="Longest reply, in tokens (`max_tokens`)."
    )
    at_once: int = Field(default=4, strict=True, ge=1, le=256, description="Requests under way at the same time.")
    timeout_seconds: float = Field(
        default=300, strict=True, gt=0, le=86_400, description="How long one reply is waited for."
    )
    family: tuple[Line, ...] = Field(
        default=(), description="Systems of the study made by the same people as the model: is it kinder to them?"
    )
    epsilon: float = Field(
        default=0.15,
        strict=True,
        ge=0,
        lt=1,
        description="What a person costs more than the model, in the alt-test: .2 for experts, .15 skilled, .1 a crowd.",
    )
    extra: dict[str, Any] = Field(
        default_factory=dict, description="Further parameters of the request, as the server documents them."
    )
    budget: JudgeBudget = Field(default_factory=JudgeBudget, description="What may be used up in all.")

    @field_validator("address")
    @classmethod
    def _an_address(cls, value: str) -> str:
        parts = urlsplit(value)
        try:
            named = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            named = False
        if not named or parts.query or parts.fragment or any(c.isspace() or not c.isprintable() for c in value):
            raise ValueError("expected an address such as http://127.0.0.1:8000/v1")
        return value.rstrip("/")

    @model_validator(mode="after")
    def _no_secret(self) -> JudgeSettings:
        """On the whole section, since the message of a field would repeat what was given."""
        if "@" in urlsplit(self.address).netloc:
            raise ValueError("the address holds a name or password; give the key by `key`, from the environment")
        if self.key is not None and (
            not _VARIABLE.fullmatch(self.key) or sum(c.isdigit() for c in self.key) >= _MANY_DIGITS
        ):
            raise ValueError(
                "`key` is the name of an environment variable in capitals, such as QWEN_API_KEY. If this is the key itself, "
                "take it out of the file: whoever gets the file has it"
            )
        return self

    @field_validator("extra")
    @classmethod
    def _not_ours(cls, value: dict[str, Any]) -> dict[str, Any]:
        taken = sorted(_OURS & value.keys())
        if taken:
            raise ValueError(f"{taken[0]} is decided by the study and cannot be given here")
        return value

    @property
    def host(self) -> str:
        """The machine that is asked."""
        return urlsplit(self.address).hostname or ""

    @property
    def stays_here(self) -> bool:
        """Whether nothing leaves this machine: the address is loopback."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False
