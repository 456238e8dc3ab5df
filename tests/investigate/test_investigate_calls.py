"""How many calls an investigation takes of a model: one for a plan, one for the judgement with the answer."""

from __future__ import annotations

import asyncio
from typing import Any

from investigator import HYPOTHESIS, STAFF, plan
from planners import FIRM, line

from pramana.investigate import PROMPTS, Investigation, StopReason, investigate
from pramana.llm import Ask
from pramana.testing import scripted_gateway

DONE = {"because": "The edges were found.", "verdict": "supported", "evidence": ["staff"], "decision": "terminate"}
GOOD = {"complete": "2 people work for Orbit.", "claims": [{"text": "2 people work for Orbit.", "cites": ["staff"]}]}


def investigated(judged: dict[str, Any], answered: dict[str, Any] = GOOD) -> tuple[Investigation, list[str]]:
    """Return the investigation by a model that gives these, and what it was asked for, in order."""
    asked: list[str] = []

    def model(ask: Ask) -> Any:
        asked.append(ask.ptool.name.removeprefix("investigate."))
        begun = {"hypothesis": HYPOTHESIS, "next_actions": [plan(*STAFF)]}
        return {"hypothesise": begun, "evaluate": judged, "answer": answered}[asked[-1]]

    gateway = scripted_gateway(model, PROMPTS)
    return asyncio.run(investigate("Who works for Orbit?", FIRM, gateway=gateway, lines=line)), asked


def test_an_answer_that_comes_with_the_judgement_takes_two_calls() -> None:
    found, asked = investigated({**DONE, "answer": GOOD})
    assert (found.answer, asked) == (GOOD["complete"], ["hypothesise", "evaluate"])


def test_an_answer_that_does_not_come_is_asked_for() -> None:
    for absent in ({}, {"answer": None}, {"answer": {"complete": None, "claims": []}}):
        found, asked = investigated({**DONE, **absent})
        assert (found.answer, asked) == (GOOD["complete"], ["hypothesise", "evaluate", "answer"])


def test_an_answer_that_is_refused_is_asked_for_again() -> None:
    wrong = {"complete": "Zoe Lim does.", "claims": [{"text": "Zoe Lim does.", "cites": ["staff[0]"]}]}
    found, asked = investigated({**DONE, "answer": wrong})
    assert (found.answer, asked) == (GOOD["complete"], ["hypothesise", "evaluate", "answer"])


def test_that_the_graph_cannot_tell_comes_with_the_judgement() -> None:
    told = {"complete": None, "claims": [], "unanswerable": "No edge says who does."}
    found, asked = investigated({**DONE, "verdict": "refuted", "answer": told})
    assert (found.stop, asked) == (StopReason.UNANSWERABLE, ["hypothesise", "evaluate"])
