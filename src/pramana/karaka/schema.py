"""What the Kāraka graph may hold: three node types, eleven relations."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pramana.errors import UnknownName
from pramana.events import Role, marker_name
from pramana.evidence import Evidence
from pramana.graph import Edge, GraphSchema, Node, NodeType, Relation, Violation

RELATION_OF: dict[Role, str] = {
    Role.KARTA: "HAS_KARTĀ",
    Role.KARMA: "HAS_KARMA",
    Role.KARANA: "USES_KARANA",
    Role.SAMPRADANA: "TARGETS_SAMPRADĀNA",
    Role.APADANA: "FROM_APĀDĀNA",
    Role.ADHIKARANA_SPATIAL: "LOCATED_IN",
    Role.ADHIKARANA_TEMPORAL: "OCCURS_AT",
    Role.SAMBANDHA: "HAS_SAMBANDHA",
}
"""The graph relation of each role. Every edge runs from the Kriyā to the entity. The last one is not among the ten of
the specification: `related = false` in the configuration leaves its participants out."""

ROLE_OF: dict[str, Role] = {relation: role for role, relation in RELATION_OF.items()}
"""The role of each of these relations."""
MARKER = "marker"
"""The property of these edges with the words that connect the participant, "" for a bare one."""
DOCUMENT, KRIYA, ENTITY = "Document", "Kriya", "Entity"
IS_SAME_AS, CAUSES, CITED_IN = "IS_SAME_AS", "CAUSES", "CITED_IN"

PERSON, LOCATION, ORGANIZATION, TIME = "Person", "Location", "Organization", "Time"
EVENT, OBJECT, AI = "Event", "Object", "AI"
ENTITY_TYPES: tuple[str, ...] = (PERSON, LOCATION, ORGANIZATION, TIME, EVENT, OBJECT, AI)
"""The types of entities that rules know. A user's list may leave some out; one of another name only a model gives."""

ENTITY_TYPE = "entity_type"
"""The property of an entity with its type."""

_NODE_TYPES = {
    DOCUMENT: NodeType(required=("doc_id", "line_number", "text")),
    KRIYA: NodeType(required=("verb", "doc_id", "line_number")),
    ENTITY: NodeType(required=("canonical_name",)),
}
_RELATIONS = {
    **{relation: Relation((KRIYA,), (ENTITY,)) for relation in RELATION_OF.values()},
    IS_SAME_AS: Relation((ENTITY, KRIYA), (ENTITY, KRIYA)),
    CAUSES: Relation((KRIYA,), (KRIYA,)),
    CITED_IN: Relation((KRIYA,), (DOCUMENT,)),
}
_KRIYA_ID, _DOCUMENT_ID = re.compile(r"_L\d+_K\d+$"), re.compile(r"_L\d+$")


@dataclass(frozen=True)
class KarakaSchema(GraphSchema):
    """The schema of the Kāraka graph. Beside nodes and edges it validates what the specification gives: ids."""

    NODE_TYPES: ClassVar[frozenset[str]] = frozenset(_NODE_TYPES)
    EDGE_RELATIONS: ClassVar[frozenset[str]] = frozenset(_RELATIONS) - {RELATION_OF[Role.SAMBANDHA]}
    """The ten of the specification; `relations` has the eleventh, too."""

    node_types: Mapping[str, NodeType] = field(default_factory=lambda: dict(_NODE_TYPES))
    relations: Mapping[str, Relation] = field(default_factory=lambda: dict(_RELATIONS))

    def validate_node(self, node: Node | str, attrs: Mapping[str, Any] | None = None) -> bool:
        """Return whether a node is valid, given its id and its attributes with `type` among them.

        A Node is validated as in every schema: the problem is raised.
        """
        if isinstance(node, Node):
            return super().validate_node(node)
        held = dict(attrs or {})
        return not any(self.node_violations(Node(node, str(held.pop("type", "")), held)))

    def edge_violations(self, edge: Edge, source_type: str, target_type: str) -> Iterator[Violation]:
        """Yield the violations of an edge. IS_SAME_AS joins two entities, or two Kriyās, never one of each."""
        yield from super().edge_violations(edge, source_type, target_type)
        if edge.relation == IS_SAME_AS and {source_type, target_type} == {ENTITY, KRIYA}:
            problem = f"{IS_SAME_AS} cannot lead to a {target_type}"
            yield Violation("target", f"edge {edge.id!r}", problem, "", target_type, (source_type,))

    def validate_edge(self, edge: Edge | str, source_type: str, target_type: str, /) -> bool:
        """Return whether an edge is valid, given as (source id, target id, relation); the ids tell the types.

        An Edge is validated as in every schema, with the types of its ends: the problem is raised.
        """
        if isinstance(edge, Edge):
            return super().validate_edge(edge, source_type, target_type)
        source, target, relation = edge, source_type, target_type
        found = self.edge_violations(Edge(source, relation, target), type_of_id(source), type_of_id(target))
        return not any(found)


KARAKA_SCHEMA = KarakaSchema()


def type_of_id(node_id: str) -> str:
    """Return the type of the node that has this id: no entity's id looks like that of a line or of an event."""
    if _KRIYA_ID.search(node_id):
        return KRIYA
    return DOCUMENT if _DOCUMENT_ID.search(node_id) else ENTITY


def document_node_id(doc_id: str, line_number: int) -> str:
    return f"{doc_id}_L{line_number}"


def kriya_node_id(doc_id: str, line_number: int, sequence: int) -> str:
    """`sequence` counts the Kriyās of a line from 1."""
    return f"{doc_id}_L{line_number}_K{sequence}"


def relation_named(name: str) -> str:
    """Return the relation that a user means: diacritics in any normal form, or left out, in any case.

    >>> relation_named("has_karta")
    'HAS_KARTĀ'

    Raises UnknownName with the nearest ones.
    """
    known = {_ascii_upper(relation): relation for relation in KARAKA_SCHEMA.relations}
    if _ascii_upper(name) not in known:
        raise UnknownName("relation", name, list(known.values()))
    return known[_ascii_upper(name)]


def _ascii_upper(name: str) -> str:
    decomposed = unicodedata.normalize("NFD", name)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).upper()


def mention_evidence(edge: Edge, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence of the mention that an edge leads to, without that of its marker."""
    marker = edge.properties.get(MARKER)
    mentions = tuple(item for item in evidence if not marker or marker_name(item.quote) != marker)
    return mentions or tuple(evidence)
