"""Runs with their steps and proposals, in the workspace."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from pramana.canonical import canonical, digest
from pramana.errors import DatabaseUnusable, InputError
from pramana.store import Database, Flaw, Schema, pack, packed_columns
from pramana.trace.chain import RUN, TABLES, append_link, chain_flaws, entry, removal, run_flaws
from pramana.trace.model import UNFINISHED_STATUSES, Proposal, RunStatus, Step, Trail, Verdict
from pramana.trace.running import OpenRun

FREQUENT = (
    '"relation":"IS_COREFERENT_WITH""pass""same_as","source_evidence":"target_evidence":{"doc_id":"","end":,"'
    'grade":"verbatim","line_number":,"quote":"","start":No model judged it. Passed the deterministic checks;'
    ' {"abstained""refused""failed":"reason":"status":"verified"{"cache_write_tokens":,"money":null,"score":"'
    'verify":"candidates":"choice":"HETU","SAMPRADANA":["APADANA":["KARANA":["ADHIKARANA_TEMPORAL":["ADHIKARA'
    'NA_SPATIAL":["SAMBANDHA":["the "],"possible""necessary""intended""negative""interrogative","modality":"c'
    'onditional"{"agreed":1,"attempts":1,"calls":[1,1],"kriyas":1,"reason":"Passed the deterministic checks; '
    'no model judged it.","status":"checked"}{"exchanges":[{"request":"","response":"","revision":0}],"model"'
    ':"rules:","outcome":"ok","ptool":"karaka.kriya_extraction","repaired":false,"sample":0,"usage":{"cache_w'
    'rite_tokens":0,"cached_tokens":0,"completion_tokens":0,"money":0,"prompt_tokens":0}}{"kriyas":[{"attribu'
    'ted_to":null,"because":[],"karakas":{"KARMA":["the "],"KARTA":[""]},"measures":[],"modality":"actual","p'
    'olarity":"affirmative","verb":"","verb_quote":""}]}[]Passed the deterministic checks; no model judged it'
    "."
)
"""What records of readings and of links repeat, the most frequent last. It makes a record of an embedded reading a
sixth as long. It is part of the tables' SQL: a changed one makes other tables."""

