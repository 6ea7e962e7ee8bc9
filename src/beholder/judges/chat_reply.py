"""What came back: usage and names as the server gives them, and the answer as far as there is one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from beholder.declarations.item import Shown
from beholder.errors import BeholderError, Problem
from beholder.fields import Form
from beholder.judges.template import tell
from beholder.limits import MAX_REPLY_CHARACTERS

__all__ = ["ChatReply", "UnreadableReplyError", "read_answer", "read_reply"]

_THOUGHT, _THOUGHT_ENDS, _FENCE = "<think>", "</think>", "```"
# as much of our own words about a wrong reply as helps to mend it
_MOST_PROBLEMS = 5
# of what a server calls its model, or says of itself: as much as any name has
_LONGEST_NAME = 300


class UnreadableReplyError(Exception):
    """The body is no chat completion: the server, or something before it, is out of order."""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A chat completion; a text longer than any answer comes cut, and says so by `finish`.

    Token counts are None where the server does not count.
    """

    text: str
    model: str
    fingerprint: str
    finish: str
    sent_tokens: int | None
    received_tokens: int | None

    def as_body(self) -> str:
        """The completion as the body of a reply, with nothing in it but what is read of one."""
        message = {"role": "assistant", "content": self.text}
        data = {
            "model": self.model,
            "system_fingerprint": self.fingerprint,
            "choices": [{"message": message, "finish_reason": self.finish}],
            "usage": {"prompt_tokens": self.sent_tokens, "completion_tokens": self.received_tokens},
        }
        return json.dumps(data, ensure_ascii=False)


def read_reply(body: str) -> ChatReply:
    """The completion that a body holds; raises `UnreadableReplyError` if it holds none."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        message = choice["message"]
        text = message.get("content")
        if text is not None and not isinstance(text, str):
            raise TypeError("content")  # noqa: TRY301 - one way out for all that it may be
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableReplyError(f"no chat completion ({type(error).__name__})") from None
    usage = data.get("usage") if isinstance(data.get("usage"), Mapping) else {}
    text, finish = text or "", "refusal" if message.get("refusal") else _name(choice.get("finish_reason"))
    if len(text) > MAX_REPLY_CHARACTERS:
        text, finish = text[:MAX_REPLY_CHARACTERS], "length"
    return ChatReply(
        text=text,
        model=_name(data.get("model")),
        fingerprint=_name(data.get("system_fingerprint")),
        finish=finish,
        sent_tokens=_count(usage.get("prompt_tokens")),
        received_tokens=_count(usage.get("completion_tokens")),
    )


def read_answer(
    reply: ChatReply, form: Form, shown: Shown, *, language: str, clean: Callable[[Any], Any] = lambda data: data
) -> tuple[dict[str, Any] | None, str, str]:
    """The payload after the form's own check against what was shown, the model's reason, and what is wrong; one of the outer two is empty.

    `clean` is done to what the reply holds before anything is made of it.
    """
    if not reply.text.strip():
        return None, "", tell(language, "reply-refused" if reply.finish == "refusal" else "reply-empty")
    data = _object_in(reply.text, clean)
    if data is None:
        return None, "", tell(language, "reply-cut" if reply.finish == "length" else "reply-no-json")
    reason = data.pop("reason", "")
    try:
        checked = form.check(data, slots=max(len(shown.slots), 1))
        shown.check_texts(form, checked)
    except BeholderError as error:
        return None, "", "; ".join(_told(problem) for problem in error.problems[:_MOST_PROBLEMS])
    return checked, reason if isinstance(reason, str) else "", ""


def _told(problem: Problem) -> str:
    """What is wrong and where, with the field named once: most problems begin with it."""
    named = problem.where.rpartition(".")[2]
    bare = problem.problem.removeprefix(f"{named}: ")
    return f"{problem.where}: {bare}" if problem.where else bare


def _object_in(text: str, clean: Callable[[Any], Any]) -> dict[str, Any] | None:
    """The one JSON object of a reply: bare, in a code fence, or after a thought that some servers leave in."""
    bare = text.strip()
    if bare.startswith(_THOUGHT):
        bare = bare.partition(_THOUGHT_ENDS)[2].strip()
    if bare.startswith(_FENCE) and bare.endswith(_FENCE):
        language, _, held = bare.removeprefix(_FENCE).partition("\n")
        bare = held.removesuffix(_FENCE) if language.strip().isalpha() or not language.strip() else bare
    try:
        data = clean(json.loads(bare, parse_constant=_no_number))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _name(value: Any) -> str:
    return value[:_LONGEST_NAME] if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
    return int(value) if fine else None
