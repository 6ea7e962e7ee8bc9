"""A small model that really looks: it reads what is written in the pictures of a request, and answers by the reply's schema.

Run by itself it serves `/v1/chat/completions` on loopback until it is stopped, for a judge that is tried by hand.
"""

from __future__ import annotations

import argparse
import logging
import signal
from typing import Any

from beholder.testing.chat_server import ChatQuestion, chat_server

__all__ = ["LookingModel"]

# words in these pictures are tall; the detector's own size is for pages of small print, and takes ten times as long
_LONGEST = 640


class LookingModel:
    """Reads pictures with RapidOCR, whose networks come in its wheel: nothing is downloaded."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        # it tells of every picture without text as a warning
        quiet = {"Global.log_level": "error", "Global.use_cls": False}
        self._read = RapidOCR(params={**quiet, "Det.limit_side_len": _LONGEST, "Det.limit_type": "max"})
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)

    def words(self, picture: bytes) -> list[str]:
        """The words of a picture from top to bottom, in lower case."""
        found = self._read(picture)
        return [word for line in found.txts or () for word in line.lower().split()]

    def answer(self, question: ChatQuestion) -> dict[str, Any]:
        """A text is what is written, a number how many words are; a choice is the option that is written, or the picture with more words."""
        seen = [self.words(picture) for picture in question.pictures]
        asked = question.schema["properties"]["trial"]["properties"]
        return {
            "reason": " / ".join(" ".join(words) for words in seen) or "nothing is written",
            "trial": {name: _said(schema, seen) for name, schema in asked.items()},
            "slots": [],
        }


def _said(schema: dict[str, Any], seen: list[list[str]]) -> Any:
    written = [word for words in seen for word in words]
    if schema.get("type") == "integer":
        return len(written)
    options: list[str] = schema.get("enum", [])
    if {"left", "right"} <= set(options):
        return "left" if len(seen[0]) > len(seen[1]) else "right"
    if options:
        return next((option for option in options if option in written), options[-1])
    return " ".join(written)


def main() -> None:
    """Serves until it is stopped."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with chat_server(LookingModel().answer) as server:
        print(f"address: {server.address}\nmodel: rapidocr", flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
