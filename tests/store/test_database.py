"""The workspace's database: transactions, processes beside each other, crashes, migrations."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import digest_bytes
from pramana.errors import DatabaseOutdated, StoreError, WorkspaceLocked
from pramana.store import Database, Schema

NUMBERS = Schema("numbers", "CREATE TABLE number (n INTEGER PRIMARY KEY);")


def numbers(database: Database) -> list[int]:
    return [n for (n,) in database.all("SELECT n FROM number ORDER BY n")]


@contextmanager
def process(path: Path, code: str) -> Iterator[subprocess.Popen[str]]:
    """Run `code` in another process, with a Database `db` at `path`; go on when it has said that it is ready."""
    prelude = (
        "import sys, time, os; from pathlib import Path; from pramana.store import Database, Schema\n"
        "db = Database(Path(sys.argv[1]), [Schema('numbers', 'CREATE TABLE number (n INTEGER PRIMARY KEY);')])\n"
        "ready = lambda: print('ready', flush=True)\n"
    )
    arguments = [sys.executable, "-c", prelude + code, str(path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            yield child
        finally:
            child.kill()


class Stop(Exception):
    pass


# Transactions

Parts = list[tuple[str, Any]]

trees: st.SearchStrategy[Parts] = st.recursive(
    st.just([]),
    lambda parts: st.lists(st.tuples(st.sampled_from(["pass", "fail", "caught"]), parts), max_size=3),
    max_leaves=6,
)


def run_parts(database: Database, parts: Parts, count: Iterator[int]) -> list[int]:
    """Write a number before and after each part; return the numbers that a failure does not take back."""
    kept = []
    for fate, inner in parts:
        before = next(count)
        try:
            with database.transaction():
                database.execute("INSERT INTO number VALUES (?)", (before,))
                held = [before, *run_parts(database, inner, count)]
                if fate != "pass":
                    raise Stop
            kept += held
        except Stop:
            if fate == "fail":
                raise
    return kept


@settings(max_examples=60)
@given(trees)
def test_transaction_keeps_all_or_nothing_of_each_part(parts: Parts) -> None:
    """Parts nest: an error takes back the parts that it leaves, and no part that caught it."""
    with Database(None, [NUMBERS]) as database:
        try:
            with database.transaction():
                kept = run_parts(database, parts, iter(range(1000)))
        except Stop:
            kept = []
        assert numbers(database) == kept


def test_error_takes_back_what_was_written(tmp_path: Path) -> None:
    """Nothing of a transaction that ends in an error is there, also for another connection."""
    path = tmp_path / "workspace.db"
    with Database(path, [NUMBERS]) as database, Database(path, [NUMBERS]) as other:
        with pytest.raises(Stop), database.transaction():
            database.executemany("INSERT INTO number VALUES (?)", [(1,), (2,)])
            assert numbers(other) == [], "readers see what is committed, and do not wait"
            raise Stop
        assert numbers(database) == numbers(other) == []
        with database.transaction():
            database.execute("INSERT INTO number VALUES (3)")
        assert numbers(other) == [3]


def test_rejected_statement_leaves_the_transaction_usable() -> None:
    """What a caught database error refuses is taken back alone."""
    with Database(None, [NUMBERS]) as database, database.transaction():
        database.execute("INSERT INTO number VALUES (1)")
        with pytest.raises(sqlite3.IntegrityError), database.transaction():
            database.executemany("INSERT INTO number VALUES (?)", [(2,), (1,)])
        assert numbers(database) == [1]


# Beside other processes


def test_second_lease_is_refused_at_once(tmp_path: Path) -> None:
    """A long job holds the workspace alone: a second one is told who holds it, and does not wait."""
    path = tmp_path / "workspace.db"
    holds = "with db.lease('pramana ingest'):\n ready(); sys.stdin.read()"
    with Database(path, [NUMBERS]) as database, process(path, holds) as child:
        began = time.monotonic()
        with pytest.raises(WorkspaceLocked, match=rf"`pramana ingest` \(process {child.pid}\)"), database.lease("b"):
            pass
        assert time.monotonic() - began < 4  # a transaction would wait for 5 seconds or more
        with database.transaction():
            database.execute("INSERT INTO number VALUES (1)")
        assert numbers(database) == [1], "a lease keeps out long jobs, not short writes"


def test_lease_ends_with_its_process(tmp_path: Path) -> None:
    """Killed, a process leaves no lock behind."""
    path = tmp_path / "workspace.db"
    with Database(path, [NUMBERS]) as database:
        with process(path, "with db.lease('a'):\n ready(); sys.stdin.read()") as child:
            os.kill(child.pid, signal.SIGKILL)
            child.wait()
        with database.lease("b"):
            pass
        with database.lease("c"):
            pass


def test_two_leases_in_one_process_are_two(tmp_path: Path) -> None:
    """The rule holds between two databases of one process too; one in memory is nobody else's."""
    path = tmp_path / "workspace.db"
    with (
        Database(path) as one,
        Database(path) as other,
        one.lease("a"),
        pytest.raises(WorkspaceLocked),
        other.lease("b"),
    ):
        pass
    with Database(None) as one, one.lease("a"), one.lease("b"):
        pass


