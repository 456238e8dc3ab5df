"""Checks of the graph's tables: units as they were written, facts that units support, added properties as shown."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.graph.sqlite_tables import SupportKind
from pramana.graph.sqlite_units import UNIT_ROWS, added_properties, unit_digest
from pramana.store import Database, Flaw

_FACTS = {SupportKind.NODE: "node", SupportKind.EDGE: "edge", SupportKind.PROPERTY: "property"}


def unit_flaws(database: Database) -> Iterator[Flaw]:
    """Yield units whose verdict, key, origin, premises, names, facts or evidence are not as they were written."""
    for number, digest, *own in database.execute(
        "SELECT id, digest, slot, key, verdict, run, path FROM unit ORDER BY id"
    ):
        rows = {
            table: found
            for table, columns in UNIT_ROWS.items()
            if (found := database.all(f"SELECT {', '.join(columns)} FROM {table} WHERE unit = ?", (number,)))
        }
        if unit_digest(own, rows) != digest:
            what = "is not as it was written: its verdict, key or origin, or its rows in " + ", ".join(UNIT_ROWS)
            yield Flaw("unit", f"{own[0]}, unit {number}", what)
    for table in UNIT_ROWS:
        for (number,) in database.all(f"SELECT DISTINCT unit FROM {table} EXCEPT SELECT id FROM unit"):
            yield Flaw(table, f"unit {number}", "belongs to a unit that is not there")


def support_flaws(database: Database) -> Iterator[Flaw]:
    """Yield units that support facts that are not there, and facts that no unit supports."""
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


def added_flaws(database: Database) -> Iterator[Flaw]:
    """Yield nodes whose row does not show the properties that were added to them."""
    for key, identity, added in database.execute("SELECT key, id, added FROM node ORDER BY key"):
        if added != added_properties(database, key):
            yield Flaw("node", str(identity), "added does not show the added properties")
