"""A model for investigations that is a function of what it is asked: for servers, scripts and replays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

STAFF = [
    'FIND edges WHERE relation = "WORKS_FOR" AND target.name = "Orbit" AS jobs',
    "SELECT jobs FIELDS id, source, target AS staff",
    "UPDATE staff WITH staff",
]
HYPOTHESIS = {"text": "Edges WORKS_FOR say who works for Orbit.", "supports": "such edges", "refutes": "none"}


def plan(*commands: str, confidence: float = 0.9) -> dict[str, Any]:
    return {"commands": list(commands), "confidence": confidence, "rationale": "The relation says it."}


def written(ptool: str, asked: str) -> dict[str, Any]:
    """Answer as a model would: a broken plan first, then a good one, an answer with a claim too many, then a good one.

    `asked` is the text of the request: the model remembers nothing else.
    """
    if ptool == "investigate_hypothesise":
        broken = [*STAFF[:2], "SORT staff ORDER BY id AS sorted"]
        return {"hypothesis": HYPOTHESIS, "next_actions": [plan(*broken)]}
    if ptool == "investigate_evaluate":
        told = {"because": "The edges were found.", "verdict": "supported", "evidence": ["staff"]}
        if '"staff[0]"' in asked:
            return {**told, "decision": "terminate"}
        told = {"because": "The plan could not be read.", "verdict": "open", "decision": "refine"}
        return {**told, "next_actions": [plan(*STAFF)]}
    claims = [{"text": "2 people work for Orbit.", "cites": ["staff"]}]
    if "Zoe Lim" not in asked:
        claims.append({"text": "Zoe Lim does not.", "cites": ["staff[1]"]})
    return {"complete": "2 people work for Orbit.", "claims": claims}


def answer(request: Mapping[str, Any], number: int) -> str:
    """Answer a request of the chat-completions protocol."""
    ptool = request["response_format"]["json_schema"]["name"]
    return json.dumps(written(ptool, request["messages"][-1]["content"]))


OWNERS = [each.replace("WORKS_FOR", "OWNS").replace("staff", "owners") for each in STAFF]
UNREAD = [*STAFF[:2], "SORT staff ORDER BY id AS sorted"]


def branching(ptool: str, asked: str) -> dict[str, Any]:
    """Answer as a model that is misled: surer of the wrong relation, it says so only when it judges the answer."""
    owners = '"owners[0]"' in asked
    if ptool == "investigate_hypothesise":
        ways = [plan(*OWNERS, confidence=0.8), plan(*STAFF, confidence=0.5), plan(*UNREAD, confidence=0.7)]
        return {"hypothesis": HYPOTHESIS, "next_actions": ways}
    if ptool == "investigate_evaluate":
        told = {"because": "The plan could not be read.", "verdict": "open", "decision": "refine"}
        if not owners and '"staff[0]"' not in asked:
            return {**told, "next_actions": [plan(*STAFF, confidence=0.4)]}
        key = "owners" if owners else "staff"
        return {"because": "Found.", "verdict": "supported", "evidence": [key], "decision": "terminate"}
    if ptool == "investigate_score":
        return {"because": "Owners do not work there." if owners else "It fits.", "score": 20 if owners else 90}
    key = "owners" if owners else "staff"
    count = 1 if owners else 2
    text = f"{count} of them work for Orbit."
    return {"complete": text, "claims": [{"text": text, "cites": [key]}]}


def searched(request: Mapping[str, Any], number: int) -> str:
    """Answer a request of the chat-completions protocol as `branching` does."""
    ptool = request["response_format"]["json_schema"]["name"]
    return json.dumps(branching(ptool, request["messages"][-1]["content"]))
