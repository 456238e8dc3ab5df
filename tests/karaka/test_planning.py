"""Plans executed before they are judged: at most four calls a question, and a judge only where results differ."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from oracle import answer, asked_for, fields
from stories import RAMA

import pramana
from pramana.testing.model_server import ModelServer, failure_reply

WHO_KILLED = {"goal": "who killed Ravana", "verb": "kill", "karakas": {"KARMA": "Ravana"}, "extract": "KARTA"}
WHO_CARRIED = {"goal": "who carried it", "verb": "carry", "karakas": {"KARMA": "mountain"}, "extract": "KARTA"}
SAME = {**WHO_KILLED, "goal": "the killer of Ravana"}
BROKEN = {**WHO_KILLED, "extract": "KARMA"}
"""A plan that both gives and extracts a role: the checks refuse it."""
QUESTION = "Who killed Ravana?"


@contextmanager
def workspace(folder: Path, plans: Sequence[Any], choice: str = "Candidate_A") -> Iterator[tuple[Any, ModelServer]]:
    """Open a workspace that holds the story; the model gives the plans in turn, and verifies by `choice`."""
    given = iter(plans)

    def model(request: dict[str, Any], number: int) -> Any:
        kind = asked_for(request)
        if kind == "steps":
            plan = next(given)
            return plan if not isinstance(plan, dict) else {"steps": [plan], "reasoning": "so"}
        if kind == "choice" and "question" in fields(request):
            return {"choice": choice, "reasoning": "it asks just that"}
        if kind == "score" and "question" in fields(request):
            return {"score": 96, "reasoning": "it asks just that"}
        return answer(request, number)

    (folder / "rama.txt").write_text(RAMA, "utf-8")
    with ModelServer(model) as server:
        models = {"it": {"model": "m", "base_url": server.url, "concurrency": 1, "retries": 0}}
        asking = ("query_decomposition", "query_scoring", "query_verification", "answer_generation")
        llm = {"models": models, "ptools": {f"karaka.{name}": "it" for name in asking}}
        with pramana.open(folder / "ws", create=True, llm=llm) as ws:
            ws.ingest(folder / "rama.txt")
            yield ws, server


def asked(server: ModelServer) -> list[str]:
    return [asked_for(request) for request in server.requests]


def test_plans_that_find_the_same_need_no_judge(tmp_path: Path) -> None:
    """Two plans and the answer: three calls."""
    with workspace(tmp_path, [WHO_KILLED, SAME]) as (ws, server):
        reply = ws.ask(QUESTION)
        assert (reply.status, asked(server)) == ("GROUNDED", ["steps", "steps", "sentences"])
        assert "Rama" in reply.answer
        assert [each.verdict for each in ws._ws.ledger.proposals(reply.run, "plan")] == ["checked", "refused"]
        assert ws.replay(reply.run).identical


@pytest.mark.parametrize(("choice", "named"), [("Candidate_A", "Rama"), ("Candidate_B", "Hanuman")])
def test_plans_that_find_different_things_are_judged(tmp_path: Path, choice: str, named: str) -> None:
    """One blind verifier chooses: four calls. It sees the plans, and nothing of what they find."""
    with workspace(tmp_path, [WHO_KILLED, WHO_CARRIED], choice) as (ws, server):
        reply = ws.ask(QUESTION)
        assert asked(server)[:3] == ["steps", "steps", "choice"]
        assert len(server.requests) <= 4
        candidates = json.loads(fields(server.requests[2])["candidates"])
        assert {each["id"] for each in candidates} == {"Candidate_A", "Candidate_B"}
        taken = [
            each.body["steps"][0]["verb"]
            for each in ws._ws.ledger.proposals(reply.run, "plan")
            if each.verdict == "verified"
        ]
        assert taken == ["kill" if named == "Rama" else "carry"]
        assert ws.replay(reply.run).identical


@pytest.mark.parametrize("other", [BROKEN, failure_reply(500), "no JSON at all"])
def test_a_plan_without_another_is_judged(tmp_path: Path, other: Any) -> None:
    """Where the checks refuse the other plan, or none came, a verifier judges the one that is left."""
    plans = [WHO_KILLED, *[other] * 3]
    with workspace(tmp_path, plans) as (ws, server):
        reply = ws.ask(QUESTION)
        assert reply.status == "GROUNDED"
        assert [kind for kind in asked(server) if kind != "steps"] == ["choice", "sentences"]


def test_a_question_without_a_valid_plan_goes_through_the_loop(tmp_path: Path) -> None:
    """Plans that the checks refuse, or a verifier, are followed by the loop, with its votes and its feedback."""
    with workspace(tmp_path, [BROKEN, BROKEN, *[WHO_KILLED] * 3]) as (ws, server):
        reply = ws.ask(QUESTION)
        assert reply.status == "GROUNDED"
        assert (asked(server)[:2], asked(server)[-1]) == (["steps", "steps"], "sentences")
        assert {"score", "choice"} <= set(asked(server))


def test_nothing_found_twice_is_an_answer(tmp_path: Path) -> None:
    """Two plans that both find nothing agree: no judge and no writer is asked."""
    nothing = {**WHO_KILLED, "verb": "praise"}
    with workspace(tmp_path, [nothing, nothing]) as (ws, server):
        reply = ws.ask("Who praised Ravana?")
        assert (reply.status, asked(server)) == ("NO_MATCH", ["steps", "steps"])
