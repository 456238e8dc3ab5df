"""Compiling in a workspace: the seeds it keeps, and the run that a compilation is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.anot import (
    COMPILE_PTOOLS,
    MAX_CORRECTIONS,
    Compiled,
    Compiler,
    Finding,
    FormulaSeed,
    SeedShelf,
    check_seed,
)
from pramana.app.differences import differences, replay_report
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest
from pramana.errors import PramanaError, ReplayMiss
from pramana.llm import Gateway
from pramana.trace import Run, Trail
from pramana.views import Difference, ReplayReport

FOLDER = "seeds"
COMPILE = "anot compile"
"""The kind of run that a compilation is."""


@dataclass(frozen=True, slots=True)
class CompileReport:
    """What became of a task formula: the seed in force, and its file. `compiled` is False where it was kept already;
    `run` is None then."""

    seed: FormulaSeed
    path: Path
    findings: Sequence[Finding]
    compiled: bool
    run: int | None = None
    proposals: int = 0
    calls: int = 0


async def compile_formula(
    workspace: WorkspaceResources,
    formula: str,
    *,
    name: str = "",
    single_step: bool = False,
    again: bool = False,
    mendings: int = MAX_CORRECTIONS,
) -> CompileReport:
    """Return the seed of a task formula: the one that is kept for it, or with `again`, and where there is none, a new
    one from the model. Raises what `Compiler.compile` raises; a run that failed is in the ledger."""
    shelf = SeedShelf(workspace.folder / FOLDER)
    kept = None if again else shelf.newest(formula)
    if kept is not None:
        return CompileReport(kept[1], kept[0], check_seed(kept[1]), compiled=False)
    with workspace.database.lease("pramana anot compile"):
        run, compiled, calls = await _run(workspace, formula, name, single_step, mendings)
        path, seed = shelf.keep(compiled.seed, formula)
    return CompileReport(seed, path, compiled.findings, True, run, len(compiled.attempts), calls)


async def _run(
    workspace: WorkspaceResources, formula: str, name: str, single_step: bool, mendings: int
) -> tuple[int, Compiled, int]:
    gateway = workspace.gateway
    before = gateway.spending.calls
    with workspace.ledger.running(COMPILE, _manifest(workspace, formula, name, single_step, mendings)) as run:
        compiled = await compile_anew(gateway, run.manifest, run.trail)
        run.result = compile_result(compiled)
    return run.id, compiled, gateway.spending.calls - before


async def compile_anew(gateway: Gateway, manifest: Mapping[str, Any], trail: Trail) -> Compiled:
    """Compile what a run's manifest says. Raises what `Compiler.compile` raises."""
    compiler = Compiler(gateway, single_step=manifest["single_step"], mendings=manifest["mendings"])
    return await compiler.compile(manifest["formula"], name=manifest["name"], trail=trail)


async def replay_compilation(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Compile a task formula again; of a run that failed, the same error is the same result."""
    expected, recorded = digest(dict(run.result)), workspace.ledger.recorded_steps(run.id)
    trail, told = Trail(recorded=recorded), list[Difference]()
    async with workspace.scratch() as scratch:
        try:
            found = digest(compile_result(await compile_anew(scratch.gateway, run.manifest, trail)))
        except PramanaError as error:
            found = digest({"error": type(error).__name__})
            if isinstance(error, ReplayMiss) or found != expected:
                told.append(Difference(trail.path or "compile", str(error)))
    told += differences(recorded, {step.path: step for step in trail.steps})
    return replay_report(run, expected, found, told, run.manifest["engine"] != workspace.engine())


def compile_result(compiled: Compiled) -> dict[str, Any]:
    """Return what the ledger keeps of a run that is done."""
    return {"seed": compiled.seed.to_dict()}


def _manifest(
    workspace: WorkspaceResources, formula: str, name: str, single_step: bool, mendings: int
) -> dict[str, Any]:
    return {
        "formula": formula,
        "name": name,
        "single_step": single_step,
        "mendings": mendings,
        "identity": {ptool.name: workspace.gateway.identity(ptool) for ptool in COMPILE_PTOOLS},
        "engine": workspace.engine(),
    }
