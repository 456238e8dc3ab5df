"""Read Thought/Action/Observation transcripts, as text or JSON, as WorkflowTraces.

An observation becomes state: the keys of a JSON object, else one key with the action's name. The thought and the
arguments are in `_meta`, which guards learned from states do not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from pramana.errors import InputError
from pramana.trace import TraceStep, WorkflowTrace
from pramana.untrusted import Malformed, parse_json, read_file

FINISH: Final = "finish"
"""The step that gives the answer."""
Told: TypeAlias = tuple[dict[str, Any], list["TranscriptAction"]]
"""The inputs of a run, and its actions."""
_FIELD: Final = re.compile(
    r"[ \t>*]{0,4}(question|task|thought|action input|action|observation|final answer|answer)(?: ?\d{1,4})?\*{0,2} ?:",
    re.I,
)
_BRACKETS: Final = re.compile(r"([^\[\](){}\n]{1,200})([\[(])(.*)[\])]\s*", re.S)
_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "thought": ("thought", "reasoning"),
    "action": ("action", "tool", "name"),
    "arguments": ("arguments", "action_input", "args", "input"),
    "observation": ("observation", "result", "output"),
    "error": ("error",),
}


@dataclass
class TranscriptAction:
    """One turn of a transcript. `error` is what went wrong, None where nothing did."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    observation: Any = None
    thought: str = ""
    error: str | None = None


def trace_of_actions(
    name: str, initial: Mapping[str, Any], actions: Sequence[TranscriptAction], kind: str = "python"
) -> WorkflowTrace:
    """Return the trace of a free-form run. The action `finish` calls `identity`; its arguments are its result."""
    state: dict[str, Any] = dict(initial)
    steps = []
    for action in actions:
        given = {"_meta": {"thought": action.thought, "arguments": dict(action.arguments)}}
        before = {**state, **given}
        after = before if action.error is not None else {**before, **_observed_values(action)}
        called, kind_of = ("identity", "python") if action.name == FINISH else (action.name, kind)
        step = TraceStep(action.name, kind_of, called, before, after)
        step.given = given
        if action.error is not None:
            step.error = {"type": "Error", "message": action.error}
        steps.append(step)
        state = after
    return WorkflowTrace(name, dict(initial), steps, {"source": "transcript"})


def read_transcripts(path: str | Path) -> list[WorkflowTrace]:
    """Return the runs of a file: text, JSON (one, or a list), or JSON lines. Raises InputError with the place."""
    text = read_file(path)
    name = Path(path).stem
    if str(path).endswith((".json", ".jsonl")):
        try:
            documents = _documents(text, str(path).endswith(".jsonl"))
        except Malformed as error:
            raise InputError(f"{path}: no JSON ({error}).") from None
        found = [_read_transcript(path, number, document) for number, document in enumerate(documents)]
    else:
        found = list(text_transcripts(text))
    if not found:
        raise InputError(f"{path}: no transcript: no line begins with `Action:`.")
    return [trace_of_actions(f"{name}/{number}", *each) for number, each in enumerate(found)]


def text_transcripts(text: str) -> Iterator[Told]:
    """Yield the runs of a text: `Question:`, `Thought:`, `Action:`, `Action Input:`, `Observation:`, `Final Answer:`.

    Numbers after the words are ignored (`Action 2:`), and an action may contain its input: `Search[bow]`. A new
    question begins a new run. Text before the first of these words is ignored.
    """
    initial: dict[str, Any] = {}
    actions: list[TranscriptAction] = []
    thought = ""
    for word, value in _fields(text):
        if word in ("question", "task"):
            if actions:
                yield initial, actions
            initial, actions, thought = {"question": value}, [], ""
        elif word == "thought":
            thought = value
        elif word == "action":
            actions.append(_action(value, thought))
            thought = ""
        elif word in ("answer", "final answer"):
            actions.append(TranscriptAction(FINISH, {"answer": value}, thought=thought))
        elif actions and word == "action input":
            actions[-1].arguments = _arguments(value)
        elif actions and word == "observation" and actions[-1].name != FINISH:
            _observe(actions[-1], _parse_json(value))
    if actions:
        yield initial, actions


def json_transcript(document: Any) -> Told:
    """Return the run of a JSON document: `{"question"|"inputs": …, "steps": [...]}`, or the list of steps alone.

    A step is `{"thought", "action", "arguments"|"action_input", "observation", "error"}`; messages with `tool_calls`
    and answers of role `tool` are read, too. Raises InputError.
    """
    if isinstance(document, list):
        document = {"steps": document}
    steps = document.get("steps", document.get("messages")) if isinstance(document, Mapping) else None
    if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
        raise InputError("a transcript is a list of objects, or an object with `steps` or `messages`")
    inputs = document.get("inputs")
    initial = dict(inputs) if isinstance(inputs, Mapping) else {}
    if isinstance(document.get("question"), str):
        initial["question"] = document["question"]
    if any("role" in step for step in steps):
        return _conversation(initial, steps)
    actions = [_from_object(number, step) for number, step in enumerate(steps)]
    if isinstance(document.get("answer"), str) and (not actions or actions[-1].name != FINISH):
        actions.append(TranscriptAction(FINISH, {"answer": document["answer"]}))
    return initial, actions


