"""Investigations as traces: audited, clustered into a graph, and replayed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from investigator import written
from planners import FIND_STAFF, FIRM, STAFF_ANSWER, Written, action, answer, begin, go_on

from pramana.audit import audit_trace, audits_of
from pramana.canonical import canonical
from pramana.gasl import PROMPTS as GASL_PROMPTS
from pramana.investigate import PROMPTS, Investigation, Judgement, NextStep, PlannerProposal, investigate
from pramana.investigate.model import HypothesisVerdict
from pramana.llm import RESPONSE_SCHEMA, Ask, Gateway, GatewayMode, LlmSettings, ModelSettings, PromptBook, Scripted
from pramana.mining import cluster
from pramana.store import Database
from pramana.trace import Step, Trail, WorkflowTrace, read_traces, trace_of

QUESTION = "Who works for Orbit?"
AUDITS = [
    {"audit": "required", "nodes": ["hypothesise", "answer"]},
    {"audit": "order", "before": "execute", "after": "answer"},
    {"audit": "count", "node": "execute", "least": 1, "most": 12},
    {"audit": "invariant", "holds": "len(state['cites']) > 0", "when": "state['answer'] != ''"},
    {"audit": "no_repetition"},
]


def judged(verdict: Judgement) -> HypothesisVerdict:
    return HypothesisVerdict(hypothesis="h1", verdict=verdict, because="It says so.", evidence=("staff",))


def courses() -> Iterator[tuple[PlannerProposal, ...]]:
    """Yield typical investigations: direct, with a corrected plan, with a refinement, with a refused claim."""
    good, done = action(*FIND_STAFF), STAFF_ANSWER.model_copy(update={"judged": judged(Judgement.SUPPORTED)})
    wrong = answer("Zoe.", ("It is Zoe Lim.", ["staff"]), judged=judged(Judgement.SUPPORTED))
    goes_on = PlannerProposal(decision=NextStep.REFINE, judged=judged(Judgement.OPEN), next_actions=(good,))
    broken, empty = action("SORT n ORDER BY age AS s"), action('FIND nodes WHERE name = "Zoe" AS n')
    for number in range(4):
        aside = action("FIND nodes AS n", f"COUNT n AS c{number}", f"UPDATE c{number} WITH c{number}")
        refined = goes_on.model_copy(update={"next_actions": (aside,)})
        yield begin(good), done
        yield begin(broken), goes_on, done
        yield begin(aside), goes_on, done
        yield begin(empty), refined, goes_on, done
        yield begin(good), wrong, STAFF_ANSWER


def run(*proposals: PlannerProposal) -> Investigation:
    return asyncio.run(investigate(QUESTION, FIRM, Written(*proposals)))


@pytest.fixture(scope="module")
def traces() -> list[WorkflowTrace]:
    return [run(*course).trace for course in courses()]


def test_a_trace_holds_the_phases_and_survives_a_file(traces: list[WorkflowTrace], tmp_path: Path) -> None:
    """Hypothesise, execute, evaluate, answer are the steps; written and read again, with its hashes, it is the same."""
    assert traces[0].path == ["hypothesise", "execute", "evaluate", "answer"]
    assert traces[4].path == ["hypothesise", "execute", "evaluate", "answer", "answer"]
    file = tmp_path / "traces.json"
    file.write_text(json.dumps([trace.to_dict() for trace in traces]), "utf-8")
    assert [each.to_dict() for each in read_traces(file)] == [trace.to_dict() for trace in traces]


def test_audits_apply(traces: list[WorkflowTrace]) -> None:
    """The audits of workflows say of an investigation what was done, in which order, and what must hold at its end."""
    audits = audits_of(AUDITS)
    assert {each.verdict for trace in traces for each in audit_trace(trace, audits)} == {"passed"}
    unread = audits_of([{"audit": "no_failures"}])
    (result,) = audit_trace(traces[1], unread)
    assert result.violations[0].reason == "it failed: ParseError: SORT is a command of its own."


def test_traces_cluster_into_a_graph_that_goes_their_ways(traces: list[WorkflowTrace]) -> None:
    """The graph that is learned from investigations reproduces them, those it never saw too."""
    found = cluster(traces, "investigation")
    assert {"hypothesise", "execute", "evaluate", "answer"} <= set(found.labels.values())
    assert found.graph.start == "hypothesise"
    assert (found.training.share, found.held_out.share) == (1.0, 1.0)


def gateway(database: Database, mode: GatewayMode) -> Gateway:
    def script(asked: Ask) -> str:
        assert mode is GatewayMode.LIVE, "a replay asks no model"
        return json.dumps(written(asked.ptool.name.replace(".", "_"), asked.messages[-1]["content"]))

    settings = LlmSettings(default="it", models={"it": ModelSettings(provider="scripted", retries=0)})
    prompts = PromptBook({**GASL_PROMPTS, **PROMPTS})
    return Gateway(database, prompts, settings, mode=mode, providers={"it": Scripted(script)})


def test_a_replay_comes_to_the_same() -> None:
    """From stored responses alone, step by step as recorded, the trace and the report are the same to the byte."""
    with Database(None, [RESPONSE_SCHEMA]) as database:

        def once(mode: GatewayMode, recorded: dict[str, Step]) -> tuple[Investigation, Trail]:
            trail = Trail(recorded=recorded)
            door = gateway(database, mode)
            return asyncio.run(investigate(QUESTION, FIRM, gateway=door, trail=trail)), trail

        live, trail = once(GatewayMode.LIVE, {})
        assert live.complete == "COMPLETE: 2 people work for Orbit." and live.spending.calls == 5
        again, second = once(GatewayMode.REPLAY, {step.path: step for step in trail.steps})
    assert canonical(again.trace.to_dict()) == canonical(live.trace.to_dict())
    assert sorted(map(repr, second.steps)) == sorted(map(repr, trail.steps))
    assert (again.spending.calls, again.spending.stored) == (0, 5)
    assert trace_of(json.loads(canonical(live.trace.to_dict()))).path == live.trace.path


def test_a_hypothesis_may_be_dropped() -> None:
    """A course that pivots, and one that ends without an answer, are traces as any other."""
    refuted = judged(Judgement.REFUTED)
    pivot = begin(action(*FIND_STAFF), number=2).model_copy(update={"decision": NextStep.PIVOT, "judged": refuted})
    done = STAFF_ANSWER.model_copy(
        update={"judged": judged(Judgement.SUPPORTED).model_copy(update={"hypothesis": "h2"})}
    )
    assert run(begin(action("FIND nodes AS n")), pivot, done).trace.path == [
        *("hypothesise", "execute", "evaluate", "execute", "evaluate", "answer")
    ]
    none = run(PlannerProposal(decision=NextStep.TERMINATE, unanswerable="Nothing is known of it."))
    assert none.trace.path == ["hypothesise", "answer"]
    assert none.trace.final["unanswerable"] == "Nothing is known of it."
    assert go_on().next_actions == ()
