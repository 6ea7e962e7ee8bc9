"""What a server says, before any of it is kept or printed: without the key, and without what no database or terminal takes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from beholder.judges.chat_reply import ChatReply

__all__ = ["Redactor"]

_HIDDEN = "…"


class Redactor:
    """Takes a key out of texts. A server that repeats it, in an error or in an answer, must not make us store or print it."""

    def __init__(self, key: str) -> None:
        self._key = key

    def text(self, text: str) -> str:
        """The text without the key, and without what no database holds: NUL, and halves of characters."""
        whole = text.replace("\0", "").encode("utf-8", "replace").decode()
        return whole.replace(self._key, _HIDDEN) if self._key else whole

    def line(self, text: str) -> str:
        """The text in one line for a terminal, without what would steer it."""
        return " ".join("".join(sign if sign.isprintable() else " " for sign in self.text(text)).split())

    def data(self, value: Any) -> Any:
        """The same for all texts of a JSON value, in which they may be written in escapes."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(name): self.data(part) for name, part in value.items()}
        return [self.data(part) for part in value] if isinstance(value, list) else value

    def body(self, body: str) -> str:
        """A body as it may be kept: as it came, or written anew where escapes hide what must not be in it."""
        plain = self.text(body)
        try:
            given = json.loads(plain) if "\\" in plain else None
            kept = self.data(given)
        except (ValueError, RecursionError):
            return plain
        return plain if kept == given else json.dumps(kept, ensure_ascii=False)

    def reply(self, reply: ChatReply) -> ChatReply:
        """A completion without the key in any of its texts."""
        return replace(
            reply,
            text=self.text(reply.text),
            model=self.line(reply.model),
            fingerprint=self.line(reply.fingerprint),
            finish=self.line(reply.finish),
        )
