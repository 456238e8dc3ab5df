"""Ambiguous names: each bearer is a sense, a separate node, which is read in place of the name's node.

Lines add names to the graph; passes and people later add senses, such as `John Smith (mason)`. An edge to the name
stays a fact, but is hidden if an edge to one of its senses has the same mention as evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pramana.evidence import Evidence
from pramana.graph import Node, SqliteGraph, fold_name
from pramana.karaka.schema import ENTITY, IS_SAME_AS

SENSE_OF = "sense_of"
"""The property of a sense that holds the id of the name's node."""
SENSE = "sense"
"""The property of a sense that tells it from others of the name."""
PARTED = "parted"
"""The property that senses add to the name's node."""
UNCLEAR = "which one, the lines do not say"

# CROSS JOIN fixes the order: from the few edges of one event to their evidence. SQLite's planner chose to go over the
# evidence of all edges for each edge to such a name, 80 ms each at 12,000 lines.
_SAME_PLACE = "(told.source, told.line, told.start, told.end) = (said.source, said.line, said.start, said.end)"
_HIDDEN = f"""
    coalesce(json_extract(stop.added, '$.{PARTED}'), 0) AND NOT EXISTS (
        SELECT 1 FROM evidence said WHERE said.kind = 1 AND said.fact = edge.key AND NOT EXISTS (
            SELECT 1 FROM edge other CROSS JOIN node sense ON sense.key = other.target
            CROSS JOIN evidence told ON told.kind = 1 AND told.fact = other.key
            WHERE other.source = edge.source AND other.relation_code = edge.relation_code
            AND json_extract(sense.props, '$.{SENSE_OF}') = stop.id AND {_SAME_PLACE}
        )
    )
"""


def sense_id(name: str, suffix: str) -> str:
    """Return the id of a sense, and its name, by the id (or the name) of what it is a sense of.

    No mention can be named so: `name_mention` keeps names that end like this apart.
    """
    return f"{name} ({suffix})"


class SenseGraph(SqliteGraph):
    """A workspace's graph as people read it: senses in the place of names that several go by."""

    _shown = f"NOT ({_HIDDEN})"

    def nodes_named_each(self, names: Iterable[str]) -> dict[str, list[Node]]:
        """Return the nodes that go by each name, in any case; without a name's own where all its mentions have senses.

        `nodes_named` returns those of one.
        """
        found = super().nodes_named_each(names)
        return {name: [node for node in nodes if not self.is_empty(node)] for name, nodes in found.items()}

    def node_evidence(self, node_id: str) -> list[Evidence]:
        """Return the mentions of a node in the text; of a name, only the mentions without a sense."""
        found = super().node_evidence(node_id)
        taken = {
            _place(item) for sense in self.senses(node_id) for item in super(SenseGraph, self).node_evidence(sense.id)
        }
        return [item for item in found if _place(item) not in taken]

    def senses(self, node_id: str) -> list[Node]:
        """Return the senses of a name, by the id of its node, by their ids; none where it is one."""
        node = self.node(node_id)
        if node is None or not node.properties.get(PARTED):
            return []
        name = str(node.properties["canonical_name"])
        called = super().nodes_named_each([name])[name]
        return sorted((each for each in called if each.properties.get(SENSE_OF) == node_id), key=lambda each: each.id)

    def is_empty(self, node: Node) -> bool:
        """Return whether a node is a name that several go by, and every mention has its sense."""
        return bool(node.properties.get(PARTED)) and not any(self._has_edge(end, node.id) for end in ("stop", "start"))

    def _has_edge(self, end: str, node_id: str) -> bool:
        """Whether an edge ends or starts at a node: a name of 12,000 lines may have a thousand, one is enough."""
        sql = (
            "SELECT 1 FROM edge JOIN node start ON start.key = edge.source JOIN node stop ON stop.key = edge.target "
            f"WHERE {end}.id = ? AND NOT ({_HIDDEN}) LIMIT 1"
        )
        return self._database.one(sql, (node_id,)) is not None

    def readings(self, name: str) -> list[tuple[str, list[Node]]]:
        """Return the entities that a name may mean, each with a distinct label and all its nodes; one if it is clear.

        Senses joined by links are one reading. Nodes of the name without a sense come last.
        """
        nodes = [node for node in self.nodes_named(name) if node.type == ENTITY]
        kin = [node.properties[SENSE_OF] for node in nodes if SENSE_OF in node.properties]
        parted = {base for base in kin if kin.count(base) > 1} | {n.id for n in nodes if n.properties.get(PARTED)}
        seeds = [node for node in nodes if node.properties.get(SENSE_OF) in parted]
        found: dict[str, list[Node]] = {}
        reached: dict[str, str] = {}
        for seed in sorted(seeds, key=lambda node: node.id):
            if seed.id not in reached:
                reached |= dict.fromkeys(self._closure(seed.id), seed.id)
            found.setdefault(reached[seed.id], []).append(seed)
        rest = []
        for node in nodes:
            if node not in seeds:
                found[reached[node.id]].append(node) if node.id in reached else rest.append(node)
        told = [(" = ".join(_name(n) for n in group if n in seeds), group) for group in found.values()]
        label = f"{_name(rest[0])} ({UNCLEAR})" if rest and found else name
        return [*told, *([(label, rest)] if rest else [])]

    def _closure(self, node_id: str) -> set[str]:
        """Return what links make one with a node, itself among it. Pronouns are led through, too."""
        seen, todo = {node_id}, [node_id]
        while todo:
            here = todo.pop()
            for edge in (*self.edges_from(here, IS_SAME_AS), *self.edges_to(here, IS_SAME_AS)):
                for near in (edge.source, edge.target):
                    if near not in seen:
                        seen.add(near)
                        todo.append(near)
        return seen


def meant_by(question: str, readings: Sequence[tuple[str, list[Node]]]) -> Sequence[tuple[str, list[Node]]]:
    """Return the reading that a question itself selects: *the mason* selects `John Smith (mason)`.

    All readings if it selects none or several.
    """
    said = f" {fold_name(''.join(c if c.isalnum() else ' ' for c in question))} "
    told = []
    for label, nodes in readings:
        suffixes = [fold_name(str(node.properties[SENSE])) for node in nodes if SENSE_OF in node.properties]
        if any(f" {suffix} " in said for suffix in suffixes):
            told.append((label, nodes))
    return told if len(told) == 1 else readings


def _place(item: Evidence) -> tuple[str, int, int, int]:
    return item.doc_id, item.line_number, item.start, item.end


def _name(node: Node) -> str:
    return str(node.properties["canonical_name"])
