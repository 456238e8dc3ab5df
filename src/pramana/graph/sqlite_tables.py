"""The graph's tables in SQLite."""

from __future__ import annotations

from enum import IntEnum

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.store import (
    Schema,
    code_of,
    coded_column,
    hash_column,
    seal_column,
    shortened_column,
    text_of_code,
)


class SupportKind(IntEnum):
    """What a row of `support` or `evidence` is about: its column `kind`."""

    NODE = 0
    EDGE = 1
    PROPERTY = 2


RELATIONS = (
    "CITED_IN",
    "HAS_KARTĀ",
    "HAS_KARMA",
    "LOCATED_IN",
    "OCCURS_AT",
    "TARGETS_SAMPRADĀNA",
    "IS_SAME_AS",
    "CAUSES",
    "FROM_APĀDĀNA",
    "USES_KARANA",
    "HAS_SAMBANDHA",
)
"""Relations that most edges of a workspace have: each is a number in the table and in three of its indexes. Those of
other graphs are texts there. It is part of the tables' SQL: a changed one makes other tables."""
VERDICTS = ("", "checked", "verified")
NODE_PARTS = (
    ',"modality":"actual","polarity":"affirmative","verb":"',
    ',"modality":"',
    ',"polarity":"affirmative"',
    ',"verb":"',
    '","verb_quote":"',
    '{"doc_id":"',
    '","line_number":',
    ',"text":"',
    '{"canonical_name":"',
    ',"pronoun":true}',
    '"}',
)
EDGE_PARTS = (
    '{"marker":"',
    ',"marker":"',
    '{"edtf":"',
    '{"events":["',
    '],"polarity":"affirmative","status":"actual"',
    '"}',
)
"""What the properties of nodes, and of edges, repeat: 180 of 440 bytes of the nodes of a line."""
_LINE_PATH = "substr(slot, 6 + instr(substr(slot, 6), '/')) || '/' || substr(slot, 1, 4 + instr(substr(slot, 6), '/'))"
_SAME_PATH, _LINE_FIRST = 0, 1
"""How `unit.short_path` says that a path is the unit's slot, or `DOC/line/7` where the slot is `line/7/DOC`."""

