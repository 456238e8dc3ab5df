"""Readings of one question tried against a graph: one is taken only where all find the same."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.gasl import GASLExecutor
from pramana.graph import GraphAdapter
from pramana.investigate.matched_plans import matched_reading, set_text
from pramana.investigate.matching import MEANT, read_matched
from pramana.investigate.model import QuestionMention
from pramana.investigate.plan_commands import ANSWER
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import MatchedSet

MOST_TRIED = 50_000
"""Nodes and edges of a graph in which several readings are tried. In a larger one only a single reading is taken."""


def meant_reading(
    question: str, mentions: Sequence[QuestionMention], adapter: GraphAdapter, facts: GraphProfile
) -> QuestionMention | None:
    """Return the reading of a question that is meant, where several were found and all find the same."""
    found = [each.shape for each in read_matched(question, mentions, facts)]
    if len(found) < 2 or facts.nodes + facts.edges > MOST_TRIED:
        return None
    results = {_result(shape, adapter) for shape in found}
    if len(results) != 1 or "" in results:
        return None
    return QuestionMention(text="", id="", match=MEANT, said=set_text(found[0]))


def _result(shape: MatchedSet, adapter: GraphAdapter) -> str:
    """Return what a reading finds as a text: ids, or a count; "" for nothing."""
    with GASLExecutor(adapter) as executor:
        for command in matched_reading(shape).commands:
            executor.execute_one(command)
        answer = executor.state.get((ANSWER,)) if ANSWER in executor.state.document()["variables"] else []
        told = [shape.output, *shape.attributes, *(link.relation for link in shape.onward)]
        return repr((told, sorted(str(item.get("id")) for item in answer))) if answer else ""
