"""Compiling in a workspace: the seeds it keeps, and the run that a compilation is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.anot import COMPILE_PTOOLS, Compiled, Compiler, Finding, FormulaSeed, SeedShelf, check_seed
from pramana.anot.compiling import MENDINGS
from pramana.app.engine import engine_hash
from pramana.app.workspace import WorkspaceResources
from pramana.errors import BudgetExceeded
from pramana.llm import Gateway
from pramana.trace import RunStatus, Trail

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
    mendings: int = MENDINGS,
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
    gateway, ledger, trail = workspace.gateway, workspace.ledger, Trail()
    before = gateway.spending.calls
    manifest = _manifest(workspace, formula, name, single_step, mendings)
    run = ledger.begin(COMPILE, manifest)
    status, result = RunStatus.FAILED, dict[str, Any]()
    try:
        compiled = await compile_anew(gateway, manifest, trail)
        status, result = RunStatus.DONE, compile_result(compiled)
        return run.id, compiled, gateway.spending.calls - before
    except BaseException as error:
        status = RunStatus.STOPPED if isinstance(error, BudgetExceeded) else RunStatus.FAILED
        result = failed_result(error)
        raise
    finally:
        with workspace.database.transaction():
            ledger.write(run.id, trail)
            ledger.end(run.id, status, result)


async def compile_anew(gateway: Gateway, manifest: Mapping[str, Any], trail: Trail) -> Compiled:
    """Compile what a run's manifest says. Raises what `Compiler.compile` raises."""
    compiler = Compiler(gateway, single_step=manifest["single_step"], mendings=manifest["mendings"])
    return await compiler.compile(manifest["formula"], name=manifest["name"], trail=trail)


def compile_result(compiled: Compiled) -> dict[str, Any]:
    """Return what the ledger keeps of a run that is done."""
    return {"seed": compiled.seed.to_dict()}


def failed_result(error: BaseException) -> dict[str, Any]:
    """Return what the ledger keeps of a run that failed."""
    return {"error": type(error).__name__}


def _manifest(
    workspace: WorkspaceResources, formula: str, name: str, single_step: bool, mendings: int
) -> dict[str, Any]:
    return {
        "formula": formula,
        "name": name,
        "single_step": single_step,
        "mendings": mendings,
        "identity": {ptool.name: workspace.gateway.identity(ptool) for ptool in COMPILE_PTOOLS},
        "engine": engine_hash(),
    }