def _read_transcript(path: str | Path, number: int, document: Any) -> Told:
    try:
        return json_transcript(document)
    except InputError as error:
        raise InputError(f"{path}, transcript {number}: {error}.") from None


def _documents(text: str, by_line: bool) -> list[Any]:
    if by_line:
        return [parse_json(line) for line in text.splitlines() if line.strip()]
    loaded = parse_json(text)
    alone = isinstance(loaded, list) and all(isinstance(each, Mapping) and not _is_whole(each) for each in loaded)
    return [loaded] if alone or not isinstance(loaded, list) else loaded


def _is_whole(document: Mapping[str, Any]) -> bool:
    return "steps" in document or "messages" in document


def _from_object(number: int, step: Mapping[str, Any]) -> TranscriptAction:
    found = {name: next((step[key] for key in keys if key in step), None) for name, keys in _NAMES.items()}
    if not isinstance(found["action"], str) or not found["action"]:
        raise InputError(f"step {number} names no action")
    arguments = found["arguments"]
    made = _action(found["action"], found["thought"] if isinstance(found["thought"], str) else "")
    if arguments is not None:
        made.arguments = arguments if isinstance(arguments, Mapping) else _arguments(arguments)
    _observe(made, found["observation"])
    if found["error"] is not None:
        made.error = str(found["error"])
    return made


def _conversation(initial: dict[str, Any], messages: Sequence[Mapping[str, Any]]) -> Told:
    actions: list[TranscriptAction] = []
    calls: dict[Any, TranscriptAction] = {}
    for number, message in enumerate(messages):
        role, content = message.get("role"), message.get("content")
        text = content if isinstance(content, str) else ""
        if role == "user" and not actions:
            initial.setdefault("question", text)
        elif role == "assistant" and message.get("tool_calls"):
            for call in message["tool_calls"]:
                made = _tool_call(number, call, text)
                actions.append(made)
                calls[call.get("id")] = made
        elif role == "assistant" and text:
            actions.append(TranscriptAction(FINISH, {"answer": text}))
        elif role == "tool" and message.get("tool_call_id") in calls:
            _observe(calls[message["tool_call_id"]], _parse_json(text))
    return initial, actions


def _tool_call(number: int, call: Any, thought: str) -> TranscriptAction:
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(function, Mapping) or not isinstance(function.get("name"), str):
        raise InputError(f"message {number} calls a tool without a name")
    given = function.get("arguments")
    return TranscriptAction(
        function["name"], given if isinstance(given, Mapping) else _arguments(given), thought=thought
    )


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a text in order, each with its word in lower case."""
    word, lines = "", [""]
    for line in text.splitlines():
        found = _FIELD.match(line)
        if found is None:
            lines.append(line)
            continue
        if word:
            yield word, "\n".join(lines).strip()
        word, lines = " ".join(found[1].lower().split()), [line[found.end() :].lstrip("* ")]
    if word:
        yield word, "\n".join(lines).strip()


def _action(text: str, thought: str) -> TranscriptAction:
    found = _BRACKETS.fullmatch(text)
    name = (found[1] if found else text.split("\n", 1)[0]).strip().strip("`*\"'")[:200] or "unnamed"
    arguments = _arguments(found[3]) if found else {}
    if name.lower() in (FINISH, "final answer"):
        answer = arguments.get("answer", arguments.get("input", ""))
        return TranscriptAction(FINISH, {"answer": answer}, thought=thought)
    return TranscriptAction(name, arguments, thought=thought)


def _arguments(value: Any) -> dict[str, Any]:
    loaded = _parse_json(value) if isinstance(value, str) else value
    if isinstance(loaded, Mapping):
        return dict(loaded)
    return {} if loaded in (None, "") else {"input": loaded}


def _parse_json(text: str) -> Any:
    """Return what a text says as JSON, else the text. NaN and infinities, which JSON does not have, stay text."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return text.strip()


def _refuse_constant(constant: str) -> Any:
    raise ValueError(constant)


def _observe(action: TranscriptAction, seen: Any) -> None:
    action.observation = seen
    if isinstance(seen, str) and re.match(r"(error|exception|traceback)\b", seen, re.I):
        action.error = seen
    elif isinstance(seen, Mapping) and isinstance(seen.get("error"), str) and len(seen) == 1:
        action.error = seen["error"]


def _observed_values(action: TranscriptAction) -> dict[str, Any]:
    if action.name == FINISH:
        return dict(action.arguments)
    if isinstance(action.observation, Mapping):
        return {str(key): value for key, value in action.observation.items() if key != "_meta"}
    return {action.name: action.observation}
