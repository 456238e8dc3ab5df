"""Whom a plan may mean: one reading for each bearer of a name that several go by, so that no answer fuses them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from pramana.events import canonical_name
from pramana.graph import Node
from pramana.karaka.plans import QueryPlan, bound_step
from pramana.karaka.senses import SENSE_OF, SenseGraph, meant_by

MOST_READINGS = 8
"""More ways to understand a plan than this are not followed; a warning says so."""

_BRACKET = re.compile(r" \([^()]{1,120}\)")
_LONGEST_NAME = 8
"""Words before a bracket that may be the name which it distinguishes."""


@dataclass(frozen=True, slots=True)
class PlanReading:
    """One way to understand a plan. `label` names the bearers it is about, "" where no name has several.

    `meant` has the nodes of each value of the plan that several go by.
    """

    label: str = ""
    meant: Mapping[str, Sequence[Node]] = field(default_factory=dict)


def readings_of(graph: SenseGraph, plan: QueryPlan, question: str) -> tuple[list[PlanReading], list[str]]:
    """Return how a plan can be understood, in the order of the names of bearers, and warnings.

    Where the question itself says which bearer it means (*the mason*), only that one is.
    """
    values = dict.fromkeys(value for step in plan.steps for value in step.karakas.values() if value is not None)
    options = []
    for value in values:
        bearers = _bearers(graph, value)
        if len(bearers) > 1:
            options.append([(value, label, nodes) for label, nodes in meant_by(question, bearers)])
    count = 1
    for bearers_of_one in options:
        count *= len(bearers_of_one)
    found = [
        PlanReading(", ".join(label for _, label, _ in chosen), {value: nodes for value, _, nodes in chosen})
        for chosen in islice(product(*options), MOST_READINGS)
    ]
    left = (
        [f"The names may be understood in {count} ways; {MOST_READINGS} were followed."]
        if count > MOST_READINGS
        else []
    )
    return found, left


def as_spoken(graph: SenseGraph, question: str) -> str:
    """Return a question without the brackets that distinguish the bearers of a name.

    *Where did John Smith (mason) live?* becomes *Where did John Smith live?*. `readings_of` decides who is meant.
    """
    for bracket in reversed(list(_BRACKET.finditer(question))):
        words = question[: bracket.start()].split()[-_LONGEST_NAME:]
        names = [" ".join(words[at:]) + question[bracket.start() : bracket.end()] for at in range(len(words))]
        if any(SENSE_OF in node.properties for name in names for node in graph.nodes_named(name)):
            question = question[: bracket.start()] + question[bracket.end() :]
    return question


def _bearers(graph: SenseGraph, value: str) -> list[tuple[str, list[Node]]]:
    if bound_step(value) is not None:
        return []
    return graph.readings(value) or graph.readings(canonical_name(value))