TRACE_SCHEMA = Schema(
    "trace",
    f"""
    CREATE TABLE run (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, manifest TEXT NOT NULL, manifest_hash TEXT NOT NULL,
        status TEXT NOT NULL, result TEXT NOT NULL
    );
    CREATE TABLE run_time (run INTEGER PRIMARY KEY REFERENCES run, started TEXT NOT NULL, ended TEXT);
    CREATE TABLE step (
        run INTEGER NOT NULL REFERENCES run, path TEXT NOT NULL, kind TEXT NOT NULL,
        {packed_columns(FREQUENT, "body")},
        PRIMARY KEY (run, path)
    ) WITHOUT ROWID;
    CREATE TABLE timing (
        run INTEGER NOT NULL, path TEXT NOT NULL, seconds REAL NOT NULL, cached INTEGER NOT NULL,
        PRIMARY KEY (run, path)
    ) WITHOUT ROWID;
    CREATE TABLE proposal (
        run INTEGER NOT NULL REFERENCES run, path TEXT NOT NULL, verdict TEXT NOT NULL,
        {packed_columns(FREQUENT, "body", "scores", "reason")},
        PRIMARY KEY (run, path)
    ) WITHOUT ROWID;
    CREATE INDEX proposal_refused ON proposal (run, path) WHERE verdict = 'refused';
    CREATE TABLE effort (
        run INTEGER NOT NULL REFERENCES run, name TEXT NOT NULL, amount REAL NOT NULL, PRIMARY KEY (run, name)
    ) WITHOUT ROWID;
    CREATE TABLE chain (
        run INTEGER NOT NULL REFERENCES run, number INTEGER NOT NULL, rows BLOB NOT NULL, link BLOB NOT NULL,
        PRIMARY KEY (run, number)
    ) WITHOUT ROWID;
    """,
    exempt=(
        ("run_time.started", "a time"),
        ("run_time.ended", "a time"),
        ("timing.seconds", "a time"),
        ("timing.cached", "whether an answer was paid for now or before: a cost"),
        ("effort.run", "whose costs they are: a number without a run is found"),
        ("effort.name", "what the amount beside it counts"),
        ("effort.amount", "times, calls and memory"),
    ),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One piece of work. `manifest` says all that went into it, by hash; `result` what came out, both JSON.

    `started` and `ended` are ISO times in UTC; `ended` is None for a run that is at work or was killed.
    """

    id: int
    kind: str
    manifest: Mapping[str, Any]
    status: RunStatus
    result: Mapping[str, Any]
    started: str
    ended: str | None

    def __str__(self) -> str:
        return f"run {self.id}, {self.kind}: {self.status.value}, began {self.started}"


UNRECORDED = 0
"""The number of a run that was not recorded: the workspace can be read alone."""
_PAGE = 1_000
"""How many rows are read from the database at once."""
Meter = Callable[[], Mapping[str, float]]
"""Returns what was done so far, as sums that only grow: calls, lines."""


class Ledger:
    """The record of every run. Write inside the database's transactions; a path holds one step and one proposal.

    What the sums of `meter` grew by between a run's begin and its end is kept as the run's effort, with the seconds
    that went by and the memory that the process took at most; all of it apart from what is hashed and replayed.
    """

    def __init__(self, database: Database, meter: Meter = dict) -> None:
        self._database = database
        self._meter = meter
        self._begun: dict[int, tuple[float, Mapping[str, float]]] = {}
        self._others: dict[str, tuple[int, int]] = {}
        """For a kind: the newest run that was looked at, and the newest of another kind among those."""

    @contextmanager
    def running(self, kind: str, manifest: Mapping[str, Any], chain: tuple[str, ...] = ()) -> Iterator[OpenRun]:
        """Begin or resume a run as `begin` does, hold it for a block, and end it as `OpenRun.end` decides."""
        with self.holding(self.begin(kind, manifest, chain)) as run:
            yield run

    @contextmanager
    def running_if_writable(self, kind: str, manifest: Mapping[str, Any]) -> Iterator[OpenRun]:
        """Hold a run as `running` does; where nothing can be written one without a record, numbered UNRECORDED."""
        if not self._database.read_only:
            with self.running(kind, manifest) as run:
                yield run
            return
        held = OpenRun(UNRECORDED, manifest)
        yield held
        held.end(None)

    @contextmanager
    def holding(self, run: Run) -> Iterator[OpenRun]:
        """Hold a run that was begun, and end it when the block is left: its steps and its end in one transaction."""
        held = OpenRun(run.id, run.manifest)
        failed: BaseException | None = None
        try:
            yield held
        except BaseException as error:
            failed = error
            raise
        finally:
            result = held.end(failed)
            with self._database.transaction():
                self.write(run.id, held.trail)
                self.end(run.id, held.status, result)

    def begin(self, kind: str, manifest: Mapping[str, Any], chain: tuple[str, ...] = ()) -> Run:
        """Begin a run, or resume one that did not end.

        `chain` names the kinds of run that build on each other. The newest of them is resumed where it has this kind
        and this manifest and was stopped or killed, or failed; an older one never is, or the order of the chain would
        lie.
        """
        run = self._begin(kind, manifest, chain)
        self._begun[run.id] = perf_counter(), dict(self._meter())
        return run

    def _begin(self, kind: str, manifest: Mapping[str, Any], chain: tuple[str, ...]) -> Run:
        key = digest(dict(manifest))
        with self._database.transaction():
            marks = ", ".join("?" * len(chain))
            newest = self._database.one(
                f"SELECT id, kind, manifest_hash, status FROM run WHERE kind IN ({marks}) ORDER BY id DESC LIMIT 1",
                chain,
            )
            if newest and newest[1:3] == (kind, key) and newest[3] in UNFINISHED_STATUSES:
                self._database.execute("UPDATE run SET status = 'running' WHERE id = ?", (newest[0],))
                self._chain_run(newest[0])
                return self.run(newest[0])
            cursor = self._database.execute(
                "INSERT INTO run (kind, manifest, manifest_hash, status, result) VALUES (?, ?, ?, 'running', '{}')",
                (kind, canonical(dict(manifest)), key),
            )
            self._database.execute("INSERT INTO run_time VALUES (?, ?, NULL)", (cursor.lastrowid, _now()))
            assert cursor.lastrowid is not None
            self._chain_run(cursor.lastrowid)
            return self.run(cursor.lastrowid)

    def _chain_run(self, run: int) -> None:
        """Add what a run's own row is now to its chain."""
        row = self._database.one("SELECT kind, manifest_hash, status, result FROM run WHERE id = ?", (run,))
        append_link(self._database, run, [] if row is None else [entry(RUN, "", *row)])

    def end(self, run: int, status: RunStatus, result: Mapping[str, Any]) -> None:
        with self._database.transaction():
            self._database.execute(
                "UPDATE run SET status = ?, result = ? WHERE id = ?", (status, canonical(dict(result)), run)
            )
            self._database.execute("UPDATE run_time SET ended = ? WHERE run = ?", (_now(), run))
            self._chain_run(run)
            self._add_effort(run)

    def _add_effort(self, run: int) -> None:
        """Add what a run took since it began, or was resumed; nothing where another process began it."""
        began, before = self._begun.pop(run, (None, {}))
        if began is None:
            return
        grown = {name: amount - before.get(name, 0) for name, amount in self._meter().items()}
        sums = {"seconds": perf_counter() - began, **{name: amount for name, amount in grown.items() if amount}}
        add = "INSERT INTO effort VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = amount + excluded.amount"
        self._database.executemany(add, [(run, name, amount) for name, amount in sums.items()])
        if (peak := peak_bytes()) is not None:
            most = "INSERT INTO effort VALUES (?, 'peak_bytes', ?) ON CONFLICT DO UPDATE SET amount = max(amount, ?)"
            self._database.execute(most, (run, peak, peak))

    def effort(self, run: int) -> dict[str, float]:
        """Return what a run took, over all processes that ended their part of it: `seconds` of wall clock,
        `peak_bytes` of memory, and the sums of the meter."""
        return dict(self._database.all("SELECT name, amount FROM effort WHERE run = ? ORDER BY name", (run,)))

    def write(self, run: int, trail: Trail) -> None:
        """Store what was recorded along `trail`, and empty it. A later record at a path replaces the earlier one."""
        steps = [(step.path, step.kind, pack(FREQUENT, canonical(dict(step.body)))) for step in trail.steps]
        proposals = [
            (p.path, p.verdict.value, pack(FREQUENT, canonical(p.body), canonical(list(p.scores)), p.reason))
            for p in trail.proposals
        ]
        with self._database.transaction():
            self._database.executemany(
                "INSERT OR REPLACE INTO step (run, path, kind, packed) VALUES (?, ?, ?, ?)",
                [(run, *row) for row in steps],
            )
            self._database.executemany(
                "INSERT OR REPLACE INTO timing VALUES (?, ?, ?, ?)",
                [(run, timing.path, timing.seconds, timing.cached) for timing in trail.timings],
            )
            self._database.executemany(
                "INSERT OR REPLACE INTO proposal (run, path, verdict, packed) VALUES (?, ?, ?, ?)",
                [(run, *row) for row in proposals],
            )
            entries = [entry("step", *row) for row in steps]
            append_link(self._database, run, entries + [entry("proposal", *row) for row in proposals])
        trail.steps.clear()
        trail.timings.clear()
        trail.proposals.clear()

    def run(self, run: int) -> Run:
        """Return one run. Raises InputError where there is none of that number."""
        found = self._runs("WHERE id = ?", (run,))
        if not found:
            newest = self._database.one("SELECT max(id) FROM run")
            held = f"the newest is {newest[0]}" if newest and newest[0] else "no run is recorded yet"
            raise InputError(f"Run {run} does not exist; {held}.")
        return found[0]

    def runs(self, *kinds: str) -> list[Run]:
        """Return all runs, or those of `kinds`, oldest first."""
        marks = ", ".join("?" * len(kinds))
        return self._runs(f"WHERE kind IN ({marks}) ORDER BY id" if kinds else "ORDER BY id", kinds)

    def numbers(self, *kinds: str) -> list[int]:
        """Return the numbers of all runs, or of those of `kinds`, oldest first."""
        marks = ", ".join("?" * len(kinds))
        where = f"WHERE kind IN ({marks})" if kinds else ""
        return [number for (number,) in self._database.all(f"SELECT id FROM run {where} ORDER BY id", kinds)]

    def last(self, count: int, without: str = "") -> list[Run]:
        """Return the newest `count` runs, oldest first, but for those of the kind `without`."""
        return self._runs("WHERE kind <> ? ORDER BY id DESC LIMIT ?", (without, count))[::-1]

    def newest_with(self, kind: str, name: str, value: str) -> Run | None:
        """Return the newest run of a kind whose manifest has `value` under `name`, None where there is none."""
        clause = "WHERE kind = ? AND json_extract(manifest, ?) = ? ORDER BY id DESC LIMIT 1"
        found = self._runs(clause, (kind, f'$."{name}"', value))
        return found[0] if found else None

    def runs_with(self, kind: str, name: str, value: str | int) -> list[Run]:
        """Return the runs of a kind whose manifest has `value` at the path `name` (`a.b`), oldest first."""
        return self._runs("WHERE kind = ? AND json_extract(manifest, ?) = ? ORDER BY id", (kind, f"$.{name}", value))

    def newest(self, *kinds: str) -> int:
        """Return the number of the newest run of these kinds, 0 where there is none."""
        marks = ", ".join("?" * len(kinds))
        row = self._database.one(f"SELECT max(id) FROM run WHERE kind IN ({marks})", kinds)
        return row[0] if row and row[0] else 0

    def newest_but(self, kind: str) -> int:
        """Return the number of the newest run that is not of a kind, 0 where there is none.

        Only what was added since the last call is looked at. A server asks before each answer, and between two changes
        of the graph there may be thousands of questions: 2,000 took 15 ms.
        """
        seen, newest = self._others.get(kind, (0, 0))
        row = self._database.one("SELECT max(id) FROM run")
        last = row[0] if row and row[0] else 0
        if last != seen:
            found = self._database.one("SELECT max(id) FROM run WHERE id > ? AND kind != ?", (seen, kind))
            newest = found[0] if found and found[0] else newest
            self._others[kind] = last, newest
        return newest

    def _runs(self, clause: str, parameters: tuple[Any, ...]) -> list[Run]:
        rows = self._database.all(
            "SELECT id, kind, manifest, status, result, started, ended "
            f"FROM run JOIN run_time ON run_time.run = run.id {clause}",
            parameters,
        )
        return [Run(r[0], r[1], _read_json(r[2]), RunStatus(r[3]), _read_json(r[4]), r[5], r[6]) for r in rows]

    def steps(self, run: int, below: str = "") -> Iterator[Step]:
        """Yield the steps of a run at or below a path, by path."""
        for path, kind, body in self._pages("path, kind, body", "step", run, below):
            yield Step(path, kind, _read_json(body))

    def proposals(self, run: int, below: str = "") -> Iterator[Proposal]:
        """Yield the proposals of a run at or below a path, by path."""
        columns = "path, body, verdict, reason, scores"
        for path, body, verdict, reason, scores in self._pages(columns, "proposal", run, below):
            yield Proposal(path, _read_json(body), Verdict(verdict), reason, tuple(_read_json(scores)))

    def _pages(self, columns: str, table: str, run: int, below: str) -> Iterator[tuple[Any, ...]]:
        """Yield rows a page at a time: no more are in memory, and between pages others may write."""
        rows = self._database.all(*_below(columns, table, run, below))
        while rows:
            yield from rows
            rows = self._database.all(*_below(columns, table, run, below, rows[-1][0]))

    def flaws(self, run: int | None = None) -> Iterator[Flaw]:
        """Yield what is not as runs recorded it: all runs, or one. See `pramana.trace.chain`."""
        yield from chain_flaws(self._database, run)
        yield from run_flaws(self._database) if run is None else ()

    def recorded_steps(self, run: int) -> RecordedSteps:
        return RecordedSteps(self._database, run)

    def clear(self, run: int, below: str) -> None:
        """Delete what a run recorded at or below a path ("": all), before it records anew."""
        clause = ""
        parameters: tuple[int | str, ...] = (run,)
        if below:
            # The range comes first: for an OR alone SQLite looks at all that the run recorded.
            clause = " AND path >= ? AND path < ? AND (path = ? OR path >= ?)"
            parameters = (run, below, f"{below}0", below, f"{below}/")
        with self._database.transaction():
            removed = [
                removal(table, path)
                for table in TABLES
                for (path,) in self._database.all(f"SELECT path FROM {table} WHERE run = ?{clause}", parameters)
            ]
            append_link(self._database, run, removed)
            for table in (*TABLES, "timing"):
                self._database.execute(f"DELETE FROM {table} WHERE run = ?{clause}", parameters)

    def forget_where(self, run: int, unwanted: Callable[[str], bool]) -> None:
        """Delete each step and proposal of a run whose text is unwanted: its path, its body, and its reason."""
        with self._database.transaction():
            for table, text in (("step", "body"), ("proposal", "body || ' ' || reason")):
                rows = self._database.execute(f"SELECT path, {text} FROM {table} WHERE run = ? ORDER BY path", (run,))
                paths = [path for path, body in rows if unwanted(f"{path} {body}")]
                append_link(self._database, run, [removal(table, path) for path in paths])
                gone = [(run, path) for path in paths]
                self._database.executemany(f"DELETE FROM {table} WHERE run = ? AND path = ?", gone)

    def redact(self, run: int, result: Mapping[str, Any]) -> None:
        """Delete all that a run recorded, and put `result` in the place of what came out."""
        with self._database.transaction():
            self.clear(run, "")
            self._database.execute("UPDATE run SET result = ? WHERE id = ?", (canonical(dict(result)), run))
            self._chain_run(run)

    def forget(self, below: str) -> None:
        """Delete what every run recorded at or below a path."""
        for number in self.numbers():
            self.clear(number, below)


class RecordedSteps(Mapping[str, Step]):
    """The steps of one run by path, read from the database one at a time."""

    def __init__(self, database: Database, run: int) -> None:
        self._database = database
        self._run = run

    def __getitem__(self, path: str) -> Step:
        row = self._database.one("SELECT kind, body FROM step WHERE run = ? AND path = ?", (self._run, path))
        if row is None:
            raise KeyError(path)
        return Step(path, row[0], _read_json(row[1]))

    def __iter__(self) -> Iterator[str]:
        for (path,) in self._database.all("SELECT path FROM step WHERE run = ? ORDER BY path", (self._run,)):
            yield path

    def __bool__(self) -> bool:
        """True, even where nothing was recorded: this represents a run that is being replayed."""
        return True

    def __len__(self) -> int:
        row = self._database.one("SELECT count(*) FROM step WHERE run = ?", (self._run,))
        return int(row[0]) if row else 0


def _below(
    columns: str, table: str, run: int, below: str, after: str | None = None
) -> tuple[str, tuple[int | str, ...]]:
    """Build the query for a page of what is at a path or below it ("0" is the character after "/"), by path.

    `after` is the last path of the page before. The page begins at one bound: given two, SQLite may seek the lower one.
    """
    clauses = ["run = ?", "path >= ?" if after is None else "path > ?"]
    parameters: list[int | str] = [run, below if after is None else after]
    if below:
        clauses += ["path < ?", "(path = ? OR path >= ?)"]
        parameters += [f"{below}0", below, f"{below}/"]
    where = " AND ".join(clauses)
    return f"SELECT {columns} FROM {table} WHERE {where} ORDER BY path LIMIT {_PAGE}", tuple(parameters)


def _read_json(body: str) -> Any:
    """Return what a cell holds. Raises DatabaseUnusable where it is not JSON: all that the ledger writes is."""
    try:
        return json.loads(body)
    except ValueError as error:
        damaged = DatabaseUnusable(f"The ledger is damaged: what a run recorded is not JSON ({error}).")
        damaged.add_note("`pramana doctor --deep` names the row. Restore the database from a backup.")
        raise damaged from None


def peak_bytes() -> int | None:
    """Return the memory that this process has taken at most so far, None where the system does not tell."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows
        return None
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
