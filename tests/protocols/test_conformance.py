"""Every protocol passes the conformance suite, and the suite finds what is wrong with a broken one."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.engine import Join, Lease
from beholder.errors import BeholderError
from beholder.fields import Choice, Field, Flags, Form, Option, Payload, Scale, Text, Words
from beholder.protocols import (
    Column,
    Declaration,
    Deferred,
    Layout,
    Protocol,
    Shown,
    SimulatedRater,
    find_protocol,
    protocol_names,
)
from beholder.study import check_folder
from beholder.testing import check_protocol
from beholder.web import ServedStudy, open_preview
from tests.apart import run_apart

LANGUAGES = ("en", "zh")
_WITH_EXAMPLE = [name for name in protocol_names() if find_protocol(name).example]


@pytest.mark.parametrize("name", protocol_names())
def test_installed_protocols_are_complete(name: str) -> None:
    assert check_protocol(find_protocol(name), languages=LANGUAGES) == ()
    assert find_protocol(name).contents is None, "an installed package is no folder of data, though it has a YAML file"


@pytest.fixture(scope="module", params=_WITH_EXAMPLE)
def example(request: pytest.FixtureRequest, painted: Callable[[str], Path]) -> Path:
    """The example study of each protocol that brings one."""
    return painted(request.param)


def _renamed(item: dict[str, Any]) -> Any:
    """The item with other names for its systems, wherever it speaks of them."""
    systems = {one["system"] for one in (item, *item.get("candidates", ())) if "system" in one}

    def rename(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: rename(one) for key, one in value.items()}
        if isinstance(value, list):
            return [rename(one) for one in value]
        return f"canary-{value}" if isinstance(value, str) and value in systems else value

    return rename(item)


@pytest.fixture(scope="module")
def served(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedStudy]:
    folder = shutil.copytree(example, tmp_path_factory.mktemp("served") / example.name)
    # names that no page holds by chance
    path = folder / "items.jsonl"
    items = [_renamed(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join(json.dumps(item) for item in items), encoding="utf-8")
    study = open_preview(folder)
    study.mount_at("", "/static/x")
    yield study
    study.close()


@pytest.mark.variants(2)
def test_examples_have_no_errors_and_leak_nothing(example: Path) -> None:
    assert [str(problem) for problem in check_folder(example).problems] == []


@pytest.mark.long
@pytest.mark.variants(1)
def test_the_same_seed_gives_the_same_bytes(example: Path, tmp_path: Path) -> None:
    make = find_protocol(example.name).example
    assert make is not None
    folder = tmp_path / example.name
    folder.mkdir()
    make(folder, 1)
    files = sorted(path.relative_to(example) for path in example.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert [name for name in files if (example / name).read_bytes() != (folder / name).read_bytes()] == []


def test_what_an_example_says_of_itself_is_written_in_every_language_it_offers(served: ServedStudy) -> None:
    settings = served.definition.settings
    texts = [settings.title, settings.description, *settings.contact.root]
    assert [one.root for one in texts if one.root and not set(settings.languages) <= set(one.root)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_ask_every_field_once_and_show_nothing_hidden(served: ServedStudy, language: str) -> None:
    rater = served.engine.run(Join()).rater
    leased = served.engine.run(Lease(rater, want=3))
    fragments = run_apart(served.fragments(leased.leases, language))
    assert fragments
    declaration = served.definition.declaration
    for lease, fragment in fragments:
        slots = json.loads(lease.slots)
        wanted = Counter(list(declaration.form.fields))
        wanted.update(f"{place}.{name}" for place in range(len(slots)) for name in declaration.form.candidate_fields)
        assert Counter(re.findall(r'data-field="([^"]+)"', fragment.html)) == wanted
        assert "canary-" not in fragment.html
        assert "canary-" in lease.slots or declaration.shows == "item"


_LABEL = Words({"en": "How good?", "zh": "有多好？"})
_SOUND = Protocol(
    declaration=Declaration(
        name="sound",
        title=Words({"en": "Sound", "zh": "完好"}),
        summary=Words({"en": "Nothing is wrong here.", "zh": "没有任何问题。"}),
        shows="one",
        candidate={"image": Column(kind="image")},
        form=Form(fields={"quality": Scale(label=_LABEL), "comment": Text(label=_LABEL)}),
    )
)


@pytest.fixture
def sound(tmp_path: Path) -> Protocol:
    for language in LANGUAGES:
        (tmp_path / f"guideline.{language}.md").write_text("Look closely, then decide. " * 3, encoding="utf-8")
    return replace(_SOUND, folder=tmp_path)


def _asking(protocol: Protocol, **fields: Any) -> Protocol:
    form = Form(fields={**protocol.declaration.form.fields, **fields})
    return replace(protocol, declaration=protocol.declaration.model_copy(update={"form": form}))


def _only_in(protocol: Protocol, language: str) -> Protocol:
    """The protocol and its folder with nothing in other languages."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict) and value and value.keys() <= set(LANGUAGES):
            return {language: value[language]}
        if isinstance(value, dict):
            return {key: kept(inner) for key, inner in value.items()}
        return [kept(inner) for inner in value] if isinstance(value, list) else value

    assert protocol.folder is not None
    for other in set(LANGUAGES) - {language}:
        (protocol.folder / f"guideline.{other}.md").unlink()
    return replace(protocol, declaration=Declaration.model_validate(kept(protocol.declaration.model_dump(mode="json"))))


