"""The words of pages: ours, the protocol's over them, and the older `messages.toml` of a protocol's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.fields import Form, Scale, Words
from beholder.protocols import Column, Declaration, Protocol
from beholder.testing import check_protocol
from beholder.web.coordinate.frame import words
from beholder.web.page_words import page_words, protocol_words


def _protocol(folder: Path, **messages: Words) -> Protocol:
    both = Words({"en": "Sharpness", "zh": "清晰度"})
    declaration = Declaration(
        name="counting",
        title=both,
        summary=both,
        shows="one",
        candidate={"image": Column(kind="image", about="The picture.")},
        form=Form(fields={"sharpness": Scale(label=both, max=7)}),
    )
    for language in ("en", "zh"):
        (folder / f"guideline.{language}.md").write_text(
            "# Sharpness\n\nLook at the edges of things, not at the grain."
        )
    return Protocol(declaration=declaration, folder=folder, messages=messages)


def test_one_answer_is_not_told_in_the_plural() -> None:
    t = page_words("en")
    assert t("unsent-kept", n=1) == "1 answer is kept on this device and will be sent automatically."
    assert t("unsent-kept", n=2) == "2 answers are kept on this device and will be sent automatically."


@pytest.mark.parametrize(
    ("key", "values", "told"),
    [
        ("raters-flagged", {"n": 1}, "1 rater flagged"),
        ("skips-title", {"n": 1}, "1 trial skipped"),
        ("standing-score", {"passed": 1, "given": 1}, "1 of 1 check passed"),
        ("version-answers", {"n": 1}, "1 answer"),
        ("version-answers", {"n": 1200}, "1,200 answers"),
    ],
)
def test_coordinators_read_one_rater_and_many_answers(key: str, values: dict[str, int], told: str) -> None:
    assert words("en")(key, **values) == told


def test_words_of_the_protocol_stand_over_ours(tmp_path: Path) -> None:
    (tmp_path / "messages.en.ftl").write_text("next = Onward\ncounting-left = { $n } left\n", encoding="utf-8")
    t = protocol_words("en", _protocol(tmp_path, back=Words({"en": "Return to {name}"})))
    assert (t("next"), t("counting-left", n=3), t("back", name="A")) == ("Onward", "3 left", "Return to A")
    assert t("close") == page_words("en")("close")
    told = t.for_script()
    assert (told["next"], told["counting-left"], told["back"]) == ("Onward", "{n} left", "Return to {name}")


def test_a_stranger_of_the_same_name_does_not_get_the_words_of_ours(tmp_path: Path) -> None:
    assert "counting-question" not in protocol_words("de", _protocol(tmp_path))


def test_the_older_file_of_messages_is_read_and_remarked_on(tmp_path: Path) -> None:
    (tmp_path / "messages.toml").write_text(
        '[hello]\nen = "Hello {name}"\nzh = "你好，{name}"\n[of.day]\nen = "Day"\nzh = "天"\n', encoding="utf-8"
    )
    protocol = _protocol(tmp_path)
    assert protocol_words("zh", protocol)("hello", name="A") == "你好，A"
    assert protocol_words("en", protocol)("of.day") == "Day"
    assert [remark.code for remark in check_protocol(protocol)] == ["messages-old-format"]


def test_what_nobody_wrote_is_shown_by_its_key() -> None:
    assert page_words("en")("no-such-words") == "no-such-words"
