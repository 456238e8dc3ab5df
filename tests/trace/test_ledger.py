"""Runs with their steps and proposals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import InputError
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, Proposal, RunStatus, Step, Trail, Verdict

CHAIN = ("ingest", "remove")


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [TRACE_SCHEMA]) as opened:
        yield opened


@pytest.fixture
def ledger(database: Database) -> Ledger:
    return Ledger(database)


def fresh() -> Ledger:
    return Ledger(Database(None, [TRACE_SCHEMA]))


def write_steps(ledger: Ledger, run: int, paths: list[str]) -> None:
    trail = Trail()
    for path in paths:
        trail.at(path).record("kind", {"path": path})
        trail.at(path).propose({"path": path}, Verdict.CHECKED, "because")
    ledger.write(run, trail)


# Beginning and going on


def test_run_begins_at_work(ledger: Ledger) -> None:
    """A new run has the next number, its manifest, no result and no end."""
    run = ledger.begin("ingest", {"a": [1, "क"]}, CHAIN)
    assert (run.id, run.kind, run.manifest, run.status, run.result) == (1, "ingest", {"a": [1, "क"]}, "running", {})
    assert run.ended is None
    ledger.end(run.id, RunStatus.DONE, {"lines": 3})
    ended = ledger.run(run.id)
    assert (ended.status, ended.result) == (RunStatus.DONE, {"lines": 3})
    assert ended.ended is not None


@pytest.mark.parametrize("status", [None, RunStatus.STOPPED, RunStatus.FAILED])
def test_run_without_an_end_is_gone_on_with(ledger: Ledger, status: RunStatus | None) -> None:
    """The same command resumes a run that was killed, was stopped or failed."""
    first = ledger.begin("ingest", {"b": 1, "a": 2}, CHAIN)
    if status:
        ledger.end(first.id, status, {})
    again = ledger.begin("ingest", {"a": 2, "b": 1}, CHAIN)
    assert (again.id, again.status) == (first.id, RunStatus.RUNNING)


@pytest.mark.parametrize("status", [RunStatus.DONE, RunStatus.PARTIAL])
def test_run_with_an_end_is_not_gone_on_with(ledger: Ledger, status: RunStatus) -> None:
    """What came to an end stays as it is; the same command begins a new run."""
    first = ledger.begin("ingest", {}, CHAIN)
    ledger.end(first.id, status, {})
    assert ledger.begin("ingest", {}, CHAIN).id == first.id + 1
    assert ledger.run(first.id).status is status


def test_only_the_newest_of_a_chain_is_gone_on_with(ledger: Ledger) -> None:
    """A run that another of its chain came after is never gone on with; runs outside the chain do not matter."""
    first = ledger.begin("ingest", {"x": 1}, CHAIN)
    ledger.begin("ask", {"question": "?"})
    assert ledger.begin("ingest", {"x": 1}, CHAIN).id == first.id
    removal = ledger.begin("remove", {}, CHAIN)
    assert ledger.begin("ingest", {"x": 1}, CHAIN).id == removal.id + 1


def test_other_manifest_begins_a_new_run(ledger: Ledger) -> None:
    """Only a run with an equal manifest is the same run."""
    first = ledger.begin("ingest", {"x": 1}, CHAIN)
    assert ledger.begin("ingest", {"x": 1.0}, CHAIN).id == first.id + 1


def test_run_outside_any_chain_is_always_new(ledger: Ledger) -> None:
    """Without a chain nothing is gone on with."""
    assert ledger.begin("ask", {}).id != ledger.begin("ask", {}).id
    assert [run.kind for run in ledger.runs()] == ["ask", "ask"]
    assert ledger.runs("ingest") == []


def test_unknown_run_is_bad_input(ledger: Ledger) -> None:
    """The message names the newest run there is."""
    with pytest.raises(InputError, match="Run 1 does not exist; no run is recorded yet"):
        ledger.run(1)
    ledger.begin("ask", {})
    with pytest.raises(InputError, match="Run 7 does not exist; the newest is 1"):
        ledger.run(7)


# Steps and proposals


def test_later_record_at_a_path_replaces_the_earlier(ledger: Ledger) -> None:
    """A path holds one step and one proposal, within one trail and across two; what was written leaves the trail."""
    run = ledger.begin("ingest", {}).id
    trail = Trail("line").at(7, "score", "B", 2)
    trail.record("call", {"n": 1})
    trail.record("call", {"n": 2})
    trail.propose("x", Verdict.REFUSED, "no", (1, 100))
    ledger.write(run, trail)
    assert (trail.steps, trail.timings, trail.proposals) == ([], [], [])
    assert list(ledger.steps(run)) == [Step("line/7/score/B/2", "call", {"n": 2})]
    trail.record("other", {"n": 3})
    trail.propose("y", Verdict.VERIFIED, "yes", (90,))
    ledger.write(run, trail)
    assert list(ledger.steps(run)) == [Step("line/7/score/B/2", "other", {"n": 3})]
    assert list(ledger.proposals(run)) == [Proposal("line/7/score/B/2", "y", Verdict.VERIFIED, "yes", (90,))]


TRICKY = [
    "a",
    "a/1",
    "a/10",
    "a/1/x",
    "a/1/x/y",
    "a/1.txt",
    "a/1-",
    "a/10/x",
    "a0",
    "A/1",
    "a/1\u0301",
    "a//1",
    "é/1",
    "%/1",
    "a_1",
]


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("", sorted(TRICKY)),
        ("a/1", ["a/1", "a/1/x", "a/1/x/y"]),
        ("a/10", ["a/10", "a/10/x"]),
        ("a/1/x", ["a/1/x", "a/1/x/y"]),
        ("%", ["%/1"]),
        ("é", ["é/1"]),
        ("b", []),
    ],
)
def test_below_a_path_is_what_stands_under_it(ledger: Ledger, below: str, expected: list[str]) -> None:
    """Below `a/1` stands `a/1/x`, and neither `a/10` nor `a/1.txt`; other runs are left out."""
    run, other = ledger.begin("ingest", {}).id, ledger.begin("ingest", {}).id
    write_steps(ledger, run, TRICKY)
    write_steps(ledger, other, TRICKY)
    assert [step.path for step in ledger.steps(run, below)] == expected
    assert [proposal.path for proposal in ledger.proposals(run, below)] == expected


def test_steps_come_in_pages_between_which_others_may_write(ledger: Ledger) -> None:
    """Thousands of steps come by path, each once, also where some that came are deleted on the way."""
    run = ledger.begin("ingest", {}).id
    places = [f"line/{number:05}" for number in range(2_000)]
    write_steps(ledger, run, places)
    came = []
    for step in ledger.steps(run, "line"):
        came.append(step.path)
        ledger.clear(run, step.path)
    assert came == places
    assert list(ledger.proposals(run)) == []


def test_numbers_are_those_of_runs(ledger: Ledger) -> None:
    """`numbers` are the numbers of all runs, or of those of some kinds, oldest first."""
    kinds = ["ask", "ingest", "ask", "remove"]
    made = [ledger.begin(kind, {}).id for kind in kinds]
    assert ledger.numbers() == made
    assert ledger.numbers("ask", "remove") == [made[0], made[2], made[3]]


paths = st.lists(st.sampled_from(["a", "1", "10", "a.txt", "é", "-", "0", "~"]), min_size=1, max_size=3).map("/".join)


@settings(max_examples=60)
@given(st.lists(paths, max_size=8, unique=True), paths)
def test_forgetting_takes_what_stands_below_and_nothing_else(held: list[str], below: str) -> None:
    """`forget` takes from every run the records at the path and under it; `steps` finds the same ones."""
    ledger = fresh()
    runs = [ledger.begin("ingest", {}).id for _ in range(2)]
    for run in runs:
        write_steps(ledger, run, held)
    under = sorted(path for path in held if path == below or path.startswith(below + "/"))
    assert [step.path for step in ledger.steps(runs[0], below)] == under
    ledger.forget(below)
    for run in runs:
        rest = sorted(set(held) - set(under))
        assert [step.path for step in ledger.steps(run)] == rest
        assert [proposal.path for proposal in ledger.proposals(run)] == rest
        assert list(ledger.recorded_steps(run)) == rest


def test_recorded_steps_are_a_mapping(ledger: Ledger) -> None:
    """Replay looks steps up by path; of a run that recorded none the mapping is empty, and true all the same."""
    run = ledger.begin("ingest", {}).id
    write_steps(ledger, run, ["b", "a"])
    recorded = ledger.recorded_steps(run)
    assert dict(recorded) == {path: Step(path, "kind", {"path": path}) for path in ("a", "b")}
    assert (len(recorded), recorded.get("c")) == (2, None)
    with pytest.raises(KeyError):
        recorded["c"]
    nothing = ledger.recorded_steps(99)
    assert (len(nothing), list(nothing)) == (0, [])


def test_trails_share_one_buffer() -> None:
    """Whatever is recorded below a place is written with it, under its whole path."""
    trail = Trail("rama.txt").at("line", 7)
    below = trail.at("score", "B", 2)
    below.record("call", {})
    assert [step.path for step in trail.steps] == ["rama.txt/line/7/score/B/2"]
    assert [verdict.accepted for verdict in Verdict] == [True, True, False]


def test_newest_run_of_some_kinds_is_told_by_its_number(ledger: Ledger) -> None:
    """Of the kinds that are asked for the newest counts; where none ran it is 0."""
    ingest, _, ask = (ledger.begin(kind, {"n": kind}).id for kind in ("ingest", "pass", "ask"))
    assert (ledger.newest("ingest", "remove"), ledger.newest("ingest", "ask"), ledger.newest("remove")) == (
        ingest,
        ask,
        0,
    )


# Effort


def test_a_run_keeps_what_it_took(database: Database) -> None:
    """Seconds and the growth of the meter's sums add up over the processes that work on a run; memory is the most."""
    done = {"calls": 5.0, "lines": 0.0}
    ledger = Ledger(database, lambda: done)
    run = ledger.begin("ingest", {}, CHAIN).id
    done["calls"] += 3
    ledger.end(run, RunStatus.STOPPED, {})
    first = ledger.effort(run)
    assert ledger.begin("ingest", {}, CHAIN).id == run
    done |= {"calls": 10.0, "lines": 4.0}
    ledger.end(run, RunStatus.DONE, {})
    whole = ledger.effort(run)
    assert (first["calls"], whole["calls"], whole["lines"]) == (3, 5, 4)
    assert 0 < first["seconds"] < whole["seconds"] < 60
    assert whole["peak_bytes"] >= first["peak_bytes"] > 1_000_000
    assert "lines" not in first


def test_what_another_process_began_has_no_effort_here(database: Database) -> None:
    """A run that this ledger did not begin gets an end and no times."""
    run = Ledger(database).begin("ingest", {}).id
    here = Ledger(database)
    here.end(run, RunStatus.DONE, {})
    assert here.effort(run) == {}


def test_the_newest_runs_are_found_without_the_others(ledger: Ledger) -> None:
    """`last` counts back from the newest, one kind left out; `newest_with` looks at manifests."""
    for number in range(6):
        ledger.begin("pass" if number % 2 else "ask", {"name": f"n{number % 3}", "at": number})
    assert [run.id for run in ledger.last(2)] == [5, 6]
    assert [run.id for run in ledger.last(2, without="pass")] == [3, 5]
    found = ledger.newest_with("pass", "name", "n1")
    assert found is not None and found.id == 2
    assert ledger.newest_with("pass", "name", "n9") is None
