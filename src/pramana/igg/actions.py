"""The actions of an agent, and the answer that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pramana.serialization import JsonRecord, JsonShape

Reference: TypeAlias = str | Mapping[str, Any]
"""A node: its id (or a name that only one node has), or properties that only one node has, with `label` as its type."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote from the context that supports an action; `document` names its document, None: any."""

    text: str
    document: str | None = None


def _quote_values(quotes: Sequence[Quote]) -> list[Any]:
    """Return quotes as an agent writes them: a text, or an object where the document is named."""
    return [each.text if each.document is None else {"quote": each.text, "document": each.document} for each in quotes]


_QUOTED = {"evidence": _quote_values}
_REASONS = ("evidence", "why")
_ENDS = {"source": "from", "target": "to"}


@dataclass(frozen=True, slots=True)
class AddNode(JsonRecord):
    """Add a node. `id` is chosen by the agent, None: derived from the properties."""

    label: str
    properties: Mapping[str, Any] = field(default_factory=dict)
    id: str | None = None
    evidence: tuple[Quote, ...] = ()
    why: str = ""

    json_shape = JsonShape(constants={"type": "ADD_NODE"}, omit_none=("id",), omit_empty=_REASONS, convert=_QUOTED)


@dataclass(frozen=True, slots=True)
class AddEdge(JsonRecord):
    """Add an edge of the type `label`."""

    label: str
    source: Reference
    target: Reference
    properties: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[Quote, ...] = ()
    why: str = ""

    json_shape = JsonShape(
        constants={"type": "ADD_EDGE"}, keys=_ENDS, omit_empty=("properties", *_REASONS), convert=_QUOTED
    )


@dataclass(frozen=True, slots=True)
class UpdateNodeAction(JsonRecord):
    """Set properties of a node; None removes a property."""

    node: Reference
    properties: Mapping[str, Any]
    evidence: tuple[Quote, ...] = ()
    why: str = ""

    json_shape = JsonShape(constants={"type": "UPDATE_NODE"}, omit_empty=_REASONS, convert=_QUOTED)


@dataclass(frozen=True, slots=True)
class Remove(JsonRecord):
    """Remove a node (`node`), or an edge: by its ends and type, or by its id."""

    node: Reference | None = None
    edge: str | None = None
    label: str | None = None
    source: Reference | None = None
    target: Reference | None = None
    why: str = ""

    json_shape = JsonShape(
        constants={"type": "REMOVE"},
        keys=_ENDS,
        omit_none=("node", "source", "target", "label", "edge"),
        omit_empty=("why",),
    )


@dataclass(frozen=True, slots=True)
class Query(JsonRecord):
    """A query that the next observation answers. QUERY_KINDS lists the kinds and their arguments."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    json_shape = JsonShape(constants={"type": "QUERY"}, keys={"kind": "query"}, inline=("arguments",))


@dataclass(frozen=True, slots=True)
class Finish(JsonRecord):
    """The agent has finished, for this reason."""

    reason: str = ""

    json_shape = JsonShape(constants={"type": "FINISH"})


@dataclass(frozen=True, slots=True)
class UnreadableAction:
    """A part of an answer that is not an action. `given` is a short excerpt of it (JSON)."""

    code: str
    problem: str
    given: Any = None
    candidates: tuple[str, ...] = ()


Action: TypeAlias = AddNode | AddEdge | UpdateNodeAction | Remove | Query | Finish


def action_json(action: Action | UnreadableAction) -> Any:
    """Return an action under the seed's keys, or what was given in the place of one."""
    return action.given if isinstance(action, UnreadableAction) else action.as_json()


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
class AgentAnswer(JsonRecord):
    """An agent's answer. `atomic`: either all of the actions are applied, or none."""

    reasoning: str = ""
    actions: tuple[Action | UnreadableAction, ...] = ()
    atomic: bool = False

    json_shape = JsonShape(omit_empty=("atomic",), convert={"actions": lambda actions: list(map(action_json, actions))})
