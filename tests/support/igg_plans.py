"""A small payload about people in a text."""

from __future__ import annotations

from typing import Any

PAYLOAD: dict[str, Any] = {
    "session_id": "plan",
    "goal_prompt": "Who is there?",
    "context_data": "Anna designs the page.\nBen builds it.",
    "config": {
        "schema": {
            "node_types": ["Person"],
            "required_attributes": {"Person": ["name"]},
            "unique_keys": {"Person": ["name"]},
        }
    },
}


def add(name: str) -> dict[str, Any]:
    """Return the action that adds a person."""
    return {"type": "ADD_NODE", "label": "Person", "properties": {"name": name}}
