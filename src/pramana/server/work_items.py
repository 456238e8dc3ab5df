"""The values in answers about work: jobs, conversations, sessions of agents, results of Formula Seeds."""

from __future__ import annotations

from typing import Any, Literal

from pramana.server.items import AnswerItem, Json


class UploadedFileItem(AnswerItem):
    """A file as it was uploaded: bytes, and SHA-256."""

    name: str
    bytes: int
    sha: str


class JobItem(AnswerItem):
    """A job. `progress` counts; `report` is what came of it, `problem` what ended one that failed, `outputs` are files
    that it wrote, `cost` is calls, tokens and money (millionths of a US dollar), null where it asked no model."""

    id: str
    kind: Literal[
        "ingest",
        "estimate",
        "investigate",
        "anot",
        "stategraph",
        "igg",
        "replay",
        "export",
        "audit",
        "decide",
        "remove",
    ]
    state: Literal["queued", "running", "done", "partial", "stopped", "failed", "cancelled"]
    created: str
    files: list[UploadedFileItem]
    options: Json
    progress: Json
    report: Any
    problem: Json | None
    outputs: list[str]
    attempts: int
    cost: Json | None


class TemplateItem(AnswerItem):
    """A Formula Seed that can be started by its name: the task in words, and the fields of a result."""

    name: str
    formula: str
    output_fields: list[str]


class CommandPlanItem(AnswerItem):
    """What a GASL command would do: what it reads, about how many rows result, and the calls of a model that it takes
    (null: not known). `depth` is how many commands it is nested in."""

    command: str
    scans: str
    rows: int | None
    exact: bool
    calls: int | None
    depth: int


class GaslEvidenceItem(AnswerItem):
    """Where each item under a key of GASL's state comes from: each has its value, and its provenance with document and
    line. `untraced` counts items that no record leads to."""

    key: str
    type: str
    count: int
    documents: list[str]
    untraced: int
    items: list[Json]


class ChatItem(AnswerItem):
    """A conversation: each question as it was asked and as it was understood, and the run that answered it."""

    id: str
    turns: list[Json]


class BegunSessionItem(AnswerItem):
    """A session in which agents grow a graph, and its run."""

    session: str
    run: int


class SessionItem(AnswerItem):
    """A session or a run of the loop. `ended` says how, "" while it is open; `expires` is in seconds since 1970."""

    session: str
    run: int
    kind: str
    ended: str
    expires: float | None


class ObservationItem(AnswerItem):
    """What an agent is to see: one text, its parts, and what did not fit."""

    text: str
    version: int
    tokens: int
    whole: bool
    parts: dict[str, str]
    left_out: list[Any]


class TurnItem(AnswerItem):
    """What became of an agent's answer: `turn` is its record in the log, with what was applied and refused."""

    turn: Json
    stopped: str | None
    paused: bool
    detail: str


class SessionEndItem(AnswerItem):
    """How a session ended."""

    session: str
    stopped: str
    detail: str
    hash: str
    pruned: list[str]


class SessionGraphItem(AnswerItem):
    """The graph of a session. `cut` says that there is more than is shown."""

    session: str
    hash: str
    nodes: list[Json]
    edges: list[Json]
    cut: bool
