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
