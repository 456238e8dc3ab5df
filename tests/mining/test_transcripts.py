"""Transcripts of free-form runs, as text and as JSON, become traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.errors import InputError
from pramana.mining import read_transcripts, text_transcripts
from pramana.trace import trace_of

TEXT = """\
Some words before it begins.
Question: Who gave the bow?
Thought 1: I should look
for the bow.
Action 1: Search[bow]
Observation 1: Rama gave the bow.
Thought: count it
Action: count
Action Input: {"word": "bow", "least": 2}
Observation: {"count": 3, "ok": true}
Action: broken(x)
Observation: Error: no such tool
Final Answer: Rama

Question: Another?
Action: Finish[yes]
"""


def test_text_becomes_a_trace(tmp_path: Path) -> None:
    """Steps, arguments, what was seen as state, errors, the answer; a new question is a new run."""
    file = tmp_path / "runs.txt"
    file.write_text(TEXT)
    first, second = read_transcripts(file)
    assert first.path == ["Search", "count", "broken", "finish"]
    assert first.initial == {"question": "Who gave the bow?"}
    assert first.steps[0].before["_meta"] == {"thought": "I should look\nfor the bow.", "arguments": {"input": "bow"}}
    assert first.steps[1].before["_meta"]["arguments"] == {"word": "bow", "least": 2}
    assert first.steps[1].after["count"] == 3
    assert first.steps[2].error == {"type": "Error", "message": "Error: no such tool"}
    final = {key: value for key, value in first.final.items() if key != "_meta"}
    assert final == {
        "question": "Who gave the bow?",
        "Search": "Rama gave the bow.",
        "count": 3,
        "ok": True,
        "answer": "Rama",
    }
    assert (second.path, second.final["answer"]) == (["finish"], "yes")


def test_trace_of_a_transcript_goes_through_json(tmp_path: Path) -> None:
    """Written and read back, every state has the hash that it had."""
    file = tmp_path / "runs.txt"
    file.write_text(TEXT)
    for trace in read_transcripts(file):
        document = json.loads(json.dumps(trace.to_dict()))
        again = trace_of(document)
        assert again.to_dict() == document
        assert [step.hash_before for step in again.steps] == [step.hash_before for step in trace.steps]


STEPS = [
    {"thought": "t", "action": "look", "action_input": {"word": "bow"}, "observation": {"n": 1}},
    {"tool": "tell", "args": "x", "result": "said"},
    {"action": "fall", "error": "broke"},
]
MESSAGES = [
    {"role": "user", "content": "Who?"},
    {
        "role": "assistant",
        "content": "t",
        "tool_calls": [{"id": "1", "function": {"name": "look", "arguments": '{"word": "bow"}'}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": '{"n": 1}'},
    {"role": "assistant", "content": "Rama"},
]


@pytest.mark.parametrize(
    ("document", "paths"),
    [
        (STEPS, [["look", "tell", "fall"]]),
        ({"question": "q", "steps": STEPS, "answer": "a"}, [["look", "tell", "fall", "finish"]]),
        ([{"steps": STEPS}, {"messages": MESSAGES}], [["look", "tell", "fall"], ["look", "finish"]]),
    ],
)
def test_json_becomes_traces(tmp_path: Path, document: Any, paths: list[list[str]]) -> None:
    """Lists of steps, whole runs, several runs, and messages with tool calls."""
    file = tmp_path / "runs.json"
    file.write_text(json.dumps(document))
    traces = read_transcripts(file)
    assert [trace.path for trace in traces] == paths
    assert traces[0].steps[0].before["_meta"]["arguments"] == {"word": "bow"}
    assert traces[-1].final["n"] == 1


def test_json_lines_hold_a_run_each(tmp_path: Path) -> None:
    """Each line is one transcript."""
    file = tmp_path / "runs.jsonl"
    file.write_text("\n".join(json.dumps({"steps": STEPS[:n]}) for n in (1, 2)))
    assert [len(trace.steps) for trace in read_transcripts(file)] == [1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "3",
        "[3]",
        '[{"observation": 1}]',
        '{"steps": 1}',
        "[]",
        '{"messages": [{"role": "assistant", "tool_calls": [3]}]}',
    ],
)
def test_what_is_no_transcript_is_refused(tmp_path: Path, text: str) -> None:
    """Broken JSON, other shapes, steps without an action: an InputError that names the file."""
    file = tmp_path / "runs.json"
    file.write_text(text)
    if text == "[]":
        assert read_transcripts(file)[0].path == []
        return
    with pytest.raises(InputError, match=r"runs\.json"):
        read_transcripts(file)
    plain = tmp_path / "runs.txt"
    plain.write_text("no transcript")
    with pytest.raises(InputError, match=r"runs\.txt"):
        read_transcripts(plain)


@given(st.text(alphabet="Action:Observation Thought[](){}\"'\n12 Final", max_size=120))
def test_any_text_is_read_without_an_error(text: str) -> None:
    """Text is hostile input: it gives runs or none, never an exception."""
    for initial, actions in text_transcripts(text):
        assert set(initial) <= {"question"}
        assert all(action.name for action in actions)
