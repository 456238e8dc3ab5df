"""One plan executed from one snapshot."""

from __future__ import annotations

import asyncio

from planners import FIND_STAFF, FIRM, action

from pramana.investigate import NextAction, PlanStepper, StateFork, Stepped


def step(next_action: NextAction, snapshot: StateFork | None = None) -> Stepped:
    return asyncio.run(PlanStepper(FIRM).apply(snapshot or StateFork.root(), next_action))


def test_a_snapshot_is_never_written() -> None:
    """A plan works on a fork: the snapshot that it began from holds what it held."""
    root = StateFork.root()
    before = root.hash
    stepped = step(action(*FIND_STAFF), root)
    assert root.hash == before != stepped.snapshot.hash
    assert root.state.keys() == [] and stepped.snapshot.state.keys() == [("staff",)]


def test_equal_results_are_one_snapshot() -> None:
    """Two plans that put the same into the state lead to one hash: the same node of a search."""
    one = step(action(*FIND_STAFF))
    other = step(action('FIND edges WHERE relation = "WORKS_FOR" AS e', "SELECT e FIELDS id, source, target, since AS s",
                        "UPDATE staff WITH s"))  # fmt: skip
    assert one.snapshot.hash == other.snapshot.hash


def test_what_a_plan_came_to_is_counted() -> None:
    """Items and evidence gained, assertions held and failed, empty results and errors are signals."""
    good = step(action(*FIND_STAFF, "ASSERT LEN ${staff} = 2"))
    assert good.signals.as_json() == {
        "assertions_held": 1,
        "assertions_failed": 0,
        "items_gained": 2,
        "evidence_gained": 2,
        "empties": 0,
        "errors": 0,
        "repeated": 0,
    }
    bad = step(action('FIND nodes WHERE type = "Ghost" AS none', "ASSERT LEN ${none} > 0"))
    assert (bad.signals.empties, bad.signals.items_gained) == (1, 0)
    failed = step(action("FIND nodes AS n", "ASSERT LEN ${n} > 99"))
    assert (failed.signals.assertions_failed, failed.signals.errors) == (1, 0)
    assert failed.stopped.startswith("A guard does not hold")


def test_commands_that_cannot_be_read_all_come_back() -> None:
    """Nothing of such a plan is executed; each wrong command has its own diagnosis with its fix."""
    stepped = step(action("FNID nodes AS n", "UPDATE kept WITH n", "SORT n ORDER BY age AS s"))
    assert [each.command for each in stepped.diagnoses] == ["FNID nodes AS n", "SORT n ORDER BY age AS s"]
    assert stepped.diagnoses[0].error["nearest"] == ["FIND"]
    assert stepped.diagnoses[1].error["example"] == "SORT found BY weight DESC AS sorted"
    assert (stepped.records, stepped.result) == ((), None)


def test_a_command_that_cannot_be_bound_comes_back() -> None:
    """A name without a value is a diagnosis with its fields, as a command that cannot be read is."""
    stepped = step(action("FIND nodes AS people", "COUNT peopel AS size"))
    (diagnosis,) = stepped.diagnoses
    assert diagnosis.error["type"] == "BindingError" and diagnosis.error["nearest"] == ["people"]


def test_a_failure_that_came_before_is_known_again() -> None:
    """The way to a snapshot remembers plans and failures; two branches do not know each other's."""
    first = step(action("COUNT nothing AS n"))
    again = step(action("COUNT nothing AS n"), first.snapshot)
    elsewhere = step(action("COUNT nothing AS n"), StateFork.root())
    assert (first.signals.repeated, again.signals.repeated, elsewhere.signals.repeated) == (0, 2, 0)


def test_caps_set_by_a_plan_stay_its_own() -> None:
    """SET changes the bounds of a plan's own searches, and not of the graph that others search."""
    before = FIRM.caps
    step(action("SET adapter.caps.max_path_length = 1", "FIND nodes AS n"))
    assert FIRM.caps == before


def test_hints_and_first_items_are_shown() -> None:
    """A planner sees of each command its status, its count, the first item, and why a search found nothing."""
    stepped = step(action('FIND nodes WHERE name = "Ann Rey" AS n'))
    (view,) = stepped.views
    assert (view.status, view.count) == ("empty", 0)
    assert "Did you mean ann or Ann Ray" in view.hints[0]
