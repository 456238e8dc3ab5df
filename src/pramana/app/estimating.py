"""What passes, investigations, claims and seeds would take: each is rehearsed on a copy, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

from pramana.anot import Executor, Extractions, FormulaSeed, read_entities
from pramana.app.anot import compile_anew
from pramana.app.anot_runs import AnotSession
from pramana.app.claims import check_lengths, evidence_of, workspace_evidence
from pramana.app.investigate import Ground, carried_out
from pramana.app.passes import Passes
from pramana.app.rehearsal import rehearsal, stage_copy
from pramana.app.session import JudgeSession
from pramana.app.workspace import WorkspaceResources
from pramana.documents import Source
from pramana.errors import InputError, SeedRefused
from pramana.investigate import Bounds
from pramana.llm import PromptBook, Spending
from pramana.trace import Trail
from pramana.views import EMBEDDED, WorkEstimate
from pramana.wording import plural

SAMPLE = 200
"""How many entities are rehearsed, at most, at equal distances in their file: some seconds of work."""


async def estimate_passes(workspace: WorkspaceResources, names: Sequence[str] = ()) -> WorkEstimate:
    """Return what running these passes, or all that are on, would take now. Raises what running them raises."""
    stage = stage_copy(workspace)
    try:
        await Passes(stage).run(names)
        return _estimate(", ".join(names) or "all passes that are on", stage.gateway.spending)
    finally:
        await stage.gateway.aclose()
        stage.database.close()


async def estimate_investigation(
    ground: Ground, prompts: PromptBook | None, question: str, bounds: Bounds | None = None, search: str = "greedy"
) -> WorkEstimate:
    """Return what an investigation would take that goes as the embedded model's would. `prompts` None: the default."""
    if not question.strip():
        raise InputError("The question is empty.")
    async with rehearsal(ground.database, ground.config, prompts) as (gateway, copy):
        rehearsed = replace(ground, gateway=gateway, database=copy)
        await carried_out(rehearsed, question, bounds, search, Trail())
        return _estimate("an investigation", gateway.spending)


async def estimate_seed(
    session: AnotSession | WorkspaceResources,
    seed: FormulaSeed,
    data: Path,
    by: str | None = None,
    entities: Path | None = None,
) -> WorkEstimate:
    """Return what executing a seed would take. What was extracted before costs nothing again. Raises InputError."""
    count = sum(1 for _ in read_entities(data, by, entities))
    step = max(1, -(-count // SAMPLE))
    async with rehearsal(session.database, session.config, session.prompts) as (gateway, copy):
        executor = Executor(seed, gateway, extractions=Extractions(copy), gsv=session.config.gsv)
        await executor.run(islice(read_entities(data, by, entities), 0, None, step), lambda _results, _trail: None)
        return _estimate(f"{seed.task_name} over {count:,} entities", gateway.spending, Fraction(step))


async def estimate_compilation(workspace: WorkspaceResources, formula: str, single_step: bool) -> WorkEstimate:
    """Return what compiling a task formula would take, where the model corrects its seed as often as most need."""
    manifest = {"formula": formula, "name": "", "single_step": single_step, "mendings": 1}
    async with rehearsal(workspace.database, workspace.config, workspace.prompts) as (gateway, _):
        with suppress(SeedRefused):  # the seed that the rehearsal proposes is not one for this formula
            await compile_anew(gateway, manifest, Trail())
        return _estimate("compiling a formula", gateway.spending)


async def estimate_check(claims: Sequence[str], sources: Source, session: JudgeSession) -> WorkEstimate:
    """Return what judging these claims against files would take. What the session's store holds costs nothing again."""
    check_lengths(claims)
    evidence, _ = evidence_of(sources)
    async with session, rehearsal(session.database, session.config, session.prompts) as (gateway, _):
        await evidence.check(claims, gateway)
        return _estimate(_checking(claims), gateway.spending)


async def estimate_workspace_check(workspace: WorkspaceResources, claims: Sequence[str]) -> WorkEstimate:
    """Return what judging these claims against the documents of a workspace would take."""
    check_lengths(claims)
    async with rehearsal(workspace.database, workspace.config, workspace.prompts) as (gateway, _):
        await workspace_evidence(workspace).check(claims, gateway)
        return _estimate(_checking(claims), gateway.spending)


def _checking(claims: Sequence[str]) -> str:
    return f"checking {plural(len(claims), 'claim')}"


def _estimate(work: str, spent: Spending, scale: Fraction = Fraction(1)) -> WorkEstimate:
    asked = {name: model for name, model in spent.models.items() if not name.startswith(EMBEDDED)}
    return WorkEstimate(
        work=work,
        models=tuple(sorted(asked)),
        calls=round(sum(model.calls for model in asked.values()) * scale),
        stored=round(sum(model.stored for model in asked.values()) * scale),
        prompt_tokens=round(spent.prompt_tokens * scale),
        completion_tokens=round(spent.completion_tokens * scale),
        money=None if spent.money is None else round(spent.money * scale),
    )
