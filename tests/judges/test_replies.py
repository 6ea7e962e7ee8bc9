"""What is read as an answer: whatever the form takes, however servers wrap it, and nothing else."""

from __future__ import annotations

import json

import pytest

from beholder.declarations.item import Item, Shown
from beholder.fields import Form
from beholder.judges.chat_reply import ChatReply, UnreadableReplyError, read_answer, read_reply

FORM = Form.model_validate(
    {"fields": {"score": {"kind": "scale", "label": "How good?", "min": 1, "max": 5}}, "candidate_fields": {}}
)
FITS = '{"trial": {"score": 2}, "slots": []}'


def _read(text: str, finish: str = "stop") -> tuple[object, str, str]:
    return read_answer(ChatReply(text, "m", "", finish, 1, 1), FORM, Shown(Item("i", {})), language="en")


@pytest.mark.parametrize(
    "reply",
    [FITS, f"```json\n{FITS}\n```", f"```\n{FITS}```", f'<think>Hm, {{"score": 5}}?</think>\n{FITS}', f" {FITS}\n"],
)
def test_fences_and_thoughts_around_an_answer_are_read(reply: str) -> None:
    assert _read(reply) == ({"trial": {"score": 2}, "slots": []}, "", "")


def test_the_reason_is_kept_apart_from_the_answer() -> None:
    assert _read('{"reason": "sharp", "trial": {"score": 2}, "slots": []}')[1] == "sharp"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (f"{FITS} or rather {FITS}", "JSON"),
        ('{"trial": {"score": NaN}, "slots": []}', "JSON"),
        ('{"trial": {"score": "2"}, "slots": []}', "score"),
        ('{"trial": {"score": true}, "slots": []}', "score"),
        ('{"trial": {"score": 2, "certain": 1}, "slots": []}', "certain"),
        ('{"trial": {}, "slots": []}', "not answered"),
        (f"[{FITS}]", "JSON"),
        ("", "empty"),
        ('{"trial": {"score": 2', "JSON"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_what_the_form_refuses_is_never_an_answer_and_told_in_words(reply: str, told: str) -> None:
    payload, _, wrong = _read(reply)
    assert payload is None
    assert told in wrong


def test_a_reply_that_was_cut_off_is_told_so() -> None:
    assert "cut off" in _read('{"trial": {"sc', finish="length")[2]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{}",
        "<html>Bad gateway</html>",
        '{"choices": []}',
        '{"choices": [{"message": {"content": 3}}]}',
        "null",
        "[1]",
    ],
)
def test_what_is_no_completion_is_no_reply(body: str) -> None:
    with pytest.raises(UnreadableReplyError):
        read_reply(body)


def test_missing_and_impossible_counts_are_not_taken() -> None:
    usage = {"prompt_tokens": -5, "completion_tokens": "many"}
    found = read_reply(json.dumps({"choices": [{"message": {"content": None, "refusal": "no"}}], "usage": usage}))
    assert (found.sent_tokens, found.received_tokens, found.finish) == (None, None, "refusal")
