"""The values in answers as Pydantic models with examples: those that commands print with `--json`. A test holds
every answer to its model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

EXAMPLES: dict[str, Any] = json.loads((Path(__file__).parent / "examples.json").read_text("utf-8"))
"""An answer for each model, by its name: what a server said about a small text, with its lists cut."""

T = TypeVar("T")
Json = dict[str, Any]


class AnswerItem(BaseModel):
    """Base of the models of answers. Later versions may add fields."""

    model_config = ConfigDict(extra="allow")

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        found: dict[str, Any] = handler(core)
        if cls.__name__ in EXAMPLES:
            handler.resolve_ref_schema(found)["examples"] = [EXAMPLES[cls.__name__]]
        return found


class ItemPage(BaseModel, Generic[T]):
    """A page of a list. `next` is the cursor of the next page, null at the end."""

    items: list[T]
    next: str | None = None


class WorkspaceItem(AnswerItem):
    """A workspace; `writable` says whether this server writes to it."""

    name: str
    writable: bool


class DocumentItem(AnswerItem):
    """A document. `date` is when it was written, "" where not known; `read` says whether every line was read."""

    doc_id: str
    lines: int
    sha: str
    loader: str
    origin: str
    date: str
    read: bool


class DocumentLineItem(AnswerItem):
    """A line of a document. `place` is how answers cite it."""

    place: str
    line_number: int
    text: str


class CitationItem(AnswerItem):
    """A line that is cited."""

    doc_id: str
    line_number: int
    text: str


class FoundLineItem(AnswerItem):
    """A line that a search found. `spans` are where the query's words are in it, `parts` what its score is made of."""

    doc_id: str
    number: int
    text: str
    score: float
    parts: dict[str, float]
    spans: list[list[int]]
    via: str


class EvidenceItem(AnswerItem):
    """Where a fact occurs: code points `start` to `end` of a line, and how well the quote fits."""

    doc_id: str
    line_number: int
    start: int
    end: int
    quote: str
    grade: str


class ProposalItem(AnswerItem):
    """What a model proposed at a place of a run, and what became of it. `scores` are votes from 1 to 100."""

    run: int | None
    path: str
    verdict: str
    reason: str
    scores: list[int]
    body: Any


class WhyItem(AnswerItem):
    """Why a fact is in the graph: the proposal that brought it, and the rivals that were refused."""

    verdict: str
    run: int | None
    accepted: list[ProposalItem]
    refused: list[ProposalItem]


class BareFactItem(AnswerItem):
    """An edge of the graph with its evidence."""

    id: str
    source: str
    relation: str
    target: str
    verdict: str
    evidence: list[EvidenceItem]


class FactItem(BareFactItem):
    """An edge of the graph with its evidence, the text of each piece of evidence's line, and why it is there."""

    lines: list[str]
    why: WhyItem


class EntityItem(AnswerItem):
    """An entity: `id` is what other requests take."""

    id: str
    canonical_name: str
    entity_type: str | None = None


class EventItem(AnswerItem):
    """An event with who takes part in it."""

    id: str
    verb: str
    doc_id: str
    line_number: int
    polarity: str = "affirmative"
    modality: str = "actual"
    verdict: str
    text: str
    facts: list[BareFactItem]


class ShownEventItem(EventItem):
    """An event, and why it is in the graph."""

    why: WhyItem


class EventTimeItem(AnswerItem):
    """When an event is: the first and the last day that it may be on, null where that side is open."""

    earliest: str | None
    latest: str | None
    edtf: str
    words: str


class ParticipantItem(AnswerItem):
    """Who or what takes part in an event; `marker` is the preposition."""

    relation: str
    entity: str
    name: str
    marker: str


class TimedEventItem(AnswerItem):
    """An event with its time, null where its line says none that settles to days."""

    event: str
    verb: str
    told: str
    time: EventTimeItem | None
    denied: bool
    modality: str
    verdict: str
    participants: list[ParticipantItem]
    doc_id: str
    line_number: int
    text: str


class ShownLineItem(AnswerItem):
    """A line with the events read from it, and what was refused there. `outcome` is null for a line not read."""

    doc_id: str
    line_number: int
    text: str
    start: int
    end: int
    page: int | None
    place: str
    outcome: Json | None
    kriyas: list[EventItem]
    refused: list[ProposalItem]


class ClusterItem(AnswerItem):
    """An entity under all its names, with what joins them, and its facts."""

    name: str
    mentions: int
    names: list[Json]
    pronouns: dict[str, int]
    documents: list[str]
    senses: list[Json]
    links: list[Json]
    refused: list[Json]
    decisions: list[Json]
    facts: list[BareFactItem]
    fact_count: int
    entries: list[Json]
    relations: list[BareFactItem]


