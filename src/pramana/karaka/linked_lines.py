"""What the expressions of a graph's lines mean by its accepted links: pronouns, aliases, other spellings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pramana.graph import Node, SqliteGraph
from pramana.karaka.graph_states import KeptByState
from pramana.karaka.schema import ENTITY, IS_SAME_AS
from pramana.karaka.senses import SENSE_OF
from pramana.language import LinkedExpression

MOST_LINES = 50_000
"""Lines of a graph whose links are kept one by one: some 20 MB."""


def line_links(graph: SqliteGraph) -> LineLinks:
    """Return whom the expressions of lines mean, read line by line, and kept for each state of a graph."""
    return LineLinks(graph, _kept.of(graph))


@dataclass(frozen=True, slots=True)
class _LinkedNames:
    """The names that links join, by the ids of their nodes in order, and the first id of all that they join."""

    first: str
    names: dict[str, str]


@dataclass(slots=True)
class _KnownLinks:
    """What was read of one state of a graph: the expressions of lines, and what links join with an entity."""

    lines: dict[tuple[str, int], tuple[LinkedExpression, ...]] = field(default_factory=dict)
    joined: dict[str, _LinkedNames] = field(default_factory=dict)


_kept = KeptByState(lambda graph: _KnownLinks())
"""Several threads may read one line at once, and find the same."""
_HERE = """
    SELECT DISTINCT node.id, evidence.start, evidence.end, json_extract(node.props, '$.{sense_of}')
    FROM source CROSS JOIN premise ON premise.source = source.id AND premise.line IN (?2, 0)
    CROSS JOIN unit_fact evidence ON evidence.unit = premise.unit AND evidence.source = source.id AND evidence.line = ?2
    LEFT JOIN property ON evidence.kind = 2 AND property.key = evidence.fact
    CROSS JOIN node ON node.key = CASE evidence.kind WHEN 0 THEN evidence.fact ELSE property.node END
    WHERE source.doc_id = ?1 AND evidence.kind IN (0, 2) AND +node.type = ?3 ORDER BY 1, 2, 3
"""
"""The entities that a line names, and where. Line 0 of a premise is the whole document."""


class LineLinks:
    """Whom the expressions of lines mean. One question reads a few dozen lines of however many a graph has."""

    def __init__(self, graph: SqliteGraph, known: _KnownLinks) -> None:
        self._graph, self._known = graph, known

    def of(self, doc_id: str, number: int) -> tuple[LinkedExpression, ...]:
        """Return the expressions of a line that links join to other names, each with these. Chains are followed."""
        lines, place = self._known.lines, (doc_id, number)
        found = lines.get(place)
        if found is None:
            found = self._expressions(doc_id, number)
            if len(lines) > MOST_LINES:
                lines.clear()
            lines[place] = found
        return found

    def _expressions(self, doc_id: str, number: int) -> tuple[LinkedExpression, ...]:
        sql = _HERE.format(sense_of=SENSE_OF)
        rows = self._graph.database.all(sql, (doc_id, number, ENTITY))
        taken = {(base, start, end) for _, start, end, base in rows if base is not None}
        told = [(entity, start, end) for entity, start, end, _ in rows if (entity, start, end) not in taken]
        found = [
            (self._linked_names(entity).first, entity, LinkedExpression(start, end, name))
            for entity, start, end in told
            for member, name in self._linked_names(entity).names.items()
            if member != entity
        ]
        return tuple(dict.fromkeys(each for *_, each in sorted(found, key=lambda row: row[:2])))

    def _linked_names(self, entity: str) -> _LinkedNames:
        """Return the names that links join with an entity, itself among them."""
        if entity not in self._known.joined:
            group, frontier = {entity}, [entity]
            while frontier:
                here = frontier.pop()
                ends = [edge.target for edge in self._graph.edges_from(here, IS_SAME_AS)]
                ends += [edge.source for edge in self._graph.edges_to(here, IS_SAME_AS)]
                frontier += [each for each in dict.fromkeys(ends) if each not in group]
                group.update(ends)
            joined = _LinkedNames(min(group), self._names(sorted(group)) if len(group) > 1 else {})
            self._known.joined |= dict.fromkeys(group, joined)
        return self._known.joined[entity]

    def _names(self, ids: Sequence[str]) -> dict[str, str]:
        nodes = [node for node in map(self._graph.node, ids) if node is not None and node.type == ENTITY]
        return {node.id: _name(node) for node in nodes if not node.properties.get("pronoun")}


def _name(node: Node) -> str:
    return str(node.properties.get("canonical_name") or node.id)
