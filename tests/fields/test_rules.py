"""Rules between fields as the server judges them; the page is held to the same cases."""

from __future__ import annotations

from typing import Any

from beholder.errors import BeholderError

from .rule_cases import FORMS, each_case


@each_case
def test_the_server_finds_the_same_faults_as_the_page(case: dict[str, Any]) -> None:
    found: list[str] = []
    try:
        FORMS[case["form"]].check({"trial": case["answers"], "slots": []}, slots=0)
    except BeholderError as error:
        found = [one.where for one in error.problems]
    assert found == case["faults"]
