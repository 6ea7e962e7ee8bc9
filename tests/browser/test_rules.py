"""Rules between fields as the page judges them, by the cases that the server is held to."""

from __future__ import annotations

from ..fields.rule_cases import CASES, FORMS
from .conftest import MakePage

JUDGE = """async (cases) => {
    const main = document.querySelector("script[type=module][src]").src;
    const { answersOf, faultsOf } = await import(new URL("rules.js", main));
    return cases.map(({ wire, answers }) => {
        const values = answersOf(wire.fields, (field) => answers[field.name] ?? null);
        const { missing, broken } = faultsOf(wire.fields, wire.constraints, values);
        return [...missing.map((one) => one.name), ...broken.map((one) => one.field)];
    });
}"""


def test_the_page_finds_the_same_faults_as_the_server(open_page: MakePage) -> None:
    rater = open_page()
    rater.open()
    asked = [{"wire": FORMS[case["form"]].to_wire("en"), "answers": case["answers"]} for case in CASES]
    found = rater.page.evaluate(JUDGE, asked)
    assert [(case, one) for case, one in zip(CASES, found, strict=True) if one != case["faults"]] == []
