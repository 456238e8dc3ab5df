"""The result of an answer, action by action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pramana.evidence import Evidence
from pramana.igg.actions import Action, Finish, Query, UnreadableAction, action_json
from pramana.serialization import JsonRecord, JsonShape

REFUSAL_CODES: Mapping[str, str] = {
    "unreadable": "not an action",
    "unknown_action": "unknown type of action",
    "field": "a field is missing, unknown or invalid",
    "size": "the action is too large",
    "type": "unknown node type",
    "relation": "unknown edge type",
    "missing": "a required property is missing",
    "value": "a value has the wrong type or cannot be stored",
    "choice": "a value is not among the allowed ones",
    "endpoint": "the edge type does not allow these node types",
    "loop": "the edge would lead from a node to itself",
    "schema": "the graph refuses the change although all other checks passed",
    "limit": "a bound is reached",
    "duplicate": "the node or edge already exists",
    "unchanged": "the properties are already set",
    "unknown_reference": "unknown node or edge",
    "ambiguous_reference": "several nodes or edges match",
    "evidence": "a quote is missing or was not found in the context",
    "unnamed": "no quote names the node, or both ends of the edge",
    "unsaid": "no quote that names the node or edge has the value of a property",
    "reversed": "the quote has the ends of the edge in each other's roles",
    "denied": "the quote denies the edge, or reports that somebody does",
    "unstated": "no quote that names both ends of the edge has the words of its type",
    "owner": "somebody else added the node or edge",
    "changed": "another agent changed the node since this one looked",
    "others_edges": "the node has edges that others added",
    "after_finish": "the action follows FINISH",
    "batch": "the atomic batch was refused",
}
"""All refusal codes and their meanings."""


@dataclass(frozen=True, slots=True)
class AppliedAction(JsonRecord):
    """An action that was applied. `index` is its position in the answer, from 0.

    `id` is that of the node or edge, "" for a query or FINISH. `evidence` has the place of each quote, None for a quote
    that was not found. `removed` names the edges that were removed with a node. `note` has additional information.
    """

    index: int
    action: Action
    id: str = ""
    evidence: tuple[Evidence | None, ...] = ()
    removed: tuple[str, ...] = ()
    note: str = ""

    json_shape = JsonShape(omit_empty=("id", "evidence", "removed", "note"))


@dataclass(frozen=True, slots=True)
class RefusedAction(JsonRecord):
    """An action that was refused: `code` (one of REFUSAL_CODES), `problem` as a phrase, `candidates` that may have been
    meant."""

    index: int
    action: Action | UnreadableAction
    code: str
    problem: str
    candidates: tuple[str, ...] = ()

    json_shape = JsonShape(convert={"action": action_json})

    def __str__(self) -> str:
        near = f" Candidates: {', '.join(self.candidates)}." if self.candidates else ""
        return f"Action {self.index + 1}: {self.problem}.{near}"


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The result of one answer. `finished` is the agent's reason, None if it continues.

    `limits_reached` names the bounds that are reached: `max_nodes`, `max_edges`.
    """

    applied: tuple[AppliedAction, ...] = ()
    refused: tuple[RefusedAction, ...] = ()
    queries: tuple[Query, ...] = ()
    finished: str | None = None
    limits_reached: tuple[str, ...] = ()

    @property
    def changes(self) -> int:
        """The number of actions that changed the graph."""
        return sum(not isinstance(done.action, Query | Finish) for done in self.applied)
