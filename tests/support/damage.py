"""A workspace with a row in every table, and ways to damage its database file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pramana
from pramana.anot import Extractions, Results
from pramana.app.deep import workspace_checks
from pramana.app.workspace import DATABASE
from pramana.llm.batch_jobs import BatchJobs
from pramana.llm.vector_store import VectorStore
from pramana.retrieval.knowledge.answers import Answers
from pramana.store.seals import add_functions
from pramana.testing.scripted import Scripted

STORY = (
    "Rama gave the bow to Lakshmana. He used it to kill Ravana.\n"
    "Sita claimed that Ravana stole the jewel. Ravana did not release Sita. Rama and Lakshmana fell because it rained.\n"
)
PAYLOAD = {
    "session_id": "map",
    "goal_prompt": "Map it.",
    "context_data": "one two",
    "config": {"schema": {"node_types": ["Thing"], "edge_types": ["NEXT"]}},
}


NAMES = "Ann Barlow met Tom Barlow.\nBarlow slept.\nMiss Ann Barlow, also known as Nan, wept.\nNan laughed.\n"
"""Names that are one, a short one that fits two, and a line that names one by the other."""

_VIRTUAL = 2
"""How `PRAGMA table_xinfo` marks a generated column that is not stored."""


def _quoted(name: str) -> str:
    return f'"{name}"'


def full_workspace(folder: Path) -> Path:
    """Make a workspace whose every table has rows. Returns its folder."""
    (folder / "docs").mkdir(parents=True)
    for number, name in enumerate(("rama.txt", "sita.txt", "gone.txt")):
        (folder / "docs" / name).write_text(STORY.replace("jewel", f"jewel{number}"), "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "docs")
        ws.remove("gone.txt", purge=True)
        (folder / "docs" / "more.txt").write_text(NAMES, "utf-8")
        ws.ingest(folder / "docs" / "more.txt")
        ws.ask("Who gave the bow to Lakshmana?")
        ws.investigate("Who gave the bow to Lakshmana?", iterations=2)
        ws.gasl("DECLARE people AS LIST")
        ws.gasl("FIND nodes LIMIT 3 AS n")
        ws.gasl("UPDATE people WITH n")
        ws.split("Nan", "Ann Barlow")  # then pronouns are decided in whole documents, which leaves notes
        ws.begin_igg(PAYLOAD)
        ws._call(lambda: _fill(ws._ws))
    told = {"default": "told", "models": {"told": {"provider": "scripted"}}}
    with pramana.open(folder / "ws", llm=told, providers={"told": Scripted(lambda _: "no plan")}) as ws:
        ws.ask("Who gave the bow to Sita?")  # answers of a model are stored, those of the embedded one are not
    return folder / "ws"


def _fill(ws: Any) -> None:
    """Write rows that would need a model's server, a knowledge base or a seed, through the classes that own them."""
    BatchJobs(ws.database, "m").begin("job", ["r1", "r2"])
    VectorStore(ws.database).add("m", {"q1": b"\x01\x02", "q2": b"\x03\x04"})
    Answers(ws.database, {"kind": "people"}).put(("who", "what"), 200, b"{}")
    Extractions(ws.database).put({"k1": {"a": 1}, "k2": {"a": 2}})
    Results(ws.database, 1).put([(0, "e1", "done", {"a": 1}), (1, "e2", "done", {"a": 2})])


def tampering(path: Path) -> sqlite3.Connection:
    """Return a connection that can write rows with digests: they are made to fit, as by somebody who knows how."""
    database = sqlite3.connect(path)
    add_functions(database)
    return database


def flaws(folder: Path) -> list[str]:
    """Return what a deep examination finds: nothing where all is well."""
    checks = workspace_checks(folder, deep=True)
    return [line for check in checks if not check.well for line in check.flaws or [f"{check.what}: {check.seen}"]]


def tables(path: Path) -> dict[str, list[str]]:
    """Return the columns of every table, those of full text indexes and of generated digests included."""
    with closing(sqlite3.connect(path)) as database:
        found = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
        names = [name for (name,) in found if not name.startswith("sqlite_")]
        return {name: [row[1] for row in _columns(database, name)] for name in names}


def _columns(database: sqlite3.Connection, table: str) -> list[Any]:
    """Return what SQLite says of each column that takes space; virtual ones are computed from these when read."""
    return [row for row in database.execute(f'PRAGMA table_xinfo("{table}")') if row[6] != _VIRTUAL]


def alter(path: Path, table: str, column: str) -> str | None:
    """Alter one cell behind the workspace's back, digests as they are. Returns what was done, None for no row."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        add_functions(database)
        info = _columns(database, table)
        stored = [row[1] for row in info if row[6] == 3]
        names = [row[1] for row in info]
        rows = database.execute(f'SELECT {", ".join(map(_quoted, names))} FROM "{table}"').fetchall()
        if not rows:
            return None
        filled = [row for row in rows if row[names.index(column)] is not None]
        row = (filled or rows)[len(filled or rows) // 2]
        old = row[names.index(column)]
        if stored:
            kept = row[names.index("seal")]
            database.create_function("seal", -1, lambda *_: kept if column != "seal" else bytes(8), deterministic=True)
        where = " AND ".join(f'"{name}" IS ?' for name in names)
        target, new_values = (
            (info[0][1], [old]) if column in stored else (column, list(other_values(old, info, column)))
        )
        for new in new_values:
            try:
                done = database.execute(
                    f'UPDATE "{table}" SET "{target}" = ? WHERE {where}', (row[0] if column in stored else new, *row)
                )
            except sqlite3.IntegrityError:
                continue
            assert done.rowcount >= 1
            return f"{table}.{column}: {old!r} became {new!r}"
    raise AssertionError(f"{table}.{column} takes no other value")


def other_values(old: Any, info: list[Any], column: str) -> Iterator[Any]:
    """Yield values that differ from one as little as a slip or a forger would make them."""
    if old is None:
        kind = next(row[2] for row in info if row[1] == column)
        yield {"INTEGER": 1, "REAL": 1.0, "BLOB": b"x"}.get(kind, "x")
    elif isinstance(old, str):
        middle = len(old) // 2
        yield old[:middle] + ("x" if old[middle : middle + 1] != "x" else "y") + old[middle + 1 :]
    elif isinstance(old, bytes):
        middle = len(old) // 2
        yield old[:middle] + bytes([old[middle] ^ 1]) + old[middle + 1 :] if old else b"x"
    else:
        yield from (old + 1, old + 1000)


__all__ = ["DATABASE", "alter", "flaws", "full_workspace", "tables"]
