"""StateGraphs from files: the graph, its inputs, and the callables that a user names for it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from pramana.app.models import open_gateway
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import read_json
from pramana.errors import InputError, PramanaError, RunWaits
from pramana.llm import GatewayMode, PromptBook, Ptool
from pramana.stategraph import Checkpoints, Registry, StateGraph, validate
from pramana.untrusted import Malformed, parse_json, read_file

MODULE = "pramana_handlers"


def read_object(path: Path, what: str) -> dict[str, Any]:
    """Return the JSON object that a file holds. Raises InputError that says where it is none."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise InputError(f"{path}: {what} is a JSON object, not a {type(value).__name__}.")
    return value


def read_inputs(path: Path) -> list[dict[str, Any]]:
    """Return the inputs in a file of JSON lines, one object a line. Raises InputError that names the line."""
    found = []
    for number, line in enumerate(read_file(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except Malformed as error:
            raise InputError(f"{path}, line {number}: {error}.") from None
        if not isinstance(value, dict):
            raise InputError(f"{path}, line {number}: inputs are a JSON object, not a {type(value).__name__}.")
        found.append(value)
    if not found:
        raise InputError(f"{path} holds no inputs: one JSON object a line.")
    return found


def read_graph(path: Path) -> StateGraph:
    """Return the graph in a JSON file. Raises InputError that names every field that is wrong."""
    try:
        return StateGraph.from_dict(read_object(path, "a graph"))
    except InputError as error:
        raise error if str(error).startswith(str(path)) else InputError(f"{path}: {error}") from None


@dataclass(frozen=True)
class StateGraphHandlers:
    """What nodes may call: a registry, and ptools in it with their prompts, which no model answers yet."""

    registry: Registry
    ptools: Sequence[Ptool[Any, Any]] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)

    def with_gateway(self, workspace: WorkspaceResources | None, mode: GatewayMode = GatewayMode.LIVE) -> Registry:
        """Return the registry with the ptools asked of a workspace's model, under its budget.

        Raises InputError where there are ptools and no workspace.
        """
        if not self.ptools:
            return self.registry
        if workspace is None:
            raise InputError("The ptools of the handlers are answered by a workspace's model. Name one: -w FOLDER.")
        gateway = open_gateway(workspace.database, workspace.config, PromptBook(self.prompts), rules={}, mode=mode)
        for ptool in self.ptools:
            self.registry.gateway_ptool(ptool, gateway)
        return self.registry


def load_handlers(path: Path | None) -> StateGraphHandlers:
    """Return what a Python file holds for graphs: its `registry`, or its `ptools` and their `prompts`, or all three.

    The file is run, as `python FILE` would: the user names it, a graph cannot. None gives `identity` alone. Raises
    InputError where it fails, or holds neither.
    """
    if path is None:
        return StateGraphHandlers(Registry())
    module = _run_file(path)
    registry, ptools, prompts = module.get("registry"), module.get("ptools", ()), module.get("prompts", {})
    if registry is None and not ptools:
        raise InputError(f"{path} holds neither `registry` (a pramana.stategraph.Registry) nor `ptools` (a list).")
    registry = Registry() if registry is None else registry
    if not isinstance(registry, Registry):
        raise InputError(f"{path}: `registry` is a {type(registry).__name__}, not a pramana.stategraph.Registry.")
    for ptool in ptools:
        if ptool.prompt not in prompts:
            raise InputError(f"{path}: `prompts` has no {ptool.prompt!r}, the prompt of the ptool {ptool.name!r}.")
        registry.ptool(ptool.name, _refuse_call)
    return StateGraphHandlers(registry, tuple(ptools), dict(prompts))


def begin_stategraph(
    workspace: WorkspaceResources, graph: Mapping[str, Any], inputs: Mapping[str, Any], handlers: StateGraphHandlers
) -> int:
    """Begin a run of a graph of states in a workspace, for `resume_stategraph`, and return its number.

    Raises InputError where the graph has errors.
    """
    made = StateGraph.from_dict(dict(graph))
    found = [each for each in validate(made, handlers.registry, list(inputs)) if each.severity == "error"]
    if found:
        raise InputError("\n".join(["The graph has errors; nothing was run.", *map(str, found)]))
    with workspace.database.lease("pramana stategraph"):
        return Checkpoints(workspace.database, handlers.with_gateway(workspace)).begin(made, inputs)


async def resume_stategraph(
    workspace: WorkspaceResources,
    run: int,
    handlers: StateGraphHandlers,
    given: Mapping[str, Any] | None,
    max_steps: int,
) -> dict[str, Any]:
    """Take a run to its end or to a node that waits, and return both as JSON. `given` is what it waits for.

    Raises InputError where it does not wait for that, and what a node raises; the steps until then are kept.
    """
    with workspace.database.lease("pramana stategraph"):
        checkpoints = Checkpoints(workspace.database, handlers.with_gateway(workspace))
        try:
            done = await checkpoints.resume(run, max_steps, given)
        except RunWaits:
            return {"run": run, "state": None, "waiting": workspace.ledger.run(run).result["waiting"]}
    return {"run": run, "state": dict(done.state), "waiting": None}


def _refuse_call(**_: Any) -> NoReturn:
    raise InputError("No model answers this ptool.")


def _run_file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise InputError(f"The file {path} does not exist.")
    spec = importlib.util.spec_from_file_location(MODULE, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is not a Python file (*.py).")
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module  # dataclasses look their module up
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except PramanaError:
        raise
    except Exception as error:
        raise InputError(f"{path} fails: {type(error).__name__}: {error}") from error
    return vars(module)
