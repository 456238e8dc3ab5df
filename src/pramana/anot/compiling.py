"""COMPILE: a model writes a checked seed for a task formula in plain language, and corrects what the checks find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pramana.anot.checking import check_seed, seed_errors
from pramana.anot.faithful import faithful
from pramana.anot.language import PLACEHOLDERS, language
from pramana.anot.order import sort_steps
from pramana.anot.ptools import (
    COMPILE_PTOOLS,
    CONDITIONS,
    GRAPH,
    SEED,
    SINGLE,
    ComputationGraph,
    Conditions,
    ConditionsInput,
    GraphInput,
    SeedDraft,
    SeedInput,
    SeedParts,
    SeedValues,
    seed_values,
)
from pramana.anot.seed import FormulaSeed
from pramana.errors import InputError, NeedsModel, OutputInvalid, SeedRefused
from pramana.findings import Finding, Severity
from pramana.llm import Abstention, Gateway, Ptool
from pramana.trace import Trail

MAX_CORRECTIONS = 3
"""How often a seed is sent back to the model with its findings."""


@dataclass(frozen=True, slots=True)
class CompilingAttempt:
    """A seed that the model proposed, as it was proposed, and what was found about it."""

    values: SeedValues
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A checked seed. `findings` are the warnings and notes that are left; `attempts` all proposals, the last accepted
    or, where warnings stayed, the one with the fewest."""

    seed: FormulaSeed
    findings: tuple[Finding, ...]
    attempts: tuple[CompilingAttempt, ...]


class Compiler:
    """Compiles task formulas with the model behind a gateway. `mendings`, 0 or more, bounds the corrections of a seed.

    `single_step` asks for the seed in one request, not for conditions, computation graph and seed in three.
    """

    def __init__(self, gateway: Gateway, *, single_step: bool = False, mendings: int = MAX_CORRECTIONS) -> None:
        self._gateway = gateway
        self._single = single_step
        self._mendings = mendings

    async def compile(self, formula: str, *, name: str = "", trail: Trail | None = None) -> Compiled:
        """Return the seed of a task formula, without errors, its steps in order.

        `name` replaces the name that the model proposes. Raises NeedsModel for the embedded model, which cannot write
        seeds, and SeedRefused with the last findings where every proposal has errors.
        """
        if not formula.strip():
            raise InputError("The task formula is empty.")
        if not all(self._gateway.judges(ptool) for ptool in self._ptools()):
            raise NeedsModel(
                "Compiling plain words needs a model, and the embedded one does not write seeds. Configure one in "
                "pramana.toml or name it (--model), or start from a reviewed seed: pramana anot new."
            )
        place = trail or Trail()
        request = await self._request(formula, place)
        return await self._compile_with_fixes(request, formula, name, place)

    def _ptools(self) -> Sequence[Ptool[Any, Any]]:
        return (SINGLE,) if self._single else (CONDITIONS, GRAPH, SEED)

    async def _request(self, formula: str, trail: Trail) -> SeedInput:
        """Return what the seed is asked for by: with the two steps before it, unless it is a single one."""
        conditions: Conditions | None = None
        graph: ComputationGraph | None = None
        if not self._single:
            conditions = await self._ask(CONDITIONS, ConditionsInput(task_formula=formula), trail.at("conditions"))
            asked = GraphInput(task_formula=formula, conditions=conditions, language=language())
            graph = await self._ask(GRAPH, asked, trail.at("graph"))
        return SeedInput(
            task_formula=formula,
            conditions=conditions,
            graph=graph,
            language=language(),
            placeholders=list(PLACEHOLDERS),
        )

    async def _compile_with_fixes(self, request: SeedInput, formula: str, name: str, trail: Trail) -> Compiled:
        attempts: list[CompilingAttempt] = []
        best: tuple[int, FormulaSeed, tuple[Finding, ...]] | None = None
        ptool = SINGLE if self._single else SEED
        for number in range(self._mendings + 1):
            answer = await self._ask(ptool, request, trail.at("seed").at(number), sample=number)
            values = answer.over(_base_values(request)) if isinstance(answer, SeedParts) else answer
            seed, found = check_values(values, formula, name)
            attempts.append(CompilingAttempt(values, found))
            telling = [finding for finding in found if finding.severity is not Severity.NOTE]
            if seed is not None and not seed_errors(found) and (best is None or len(telling) < best[0]):
                best = (
                    len(telling),
                    sort_steps(seed),
                    (*check_seed(sort_steps(seed)), *faithful(sort_steps(seed), formula)),
                )
            if not telling or _is_settled(attempts):
                break
            request = request.model_copy(
                update={"draft": SeedDraft(seed=values, findings=[str(finding) for finding in telling])}
            )
        if best is None:
            bound = f"{len(attempts)} proposal{'s' if len(attempts) > 1 else ''}"
            raise SeedRefused(
                f"None of the model's {bound} can be executed. The last:", seed_errors(attempts[-1].findings)
            )
        return Compiled(best[1], best[2], tuple(attempts))

    async def _ask(self, ptool: Ptool[Any, Any], asked: Any, trail: Trail, sample: int = 0) -> Any:
        call = await self._gateway.call(ptool, asked, sample=sample, trail=trail)
        if isinstance(call.output, Abstention):
            raise OutputInvalid(f"{call.model} abstained from {ptool.name}: {call.output.reason}")
        return call.output


def _base_values(request: SeedInput) -> SeedValues:
    """Return what the parts of a seed are laid over: the last draft, or what the first two steps said."""
    if request.draft is not None:
        return request.draft.seed
    assert request.conditions is not None and request.graph is not None, "a seed in parts follows two steps"
    return seed_values(request.conditions, request.graph)


def _is_settled(attempts: Sequence[CompilingAttempt]) -> bool:
    """Return whether the model left a seed without errors as it was, warnings and all: it will again."""
    return (
        len(attempts) > 1 and attempts[-1].findings == attempts[-2].findings and not seed_errors(attempts[-1].findings)
    )


def check_values(values: SeedValues, formula: str, name: str = "") -> tuple[FormulaSeed | None, tuple[Finding, ...]]:
    """Return the seed of what a model proposed, and what is found about it; None where the values make no seed."""
    document = {**values.model_dump(mode="json"), "source_formula": formula}
    try:
        seed = FormulaSeed.from_dict({**document, "task_name": name or values.task_name})
    except InputError as error:
        return None, (Finding("the seed", Severity.ERROR, str(error)),)
    return seed, (*check_seed(seed), *faithful(seed, formula))


__all__ = ["COMPILE_PTOOLS", "MAX_CORRECTIONS", "Compiled", "Compiler", "CompilingAttempt", "check_values"]
