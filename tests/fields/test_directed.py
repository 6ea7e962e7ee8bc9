"""The good end of a field: declared or the kind's own, told to analysis and codebook, followed by simulated raters."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from beholder.analysis import Context, FieldInfo, RatingsData
from beholder.analysis.measure import measure_field
from beholder.analysis.sections.comparison import compare
from beholder.fields import Choice, Count, Form, Truth, find_kind

GRADES = [{"id": name, "label": name} for name in ("bad", "fair", "good")]
NO_YES = [{"id": name, "label": name} for name in ("yes", "no")]

CAREFUL = SimpleNamespace(severity=0.0, noise=0.0, side_bias=0.0)

KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "scale": ({"kind": "scale"}, "higher"),
    "points": ({"kind": "points"}, "higher"),
    "count": ({"kind": "count"}, "none"),
    "flags": ({"kind": "flags", "options": GRADES}, "none"),
    "ordered": ({"kind": "choice", "options": GRADES, "ordered": True}, "higher"),
    "scored": ({"kind": "choice", "options": GRADES, "scores": {"bad": 0, "fair": 1, "good": 2}}, "higher"),
    "yes_no": ({"kind": "choice", "options": NO_YES}, "higher"),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_good_end_is_the_kinds_unless_declared(name: str) -> None:
    declared, default = KINDS[name]
    for better, told in ((None, default), ("higher", "higher"), ("lower", "lower"), ("none", "none")):
        form = Form.model_validate({"fields": {"f": {"label": "?", "better": better, **declared}}})
        assert {info.better for info in FieldInfo.of_form(form)} == {told}
        assert {line.better for line in form.fields["f"].codebook("f")} == {told}


def test_names_without_an_order_have_no_good_end() -> None:
    unordered = {"kind": "choice", "label": "?", "options": GRADES}
    assert find_kind("choice").model_validate(unordered).analysed("f")[0].better == "none"
    with pytest.raises(ValidationError, match="better: lower needs options with an order: add `ordered: true`"):
        find_kind("choice").model_validate({**unordered, "better": "lower"})
    with pytest.raises(ValidationError, match="'higher', 'lower' or 'none'"):
        find_kind("scale").model_validate({"kind": "scale", "label": "?", "better": "less"})


@pytest.mark.parametrize("name", ["scale", "points", "count", "ordered", "scored"])
def test_a_simulated_rater_gives_good_things_the_good_end(name: str) -> None:
    for better, sign in (("higher", 1), ("lower", -1)):
        field = find_kind(KINDS[name][0]["kind"]).model_validate({"label": "?", "better": better, **KINDS[name][0]})
        rng = np.random.default_rng(1)
        poor, fine = (
            field.number(field.follow(field.draw(rng, slots=1), [Truth(latent=latent)], CAREFUL, rng))
            for latent in (-1.5, 1.5)
        )
        assert poor is not None
        assert fine is not None
        assert np.sign(fine - poor) == sign


def test_a_simulated_rater_keeps_what_no_size_can_change() -> None:
    names = Choice.model_validate({"label": "?", "options": GRADES})
    assert names.sized("fair", 3.0) == "fair"
    more = Count.model_validate({"label": "?", "max": 20, "more": True})
    assert more.sized(more.censored, -2.0) == more.censored
    assert more.sized(3, 10.0) == 20


@pytest.mark.parametrize(("better", "order"), [("higher", ["many", "few"]), ("lower", ["few", "many"])])
def test_the_system_at_the_good_end_stands_first(better: str, order: list[str]) -> None:
    form = Form.model_validate({"fields": {"faults": {"kind": "count", "label": "Faults", "better": better}}})
    columns = ("item", "block", "rater", "system", "field", "value", "number")
    rows = [
        (f"i{i}", f"i{i}", f"r{r}", system, "faults", str(n), n)
        for i in range(12)
        for r in range(3)
        for system, n in (("few", (i + r) % 2), ("many", 7 + (i * r) % 3))
    ]
    data = RatingsData.of_rows(rows, columns, fields=FieldInfo.of_form(form))
    measure = measure_field(data, data.fields[0])
    assert compare(measure, Context()).order == order
