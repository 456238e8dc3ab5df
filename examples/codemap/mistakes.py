"""An agent that makes every kind of mistake beside the right actions. Its graph must come out just the same."""

from __future__ import annotations

from typing import Any

from pramana.igg import Observation, Payload
from pramana.trace import Trail

_FIRST = {"label": "Module", "properties": {"name": "m", "qualified_name": "mistake.m"}}
_SECOND = {"label": "Module", "properties": {"name": "m", "qualified_name": "mistake.n"}}


def mistakes() -> dict[str, list[Any]]:
    """Return actions that must be refused, by the code of the refusal. Some need right ones before them: `staging`."""
    mine, other = {"qualified_name": "mistake.m"}, {"qualified_name": "mistake.n"}
    return {
        "unreadable": [7, None, ["ADD_NODE"]],
        "unknown_action": [{"type": "DROP_TABLE"}, {"type": 3}, {}],
        "field": [
            {"type": "ADD_NODE", "properties": {"name": "x"}},
            {"type": "ADD_EDGE", "label": "CALLS", "source": mine, "target": other},
            {"type": "REMOVE"},
            {"type": "QUERY", "query": "MATCH (n) RETURN n"},
        ],
        "type": [{"type": "ADD_NODE", "label": "Interface", "properties": {"name": "x", "qualified_name": "x"}}],
        "relation": [{"type": "ADD_EDGE", "label": "DEPENDS_ON", "from": mine, "to": other}],
        "missing": [{"type": "ADD_NODE", "label": "Module", "properties": {"name": "x"}}],
        "value": [{"type": "ADD_NODE", "label": "Module", "properties": {"name": 1, "qualified_name": "mistake.v"}}],
        "size": [
            {"type": "ADD_NODE", "label": "Module", "properties": {"name": "x" * 2_000_000, "qualified_name": "s"}}
        ],
        "duplicate": [{"type": "ADD_NODE", **_FIRST}],
        "unchanged": [{"type": "UPDATE_NODE", "node": mine, "properties": {"name": "m"}}],
        "unknown_reference": [
            {"type": "ADD_EDGE", "label": "IMPORTS", "from": mine, "to": {"qualified_name": "nowhere"}},
            {"type": "REMOVE", "node": "nowhere"},
        ],
        "ambiguous_reference": [{"type": "ADD_EDGE", "label": "IMPORTS", "from": {"name": "m"}, "to": mine}],
        "endpoint": [{"type": "ADD_EDGE", "label": "INHERITS", "from": mine, "to": other}],
        "loop": [{"type": "ADD_EDGE", "label": "IMPORTS", "from": mine, "to": mine}],
    }


def staging() -> tuple[list[Any], list[Any]]:
    """Return what is put up for mistakes to be made about, and what takes it down again."""
    up = [{"type": "ADD_NODE", **_FIRST}, {"type": "ADD_NODE", **_SECOND}]
    down = [{"type": "REMOVE", "node": {"qualified_name": name}} for name in ("mistake.m", "mistake.n")]
    return up, down


def with_mistakes(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with mistakes of every kind before, between and after its own actions."""
    up, down = staging()
    wrong = [action for actions in mistakes().values() for action in actions]
    own = list(answer["actions"])
    finish = [action for action in own if action.get("type") == "FINISH"]
    right = [action for action in own if action.get("type") != "FINISH"]
    middle = len(right) // 2
    mixed = [
        *up,
        *wrong,
        *right[:middle],
        *wrong,
        *right[middle:],
        *wrong,
        *down,
        *finish,
        *(wrong[:3] if finish else []),
    ]
    return {**answer, "actions": mixed}


class Clumsy:
    """Another agent's decisions, with mistakes of every kind among them."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    async def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any:
        return with_mistakes(await self._agent.decide(payload, observation, trail))
