"""Logs of agents: SWE-agent's `.traj`, chat messages with tool calls, and folders of them, a folder per agent."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.chat_steps import is_chat, steps_of_chat, without_pictures
from beholder.imports.lab_files.folders import is_hidden, not_a_link_outside
from beholder.imports.lab_files.lab_record import LabRecord, refuse
from beholder.imports.lab_files.lab_source import LabSource
from beholder.protocols import Declaration

_ENDINGS = (".traj", ".json", ".jsonl")
_LISTS = ("trajectory", "messages", "history", "steps")
_IDS = ("instance_id", "task_id", "id")
_QUESTIONS = ("question", "problem_statement", "task", "instruction", "goal", "issue")
_TAKEN = ("action", "observation", "thought")
# what says nothing that the steps do not, or how the log was made
_FRAME = {"trajectory_format", "info", "environment", "replay_config", *_LISTS, *_IDS}


@dataclass(slots=True)
class AgentLogs:
    """What logs were read into: an output per log, a question per task, and what of them is not shown, counted."""

    declaration: Declaration
    records: list[LabRecord] = field(default_factory=list)
    questions: dict[str, LabRecord] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    def are_in(self, path: Path) -> bool:
        """Whether a file or folder holds logs of agents, and the protocol shows steps."""
        column = self.declaration.candidate.get("steps")
        if column is None or column.kind != "json":
            return False
        if path.is_dir():
            files = _files(path)
            return any(one.suffix.lower() == ".traj" for one in files) or any(_is_log(_load(one)) for one in files[:1])
        return path.suffix.lower() == ".traj" or (path.suffix.lower() in _ENDINGS and _is_log(_load(path)))

    def read(self, source: LabSource, pattern: re.Pattern[str] | None) -> list[LabRecord]:
        """The logs of a file or folder. The agent is the folder directly below, or what `--from AGENT=PATH` says."""
        files = _files(source.path) if source.path.is_dir() else [source.path]
        root = source.path if source.path.is_dir() else source.path.parent
        parts = {path: path.relative_to(root).parts for path in files}
        # a folder for each task, as SWE-agent writes a run: the folder above is the agent
        per_task = all(len(own) > 1 and own[-2] == _stem(own[-1]) for own in parts.values())
        first = len(self.records)
        for path in files:
            named = pattern and (pattern.fullmatch(path.name) or pattern.fullmatch(path.stem))
            told = {name: text for name, text in named.groupdict().items() if text} if named else {}
            depth = len(parts[path]) - (2 if per_task else 1)
            agent = source.system or told.get("system") or (parts[path][0] if depth else root.resolve().name)
            for number, log in enumerate(_logs(path)):
                where = f"{path} line {number + 1}" if number else str(path)
                self._add(log, where, path, told.get("id") or _stem(path.name), agent)
        return self.records[first:]

    def convert(self, record: LabRecord) -> LabRecord:
        """A row of a table whose steps are the messages of a chat; any other row as it is."""
        if is_chat(record.values.get("steps")):
            values = {name: value for name, value in record.values.items() if name != "steps"}
            chat = steps_of_chat(record.values["steps"], self.left_out)
            own = {"steps": chat.steps} | ({"answer": chat.answer} if chat.answer else {"cut_off": True})
            if chat.question and not values.get("question"):
                self._ask(record.key, chat.question, record.where, record.folder)
            record.values = own | values
        return record

    def unasked(self, records: list[LabRecord]) -> list[LabRecord]:
        """The questions of tasks of which no table or other file has one: agents word one task in different ways."""
        known = {record.key for record in records if record.values.get("question")}
        return [record for key, record in self.questions.items() if key not in known]

    def notes(self) -> list[str]:
        """What the logs hold and raters do not see."""
        if not self.left_out:
            return []
        return ["not taken from the logs: " + ", ".join(f"{n:,} {what}" for what, n in self.left_out.most_common())]

    def _add(self, log: Any, where: str, path: Path, name: str, agent: str) -> None:
        found = log if isinstance(log, dict) else {"messages" if is_chat(log) else "trajectory": log}
        told = found.get("info")
        info: dict[str, Any] = told if isinstance(told, dict) else {}
        steps = next((found[key] for key in _LISTS if isinstance(found.get(key), list) and found[key]), None)
        if steps is None:
            raise refuse(
                "the log holds no steps",
                where=where,
                hint=f"expected a list under {', '.join(_LISTS)}, or messages with role and content",
            )
        key = next((str(one[name]) for one in (found, info) for name in _IDS if one.get(name)), name)
        own = {*self.declaration.item, *self.declaration.candidate} - {"steps"}
        values = {name: value for name, value in found.items() if name in own}
        if is_chat(steps):
            chat = steps_of_chat(steps, self.left_out)
            values["steps"], answer, question = chat.steps, chat.answer, chat.question
        else:
            values["steps"], answer = list(self._steps(steps, where)), ""
            history = found.get("history") or found.get("messages")
            question = steps_of_chat(history or [], Counter()).question if is_chat(history) else ""
        answer = values.get("answer") or info.get("submission") or answer
        values |= {"answer": answer} if answer else {"cut_off": True}
        asked = next((one[name] for one in (found, info) for name in _QUESTIONS if isinstance(one.get(name), str)), "")
        values.pop("question", None)
        self._ask(key, asked or question, where, path.parent)
        self.left_out.update(f"“{name}”" for name in found if name not in own | _FRAME | {*_QUESTIONS})
        self.records.append(LabRecord(values, where, path.parent, key=key, system=agent, is_file=True))

    def _ask(self, key: str, question: str, where: str, folder: Path) -> None:
        if question.strip():
            self.questions.setdefault(key, LabRecord({"question": question.strip()}, where, folder, key=key))

    def _steps(self, given: list[Any], where: str) -> Iterator[Any]:
        """Steps with thought, action and observation, and nothing else; those in another shape as they are."""
        for number, step in enumerate(given, start=1):
            if not isinstance(step, Mapping) or not any(name in step for name in _TAKEN):
                yield step
                continue
            parts = {
                "reasoning": step.get("thought"),
                "operation": step.get("action"),
                "result": step.get("observation"),
            }
            if not parts["reasoning"] and not parts["operation"]:
                parts["reasoning"] = step.get("response")
            texts = {name: without_pictures(value, self.left_out) for name, value in parts.items() if value}
            self.left_out.update(f"“{name}”" for name in step if name not in _TAKEN)
            if not texts:
                raise refuse(
                    f"step {number} says nothing", where=where, hint="a step has a thought, an action or an observation"
                )
            yield {name: text for name, text in texts.items() if text.strip()}


def _files(folder: Path) -> list[Path]:
    paths = (one for one in sorted(folder.rglob("*")) if one.suffix.lower() in _ENDINGS and one.is_file())
    shown = [not_a_link_outside(one, folder) for one in paths if not is_hidden(one, folder)]
    # beside trajectories lie settings and predictions of the run
    return [one for one in shown if ".traj" in one.name.lower()] or shown


def _stem(name: str) -> str:
    return re.sub(r"(\.traj)?\.(traj|jsonl?)$", "", name, flags=re.IGNORECASE)


def _is_log(data: Any) -> bool:
    """A log by itself, not a table of them: those have columns to be understood."""
    if isinstance(data, dict):
        return isinstance(data.get("trajectory"), list) or is_chat(data.get("messages")) or is_chat(data.get("history"))
    return is_chat(data)


def _logs(path: Path) -> list[Any]:
    data = _load(path)
    if isinstance(data, Exception):
        raise refuse(f"not valid JSON: {data}", where=str(path))
    several = isinstance(data, list) and bool(data) and all(_is_log(one) for one in data)
    return data if several else [data]


def _load(path: Path) -> Any:
    """The content of a file, of JSON lines as a list; the error where it is no JSON."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix.lower() == ".jsonl":
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return error
