"""Checks of the graph's tables: units as they were written, facts that units support, added properties as shown."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.graph.sqlite_tables import SupportKind
from pramana.graph.sqlite_units import UNIT_ROWS, UNIT_TABLES, added_properties, unit_digest
from pramana.store import Database, Flaw

_FACTS = {SupportKind.NODE: "node", SupportKind.EDGE: "edge", SupportKind.PROPERTY: "property"}


def unit_flaws(database: Database) -> Iterator[Flaw]:
    """Yield units whose verdict, key, origin, premises, names, facts or evidence are not as they were written."""
    for number, digest, *own in database.execute(
        "SELECT id, digest, slot, key, verdict, run, path FROM unit ORDER BY id"
    ):
        rows = {table: found for table, sql in UNIT_ROWS.items() if (found := database.all(sql, (number,)))}
        if unit_digest(own, rows) != digest:
            tables = ", ".join((*UNIT_TABLES, "spelling"))
            what = f"is not as it was written: its verdict, key or origin, or its rows in {tables}"
            yield Flaw("unit", f"{own[0]}, unit {number}", what)
    for table in UNIT_TABLES:
        for (number,) in database.all(f"SELECT DISTINCT unit FROM {table} EXCEPT SELECT id FROM unit"):
            yield Flaw(table, f"unit {number}", "belongs to a unit that is not there")


def support_flaws(database: Database) -> Iterator[Flaw]:
    """Yield units that support facts that are not there, and facts that no unit supports."""
    yield from _index_flaws(database)
    for kind, table in _FACTS.items():
        sql = f"SELECT DISTINCT fact FROM support WHERE kind = ? EXCEPT SELECT key FROM {table}"
        for (fact,) in database.all(sql, (kind,)):
            yield Flaw(
                "support", f"{table} {fact}", f"supports what is not there: {table}.key was changed, or a row is lost"
            )
        sql = f"SELECT key FROM {table} EXCEPT SELECT fact FROM support WHERE kind = ?"
        for (fact,) in database.all(sql, (kind,)):
            yield Flaw(table, f"key {fact}", "no unit supports it")
    for (kind,) in database.all(
        f"SELECT DISTINCT kind FROM support WHERE kind NOT IN ({', '.join('?' * 3)})", [*_FACTS]
    ):
        yield Flaw("support", f"kind {kind}", "is not a kind of fact")


def _index_flaws(database: Database) -> Iterator[Flaw]:
    """Yield rows of `support` that units do not have, and facts of units that it does not lead to."""
    same = "each.unit = {0}.unit AND each.kind = {0}.kind AND each.fact = {0}.fact"
    for table, other, what in (
        ("support", "unit_fact", "leads to a unit that does not support the fact"),
        ("unit_fact", "support", "is not found by its fact"),
    ):
        sql = (
            f"SELECT DISTINCT unit, kind, fact FROM {table} WHERE NOT EXISTS "
            f"(SELECT 1 FROM {other} each WHERE {same.format(table)})"
        )
        for unit, kind, fact in database.execute(sql):
            yield Flaw(table, f"unit {unit}, kind {kind}, fact {fact}", what)


def added_flaws(database: Database) -> Iterator[Flaw]:
    """Yield nodes whose row does not show the properties that were added to them."""
    for key, identity, added in database.execute("SELECT key, id, added FROM node ORDER BY key"):
        if added != added_properties(database, key):
            yield Flaw("node", str(identity), "added does not show the added properties")
