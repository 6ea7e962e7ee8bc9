"""The kinds of field are an open set: what a further one must bring, what it gets, and how a wrong one is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

import beholder as bh
from beholder.analysis import Context, RatingsData, analyse_any
from beholder.analysis.data import NUMBERS
from beholder.analysis.field_info import FieldInfo
from beholder.errors import BeholderError
from beholder.exports.codebook import codebook_of_ratings
from beholder.fields import AnyField, Field, Form, Level, Text, Truth, Way, find_kind, kind_names, register, registry
from beholder.protocols import SimulatedRater
from beholder.protocols.registry import read_protocol
from beholder.study import load_definition
from beholder.tables.ratings import COLUMNS
from beholder.testing import check_protocol
from beholder.web.coordinate.frame import form_words
from beholder.web.page_words import page_words
from beholder.web.render import Renderer
from tests.packages.own_kind import PACKAGE, colour_kind, tones_study


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test registers, or says is installed, is forgotten after it."""
    monkeypatch.setattr(registry, "_registered", {})
    yield
    registry._addresses.cache_clear()


@pytest.fixture
def colour(alone: None) -> Any:
    return colour_kind()


def test_every_built_in_kind_is_a_folder_with_a_template() -> None:
    for name in registry.BUILT_IN:
        kind = find_kind(name)
        assert kind.folder().name == name
        assert (kind.folder() / "field.html").is_file()
        assert kind.kind_name() == name


@pytest.mark.parametrize(("name", "hint"), [("scal", 'did you mean "scale"?'), ("hologram", "known: "), (7, "known: ")])
def test_an_unknown_kind_is_told_with_the_nearest(name: Any, hint: str) -> None:
    with pytest.raises(BeholderError, match="there is no kind of field") as caught:
        find_kind(name)
    assert caught.value.code == "field-kind-unknown"
    assert hint in caught.value.problems[0].hint
    with pytest.raises(ValidationError) as refused:
        Form.model_validate({"fields": {"a": {"kind": name, "label": "x"}}})
    (error,) = refused.value.errors()
    assert error["loc"] == ("fields", "a")
    assert hint in error["msg"]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"label": "x"}, "needs a kind"),
        ("scale", "must be a mapping"),
        ({"kind": None, "label": "x"}, "no kind of field"),
    ],
)
def test_what_is_no_declaration_of_a_field_is_told(declared: Any, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Form.model_validate({"fields": {"a": declared}})


def test_a_wrong_setting_of_a_kind_is_told_at_its_line_with_what_the_kind_knows(tmp_path: Path, colour: Any) -> None:
    file = tones_study(tmp_path / "s") / "protocol.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("swatches:", "swatch:"), encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        read_protocol(file)
    (problem,) = caught.value.problems
    assert problem.code == "setting-unknown"
    assert problem.where == "protocol.yaml:13 · form.fields.tone.swatch"
    assert problem.hint == 'did you mean "swatches"?'


def test_a_registered_kind_is_read_written_and_part_of_the_schema(colour: Any) -> None:
    adapter: TypeAdapter[Field] = TypeAdapter(AnyField)
    field = colour(label="x", swatches=("#ff0000",))
    assert adapter.validate_json(adapter.dump_json(field)) == field
    assert "colour" in kind_names()
    schema = adapter.json_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["discriminator"]["mapping"]["colour"] == "#/$defs/Colour"


def test_an_installed_kind_is_found_by_its_entry_point(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGE / "src"))
    found = [EntryPoint("colour", "beholder_colour:Colour", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == registry.GROUP else [])
    registry._addresses.cache_clear()
    assert kind_names()[-1] == "colour"
    assert find_kind("colour").__name__ == "Colour"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("no_such_package:Kind", "No module named"),
        ("beholder.fields:NoSuchKind", "NoSuchKind"),
        ("beholder.fields:Words", "no class of fields"),
        ("beholder.fields:Scale", "calls itself 'scale'"),
    ],
)
def test_a_broken_package_is_told_where_its_kind_is_asked_for_and_nowhere_else(
    address: str, said: str, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("hologram", address, group)])
    registry._addresses.cache_clear()
    Form.model_validate({"fields": {"a": {"kind": "scale", "label": "x"}}})
    with pytest.raises(ValidationError, match=r"hologram.*cannot be used") as caught:
        Form.model_validate({"fields": {"a": {"kind": "hologram", "label": "x"}}})
    assert said in caught.value.errors()[0]["msg"]