def test_short_write_waits_for_another(tmp_path: Path) -> None:
    """A short write goes through once another process's has ended, and loses nothing."""
    path = tmp_path / "workspace.db"
    slow = (
        "with db.transaction():\n"
        " db.execute('INSERT INTO number VALUES (1)'); ready(); time.sleep(0.5)\n"
        " db.execute('INSERT INTO number VALUES (2)')\n"
    )
    with Database(path, [NUMBERS]) as database, process(path, slow):
        assert numbers(database) == []
        with database.transaction():
            assert numbers(database) == [1, 2], "the write began when the other had ended"
            database.execute("INSERT INTO number VALUES (3)")
        assert numbers(database) == [1, 2, 3]


def test_kill_in_a_transaction_leaves_the_last_commit(tmp_path: Path) -> None:
    """After kill -9 every committed transaction is there, and nothing of the one at work."""
    path = tmp_path / "workspace.db"
    writes = (
        "for n in range(5):\n with db.transaction():\n  db.execute('INSERT INTO number VALUES (?)', (n,))\n"
        "with db.transaction():\n"
        " db.executemany('INSERT INTO number VALUES (?)', [(n,) for n in range(100, 20000)])\n"
        " ready(); sys.stdin.read()\n"
    )
    with process(path, writes) as child:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    with Database(path, [NUMBERS]) as database:
        assert numbers(database) == [0, 1, 2, 3, 4]
        assert database.one("PRAGMA integrity_check") == ("ok",)


# Tables of another version

FIRST = Schema("words", "CREATE TABLE a (x INTEGER);\nINSERT INTO a VALUES (1);")
SECOND = Schema(
    "words",
    "CREATE TABLE a (x INTEGER, y TEXT DEFAULT 'one; two');\n"
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n UPDATE a SET y = 'new';\n UPDATE a SET x = x + 1;\nEND;\n",
)


def test_tables_are_made_once(tmp_path: Path) -> None:
    """A schema's script runs when its tables are missing; a trigger's semicolons do not end it."""
    path = tmp_path / "workspace.db"
    for _ in range(2):
        with Database(path, [FIRST, NUMBERS]) as database:
            assert database.all("SELECT * FROM a") == [(1,)]
    with Database(tmp_path / "other.db", [SECOND]) as database:
        database.execute("INSERT INTO a VALUES (5, '')")
        assert database.all("SELECT * FROM a") == [(6, "new")]


def test_failed_script_leaves_nothing(tmp_path: Path) -> None:
    """A schema is made in one transaction: with an error in its last statement nothing of it is there."""
    path = tmp_path / "workspace.db"
    with pytest.raises(StoreError):
        Database(path, [NUMBERS, Schema("words", "CREATE TABLE b (x);\nCREATE TABLE b (x);")])
    with Database(path, [NUMBERS]) as database:
        assert database.all("SELECT name FROM sqlite_master WHERE name = 'b'") == []


def test_tables_of_another_version_are_refused_and_left_alone(tmp_path: Path) -> None:
    """Other tables under a package's name are named, whichever version is newer; white space makes no difference."""
    path = tmp_path / "workspace.db"
    Database(path, [FIRST, NUMBERS]).close()
    with pytest.raises(
        DatabaseOutdated, match=r"made by another version of Pramana: its tables of words differ"
    ) as caught:
        Database(path, [SECOND, NUMBERS])
    assert caught.value.packages == ("words",)
    with Database(path, [Schema("words", "  " + FIRST.sql.replace(" ", "  "))]) as database:
        assert database.all("SELECT x FROM a") == [(1,)]


