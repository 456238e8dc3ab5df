"""The request to a model that acts as the agent: an observation in, actions out."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from pramana.igg.actions import QUERY_KINDS
from pramana.llm import Parameters, Ptool

_TEXT = {"type": "string"}
_REFERENCE = {"anyOf": [{"type": "string"}, {"type": "object"}], "description": "An id, or properties of one node."}
_PROPERTIES = {"type": "object"}
_EVIDENCE = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def _action(kind: str, fields: dict[str, Any], *required: str) -> dict[str, Any]:
    properties = {"type": {"const": kind}, **fields}
    return {"type": "object", "properties": properties, "required": ["type", *required]}


_ADDED = {"evidence": _EVIDENCE, "why": _TEXT}
_ENDS = {"from": _REFERENCE, "to": _REFERENCE}
ACTION_SCHEMA: dict[str, Any] = {
    "anyOf": [
        _action("ADD_NODE", {"label": _TEXT, "properties": _PROPERTIES, "id": _TEXT, **_ADDED}, "label", "properties"),
        _action("ADD_EDGE", {"label": _TEXT, **_ENDS, "properties": _PROPERTIES, **_ADDED}, "label", "from", "to"),
        _action("UPDATE_NODE", {"node": _REFERENCE, "properties": _PROPERTIES, **_ADDED}, "node", "properties"),
        _action("REMOVE", {"node": _REFERENCE, "edge": _TEXT, "label": _TEXT, **_ENDS, "why": _TEXT}),
        _action("QUERY", {"query": {"enum": list(QUERY_KINDS)}}, "query"),
        _action("FINISH", {"reason": _TEXT}),
    ]
}
"""The JSON Schema of an action, as models and other agents see it."""


class DecideInput(BaseModel):
    """The input of an agent. `observation` is the text of `observe`; untrusted data in it is fenced."""

    model_config = ConfigDict(frozen=True)

    goal_prompt: str
    observation: str


def _set_description(schema: dict[str, Any]) -> None:
    """Set the description for the model: the class docstring is for readers of the code."""
    schema["description"] = "Actions, executed in their order."
    schema["required"] = ["reasoning", "actions"]


class AgentDecision(BaseModel):
    """An agent's answer. It accepts any JSON: `read_answer` extracts the valid actions.

    An invalid action is refused alone, and not the whole call; the JSON Schema describes the expected form.
    """

    model_config = ConfigDict(frozen=True, extra="allow", json_schema_extra=_set_description)

    reasoning: Annotated[Any, WithJsonSchema(_TEXT)] = ""
    actions: Annotated[Any, WithJsonSchema({"type": "array", "items": ACTION_SCHEMA})] = Field(None)
    atomic: Annotated[Any, WithJsonSchema({"type": "boolean"})] = False

    @model_validator(mode="before")
    @classmethod
    def _wrap_list(cls, value: Any) -> Any:
        return {"actions": value} if isinstance(value, list) else value


DECIDE = Ptool(
    "igg.decide", "igg_decide_prompt", DecideInput, AgentDecision, (), Parameters(temperature=0.0, max_tokens=8192)
)
PTOOLS: tuple[Ptool[Any, Any], ...] = (DECIDE,)
"""The ptools of this package."""
