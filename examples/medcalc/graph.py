"""The graph: identify → extract → compute → done. What goes wrong on the way leads to `refused`, and is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from medcalc.catalogue import compute
from medcalc.problems import NoAnswer
from medcalc.ptools import EXTRACT, IDENTIFY, Note, Task, extract, identify
from pramana.llm import Abstention, Gateway
from pramana.stategraph import Registry, StateCondition, StateEdge, StateGraph, StateNode

GRAPH = StateGraph(
    name="medcalc_l2",
    start="identify",
    terminal={"done", "refused"},
    nodes={
        "identify": StateNode(
            node_id="identify",
            kind="ptool",
            callable_id="identify_calculator",
            input_map={"task": "task_description"},
            output_map={"calculator": "calculator"},
            goal="Choose calculator",
        ),
        "extract": StateNode(
            node_id="extract",
            kind="ptool",
            callable_id="extract_clinical_values",
            input_map={"note": "note", "required": "required_fields"},
            output_map={"values": "values"},
            goal="Extract values",
        ),
        "compute": StateNode(
            node_id="compute",
            kind="python",
            callable_id="compute_score",
            input_map={"calculator": "calculator", "values": "values"},
            output_map={"score": "score", "unit": "unit", "assumed": "assumed"},
        ),
        "done": StateNode(
            node_id="done",
            kind="python",
            callable_id="identity",
            input_map={"score": "score"},
            output_map={"answer": "answer"},
        ),
        "refused": StateNode(
            node_id="refused",
            kind="python",
            callable_id="state_problem",
            input_map={"meta": "_meta"},
            output_map={"problem": "problem"},
            goal="Say which value or calculator was missing or could not be read",
        ),
    },
    edges=[
        StateEdge("identify", "extract", StateCondition("state['calculator'] is not None")),
        StateEdge("extract", "compute", StateCondition("state['values'] is not None")),
        StateEdge("compute", "done", StateCondition("state['score'] is not None")),
        StateEdge("identify", "refused", on_failure=True),
        StateEdge("extract", "refused", on_failure=True),
        StateEdge("compute", "refused", on_failure=True),
    ],
)


def compute_score(calculator: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the score, its unit, and what was assumed for it. Raises what `compute` does."""
    computed = compute(calculator, values)
    answer = list(computed.answer) if isinstance(computed.answer, tuple) else computed.answer
    return {"score": answer, "unit": computed.unit, "assumed": list(computed.assumed)}


def state_problem(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return what went wrong: the node, the kind of error, its message."""
    return {"problem": dict(meta["error"])}


def identify_calculator(task: str) -> dict[str, Any]:
    """Return the calculator that a task names, by rule. Raises NoAnswer."""
    return _answered(identify(Task(task=task)))


def extract_clinical_values(note: str | dict[str, Any], required: list[str]) -> dict[str, Any]:
    """Return the values of a note that is given as values. Raises NoAnswer for a text: that needs a model."""
    return _answered(extract(Note(note=note, required=required)))


def register(registry: Registry) -> Registry:
    """Register all that the graph calls, and return the registry. The ptools are answered by rule, without a model."""
    for handler in (compute_score, state_problem):
        registry.python(handler.__name__, handler)
    for answer in (identify_calculator, extract_clinical_values):
        registry.ptool(answer.__name__, answer)
    return registry


def registry(gateway: Gateway) -> Registry:
    """Return a registry of all that the graph calls, its ptools answered through `gateway`."""
    complete = register(Registry())
    complete.gateway_ptool(IDENTIFY, gateway)
    complete.gateway_ptool(EXTRACT, gateway)
    return complete


def _answered(output: BaseModel) -> dict[str, Any]:
    if isinstance(output, Abstention):
        raise NoAnswer(output.reason)
    return output.model_dump()
