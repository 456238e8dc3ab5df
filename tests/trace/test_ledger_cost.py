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


def work_of_newest(questions: int) -> int:
    """Return how many hundreds of SQLite's instructions finding the newest run but questions takes, asked again."""
    database = Database(None, [TRACE_SCHEMA])
    ledger = Ledger(database)
    ledger.begin("ingest", {})
    for number in range(questions):
        ledger.begin("ask", {"question": number})
    assert ledger.newest_but("ask") == 1
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    ledger.begin("ask", {"question": "one more"})
    database._connection.set_progress_handler(count, 10)
    assert ledger.newest_but("ask") == 1
    database._connection.set_progress_handler(None, 0)
    database.close()
    return counted


def test_the_newest_run_but_questions_costs_the_same_however_many_were_asked() -> None:
    """A server asks for it before each answer."""
    assert work_of_newest(2000) <= work_of_newest(20) + 5


def test_the_newest_run_but_questions_is_the_one_that_was_added_last() -> None:
    database = Database(None, [TRACE_SCHEMA])
    ledger, other = Ledger(database), Ledger(database)
    assert ledger.newest_but("ask") == 0
    for kind, newest in (("ask", 0), ("ingest", 2), ("ask", 2), ("ask", 2), ("pass", 5), ("ask", 5)):
        other.begin(kind, {"kind": kind})
        assert ledger.newest_but("ask") == newest
        assert Ledger(database).newest_but("ask") == newest
    database.close()
