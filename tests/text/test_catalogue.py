"""Messages from Fluent files: found by id, filled in, and told in English where a language lacks them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fluent.runtime import FluentBundle

from beholder.text import Catalogue, CatalogueError, Listing, MessageError


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    (tmp_path / "messages.en.ftl").write_text(
        "answers = { $n ->\n    [one] one answer\n   *[other] { $n } answers\n}\nleads = { $systems } lead\n    .hint = of { $n }\n",
        encoding="utf-8",
    )
    (tmp_path / "messages.zh.ftl").write_text("leads = { $systems }领先\n", encoding="utf-8")
    return Catalogue("own", folder=tmp_path)


def test_plurals_and_numbers_are_told_as_the_language_does(catalogue: Catalogue) -> None:
    assert catalogue.format("en", "answers", n=1) == "one answer"
    assert catalogue.format("en", "answers", n=1200) == "1,200 answers"


def test_what_a_language_lacks_is_told_in_english_and_named(catalogue: Catalogue) -> None:
    assert catalogue.format("zh", "answers", n=2) == "2 answers"
    assert catalogue.missing("zh") == ["answers", "leads.hint"]
    assert catalogue.say("leads", systems=Listing(["a", "b"])).root == {"en": "a, b lead", "zh": "a、b领先"}


def test_a_script_gets_texts_and_plural_forms(catalogue: Catalogue) -> None:
    told = catalogue.for_script("zh")
    assert told["leads"] == "{systems}领先"
    assert told["answers"] == {"by": "n", "one": "one answer", "other": "{n} answers"}


def test_a_missing_message_or_parameter_is_a_mistake(catalogue: Catalogue) -> None:
    with pytest.raises(MessageError, match="no message"):
        catalogue.format("en", "nothing")
    with pytest.raises(MessageError, match="leads"):
        catalogue.format("en", "leads")


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "messages.en.ftl").write_text("fine = yes\nno message here\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"messages\.en\.ftl.*no message here"):
        Catalogue("own", folder=tmp_path).format("en", "fine")


def test_choices_within_a_message_take_the_text_around_them_along(tmp_path: Path) -> None:
    (tmp_path / "messages.en.ftl").write_text(
        "facts = Here { $n ->\n    [one] is { $n } answer\n   *[other] are { $n } answers\n  } of { $m ->\n    [one] one\n   *[other] { $m }\n  }.\n",
        encoding="utf-8",
    )
    told = Catalogue("own", folder=tmp_path).for_script("en")["facts"]
    assert isinstance(told, dict)
    assert told["other"] == {"by": "m", "one": "Here are {n} answers of one.", "other": "Here are {n} answers of {m}."}


def test_a_protocol_may_speak_a_language_that_we_do_not(tmp_path: Path) -> None:
    (tmp_path / "messages.fr.ftl").write_text("ask = Combien ?\n", encoding="utf-8")
    catalogue = Catalogue("own", folder=tmp_path)
    assert catalogue.languages == ("fr",)
    assert catalogue.format("en", "ask") == "Combien ?"
    assert catalogue.for_script("zh")["ask"] == "Combien ?"


def test_a_message_that_one_thread_is_parsing_is_told_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "messages.en.ftl").write_text("first = one\n", encoding="utf-8")
    parsing, go_on = Event(), Event()
    add = FluentBundle.add_resource

    def slow(bundle: FluentBundle, *given: Any, **more: Any) -> None:
        parsing.set()
        go_on.wait(20)
        add(bundle, *given, **more)

    monkeypatch.setattr(FluentBundle, "add_resource", slow)
    monkeypatch.setattr("beholder.text.catalogue._PACKAGE", tmp_path)
    catalogue = Catalogue("own", folder=tmp_path)
    with ThreadPoolExecutor(2) as threads:
        told = [threads.submit(catalogue.format, "en", "first")]
        assert parsing.wait(20)
        told.append(threads.submit(catalogue.format, "en", "first"))
        # the second has either failed by now or waits for the first
        wait(told[1:], timeout=0.2)
        go_on.set()
        assert [one.result(20) for one in told] == ["one", "one"]
