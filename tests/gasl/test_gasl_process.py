"""PROCESS and ANALYZE: what a model is shown, what of its answers is kept, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio.lowlevel
import pytest

from pramana.errors import BudgetExceeded
from pramana.gasl import GASLExecutor, Plan, ProcessInput, StateStore, Status, Verified, replay
from pramana.graph import Node
from pramana.graph.adapters import MemoryAdapter
from pramana.llm import RESPONSE_SCHEMA, Abstention, Ask, Budget, Gateway, Ptool, RawResponse
from pramana.store import Database
from pramana.trace import Trail

MakeGateway = Callable[..., Gateway]
NAMES = 'PROCESS people USING "who is it" RETURNING LIST OF {who: text, age: integer?} AS names'


def names(ask: Ask) -> Any:
    """A model that makes an item of each item, and quotes its name."""
    return {
        "items": [
            {"of": [each.item], "data": {"who": each.data["name"].upper()}, "quote": each.data["name"]}
            for each in ask.value.items  # type: ignore[attr-defined]
        ]
    }


def bare(items: Sequence[Any]) -> list[Any]:
    return [{name: item[name] for name in item if name != "provenance"} for item in items]


def ran(graph: MemoryAdapter, gateway: Gateway | None, *commands: str, state: StateStore | None = None) -> GASLExecutor:
    executor = GASLExecutor(graph, gateway, state)
    executor.execute_one('FIND nodes WHERE type = "Person" AS people')
    for command in commands:
        executor.execute_one(command)
    executor.close()
    return executor


def test_each_output_item_keeps_its_sources_and_how_it_was_made(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """An output item has the provenance of its inputs, and a record of the model, the parameters and the response."""
    items = ran(graph, gateway(names), NAMES).context.get("names")
    assert bare(items) == [{"who": name, "age": None} for name in ("ANN", "BOB", "CY")]
    graph_record, made = items[0]["provenance"]
    assert graph_record["doc_id"] == "x.txt"
    assert (made["source"], made["quote"]) == ("process", "Ann")
    extraction = made["extraction"]
    assert extraction["model"] == "scripted:scripted"
    assert extraction["parameters"] == {"temperature": 0.0, "max_tokens": 4096}
    assert extraction["response"].endswith("#1")
    assert extraction["time"].endswith("Z")


def test_times_are_in_no_hash(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """UPDATE keeps the extraction record but for its time, which the history has."""
    done = ran(graph, gateway(names), NAMES, "UPDATE found WITH names")
    record = next(iter(done.state.items(("found",)))).provenance[-1]
    assert record["source"] == "process"
    assert sorted(record["extraction"]) == ["model", "parameters", "response"]


def test_concurrency_changes_nothing(gateway: MakeGateway) -> None:
    """Whatever answers first, items come in the order of their inputs and the state has one hash."""

    async def slow(ask: Ask) -> Any:
        first = ask.value.items[0].data["name"]  # type: ignore[attr-defined]
        await anyio.sleep(0.01 if first.endswith("0") else 0)
        return names(ask)

    many = MemoryAdapter.of([Node(f"p{n}", "Person", {"name": f"Name {n}"}) for n in range(95)], [])
    hashes = set()
    for concurrency in (1, 64):
        with Database(None, [RESPONSE_SCHEMA]) as responses:
            door = gateway(slow, concurrency=concurrency, responses=responses)
            done = ran(many, door, NAMES, "UPDATE found WITH names")
        assert [item["who"] for item in done.context.get("names")] == [f"NAME {n}" for n in range(95)]
        assert done.command_history[1].metrics == {"inputs": 95, "batches": 10}
        hashes.add(done.state.hash)
    assert len(hashes) == 1


def test_a_model_is_shown_no_more_than_the_bounds(gateway: MakeGateway) -> None:
    """Long items are cut, secrets hidden, provenance left out, and batches bounded."""
    asked: list[ProcessInput] = []

    def look(ask: Ask) -> Any:
        asked.append(ask.value)  # type: ignore[arg-type]
        return {"items": []}

    long = [Node(f"p{n}", "Person", {"text": "word " * 5_000, "api_key": "secret"}) for n in range(12)]
    done = ran(MemoryAdapter.of(long, []), gateway(look), NAMES)
    assert done.command_history[1].status is Status.EMPTY
    assert [len(each.items) for each in asked] == [10, 2]
    shown = asked[0].model_dump_json()
    assert len(shown) < 12_000
    assert "secret" not in shown
    assert '"provenance"' not in shown


def test_a_batch_that_stays_invalid_is_asked_item_by_item(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """One item that no valid answer comes for does not spoil the others: the step is partial, and says how many."""

    def fails_for_bob(ask: Ask) -> Any:
        found = names(ask)
        for item in found["items"]:
            if item["data"]["who"] == "BOB":
                item["data"]["age"] = "twenty-five"
        return found

    done = ran(graph, gateway(fails_for_bob), NAMES)
    step = done.command_history[1]
    assert (step.status, step.metrics["inputs_invalid"]) == (Status.PARTIAL, 1)
    assert [item["who"] for item in done.context.get("names")] == ["ANN", "CY"]


def test_nothing_valid_is_a_schema_mismatch(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """Where no item has a valid answer the step says so, and ON SCHEMA_MISMATCH answers it."""
    done = ran(graph, gateway(lambda _: {"rows": []}), NAMES, "ON SCHEMA_MISMATCH names THEN COUNT people AS c")
    assert done.command_history[1].status is Status.SCHEMA_MISMATCH
    assert done.context.get("c") == 3


def test_items_and_quotes_that_are_not_there_are_refused(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """An output item that names no input is refused, and listed; a quote that no input has is dropped; both are
    counted."""

    def invents(ask: Ask) -> Any:
        return {
            "items": [
                {"of": [9], "data": {"who": "x"}},
                {"of": [1], "data": {"who": "y"}, "quote": "never said"},
            ]
        }

    done = ran(graph, gateway(invents), NAMES)
    step = done.command_history[1]
    assert (step.status, step.metrics["refused"], step.metrics["unquoted"]) == (Status.PARTIAL, 1, 1)
    refused = {"item": {"who": "x", "age": None}, "reason": "It names item 9; there are items 1 to 3."}
    assert step.metrics["refused_items"] == [refused]
    assert "quote" not in done.context.get("names")[0]["provenance"][-1]


def test_fields_may_stand_in_the_instruction(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """Without RETURNING, typed fields in braces in the instruction are the schema; the embedded model copies them."""
    done = ran(graph, gateway(), 'PROCESS people USING "copy {name: text, age: integer?}" AS copies')
    assert done.command_history[1].status is Status.EMPTY  # Cy's age is a text: the embedded model abstains
    done = ran(graph, gateway(), 'PROCESS people USING "copy {name: text}" AS copies')
    assert bare(done.context.get("copies")) == [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}]


def test_what_the_embedded_model_cannot_copy_it_abstains_from(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """An instruction that asks for more than copies comes back empty, with the reason."""
    step = ran(graph, gateway(), 'PROCESS people USING "who is the oldest" AS oldest').command_history[1]
    assert step.status is Status.EMPTY
    assert "copies" in step.metrics["hints"][0]["message"]


def test_no_items_are_no_calls(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """PROCESS of nothing asks nobody."""

    def never(ask: Ask) -> Any:
        raise AssertionError(ask)

    done = ran(graph, gateway(never), 'FIND nodes WHERE id = "q" AS people', NAMES)
    assert done.command_history[2].status is Status.EMPTY


def test_a_budget_ends_the_run_after_it_is_recorded(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """BudgetExceeded is raised; the state has the steps before it, the executor's own record the one that ended it."""
    executor = GASLExecutor(graph, gateway(names, budget=Budget(calls=0)))
    with pytest.raises(BudgetExceeded):
        executor.run_plan(
            Plan(plan_id="p", why="To see.", commands=('FIND nodes WHERE type = "Person" AS people', NAMES))
        )
    assert [record["status"] for record in executor.state.history()] == ["success"]
    assert [record.status for record in executor.command_history] == ["success", "error"]
    executor.close()