def _choice(*keys: str, **words: str) -> Choice:
    labels = Words(words or {"en": "Yes", "zh": "是"})
    return Choice(label=_LABEL, options=tuple(Option(id=f"o{n}", label=labels, key=key) for n, key in enumerate(keys)))


def _wrong(protocol: Protocol) -> str:
    with pytest.raises(BeholderError) as refused:
        check_protocol(protocol)
    assert {problem.code for problem in refused.value.problems} == {"protocol-incomplete"}
    return "\n".join(problem.problem for problem in refused.value.problems)


def test_a_sound_protocol_passes_without_a_remark(sound: Protocol) -> None:
    assert check_protocol(sound) == ()


def test_a_missing_translation_is_named(sound: Protocol) -> None:
    assert "extra.o1.label is not written in zh" in _wrong(_asking(sound, extra=_choice("KeyA", "KeyB", en="Yes")))


def test_a_missing_translation_of_a_message_is_named(sound: Protocol) -> None:
    assert "hint is not written in zh" in _wrong(replace(sound, messages={"hint": Words({"en": "Look"})}))


@pytest.mark.parametrize(("part", "where"), [("messages", "messages.zh.ftl"), ("form", "form.zh.ftl")])
def test_a_missing_message_is_named_with_its_file(sound: Protocol, part: str, where: str) -> None:
    assert sound.folder is not None
    (sound.folder / f"{part}.en.ftl").write_text("hint = Look\nother = Look again\n", encoding="utf-8")
    (sound.folder / f"{part}.zh.ftl").write_text("other = 再看\n", encoding="utf-8")
    assert _wrong(sound) == f"words: the message hint is not written in zh: {where} lacks it"


def test_what_raters_do_not_read_may_lack_a_language_but_not_by_halves(sound: Protocol) -> None:
    assert sound.folder is not None
    (sound.folder / "analysis.en.ftl").write_text("title = Nothing\nmethod = None\n", encoding="utf-8")
    assert check_protocol(sound) == ()
    (sound.folder / "analysis.zh.ftl").write_text("title = 无\n", encoding="utf-8")
    assert _wrong(sound) == "words: the message method is not written in zh: analysis.zh.ftl lacks it"


def test_one_language_is_enough_where_only_one_is_asked_for(sound: Protocol) -> None:
    assert check_protocol(_asking(sound, extra=_choice("KeyA", "KeyB", en="Yes")), languages=("en",)) == ()


@pytest.mark.parametrize(("own", "other"), [("en", "zh"), ("zh", "en")])
def test_a_protocol_in_one_language_passes_with_a_remark(sound: Protocol, own: str, other: str) -> None:
    protocol = _only_in(sound, own)
    (remark,) = check_protocol(protocol)
    assert (remark.code, remark.warning) == ("protocol-one-language", True)
    assert remark.problem == f"meant for {own} only, not for {other}"
    assert f"languages: [{own}]" in remark.hint
    with pytest.raises(BeholderError, match=f"title is not written in {other}"):
        check_protocol(protocol, languages=LANGUAGES)


