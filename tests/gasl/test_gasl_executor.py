"""Commands and plans carried out without a model: statuses, control flow, records."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pramana.errors import InputError, ParseError
from pramana.gasl import GASLExecutor, Plan, StateStore, Status, hint_text, item_rows
from pramana.gasl.plan import PlanConfig
from pramana.graph.adapters import Caps, MemoryAdapter


def plan(*commands: str, **config: bool) -> Plan:
    return Plan(plan_id="p", why="to see", commands=commands, config=PlanConfig(**config))


def values(gasl: GASLExecutor, *commands: str) -> list[Any]:
    """Carry out commands, and return the items of the last without their provenance."""
    results = [gasl.execute_one(command) for command in commands]
    found = item_rows(results[-1].value)
    return [{name: item[name] for name in item if name != "provenance"} for item in found]


# Data


@pytest.mark.parametrize(
    ("command", "value"),
    [
        ("IF LEN ${n} > 1 THEN COUNT n AS c ELSE FIND edges AS c", 4),
        ("IF LEN ${n} > 9 THEN FIND edges AS c ELSE COUNT n AS c", 4),
        ("IF LEN ${n} > 9 THEN COUNT n AS c", None),
        ("ON EMPTY nothing THEN COUNT n AS c", 4),
        ("ON EMPTY n THEN COUNT n AS c", None),
        ("TRY\nCOUNT n AS c\nASSERT ${c} > 0\nEND", 4),
        ("TRY\nCOUNT nope AS c\nCATCH ANY\nCOUNT n AS c\nFINALLY\nFIND edges AS e\nEND", 4),
        ("IF LEN ${n} > 1 THEN IF LEN ${n} > 9 THEN COUNT n AS d ELSE COUNT n AS c", 4),
    ],
)
def test_what_a_branch_made_is_the_result(gasl: GASLExecutor, command: str, value: int | None) -> None:
    """The value of the command that IF, ON or TRY executed is theirs, and that of a plan that ends with them."""
    gasl.execute_one("FIND nodes AS n")
    gasl.execute_one("FIND nodes WHERE id = 'none' AS nothing")
    assert gasl.execute_one(command).value == value
    before = ("FIND nodes AS n", "TRY", "FIND nodes WHERE id = 'none' AS nothing", "END", command)
    done = gasl.run_plan(plan(*before, continue_on_empty=True))
    assert value is None or done.value == value


def test_fields_are_picked_and_missing_ones_are_null(gasl: GASLExecutor) -> None:
    """SELECT FIELDS keeps the named fields and the provenance; what an item does not have is null."""
    found = gasl.execute_one("FIND nodes LIMIT 1 AS n"), gasl.execute_one("SELECT n FIELDS name, text AS t")
    (item,) = found[1].value
    assert {name: item[name] for name in ("name", "text")} == {"name": "Ann", "text": None}
    assert item["provenance"][0]["id"] == "ann"
    assert found[1].metrics["hints"][0]["field"] == "text"


def test_items_are_kept_where_a_condition_is_true(gasl: GASLExecutor) -> None:
    """SELECT WHERE keeps what the condition is true of, variables bound whole."""
    kept = values(gasl, "FIND nodes AS n", 'FIND nodes WHERE id = "ann" AS a', "SELECT n WHERE name IN ${a.name} AS m")
    assert [item["id"] for item in kept] == ["ann"]


def test_sorting_puts_numbers_before_texts_and_missing_last(gasl: GASLExecutor) -> None:
    """SORT orders by kind, then value; what is missing comes last whichever way it sorts."""
    up = values(gasl, "FIND nodes AS n", "SORT n BY age AS s")
    assert [item["id"] for item in up] == ["bob", "ann", "cy", "orbit"]
    down = values(gasl, "SORT n BY age DESC LIMIT 4 AS s")
    assert [item["id"] for item in down] == ["cy", "ann", "bob", "orbit"]


def test_sorting_says_which_items_have_no_value(gasl: GASLExecutor) -> None:
    """The oldest of four is the oldest of the three whose age is known."""
    gasl.execute_one("FIND nodes AS n")
    (hint,) = gasl.execute_one("SORT n BY age, id AS s").metrics["hints"]
    assert hint_text(hint) == "1 of 4 items have no age; they come last."
    assert "hints" not in gasl.execute_one("SORT n BY id AS s").metrics
    for command in ("AGGREGATE n MIN age, AVG age AS a", "GROUP n BY kind COUNT, MAX age AS a"):
        told = list(map(hint_text, gasl.execute_one(command).metrics["hints"]))
        assert told[-1] == "1 of 4 items have no age; they are left out."


def test_groups_aggregate_and_keep_all_sources(gasl: GASLExecutor) -> None:
    """GROUP gives an item a group with its aggregates and the provenance of all members."""
    gasl.execute_one("FIND edges AS e")
    found = gasl.execute_one("GROUP e BY relation COUNT, MIN since, AVG since AS g")
    first = dict(found.value[0])
    assert [record["id"] for record in first.pop("provenance")] == ["ann -KNOWS-> bob", "bob -KNOWS-> cy"]
    assert first == {"relation": "KNOWS", "count": 2, "min_since": 2001, "avg_since": 2005.5}
    assert found.count == 3


def test_distinct_unites_provenance(gasl: GASLExecutor) -> None:
    """DISTINCT keeps the first of those alike, with where all of them come from."""
    gasl.execute_one("FIND edges AS e")
    gasl.execute_one("SELECT e FIELDS since AS s")
    found = gasl.execute_one("DISTINCT s AS d")
    assert [item["since"] for item in found.value] == [2001, 2010, 1999]
    assert [record["id"] for record in found.value[2]["provenance"]] == ["cy -OWNS-> orbit", "ann -FOUNDED-> orbit"]


def test_count_of_nothing_is_zero(gasl: GASLExecutor) -> None:
    """COUNT succeeds where there is nothing to count."""
    gasl.execute_one('FIND nodes WHERE id = "nobody" AS n')
    found = gasl.execute_one("COUNT n AS c")
    assert (found.status, found.value) == (Status.SUCCESS, 0)


def test_state_takes_items_with_their_sources(gasl: GASLExecutor) -> None:
    """UPDATE writes items without the field `provenance`, and what it held beside them."""
    gasl.execute_one("FIND nodes LIMIT 1 AS n")
    gasl.execute_one("UPDATE people WITH n")
    (item,) = gasl.state.items(("people",))
    assert "provenance" not in item.value
    assert item.provenance[0]["doc_id"] == "x.txt"


def test_a_name_of_the_state_can_be_read_like_a_variable(gasl: GASLExecutor) -> None:
    """Where there is no variable of a name, what the state holds under it is read, provenance included."""
    gasl.execute_one("FIND nodes LIMIT 2 AS n")
    gasl.execute_one("UPDATE people WITH n")
    later = GASLExecutor(gasl.adapter, state=gasl.state)
    found = later.execute_one('SELECT people WHERE name = "Ann" AS a')
    assert found.value[0]["provenance"][0]["id"] == "ann"


# Statuses


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("FIND nodes AS x", Status.SUCCESS),
        ('FIND nodes WHERE id = "q" AS x', Status.EMPTY),
        ("FIND nodes WHERE id = ${nope} AS x", Status.BINDING_FAILURE),
        ("UPDATE people WITH nope", Status.BINDING_FAILURE),
        ("SELECT nope FIELDS a AS x", Status.BINDING_FAILURE),
        ("REQUIRE EXISTS nope", Status.BINDING_FAILURE),
        ("ASSERT 1 = 2", Status.ERROR),
        ("ASSERT LEN ${n} = 4 AND LEN ${n} > 3", Status.SUCCESS),
        ("ASSERT n > 3", Status.ERROR),
        ("SELECT c FIELDS a AS x", Status.ERROR),
        ("DECLARE people AS COUNTER", Status.ERROR),
        ("DECLARE people AS LIST", Status.SUCCESS),
        ("UPDATE people WITH c MERGE", Status.SUCCESS),
        ("ON EMPTY nope THEN COUNT n AS x", Status.BINDING_FAILURE),
        ("ON EMPTY n THEN COUNT n AS x", Status.SUCCESS),
        ("IF LEN ${n} > 9 THEN COUNT n AS x", Status.SUCCESS),
        ('CANCEL PLAN "p"', Status.ERROR),
        ('PROCESS n USING "x" AS y', Status.ERROR),
        ('ANALYZE nope USING "x" AS y', Status.BINDING_FAILURE),
        ("FIND", Status.ERROR),
    ],
)
def test_each_command_ends_in_its_status(gasl: GASLExecutor, command: str, status: Status) -> None:
    """How a command ended is said by one of six statuses."""
    for before in ("FIND nodes AS n", "COUNT n AS c", "DECLARE people AS LIST"):
        assert gasl.execute_one(before).status is Status.SUCCESS
    if "ASSERT 1" in command:
        command = "ASSERT ${c} = 99"
    assert gasl.execute_one(command).status is status


def test_a_variable_whose_step_failed_has_no_value(gasl: GASLExecutor) -> None:
    """What a variable held before is not taken for what a failed step should have made."""
    gasl.execute_one("FIND nodes AS n")
    gasl.execute_one("FIND nodes WHERE id = ${nope} AS n")
    assert gasl.execute_one("COUNT n AS c").status is Status.BINDING_FAILURE


def test_binding_failures_name_the_nearest(gasl: GASLExecutor) -> None:
    """A variable that is not there comes with the nearest that are."""
    gasl.execute_one("FIND nodes AS people")
    found = gasl.execute_one("COUNT poeple AS c").error
    assert found is not None
    assert found["nearest"] == ["people"]


def test_unknown_caps_name_the_nearest_and_caps_end_with_the_plan(graph: MemoryAdapter) -> None:
    """SET knows its caps, max_path_len among them, and what it set holds to the end of the plan."""
    gasl = GASLExecutor(graph)
    refused = gasl.execute_one("SET adapter.caps.max_pathlength = 2").error
    assert refused is not None
    assert refused["nearest"][0] == "adapter.caps.max_path_length"
    done = gasl.run_plan(plan("SET adapter.caps.max_path_len=1", 'FIND paths WHERE start.id = "ann" AS p'))
    assert done.results[1].metrics["max_length"] == 1
    assert graph.caps == Caps()


# Plans


def test_a_plan_ends_at_what_fails(gasl: GASLExecutor) -> None:
    """With `stop_on_error` the first command that fails ends the plan; without, it goes on and is partial."""
    commands = ("COUNT nope AS c", "FIND nodes AS n")
    stopped = gasl.run_plan(plan(*commands))
    assert (stopped.status, len(stopped.results)) == (Status.BINDING_FAILURE, 1)
    went_on = gasl.run_plan(plan(*commands, stop_on_error=False))
    assert (went_on.status, len(went_on.results), went_on.stopped) == (Status.PARTIAL, 2, "")


def test_a_plan_ends_at_nothing_unless_somebody_answers(gasl: GASLExecutor) -> None:
    """An empty result ends a plan, but with `continue_on_empty`, inside TRY, and where an ON EMPTY follows."""
    nothing, more = 'FIND nodes WHERE id = "q" AS n', "FIND edges AS e"
    assert gasl.run_plan(plan(nothing, more)).status is Status.EMPTY
    assert gasl.run_plan(plan(nothing, more, continue_on_empty=True)).status is Status.SUCCESS
    assert gasl.run_plan(plan("TRY", nothing, more, "END")).status is Status.SUCCESS
    answered = gasl.run_plan(plan(nothing, "ON ERROR n THEN FIND edges AS x", "ON EMPTY n THEN FIND nodes AS n", more))
    assert (answered.status, len(answered.results)) == (Status.SUCCESS, 4)
    assert len(answered.context.get("n")) == 4
    other = gasl.run_plan(plan(nothing, "ON EMPTY e THEN FIND nodes AS n", more))
    assert len(other.results) == 1


def test_a_failure_that_is_answered_does_not_end_the_plan(gasl: GASLExecutor) -> None:
    """Where the next command is an ON ERROR for the variable, the plan goes on."""
    done = gasl.run_plan(plan("SELECT nope FIELDS a AS s", "ON ERROR s THEN FIND nodes AS s", "COUNT s AS c"))
    assert done.context.get("c") == 4


def test_guards_end_a_plan_whatever_its_settings(gasl: GASLExecutor) -> None:
    """REQUIRE and ASSERT end a plan also without `stop_on_error`; TRY catches them."""
    for guard in ("REQUIRE EXISTS nope", "ASSERT LEN ${n} > 9"):
        ended = gasl.run_plan(plan("FIND nodes AS n", guard, "COUNT n AS c", stop_on_error=False))
        assert len(ended.results) == 2
        assert "does not hold" in ended.stopped
        caught = gasl.run_plan(plan("FIND nodes AS n", "TRY", guard, "CATCH ANY", "COUNT n AS c", "END"))
        assert caught.context.get("c") == 4


def test_blocks_catch_and_clean_up(gasl: GASLExecutor) -> None:
    """The body ends at what fails; CATCH answers it; FINALLY is carried out in any case; blocks nest."""
    done = gasl.run_plan(
        plan(
            "TRY\nTRY\nCOUNT nope AS a\nFINALLY\nFIND nodes AS inner\nEND\nFIND nodes AS skipped\nCATCH ANY\n"
            "FIND edges AS caught\nFINALLY\nFIND nodes LIMIT 1 AS last\nEND"
        )
    )
    assert done.status is Status.SUCCESS
    assert done.context.names() == ["inner", "caught", "last"]
    assert done.results[0].metrics["caught"]["status"] == "binding_failure"
    uncaught = gasl.run_plan(plan("TRY", "COUNT nope AS a", "FINALLY", "FIND nodes AS f", "END", "FIND nodes AS g"))
    assert uncaught.status is Status.BINDING_FAILURE
    assert uncaught.context.names() == ["f"]


def test_a_plan_can_cancel_itself(gasl: GASLExecutor) -> None:
    """CANCEL PLAN ends the plan of that id, through TRY; of another id it is an error."""
    done = gasl.run_plan(plan("TRY", 'CANCEL PLAN "p"', "CATCH ANY", "FIND nodes AS c", "END", "FIND nodes AS d"))
    assert done.context.names() == []
    assert done.stopped.startswith("CANCEL PLAN")
    assert gasl.run_plan(plan('CANCEL PLAN "other"')).status is Status.ERROR


def test_branches_choose(gasl: GASLExecutor) -> None:
    """IF carries out THEN where its condition is true, else ELSE."""
    done = gasl.run_plan(
        plan(
            "FIND nodes AS n",
            "IF LEN ${n} > 3 THEN COUNT n AS a ELSE FIND edges AS a",
            "IF LEN ${n} > 4 THEN COUNT n AS b ELSE FIND edges LIMIT 1 AS b",
        )
    )
    assert done.context.get("a") == 4
    assert len(done.context.get("b")) == 1


def test_nothing_runs_of_a_plan_that_cannot_be_read(gasl: GASLExecutor) -> None:
    """A plan is read whole before its first command is carried out."""
    with pytest.raises(ParseError):
        gasl.run_plan(plan("DECLARE a AS LIST", "FNID nodes AS n"))
    with pytest.raises(InputError):
        gasl.run_plan({"plan_id": "p"})
    assert gasl.state.steps == 0


def test_variables_end_with_their_plan(gasl: GASLExecutor) -> None:
    """Each plan begins without variables; the state stays."""
    gasl.run_plan(plan("FIND nodes AS n", "UPDATE people WITH n"))
    later = gasl.run_plan(plan("COUNT people AS c", "COUNT n AS d", stop_on_error=False))
    assert later.context.get("c") == 4
    assert later.results[1].status is Status.BINDING_FAILURE


# Records


def test_every_step_is_recorded(gasl: GASLExecutor) -> None:
    """The history has each step with its why, status, summary and metrics; replay has the commands of the plan."""
    gasl.run_plan(plan("FIND nodes AS n", "IF LEN ${n} > 1 THEN COUNT n AS c", "COUNT nope AS x"))
    history = gasl.state.history()
    assert [(record["step"], record["depth"], record["status"]) for record in history] == [
        (1, 0, "success"),
        (2, 1, "success"),
        (3, 0, "success"),
        (4, 0, "binding_failure"),
    ]
    assert {record["why"] for record in history} == {"to see"}
    assert history[0]["summary"]["count"] == 4
    assert history[3]["errors"][0]["variable"] == "nope"
    assert gasl.state.replay_info()["commands"] == [
        "FIND nodes AS n",
        "IF LEN ${n} > 1 THEN COUNT n AS c",
        "COUNT nope AS x",
    ]
    assert [record.step for record in gasl.command_history] == [1, 2, 3, 4]


def test_only_declare_and_update_change_the_state(gasl: GASLExecutor) -> None:
    """All other commands leave the state's hash as it was."""
    before = gasl.state.hash
    gasl.run_plan(plan("FIND nodes AS n", "SORT n BY name AS s", "GROUP n BY type AS g", "COUNT n AS c"))
    assert gasl.state.hash == before
    gasl.execute_one("DECLARE k AS LIST")
    assert gasl.state.hash != before


def test_a_command_that_cannot_be_read_says_how_to_mend_it(gasl: GASLExecutor) -> None:
    """A text that is no command is an error with its place, the nearest and an example; it is not replayed."""
    found = gasl.execute_one("FNID nodes AS n").error
    assert found is not None
    assert (found["type"], found["column"], found["nearest"]) == ("ParseError", 1, ["FIND"])
    assert gasl.state.replay_info()["commands"] == []


def test_commands_run_where_an_event_loop_runs(graph: MemoryAdapter) -> None:
    """Inside a running event loop both the synchronous and the asynchronous methods work."""

    async def work() -> tuple[Status, Status]:
        gasl = GASLExecutor(graph, state=StateStore())
        return gasl.execute_one("FIND nodes AS n").status, (await gasl.aexecute_one("COUNT n AS c")).status

    assert asyncio.run(work()) == (Status.SUCCESS, Status.SUCCESS)
