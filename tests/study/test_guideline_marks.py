"""Marks in a guideline are filled with the words of the form that raters see on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beholder.errors import BeholderError
from beholder.fields import Form, Scale
from beholder.protocols import find_protocol, protocol_names
from beholder.study import load_definition
from beholder.study.guideline_marks import fill_marks, unknown_marks
from tests.study.study_folders import masks_study, write_settings

FORM = Form.model_validate(
    {
        "fields": {
            "clear": Scale(
                label="How clear?", help="Look twice.", max=3, anchors={1: "Poor: blurred; a | b.", "2-3": "Good"}
            )
        }
    }
)


def test_labels_help_and_anchors_are_those_of_the_form() -> None:
    text = fill_marks("## {label:clear}\n\n{help:clear}\n\n{anchors:clear}\n", FORM, "en")
    assert text == (
        "## How clear?\n\nLook twice.\n\n| | | |\n|---|---|---|\n"
        "| **2 3** |  | Good |\n| **1** | Poor | • Blurred<br>• A \\| b |\n"
    )


def test_what_names_no_field_is_named_with_its_line_and_left_alone() -> None:
    text = "Fine: {label:clear}.\n\n{anchors:claer} {other:clear}"
    assert list(unknown_marks(text, FORM)) == [(3, "{anchors:claer}")]
    assert fill_marks(text, FORM, "en").endswith("{anchors:claer} {other:clear}")


def test_a_studys_own_guideline_follows_its_wording_and_its_mistakes_are_told(tmp_path: Path) -> None:
    folder = masks_study(tmp_path)
    write_settings(folder, wording={"quality": {"label": "How tight?"}})
    (folder / "guideline.en.md").write_text("# {label:quality}\n", encoding="utf-8")
    assert load_definition(folder).guideline("en") == "# How tight?\n"
    (folder / "guideline.en.md").write_text("# Ours\n{help:qualty}\n", encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        load_definition(folder)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("guideline-unknown-field", "guideline.en.md:2")
    assert "quality" in problem.hint


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_guideline_of_trajectories_has_every_anchor_as_it_stands_on_the_page(language: str) -> None:
    protocol = find_protocol("trajectories")
    form = protocol.declaration.form
    text = fill_marks(protocol.guideline(language), form, language)
    for name in ("coherence", "efficiency", "thoroughness"):
        field = form.candidate_fields[name]
        assert f"## {field.label.to(language)}" in text
        for option in field.options_shown():
            for part in option.help.to(language).replace("：", ":").rstrip(".。").partition(":")[2].split(";"):
                for bullet in part.split("；"):
                    assert bullet.strip().casefold() in text.casefold()
    for option in form.fields["confidence"].options_shown():
        assert option.help.to(language).replace("：", ":").partition(":")[2].strip() in text


@pytest.mark.parametrize("method", ["acr", "dcr"])
def test_guideline_and_page_of_opinion_scores_list_the_words_in_one_order_the_best_first(method: str) -> None:
    protocol = find_protocol("opinion")
    field = protocol.declared_for(protocol.params(method=method)).form.fields["quality"]
    words = [option.help.to("en") for option in field.options_shown()]
    assert words[0] in ("Excellent", "Not noticeable")
    table = fill_marks("{anchors:quality}", Form(fields={"quality": field}), "en")
    assert [word for line in table.splitlines() for word in words if f"| {word} |" in line] == words


@pytest.mark.parametrize("name", protocol_names())
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_point_of_a_list_begins_a_line(name: str, language: str) -> None:
    """A tag at the end of a line takes the line break with it, and two points become one."""
    text = find_protocol(name).guideline(language)
    assert not re.search(r"[^\s|]\d+\. \*\*", text), "a numbered point stands behind another"
    assert not re.search(r"[.。]- \S", text), "a point stands behind another"


def test_marks_that_stand_for_more_than_anybody_reads_are_refused(tmp_path: Path) -> None:
    """A guideline of a megabyte can name long words a hundred thousand times."""
    folder = masks_study(tmp_path)
    (folder / "guideline.en.md").write_text("{anchors:quality}\n" * 50_000, encoding="utf-8")
    with pytest.raises(BeholderError) as caught:
        load_definition(folder)
    assert caught.value.code == "guideline-too-long"