class _Halves:
    """A verifier that accepts the first batch alone."""

    async def extract(
        self, ptool: Ptool[ProcessInput, Any], batches: Sequence[ProcessInput], trail: Trail
    ) -> list[Verified]:
        data = {"items": [{"of": [1], "data": {"who": "ANN"}}]}
        good = Verified(ptool.output.model_validate(data), "verified", "Scorers and verifier agree.", "abc", (90, 95))
        return [good, *(Verified(None, "refused", "It does not hold.") for _ in batches[1:])]


def test_verified_items_say_so(gateway: MakeGateway) -> None:
    """PROCESS … VERIFIED hands the batches to the verifier, and keeps its verdict and scores with each item."""
    many = MemoryAdapter.of([Node(f"p{n}", "Person", {"name": f"Name {n}"}) for n in range(15)], [])
    with GASLExecutor(many, gateway(names), verifier=_Halves()) as executor:
        executor.execute_one("FIND nodes AS people")
        found = executor.execute_one('PROCESS people USING "x" RETURNING LIST OF {who: text} VERIFIED AS names')
    assert (found.status, found.metrics["verdicts"]) == (Status.PARTIAL, {"refused": 1, "verified": 1})
    assert {each["reason"] for each in found.metrics["refused_items"]} == {"It does not hold."}
    assert [each["item"]["name"] for each in found.metrics["refused_items"]] == [f"Name {n}" for n in range(10, 15)]
    assert found.value[0]["provenance"][-1]["extraction"]["verdict"] == "verified"
    assert found.value[0]["provenance"][-1]["extraction"]["scores"] == [90, 95]
    with GASLExecutor(many, gateway(names)) as executor:
        executor.execute_one("FIND nodes AS people")
        assert executor.execute_one('PROCESS people USING "x" VERIFIED AS names').status is Status.ERROR


