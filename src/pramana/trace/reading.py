"""Traces from files: JSON documents that anybody may have written, looked over before they are believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pramana.errors import CanonicalError, InputError
from pramana.trace.workflow import TraceStep, WorkflowTrace
from pramana.untrusted import Malformed, parse_json, read_file

MAX_NESTING = 40
"""How deep traces of nested graphs may lie in each other."""
_STEP: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("node", (str,)),
    ("kind", (str,)),
    ("callable", (str,)),
    ("attempts", (int,)),
    ("edge", (int, type(None))),
    ("changed", (dict,)),
)
_MAYBE: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("error", (dict, type(None))),
    ("given", (dict, type(None))),
    ("inner", (list,)),
    ("calls", (list,)),
    ("hash_before", (str,)),
    ("hash_after", (str,)),
)
_CALL: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("ptool", (str,)),
    ("model", (str,)),
    ("prompt_tokens", (int,)),
    ("completion_tokens", (int,)),
    ("money", (int, type(None))),
)


def read_traces(path: str | Path) -> list[WorkflowTrace]:
    """Return the traces of a file: one JSON document, a list of them, or a document a line (`.jsonl`).

    Raises InputError that names the file and the place.
    """
    text = read_file(path)
    try:
        if str(path).endswith(".jsonl"):
            found = [parse_json(line) for line in text.splitlines() if line.strip()]
        else:
            loaded = parse_json(text)
            found = loaded if isinstance(loaded, list) else [loaded]
    except Malformed as error:
        raise InputError(f"{path}: no JSON ({error}).") from None
    traces = []
    for number, document in enumerate(found):
        try:
            traces.append(trace_of(document))
        except InputError as error:
            where = f", trace {number}" if len(found) > 1 else ""
            raise InputError(f"{path}{where}: {error}") from None
    return traces


def trace_of(document: Any) -> WorkflowTrace:
    """Return the trace of a JSON document. Raises InputError where it is none, or where its states are not those whose
    hashes it gives: somebody changed it."""
    try:
        _check_trace(document, "", 0)
        trace = WorkflowTrace.from_dict({"meta": {}, **document})
        _check_hashes(document, trace, "")
    except CanonicalError as error:
        raise InputError(f"Not a valid trace: {error}") from None
    except RecursionError:
        raise InputError("Not a valid trace: it is nested too deeply.") from None
    return trace


def walk_steps(trace: WorkflowTrace, place: str = "") -> Iterator[tuple[str, TraceStep]]:
    """Yield every step with its place, those of nested graphs behind the step that ran them.

    A place is `step 2 (extract)`, numbers from 0; a nested one `step 2 (extract) / run 0 / step 1 (look)`.
    """
    for number, step in enumerate(trace.steps):
        here = f"{place}{place_of(number, step)}"
        yield here, step
        for run, inner in enumerate(step.inner):
            yield from walk_steps(inner, f"{here} / run {run} / ")


def place_of(number: int, step: TraceStep) -> str:
    return f"step {number} ({step.node})"


def _check_trace(document: Any, place: str, depth: int) -> None:
    if depth > MAX_NESTING:
        raise InputError(f"Not a valid trace: {place}nested more than {MAX_NESTING} deep.")
    _check_fields(document, (("name", (str,)), ("initial", (dict,)), ("steps", (list,))), (("meta", (dict,)),), place)
    for number, step in enumerate(document["steps"]):
        here = f"{place}step {number}: "
        _check_fields(step, _STEP, _MAYBE, here)
        for call in step.get("calls", ()):
            _check_fields(call, _CALL, (), f"{here}calls: ")
        for inner in step.get("inner", ()):
            _check_trace(inner, here, depth + 1)


def _check_fields(
    document: Any,
    needed: tuple[tuple[str, tuple[type, ...]], ...],
    maybe: tuple[tuple[str, tuple[type, ...]], ...],
    place: str,
) -> None:
    if not isinstance(document, Mapping):
        raise InputError(f"Not a valid trace: {place}a JSON object is expected, not {type(document).__name__}.")
    for name, kinds in (*needed, *maybe):
        if name not in document:
            if (name, kinds) in needed:
                raise InputError(f"Not a valid trace: {place}{name!r} is missing.")
        elif type(document[name]) not in kinds:
            wanted = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
            got = type(document[name]).__name__
            raise InputError(f"Not a valid trace: {place}{name!r} is of type {got}, not {wanted}.")


def _check_hashes(document: Mapping[str, Any], trace: WorkflowTrace, place: str) -> None:
    for number, (given, step) in enumerate(zip(document["steps"], trace.steps, strict=True)):
        here = f"{place}{place_of(number, step)}"
        for name, found in (("hash_before", step.hash_before), ("hash_after", step.hash_after)):
            if given.get(name, found) != found:
                raise InputError(f"{here}: the state is not the one of {name}: the trace was changed.")
        for run, (inner, made) in enumerate(zip(given.get("inner", ()), step.inner, strict=True)):
            _check_hashes(inner, made, f"{here} / run {run} / ")
