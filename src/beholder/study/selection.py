"""How the items of a study were chosen from what there was: by a list, at random, or by what was there."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from beholder.fields import Words
from beholder.study.journey import SettingsSection
from beholder.text import Catalogue

__all__ = ["Selection"]

_TEXT = Catalogue("study")
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
Name = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=300)]


class Selection(SettingsSection):
    """How items were chosen; `beholder new --from` writes it, and the report tells it."""

    of: Count = Field(description="Items that the files held.")
    listed: Count | None = Field(default=None, description="Items that a list named, where one did.")
    without_media: Count = Field(default=0, description="Items left out because a file of theirs was not there.")
    sample: Count | None = Field(default=None, description="Items drawn at random, where they were.")
    seed: int | None = Field(default=None, strict=True, description="The seed they were drawn with.")
    stratify: Name | None = Field(
        default=None, description="Item column in proportion to whose values they were drawn, where one was."
    )

    @model_validator(mode="after")
    def _seeded(self) -> Selection:
        if (self.sample is None) != (self.seed is None):
            raise ValueError("sample and seed go together")
        if self.stratify is not None and self.sample is None:
            raise ValueError("stratify says nothing without sample")
        return self

    def in_words(self) -> Words:
        """The choice for a reader, a sentence for each step."""
        left = self.of if self.listed is None else self.listed
        parts = [] if self.listed is None else [_TEXT.say("selection-listed", listed=self.listed, of=self.of)]
        if self.without_media:
            parts.append(_TEXT.say("selection-without-media", n=self.without_media, of=left))
            left -= self.without_media
        if self.sample is not None:
            key = "selection-stratified" if self.stratify else "selection-sample"
            parts.append(_TEXT.say(key, n=self.sample, of=left, seed=str(self.seed), column=self.stratify or ""))
        joined = {one: ("" if one == "zh" else " ").join(p.to(one) for p in parts) for one in _TEXT.languages}
        return Words({language: text for language, text in joined.items() if text})
