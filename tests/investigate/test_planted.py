"""Planted questions: seeded, right by GASL itself, and with traps that do lead astray."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from planted import ANSWER, PlantedQuestion, PlantedStep, planted

from pramana.gasl import GASLExecutor, Plan


def _carried_out(graph: Any, plans: list[tuple[str, ...]]) -> set[str] | None:
    with GASLExecutor(graph) as executor:
        for commands in plans:
            if executor.run_plan(Plan(plan_id="p", why="To see.", commands=commands)).stopped:
                return None
        if not executor.state.has((ANSWER,)):
            return None
        found = executor.state.get((ANSWER,))
    if isinstance(found, int):
        return {str(found)}
    if found and "nodes" in found[0]:
        return set(found[0]["nodes"][1:-1])
    return {item["id"] for item in found}


@pytest.mark.parametrize("seed", range(3))
def test_right_steps_lead_to_the_planted_answer(seed: int) -> None:
    """The right plans of every question, executed one after the other, put its answer into the state."""
    made = planted(seed, 40)
    for question in made.questions:
        if question.steps:
            assert _carried_out(made.graph, [step.right for step in question.steps]) == question.answer, question.text


def test_wrong_steps_do_not_lead_there() -> None:
    """A wrong plan in the place of the last right one finds nothing, or another answer, in most questions."""
    made = planted(0, 60)
    led = [_misled(made.graph, question) for question in made.questions if question.steps and question.steps[-1].wrong]
    assert sum(led) >= 0.9 * len(led)


def _misled(graph: Any, question: PlantedQuestion) -> bool:
    steps: list[PlantedStep] = [*question.steps]
    plans = [*(step.right for step in steps[:-1]), steps[-1].wrong[0]]
    return _carried_out(graph, plans) != question.answer


def test_equal_seeds_give_equal_questions() -> None:
    """The same seed and size give the same graph and questions; another seed others."""
    one, two, other = planted(4, 30), planted(4, 30), planted(5, 30)
    assert one.questions == two.questions
    assert one.graph.hash() == two.graph.hash()
    assert one.questions != other.questions


def test_every_shape_and_trap_is_there() -> None:
    """A planted graph asks at least thirty questions, of all shapes and with all traps, none twice."""
    made = planted(1, 60)
    shapes = Counter(question.shape for question in made.questions)
    traps = Counter(trap for question in made.questions for trap in question.traps)
    assert set(shapes) == {"relation", "chain", "path", "count", "rank", "common", "compare", "none"}
    assert set(traps) == {"inverse", "misleading", "homonym", "spelling"}
    assert max(question.hops for question in made.questions) == 3
    texts = [question.text for question in made.questions]
    assert len(texts) == len(set(texts)) >= 40


def test_few_people_are_refused() -> None:
    """A graph too small to ask about is a ValueError."""
    with pytest.raises(ValueError, match="24 people or more, not 3"):
        planted(0, 3)
