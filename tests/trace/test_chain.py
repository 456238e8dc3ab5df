"""The chain of digests of a run: what was recorded stays provable, also after a purge, and holds no content."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, RunStatus, Trail, Verdict
from pramana.trace.ledger import FREQUENT

SECRET = "Rama gave the bow"


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [TRACE_SCHEMA]) as made:
        yield made


@pytest.fixture
def ledger(database: Database) -> Ledger:
    return Ledger(database)


def record(ledger: Ledger, run: int, *lines: int, text: str = SECRET) -> None:
    trail = Trail("a.txt")
    for line in lines:
        place = trail.at("line", line)
        place.record("outcome", {"text": text})
        place.propose({"text": text}, Verdict.CHECKED, f"because {text}", (90,))
    ledger.write(run, trail)


def flaws(ledger: Ledger) -> list[str]:
    return [str(flaw) for flaw in ledger.flaws()]


def links(database: Database) -> list[tuple[object, ...]]:
    return database.all("SELECT run, number, rows, link FROM chain ORDER BY run, number")


def test_a_run_at_any_stage_fits_its_chain(database: Database, ledger: Ledger) -> None:
    """Begun, written, written again, cleared, resumed and ended: after each step there is nothing to find."""
    run = ledger.begin("ingest", {"of": "a.txt"}).id
    assert flaws(ledger) == []
    record(ledger, run, 1, 2)
    record(ledger, run, 2, 3, text="another reading")
    assert flaws(ledger) == []
    ledger.clear(run, "a.txt/line/2")
    assert flaws(ledger) == []
    ledger.end(run, RunStatus.STOPPED, {})
    ledger.begin("ingest", {"of": "a.txt"}, ("ingest",))
    record(ledger, run, 2)
    ledger.end(run, RunStatus.DONE, {"lines": 3})
    assert flaws(ledger) == []


def test_what_is_rolled_back_is_in_no_chain(database: Database, ledger: Ledger) -> None:
    """Rows and link are one transaction: a killed process leaves both or neither."""
    run = ledger.begin("ingest", {}).id
    before = links(database)
    with pytest.raises(RuntimeError), database.transaction():
        record(ledger, run, 1)
        raise RuntimeError
    assert (links(database), flaws(ledger)) == (before, [])


ALTERED = {
    "step": (
        f"UPDATE step SET packed = pack('{FREQUENT}', replace(body, 'Rama', 'Sita')) WHERE path = 'a.txt/line/2'",
        "run 1, a.txt/line/2",
    ),
    "proposal": ("UPDATE proposal SET verdict = 'verified' WHERE path = 'a.txt/line/1'", "run 1, a.txt/line/1"),
    "run": ("UPDATE run SET status = 'done'", "run 1"),
}


@pytest.mark.parametrize("table", ALTERED)
def test_an_altered_row_is_named(table: str, database: Database, ledger: Ledger) -> None:
    """Table, run and path are named; no other row is."""
    record(ledger, ledger.begin("ingest", {}).id, 1, 2)
    sql, row = ALTERED[table]
    database.execute(sql)
    [flaw] = flaws(ledger)
    assert flaw.startswith(f"{table} ({row}): is not what its run recorded: ")


def test_added_and_deleted_rows_are_found(database: Database, ledger: Ledger) -> None:
    """A row that nobody recorded is named; one that is gone is counted."""
    run = ledger.begin("ingest", {}).id
    record(ledger, run, 1, 2)
    database.execute("INSERT INTO step (run, path, kind, packed) VALUES (?, 'a.txt/line/9', 'outcome', x'00')", (run,))
    database.execute("DELETE FROM proposal WHERE path = 'a.txt/line/1'")
    assert flaws(ledger) == [
        "step (run 1, a.txt/line/9): was not recorded by its run: it was added, or its run or path changed",
        "chain (run 1): 1 recorded rows of steps or proposals are missing",
    ]


def test_a_purge_keeps_every_link_and_no_content(database: Database, ledger: Ledger) -> None:
    """Redacting and forgetting add links; those before them stay, and nothing of the text is in any."""
    run = ledger.begin("ask", {}).id
    record(ledger, run, 1, 2)
    other = ledger.begin("ingest", {}).id
    record(ledger, other, 1)
    before = links(database)
    ledger.redact(run, {"purged": ["a.txt"]})
    ledger.forget("a.txt")
    after = links(database)
    assert [link for link in after if link in before] == before
    assert len(after) > len(before)
    assert not any(SECRET.encode() in bytes(str(link[2]), "utf-8") + link[2] for link in after)  # type: ignore[operator]
    assert (flaws(ledger), list(ledger.steps(run)), list(ledger.steps(other))) == ([], [], [])


def test_an_altered_link_is_found(database: Database, ledger: Ledger) -> None:
    """Whoever fits the digest in a link to an altered row breaks the chain from there on."""
    run = ledger.begin("ingest", {}).id
    record(ledger, run, 1)
    database.execute("UPDATE chain SET rows = zeroblob(length(rows)) WHERE number = 2")
    assert any("link 2): rows or link were changed" in flaw for flaw in flaws(ledger))
