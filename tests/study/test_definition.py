"""A study folder is read whole: all mistakes at once, wording and guidelines of its own, sensible defaults."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import beholder.text.languages
from beholder.errors import BeholderError, Problem
from beholder.fields import Preference
from beholder.protocols import find_protocol
from beholder.study import Settings, Version, load_definition
from beholder.study.meaning import meaning_of
from beholder.text import Catalogue, Words, language_folder
from tests.study.study_folders import mask_items, masks_study, write_settings


def problems(folder: Path) -> list[Problem]:
    with pytest.raises(BeholderError) as caught:
        load_definition(folder)
    return list(caught.value.problems)


def test_a_plain_study_has_the_defaults_of_its_protocol(tmp_path: Path) -> None:
    study = load_definition(masks_study(tmp_path))
    assert study.title.to("zh") == "掩码质量"
    assert study.ratings == 3
    assert study.systems == ("alpha", "beta", "gamma")
    assert study.media_root == tmp_path
    assert study.settings.pairs.all
    assert study.warnings == ()


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    items = mask_items(2)
    items[1]["image"] = 5
    folder = masks_study(
        tmp_path,
        content=items,
        ratngs=3,
        timezone="Europe/Berln",
        params={"zoom_margin": "wide"},
        wording={"qualty": {"label": "x"}},
    )
    (folder / "guideline.zh.md").write_bytes("好\n".encode() + "坏".encode("gbk"))
    found = {problem.where: problem for problem in problems(folder)}
    assert found["study.yaml:4 · ratngs"].hint == 'did you mean "ratings"?'
    assert 'did you mean "Europe/Berlin"?' in found["study.yaml:5 · timezone"].problem
    assert found["study.yaml:7 · params.zoom_margin"].code == "setting-bad-value"
    assert found["study.yaml:9 · wording.qualty"].hint == 'did you mean "quality"?'
    assert found["items.jsonl:2 · image"].code == "item-bad-value"
    assert found["guideline.zh.md:2"].code == "file-not-utf8"
    assert len(found) == 6


def test_a_missing_study_is_said_with_what_there_is(tmp_path: Path) -> None:
    assert problems(tmp_path / "none")[0].code == "study-missing"
    masks_study(tmp_path / "inner")
    problem = problems(tmp_path)[0]
    assert problem.code == "study-missing"
    assert str(tmp_path / "inner") in problem.hint
    named_file = problems(tmp_path / "inner" / "study.yaml")[0]
    assert (named_file.problem, named_file.hint) == (
        "this is a file, not a study folder",
        f"name the folder: {tmp_path / 'inner'}",
    )
    (tmp_path / "inner" / "study.yaml").rename(tmp_path / "inner" / "study.yml")
    assert problems(tmp_path / "inner")[0].hint == "rename study.yml to study.yaml"


def test_a_setting_of_the_wrong_type_is_said_in_plain_words_with_what_it_means(tmp_path: Path) -> None:
    folder = masks_study(tmp_path, ratings="three", cost=15, contrasts=[{"field": "quality", "first": "alpha"}])
    said = {p.where.partition(" · ")[2]: (p.problem, p.hint) for p in problems(folder)}
    assert said["ratings"][0] == "must be a whole number; got 'three'"
    assert said["ratings"][1].startswith("Ratings of each trial")
    assert said["cost"] == ("must be a mapping, such as {name: value}; got 15", said["cost"][1])
    assert "{per_hour: 15}" in said["cost"][1]
    assert "systems" in said["contrasts.0.first"][1]


def test_no_message_of_a_library_reaches_who_writes_settings(tmp_path: Path) -> None:
    folder = masks_study(
        tmp_path,
        crowd={"platform": "MTurk", "complete": "x" * 300},
        cost={"per_hour": 15, "currency": "dollar"},
        exclude=[{"id": "fast ones", "measure": "fast-share", "above": "60%"}],
        judges={"my judge": {"model": "m"}},
    )
    said = {p.where.partition(" · ")[2]: p.problem for p in problems(folder)}
    assert said["crowd.platform"].startswith("must be made of small letters, digits and hyphens")
    assert said["crowd.complete"].startswith("must have at most 200 characters")
    assert said["cost.currency"].startswith("must be made of three capital letters")
    assert said["exclude.0.above"] == "must be a number, such as 0.6; got '60%'"
    assert not re.search(r"String should|Input should|pattern|\^\[", " ".join(said.values()))


@pytest.mark.parametrize(
    ("settings", "code", "where"),
    [
        ({"protocol": "mask"}, "protocol-unknown", "study.yaml:1 · protocol"),
        ({"protocol": "own.yaml"}, "protocol-missing", "study.yaml:1 · protocol"),
        ({"items": "itms.jsonl"}, "items-missing", "study.yaml:2 · items"),
        ({"items": "pictures.jsonl/x.csv"}, "items-missing", "study.yaml:2 · items"),
        ({"items": "items.txt"}, "setting-bad-value", "study.yaml:2 · items"),
        ({"media": "nowhere"}, "media-folder-missing", "study.yaml:4 · media"),
        ({"overlap": {"share": 0.1, "ratings": 2}}, "setting-bad-value", "study.yaml:6 · overlap.ratings"),
        ({"pairs": {"listed": [["alpha", "bta"]]}}, "pairs-unknown-system", "study.yaml:6 · pairs.listed.0"),
        ({"params": {"zoom": 1}}, "setting-unknown", "study.yaml:5 · params.zoom"),
        ({"contact": "a\x00b"}, "yaml-value", "study.yaml:4"),
    ],
)
def test_a_wrong_setting_is_found_on_its_line(tmp_path: Path, settings: dict[str, Any], code: str, where: str) -> None:
    found = problems(masks_study(tmp_path, **settings))
    assert [(problem.code, problem.where) for problem in found] == [(code, where)]


@pytest.mark.parametrize(
    "settings",
    [
        {"ratings": 0},
        {"ratings": True},
        {"ratings": "3"},
        {"seed": -1},
        {"seed": 1.5},
        {"overlap": {"share": 0, "ratings": 5}},
        {"overlap": {"share": float("nan"), "ratings": 5}},
        {"overlap": {"share": 0.5}},
        {"pairs": "some"},
        {"pairs": {"per_item": 0}},
        {"pairs": {"per_item": 2, "listed": [["a", "b"]]}},
        {"pairs": {"listed": [["a", "a"]]}},
        {"pairs": {"listed": [["a", "b"], ["b", "a"]]}},
        {"pairs": {"listed": [["a"]]}},
        {"same_rater": "never"},
        {"timezone": "../etc/passwd"},
        {"timezone": ""},
        {"languages": []},
        {"languages": ["en", "en"]},
        {"languages": ["English"]},
        {"lease_minutes": 0},
        {"cost": {"per_hour": -1}},
        {"cost": {"currency": "EUR"}},
        {"cost": {"per_submission": 2, "reading_minutes": 5}},
        {"cost": {"per_hour": 10, "currency": "dollars"}},
        {"block": ["a", "a"]},
        {"items": []},
        {"items": ["a.csv", "a.csv"]},
        {"lossy_media": "yes"},
        {"title": {"English": "x"}},
        {"title": 3},
        {"unknown": 1},
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate({"protocol": "masks", "items": "items.jsonl", **settings})


def test_settings_survive_being_written_and_read() -> None:
    given = {"protocol": "p", "items": ["a.csv", "b.tsv"], "pairs": {"listed": [["a", "b"]]}, "block": "seed"}
    settings = Settings.model_validate({**given, "title": "T", "cost": {"per_hour": 12}, "overlap": None})
    assert Settings.model_validate(settings.model_dump(mode="json")) == settings
    assert settings.block == ("seed",)
    assert settings.title.to("zh") == "T"


def test_every_setting_is_described() -> None:
    def undescribed(model: Any) -> list[str]:
        return [name for name, info in model.model_fields.items() if not info.description]

    sections = [Settings, *(Settings.model_fields[n].annotation for n in ("pairs",))]
    assert [undescribed(section) for section in sections] == [[], []]


def test_wording_changes_what_is_asked_in_every_language_and_nothing_else(tmp_path: Path) -> None:
    plain = load_definition(masks_study(tmp_path / "a"))
    label = {"en": "How tight?", "zh": "多紧？"}
    worded = load_definition(masks_study(tmp_path / "b", wording={"quality": {"label": label, "help": "Look close."}}))
    field = worded.declaration.form.fields["quality"]
    assert (field.label.to("zh"), field.help.to("zh")) == ("多紧？", "Look close.")
    assert meaning_of(worded.declaration) == meaning_of(plain.declaration)
    assert plain.declaration.form.fields["quality"].label.to("en") == "How good is this mask?"


def test_words_that_are_missing_in_a_language_the_study_offers_are_told(tmp_path: Path) -> None:
    folder = masks_study(tmp_path, wording={"quality": {"label": {"en": "How tight?"}}})
    (warning,) = load_definition(folder).warnings
    assert (warning.code, warning.problem) == ("language-incomplete", "quality.label is not written in zh")
    write_settings(folder, wording={"quality": {"label": "How tight?", "help": "Look close."}})
    (warning,) = load_definition(folder).warnings
    assert warning.problem == "quality.label is not written in zh; likewise 1 more"
    write_settings(folder, wording={"quality": {"label": {"en": "How tight?"}}}, languages=["en"])
    assert load_definition(folder).warnings == ()


def test_what_an_offered_language_lacks_is_told(tmp_path: Path) -> None:
    folder = masks_study(tmp_path, languages=["en", "fr"])
    lacking = [warning.problem for warning in load_definition(folder).warnings]
    first = [
        f"{len(ids)} ({', '.join(ids[:3])}, …)"
        for ids in (
            sorted(Catalogue("pages").ids()),
            sorted(Catalogue("masks", folder=find_protocol("masks").folder).ids()),
        )
    ]
    assert lacking[:3] == [
        f"messages of the pages that are not written in fr: {first[0]}",
        f"messages of the protocol's page that are not written in fr: {first[1]}",
        "the protocol's guideline exists in "
        + ", ".join(sorted(find_protocol("masks").guideline_files))
        + ", but not in fr",
    ]
    assert lacking[3].startswith("title is not written in fr; likewise ")
    (folder / "guideline.fr.md").write_text("# Nous\n", encoding="utf-8")
    (folder / "guideline.en.md").write_text("# Ours\n", encoding="utf-8")
    assert not [one.problem for one in load_definition(folder).warnings if "guideline" in one.problem]


@pytest.mark.parametrize("name", ["counting", "masks"])
def test_a_study_in_german_lacks_nothing(name: str, tmp_path: Path, painted: Callable[[str], Path]) -> None:
    folder = shutil.copytree(painted(name), tmp_path / name)
    offered = load_definition(folder)
    assert '"de"' not in Version.of(offered).text
    with (folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("languages: [de]\n")
    german = load_definition(folder)
    assert german.warnings == ()
    assert [place for place, words in german.declaration.words() if words.missing(["de"])] == []
    assert '"de"' in Version.of(german).text
    reasons = [item.reference.why for item in german.items if item.reference is not None]
    assert [why.to("en") for why in reasons if why.missing(["de"])] == []


def test_words_that_a_protocol_leaves_to_a_field_stay_in_the_languages_of_running_studies() -> None:
    """They stand in the frozen text of studies with protocols of their own: a further language would be a new version."""
    asked = Preference(label=Words("Which?"))
    for words in (asked.left, asked.right, asked.tie):
        assert set(words.root) == set(Settings.model_fields["languages"].default)


def test_messages_that_a_language_lacks_are_counted_and_the_first_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = masks_study(tmp_path / "study", languages=["fr"])
    languages = tmp_path / "languages"
    shutil.copytree(language_folder("en"), languages / "en")
    words = (languages / "en" / "pages.ftl").read_text(encoding="utf-8")
    (languages / "fr").mkdir()
    (languages / "fr" / "pages.ftl").write_text(words.replace("\nsaved =", "\n# "), encoding="utf-8")
    monkeypatch.setattr(beholder.text.languages, "_FOLDER", languages)
    told = [one.problem for one in load_definition(folder).warnings]
    assert told[0] == "messages of the pages that are not written in fr: 1 (saved)"


def test_messages_of_a_protocol_file_have_no_effect(tmp_path: Path) -> None:
    folder = masks_study(tmp_path, protocol="own.yaml")
    own = find_protocol("masks").declaration.model_dump(mode="json", by_alias=True) | {"name": "own"}
    (folder / "own.yaml").write_text(json.dumps(own), encoding="utf-8")
    (folder / "messages.en.ftl").write_text("next Onward\n", encoding="utf-8")
    (told,) = load_definition(folder).warnings
    assert (told.code, told.where) == ("setting-without-effect", "messages.en.ftl")


def test_a_language_that_is_added_later_makes_no_new_version(tmp_path: Path) -> None:
    plain = load_definition(masks_study(tmp_path))
    said = {"en": "Masks", "zh": "掩码", "de": "Masken"}
    further = replace(plain, declaration=plain.declaration.model_copy(update={"title": Words(said)}))
    titles = {language: text for language, text in said.items() if language != "de"}
    assert Version.of(further).data["declaration"]["title"] == titles
    offered = replace(further, settings=plain.settings.model_copy(update={"languages": ("de",)}))
    assert Version.of(offered).data["declaration"]["title"] == said


def test_a_guideline_in_the_folder_wins_over_the_protocols(tmp_path: Path) -> None:
    folder = masks_study(tmp_path)
    assert load_definition(folder).guideline("en") == load_definition(folder).protocol.guideline("en")
    (folder / "guideline.en.md").write_bytes(b"\xef\xbb\xbf# Ours\r\n")
    study = load_definition(folder)
    assert study.guideline("en") == "# Ours\n"
    assert study.guideline("zh") == "# Ours\n"
    assert [w.code for w in study.warnings] == ["language-incomplete"]
    write_settings(folder, languages=["en"])
    assert load_definition(folder).warnings == ()


def test_an_empty_guideline_is_a_mistake(tmp_path: Path) -> None:
    folder = masks_study(tmp_path)
    (folder / "guideline.en.md").write_text(" \n", encoding="utf-8")
    assert [(p.code, p.where) for p in problems(folder)] == [("guideline-empty", "guideline.en.md:1")]


def test_items_may_stand_in_several_files(tmp_path: Path) -> None:
    folder = masks_study(tmp_path, items=["items.jsonl", "more.jsonl"])
    first, *rest = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "items.jsonl").write_text(first, encoding="utf-8")
    (folder / "more.jsonl").write_text("".join(rest), encoding="utf-8")
    assert [item.where for item in load_definition(folder).items][:2] == ["items.jsonl:1", "more.jsonl:1"]
    (folder / "more.jsonl").write_text(first, encoding="utf-8")
    problem = problems(folder)[0]
    assert (problem.code, problem.where) == ("item-duplicate-id", "more.jsonl:1")
    assert "items.jsonl:1" in problem.hint


def test_a_study_without_items_to_rate_is_refused(tmp_path: Path) -> None:
    assert [p.code for p in problems(masks_study(tmp_path, content=[]))] == ["items-empty"]


def test_a_setting_without_effect_is_a_warning(tmp_path: Path) -> None:
    assert [w.code for w in load_definition(masks_study(tmp_path, pairs="all")).warnings] == ["setting-without-effect"]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)//{code}",
        "//elsewhere.example/{code}",
        "https:elsewhere.example",
        "https://{PROLIFIC_PID}.example/{code}",
        "https://{PROLIFIC_PID}/{code}",
        "https://platform.example\\@elsewhere.example/{code}",
        "https://name:word@platform.example/{code}",
        "https://platform.example/\n{code}",
        "https://platform.example/{code}?session={SESSION}",
    ],
)
def test_no_link_decides_where_raters_are_sent(tmp_path: Path, address: str) -> None:
    folder = masks_study(tmp_path, crowd={"complete": "C", "redirect": address})
    with pytest.raises(BeholderError) as caught:
        load_definition(folder)
    assert {problem.code for problem in caught.value.problems} == {"setting-bad-value"}
