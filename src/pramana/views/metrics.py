"""What a workspace's work took: calls, attempts, time, memory, and how much of it was accepted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pramana.store import Database, Schema
from pramana.views.abstentions import merge_causes
from pramana.views.reports import ACCEPTED

COUNTED = ("calls", "stored", "retries", "corrections", "repaired")
"""What of a gateway's spending is kept for each run."""
COMMONEST = 5
"""How many reasons are named."""


STANDING_SCHEMA = Schema(
    "standing",
    """
    CREATE INDEX step_of_outcome ON step (run, path) WHERE kind = 'outcome';
    CREATE INDEX step_of_document ON step (run, path) WHERE kind = 'document';
    CREATE INDEX step_of_failure ON step (run, path) WHERE kind = 'gsv_failure';
    """,
)
"""Where to find, among the many steps of calls, those that say what became of documents, lines and attempts."""


@dataclass(slots=True)
class LineSums:
    """Sums over lines. `attempted` are those whose number of attempts is known, `at_once` those that took one."""

    lines: int = 0
    accepted: int = 0
    calls: float = 0.0
    most_calls: float = 0.0
    attempts: int = 0
    most_attempts: int = 0
    attempted: int = 0
    accepted_at_once: int = 0
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, status: str, reason: str, count: int, *sums: float | None) -> None:
        """Add lines of one outcome: how many, then sum and maximum of their calls and of their attempts, how many
        attempts are known, and how many of these are one. None counts as nothing."""
        calls, most_calls, attempts, most_attempts, attempted, at_once = (value or 0 for value in sums)
        accepted = status in ACCEPTED
        self.lines += count
        self.accepted += count if accepted else 0
        self.calls += calls
        self.most_calls = max(self.most_calls, most_calls)
        self.attempts += int(attempts)
        self.most_attempts = max(self.most_attempts, int(most_attempts))
        self.attempted += int(attempted)
        self.accepted_at_once += int(at_once) if accepted else 0
        if not accepted:
            self.reasons[status, reason] += count


def metrics(database: Database, lines: LineSums) -> dict[str, Any]:
    """Return all metrics as JSON. A mean over nothing is None; seconds are of wall clock, sizes in bytes.

    Metrics of lines cover the present lines, by the newest run that reached each; costs cover all runs. Memory is the
    peak of the process until the run's end.
    """
    effort = _efforts(database)
    reading, asking = effort.get("ingest", {}), effort.get("ask", {})
    return {
        "calls_per_line": {"mean": _ratio(lines.calls, lines.lines), "max": round(lines.most_calls, 3)},
        "attempts_per_line": {"mean": _ratio(lines.attempts, lines.attempted), "max": lines.most_attempts},
        "acceptance": {
            "lines": lines.lines,
            "accepted": lines.accepted,
            "rate": _ratio(lines.accepted, lines.lines),
            "at_first_attempt": _ratio(lines.accepted_at_once, lines.attempted),
        },
        "failures": _failures(lines),
        "seconds_per_line": {
            "mean": _ratio(reading.get("seconds", 0), reading.get("lines", 0), 6),
            "lines": int(reading.get("lines", 0)),
        },
        "seconds_per_question": _questions(database),
        "seconds_in_passes": round(effort.get("pass", {}).get("seconds", 0), 3),
        "calls": _calls(database, effort),
        "calls_per_question": _ratio(asking.get("calls", 0), asking.get("runs", 0)),
        "peak_bytes": _peaks(database),
        "stored_bytes": _sizes(database),
    }


def _failures(lines: LineSums) -> list[dict[str, Any]]:
    """Return why lines were left out, the most frequent causes first."""
    by_status: dict[str, dict[str, int]] = {}
    for (status, reason), number in lines.reasons.items():
        by_status.setdefault(status, {})[reason] = number
    merged = [
        (number, status, reason) for status in by_status for reason, number in merge_causes(by_status[status]).items()
    ]
    ordered = sorted(merged, key=lambda each: (-each[0], each[1], each[2]))
    return [{"status": status, "reason": reason, "lines": number} for number, status, reason in ordered[:COMMONEST]]


def _calls(database: Database, effort: dict[str, dict[str, float]]) -> dict[str, int]:
    """Return the sums of all runs. A run's effort is stored with its end: what a killed one asked for is known by the
    responses that were committed, which are all calls that were made but for those without an answer."""
    sums = {name: int(sum(each.get(name, 0) for each in effort.values())) for name in COUNTED}
    committed = database.all("SELECT coalesce(sum(answers), 0) FROM spent")[0][0]
    return {**sums, "calls": max(sums["calls"], committed)}


def _efforts(database: Database) -> dict[str, dict[str, float]]:
    """Return what runs took, summed by their kind. `runs` counts those of which it is known."""
    sql = "SELECT kind, name, sum(amount), count(*) FROM effort JOIN run ON id = run GROUP BY kind, name"
    found: dict[str, dict[str, float]] = {}
    for kind, name, amount, count in database.all(sql):
        found.setdefault(kind, {})[name] = amount
        if name == "seconds":
            found[kind]["runs"] = count
    return found


def _questions(database: Database) -> dict[str, Any]:
    sql = (
        "SELECT count(*), avg(amount), max(amount) FROM effort JOIN run ON id = run "
        "WHERE kind = 'ask' AND name = 'seconds' AND status = 'done'"
    )
    count, mean, most = database.all(sql)[0]
    rounded = [None if value is None else round(value, 6) for value in (mean, most)]
    return {"mean": rounded[0], "max": rounded[1], "questions": count}


def _peaks(database: Database) -> dict[str, int]:
    sql = "SELECT kind, max(amount) FROM effort JOIN run ON id = run WHERE name = 'peak_bytes' GROUP BY kind"
    return {kind: int(amount) for kind, amount in sorted(database.all(sql))}


def _sizes(database: Database) -> dict[str, int]:
    """Return the bytes of the database file's pages, and of the vectors among them."""
    pages = database.all("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")[0][0]
    return {"database": pages, "vectors": sum(_vector_bytes(database))}


def _vector_bytes(database: Database) -> list[int]:
    """Return how many bytes the stored vectors take, table by table."""
    tables = [name for (name,) in database.all("SELECT name FROM sqlite_master WHERE name IN ('embedding', 'vector')")]
    return [database.all(f"SELECT coalesce(sum(length(body)), 0) FROM {name}")[0][0] for name in tables]


def _ratio(part: float, whole: float, digits: int = 3) -> float | None:
    return round(part / whole, digits) if whole else None
