"""Where a plan takes its spreads from: a pilot, standard deviations, a share, or what published studies showed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.stats import Components

__all__ = ["SpreadSource", "numbers_in"]

_PAIR_COLUMNS = ("left", "right", "outcome")
# about that of crowd workers on preferences; trained raters are more alike, and need fewer ratings
_USUAL_ALIKE = 0.3


def numbers_in(text: str, option: str, *, example: str) -> list[float]:
    """The numbers of an option that lists them with commas."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise BeholderError(
            f"{option} takes numbers with commas between, got {text!r}",
            code="stats-bad-plan",
            hint=f"as in {option} {example}",
        ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadSource:
    """The options of `beholder stats plan` that say how much ratings differ; `columns` are those of the pilot."""

    file: Path | None
    columns: dict[str, str | None]
    sds: dict[str, float | None]
    sd_rater_system: float
    share: float | None
    ties: float | None
    alike: float | None
    typical: str | None
    scale: str | None
    between: str | None
    all_rows: bool
    field: str | None

    def components(self) -> tuple[Components, tuple[str, ...]]:
        """The variances, and notes on how they came about."""
        self._refuse_contradictions()
        found, notes = self._found()
        return replace(found, rater_system=found.rater_system or self.sd_rater_system**2), notes

    def _refuse_contradictions(self) -> None:
        sds = any(sd is not None for sd in self.sds.values())
        if self.file is not None and (sds or self.typical):
            raise BeholderError("give a pilot table, standard deviations or --typical, not both", code="stats-bad-plan")
        if self.share is not None and (self.file is not None or sds):
            raise BeholderError("give --share alone, or a pilot table, or standard deviations", code="stats-bad-plan")
        if self.typical and sds:
            raise BeholderError("give --typical or standard deviations, not both", code="stats-bad-plan")
        if self.typical and (self.ties is not None or self.alike is not None):
            raise BeholderError("--typical brings its own --ties and --alike", code="stats-bad-plan")
        if self.share is None and (self.ties is not None or self.alike is not None):
            raise BeholderError("--ties and --alike go with --share", code="stats-bad-plan", hint="as in --share 0.6")
        if self.scale is not None and not self.typical:
            raise BeholderError("--scale goes with --typical", code="stats-bad-plan")
        of_two = self.columns["system"] is not None or self.columns["left"] is not None
        if of_two != (self.between is not None):
            raise BeholderError(
                "--system and --between belong together, and so do --left, --right, --outcome and --between",
                code="stats-bad-plan",
                hint="as in --system model --between a,b",
            )

    def _found(self) -> tuple[Components, tuple[str, ...]]:
        from beholder.stats import Components

        if self.typical:
            return self._typical(self.typical)
        if self.share is not None:
            alike = _USUAL_ALIKE if self.alike is None else self.alike
            return Components.of_share(self.share, alike=alike, ties=self.ties or 0.0), ()
        if self.file is not None:
            return self._of_pilot(self.file)
        missing = [f"--sd-{name}" for name, sd in self.sds.items() if sd is None]
        if missing:
            raise BeholderError(
                f"a plan needs a pilot table, --typical, --share or standard deviations; missing: {', '.join(missing)}",
                code="stats-bad-plan",
                hint="`beholder stats typical` lists what published studies showed",
            )
        return Components.of_sds(**{name: sd for name, sd in self.sds.items() if sd is not None}), ()

    def _typical(self, name: str) -> tuple[Components, tuple[str, ...]]:
        from beholder.stats import typical_spread

        found = typical_spread(name)
        low, high = 0.0, 1.0
        if self.scale is not None:
            ends = numbers_in(self.scale, "--scale", example="1,5")
            if len(ends) != 2:
                raise BeholderError(
                    f"--scale names its lowest and highest value, got {self.scale!r}",
                    code="stats-bad-plan",
                    hint="as in --scale 1,5",
                )
            low, high = ends
        note = f"{name}: {found.asked} ({found.source}); a pilot of your own is better"
        return found.components(low=low, high=high, share=self.share), (note,)

    def _of_pilot(self, file: Path) -> tuple[Components, tuple[str, ...]]:
        from beholder.imports.counted_rows import read_counted
        from beholder.stats import Components, Pairs, Ratings, Scores
        from beholder.tabular import blaming

        names = self._pilot_columns()
        systems = self._systems() if self.between else ("", "")
        columns, notes = read_counted(file, names, all_rows=self.all_rows, field=self.field)
        with blaming(file):
            if "left" in names:
                return Components.of_pilot_preferences(Pairs.of(**columns), *systems), notes
            if "system" in names:
                return Components.of_pilot_differences(Scores.of(**columns), *systems), notes
            return Components.of_pilot(
                Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"])
            ), notes

    def _pilot_columns(self) -> dict[str, str]:
        """The columns that this pilot is read by, or an error that names those not given."""
        pairs = any(self.columns[name] is not None for name in _PAIR_COLUMNS)
        wanted = ("item", "rater", *(_PAIR_COLUMNS if pairs else ("value",)))
        if self.columns["system"] is not None:
            wanted = (*wanted, "system")
        found = {name: column for name in wanted if (column := self.columns[name]) is not None}
        missing = [f"--{name}" for name in wanted if name not in found]
        if missing:
            raise BeholderError(f"a pilot table needs {', '.join(missing)}", code="stats-bad-plan")
        return found

    def _systems(self) -> tuple[str, str]:
        first, comma, second = (part.strip() for part in (self.between or "").partition(","))
        if not comma or not first or not second or first == second:
            raise BeholderError(
                f"--between names two systems, got {self.between!r}", code="stats-bad-plan", hint="as in --between a,b"
            )
        return first, second
