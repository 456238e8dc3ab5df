"""What clearing a place in a run costs."""

from __future__ import annotations

from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, Trail, Verdict


def work_of_clearing(lines: int) -> int:
    """Return how many hundreds of SQLite's instructions clearing one line takes in a run of so many."""
    database = Database(None, [TRACE_SCHEMA])
    ledger = Ledger(database)
    run = ledger.begin("ingest", {}).id
    trail = Trail("a.txt")
    for number in range(lines):
        trail.at("line", number).record("outcome", {})
        trail.at("line", number, "attempt", 1).propose({}, Verdict.CHECKED, "")
    ledger.write(run, trail)
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    database._connection.set_progress_handler(count, 10)
    ledger.clear(run, f"a.txt/line/{lines // 2}")
    database._connection.set_progress_handler(None, 0)
    assert sum(1 for _ in ledger.steps(run)) == lines - 1
    database.close()
    return counted


def test_clearing_a_line_costs_the_same_however_long_the_run() -> None:
    """Each line is cleared before it is recorded, so this must not hang on what the run recorded before."""
    assert work_of_clearing(4000) <= 2 * work_of_clearing(100) + 5
