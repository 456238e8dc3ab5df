"""What work would take: it is done in memory, by models that only pretend, and counted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import groupby

from pramana.app.config import Config
from pramana.app.examples import example_answer
from pramana.app.models import open_gateway
from pramana.app.workspace import SCHEMAS, WorkspaceResources
from pramana.documents import Line, LoadedDocument
from pramana.karaka import LINKS, RehearsedModel
from pramana.llm import Budget, EmbedderSettings, Gateway, ModelSettings, PromptBook, Spending
from pramana.store import Database

SAMPLE = 200
"""How many lines are read, at most: enough for a dozen batches; a second or two of work."""
BLOCK = 100
"""Consecutive lines of a sample: what shares a call, and what pronouns mean, depends on neighbours."""
Unread = tuple[str, Line]
"""A line that is to be read, with the document that it is from."""
Read = Callable[[WorkspaceResources, Sequence[LoadedDocument]], Awaitable[object]]
_NO_LIMITS = {"rpm": None, "tpm": None, "concurrency": 64, "retries": 0}
"""A rehearsal waits for nobody."""


def sample_blocks(lines: Sequence[Unread]) -> list[Sequence[Unread]]:
    """Return all lines, or blocks of consecutive ones at equal distances.

    >>> [len(block) for block in sample_blocks([("a", None)] * 1000)]
    [100, 100]
    """
    if len(lines) <= SAMPLE:
        return [lines] if lines else []
    count = SAMPLE // BLOCK
    step = len(lines) // count
    starts = [number * step + (step - BLOCK) // 2 for number in range(count)]
    return [lines[start : start + BLOCK] for start in starts]


async def rehearse(workspace: WorkspaceResources, lines: Sequence[Unread], read: Read) -> tuple[Spending, int]:
    """Return what reading a sample of lines and the passes over them take, and how many lines that were.

    `read` reads documents and runs the passes in a workspace. No server is asked; nothing is written to `workspace`.
    """
    blocks = sample_blocks(lines)
    documents = [
        _document(f"{number}-{doc_id}", [line for _, line in part])
        for number, block in enumerate(blocks)
        for doc_id, part in groupby(block, key=lambda each: each[0])
    ]
    async with _stage(workspace) as stage:
        if documents:
            await read(stage, documents)
        return stage.gateway.spending.copy(), sum(len(document.lines) for document in documents)


def _stage(workspace: WorkspaceResources) -> WorkspaceResources:
    """Return an empty workspace in memory, configured like the given one, whose models only pretend."""
    config = workspace.config
    passes = tuple(name for name in config.karaka.passes if name != LINKS)
    karaka = config.karaka.model_copy(update={"passes": passes})
    kb = config.kb.model_copy(update={"kind": None})
    made = config.model_copy(update={"karaka": karaka, "kb": kb})
    return _pretending(workspace, made, Database(None, SCHEMAS))


def stage_copy(workspace: WorkspaceResources) -> WorkspaceResources:
    """Return a copy of a workspace in memory whose models only pretend.

    It asks the same knowledge base, which costs nothing, and keeps the base's answers in the given workspace.
    """
    stage = _pretending(workspace, workspace.config, workspace.database.copy())
    stage.knowledge = workspace.knowledge
    return stage


def _pretending(workspace: WorkspaceResources, config: Config, database: Database) -> WorkspaceResources:
    made = config.model_copy(update={"llm": config.llm.model_copy(update={"embedder": EmbedderSettings()})})
    stage = WorkspaceResources(workspace.folder, made, database=database)
    stage.gateway = pretending_gateway(database, made, workspace.prompts)
    return stage


@asynccontextmanager
async def rehearsal(
    database: Database, config: Config, prompts: PromptBook | None
) -> AsyncIterator[tuple[Gateway, Database]]:
    """Yield a gateway whose models pretend, and its database: a copy, so that stored answers cost nothing here too."""
    copy = database.copy()
    gateway = pretending_gateway(copy, config, prompts)
    try:
        yield gateway, copy
    finally:
        await gateway.aclose()
        copy.close()


@asynccontextmanager
async def rehearsal_gateway(database: Database, config: Config, prompts: PromptBook) -> AsyncIterator[Gateway]:
    """Yield the gateway of a rehearsal alone."""
    async with rehearsal(database, config, prompts) as (gateway, _):
        yield gateway


def pretending_gateway(database: Database, config: Config, prompts: PromptBook | None) -> Gateway:
    """Return a gateway whose models pretend, without limits and budgets. Answers in `database` are used, as always."""
    models = {name: model.model_copy(update=_NO_LIMITS) for name, model in config.llm.models.items()}
    llm = config.llm.model_copy(update={"models": models, "embedder": EmbedderSettings()})
    made = config.model_copy(update={"llm": llm})
    pretending = {name: RehearsedModel(example_answer, _takes_samples(model)) for name, model in models.items()}
    return open_gateway(database, made, prompts, budget=Budget(), providers=pretending)


def _takes_samples(model: ModelSettings) -> bool:
    """Return whether several answers to one request are to be expected of a model's server: OpenAI's and vLLM's."""
    known = model.base_url is None or model.schema_parameter == "structured_outputs"
    return model.provider == "openai" and (known if model.samples is None else model.samples)


def _document(doc_id: str, lines: Sequence[Line]) -> LoadedDocument:
    """Return lines as a document of their own, numbered from 1."""
    numbered = tuple(replace(line, number=number) for number, line in enumerate(lines, 1))
    return LoadedDocument(doc_id, "", "rehearsal", numbered)