def test_a_package_cannot_take_the_place_of_a_built_in_kind(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("scale", "beholder.fields:Text", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry._addresses.cache_clear()
    assert find_kind("scale").__name__ == "Scale"


class _Bare(Field):
    kind: Literal["bare"] = "bare"


class _Scale(Field):
    kind: Literal["scale"] = "scale"


@pytest.mark.parametrize(("kind", "said"), [(_Bare, "does not define measure, check"), (_Scale, "that name already")])
def test_a_kind_that_lacks_something_cannot_be_registered(kind: type[Field], said: str, alone: None) -> None:
    with pytest.raises(BeholderError, match=said) as caught:
        register(kind)
    assert caught.value.code == "field-kind-broken"


def test_a_kind_without_a_template_cannot_be_registered(alone: None, tmp_path: Path) -> None:
    class Bare(Text):
        kind: Literal["bare"] = "bare"  # type: ignore[assignment]

        @classmethod
        def folder(cls) -> Path:
            return tmp_path

    with pytest.raises(BeholderError, match=r"there is no field\.html in") as caught:
        register(Bare)
    assert caught.value.code == "field-kind-broken"


def test_a_simulated_rater_follows_what_the_kind_knows_of_the_truth(colour: Any) -> None:
    field, rng = colour(label="x"), np.random.default_rng(1)
    careful = SimulatedRater(noise=0.1)
    near = field.follow("#ffffff", [Truth(0.0, "#102030")], careful, rng)
    assert [abs(int(near[n : n + 2], 16) - there) < 10 for n, there in ((1, 16), (3, 32), (5, 48))] == [True] * 3
    assert field.follow("#ffffff", [Truth(0.0)], careful, rng) == "#ffffff"


def test_a_protocol_with_a_kind_of_a_package_is_held_to_the_same_promises(tmp_path: Path, colour: Any) -> None:
    check_protocol(read_protocol(tones_study(tmp_path / "s") / "protocol.yaml"), languages=("en", "zh"))


class _Silent(Field):
    """A kind that says nothing about its analysis."""

    kind: Literal["silent"] = "silent"

    def measure(self) -> Level:
        return "nominal"


def test_a_kind_without_analysis_says_so() -> None:
    field = _Silent(label={"en": "x"})
    (declared,) = field.analysed("quiet")
    assert declared.way is Way.NONE
    rows = [_rating("quiet", "b", None), _rating("good", "3", 3.0)]
    info = (
        FieldInfo(name="quiet", way=Way.NONE, level="nominal", label=field.label),
        FieldInfo(name="good", way=Way.MEANS, level="ordinal", label=field.label),
    )
    analysis = analyse_any(RatingsData.of_rows(rows, COLUMNS, fields=info), Context())
    told = {language: " ".join(note.to(language) for note in analysis.notes) for language in ("en", "zh")}
    assert "no analysis for the kind of field of quiet" in told["en"]
    assert "quiet 的类型没有对应的分析" in told["zh"]
    assert "good" in {section.field for section in analysis.sections}


def test_names_have_results_though_they_have_no_number() -> None:
    rows = [_rating("what", name, None, rater=rater) for rater, name in enumerate(("cat", "cat", "dog"))]
    label = Form.model_validate({"fields": {"a": {"kind": "name", "label": "x"}}}).fields["a"].label
    info = (FieldInfo(name="what", way=Way.NAMES, level="nominal", label=label),)
    analysis = analyse_any(RatingsData.of_rows(rows, COLUMNS, fields=info), Context())
    found = {finding.name: finding.value for finding in analysis.findings}
    assert found["what.names"] == 2
    assert found["what.top_share"] == pytest.approx(2 / 3)


def _rating(field: str, value: str, number: float | None, rater: int = 0) -> tuple[Any, ...]:
    given = {"item": "i", "block": "i", "system": "s", "rater": f"r{rater}", "kind": "main", "counts": True}
    given |= {"answer": f"a{rater}", "trial": "1", "field": field, "value": value, "number": number, "revision": 1}
    return tuple(given.get(name, None if name in NUMBERS else "") for name in COLUMNS)


@pytest.mark.parametrize(
    ("language", "hint", "written"),
    [
        ("en", "Any other colour", "red, green and blue, two hexadecimal digits each"),
        ("zh", "其他颜色", "红、绿、蓝各两位十六进制数字"),
    ],
)
def test_a_kind_brings_words_of_its_own_to_page_and_codebook(
    tmp_path: Path, colour: Any, language: str, hint: str, written: str
) -> None:
    definition = load_definition(tones_study(tmp_path / "s"))
    renderer = Renderer(definition, root="", static="", size_of=lambda _name: None)
    assert hint in renderer.sheet("before", definition.declaration.form.fields, language)["html"]
    assert renderer.words(language).for_script()["colour-any"] == hint
    assert form_words(language, definition.declaration.form)("colour-any") == hint
    assert "colour-any" not in page_words(language), "pages that do not ask it have no need of its words"
    (entry,) = [one for one in codebook_of_ratings(definition.declaration).fields if one.name == "tone"]
    assert dict(entry.values)["#rrggbb"].to(language) == written


def test_words_of_a_kind_that_cannot_be_read_are_told_with_their_file(tmp_path: Path, alone: None) -> None:
    for name in ("field.html", "messages.en.ftl"):
        (tmp_path / name).write_text("no message\n", encoding="utf-8")

    class Odd(Text):
        kind: Literal["odd"] = "odd"  # type: ignore[assignment]

        @classmethod
        def folder(cls) -> Path:
            return tmp_path

    with pytest.raises(BeholderError, match=r"messages\.en\.ftl: this is no message in Fluent"):
        register(Odd)


def test_a_study_with_a_kind_of_a_package_is_loaded(tmp_path: Path, colour: Any) -> None:
    study = load_definition(tones_study(tmp_path / "s"))
    assert study.declaration.form.codebook()[0].values == "a colour as #rrggbb"
    wire = study.declaration.form.to_wire("en")["fields"][0]
    assert json.loads(json.dumps(wire))["keys"] == {"Digit1": "#cc0000", "Digit2": "#0000cc"}


def test_the_old_name_of_the_kinds_still_gives_them() -> None:
    with pytest.warns(DeprecationWarning, match="kinds()"):
        assert set(bh.fields.KINDS) >= set(registry.BUILT_IN)