def test_database_of_version_0_1_is_recognised(tmp_path: Path) -> None:
    """Its tables carried version numbers."""
    path = tmp_path / "workspace.db"
    with sqlite3.connect(path) as old:
        old.execute("CREATE TABLE schema_version (room TEXT PRIMARY KEY, version INTEGER NOT NULL)")
    old.close()
    with pytest.raises(DatabaseOutdated, match="made by an earlier version"):
        Database(path, [FIRST])


@pytest.mark.parametrize("body", [b"This is a letter, and no database.\n" * 40, b"SQLite format 3\0" + b"\xff" * 4000])
def test_file_that_is_no_database_is_refused(tmp_path: Path, body: bytes) -> None:
    """Another file in the database's place is named and left as it is."""
    path = tmp_path / "workspace.db"
    path.write_bytes(body)
    with pytest.raises(StoreError, match=r"workspace\.db"):
        Database(path, [NUMBERS])
    assert path.read_bytes() == body


def test_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A database is not made where its folder is missing."""
    with pytest.raises(StoreError):
        Database(tmp_path / "missing" / "workspace.db", [NUMBERS])


def test_tables_come_when_they_are_asked_for(tmp_path: Path) -> None:
    """`add` makes tables that the database was opened without; opening it without them again leaves them alone."""
    path = tmp_path / "workspace.db"
    with Database(path, [FIRST]) as database:
        database.add(NUMBERS)
        database.add(NUMBERS)
        database.execute("INSERT INTO number VALUES (1)")
    with Database(path, [FIRST]) as database:
        assert numbers(database) == [1]
        with pytest.raises(DatabaseOutdated, match="its tables of words differ"):
            database.add(SECOND)


def test_a_second_connection_keeps_the_locks_of_the_first(tmp_path: Path) -> None:
    """Another process that closes the database meanwhile is not the last one, and leaves the log where it is."""
    path = tmp_path / "x.db"
    with Database(path, [NUMBERS]) as one:
        one.execute("INSERT INTO number VALUES (1)")
        with Database(path, [NUMBERS]):
            pass
        with process(path, "db.execute('INSERT INTO number VALUES (2)'); db.close(); ready()"):
            pass
        assert path.with_name("x.db-wal").exists()
        one.execute("INSERT INTO number VALUES (3)")
        assert numbers(one) == [1, 2, 3]


HASHES = Schema("hashes", "CREATE TABLE hash (body TEXT PRIMARY KEY) WITHOUT ROWID;")


def fill(database: Database, first: int, last: int) -> None:
    """Write rows in no order, 32 bytes each."""
    rows = [(digest_bytes(str(number).encode()),) for number in range(first, last)]
    with database.transaction():
        database.executemany("INSERT INTO hash VALUES (?)", rows)


def test_a_file_that_grew_is_packed(tmp_path: Path) -> None:
    """By a third or more, and not where it is small; what others read meanwhile stays what it was."""
    path = tmp_path / "db"
    with Database(path, [HASHES]) as database, Database(path, [HASHES]) as reader:
        with database.packing():
            fill(database, 0, 1_000)
        small = database.all("PRAGMA page_count")
        fill(database, 1_000, 200_000)
        loose = database.all("PRAGMA page_count")[0][0]
        with database.packing():
            fill(database, 200_000, 210_000)
        assert database.all("PRAGMA page_count")[0][0] >= loose
        with database.packing():
            fill(database, 210_000, 300_000)
        rows = "SELECT count(*), min(body), max(body) FROM hash"
        assert database.one(rows) == reader.one(rows)
        packed = database.all("PRAGMA page_count")[0][0]
        database.vacuum()
        assert database.all("PRAGMA page_count")[0][0] == packed
    assert small[0][0] < 50
    assert path.stat().st_size == packed * 4096


VACUUM = """
import resource, sys
from pathlib import Path
from pramana.store import Database
with Database(Path(sys.argv[1])) as database:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    database.vacuum()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform == "darwin", reason="ru_maxrss is in bytes there")
def test_packing_a_file_takes_little_memory(tmp_path: Path) -> None:
    """The copy that SQLite makes meanwhile is a file."""
    path = tmp_path / "db"
    tables = Schema("blobs", "CREATE TABLE blob_of (id INTEGER PRIMARY KEY, body BLOB)")
    with Database(path, [tables]) as database, database.transaction():
        database.executemany("INSERT INTO blob_of (body) VALUES (?)", [(bytes(40_000),)] * 1_000)
    done = subprocess.run([sys.executable, "-c", VACUUM, str(path)], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 15_000  # KB, of 40,000
