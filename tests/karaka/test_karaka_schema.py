"""What the Kāraka graph may hold, type by type."""

from __future__ import annotations

import pytest

from pramana.errors import SchemaViolation, UnknownName
from pramana.events import Extraction, Role
from pramana.graph import Edge, Node, relation_code
from pramana.karaka.schema import KARAKA_SCHEMA, RELATION_OF, relation_named

NODES = {
    "Document": {"doc_id": "d", "line_number": 1, "text": "t"},
    "Kriya": {"verb": "give", "doc_id": "d", "line_number": 1},
    "Entity": {"canonical_name": "Rama"},
}


def test_every_node_type_is_checked() -> None:
    """Each of the three types passes with what it needs, and no other; without one of these it is refused by name."""
    assert set(NODES) == set(KARAKA_SCHEMA.node_types)
    for name, properties in NODES.items():
        KARAKA_SCHEMA.validate_node(Node("n", name, properties))
        for missing in properties:
            with pytest.raises(SchemaViolation, match=f"needs the property '{missing}'"):
                KARAKA_SCHEMA.validate_node(Node("n", name, {**properties, missing: ""}))
    with pytest.raises(SchemaViolation, match="unknown node type 'InvalidType'") as refused:
        KARAKA_SCHEMA.validate_node(Node("n", "InvalidType", {}))
    assert refused.value.allowed == ("Document", "Kriya", "Entity")


def test_every_relation_is_checked() -> None:
    """Each of the eleven relations joins the types that it is for, in that direction alone. Events are the same, too."""
    ends = dict.fromkeys(RELATION_OF.values(), ("Kriya", "Entity"))
    ends |= {"IS_SAME_AS": ("Entity", "Entity"), "CAUSES": ("Kriya", "Kriya"), "CITED_IN": ("Kriya", "Document")}
    assert set(ends) == set(KARAKA_SCHEMA.relations) and len(ends) == 11
    for relation, allowed in ends.items():
        for source in NODES:
            for target in NODES:
                edge = Edge("a", relation, "b")
                if (source, target) == allowed or (relation, source, target) == ("IS_SAME_AS", "Kriya", "Kriya"):
                    KARAKA_SCHEMA.validate_edge(edge, source, target)
                else:
                    with pytest.raises(SchemaViolation, match=f"{relation} cannot lead"):
                        KARAKA_SCHEMA.validate_edge(edge, source, target)
        with pytest.raises(SchemaViolation, match="to itself"):
            KARAKA_SCHEMA.validate_edge(Edge("a", relation, "a"), *allowed)
    with pytest.raises(SchemaViolation, match="unknown relation 'INVALID_RELATION'"):
        KARAKA_SCHEMA.validate_edge(Edge("a", "INVALID_RELATION", "b"), "Kriya", "Entity")


def test_every_karaka_has_its_relation() -> None:
    """The seven kārakas map to the relations of the specification, the eighth role to one more; a role that is none is refused, never UNKNOWN."""
    assert {role.value: relation for role, relation in RELATION_OF.items()} == {
        "KARTA": "HAS_KARTĀ",
        "KARMA": "HAS_KARMA",
        "KARANA": "USES_KARANA",
        "SAMPRADANA": "TARGETS_SAMPRADĀNA",
        "APADANA": "FROM_APĀDĀNA",
        "ADHIKARANA_SPATIAL": "LOCATED_IN",
        "ADHIKARANA_TEMPORAL": "OCCURS_AT",
        "SAMBANDHA": "HAS_SAMBANDHA",
    }
    assert set(RELATION_OF) == set(Role)
    reading = {"kriyas": [{"verb": "give", "verb_quote": "gave", "karakas": {"UNKNOWN": ["Rama"]}}]}
    with pytest.raises(ValueError, match="KARTA"):
        Extraction.model_validate(reading)


def test_one_relation_has_one_spelling() -> None:
    """Without its diacritics, in another normal form or in another case a relation is the same one; IS_KARTA_OF is none."""
    spelled = ("HAS_KARTĀ", "HAS_KARTA\u0304", "HAS_KARTA", "has_karta")
    assert {relation_named(name) for name in spelled} == {"HAS_KARTĀ"}
    with pytest.raises(UnknownName):
        relation_named("IS_KARTA_OF")


def test_relations_of_every_workspace_are_numbers() -> None:
    """Tables of edges hold each relation of the schema as a number, so that its indexes are short."""
    assert {type(relation_code(relation)) for relation in KARAKA_SCHEMA.relations} == {int}
