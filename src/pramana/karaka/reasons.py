"""The causes or the effects of events. CAUSES is followed in one direction, so an effect is never given as a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.graph import Node, SqliteGraph
from pramana.karaka.schema import CAUSES, IS_SAME_AS, document_node_id
from pramana.language import gives_reason

MAX_CAUSES = 5
"""How many links a chain of CAUSES is followed."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """`events` that have a cause, the `reached` causes, nearest first. With `effects`: effects in place of causes.

    `unstated`: no event has a cause, and no line gives one as a phrase without an event (*due to the storm*); `events`
    then holds all events. `cut`: a chain is longer than MAX_CAUSES.
    """

    events: tuple[Node, ...]
    reached: tuple[Node, ...] = ()
    unstated: bool = False
    cut: bool = False


def reasons_of(graph: SqliteGraph, events: Sequence[Node], *, effects: bool = False) -> Reasons:
    """Return the causes of events; with `effects`, what they led to."""
    linked = [event for event in events if _neighbours(graph, [event], {}, effects)]
    if not linked:
        said = [event for event in events if _says_why(graph, event, effects)]
        return Reasons(tuple(said or events), unstated=not said)
    seen = {event.id: event for event in linked}
    frontier = linked
    for _ in range(MAX_CAUSES):
        frontier = [node for node in map(graph.node, _neighbours(graph, frontier, seen, effects)) if node is not None]
        seen |= {node.id: node for node in frontier}
    reached = tuple(seen.values())[len(linked) :]
    return Reasons(tuple(linked), reached, cut=bool(_neighbours(graph, frontier, seen, effects)))


def same_events(graph: SqliteGraph, kriya: str) -> list[str]:
    """Return a Kriyā's id and those that tell of the same event, by links of either direction, nearest first."""
    found = [kriya]
    for event in found:
        near = [edge.target for edge in graph.edges_from(event, IS_SAME_AS)]
        near += [edge.source for edge in graph.edges_to(event, IS_SAME_AS)]
        found += [each for each in near if each not in found]
    return found


def _neighbours(graph: SqliteGraph, events: Sequence[Node], seen: Mapping[str, Node], effects: bool) -> dict[str, None]:
    told = [each for event in events for each in same_events(graph, event.id)]
    if effects:
        near = [edge.target for event in told for edge in graph.edges_from(event, CAUSES)]
    else:
        near = [edge.source for event in told for edge in graph.edges_to(event, CAUSES)]
    return dict.fromkeys(each for each in near if each not in seen)


def _says_why(graph: SqliteGraph, event: Node, effects: bool) -> bool:
    doc_id, number = str(event.properties["doc_id"]), int(event.properties["line_number"])
    document = graph.node(document_node_id(doc_id, number))
    text = str(document.properties["text"]) if document is not None else ""
    return gives_reason(text, str(event.properties.get("verb_quote", "")), effects=effects)
