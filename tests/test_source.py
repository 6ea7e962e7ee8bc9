"""A YAML file that remembers its lines: what a study author mistypes is found on the line where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from beholder.errors import BeholderError
from beholder.fields import Form
from beholder.source import read_yaml, validate


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid")
    share: float = Field(default=0.5, le=1)


class Outer(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    overlap: Inner = Field(default_factory=Inner)
    words: dict[str, Inner] = Field(default_factory=dict)


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "study.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_every_part_knows_its_line(tmp_path: Path) -> None:
    source = read_yaml(written(tmp_path, "a: 1\nb:\n  c: [x,\n    y]\n  d: z\n"))
    assert source.data == {"a": 1, "b": {"c": ["x", "y"], "d": "z"}}
    assert source.where(("b", "c", 1)) == "study.yaml:4 · b.c.1"
    assert source.where(("b", "d")) == "study.yaml:5 · b.d"
    assert source.where(("b", "missing", 3)) == "study.yaml:2 · b.missing.3"


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("a: 1\nb: [1, 2\n", "yaml-syntax", 3),
        ("a: 1\n\tb: 2\n", "yaml-syntax", 2),
        ("a: 1\nb: 'open\n", "yaml-syntax", 3),
        ("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", 3),
        ("a: 1\nb: !!python/object:os.system x\n", "yaml-value", 2),
        ("a: 1\n? [x, y]\n: 2\n", "yaml-key", 2),
        ("a: 1\nyes: 2\n", "yaml-key", 2),
        ("a: 1\nb: *nowhere\n", "yaml-syntax", 2),
        ("", "yaml-empty", 1),
        ("# nothing\n", "yaml-empty", 1),
        ("- a\n- b\n", "yaml-not-a-mapping", 1),
        ("just text\n", "yaml-not-a-mapping", 1),
        ("a: 1\n---\nb: 2\n", "yaml-syntax", 2),
        (b"a: 1\nb: \xff\xfe\n", "file-not-utf8", 2),
        ("a: 1\nb: x\x07y\n", "yaml-syntax", None),
        (f"a: 1\nb: {'9' * 5000}\n", "yaml-value", 2),
        (f"a: 1\nb: {'[' * 5000}\n", "yaml-syntax", 1),
        ("a: &x [1]\nb: &y [*x, *x]\nc: &z [*y, *y, *z]\n", "yaml-too-large", None),
        ("base: &b {x: 1}\nc:\n  <<: *b\n", "yaml-value", 3),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, content: str | bytes, code: str, line: int | None
) -> None:
    with pytest.raises(BeholderError) as caught:
        read_yaml(written(tmp_path, content))
    problem = caught.value.problems[0]
    assert problem.code == code
    assert problem.where.startswith("study.yaml:")
    if line is not None:
        assert problem.where == f"study.yaml:{line}"


def test_a_bomb_of_aliases_is_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    with pytest.raises(BeholderError, match="too many parts"):
        read_yaml(written(tmp_path, "\n".join(lines)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BeholderError) as caught:
        read_yaml(tmp_path / "none.yaml")
    assert caught.value.code == "file-unreadable"
    assert "none.yaml" in caught.value.problems[0].where


def test_a_byte_order_mark_and_dates_do_no_harm(tmp_path: Path) -> None:
    assert read_yaml(written(tmp_path, b"\xef\xbb\xbfday: 2024-02-30\n")).data == {"day": "2024-02-30"}


def test_all_wrong_settings_are_told_at_once_with_the_nearest_names(tmp_path: Path) -> None:
    source = read_yaml(written(tmp_path, "overlap:\n  shar: 0.1\n  share: 3\nwords:\n  q: {shar: 1}\ntitel: x\n"))
    with pytest.raises(BeholderError) as caught:
        validate(Outer, source)
    found = {problem.where: problem for problem in caught.value.problems}
    assert found["study.yaml:2 · overlap.shar"].code == "setting-unknown"
    assert 'did you mean "share"?' in found["study.yaml:2 · overlap.shar"].hint
    assert found["study.yaml:3 · overlap.share"].problem.endswith("got 3")
    assert found["study.yaml:5 · words.q.shar"].code == "setting-unknown"
    assert found["study.yaml:6 · titel"].code == "setting-unknown"
    assert found["study.yaml:1 · name"].code == "setting-missing"


def test_lists_of_the_wrong_length_are_told_so_once(tmp_path: Path) -> None:
    class Listed(BaseModel):
        entries: tuple[Inner, ...] = Field(min_length=2, max_length=3)

    def told(text: str) -> str:
        with pytest.raises(BeholderError) as caught:
            validate(Listed, read_yaml(written(tmp_path, text)))
        return str(caught.value)

    assert "must have at least 2 entries, not 1" in told("entries: [{share: 1}]")
    assert "must have at most 3 entries, not 4" in told("entries: [{}, {}, {}, {}]")
    # there are two, each with a mistake of its own
    assert "entries," not in told("entries: [a, b]")


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = written(tmp_path_factory.mktemp("yaml"), content)
    try:
        found: object = read_yaml(path).data
    except BeholderError as error:
        found = error
    places = [problem.where for problem in found.problems] if isinstance(found, BeholderError) else []
    assert isinstance(found, dict) or (places and all(place.startswith("study.yaml") for place in places))


def test_an_unknown_setting_deep_in_a_mapping_of_kinds_is_told_what_is_known(tmp_path: Path) -> None:
    fields = "fields:\n  ok: {kind: scale, label: Good, max: 5}\n"
    wrong = "  why: {kind: text, label: Why, show_when: {field: ok, at_most: 3}}\n"
    with pytest.raises(BeholderError) as caught:
        validate(Form, read_yaml(written(tmp_path, fields + wrong)))
    (problem,) = caught.value.problems
    assert problem.where.startswith("study.yaml:3")
    assert problem.hint == "known: answered, any_of, field, has, has_any, is, not"
