"""The chain of digests of each run: what its rows were when they were recorded.

Whatever is written to the ledger adds one link to its run's chain, in the same transaction, so that a process that is
killed leaves rows and chain alike. A link holds, for each row that was written, a key (the hash of its table and path)
and the row's digest; for a row that was deleted, the key and zeros. Each link is hashed over the one before it. The
chain holds no content: a purge deletes rows and adds links, and every earlier link stays what it was. Times, costs and
memory (`run_time`, `timing`, `effort`) are in no digest: they differ from one repetition of a run to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from pramana.canonical import digest_bytes
from pramana.store import Cell, Database, Flaw, row_digest

_KEY, _ROW, _LINK = 8, 8, 16
"""Bytes of a key, of a row's digest and of a link. 64 bits distinguish the places of one run: among a million rows two
keys are the same with a probability of 3 in 100 million. A row's digest is compared with its own row alone."""
_ENTRY = _KEY + _ROW
_GONE = bytes(_ROW)
_START = bytes(_LINK)
"""What the first link of a run is hashed over."""
RUN = "run"
TABLES = {"step": ("kind", "packed"), "proposal": ("verdict", "packed")}
"""The tables whose rows have a path, with the columns that are hashed with it."""


def entry(table: str, path: str, *cells: Cell) -> bytes:
    """Return what a link says of a row that was written."""
    return _key(table, path) + _digest(cells)


def removal(table: str, path: str) -> bytes:
    """Return what a link says of a row that was deleted."""
    return _key(table, path) + _GONE


def append_link(database: Database, run: int, entries: Sequence[bytes]) -> None:
    """Add a link to a run's chain. Call it in the transaction that changes the rows."""
    if not entries:
        return
    last = database.one("SELECT number, link FROM chain WHERE run = ? ORDER BY number DESC LIMIT 1", (run,))
    number, before = last or (0, _START)
    rows = b"".join(entries)
    database.execute("INSERT INTO chain VALUES (?, ?, ?, ?)", (run, number + 1, rows, _link(before, rows)))


def chain_flaws(database: Database, only: int | None = None) -> Iterator[Flaw]:
    """Yield every row of the ledger that is not what its run recorded, and every link that does not fit.

    `only` is the run to look at; None: all of them.

    Holds the digests of one run at a time in memory, about 150 bytes a row.
    """
    tables = " UNION ".join(f"SELECT run FROM {table}" for table in ("chain", *TABLES))
    listed = database.all(f"SELECT id FROM run UNION {tables} ORDER BY 1")
    for (run,) in listed if only is None else [(only,)]:
        recorded: dict[bytes, bytes] = {}
        yield from _link_flaws(database, run, recorded)
        for table, path, cells in _rows(database, run):
            where = f"run {run}" if table == RUN else f"run {run}, {path}"
            was = recorded.pop(_key(table, path), None)
            if was is None:
                yield Flaw(table, where, "was not recorded by its run: it was added, or its run or path changed")
            elif was != _digest(cells):
                columns = ", ".join(("kind", "manifest_hash", "status", "result") if table == RUN else TABLES[table])
                yield Flaw(table, where, f"is not what its run recorded: {columns}")
        if recorded:
            yield Flaw("chain", f"run {run}", f"{len(recorded)} recorded rows of steps or proposals are missing")


def _link_flaws(database: Database, run: int, recorded: dict[bytes, bytes]) -> Iterator[Flaw]:
    """Yield the links of a chain that do not fit, and collect in `recorded` what the run's rows should be."""
    before, expected = _START, 1
    sql = "SELECT number, rows, link FROM chain WHERE run = ? ORDER BY number"
    for number, rows, link in database.execute(sql, (run,)):
        if number != expected:
            yield Flaw("chain", f"run {run}, link {number}", f"link {expected} is missing")
        if not isinstance(rows, bytes) or len(rows) % _ENTRY or link != _link(before, rows):
            yield Flaw("chain", f"run {run}, link {number}", "rows or link were changed")
        before, expected = link, number + 1
        if isinstance(rows, bytes):
            _collect(rows, recorded)


def _collect(rows: bytes, recorded: dict[bytes, bytes]) -> None:
    for start in range(0, len(rows) - _ENTRY + 1, _ENTRY):
        key, row = rows[start : start + _KEY], rows[start + _KEY : start + _ENTRY]
        if row == _GONE:
            recorded.pop(key, None)
        else:
            recorded[key] = row


def _rows(database: Database, run: int) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """Yield every row of a run that its chain covers: table, path, the cells that are hashed."""
    row = database.one("SELECT kind, manifest_hash, status, result FROM run WHERE id = ?", (run,))
    if row is not None:
        yield RUN, "", row
    for table, columns in TABLES.items():
        sql = f"SELECT path, {', '.join(columns)} FROM {table} WHERE run = ? ORDER BY path"
        for path, *cells in database.execute(sql, (run,)):
            yield table, path, tuple(cells)


def _key(table: str, path: str) -> bytes:
    return blake2b(f"{table}\0{path}".encode("utf-8", "surrogateescape"), digest_size=_KEY).digest()


def _digest(cells: Iterable[Cell]) -> bytes:
    return row_digest(*cells)[:_ROW]


def _link(before: bytes, rows: bytes) -> bytes:
    return blake2b(before + rows, digest_size=_LINK).digest()


def run_flaws(database: Database) -> Iterator[Flaw]:
    """Yield runs whose manifest or times are not theirs, and times of steps that are not there."""
    for run, manifest, written in database.execute("SELECT id, manifest, manifest_hash FROM run"):
        if digest_bytes(str(manifest).encode("utf-8", "surrogateescape")) != written:
            yield Flaw(RUN, f"run {run}", "manifest does not have the hash manifest_hash")
    alone = "SELECT id FROM run EXCEPT SELECT run FROM run_time"
    yield from (Flaw("run_time", f"run {run}", "the run has no row of times") for (run,) in database.execute(alone))
    timed = "SELECT run, path FROM timing EXCEPT SELECT run, path FROM step"
    for run, path in database.execute(timed):
        yield Flaw("timing", f"run {run}, {path}", "is the time of a step that is not there")
