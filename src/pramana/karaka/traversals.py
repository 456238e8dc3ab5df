"""Traversals kept under the hash of the graph that they walked: the same plan on the same graph is walked once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pramana.canonical import canonical, digest
from pramana.graph import Edge, Node
from pramana.karaka.plans import QueryPlan
from pramana.karaka.senses import SenseGraph
from pramana.karaka.traverse import Match, Traversal, traverse
from pramana.store import Database

NOBODY: Mapping[str, Sequence[Node]] = MappingProxyType({})


class Traversals:
    """What plans found on one workspace's graph. `database` must have been opened with TRAVERSAL_SCHEMA.

    A result is kept under the graph's hash, the engine that walked it, the plan, and whom its names mean: nothing else
    decides it, so what is found here is never stale, and a graph that changes in anything has none. Results of another
    graph than the one at hand are dropped when the next is kept. `hits` and `misses` count since this was made.
    """

    def __init__(self, database: Database, graph: SenseGraph, engine: str) -> None:
        self._database = database
        self._graph = graph
        self._engine = engine
        self.hits = self.misses = 0
        self.anew = False
        """Walk the graph each time, and keep nothing: a replay trusts no result that was kept."""

    def of(self, plan: QueryPlan, meant: Mapping[str, Sequence[Node]] = NOBODY) -> Traversal:
        """Return what `traverse` finds, walking the graph only where nobody did before."""
        if self.anew:
            return traverse(self._graph, plan, meant)
        state = self._graph.hash()
        key = digest(
            [
                state,
                self._engine,
                plan.model_dump(mode="json"),
                {name: [node.id for node in meant[name]] for name in meant},
            ]
        )
        kept = self._database.one("SELECT body FROM traversal WHERE key = ?", (key,))
        if kept is not None:
            self.hits += 1
            return self._from_json(json.loads(kept[0]))
        self.misses += 1
        found = traverse(self._graph, plan, meant)
        if self._database.read_only:
            return found
        with self._database.transaction():
            self._database.execute("DELETE FROM traversal WHERE graph != ?", (state,))
            self._database.execute("INSERT OR REPLACE INTO traversal VALUES (?, ?, ?)", (key, state, _body(found)))
        return found

    def _from_json(self, body: Mapping[str, Any]) -> Traversal:
        return Traversal(
            matches=[self._match(match) for match in body["matches"]],
            premises=[self._match(match) for match in body["premises"]],
            trace=list(body["trace"]),
            warnings=list(body["warnings"]),
            assumed=list(body["assumed"]),
            unstated=str(body["unstated"]),
            otherwise=[self._match(match) for match in body["otherwise"]],
            unlike=[(asked, there) for asked, there in body["unlike"]],
        )

    def _match(self, body: Mapping[str, Any]) -> Match:
        return Match(
            self._node(body["kriya"]),
            tuple(map(self._node, body["entities"])),
            body["caution"],
            tuple(self._edge(*key) for key in body["links"]),
            dict(body["markers"]),
        )

    def _node(self, node_id: str) -> Node:
        node = self._graph.node(node_id)
        assert node is not None, f"{node_id} is gone, and the graph's hash is the same"
        return node

    def _edge(self, source: str, relation: str, target: str, ordinal: int) -> Edge:
        edges = self._graph.edges_from(source, relation)
        return next(edge for edge in edges if (edge.target, edge.ordinal) == (target, ordinal))


def _body(found: Traversal) -> str:
    return canonical(
        {
            "matches": [_match(match) for match in found.matches],
            "premises": [_match(match) for match in found.premises],
            "trace": found.trace,
            "warnings": found.warnings,
            "assumed": found.assumed,
            "unstated": found.unstated,
            "otherwise": [_match(match) for match in found.otherwise],
            "unlike": [list(pair) for pair in found.unlike],
        }
    )


def _match(match: Match) -> dict[str, Any]:
    return {
        "kriya": match.kriya.id,
        "entities": [entity.id for entity in match.entities],
        "caution": match.caution,
        "links": [list(link.key) for link in match.links],
        "markers": dict(match.markers),
    }