class NeighbourItem(AnswerItem):
    """An entity that takes part in an event of the one that was asked for."""

    event: str
    verb: str
    role: str
    other: str
    other_role: str
    polarity: str
    verdict: str
    doc_id: str
    line_number: int
    text: str


class PathItem(AnswerItem):
    """A way from one entity to another: the names on it, and its facts."""

    names: list[str]
    facts: list[FactItem]


class GraphItem(AnswerItem):
    """A part of the graph, as the graph's page reads it: numbers are places in the lists.

    A node has `id`, `label`, `type`, `verdict`, and where there are any `names`, `properties`, `at`, `interest` (0 to
    3). An edge has `id`, `ends`, `relation`, `grade`, `verdict`, `why` (-1: none), and `properties`, `at`. `at` lists
    line, start, end, grade. `told` says what was left out, "" for nothing.
    """

    nodes: list[Json]
    edges: list[Json]
    lines: list[list[str]]
    whys: list[Json]
    types: list[str]
    relations: list[str]
    grades: list[str]
    verdicts: list[str]
    meanings: list[str]
    start: int
    directed: bool
    told: str
    events: int
    same: int


class ReviewEntry(AnswerItem):
    """Two names that may be one (`merge` or `split` decides), or a claim `one` that lines may say (`kind` claim;
    `accept` or `refuse` decides), why it is open, and the lines."""

    one: str
    other: str
    reason: str
    lines: list[str]
    kind: Literal["names", "claim"]
    places: list[str]


class RunItem(AnswerItem):
    """A run: `about` says of what, `result` what came of it."""

    run: int
    kind: str
    status: str
    started: str
    ended: str | None
    about: Json
    result: Json


class ShownRunItem(RunItem):
    """A run with what it was given. `replays` says whether it can be repeated."""

    manifest: Json
    replays: bool


class StepItem(AnswerItem):
    """What happened at one place of a run."""

    path: str
    kind: str
    body: Any


class LedgerItem(AnswerItem):
    """What was proposed, or a line at which nothing was; what became of it, and why."""

    run: int
    path: str
    verdict: str
    reason: str
    scores: list[int]
    body: Any


class PassItem(AnswerItem):
    """A pass: whether it is on, whether it saw the present graph, and how many links it made."""

    name: str
    on: bool
    current: bool
    links: int
    last_run: int | None


class DecisionItem(AnswerItem):
    """What a person decided. `state`: in force, taken back, overruled, or waiting for an entity or a line. `texts` are
    those of the lines at `places` that a claim was decided by."""

    number: int
    run: int
    what: Literal["merge", "split", "link", "unlink", "accept", "refuse", "undo"]
    one: str
    other: str
    why: str
    undoes: int | None
    state: str
    places: list[str]
    label: str
    description: str
    texts: list[str]


class MadeDecisionItem(AnswerItem):
    """A decision, the passes that ran for it, and the graph's hash after them."""

    decision: DecisionItem
    passes: list[Json]
    graph_hash: str
    heeded: bool


class RemovedItem(AnswerItem):
    """The documents that were taken out, and the graph's hash after it."""

    removed: list[str]
    graph_hash: str


class AnswerBody(AnswerItem):
    """An answer: `status` says what it rests on. With NO_MATCH nothing was found, or the
    question could not be read: `nearest` are lines that share words with it."""

    question: str
    answer: str
    status: str
    citations: list[CitationItem]
    nearest: list[CitationItem]
    assumptions: list[str]
    reasoning_trace: list[str]
    references: list[str]
    corroboration: list[str]
    facts: list[BareFactItem]
    run: int


class CheckedClaimItem(AnswerItem):
    """Whether the documents say a claim: supported, contradicted, not_stated or unsure. Of a passage `sentences` has
    each sentence; `opposing` are the lines that say otherwise, where others say the claim."""

    claim: str
    verdict: str
    reasons: list[str]
    decided_by: str
    lines: list[CitationItem]
    opposing: list[CitationItem]
    sentences: list[CheckedClaimItem]


class ClaimsItem(AnswerItem):
    """Verdicts in the order of the claims, and how many there are of each."""

    claims: list[CheckedClaimItem]
    refused: list[Json]
    counts: dict[str, int]


class GaslItem(AnswerItem):
    """Rows of a GASL command: facts, nodes or values. `cut` says that there are more than are shown."""

    status: str
    count: int
    rows: list[Any]
    cut: bool


class StatusItem(AnswerItem):
    """The status of a workspace."""

    documents: list[Json]
    lines: dict[str, int]
    nodes: dict[str, int]
    edges: dict[str, int]
    verdicts: dict[str, int]
    passes: list[PassItem]
    links: Json
    spending: list[Json]
    metrics: Json
    runs: list[RunItem]
    graph_hash: str
    unfinished: list[Any]
    left_out: list[dict[str, str]]
