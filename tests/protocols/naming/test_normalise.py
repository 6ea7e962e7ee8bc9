"""What people typed becomes names, step by step, and nothing is lost on the way."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import NameChange, Normaliser, singulars

_KEEP_ALL = Normaliser(unicode="keep", spaces="keep", punctuation="keep", case="keep")


@pytest.mark.parametrize(
    "name",
    [
        "狗",
        "女网选手",
        "小孩儿",
        "l·lama",
        "armaris de cuina",
        "vestit fúcsia",
        "🦒",
        "👩‍👩‍👧",
        "#️⃣",
        "חתול",
        "كلب",
        "می‌خواهم",
        "é" * 499,
        "x" * 500,
        "t-shirt",
        "3d",
    ],
)
def test_names_of_any_script_are_kept_exactly(name: str) -> None:
    assert Normaliser().name_of(name) == name


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("   ", "nothing but spaces"),
        ("\u3000\u00a0\t", "nothing but spaces"),
        ("", "empty"),
        ("?!…", "nothing but punctuation"),
        ("。", "nothing but punctuation"),
        ("x" * 501, "501 characters; at most 500 make a name"),
        ("do\x00g", "holds a control character"),
    ],
)
def test_what_is_no_name_is_refused_with_a_reason(raw: str, reason: str) -> None:
    done = Normaliser().apply([raw, "dog", raw])
    assert done.names == [None, "dog", None]
    assert [(r.raw, r.reason, r.answers) for r in done.refused] == [(raw, reason, 2)]


@pytest.mark.parametrize(
    ("raw", "name", "steps"),
    [
        ("T-SHIRT", "t-shirt", ("case",)),
        ("  hot \u00a0 dog ", "hot dog", ("spaces",)),
        ('"Dog."', "dog", ("punctuation", "case")),
        ("《狗》", "狗", ("punctuation",)),
        ("cafe\u0301", "café", ("unicode",)),
        ("GOS D\u2019ATURA!", "gos d\u2019atura", ("punctuation", "case")),
    ],
)
def test_each_step_is_reported_with_the_raw_string(raw: str, name: str, steps: tuple[str, ...]) -> None:
    done = Normaliser().apply([raw, None, raw])
    assert done.names == [name, None, name]
    assert done.changes == (NameChange(raw, name, steps, 2),)
    assert done.steps() == dict.fromkeys(steps, 2)


def test_every_step_can_be_switched_off() -> None:
    raw = "  Cafe\u0301 , Bar! "
    assert _KEEP_ALL.name_of(raw) == raw
    assert Normaliser(punctuation="all").name_of("t-shirt, (red)") == "t shirt red"
    assert Normaliser(case="keep").name_of("Hund") == "Hund"
    assert Normaliser(unicode="nfkc").name_of("ｄｏｇ") == "dog"
    assert Normaliser().name_of("ｄｏｇ") == "ｄｏｇ"


def test_plurals_merge_only_into_singulars_that_somebody_gave() -> None:
    raws = ["cabinets", "cabinet", "glasses", "glass", "scissors", "bus", "buses", "knives", "knife", "pies", "pie"]
    done = Normaliser(plural="merge").apply(raws)
    assert done.names == [
        "cabinet", "cabinet", "glass", "glass", "scissors", "bus", "buses", "knife", "knife", "pie", "pie",
    ]  # fmt: skip
    assert {c.raw: c.steps for c in done.changes}["knives"] == ("plural",)
    assert Normaliser().apply(raws).names == raws


def test_singulars_leave_other_letters_and_words_in_ss_alone() -> None:
    assert [list(singulars(name)) for name in ("càmeres", "dress", "bus", "狗s", "gas")] == [[], [], [], [], []]


def test_accepted_spellings_come_last_and_are_reported() -> None:
    done = Normaliser(spellings={"trian": "train"}).apply(["TRIAN", "train"])
    assert done.names == ["train", "train"]
    assert done.changes == (NameChange("TRIAN", "train", ("case", "spelling"), 1),)


def test_settings_with_unknown_steps_are_refused() -> None:
    assert Normaliser.of({"case": "keep", "max_chars": 20}) == Normaliser(case="keep", max_chars=20)
    with pytest.raises(BeholderError, match="did you mean"):
        Normaliser.of({"caes": "keep"})
    with pytest.raises(BeholderError, match="expected one of"):
        Normaliser.of({"case": "upper"})


@given(st.lists(st.one_of(st.none(), st.text(max_size=40)), max_size=30))
def test_normalising_twice_changes_nothing_more(raws: list[str | None]) -> None:
    once = Normaliser().apply(raws)
    assert len(once.names) == len(raws)
    again = Normaliser().apply(once.names)
    assert again.names == once.names
    changed = sum(c.answers for c in once.changes) + sum(r.answers for r in once.refused)
    assert changed == sum(1 for raw, name in zip(raws, once.names, strict=True) if raw != name)


def test_capitals_that_come_apart_when_made_small_are_put_together_again() -> None:
    name = Normaliser().name_of("\u03aa\u0301")
    assert name == "\u0390"
    assert Normaliser().name_of(name) == name


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=20))
def test_chinese_characters_survive_untouched(name: str) -> None:
    assert Normaliser().name_of(name) == name


@given(st.text(alphabet=st.characters(categories=["L", "M", "N", "So"]), min_size=1, max_size=30))
def test_letters_are_only_recomposed_and_made_small(name: str) -> None:
    small = unicodedata.normalize("NFC", name).lower()
    assert Normaliser().name_of(name) == unicodedata.normalize("NFC", small)