def analyst(*refs: str) -> Callable[[Ask], Any]:
    return lambda _: {"answer": "Three people.", "rationale": "They are listed.", "evidence": list(refs)}


def test_analysis_cites_what_is_there(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """ANALYZE gives an answer whose evidence was shown, and takes over where that comes from."""
    state = StateStore()
    ran(graph, None, "UPDATE study WITH people", state=state)
    done = ran(graph, gateway(analyst("study[0]", "study[0]")), 'ANALYZE study USING "how many" AS answer', state=state)
    step = done.command_history[1]
    value = done.context.get("answer")
    assert (step.status, value["evidence"]) == (Status.SUCCESS, ["study[0]"])
    assert [record["source"] for record in value["provenance"]] == ["graph", "analyze"]


def test_evidence_that_is_not_there_is_refused(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """References that were not shown are taken out, named, and make the step partial."""
    state = StateStore()
    ran(graph, None, "UPDATE study WITH people", state=state)
    script = analyst("study[7]", "study[1]")
    done = ran(graph, gateway(script), 'ANALYZE study USING "how many" AS answer', state=state)
    step = done.command_history[1]
    assert (step.status, step.metrics["refused_evidence"]) == (Status.PARTIAL, ["study[7]"])
    assert done.context.get("answer")["evidence"] == ["study[1]"]


def test_an_analyst_may_abstain(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """An abstention is an empty result."""
    state = StateStore()
    ran(graph, None, "UPDATE study WITH people", state=state)
    script = RawResponse(Abstention(reason="unclear").model_dump_json(), "abstained")
    done = ran(graph, gateway(lambda _: script), 'ANALYZE study USING "how many" AS answer', state=state)
    assert done.command_history[1].status is Status.EMPTY


# Replay


def test_a_replay_comes_to_the_same_without_a_model(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """The history is carried out anew from stored responses, plans and single commands, and comes to the same state."""
    state = StateStore()
    ran(graph, gateway(names), NAMES, "UPDATE found WITH names", "FNID x", state=state)
    with GASLExecutor(graph, state=state) as executor:
        executor.run_plan(
            Plan(plan_id="p", why="To see.", commands=("COUNT found AS c", "ASSERT ${c} > 5", "COUNT found AS d"))
        )

    def never(ask: Ask) -> Any:
        raise AssertionError(ask)

    report = replay(state, graph, gateway(never, mode="replay"))
    assert report.first is None
    assert report.identical
    assert report.steps == 6


def test_a_replay_names_the_first_step_that_differs(graph: MemoryAdapter) -> None:
    """On another graph the replay says which step came out otherwise, and how."""
    state = StateStore()
    ran(graph, None, "SORT people BY name AS s", "UPDATE found WITH s", state=state)
    graph.add_node(Node("dee", "Person", {"name": "Dee"}))
    report = replay(state, graph)
    assert not report.identical
    assert report.first is not None
    assert (report.first.step, report.first.command) == (1, 'FIND nodes WHERE type = "Person" AS people')
    assert "summary" in report.first.what


def test_a_replay_without_the_responses_says_where_it_stopped(graph: MemoryAdapter, gateway: MakeGateway) -> None:
    """Where a response is not stored, the step that needs it is the first that differs."""
    state = StateStore()
    ran(graph, gateway(names), NAMES, state=state)
    with Database(None, [RESPONSE_SCHEMA]) as empty:
        report = replay(state, graph, gateway(names, mode="replay", responses=empty))
    assert report.first is not None
    assert report.first.step == 2
    assert "no response to request" in str(report.first)
