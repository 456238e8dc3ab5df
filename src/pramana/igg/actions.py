"""The actions of an agent, and the answer that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Reference: TypeAlias = str | Mapping[str, Any]
"""A node: its id (or a name that only one node has), or properties that only one node has, with `label` as its type."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote from the context that supports an action; `document` names its document, None: any."""

    text: str
    document: str | None = None

    def as_json(self) -> Any:
        return self.text if self.document is None else {"quote": self.text, "document": self.document}


@dataclass(frozen=True, slots=True)
class AddNode:
    """Add a node. `id` is chosen by the agent, None: derived from the properties."""

    label: str
    properties: Mapping[str, Any] = field(default_factory=dict)
    id: str | None = None
    evidence: tuple[Quote, ...] = ()
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the action under the seed's keys, as the other actions do."""
        own = {} if self.id is None else {"id": self.id}
        return {"type": "ADD_NODE", "label": self.label, "properties": self.properties, **own, **_reasons(self)}


@dataclass(frozen=True, slots=True)
class AddEdge:
    """Add an edge of the type `label`."""

    label: str
    source: Reference
    target: Reference
    properties: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[Quote, ...] = ()
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        properties = {"properties": self.properties} if self.properties else {}
        ends = {"from": self.source, "to": self.target}
        return {"type": "ADD_EDGE", "label": self.label, **ends, **properties, **_reasons(self)}


@dataclass(frozen=True, slots=True)
class UpdateNodeAction:
    """Set properties of a node; None removes a property."""

    node: Reference
    properties: Mapping[str, Any]
    evidence: tuple[Quote, ...] = ()
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"type": "UPDATE_NODE", "node": self.node, "properties": self.properties, **_reasons(self)}


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a node (`node`), or an edge: by its ends and type, or by its id."""

    node: Reference | None = None
    source: Reference | None = None
    target: Reference | None = None
    label: str | None = None
    edge: str | None = None
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        named = {"node": self.node, "edge": self.edge, "label": self.label, "from": self.source, "to": self.target}
        given = {name: value for name, value in named.items() if value is not None}
        return {"type": "REMOVE", **given, **({"why": self.why} if self.why else {})}


@dataclass(frozen=True, slots=True)
class Query:
    """A query that the next observation answers. QUERY_KINDS lists the kinds and their arguments."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"type": "QUERY", "query": self.kind, **self.arguments}


@dataclass(frozen=True, slots=True)
class Finish:
    """The agent has finished, for this reason."""

    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"type": "FINISH", "reason": self.reason}


@dataclass(frozen=True, slots=True)
class UnreadableAction:
    """A part of an answer that is not an action. `given` is a short excerpt of it (JSON)."""

    code: str
    problem: str
    given: Any = None
    candidates: tuple[str, ...] = ()

    def as_json(self) -> Any:
        return self.given


Action: TypeAlias = AddNode | AddEdge | UpdateNodeAction | Remove | Query | Finish

QUERY_KINDS: Mapping[str, tuple[str, ...]] = {
    "nodes": ("where", "limit"),
    "edges": ("where", "limit"),
    "subgraph": ("where", "hops", "limit"),
    "neighbours": ("node", "hops", "direction", "where", "limit"),
    "paths": ("from", "to", "max_length", "where", "limit"),
    "semantic": ("text", "limit"),
    "lines": ("document", "first", "last"),
    "files": ("pattern", "limit"),
    "search": ("text", "limit"),
}
"""The kinds of queries, each with the names of its arguments."""


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """An agent's answer. `atomic`: either all of the actions are applied, or none."""

    reasoning: str = ""
    actions: tuple[Action | UnreadableAction, ...] = ()
    atomic: bool = False

    def as_json(self) -> dict[str, Any]:
        atomic = {"atomic": True} if self.atomic else {}
        return {"reasoning": self.reasoning, "actions": [action.as_json() for action in self.actions], **atomic}


def _reasons(action: AddNode | AddEdge | UpdateNodeAction) -> dict[str, Any]:
    evidence = [quote.as_json() for quote in action.evidence]
    return {**({"evidence": evidence} if evidence else {}), **({"why": action.why} if action.why else {})}
