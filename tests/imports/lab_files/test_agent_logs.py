"""Logs of agents, as they lie about, become a study of trajectories by one command each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.protocols import Candidate
from beholder.study import load_definition
from tests.imports.lab_files.test_new_study import picture, run

TASKS = ("django__django-1", "flask__flask-2")
DATA = "data:image/png;base64,iVBORw0KGgo="


def write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = data if path.suffix == ".jsonl" else [data]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def swe_agent(task: str, who: str) -> dict[str, Any]:
    """A log as SWE-agent writes it."""
    history = [
        {"role": "system", "content": "You are a programmer.", "message_type": "system_prompt"},
        {"role": "user", "content": "An example of how to work.", "is_demo": True},
        {"role": "user", "content": f"{who}: please solve {task}", "message_type": "observation"},
    ]
    steps = [
        {
            "thought": f"Look around, {who[0]}.",
            "action": "ls\n",
            "observation": "setup.py",
            "response": "…",
            "state": "{}",
        },
        {"thought": "", "action": "cat setup.py", "observation": f"code ![shot]({DATA})", "execution_time": 0.1},
    ]
    info = {"exit_status": "submitted", "submission": f"diff --git of {task} by {who[0]}", "model_stats": {}}
    return {"environment": "swe_main", "trajectory": steps, "history": history, "info": info}


def chat(task: str, who: str) -> list[dict[str, Any]]:
    """A conversation as OpenAI writes it, with a call of a tool."""
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"q": "bug"}'}}
    picture_part = {"type": "image_url", "image_url": {"url": DATA}}
    return [
        {"role": "system", "content": "You are helpful."},
        {"role": "user", "content": [{"type": "text", "text": f"Solve {task}"}, picture_part]},
        {"role": "assistant", "content": f"I search, {who[0]}.", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "Found in line 3"},
        {"role": "assistant", "content": f"Line 3 is wrong, says {who[0]}."},
    ]


def blocks(task: str, who: str) -> list[dict[str, Any]]:
    """A conversation as Anthropic writes it."""
    call = {"type": "tool_use", "id": "t1", "name": "search", "input": {"q": "bug"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "Found in line 3"}]}
    return [
        {"role": "user", "content": f"Solve {task}"},
        {"role": "assistant", "content": [{"type": "text", "text": f"I search, {who[0]}."}, call]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": [{"type": "text", "text": f"Line 3 is wrong, says {who[0]}."}]},
    ]


def green(folder: Path, *options: object) -> str:
    made = run("trajectories", folder, *options)
    assert made.exit_code == 0, made.output
    checked = CliRunner().invoke(app, ["check", str(folder)])
    assert checked.exit_code == 0, checked.output
    return str(made.output)


def candidates(folder: Path) -> dict[tuple[str, str], Candidate]:
    return {(item.id, one.system): one for item in load_definition(folder).items for one in item.candidates}


@pytest.mark.parametrize("layout", ["{who}/{task}.traj", "{who}/{task}/{task}.traj", "{who}/trajs/{task}.traj"])
def test_a_folder_of_traj_files_per_agent(tmp_path: Path, layout: str) -> None:
    for who in ("alpha", "beta"):
        for task in TASKS:
            write(tmp_path / "logs" / layout.format(who=who, task=task), swe_agent(task, who))
        write(tmp_path / "logs" / who / "preds.json", {task: {"model_patch": ""} for task in TASKS})
    out = green(tmp_path / "study", "--from", tmp_path / "logs")
    definition = load_definition(tmp_path / "study")
    assert definition.settings.params == {"picture": False}
    assert [item.columns["question"] for item in definition.items] == [f"alpha: please solve {task}" for task in TASKS]
    found = candidates(tmp_path / "study")
    assert set(found) == {(task, who) for task in TASKS for who in ("alpha", "beta")}
    assert found[TASKS[0], "beta"].columns == {
        "steps": [
            {"reasoning": "Look around, b.", "operation": "ls", "result": "setup.py"},
            {"operation": "cat setup.py", "result": "code [image]"},
        ],
        "answer": "diff --git of django__django-1 by b",
    }
    assert "4 images" in out, "what is not taken is named and counted"
    assert "4 “state”" in out


@pytest.mark.parametrize("ending", ["json", "jsonl"])
@pytest.mark.parametrize("talk", [chat, blocks])
def test_chat_messages(tmp_path: Path, talk: Any, ending: str) -> None:
    for who in ("alpha", "beta"):
        for task in TASKS:
            write(tmp_path / "logs" / who / f"{task}.{ending}", talk(task, who))
    out = green(tmp_path / "study", "--from", tmp_path / "logs")
    found = candidates(tmp_path / "study")
    assert found[TASKS[1], "alpha"].columns == {
        "steps": [
            {"reasoning": "I search, a.", "operation": "search", "arguments": {"q": "bug"}, "result": "Found in line 3"}
        ],
        "answer": "Line 3 is wrong, says a.",
    }
    assert ("4 images" in out) == (talk is chat)
    assert load_definition(tmp_path / "study").items[0].columns["question"] == f"Solve {TASKS[0]}"


def test_a_table_of_conversations_with_a_row_per_log(tmp_path: Path) -> None:
    rows = [
        {"instance_id": task, "agent": who, "messages": chat(task, who), "resolved": True}
        for task in TASKS
        for who in ("alpha", "beta")
    ]
    write(tmp_path / "runs.jsonl", rows)
    green(tmp_path / "study", "--from", tmp_path / "runs.jsonl")
    assert candidates(tmp_path / "study")[TASKS[0], "beta"].columns["answer"] == "Line 3 is wrong, says b."


def test_runs_in_different_places_and_a_table_of_questions(tmp_path: Path) -> None:
    for who in ("alpha", "beta"):
        for task in TASKS:
            write(tmp_path / who / f"{task}.traj", swe_agent(task, who))
    write(tmp_path / "beta" / "only-beta.traj", swe_agent("only-beta", "beta"))
    (tmp_path / "tasks.csv").write_text(
        "instance_id,question\n" + "".join(f"{t},Mend {t}\n" for t in TASKS), encoding="utf-8"
    )
    options = ("--from", f"one={tmp_path / 'alpha'}", "--from", f"two={tmp_path / 'beta'}")
    out = green(tmp_path / "study", *options, "--from", tmp_path / "tasks.csv", "--sample", 2)
    assert "left aside: 1 items that only one system has an output for (only-beta)" in out
    assert {item.columns["question"] for item in load_definition(tmp_path / "study").items} == {
        f"Mend {t}" for t in TASKS
    }
    assert {system for _, system in candidates(tmp_path / "study")} == {"one", "two"}


def test_a_log_that_ends_without_an_answer_is_cut_off(tmp_path: Path) -> None:
    for who in ("alpha", "beta"):
        log = swe_agent(TASKS[0], who)
        log["info"] = {"exit_status": "exit_cost", "submission": None}
        write(tmp_path / "logs" / who / f"{TASKS[0]}.traj", log)
    green(tmp_path / "study", "--from", tmp_path / "logs")
    assert all(one.columns["cut_off"] is True for one in candidates(tmp_path / "study").values())


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"trajectory": [{}]}', '{"trajectory": [{"action": ""}]}', "3"])
def test_a_broken_log_is_told_with_its_file(tmp_path: Path, content: str) -> None:
    write(tmp_path / "logs" / "alpha" / "a.traj", swe_agent("a", "alpha"))
    (tmp_path / "logs" / "beta").mkdir()
    (tmp_path / "logs" / "beta" / "a.traj").write_text(content, encoding="utf-8")
    result = run("trajectories", tmp_path / "study", "--from", tmp_path / "logs")
    assert isinstance(result.exception, BeholderError | SystemExit)
    assert result.exit_code
    assert not (tmp_path / "study").exists()


def test_questions_about_pictures_still_need_them(tmp_path: Path) -> None:
    rows = [
        {"id": str(n), "question": "How many?", "system": who, "steps": [f"LOOK(3, {n}) → {who[0]}"], "answer": "2"}
        for n in range(2)
        for who in ("alpha", "beta")
    ]
    rows[0]["image"] = rows[1]["image"] = str(picture(tmp_path / "0.png"))
    write(tmp_path / "runs.jsonl", rows)
    result = run("trajectories", tmp_path / "study", "--from", tmp_path / "runs.jsonl")
    assert result.exit_code == 2
    assert "item 1 ·" in result.output
    assert "add 'image'" in result.output