def test_a_title_or_a_guideline_in_a_language_asks_for_the_rest(sound: Protocol) -> None:
    protocol = _only_in(sound, "en")
    titled = protocol.declaration.model_copy(update={"title": sound.declaration.title})
    assert "summary is not written in zh" in _wrong(replace(protocol, declaration=titled))
    assert protocol.folder is not None
    (protocol.folder / "guideline.zh.md").write_text("先仔细看，再作决定。" * 5, encoding="utf-8")
    assert "title is not written in zh" in _wrong(protocol)


@pytest.mark.parametrize("address", ["beholder.no_such_module:analyse", "beholder.protocols.masks.analyse:no_such"])
def test_a_part_that_is_not_where_it_is_said_to_be_is_named(sound: Protocol, address: str) -> None:
    assert f"parts: analyse is not at {address}" in _wrong(replace(sound, analyse=Deferred(address)))
    layout = Layout(title=_LABEL, ending="tsv", write=Deferred(address))
    assert f"parts: layouts.other is not at {address}" in _wrong(replace(sound, layouts={"other": layout}))


def test_a_missing_guideline_is_named(sound: Protocol) -> None:
    assert sound.folder is not None
    (sound.folder / "guideline.zh.md").unlink()
    assert _wrong(sound) == "guideline: there is no guideline in zh"


def test_a_guideline_that_is_merely_short_is_not_called_missing(sound: Protocol) -> None:
    assert sound.folder is not None
    (sound.folder / "guideline.zh.md").write_text("看图。", encoding="utf-8")
    assert _wrong(sound).startswith("guideline: the guideline in zh has only 3 characters")


def test_a_key_used_twice_is_named(sound: Protocol) -> None:
    flags = Flags(label=_LABEL, options=(Option(id="odd", label=_LABEL, key="Digit1"),))
    assert "Digit1 is used by 2 fields" in _wrong(_asking(sound, extra=flags))


def test_questions_with_one_answer_share_keys(sound: Protocol) -> None:
    assert check_protocol(_asking(sound, extra=_choice("Digit1", "KeyB"))) == ()


@pytest.mark.parametrize("key", ["Enter", "Escape", "Tab", "Slash"])
def test_a_key_of_the_page_itself_is_refused(sound: Protocol, key: str) -> None:
    assert f"extra uses {key}" in _wrong(_asking(sound, extra=_choice(key, "KeyB")))


@pytest.mark.parametrize(
    "payload",
    [
        {"trial": {"quality": 99, "comment": None}, "slots": []},
        {"trial": {"comment": None}, "slots": []},
        {"trial": {"quality": 3, "comment": None, "mood": 1}, "slots": []},
        {"trial": {"quality": 3, "comment": None}, "slots": [{}]},
    ],
)
def test_a_simulator_that_answers_wrongly_is_found(sound: Protocol, payload: Payload) -> None:
    def simulate(*_: Any) -> Payload:
        return payload

    assert "a simulated answer is refused" in _wrong(replace(sound, simulate=simulate))


def test_a_simulator_that_is_wrong_now_and_then_is_found(sound: Protocol) -> None:
    def simulate(_d: Declaration, _s: Shown, _r: SimulatedRater, rng: np.random.Generator) -> Payload:
        return {"trial": {"quality": 6 if rng.random() < 0.1 else 3, "comment": None}, "slots": []}

    assert "a simulated answer is refused: quality" in _wrong(replace(sound, simulate=simulate))


class _Forgetful(Scale):
    """A field whose stored value is not what comes back, or whose rows the codebook does not know."""

    def check(self, value: Any, *, slots: int) -> Any:
        return min(5, int(value) + 1)

    def codebook(self, name: str) -> list[Any]:
        return []


def test_a_field_that_changes_its_values_or_hides_its_rows_is_found(sound: Protocol) -> None:
    odd: Field = _Forgetful(label=_LABEL)
    form = sound.declaration.form.model_copy(update={"fields": {"quality": odd}})
    wrong = _wrong(replace(sound, declaration=sound.declaration.model_copy(update={"form": form})))
    assert "changes when it is stored and read again" in wrong or "which the codebook does not have" in wrong


def test_everything_wrong_is_told_at_once(sound: Protocol) -> None:
    wrong = _wrong(_asking(sound, extra=_choice("Enter", "KeyB", en="Yes")))
    assert "extra uses Enter, which the page needs itself (Backspace, Enter, Escape" in wrong
    assert "is not written in zh" in wrong
