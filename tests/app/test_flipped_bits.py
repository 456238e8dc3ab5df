"""Flipped bits in the database file: each is found by `doctor --deep`, or changes nothing that anybody can read."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from damage import DATABASE, flaws, full_workspace, tables

from pramana.app.deep import ALL_SCHEMAS

EXEMPT = {name for schema in ALL_SCHEMAS for name, _ in schema.exempt}
FLIPS = 120
"""Enough that every kind of page is hit several times: the file has about 130 pages of 4 kB."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return full_workspace(tmp_path_factory.mktemp("bits"))


def flip(path: Path, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(bit // 8)
        byte = file.read(1)[0]
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def readable(folder: Path) -> Any:
    """Return all that can be read from a database but exempt columns: tables, and the full text index by its words."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.text_factory = bytes
        found: dict[str, Any] = {
            "schema": sorted(database.execute("SELECT type, name, sql FROM sqlite_master").fetchall())
        }
        for table, names in tables(folder / DATABASE).items():
            columns = [f'"{name}"' for name in names if f"{table}.{name}" not in EXEMPT]
            if columns:
                found[table] = sorted(database.execute(f'SELECT {", ".join(columns)} FROM "{table}"'), key=repr)
        return found


@pytest.mark.slow
def test_every_flipped_bit_is_found_or_without_effect(base: Path, tmp_path: Path) -> None:
    """Bits at random places of the file, one at a time: no crash, and nothing that reads otherwise goes unseen."""
    luck, size, whole = random.Random(7), (base / DATABASE).stat().st_size, readable(base)
    found = 0
    for bit in (luck.randrange(size * 8) for _ in range(FLIPS)):
        shutil.copytree(base, tmp_path / "ws")
        flip(tmp_path / "ws" / DATABASE, bit)
        if flaws(tmp_path / "ws"):
            found += 1
        else:
            assert readable(tmp_path / "ws") == whole, f"bit {bit}"
        shutil.rmtree(tmp_path / "ws")
    assert found > FLIPS // 4
