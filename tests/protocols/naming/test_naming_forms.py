"""What an answer to either round may be: names kept to the character, or refused with a reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from beholder.errors import BeholderError
from beholder.fields import Constraint
from beholder.protocols import find_protocol
from beholder.protocols.naming.params import NamingParams, tailor_naming
from beholder.protocols.protocol import Protocol
from beholder.testing import check_protocol

NAMING, VERIFY = find_protocol("naming"), find_protocol("naming-verify")
NAMES = {
    "chinese": "热气球",
    "catalan": "ànec de Nadal · l·l",
    "emoji": "🐕\u200d🦺 dog 👩🏽\u200d🚀",
    "right to left": "كلب صغير",
    "mixed directions": "כלב dog",
    "combining marks": "e\u0301lan a\u0308rger",
    "devanagari": "कुत्ता",
    "quotes and markup": "<b>\"dog\"</b> & 'cat'; --",
    "inner and outer spaces": "  hot  dog ",
    "full width": "ＤＯＧ　犬",
}


def _named(name: Any, opt_out: Any = None) -> dict[str, Any]:
    return {"trial": {"name": name, "opt_out": opt_out}, "slots": []}


def _problems(protocol: Protocol, payload: dict[str, Any], slots: int = 1) -> list[tuple[str, str]]:
    with pytest.raises(BeholderError) as caught:
        protocol.declaration.form.check(payload, slots=slots)
    return [(p.where, p.code) for p in caught.value.problems]


@pytest.mark.parametrize("protocol", [NAMING, VERIFY], ids=lambda one: one.name)
def test_the_protocols_are_complete(protocol: Protocol) -> None:
    check_protocol(protocol)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_in_any_script_are_kept_to_the_character(name: str) -> None:
    stored = NAMING.declaration.form.check(_named(name), slots=1)
    assert stored["trial"] == {"name": name, "opt_out": None}
    (cell, _) = NAMING.declaration.form.cells(stored, slots=1)
    assert cell.value == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "answer-breaks-rule"),
        ("   \u3000\t", "answer-breaks-rule"),
        ("d" * 500, "answer-bad-value"),
        ("dog\ncat", "answer-bad-value"),
        ("dog\x00", "answer-bad-value"),
        (7, "answer-bad-value"),
    ],
)
def test_what_is_no_name_is_refused(name: Any, code: str) -> None:
    assert ("name", code) in _problems(NAMING, _named(name))


def test_a_name_that_is_too_long_is_told_its_length_and_the_limit() -> None:
    with pytest.raises(BeholderError, match="200"):
        NAMING.declaration.form.check(_named("犬" * 201), slots=1)
    assert NAMING.declaration.form.check(_named("犬" * 200), slots=1)["trial"]["name"] == "犬" * 200


@pytest.mark.parametrize("reason", ["occluded", "unclear", "not-one-object", "cannot-tell"])
def test_either_a_name_or_a_reason_never_both(reason: str) -> None:
    form = NAMING.declaration.form
    assert form.check(_named(None, reason), slots=1)["trial"] == {"name": None, "opt_out": reason}
    assert form.check(_named("  ", reason), slots=1)["trial"]["opt_out"] == reason
    assert _problems(NAMING, _named("dog", reason)) == [("name", "answer-breaks-rule")]
    assert _problems(NAMING, _named(None, None)) == [("name", "answer-breaks-rule")]


def test_either_or_is_a_rule_of_its_own() -> None:
    rule = Constraint(field="a", either_or="b")
    assert rule.fields() == ("a", "b")
    assert rule.broken({"a": None, "b": None})
    assert rule.broken({"a": 0, "b": "x"})
    assert not rule.broken({"a": 0, "b": None})
    assert rule.broken({"a": [], "b": ""})
    assert rule.to_wire("en")["either_or"] == "b"
    with pytest.raises(ValidationError, match="one of at_most, required_when and either_or"):
        Constraint(field="a", either_or="b", at_most="c")


def test_random_answers_obey_either_or() -> None:
    form, rng = NAMING.declaration.form, np.random.default_rng(2)
    drawn = [form.draw(rng, slots=1)["trial"] for _ in range(200)]
    assert all((one["name"] is None) != (one["opt_out"] is None) for one in drawn)


def test_a_study_may_change_the_limit_and_take_the_reasons_away() -> None:
    short = tailor_naming(NAMING.declaration, NamingParams(max_chars=5))
    with pytest.raises(BeholderError):
        short.form.check(_named("zebras"), slots=1)
    strict = tailor_naming(NAMING.declaration, NamingParams(opt_outs=False)).form
    assert strict.check({"trial": {"name": "dog"}, "slots": []}, slots=1)["trial"] == {"name": "dog"}
    with pytest.raises(BeholderError):
        strict.check({"trial": {"name": None}, "slots": []}, slots=1)


def test_unknown_steps_of_normalisation_are_refused_when_the_study_is_read() -> None:
    with pytest.raises(ValidationError, match="no normalisation step"):
        NamingParams.model_validate({"normalise": {"stem": "porter"}})


def _sheet(adequacy: Any = "perfect", **more: Any) -> dict[str, Any]:
    return {"adequacy": adequacy, **more}


def _verdict(*sheets: dict[str, Any], group: Any = None) -> dict[str, Any]:
    return {"trial": {"group": [1] * len(sheets) if group is None else group}, "slots": list(sheets)}


@pytest.mark.parametrize("kind", ["referential", "visual", "linguistic", "other"])
@pytest.mark.parametrize(("adequacy", "score"), [("slight", 0.5), ("inadequate", 0.0)])
def test_every_fault_of_every_degree_is_stored_with_its_score(adequacy: str, score: float, kind: str) -> None:
    form = VERIFY.declaration.form
    stored = form.check(_verdict(_sheet(), _sheet(adequacy, inadequacy=kind), group=["b", "a"]), slots=2)
    cells = [(cell.field, cell.slot, cell.value, cell.number) for cell in form.cells(stored, slots=2)]
    assert ("adequacy", 0, "perfect", 1.0) in cells
    assert ("adequacy", 1, adequacy, score) in cells
    assert ("inadequacy", 1, kind, None) in cells
    assert [(slot, value) for field, slot, value, _ in cells if field == "group"] == [(0, "1"), (1, "2")]


def test_the_fault_is_asked_only_where_there_is_one() -> None:
    assert _problems(VERIFY, _verdict(_sheet("slight"))) == [("0.inadequacy", "answer-missing")]
    assert _problems(VERIFY, _verdict(_sheet("perfect", inadequacy="visual"))) == [("0.inadequacy", "answer-not-asked")]


@pytest.mark.parametrize("group", [[1], [1, None], [1, ""], [1, 2, 3], None, 5])
def test_every_name_needs_a_group(group: Any) -> None:
    payload = _verdict(_sheet(), _sheet(), group=group)
    if group is None:
        payload["trial"]["group"] = None
    assert [where for where, _ in _problems(VERIFY, payload, slots=2)] == ["group"]
