"""What a pass has to decide again: the documents that changed since it last ran, or all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.graph import SqliteGraph
from pramana.store import Database, Schema, seal_column

PASS_SCHEMA = Schema(
    "passes",
    f"""
    CREATE TABLE pass_state (
        pass TEXT PRIMARY KEY, change INTEGER NOT NULL, basis TEXT NOT NULL, {seal_column("pass", "change", "basis")}
    ) WITHOUT ROWID;
    CREATE TABLE pass_note (
        pass TEXT NOT NULL, document TEXT NOT NULL, change INTEGER NOT NULL, basis TEXT NOT NULL, body TEXT NOT NULL,
        {seal_column("pass", "document", "change", "basis", "body")},
        PRIMARY KEY (pass, document)
    ) WITHOUT ROWID;
    CREATE TABLE pass_check (
        slot TEXT PRIMARY KEY, basis TEXT NOT NULL, reason TEXT NOT NULL, {seal_column("slot", "basis", "reason")}
    ) WITHOUT ROWID;
    """,
)
FIRST_TIME = "it has not run to its end before"
OTHER_BASIS = "its rules, models or options changed"
NOTHING_KEPT = "nothing is kept of an earlier run to its end with these rules, models and options"
CHANGED = "only these changed since it ran last"
GROUP_LINES = 4_000
"""Lines of documents that are decided at once: some 100 MB of objects, and few enough queries."""


@dataclass(frozen=True, slots=True)
class PassScope:
    """The documents that a pass decides again (None: the whole graph), of how many, and why these.

    A pass whose blocks are names says how many of them it decided in `names`.
    """

    documents: tuple[str, ...] | None
    of: int
    why: str
    names: int | None = None

    @property
    def decided(self) -> int:
        """How many documents, or names, are decided again."""
        if self.names is not None:
            return self.names
        return self.of if self.documents is None else len(self.documents)

    def body(self) -> dict[str, Any]:
        """Return the scope as a run records it."""
        if self.names is not None:
            return {"names": self.names, "of": self.of, "why": self.why}
        documents = None if self.documents is None else list(self.documents)
        return {"documents": documents, "of": self.of, "why": self.why}

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> PassScope:
        """Return a scope that a run recorded."""
        documents = body["documents"]
        return cls(None if documents is None else tuple(documents), int(body["of"]), str(body["why"]))


class PassStates:
    """Up to which change of the graph each pass has decided, and on what basis: its rules, models and options."""

    def __init__(self, database: Database, graph: SqliteGraph) -> None:
        database.add(PASS_SCHEMA)
        self._database = database
        self._graph = graph

    def scope(self, name: str, basis: str, reads: Sequence[str]) -> PassScope:
        """Return what a pass whose blocks are documents has to decide: all where it never ran to its end on this basis.

        `reads` names the passes whose units it reads, beside those of lines. Its own count, too: those that rested on
        a line that was read again were removed with that.
        """
        everything = self._graph.documents()
        row = self._database.one("SELECT change, basis FROM pass_state WHERE pass = ?", (name,))
        if row is None:
            return PassScope(None, len(everything), FIRST_TIME)
        if row[1] != basis:
            return PassScope(None, len(everything), OTHER_BASIS)
        passes = {f"pass/{each}" for each in (name, *reads)}
        changes = self._graph.changes(row[0])
        touched = {doc_id for doc_id, writer, _ in changes if writer in passes or not writer.startswith("pass/")}
        changed = tuple(each for each in everything if each in touched)
        return PassScope(changed, len(everything), CHANGED)

    def settle(self, name: str, basis: str) -> None:
        """Record that a pass has decided everything up to the last change."""
        change = self._graph.last_change()
        self._database.execute("INSERT OR REPLACE INTO pass_state VALUES (?, ?, ?)", (name, change, basis))

    def forget(self, name: str) -> None:
        """Have a pass decide everything the next time."""
        self._database.execute("DELETE FROM pass_state WHERE pass = ?", (name,))

    def groups(self, scope: PassScope) -> Iterator[tuple[str, ...]]:
        """Yield the documents of a scope in groups that are decided at once, in order of ids."""
        yield from document_groups(
            self._database, self._graph.documents() if scope.documents is None else scope.documents
        )


def document_groups(database: Database, documents: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield documents in groups of some GROUP_LINES lines, in the order given."""
    group: list[str] = []
    room = GROUP_LINES
    for doc_id in documents:
        lines = _last_line(database, doc_id)
        if group and lines > room:
            yield tuple(group)
            group, room = [], GROUP_LINES
        group.append(doc_id)
        room -= lines
    if group:
        yield tuple(group)


def _last_line(database: Database, doc_id: str) -> int:
    sql = "SELECT max(line) FROM premise JOIN source ON source.id = premise.source WHERE doc_id = ?"
    row = database.one(sql, (doc_id,))
    return int(row[0] or 0) if row else 0


def forget_decided(database: Database) -> None:
    """Drop what passes noted of documents, names and links: a purge must reach it. They decide everything anew then."""
    database.add(PASS_SCHEMA)
    for table in PASS_SCHEMA.tables:
        database.execute(f"DELETE FROM {table}")
