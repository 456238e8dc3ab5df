"""The bodies of requests, and of problems, as Pydantic models with examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pramana.server.queries import LONGEST_TEXT

Text = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


def _config(example: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [example]})


class QuestionBody(BaseModel):
    """A question to a workspace."""

    model_config = _config({"question": "Who gave the bow to Sita?"})
    question: Text


class ClaimsBody(BaseModel):
    """Claims to be held against the documents."""

    model_config = _config({"claims": ["Rama gave the bow to Sita."]})
    claims: Annotated[list[Text], Field(min_length=1, max_length=100)]


class GaslBody(BaseModel):
    """A GASL command, or a script of several lines."""

    model_config = _config({"command": 'FIND nodes WHERE canonical_name = "Rama" AS found', "limit": 20})
    command: Text
    limit: Annotated[int, Field(ge=1, le=1_000)] = 100


class GaslEvidenceBody(BaseModel):
    """A GASL script that writes to the state, and a key of the state: `people`, `study.authors`."""

    model_config = _config(
        {
            "command": 'FIND nodes WHERE entity_type = "Person" AS found\nUPDATE people WITH found',
            "key": "people",
        }
    )
    command: Text
    key: Annotated[str, Field(min_length=1, max_length=1_000)]


class RemovalBody(BaseModel):
    """Documents to take out; `purge` deletes their stored text, too."""

    model_config = _config({"documents": ["rama.txt"], "purge": False})
    documents: Annotated[list[Text], Field(min_length=1, max_length=1_000)]
    purge: bool = False


class DecisionBody(BaseModel):
    """A decision: `merge` makes two entities one, `split` keeps them apart; `accept` says that the documents say the
    claim `one`, `refuse` that they do not; `undo` takes a decision back."""

    model_config = _config({"what": "merge", "one": "Rama", "other": "Prince Rama", "why": "the same person"})
    what: Literal["merge", "split", "accept", "refuse", "undo"]
    one: str = Field("", max_length=LONGEST_TEXT)
    other: str = Field("", max_length=LONGEST_TEXT)
    number: Annotated[int | None, Field(ge=1, le=2**53)] = None
    why: str = Field("", max_length=LONGEST_TEXT)


class InvestigationBody(BaseModel):
    """A question to investigate, and what that may take: plans, calls of models, millionths of a US dollar, seconds."""

    model_config = _config({"question": "Who gave what to whom?", "iterations": 4})
    question: Text
    search: Annotated[str, Field(min_length=1, max_length=40)] = "greedy"
    iterations: Annotated[int, Field(ge=1, le=100)] = 12
    calls: Annotated[int | None, Field(ge=1, le=10**6)] = None
    money: Annotated[int | None, Field(ge=1, le=10**12)] = None
    seconds: Annotated[float | None, Field(gt=0, le=86_400)] = None


class SeedRunBody(BaseModel):
    """A Formula Seed (its JSON, or a template's name), and the entities with their items."""

    model_config = _config({"seed": "G1a", "entities": [{"id": "r1", "items": [{"id": "i1", "text": "Good."}]}]})
    seed: Text | dict[str, Any]
    entities: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=100_000)]
    by: Annotated[str | None, Field(max_length=200)] = None


Steps = Annotated[int, Field(ge=1, le=100_000, description="Steps of the run, at most.")]


class StateGraphBody(BaseModel):
    """A graph of states and its inputs."""

    model_config = _config(
        {
            "graph": {
                "name": "approve",
                "start": "ask",
                "terminal": ["ask"],
                "nodes": {
                    "ask": {
                        "node_id": "ask",
                        "kind": "wait",
                        "callable_id": "approval",
                        "input_map": {"amount": "amount"},
                        "output_map": {"approved": "approved"},
                    }
                },
                "edges": [],
            },
            "inputs": {"amount": 12},
        }
    )
    graph: dict[str, Any]
    inputs: dict[str, Any] = Field(default_factory=dict)
    max_steps: Steps = 1_000


class WaitAnswerBody(BaseModel):
    """What a run waits for, by name; null resumes one that was stopped, or whose time is over."""

    model_config = _config({"input": {"approved": True}})
    input: dict[str, Any] | None = None
    max_steps: Steps = 1_000


class ExportBody(BaseModel):
    """The format of a graph's file, or a page to send: the graph to look at (`view`), what reading brought (`report`).

    `exact` leaves texts in tables as they are, also those that look like formulas.
    """

    model_config = _config({"format": "graphml"})
    format: Literal["graphml", "gexf", "json", "cypher", "view", "report"] = "json"
    exact: bool = False


class GrowthBody(BaseModel):
    """A payload of IGG: session_id, goal, schema, seed data, configuration; its context as texts, not as files."""

    model_config = _config(
        {
            "payload": {
                "session_id": "tale",
                "goal_prompt": "Map who knows whom.",
                "context_data": "Rama knows Sita.",
                "config": {"schema": {"node_types": ["Person"], "edge_types": ["KNOWS"]}},
            },
            "hours": 24,
        }
    )
    payload: dict[str, Any]
    hours: Annotated[float, Field(gt=0, le=24 * 365)] = 24.0


class PayloadBody(BaseModel):
    """A payload of IGG under which the configured model grows a graph; its context as texts, not as files."""

    model_config = _config(
        {
            "payload": {
                "session_id": "tale",
                "goal_prompt": "Map who knows whom.",
                "context_data": "Rama knows Sita.",
                "config": {"schema": {"node_types": ["Person"], "edge_types": ["KNOWS"]}},
            }
        }
    )
    payload: dict[str, Any]


AgentName = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ActionsBody(BaseModel):
    """An agent's answer: actions as JSON, or a text that holds them. `seen` is the version that it observed."""

    model_config = _config(
        {
            "actions": [{"type": "ADD_NODE", "label": "Person", "properties": {"name": "Rama"}}],
            "agent": "reader",
            "seen": 0,
        }
    )
    actions: Any
    agent: AgentName = "agent"
    seen: Annotated[int | None, Field(ge=0, le=2**53)] = None


class FinishBody(BaseModel):
    """Why a session ends."""

    model_config = _config({"reason": "All lines are read."})
    reason: str = Field("", max_length=2_000)


class ProblemDetails(BaseModel):
    """What is wrong, as problem details (RFC 9457), with the fields of the error that help to fix it."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:pramana:error:unknown-name",
                    "title": "Not found",
                    "status": 404,
                    "detail": "There is no entity 'Rma'. Did you mean rama?",
                    "instance": "urn:pramana:request:5b1f0a9c3d2e4f60",
                    "nearest": ["rama"],
                }
            ]
        },
    )
    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
