"""What became of an answer, action by action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pramana.evidence import Evidence
from pramana.igg.actions import Action, Finish, Query, Unreadable

REFUSAL_CODES: Mapping[str, str] = {
    "unreadable": "it is no action",
    "unknown_action": "there is no action of that type",
    "field": "a field is missing, unknown, or not of its form",
    "size": "it is too large",
    "type": "the schema has no such node type",
    "relation": "the schema has no such edge type",
    "missing": "a required property is missing",
    "value": "a value is not of its type, or nothing that can be kept",
    "choice": "a value is none of those that are allowed",
    "endpoint": "edges of that type do not lead there",
    "loop": "it leads from a node to itself",
    "schema": "the graph itself refuses what passed all other checks",
    "limit": "there is no room",
    "duplicate": "it is there already",
    "unchanged": "it says what is so already",
    "unknown_reference": "there is no such node or edge",
    "ambiguous_reference": "several nodes or edges are meant",
    "evidence": "a quote is missing, or does not stand in the context",
    "unnamed": "no quote names the node, or both ends of the edge",
    "unsaid": "no quote that names it has the value of a property",
    "reversed": "the quote has the ends of the edge in each other's roles",
    "denied": "the quote denies the edge, or reports that somebody does",
    "owner": "it would remove what another added",
    "others_edges": "it would remove edges that others added",
    "after_finish": "it comes after FINISH",
    "batch": "its atomic batch was refused",
}
"""All codes of refusals, each with what it means."""


@dataclass(frozen=True, slots=True)
class Applied:
    """An action that was applied. `index` is its place in the answer, from 0.

    `id` is that of the node or edge, "" for a query or the end. `evidence` holds what each quote was found as, None for
    one that was not. `removed` names the edges that went with a removed node. `note` says what else is to be known.
    """

    index: int
    action: Action
    id: str = ""
    evidence: tuple[Evidence | None, ...] = ()
    removed: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that was refused: `code` for programs (one of REFUSAL_CODES), `problem` in a phrase, `candidates` what
    may have been meant."""

    index: int
    action: Action | Unreadable
    code: str
    problem: str
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        near = f" Candidates: {', '.join(self.candidates)}." if self.candidates else ""
        return f"Action {self.index + 1}: {self.problem}.{near}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one answer. `finished` is the agent's reason, None where it goes on.

    `limits_reached` names the bounds that are full now: `max_nodes`, `max_edges`.
    """

    applied: tuple[Applied, ...] = ()
    refused: tuple[Refusal, ...] = ()
    queries: tuple[Query, ...] = ()
    finished: str | None = None
    limits_reached: tuple[str, ...] = ()

    @property
    def changes(self) -> int:
        """How many actions changed the graph."""
        return sum(not isinstance(done.action, Query | Finish) for done in self.applied)
