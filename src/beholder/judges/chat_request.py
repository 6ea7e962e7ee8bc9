"""One request in OpenAI's chat completions: its bytes, and the digest by which it is known again."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from beholder.judges.sent_pictures import SentPicture
from beholder.judges.template import Content
from beholder.store.records import canonical
from beholder.study.judges import JudgeSettings

__all__ = ["ChatRequest", "parameters_of"]

# English text has about four letters to a token, Chinese one and a half signs
_LETTERS, _SIGNS = 4.0, 1.5
# pixels along the side of what becomes one token in the models that are open to all (Qwen2-VL and its like)
_PATCH = 28
# tokens of a picture in the models that take fewest of them
_LEAST_PICTURE = 64


def parameters_of(judge: JudgeSettings, sample: int) -> dict[str, Any]:
    """All parameters of a request but what is asked; a further sample has a seed of its own."""
    found: dict[str, Any] = {"max_tokens": judge.reply_tokens, **judge.extra}
    if judge.temperature is not None:
        found["temperature"] = judge.temperature
    if judge.seed is not None:
        found["seed"] = judge.seed + sample
    return found


@dataclass(frozen=True)
class ChatRequest:
    """What is asked: parameters, the schema of a reply, and the messages, each a role and its content.

    `asked` tells requests apart that are the same in every byte: which sample, or which repeat.
    """

    model: str
    parameters: Mapping[str, Any]
    schema: Mapping[str, Any]
    messages: tuple[tuple[str, tuple[Content, ...]], ...]
    asked: str

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the whole request, with each picture by its digest."""
        messages = [
            [role, [{"picture": part.digest} if isinstance(part, SentPicture) else part for part in content]]
            for role, content in self.messages
        ]
        known = {
            "model": self.model,
            "parameters": self.parameters,
            "schema": self.schema,
            "messages": messages,
            "asked": self.asked,
        }
        return hashlib.sha256(canonical(known).encode()).hexdigest()

    def body(self) -> bytes:
        """The request as it is sent. The nested form of the schema is the one that all servers read."""
        return json.dumps(
            {
                "model": self.model,
                "messages": [{"role": role, "content": _content(role, content)} for role, content in self.messages],
                **self.parameters,
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "answer", "strict": _is_strict(self.schema), "schema": self.schema},
                },
            },
            ensure_ascii=False,
        ).encode()

    def then(self, reply: str, correction: str) -> ChatRequest:
        """The same conversation after a reply that could not be taken."""
        return replace(self, messages=(*self.messages, ("assistant", (reply,)), ("user", (correction,))))

    @property
    def pictures(self) -> list[SentPicture]:
        """All pictures, in order."""
        return [part for _, content in self.messages for part in content if isinstance(part, SentPicture)]

    def tokens(self) -> int:
        """How many tokens this is, roughly: models count differently, and none tells before it is asked."""
        patches = sum(math.ceil(one.width / _PATCH) * math.ceil(one.height / _PATCH) for one in self.pictures)
        return self._text_tokens() + patches

    def least_tokens(self) -> int:
        """As many as any model counts, roughly: some take a picture for few tokens, whatever its size."""
        return self._text_tokens() + _LEAST_PICTURE * len(self.pictures)

    def _text_tokens(self) -> int:
        return sum(text_tokens(part) for _, content in self.messages for part in content if isinstance(part, str))


def text_tokens(text: str) -> int:
    """How many tokens a text is, roughly."""
    signs = sum(ord(letter) > 0x2E7F for letter in text)
    return math.ceil((len(text) - signs) / _LETTERS + signs / _SIGNS)


def _content(role: str, content: Sequence[Content]) -> Any:
    if role != "user":
        return "\n\n".join(part for part in content if isinstance(part, str))
    return [
        {"type": "image_url", "image_url": {"url": part.address()}}
        if isinstance(part, SentPicture)
        else {"type": "text", "text": part}
        for part in content
    ]


def _is_strict(schema: Any) -> bool:
    """Whether every property of every object is required, without which servers refuse to be strict."""
    if isinstance(schema, Mapping):
        if set(schema.get("properties", ())) != set(schema.get("required", ())):
            return False
        return all(_is_strict(part) for part in schema.values())
    return all(_is_strict(part) for part in schema) if isinstance(schema, list | tuple) else True
