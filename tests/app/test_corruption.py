"""Whatever is changed in a workspace's database behind its back, `doctor --deep` finds it and names it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from damage import DATABASE, alter, flaws, full_workspace, tables

from pramana.app.deep import ALL_SCHEMAS

EXEMPT = {name: reason for schema in ALL_SCHEMAS for name, reason in schema.exempt}


def _named(table: str) -> str:
    """Return how findings name a table: the parts of a full text index by the index, other schemas by their tables."""
    if table == "table_schema":
        return "tables of"
    return "line_text" if table.startswith("line_text") else table


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return full_workspace(tmp_path_factory.mktemp("full"))


def test_an_unaltered_workspace_is_well(base: Path) -> None:
    """After reading, asking, removing, purging, planning and growing there is nothing to find."""
    assert flaws(base) == []


@pytest.mark.slow
def test_every_altered_cell_is_found_and_its_table_named(base: Path, tmp_path: Path) -> None:
    """One altered cell in each column of each table is found, but for the columns that are exempt, with a reason.

    The list is the schema's: a new table needs a row in the workspace of this test, a new column a digest.
    """
    columns = tables(base / DATABASE)
    assert set(EXEMPT) <= {f"{table}.{column}" for table, names in columns.items() for column in names}
    missed, empty, elsewhere = [], [], []
    for table, names in columns.items():
        for column in names:
            if f"{table}.{column}" in EXEMPT:
                continue
            shutil.copytree(base, tmp_path / "ws")
            done = alter(tmp_path / "ws" / DATABASE, table, column)
            found = flaws(tmp_path / "ws") if done else []
            if done is None:
                empty.append(table)
            elif not found:
                missed.append(done)
            elif not any(_named(table) in flaw for flaw in found):
                elsewhere.append(f"{done}: {found}")
            shutil.rmtree(tmp_path / "ws")
    assert (missed, sorted(set(empty)), elsewhere) == ([], [], [])
