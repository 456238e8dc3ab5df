"""Whom a node means by the graph's links, under its fullest name: *Tom Brekke* rather than *him* or *Brekke*."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from pramana.events import is_one_mention
from pramana.graph import Edge, Node, SqliteGraph
from pramana.karaka.schema import IS_SAME_AS

MAX_HOPS = 5
"""How far chains of IS_SAME_AS are followed."""
MOST_NAMES = 40
"""Names of one entity among which the fullest is looked for."""

LONGEST = 5
"""Words: what is longer is mostly a name with a description around it."""


def is_clearer_name(name: str, than: str) -> bool:
    """Return whether `name` is a fuller form of the name `than`, or a proper name where `than` is a common noun.

    >>> is_clearer_name("Tom Brekke", "Brekke"), is_clearer_name("Fjord Service", "maintenance company")
    (True, True)
    >>> is_clearer_name("the Great Bear", "Anna"), is_clearer_name("Mr. Brekke", "Tom Brekke")
    (False, False)
    """
    name, than = (_SENSE.sub("", each) for each in (name, than))  # *Whitfield (plumber)*
    words, others = name.split(), than.split()
    if not words or not name[:1].isupper() or not words[-1][:1].isupper() or len(words) > LONGEST:
        return False
    if not than[:1].isupper():
        return True
    shared = {word.casefold() for word in words} & {word.casefold() for word in others}
    return bool(shared) and len(words) > len(others)


_SENSE = re.compile(r" \([^()]*\)$")


Chain = tuple[Edge, ...]
"""The links over which a node was reached."""


def person_of(graph: SqliteGraph, entity: Node, asked: Collection[str]) -> tuple[Node, Chain]:
    """Return the entity that a pronoun, *this man* or a short name means by the graph's links, and these links.

    First the nearest with a proper name, else the nearest that is not a pronoun (*his nephew*), else itself; then
    the fullest form of that name. `asked` are the entities that the question names: none of them is an answer.
    """
    best, best_chain = meant, chain = _nearest_name(graph, entity)
    for other, further in islice(_names(graph, meant), MOST_NAMES):
        if other.id not in asked and is_clearer_name(_name_of(other), _name_of(best)):
            best, best_chain = other, (*chain, *further)
    return best, best_chain


def _nearest_name(graph: SqliteGraph, entity: Node) -> tuple[Node, Chain]:
    if not (entity.properties.get("pronoun") or is_one_mention(entity.id)):
        return entity, ()
    others = ((node, chain) for node, chain in walk_same_as(graph, [entity]) if not node.properties.get("pronoun"))
    nearest: tuple[Node, Chain] | None = None
    for other in others:  # in a long text hundreds of mentions mean one: none is looked at beyond the first name
        if not is_one_mention(other[0].id):
            return other
        nearest = nearest or other
    return nearest or (entity, ())


def _names(graph: SqliteGraph, entity: Node) -> Iterator[tuple[Node, Chain]]:
    """Yield the names that are joined with an entity by links between names alone, nearest first."""
    seen = {entity.id}
    frontier: list[tuple[Node, Chain]] = [(entity, ())]
    while frontier:
        node, chain = frontier.pop(0)
        for edge in _links(graph, node):
            end = _other_end(edge, node)
            other = None if end in seen or is_one_mention(end) else graph.node(end)
            if other is not None:
                seen.add(end)
                frontier.append((other, (*chain, edge)))
                yield frontier[-1]


def walk_same_as(graph: SqliteGraph, nodes: Sequence[Node]) -> Iterator[tuple[Node, Chain]]:
    """Yield the nodes, then those at the other ends of IS_SAME_AS, nearest first, within MAX_HOPS."""
    seen = {node.id for node in nodes}
    frontier: list[tuple[Node, Chain]] = [(node, ()) for node in nodes]
    for _ in range(MAX_HOPS + 1):
        yield from frontier
        links = graph.edges_of([node.id for node, _ in frontier], IS_SAME_AS)
        ends = [(edge, _other_end(edge, node), chain) for node, chain in frontier for edge in links[node.id]]
        others = graph.nodes_of(end for _, end, _ in ends if end not in seen)
        frontier = []
        for edge, end, chain in ends:
            if end in others and end not in seen:
                seen.add(end)
                frontier.append((others[end], (*chain, edge)))


def _other_end(edge: Edge, node: Node) -> str:
    return edge.target if edge.source == node.id else edge.source


def _links(graph: SqliteGraph, node: Node) -> list[Edge]:
    return graph.edges_from(node.id, IS_SAME_AS) + graph.edges_to(node.id, IS_SAME_AS)


def _name_of(node: Node) -> str:
    return str(node.properties.get("canonical_name", node.id))
