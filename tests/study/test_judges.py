"""Judges in study.yaml: what is taken, what is refused, and that none of it makes a new version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from beholder.errors import BeholderError
from beholder.study import Version, load_definition
from beholder.study.judges import JudgeSettings
from tests.study_maker import make_study

GIVEN: dict[str, Any] = {"address": "http://127.0.0.1:8000/v1", "model": "a-model"}


def _refused(folder: Path, **changed: Any) -> str:
    with pytest.raises(BeholderError) as caught:
        make_study(folder, "item", items=1, judges={"m": {**GIVEN, **changed}})
    return str(caught.value)


def test_judges_come_and_go_without_a_new_version(tmp_path: Path) -> None:
    before = Version.of(make_study(tmp_path, "item", items=2)).digest
    after = Version.of(make_study(tmp_path, "item", items=2, judges={"m": GIVEN})).digest
    assert before == after


@pytest.mark.parametrize(
    "key",
    ["sk-proj-abcdef0123456789", "hf_abcdefghijkl", "0123456789abcdef0123456789abcdef", "AIZA0123456789ABCDEF", "a b"],
)
def test_a_key_in_the_file_is_refused_and_not_repeated(tmp_path: Path, key: str) -> None:
    told = _refused(tmp_path, key=key)
    assert "environment variable" in told
    assert key not in told


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1:8000", "ftp://127.0.0.1/v1", "http://", "http://host:99999/v1", "http://a b/v1", "http://h/v1?k=1"],
)
def test_an_address_that_is_none_is_refused_with_an_example(tmp_path: Path, address: str) -> None:
    assert "http://127.0.0.1:8000/v1" in _refused(tmp_path, address=address)


def test_a_password_in_the_address_is_refused_and_not_repeated(tmp_path: Path) -> None:
    told = _refused(tmp_path, address="http://me:hidden@127.0.0.1/v1")
    assert "password" in told
    assert "hidden" not in told


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"samples": 0}, "samples"),
        ({"extra": {"messages": []}}, "messages"),
        ({"extra": {"stream": True}}, "stream"),
        ({"budget": {"money": 5.0}}, "prices"),
        ({"temprature": 1}, "temperature"),
        ({"pictures": {"longest": 10}}, "longest"),
    ],
)
def test_mistakes_are_told_in_words(tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    assert told in _refused(tmp_path, **changed)


@pytest.mark.parametrize(
    ("address", "stays"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://localhost:8000/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://192.168.0.7:8000/v1", False),
        ("https://api.example.com/v1", False),
        ("http://127.0.0.1.example.com/v1", False),
        ("http://0.0.0.0/v1", False),
    ],
)
def test_only_loopback_stays_on_this_machine(address: str, stays: bool) -> None:
    assert JudgeSettings(address=address, model="m").stays_here is stays


def test_the_settings_of_the_guide_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    make_study(folder, "item", items=1)
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    given = {**yaml.safe_load(text), "judges": {"qwen": {**GIVEN, "key": "QWEN_API_KEY", "seed": 7, "family": ["a"]}}}
    (folder / "study.yaml").write_text(yaml.safe_dump(given), encoding="utf-8")
    assert load_definition(folder).settings.judges["qwen"].key == "QWEN_API_KEY"
