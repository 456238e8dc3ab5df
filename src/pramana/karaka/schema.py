"""What the Kāraka graph may hold: three node types, ten relations."""

from __future__ import annotations

import unicodedata

from pramana.errors import UnknownName
from pramana.events import Role
from pramana.graph import GraphSchema, NodeType, Relation

RELATION_OF: dict[Role, str] = {
    Role.KARTA: "HAS_KARTĀ",
    Role.KARMA: "HAS_KARMA",
    Role.KARANA: "USES_KARANA",
    Role.SAMPRADANA: "TARGETS_SAMPRADĀNA",
    Role.APADANA: "FROM_APĀDĀNA",
    Role.ADHIKARANA_SPATIAL: "LOCATED_IN",
    Role.ADHIKARANA_TEMPORAL: "OCCURS_AT",
}
"""The graph relation of each role. Every edge runs from the Kriyā to the entity."""

DOCUMENT, KRIYA, ENTITY = "Document", "Kriya", "Entity"
IS_SAME_AS, CAUSES, CITED_IN = "IS_SAME_AS", "CAUSES", "CITED_IN"

KARAKA_SCHEMA = GraphSchema(
    node_types={
        DOCUMENT: NodeType(required=("doc_id", "line_number", "text")),
        KRIYA: NodeType(required=("verb", "doc_id", "line_number")),
        ENTITY: NodeType(required=("canonical_name",)),
    },
    relations={
        **{relation: Relation((KRIYA,), (ENTITY,)) for relation in RELATION_OF.values()},
        IS_SAME_AS: Relation((ENTITY,), (ENTITY,)),
        CAUSES: Relation((KRIYA,), (KRIYA,)),
        CITED_IN: Relation((KRIYA,), (DOCUMENT,)),
    },
)


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
    known = {_plain(relation): relation for relation in KARAKA_SCHEMA.relations}
    if _plain(name) not in known:
        raise UnknownName("relation", name, list(known.values()))
    return known[_plain(name)]


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFD", name)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).upper()
