"""Agents that make every kind of mistake beside the right actions. Their graphs must come out just the same.

The map of a package leaves no room for some kinds: a bound, evidence, additions of others. These are made beside a
small graph, `small_run`.
"""

from __future__ import annotations

from typing import Any

from pramana.igg import GrowthStepper, Observation, Payload, read_payload
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
        *(wrong if finish else []),
    ]
    return {**answer, "actions": mixed}


class Clumsy:
    """Another agent's decisions, with mistakes of every kind among them."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    async def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any:
        return with_mistakes(await self._agent.decide(payload, observation, trail))


SMALL: dict[str, Any] = {
    "session_id": "small",
    "goal_prompt": "Who works on what.",
    "context_data": "Anna designs the page. Ben builds it. Carl pays.",
    "config": {
        "constraints": {"max_nodes": 4},
        "schema": {
            "node_types": ["Person", "Task"],
            "edge_types": ["OWNS", "KNOWS"],
            "edge_words": {"OWNS": ["designs", "builds"], "KNOWS": ["*"]},
            "required_attributes": {"Person": ["name"], "Task": ["name"]},
            "attribute_types": {"Task": {"state": {"type": "text", "one_of": ["open", "done"]}}},
            "unique_keys": {"Person": ["name"], "Task": ["name"]},
            "evidence": "required",
        },
    },
    "seed_data": {"nodes": [{"label": "Person", "properties": {"name": "Carl"}}]},
}
"""A payload with a bound, choices, evidence, and something that was there before."""


def _person(name: str, quote: str) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Person", "properties": {"name": name}, "evidence": quote}


def _edge(label: str, source: str, target: str, quote: str) -> dict[str, Any]:
    ends = {"from": {"name": source}, "to": {"name": target}}
    return {"type": "ADD_EDGE", "label": label, **ends, "evidence": quote}


_PAGE = {
    "type": "ADD_NODE",
    "label": "Task",
    "properties": {"name": "page", "state": "open"},
    "evidence": "the page",
}
_RIGHT: list[tuple[str, list[Any]]] = [
    ("agent", [_person("Anna", "Anna designs"), _person("Ben", "Ben builds it."), _PAGE]),
    ("somebody", [_edge("KNOWS", "Carl", "Ben", "Ben builds it. Carl pays.")]),
    ("agent", [_edge("OWNS", "Anna", "page", "Anna designs the page.")]),
]
"""Who adds what to the small graph."""


def small_mistakes() -> dict[str, Any]:
    """Return answers that are refused whole, by the code of the refusal, once the small graph is full."""
    owns, to = _edge("OWNS", "Ben", "page", "Anna designs the page. Ben builds it."), {"name": "page"}
    return {
        "limit": [_person("Dora", "Carl pays.")],
        "choice": [
            {"type": "UPDATE_NODE", "node": to, "properties": {"state": "opne"}, "evidence": "Anna designs the page."}
        ],
        "evidence": [
            _edge("OWNS", "Ben", "page", "Ben paints it."),
            {**owns, "evidence": None},
            {"type": "UPDATE_NODE", "node": to, "properties": {"state": "done"}},
        ],
        "unnamed": [
            _edge("OWNS", "Ben", "page", "Ben builds it."),
            {"type": "UPDATE_NODE", "node": to, "properties": {"aliases": ["it"]}, "evidence": "Ben builds it."},
        ],
        "unsaid": [
            {"type": "UPDATE_NODE", "node": to, "properties": {"size": 3}, "evidence": "Anna designs the page."},
        ],
        "owner": [{"type": "REMOVE", "node": {"name": "Carl"}}],
        "others_edges": [{"type": "REMOVE", "node": {"name": "Ben"}}],
        "batch": {"atomic": True, "actions": [owns, _edge("OWNS", "Carl", "nothing", "Carl pays.")]},
    }


def small_run(mistaken: bool) -> tuple[str, set[str]]:
    """Return the hash of the small graph, and the codes of the mistakes that were made beside it."""
    stepper, codes = GrowthStepper(read_payload(SMALL)), set[str]()
    wrong = list(small_mistakes().values()) if mistaken else []
    for number, (who, right) in enumerate(_RIGHT):
        stepper.act(right, who=who)
        for answer in wrong if number else ():
            turned = stepper.act(answer)
            codes |= {refusal.code for refusal in turned.outcome.refused}
            assert not turned.outcome.applied
    return stepper.growth.hash, codes
