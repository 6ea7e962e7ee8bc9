"""The words that replies may hold, held against those that a study stores."""

from __future__ import annotations

from typing import get_args

from beholder.declarations.states import Outcome, Standing, StudyState
from beholder.web.rater import journey_models, trial_models


def test_replies_declare_every_word_that_can_be_in_them() -> None:
    def words(model: type, field: str) -> set[str]:
        return set(get_args(model.model_fields[field].annotation))  # type: ignore[attr-defined]

    assert words(journey_models.Finish, "outcome") == {*Outcome}
    assert words(trial_models.Session, "state") == {*StudyState}
    assert words(trial_models.AnswerSaved, "standing") == {"", *Standing}
    assert words(journey_models.SkipNoted, "standing") == {"", Standing.WARNED}
