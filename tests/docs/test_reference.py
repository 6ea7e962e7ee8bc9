"""The reference says what the code does: everything declared is documented, and nothing else is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from docs.error_codes import find_codes
from docs.markdown import sections, setting_rows
from pydantic import BaseModel

from beholder.fields import Condition, Constraint, Option, find_kind
from beholder.fields.registry import BUILT_IN
from beholder.protocols import Column, Declaration, Timing, find_protocol, protocol_names
from beholder.study.settings import Settings

_DOCS = Path(__file__).parents[2] / "docs"
_LISTED = [line for line in (_DOCS / "generated.txt").read_text(encoding="utf-8").split() if line]


def _explained() -> dict[str, list[str]]:
    topics = tomllib.loads((_DOCS / "reference" / "errors.toml").read_text(encoding="utf-8"))
    codes = [code for topic in topics.values() for code in topic["codes"]]
    assert len(codes) == len(set(codes)), "a code is explained twice"
    return {code: entry for topic in topics.values() for code, entry in topic["codes"].items()}


def test_every_error_code_is_explained_and_nothing_else_is() -> None:
    raised, explained = set(find_codes().places), set(_explained())
    assert sorted(raised - explained) == [], "raised in the source, not in docs/reference/errors.toml"
    assert sorted(explained - raised) == [], "in docs/reference/errors.toml, raised nowhere"


def test_every_explanation_has_a_meaning_and_a_remedy() -> None:
    for code, entry in _explained().items():
        meaning, remedy = entry
        assert meaning.endswith("."), code
        assert remedy.endswith("."), code


def test_every_code_has_a_heading() -> None:
    headings = (_DOCS / "reference" / "errors.md").read_text(encoding="utf-8").splitlines()
    assert sorted(set(find_codes().places) - {line.removeprefix("### ") for line in headings}) == []


def test_no_code_is_given_in_a_way_that_cannot_be_read() -> None:
    assert find_codes().unread == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('raise BeholderError("x", code="a-b")', {"a-b"}),
        ('Problem("x", "a-b", "here")', {"a-b"}),
        ('Problem("x", code="a-b" if y else "c-d")', {"a-b", "c-d"}),
        ('message, code = "Something is wrong", "a-b"', {"a-b"}),
        ('code = {404: "not-found"}.get(n, "other")', {"not-found", "other"}),
        ('class A:\n    def tell(self, what: str, code: str): ...\n    def f(self): self.tell("x", "a-b")', {"a-b"}),
        ('Problem("x", problem.code)', set()),
        ("def label(code: int): ...\nlabel(7)", set()),
    ],
)
def test_codes_are_found_however_they_are_given(text: str, codes: set[str], tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    found = find_codes(tmp_path)
    assert set(found.places) == codes
    assert found.unread == []


def test_a_code_that_is_computed_is_reported(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text('BeholderError("x", code=make("A"))', encoding="utf-8")
    assert len(find_codes(tmp_path).unread) == 1


def test_every_generated_page_is_listed() -> None:
    written = [*_DOCS.rglob("*.md"), *(_DOCS.parent / "src").rglob("*.ts")]
    with_blocks = [p for p in written if "[[[cog" in p.read_text(encoding="utf-8")]
    assert sorted(_LISTED) == sorted(p.relative_to(_DOCS.parent).as_posix() for p in with_blocks)


def _documented_models() -> list[type[BaseModel]]:
    params = [find_protocol(name).params for name in protocol_names()]
    inside = [*sections(Settings), *(section for model in params for section in sections(model))]
    return [
        Settings,
        Declaration,
        Column,
        Timing,
        Option,
        Condition,
        Constraint,
        *map(find_kind, BUILT_IN),
        *params,
        *inside,
    ]


@pytest.mark.parametrize("model", dict.fromkeys(_documented_models()))
def test_every_setting_has_a_meaning(model: type[BaseModel]) -> None:
    assert [name for name, _, _, meaning in setting_rows(model) if name != "`kind`" and not meaning] == []


def test_meanings_are_of_settings_that_exist() -> None:
    meanings = tomllib.loads((_DOCS / "reference" / "meanings.toml").read_text(encoding="utf-8"))
    known: dict[str, set[str]] = {}
    for model in _documented_models():
        for one in model.__mro__:
            if issubclass(one, BaseModel):
                known.setdefault(one.__name__, set()).update(i.alias or n for n, i in one.model_fields.items())
    stray = [f"{model}.{name}" for model, names in meanings.items() for name in names if name not in known[model]]
    assert stray == []
