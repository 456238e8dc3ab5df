"""Digests of rows: what a cell is changed to outside of Pramana no longer fits its row's digest."""

from __future__ import annotations

from hashlib import blake2b
from sqlite3 import Connection

from pramana.store.packing import pack, unpack

Cell = str | int | float | bytes | None
_DIGEST_BYTES, _SEAL_BYTES = 16, 8
"""128 bits, as for all content hashes: two rows of one digest are never met by chance. A seal is compared with its own
row alone, and there are some for each line, so that half as many do."""


def row_digest(*cells: Cell) -> bytes:
    """Return the digest of a row: of each cell its type, its length and its content.

    >>> row_digest("ab", 1) == row_digest("a", "b1"), row_digest(1) == row_digest("1")
    (False, False)
    """
    hashed = blake2b(digest_size=_DIGEST_BYTES)
    for cell in cells:
        if isinstance(cell, str):
            body = cell.encode("utf-8", "surrogateescape")  # what is no UTF-8 was damaged: its bytes are compared
            hashed.update(b"t%d:" % len(body) + body)
        elif isinstance(cell, bytes):
            hashed.update(b"b%d:" % len(cell) + cell)
        else:
            hashed.update(b"n;" if cell is None else f"{type(cell).__name__}{cell!r};".encode())
    return hashed.digest()


def seal(*cells: Cell) -> bytes:
    """Return the seal of a row: the beginning of its digest."""
    return row_digest(*cells)[:_SEAL_BYTES]


def seal_column(*columns: str) -> str:
    """Return the SQL of a column `seal` that holds the seal of `columns`, in this order, whoever writes the row.

    SQLite computes it with each write and stores it. A program that does not know the function can read the table.
    """
    return f"seal BLOB NOT NULL GENERATED ALWAYS AS (seal({', '.join(columns)})) STORED"


def add_functions(connection: Connection) -> None:
    """Give a connection the functions that `seal_column` and `packed_columns` columns call, and `pack`."""
    connection.create_function("seal", -1, seal, deterministic=True)
    connection.create_function("pack", -1, pack, deterministic=True)
    connection.create_function("unpack", 4, unpack, deterministic=True)
