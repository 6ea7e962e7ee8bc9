"""Agreement as a coordinator's page tells it: the numbers of the analysis, in the room that one field takes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
import yaml

from beholder.analysis import Context
from beholder.analysis.measure import measure_field
from beholder.analysis.sections.agreement import agreement_findings
from beholder.quality.rating_columns import RatingColumns
from beholder.study import Definition, load_definition
from beholder.tables.ratings import Rating
from beholder.testing import write_masks_study
from beholder.web.coordinate.estimates import agreement

_FIELDS = tuple(f"q{n}" for n in range(6))
_BLANK = Rating._make([""] * len(Rating._fields))._replace(
    kind="main", sequence=1, position=1, active_ms=3000, study_version=1, revision=1, counts=True
)


@pytest.fixture(scope="module")
def definition(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    """A study that asks six questions about each mask."""
    folder = write_masks_study(tmp_path_factory.mktemp("questions") / "study", trials=2)
    asked = {name: {"kind": "scale", "label": name, "max": 5} for name in _FIELDS}
    protocol = {
        "name": "questions",
        "title": "Questions",
        "shows": "one",
        "item": {"image": {"kind": "image"}, "point": {"kind": "point"}},
        "candidate": {"mask": {"kind": "mask"}},
        "form": {"fields": asked},
    }
    (folder / "questions.yaml").write_text(yaml.safe_dump(protocol), encoding="utf-8")
    study = yaml.safe_load((folder / "study.yaml").read_text(encoding="utf-8")) | {"protocol": "questions.yaml"}
    (folder / "study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    return load_definition(folder)


def _rows(trials: int, fields: tuple[str, ...]) -> Iterator[Rating]:
    """Three of twelve raters on each trial, who see about the same; every tenth answer is excluded, some are blank."""
    rng = np.random.default_rng(3)
    for trial in range(trials):
        item, level = f"item-{trial // 4}", rng.integers(1, 5)
        for turn, rater in enumerate(rng.choice(12, size=3, replace=False)):
            for field in fields:
                number = int(np.clip(level + rng.integers(-1, 2), 1, 5))
                yield _BLANK._replace(
                    item=item,
                    block=item,
                    system=f"system-{trial % 4}",
                    rater=f"rater-{rater}",
                    trial=str(trial),
                    answer=f"{trial}-{turn}",
                    field=field,
                    number=None if number == 5 else float(number),
                    value="" if number == 5 else str(number),
                    excluded_by="late" if (3 * trial + turn) % 10 == 0 else "",
                )


def test_agreement_is_told_as_the_analysis_of_all_ratings_tells_it(definition: Definition) -> None:
    ratings = RatingColumns.of(_rows(60, _FIELDS))
    data = ratings.to_data(definition.declaration.form, kind="main")
    context = Context(declaration=definition.declaration, params=definition.params)
    for wanted in (None, range(0, 60, 2)):
        rows = data if wanted is None else data.select(data.text["trial"].is_in(map(str, wanted)))
        told = {one.field: one.finding for one in agreement(ratings, definition, kind="main", in_full=wanted)}
        assert tuple(told) == _FIELDS
        for name, finding in told.items():
            measure = measure_field(rows, rows.field(name))
            expected = agreement_findings(measure, measure.ratings, context, pooled=False)[0]
            assert finding == expected
            assert finding.interval is not None


def test_six_questions_take_hardly_more_room_than_one(definition: Definition) -> None:
    def peak(fields: tuple[str, ...]) -> int:
        ratings = RatingColumns.of(_rows(1000, fields))
        tracemalloc.start()
        try:
            agreement(ratings, definition, kind="main")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    # once before: what is only loaded then is no part of it
    peak(_FIELDS[:1])
    assert peak(_FIELDS) < 1.5 * peak(_FIELDS[:1])
