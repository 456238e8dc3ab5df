"""Growths to observe and to ask."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from pramana.igg import Growth, Payload, Query, read_answer, read_payload

SCHEMA = {
    "node_types": ["Class", "Method"],
    "edge_types": ["CALLS", "HAS"],
    "required_attributes": {"Class": ["name"], "Method": ["name"]},
    "attribute_types": {"Method": {"line": "integer"}},
    "endpoints": {"HAS": {"from": ["Class"], "to": ["Method"]}},
    "unique_keys": {"Class": ["name"]},
}


def payload_of(context: Any = "", **config: Any) -> Payload:
    """Return a payload with a schema of classes and methods."""
    settings = {"constraints": {"max_nodes": 200, "max_edges": 400}, "schema": SCHEMA, **config}
    return read_payload(
        {"session_id": "s", "goal_prompt": "Map the calls.", "context_data": context, "config": settings}
    )


def node(label: str, name: str, **properties: Any) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": label, "properties": {"name": name, **properties}}


def edge(label: str, source: Any, target: Any) -> dict[str, Any]:
    return {"type": "ADD_EDGE", "label": label, "from": source, "to": target}


def grown(*actions: dict[str, Any], **given: Any) -> Growth:
    """Return a growth after these actions, all of which it applies."""
    growth = Growth(payload_of(**given))
    assert growth.act(read_answer(list(actions))).refused == ()
    return growth


def chain(length: int, **given: Any) -> Growth:
    """Return a growth of methods `m0` to `m<length - 1>`, each of which calls the next."""
    nodes = [node("Method", f"m{number}", line=number) for number in range(length)]
    edges = [edge("CALLS", {"name": f"m{number}"}, {"name": f"m{number + 1}"}) for number in range(length - 1)]
    return grown(*nodes, *edges, **given)


def query(kind: str, **arguments: Any) -> Query:
    """Return a query as it is read from an agent's answer."""
    names = {"from_": "from"}
    given = {names.get(name, name): value for name, value in arguments.items()}
    (asked,) = read_answer({"type": "QUERY", "query": kind, **given}).actions
    assert isinstance(asked, Query), asked
    return asked


def unbounded() -> Payload:
    """Return a payload without bounds of its own."""
    return payload_of(constraints={}, max_iterations=1_000_000)


def actions_of(first: int, count: int) -> list[dict[str, Any]]:
    """Return a node and an edge to the one before, for each number."""
    nodes = [node("Method", f"m{number}", line=number) for number in range(first, first + count)]
    return [*nodes, *[edge("CALLS", f"m{number}", f"m{number - 1}") for number in range(max(first, 1), first + count)]]


_SCRIPT = """
import sys
from pathlib import Path
from growths import actions_of, unbounded
from pramana.igg import GrowthStepper
stepper = GrowthStepper(unbounded().in_backend(sys.argv[2]), log=Path(sys.argv[1]))
for turn in range(100_000):
    stepper.act({"actions": actions_of(5 * turn, 5), "atomic": True})
    print(turn, flush=True)
"""


def kill_growing_run(log: Path, backend: str) -> None:
    """Start a run in a process of its own, and kill it (SIGKILL) after four turns, within the fifth."""
    words = [sys.executable, "-c", _SCRIPT, str(log), backend]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env) as run:
        assert run.stdout is not None
        next(line for line in run.stdout if int(line) == 3)
        run.send_signal(signal.SIGKILL)
