"""Steps out of chat messages: what an assistant says and calls, and what tools answer, as OpenAI and Anthropic write it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_PICTURE = re.compile(r"!\[[^\]]*\]\(data:image/[^)]*\)|data:image/[\w.+-]+;base64,[A-Za-z0-9+/=\s]+")
_FINISH = re.compile(r"^(final[ _-]?answer|finish|submit|done|complete|terminate)$", re.IGNORECASE)


@dataclass(slots=True)
class ChatSteps:
    """A conversation read: what was asked, the steps, and the closing answer, empty where it ends without one."""

    question: str = ""
    steps: list[dict[str, Any]] = field(default_factory=list)
    answer: str = ""
    calls: dict[str, dict[str, Any]] = field(default_factory=dict)


def is_chat(value: Any) -> bool:
    """Whether this is a list of messages."""
    messages = value if isinstance(value, list) else []
    return bool(messages) and all(isinstance(one, dict) and one.get("role") in _ROLES for one in messages)


def without_pictures(value: Any, left_out: Counter[str]) -> str:
    """A text without pictures that are written into it, which are counted."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    plain, count = _PICTURE.subn("[image]", text)
    left_out.update({"images": count} if count else {})
    return plain.strip()


def steps_of_chat(messages: list[dict[str, Any]], left_out: Counter[str]) -> ChatSteps:
    """The conversation as steps; the first thing a user says is the question."""
    chat = ChatSteps()
    for message in messages:
        role = message["role"]
        if message.get("is_demo"):
            left_out["messages of demonstrations"] += 1
        elif role in ("system", "developer"):
            left_out["system prompts"] += 1
        elif role == "assistant":
            _add_turn(chat, message, left_out)
        else:
            _add_reply(chat, message, role, left_out)
    _close(chat)
    return chat


def _add_turn(chat: ChatSteps, message: dict[str, Any], left_out: Counter[str]) -> None:
    parts = list(_parts(message, left_out))
    said = "\n\n".join(text for kind, text in parts if kind == "text" and text)
    calls = [call for kind, call in parts if kind == "call"]
    steps: list[dict[str, Any]] = []
    for call_id, name, arguments in calls:
        step = {"operation": name} | ({"arguments": arguments} if arguments not in (None, "", {}) else {})
        steps.append(step)
        chat.calls[call_id] = step
    if said and steps:
        steps[0]["reasoning"] = said
    elif said:
        steps.append({"reasoning": said})
    chat.steps += steps


def _add_reply(chat: ChatSteps, message: dict[str, Any], role: str, left_out: Counter[str]) -> None:
    """What a tool or a user says belongs to the call it answers, else to the last step that lacks a result."""
    for kind, part in _parts(message, left_out):
        call_id, text = part if kind == "result" else (message.get("tool_call_id"), part)
        if kind == "call" or not text:
            continue
        if role == "user" and kind == "text" and not chat.steps:
            chat.question = f"{chat.question}\n\n{text}".strip()
            continue
        open_steps = (one for one in reversed(chat.steps) if "result" not in one)
        step = chat.calls.get(str(call_id)) or next(open_steps, chat.steps[-1] if chat.steps else None)
        if step is None:
            left_out["replies to nothing"] += 1
        else:
            step["result"] = f"{step['result']}\n\n{text}" if "result" in step else text


def _parts(message: dict[str, Any], left_out: Counter[str]) -> Iterator[tuple[str, Any]]:
    """What a message consists of: ("text", …), ("call", (id, name, arguments)), ("result", (id, text))."""
    thought = message.get("reasoning_content") or message.get("thought")
    if isinstance(thought, str) and thought.strip() and message.get("content") in (None, "", []):
        yield "text", thought.strip()
    content = message.get("content")
    for part in content if isinstance(content, list) else [content]:
        yield from _part(part, left_out)
    for call in (*(message.get("tool_calls") or ()), *filter(None, [message.get("function_call")])):
        function = call.get("function", call) if isinstance(call, dict) else {}
        if isinstance(function, dict) and function.get("name"):
            yield "call", (str(call.get("id", "")), function["name"], _arguments(function.get("arguments")))


def _part(part: Any, left_out: Counter[str]) -> Iterator[tuple[str, Any]]:
    if isinstance(part, str):
        yield "text", without_pictures(part, left_out)
    elif isinstance(part, dict):
        kind = str(part.get("type", "text"))
        if kind == "text":
            yield "text", without_pictures(part.get("text") or "", left_out)
        elif kind == "thinking":
            yield "text", str(part.get("thinking") or "").strip()
        elif kind == "tool_use":
            yield "call", (str(part.get("id", "")), str(part.get("name", "")), part.get("input"))
        elif kind == "tool_result":
            inner = part.get("content")
            texts = [one for each in (inner if isinstance(inner, list) else [inner]) for one in _part(each, left_out)]
            text = "\n\n".join(text for inner_kind, text in texts if inner_kind == "text")
            yield "result", (str(part.get("tool_use_id") or ""), text)
        else:
            left_out["images" if "image" in kind else f"parts of the type “{kind}”"] += 1


def _arguments(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _close(chat: ChatSteps) -> None:
    """Takes the closing answer from the last step: what was said without a call, or handed to a tool that ends it."""
    last = chat.steps[-1] if chat.steps else {}
    if last.keys() == {"reasoning"}:
        chat.answer = chat.steps.pop()["reasoning"]
    elif _FINISH.match(str(last.get("operation", ""))):
        arguments = last.get("arguments")
        texts = (
            [one for one in arguments.values() if isinstance(one, str)] if isinstance(arguments, dict) else [arguments]
        )
        chat.answer = str(next(filter(None, texts), "") or last.get("result") or "")
        if chat.answer:
            chat.steps.pop()
            chat.steps += [{"reasoning": last["reasoning"]}] if last.get("reasoning") else []
