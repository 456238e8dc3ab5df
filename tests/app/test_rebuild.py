"""A workspace whose database another version made: its documents are read again."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import pramana
from pramana.app import renew_database
from pramana.app.workspace import DATABASE
from pramana.errors import DatabaseOutdated, WorkspaceLocked
from pramana.llm import Parameters, Responses, Usage
from pramana.llm.request import Request
from pramana.store import lease

STORY = "Rama gave the bow to Lakshmana. Sita saw the deer in the forest."


def made_workspace(folder: Path) -> str:
    """Make a workspace with one document and a response that was paid for, and return its graph's hash."""
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "story.txt").write_text(STORY)
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "docs")
        paid = Request("room.count", "prompt", "a line", "schema", "test:m", Parameters())
        Responses(ws._ws.database).add(paid, paid.key, '{"words": 1}', "stop", Usage(10, 5, 3), {})
        return ws.graph_hash()


def age(path: Path) -> None:
    """Turn a database into one that version 0.1 could have made: version numbers, another column in the graph."""
    with sqlite3.connect(path) as old:
        old.executescript(
            "DROP TABLE table_schema; CREATE TABLE schema_version (room TEXT PRIMARY KEY, version INTEGER NOT NULL);"
            "INSERT INTO schema_version VALUES ('graph', 2); DROP VIEW evidence;"
            "ALTER TABLE unit_fact RENAME COLUMN kind TO is_edge;"
        )
    old.close()


def count_responses(path: Path) -> int:
    with sqlite3.connect(path) as database:
        (count,) = database.execute("SELECT count(*) FROM response").fetchone()
    database.close()
    return int(count)


def test_outdated_workspace_is_refused_and_then_read_again(tmp_path: Path) -> None:
    """Nothing opens it but a rebuild, which keeps the old file and the paid responses, and comes to the same graph."""
    before = made_workspace(tmp_path)
    database = tmp_path / "ws" / DATABASE
    age(database)
    old = database.read_bytes()
    with pytest.raises(DatabaseOutdated) as caught:
        pramana.open(tmp_path / "ws", create=True)
    assert "pramana rebuild -w" in caught.value.__notes__[0]
    (tmp_path / "docs" / "story.txt").unlink()

    renewal = renew_database(tmp_path / "ws")
    assert renewal.backup is not None
    paid = count_responses(renewal.backup)
    assert (renewal.documents, dict(renewal.copied)) == (1, {"response": paid})
    assert count_responses(database) == paid > 0
    assert renewal.backup.read_bytes() == old
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.read_again()
        assert (report.documents, report.lines.total(), ws.graph_hash()) == (1, 2, before)
        assert ws.read_again().run is None
        assert report.run is not None
        assert ws.replay(report.run).identical
    assert renew_database(tmp_path / "ws").backup is None


def test_second_backup_takes_another_name(tmp_path: Path) -> None:
    """An older backup is never overwritten."""
    made_workspace(tmp_path)
    database = tmp_path / "ws" / DATABASE
    names = []
    for _ in range(2):
        age(database)
        backup = renew_database(tmp_path / "ws").backup
        assert backup is not None
        names.append(backup.name)
    assert names == [f"{DATABASE}.1.old", f"{DATABASE}.2.old"]


HOLDER = """
import sys
from pathlib import Path
from pramana.store import lease
with lease(Path(sys.argv[1]), "pramana ingest"):
    print("held", flush=True)
    sys.stdin.read()
"""
READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM document").fetchone()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("other", [HOLDER, READER], ids=["a writer with the lease", "an open connection"])
def test_rebuild_waits_for_no_other_process_and_changes_nothing(other: str, tmp_path: Path) -> None:
    """While another process writes, or has the old database open, it is refused; afterwards the same command works."""
    made_workspace(tmp_path)
    database = tmp_path / "ws" / DATABASE
    age(database)
    before = database.read_bytes()
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", other, str(database)], **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(WorkspaceLocked, match="Try again when it has ended"):
            renew_database(tmp_path / "ws")
        process.communicate("")
    assert (database.read_bytes(), list(database.parent.glob("*.old"))) == (before, [])
    assert renew_database(tmp_path / "ws").documents == 1


def test_writers_are_refused_while_a_rebuild_runs(tmp_path: Path) -> None:
    """A rebuild holds the lease from the look at the old database until the new one is in its place."""
    made_workspace(tmp_path)
    database = tmp_path / "ws" / DATABASE
    age(database)
    with lease(database, "pramana rebuild"), pytest.raises(WorkspaceLocked, match="`pramana rebuild`"):
        renew_database(tmp_path / "ws")
