"""What an agent can do, and how an answer of it is read, whatever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Reference: TypeAlias = str | Mapping[str, Any]
"""A node: its id (or a name that one node alone has), or properties that it alone has, with `label` for its type."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of the context that an action rests on; `document` says which of them, None: any."""

    text: str
    document: str | None = None


@dataclass(frozen=True, slots=True)
class AddNode:
    """Add a node. `id` is one of the agent's own, None: made from the properties."""

    label: str
    properties: Mapping[str, Any] = field(default_factory=dict)
    id: str | None = None
    evidence: tuple[Quote, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class AddEdge:
    """Add an edge of the type `label`."""

    label: str
    source: Reference
    target: Reference
    properties: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[Quote, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class UpdateNode:
    """Set properties of a node; one that is None is taken away."""

    node: Reference
    properties: Mapping[str, Any]
    evidence: tuple[Quote, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a node (`node`), or an edge: by its ends and type, or by its id."""

    node: Reference | None = None
    source: Reference | None = None
    target: Reference | None = None
    label: str | None = None
    edge: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """Ask something, to be answered with the next observation. `kind` is one of QUERY_KINDS, which names what it takes."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """Say that the work is done, and why."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What could not be read as an action. `given` is a short, plain excerpt of it (JSON)."""

    code: str
    problem: str
    given: Any = None
    candidates: tuple[str, ...] = ()


Action: TypeAlias = AddNode | AddEdge | UpdateNode | Remove | Query | Finish

QUERY_KINDS: Mapping[str, tuple[str, ...]] = {
    "nodes": ("where", "limit"),
    "edges": ("where", "limit"),
    "subgraph": ("where", "limit"),
    "neighbours": ("node", "hops", "direction", "where", "limit"),
    "paths": ("from", "to", "max_length", "where", "limit"),
    "semantic": ("text", "limit"),
    "lines": ("document", "first", "last"),
    "files": ("pattern", "limit"),
    "search": ("text", "limit"),
}
"""What can be asked for, each with the names of what it takes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent answered. `atomic`: all of the actions are applied, or none."""

    reasoning: str = ""
    actions: tuple[Action | Unreadable, ...] = ()
    atomic: bool = False


def read_answer(answer: Any) -> Answer:
    """Return what an agent answered, whatever it is. Never raises: what is no action is Unreadable."""
    raise NotImplementedError
