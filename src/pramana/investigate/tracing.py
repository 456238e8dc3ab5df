"""An investigation as a WorkflowTrace: its phases are the steps, what each changed the state that is traced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.investigate.loop import Iteration
from pramana.investigate.model import NextStep
from pramana.investigate.outcome import InvestigationRecord
from pramana.trace import TraceStep, WorkflowTrace

HYPOTHESISE, EVALUATE, EXECUTE, ANSWER = "hypothesise", "evaluate", "execute", "answer"
_CALLS = {
    HYPOTHESISE: ("ptool", "investigate.hypothesise"),
    EVALUATE: ("ptool", "investigate.evaluate"),
    EXECUTE: ("python", "gasl.plan"),
    ANSWER: ("ptool", "investigate.answer"),
}
_BEGIN: dict[str, Any] = {
    "decision": "",
    "hypothesis": "",
    "verdict": "",
    "plan": [],
    "status": "",
    "stopped": "",
    "signals": {},
    "plans_run": 0,
    "items_gained": 0,
    "diagnoses": 0,
    "refused": 0,
    "answer": "",
    "unanswerable": "",
    "cites": [],
    "snapshot": "",
}


def trace_of_turns(found: InvestigationRecord) -> WorkflowTrace:
    """Return the trace. Nodes are `hypothesise`, `execute`, `evaluate` and `answer`; no times and no costs are in it.

    The traced state holds the newest decision, hypothesis, verdict, plan and its end, signals, and the answer;
    `snapshot` is the hash of the GASL state.
    """
    first = found.iterations[0].before if found.iterations else ""
    initial = {"question": found.question, **_BEGIN, "snapshot": first}
    steps: list[TraceStep] = []
    state: Mapping[str, Any] = initial
    for node, changed, error in _phases(found):
        after = {**state, **changed}
        kind, called = _CALLS[node]
        edge = None
        steps.append(TraceStep(node, kind, called, state, after, edge, 1, error))
        state = after
    meta = {"kind": "investigation", "stop": str(found.stop), "graph": found.graph, "search": found.search}
    return WorkflowTrace("investigation", initial, steps, meta)


_Phase = tuple[str, dict[str, Any], dict[str, Any] | None]


def _phases(found: InvestigationRecord) -> Iterator[_Phase]:
    """Yield each phase's node, what it changed, and its error."""
    texts = {hypothesis.id: hypothesis.text for hypothesis in found.hypotheses}
    plans = refused = 0
    under_trial = ""
    for turn in found.iterations:
        yield from _asking_phases(turn, under_trial, texts, refused)
        under_trial = turn.hypothesis
        if turn.proposal.decision is NextStep.TERMINATE and turn.action is None:
            refused += len(turn.refused)
            yield ANSWER, _answer_record(turn, refused), None
        elif turn.stepped is not None:
            plans += 1
            yield EXECUTE, _execution_record(turn, plans), _failure(turn)


def _asking_phases(turn: Iteration, under_trial: str, texts: Mapping[str, str], refused: int) -> Iterator[_Phase]:
    """Yield the asking that a turn began with; an answer sent back is asked for at once."""
    proposal = turn.proposal
    told: dict[str, Any] = {"decision": str(proposal.decision), "hypothesis": texts.get(turn.hypothesis, "")}
    if proposal.judged is not None:
        yield EVALUATE, {**told, "verdict": str(proposal.judged.verdict)}, None
    elif not under_trial or proposal.decision is not NextStep.TERMINATE:
        yield HYPOTHESISE, {**told, "verdict": "open"}, None


def _execution_record(turn: Iteration, plans: int) -> dict[str, Any]:
    assert turn.action is not None and turn.stepped is not None
    stepped = turn.stepped
    return {
        "plan": [entry.command for entry in turn.action.plan.entries()],
        "status": "unread" if stepped.result is None else str(stepped.result.status),
        "stopped": stepped.stopped,
        "signals": stepped.signals.as_json(),
        "items_gained": stepped.signals.items_gained,
        "diagnoses": len(stepped.diagnoses),
        "plans_run": plans,
        "snapshot": stepped.snapshot.hash,
    }


def _failure(turn: Iteration) -> dict[str, Any] | None:
    """Return the first error of a plan; None where it had none."""
    assert turn.stepped is not None
    if not turn.stepped.diagnoses:
        return None
    error = turn.stepped.diagnoses[0].error
    return {"type": str(error.get("type", "Error")), "message": str(error.get("problem") or error.get("message", ""))}


def _answer_record(turn: Iteration, refused: int) -> dict[str, Any]:
    proposal = turn.proposal
    cites = sorted({ref for claim in proposal.claims for ref in claim.cites})
    told = {"answer": proposal.complete or "", "unanswerable": proposal.unanswerable or "", "cites": cites}
    return {**told, "refused": len(turn.refused)}
