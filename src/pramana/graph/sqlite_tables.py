"""The graph's tables in SQLite."""

from __future__ import annotations

from enum import IntEnum

from pramana.canonical import canonical
from pramana.errors import SchemaViolation
from pramana.store import Schema, seal_column


class SupportKind(IntEnum):
    """What a row of `support` or `evidence` is about: its column `kind`."""

    NODE = 0
    EDGE = 1
    PROPERTY = 2


# `touched` has, for each document and each writer of units that rest on it, the number of the last change: what works
# on changed documents alone finds them here, also where units are gone.
# A node's `props` stay its own; `added` is what `property` adds, as JSON: a node is read whole from one row.
GRAPH_SCHEMA = Schema(
    "graph",
    f"""
    CREATE TABLE source (id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL UNIQUE, {seal_column("id", "doc_id")});
    CREATE TABLE unit (
        id INTEGER PRIMARY KEY, slot TEXT NOT NULL UNIQUE, key TEXT NOT NULL, verdict TEXT NOT NULL,
        run INTEGER, path TEXT, digest BLOB
    );
    CREATE TABLE premise (
        source INTEGER NOT NULL REFERENCES source, line INTEGER NOT NULL,
        unit INTEGER NOT NULL REFERENCES unit ON DELETE CASCADE,
        PRIMARY KEY (source, line, unit)
    ) WITHOUT ROWID;
    CREATE INDEX premise_of_unit ON premise (unit);
    CREATE TABLE node (
        key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, props TEXT NOT NULL, added TEXT,
        {seal_column("key", "id", "type", "props")}
    );
    CREATE INDEX node_by_type ON node (type);
    CREATE TABLE edge (
        key INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES node, relation TEXT NOT NULL,
        target INTEGER NOT NULL REFERENCES node, ordinal INTEGER NOT NULL, props TEXT NOT NULL,
        {seal_column("key", "source", "relation", "target", "ordinal", "props")},
        UNIQUE (source, relation, target, ordinal)
    );
    CREATE INDEX edge_by_target ON edge (target, relation);
    CREATE INDEX edge_by_relation ON edge (relation);
    CREATE TABLE support (
        unit INTEGER NOT NULL REFERENCES unit, fact INTEGER NOT NULL, kind INTEGER NOT NULL,
        PRIMARY KEY (unit, kind, fact)
    ) WITHOUT ROWID;
    CREATE INDEX support_of_fact ON support (kind, fact);
    CREATE TABLE evidence (
        unit INTEGER NOT NULL REFERENCES unit, number INTEGER NOT NULL, fact INTEGER NOT NULL, kind INTEGER NOT NULL,
        source INTEGER NOT NULL REFERENCES source, line INTEGER NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, quote TEXT NOT NULL, other_grade TEXT,
        grade TEXT NOT NULL GENERATED ALWAYS AS (coalesce(other_grade, 'verbatim')) VIRTUAL,
        PRIMARY KEY (unit, number)
    ) WITHOUT ROWID;
    CREATE INDEX evidence_of_fact ON evidence (kind, fact);
    CREATE TABLE name (
        unit INTEGER NOT NULL REFERENCES unit, node INTEGER NOT NULL REFERENCES node, folded TEXT NOT NULL,
        PRIMARY KEY (unit, node, folded)
    ) WITHOUT ROWID;
    CREATE INDEX name_by_text ON name (folded, node);
    CREATE INDEX name_of_node ON name (node);
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
    exempt=(("evidence.number", "only distinguishes rows of a unit"),),
)


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
