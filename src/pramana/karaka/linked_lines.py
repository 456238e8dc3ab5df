"""What the expressions of a graph's lines mean by its accepted links: pronouns, aliases, other spellings."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from pramana.graph import Node, SqliteGraph
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import LinkedExpression

Links = dict[tuple[str, int], list[LinkedExpression]]
"""Linked expressions by document and line number."""
KEPT = 4
"""Graphs whose links are kept: those of 12,000 lines take 400 ms of CPU, and each reader of a server asks for them."""
_lock = Lock()
_kept: OrderedDict[str, Links] = OrderedDict()
"""Links by the hash of their graph, which covers all that they are made of."""


def kept_links(graph: SqliteGraph) -> Links:
    """Return what `linked_lines` does, computed once for each state of a graph in this process. Do not change it."""
    now = graph.hash()
    with _lock:  # who comes meanwhile waits: all of them at it would take as many times as long
        if now not in _kept:
            _kept[now] = linked_lines(graph)
        _kept.move_to_end(now)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
        return _kept[now]


def linked_lines(graph: SqliteGraph) -> Links:
    """Return for each line whom its expressions mean, where links join them to another name. Chains are followed."""
    found: Links = {}
    for group in _groups(graph):
        nodes = [node for node in map(graph.node, group) if node is not None]
        names = {node.id: _name(node) for node in nodes if not node.properties.get("pronoun")}
        for node in nodes:
            meant = dict.fromkeys(name for id_, name in names.items() if id_ != node.id)
            for item in graph.node_evidence(node.id) if meant else ():
                here = found.setdefault((item.doc_id, item.line_number), [])
                here += [LinkedExpression(item.start, item.end, name) for name in meant]
    return found


def _groups(graph: SqliteGraph) -> list[list[str]]:
    """Return the ids of what links join, each group sorted, in the order of their first ids."""
    groups: dict[str, set[str]] = {}
    for edge in graph.edges(IS_SAME_AS):
        joined = groups.get(edge.source, {edge.source}) | groups.get(edge.target, {edge.target})
        for member in joined:
            groups[member] = joined
    distinct = {min(group): sorted(group) for group in groups.values()}
    return [distinct[first] for first in sorted(distinct)]


def _name(node: Node) -> str:
    return str(node.properties.get("canonical_name") or node.id)