# `unit_fact` has a row for each fact that a unit supports, and for each place that it gives for it; without a place
# where it gives none. `support` finds the units of a fact, and through them the places: `evidence` joins the two.
# `unit_name` has a number in the place of each name: `name` joins them.
# `touched` has, for each document and each writer of units that rest on it, the number of the last change: what works
# on changed documents alone finds them here, also where units are gone.
# A node's `props` stay its own; `added` is what `property` adds, as JSON: a node is read whole from one row.
GRAPH_SCHEMA = Schema(
    "graph",
    f"""
    CREATE TABLE source (id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL UNIQUE, {seal_column("id", "doc_id")});
    CREATE TABLE unit (
        id INTEGER PRIMARY KEY, slot TEXT NOT NULL UNIQUE, {hash_column("key")}, {coded_column("verdict", VERDICTS)},
        run INTEGER, short_path, digest BLOB,
        path TEXT GENERATED ALWAYS AS (
            CASE short_path WHEN {_SAME_PATH} THEN slot WHEN {_LINE_FIRST} THEN {_LINE_PATH} ELSE short_path END
        ) VIRTUAL
    );
    CREATE TABLE premise (
        source INTEGER NOT NULL REFERENCES source, line INTEGER NOT NULL,
        unit INTEGER NOT NULL REFERENCES unit ON DELETE CASCADE,
        PRIMARY KEY (source, line, unit)
    ) WITHOUT ROWID;
    CREATE INDEX premise_of_unit ON premise (unit);
    CREATE TABLE node (
        key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
        {shortened_column("props", NODE_PARTS)}, added TEXT, {seal_column("key", "id", "type", "short_props")}
    );
    CREATE INDEX node_by_type ON node (type);
    CREATE TABLE edge (
        key INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES node, {coded_column("relation", RELATIONS)},
        target INTEGER NOT NULL REFERENCES node, ordinal INTEGER NOT NULL, {shortened_column("props", EDGE_PARTS)},
        {seal_column("key", "source", "relation_code", "target", "ordinal", "short_props")},
        UNIQUE (source, relation_code, target, ordinal)
    );
    CREATE INDEX edge_by_target ON edge (target, relation_code);
    CREATE INDEX edge_by_relation ON edge (relation_code);
    CREATE TABLE unit_fact (
        unit INTEGER NOT NULL REFERENCES unit, kind INTEGER NOT NULL, fact INTEGER NOT NULL, number INTEGER NOT NULL,
        source INTEGER REFERENCES source, line INTEGER, start INTEGER, end INTEGER, quote TEXT, other_grade TEXT,
        grade TEXT NOT NULL GENERATED ALWAYS AS (coalesce(other_grade, 'verbatim')) VIRTUAL,
        PRIMARY KEY (unit, kind, fact, number)
    ) WITHOUT ROWID;
    CREATE TABLE support (
        kind INTEGER NOT NULL, fact INTEGER NOT NULL, unit INTEGER NOT NULL, PRIMARY KEY (kind, fact, unit)
    ) WITHOUT ROWID;
    CREATE VIEW evidence AS
        SELECT unit_fact.unit, unit_fact.kind, unit_fact.fact, number, source, line, start, end, quote, grade
        FROM support CROSS JOIN unit_fact ON unit_fact.unit = support.unit AND unit_fact.kind = support.kind
        AND unit_fact.fact = support.fact WHERE line IS NOT NULL;
    CREATE TABLE spelling (id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE);
    CREATE TABLE unit_name (
        unit INTEGER NOT NULL REFERENCES unit, node INTEGER NOT NULL, spelling INTEGER NOT NULL REFERENCES spelling,
        PRIMARY KEY (unit, node, spelling)
    ) WITHOUT ROWID;
    CREATE INDEX name_by_spelling ON unit_name (spelling, node);
    CREATE VIEW name AS SELECT unit, node, folded FROM spelling CROSS JOIN unit_name ON spelling = spelling.id;
    CREATE TABLE graph_hash (one INTEGER PRIMARY KEY CHECK (one = 1), state BLOB NOT NULL);
    CREATE TABLE property (
        key INTEGER PRIMARY KEY, node INTEGER NOT NULL REFERENCES node, name TEXT NOT NULL, value TEXT NOT NULL,
        {seal_column("key", "node", "name", "value")},
        UNIQUE (node, name, value)
    );
    CREATE INDEX property_by_value ON property (name, value);
    CREATE TABLE touched (
        source INTEGER NOT NULL REFERENCES source, writer TEXT NOT NULL, change INTEGER NOT NULL,
        {seal_column("source", "writer", "change")},
        PRIMARY KEY (source, writer)
    ) WITHOUT ROWID;
    CREATE INDEX touched_by_change ON touched (change);
    """,
    exempt=(("unit_fact.number", "only distinguishes rows of a unit"),),
)


NAMES_OF = (
    "SELECT DISTINCT node, folded FROM support JOIN unit_name ON unit_name.unit = support.unit "
    "AND unit_name.node = support.fact JOIN spelling ON spelling.id = spelling "
    "WHERE support.kind = 0 AND support.fact {} ORDER BY node, folded"
)
"""The names of nodes, by their keys: `{}` is a condition on these, `= ?` or `IN (…)`."""


def relation_code(relation: str) -> int | str:
    """Return what an edge of a relation has in its column `relation_code`, by which indexes are searched."""
    return code_of(RELATIONS, relation)


def relation_of(code: int | str) -> str:
    """Return the relation of a code."""
    return text_of_code(RELATIONS, code)


def short_path(slot: str, path: str | None) -> int | str | None:
    """Return how a unit's row says its path: most follow from the slot.

    >>> short_path("line/7/rama.txt", "rama.txt/line/7"), short_path("pass/causes/5b", "pass/causes/5b")
    (1, 0)
    """
    if path == slot:
        return _SAME_PATH
    first, _, rest = slot.partition("/")
    number, _, document = rest.partition("/")
    return _LINE_FIRST if first == "line" and path == f"{document}/line/{number}" else path


def where_property(columns: str, name: str) -> str:
    """Return SQL for the nodes of a type with a property, their own or added; a node with both comes twice."""
    return (
        f"SELECT {columns} FROM node WHERE type = ? AND json_extract(props, {path_of_property(name)}) = ? UNION ALL "
        f"SELECT {columns} FROM property JOIN node ON node.key = property.node WHERE name = ? AND value = ?"
    )


def values_of_property(node_type: str, name: str, value: str) -> tuple[str, str, str, str]:
    """Return the parameters of `where_property`."""
    return node_type, value.partition("\0")[0], name, canonical(value)


def path_of_property(name: str) -> str:
    """Return the JSON path of a property, as SQL. Only identifiers are allowed: an index takes no parameters."""
    if not name.isidentifier():
        raise SchemaViolation(f"property {name!r}", "only a property with a plain name can be searched")
    return f"'$.{name}'"
