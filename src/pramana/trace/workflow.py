"""What a workflow did, step by step: the view of a run that audits, distillation and clustering read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.canonical import digest
from pramana.errors import InputError


class TraceStep:
    """One node executed.

    `node`, `kind` and `callable` say what was called, `edge` is the index of the edge that was taken then, None at the
    end. `before` and `after` are snapshots of the state; they are never changed, so their hashes are taken when asked
    for. `attempts` counts calls of the node, `error` is `{"type", "message"}` where the last one failed. `inner` are
    the traces of a nested graph, one for each time that it ran. `given` is what was put into the state by hand before
    the step, where a run was forked. `calls` are the calls to models that were answered, with `ptool`, `model`,
    `prompt_tokens`, `completion_tokens` and `money` (millionths of a US dollar, None where the price is unknown).
    """

    __slots__ = ("after", "attempts", "before", "callable", "calls", "edge", "error", "given", "inner", "kind", "node")

    def __init__(
        self,
        node: str,
        kind: str,
        callable: str,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        edge: int | None = None,
        attempts: int = 1,
        error: Mapping[str, Any] | None = None,
        inner: Sequence[WorkflowTrace] = (),
    ) -> None:
        self.node = node
        self.kind = kind
        self.callable = callable
        self.before = before
        self.after = after
        self.edge = edge
        self.attempts = attempts
        self.error = error
        self.inner = inner
        self.given: Mapping[str, Any] | None = None
        self.calls: Sequence[Mapping[str, Any]] = ()

    @property
    def ok(self) -> bool:
        return self.error is None

    @property
    def hash_before(self) -> str:
        return digest(self.before)

    @property
    def hash_after(self) -> str:
        return digest(self.after)

    def to_dict(self) -> dict[str, Any]:
        """Return the step as JSON: what changed in the state instead of both snapshots, and their hashes."""
        step: dict[str, Any] = {
            "node": self.node,
            "kind": self.kind,
            "callable": self.callable,
            "attempts": self.attempts,
            "edge": self.edge,
            "hash_before": self.hash_before,
            "hash_after": self.hash_after,
            "changed": {key: value for key, value in self.after.items() if self._is_changed(key)},
        }
        if self.error is not None:
            step["error"] = dict(self.error)
        if self.given:
            step["given"] = dict(self.given)
        if self.calls:
            step["calls"] = [dict(call) for call in self.calls]
        if self.inner:
            step["inner"] = [inner.to_dict() for inner in self.inner]
        return step

    def _is_changed(self, key: str) -> bool:
        return key not in self.before or self.before[key] is not self.after[key]


@dataclass(frozen=True)
class WorkflowTrace:
    """A run as a sequence of steps. `initial` is the state before the first, `meta` says whose run it was.

    For a StateGraph `meta` holds `graph`, `graph_hash` and `path` (the ids of its nodes in order).
    """

    name: str
    initial: Mapping[str, Any]
    steps: Sequence[TraceStep]
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> list[str]:
        """The ids of the nodes executed, in order."""
        return [step.node for step in self.steps]

    @property
    def final(self) -> Mapping[str, Any]:
        """The state after the last step."""
        return self.steps[-1].after if self.steps else self.initial

    def to_dict(self) -> dict[str, Any]:
        """Return the trace as JSON; `from_dict` gives the same steps and states back."""
        return {
            "name": self.name,
            "meta": dict(self.meta),
            "initial": dict(self.initial),
            "steps": [step.to_dict() for step in self.steps],
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> WorkflowTrace:
        """Return the trace of a JSON document that `to_dict` gave.

        Raises InputError where it is not one; `read_traces` names the place, and checks the hashes.
        """
        try:
            initial = dict(document["initial"])
            steps = _steps(document["steps"], initial)
            return cls(document["name"], initial, steps, document["meta"])
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise InputError(f"Not a valid trace: {type(error).__name__}: {str(error)[:80]}.") from None


def _steps(documents: Sequence[Mapping[str, Any]], state: Mapping[str, Any]) -> list[TraceStep]:
    steps = []
    for document in documents:
        if document.get("given"):
            state = {**state, **document["given"]}
        after = {**state, **document["changed"]} if document["changed"] else state
        node, kind, called = (document[name] for name in ("node", "kind", "callable"))
        step = TraceStep(node, kind, called, state, after, document["edge"], document["attempts"])
        step.error = document.get("error")
        step.given = document.get("given")
        step.calls = document.get("calls", ())
        step.inner = [WorkflowTrace.from_dict(inner) for inner in document.get("inner", ())]
        steps.append(step)
        state = after
    return steps


def recorded_error(error: Mapping[str, str]) -> Exception:
    """Return an exception that has the name and the message of a recorded error, for a repetition that raises it."""
    name = error["type"]
    made: Exception = type(name, (Exception,), {})(error["message"].removeprefix(f"{name}: "))
    return made
