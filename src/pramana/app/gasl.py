"""GASL over a workspace's graph, or any graph in a file: the executor with its state, its models, its verifier."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, overload

from pramana.app.artefact import (
    DATABASES,
    STATE,
    caps_of,
    recorded_models,
    recorded_path,
    recorded_store,
    with_recorded,
)
from pramana.app.bridge import ReadLater
from pramana.app.config import FILE, Config
from pramana.app.engine import gasl_hash
from pramana.app.gasl_verifier import GsvVerifier
from pramana.app.session import WorkSession
from pramana.app.sources import chunk_texts, store_file, workspace_source
from pramana.app.workspace import WorkspaceResources
from pramana.errors import ExecutionError
from pramana.gasl import (
    FAILED_STATUSES,
    GASL_SCHEMA,
    EvidenceReport,
    ExecutionResult,
    Explained,
    Explainer,
    GASLExecutor,
    GASLParser,
    JSONFileStateBackend,
    MemoryStateBackend,
    Plan,
    PlanCommand,
    PlanResult,
    Replayed,
    SqliteStateBackend,
    StateStore,
    Status,
    areplay,
    asks_model,
    bounded_dispatcher,
    evidence_report,
    item_rows,
    load_plan,
    parse_plan,
    run_or_resume,
    script_plan,
)
from pramana.graph import Caps, ElementKind, GraphAdapter, Selection, SqliteAdapter, adapter_name
from pramana.llm import RESPONSE_SCHEMA, Gateway, GatewayMode, Provider
from pramana.store import Database
from pramana.views import Fact, FactReader

T = TypeVar("T")


class GaslRows(ReadLater, Sequence[Any]):
    """What a command brought, item by item: of edges of a workspace's graph facts, of all else records with their
    provenance. `result` is the whole of it: status, metrics, record. Items are read when somebody looks.
    """

    def __init__(self, result: ExecutionResult | PlanResult, fact: Callable[[Any], Fact]) -> None:
        self.result = result
        self._fact = fact

    @property
    def status(self) -> Status:
        return self.result.status

    @property
    def value(self) -> Any:
        """The value as the executor has it: a selection, a list, an object, a number, None."""
        return self.result.value

    def __len__(self) -> int:
        value = self.value
        if isinstance(value, Sequence) and not isinstance(value, str):
            return len(value)
        return 0 if value is None else 1

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        found = self.call(self._rows_of, index if isinstance(index, slice) else slice(index, index + 1 or None))
        return found if isinstance(index, slice) else found[0] if found else self._missing(index)

    def _missing(self, index: int) -> Any:
        raise IndexError(index)

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def _rows_of(self, part: slice) -> list[Any]:
        value = self.value
        if isinstance(value, Selection) and value.kind is ElementKind.EDGES and isinstance(value.source, SqliteAdapter):
            return [self._fact(edge) for edge in value[part].edges()]
        if isinstance(value, Sequence) and not isinstance(value, str):
            return item_rows(value[part])
        return [] if value is None else [value][part]

    def __repr__(self) -> str:
        return f"<{len(self)} rows, {self.status}>"

    def _repr_html_(self) -> str:
        from pramana.views import (
            ROWS_SHOWN,
            shown_rows,
            table_html,  # only in notebooks
        )

        value = self.value
        listed = isinstance(value, Sequence) and not isinstance(value, str)
        found = self.call(lambda: item_rows(value[:ROWS_SHOWN])) if listed else [] if value is None else [value]
        return table_html(shown_rows(found, len(self)))


class WorkspaceGasl:
    """A workspace's GASL: one executor over its graph and its own state, whose variables last from call to call.

    With `keep` False the state is empty and in memory: nothing that is executed outlasts this object. `lowers_caps`:
    SET may only lower the bounds of searches.
    """

    def __init__(self, workspace: WorkspaceResources, keep: bool = True, lowers_caps: bool = False) -> None:
        self._ws = workspace
        backend = SqliteStateBackend(workspace.database, STATE) if keep else MemoryStateBackend()
        self.state = StateStore(backend, engine=gasl_hash if keep else None)
        self.adapter = SqliteAdapter(workspace.graph)
        verifier = GsvVerifier(workspace.gateway, workspace.config.gsv)
        dispatcher = bounded_dispatcher() if lowers_caps else None
        self.executor = GASLExecutor(
            self.adapter, workspace.gateway, self.state, verifier=verifier, dispatcher=dispatcher
        )

    async def run(self, what: str | Path | Plan | Mapping[str, Any]) -> GaslRows:
        """Execute one command, a script of several lines, or a plan. See AsyncWorkspace.gasl."""
        self.state.load()
        plan = as_plan(what)
        result: ExecutionResult | PlanResult
        if plan is None:
            result = await self.executor.aexecute_one(str(what))
            error = result.error
        else:
            result = await self.executor.arun_plan(plan)
            error = {"message": result.stopped} if result.stopped else None
        if result.status in FAILED_STATUSES:
            message = str((error or {}).get("message", result.status))
            nearest, example = (error or {}).get("nearest", ()), str((error or {}).get("example", ""))
            raise ExecutionError(message, nearest=() if "Did you mean" in message else nearest, example=example)
        facts = FactReader(self._ws.graph, self._ws.ledger)
        return GaslRows(result, facts.of)

    def evidence(self, key: str) -> EvidenceReport:
        """Return where each item under a key of the state (`people`, `study.authors`) comes from, down to lines."""
        return evidence_report(self.state, tuple(key.split(".")), workspace_source(self._ws).line)

    def explain(self, what: str | Path | Plan | Mapping[str, Any]) -> list[Explained]:
        """Say what a command, script or plan would do and take. Nothing is written, and no model is asked."""
        plan = as_plan(what)
        commands = [str(what)] if plan is None else [entry.command for entry in plan.entries()]
        nodes = [each.node for each in GASLParser().parse_script(commands)]
        return Explainer(self.adapter, self._ws.gateway, self.state).explain(nodes)


def as_plan(what: str | Path | Plan | Mapping[str, Any]) -> Plan | None:
    """Return the plan that is meant by a plan, its JSON, a file, or a script of several lines; None for one command."""
    if isinstance(what, Plan):
        return what
    if isinstance(what, Path):
        return load_plan(what)
    if isinstance(what, Mapping) or what.lstrip().startswith("{"):
        return parse_plan(what)
    lines = what.strip().splitlines()
    return script_plan(what.strip(), "script") if len(lines) > 1 else None


class GaslSession(WorkSession):
    """GASL over a graph. `state` is where the state is kept: a JSON file, or a database where the name ends in `.db`;
    None: a workspace's own, else in memory. What models say is stored in the workspace, else beside the state."""

    schemas = (GASL_SCHEMA, RESPONSE_SCHEMA)

    def __init__(
        self,
        graph: Path | GraphAdapter,
        state: Path | None = None,
        *,
        query: str = "",
        settings: Path | None = None,
        flags: Mapping[str, Any] | None = None,
        providers: Mapping[str, Provider] | None = None,
        mode: GatewayMode = GatewayMode.LIVE,
    ) -> None:
        beside = state
        if state is not None and state.suffix not in DATABASES:
            beside = recorded_store(state) or state.with_name(f"{state.name}.responses.db")
        settings = settings or (graph / FILE if isinstance(graph, Path) else None)
        super().__init__(graph, beside, settings=settings, flags=flags, providers=providers, mode=mode)
        self._place, self._query = state, query
        self._models_given = bool((flags or {}).get("llm"))

    @cached_property
    def adapter(self) -> GraphAdapter:
        """The graph, with the caps that the state names. Raises GraphFileError where it cannot be read."""
        adapter = self.source.adapter
        adapter.caps = caps_of(self.state.config, adapter.caps)
        return adapter

    @cached_property
    def config(self) -> Config:
        """The configuration; of a replay that of the run, unless models are given."""
        config = super().config
        recorded = {} if self._models_given or self.mode is not GatewayMode.REPLAY else self.state.config
        return with_recorded(config, recorded)

    @cached_property
    def state(self) -> StateStore:
        """The state, as it was saved last. Raises InputError where the file is none."""
        backend: Any
        if self._place is None:
            backend = SqliteStateBackend(self.database, STATE) if self.workspace else MemoryStateBackend()
        elif self._place.suffix in DATABASES:
            backend = SqliteStateBackend(self._state_database, STATE)
        else:
            backend = JSONFileStateBackend(self._place)
        params = asdict(Caps() if isinstance(self._graph, Path) or self._graph is None else self._graph.caps)
        reference = {**self._graph_reference(), "params": params}
        kept = self._place is not None or self.is_workspace
        return StateStore(backend, query=self._query, config={"adapter": reference}, engine=gasl_hash if kept else None)

    def _graph_reference(self) -> dict[str, str]:
        """Return how a state names its graph, which is not opened for that: by its path from the state's folder."""
        if isinstance(self._graph, Path):
            kind = "sqlite" if self.is_workspace else adapter_name(self._graph)
            return {"type": kind, "path": recorded_path(self._graph, self._place)}
        assert self._graph is not None
        return {"type": self._graph.name, "path": ""}

    @cached_property
    def _state_database(self) -> Database:
        """The database that `state` names: a workspace's is another one."""
        return Database(self._place, self.schemas) if self.workspace else self.database

    async def run(self, plan: Plan) -> PlanResult:
        """Run a plan; one that was killed, or stopped by a budget, goes on behind its last finished step.

        Raises what `GASLExecutor.run_plan` raises.
        """
        gateway, state = self._means(plan.entries())
        if gateway is not None:
            for name, value in recorded_models(self.config).items():
                state.note_config(name, value)
        return await run_or_resume(plan, self.adapter, gateway, state, verifier=self._verifier)

    async def replay(self) -> Replayed:
        """Execute the state's history again, from stored responses alone if the session was opened for that."""
        commands = [PlanCommand(command=command) for command in self.state.replay_info()["commands"]]
        gateway, state = self._means(commands)
        return await areplay(state, self.adapter, gateway, verifier=self._verifier, engine=gasl_hash())

    def explain(self, plan: Plan) -> list[Explained]:
        """Say what a plan would do. Nothing is written, and no model is asked."""
        gateway, state = self._means(plan.entries())
        located = GASLParser().parse_script([entry.command for entry in plan.entries()])
        return Explainer(self.adapter, gateway, state).explain(each.node for each in located)

    def _means(self, commands: Sequence[PlanCommand]) -> tuple[Gateway | None, StateStore]:
        """Return the gateway, where one of the commands asks a model, and the state."""
        located = GASLParser().parse_script([entry.command for entry in commands])
        return self.gateway if any(asks_model(each.node) for each in located) else None, self.state

    @property
    def _verifier(self) -> GsvVerifier | None:
        """What verifies, where a model is asked at all."""
        return GsvVerifier(self.gateway, self.config.gsv) if "gateway" in self.__dict__ else None

    def line(self, doc_id: str, number: int) -> str | None:
        """Return a line's text, None where the graph has no documents, or there is none."""
        line = self.source.line if self.is_workspace else None
        return None if line is None else line(doc_id, number)

    @cached_property
    def _chunks(self) -> Mapping[str, str]:
        """The texts of the chunks of a LightRAG store, by their ids. The graph is not opened for them."""
        store = None if self.is_workspace or not isinstance(self._graph, Path) else store_file(self._graph)
        return {} if store is None else chunk_texts(store.parent)

    def text(self, source_id: str) -> str | None:
        """Return the text of a source of a LightRAG or nano-graphrag store, None where there is none."""
        return self._chunks.get(source_id)

    async def aclose(self) -> None:
        """Close connections and databases that were opened."""
        if vars(self).get("workspace") and "_state_database" in vars(self):
            self._state_database.close()
        await super().aclose()
