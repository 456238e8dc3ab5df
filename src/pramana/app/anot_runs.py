"""Executes seeds in a workspace or with a separate database file. An interrupted run resumes where it ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pramana.anot import (
    ANOT_SCHEMA,
    EntityResult,
    Executor,
    Extractions,
    FormulaSeed,
    Results,
    ResultSummary,
    check_output,
    file_hash,
    load_seed,
    read_entities,
    seed_beside,
    write_report,
    write_results,
)
from pramana.app.config import FILE, Config, load_config
from pramana.app.engine import execution_hash
from pramana.app.progress import ObserveWork, observed_work
from pramana.app.session import WorkSession
from pramana.errors import BudgetExceeded, InputError, UnknownName
from pramana.llm import RESPONSE_SCHEMA, Gateway, GatewayMode, Provider
from pramana.serialization import JsonRecord, JsonShape
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, OpenRun, Run, RunStatus, Step, Trail

KIND = "anot run"
SCHEMAS = (TRACE_SCHEMA, RESPONSE_SCHEMA, ANOT_SCHEMA)
Observe = Callable[[int], None]
"""Gets how many entities have a result."""


@dataclass(frozen=True, slots=True)
class AnotReport(JsonRecord):
    """The summary of a run. `calls` counts model calls of this run; `resumed` counts entities with earlier results."""

    run: int
    status: RunStatus
    summary: ResultSummary
    calls: int
    resumed: int
    stopped_by: str = ""
    output: Path | None = None

    json_shape = JsonShape(omit_empty=("stopped_by",), inline=("summary",))


class AnotRuns:
    """Executes seeds and keeps their runs: with what database, ledger, gateway and settings."""

    def __init__(self, database: Database, ledger: Ledger, gateway: Gateway, config: Config, mode: GatewayMode) -> None:
        self.database, self.ledger, self.gateway, self.config, self.mode = database, ledger, gateway, config, mode

    async def run(
        self,
        seed: FormulaSeed,
        data: Path,
        output: Path | None = None,
        observe: Observe | None = None,
        page: Path | None = None,
        by: str | None = None,
        watch: ObserveWork | None = None,
        entities: Path | None = None,
    ) -> AnotReport:
        """Execute a seed over a file's entities; go on where an equal run was killed or stopped.

        The output, and the HTML `page`, are written when every entity has a result, from the store. `observe` is called
        as entities are accepted, `watch` as models answer. `by` and
        `entities`: see `read_entities`. Raises InputError, SeedRefused.
        """
        if output is not None:
            check_output(output)
        executor = self.executor(seed)
        with self.database.lease("pramana anot run"), observed_work(self.gateway, seed.task_name, watch):
            with self.ledger.running(KIND, _manifest(executor, data, by, entities), (KIND,)) as run:
                made = await self._run(run, executor, (data, entities), (output, page), observe)
            return replace(made, status=run.status)

    def executor(self, seed: FormulaSeed, recorded: Mapping[str, Step] | None = None) -> Executor:
        """Return the executor of a seed; for a replay with the `recorded` steps, and no readings of other runs."""
        return Executor(
            seed,
            self.gateway,
            extractions=Extractions(self.database) if recorded is None else None,
            gsv=self.config.gsv,
            concurrency=self._concurrency(),
            refresh=self.mode is GatewayMode.REFRESH,
            recorded=recorded,
        )

    def _concurrency(self) -> int:
        llm = self.config.llm
        return llm.model(llm.model_for("anot.extraction")).concurrency

    async def _run(
        self,
        run: OpenRun,
        executor: Executor,
        data: tuple[Path, Path | None],
        files: tuple[Path | None, Path | None],
        observe: Observe | None,
    ) -> AnotReport:
        """Execute a seed, and record how the run ended with what a replay needs: data, and hashes of written files."""
        results, written = Results(self.database, run.id), dict[str, dict[str, str]]()
        resumed, before = results.next_position(), self.gateway.spending.calls
        outputs = executor.seed.output_fields

        def accept(made: Sequence[EntityResult], trail: Trail) -> None:
            self.ledger.write(run.id, trail)
            results.put([(each.position, each.entity, each.status, each.output_line(outputs)) for each in made])
            if observe is not None:
                observe(made[-1].position + 1)

        paths = {"data": str(data[0].resolve()), **({"fields": str(data[1].resolve())} if data[1] else {})}
        run.tell = lambda: {"entities": results.statuses(), **paths, "files": written}
        entities = islice(read_entities(data[0], run.manifest["data"].get("by"), data[1]), resumed, None)
        try:
            await executor.run(entities, accept, resumed)
        except BudgetExceeded as error:
            run.stopped_by = str(error)
        summary = ResultSummary.of(results, outputs)
        if not run.stopped_by:
            run.left_out = bool(set(results.statuses()) - {"done"})
            written |= write_files(results, executor.seed, summary, *files)
        calls, output = self.gateway.spending.calls - before, None if run.stopped_by else files[0]
        return AnotReport(run.id, run.status, summary, calls, resumed, run.stopped_by, output)


def write_files(
    results: Results, seed: FormulaSeed, summary: ResultSummary, output: Path | None, page: Path | None
) -> dict[str, dict[str, str]]:
    """Write a run's output, its seed beside it, and its page, where they are wanted. Returns places and hashes."""
    made: dict[str, Path] = {}
    if output is not None:
        made["output"] = write_results(results, seed, output)
        made["seed"] = seed_beside(output)
    if page is not None:
        made["page"] = write_report(results, seed, summary, page)
    return {name: {"path": str(path.resolve()), "hash": file_hash(path)} for name, path in made.items()}


class AnotSession(WorkSession):
    """Where seeds are executed: in a workspace's folder, else with a database file, which is made where it is not
    there; neither: in memory."""

    schemas = SCHEMAS

    def __init__(
        self,
        workspace: Path | None = None,
        store: Path | None = None,
        *,
        flags: Mapping[str, Any] | None = None,
        providers: Mapping[str, Provider] | None = None,
        mode: GatewayMode = GatewayMode.LIVE,
    ) -> None:
        graph = workspace if store is None else None
        settings = (store or Path()).parent / FILE
        super().__init__(graph, store, settings=settings, flags=flags, providers=providers, mode=mode)

    @property
    def runs(self) -> AnotRuns:
        """What executes seeds here."""
        return AnotRuns(self.database, self.ledger, self.gateway, self.config, self.mode)


def _manifest(executor: Executor, data: Path, by: str | None, entities: Path | None) -> dict[str, Any]:
    for path in (data, *([entities] if entities else [])):
        if not path.is_file():
            raise InputError(f"The file {path} does not exist.")
    fields = {"fields": {"name": entities.name, "hash": file_hash(entities)}} if entities else {}
    return {
        "seed": executor.seed.to_dict(),
        "seed_hash": executor.seed.hash,
        "data": {"name": data.name, "hash": file_hash(data), **({"by": by} if by else {}), **fields},
        "identity": executor.reader.identity,
        "engine": execution_hash(),
    }


def results_of(database: Database, run: int | None = None) -> tuple[Run, FormulaSeed, Results]:
    """Return a run of a seed (None: the newest), its seed and its results. Raises InputError where there is none."""
    ledger = Ledger(database)
    number = run or ledger.newest(KIND)
    if not number:
        raise InputError("No seed was executed here yet: pramana anot run SEED DATA -o OUT.")
    found = ledger.run(number)
    if found.kind != KIND:
        raise InputError(f"Run {number} executed no seed: it is a run of `{found.kind}`.")
    return found, FormulaSeed.from_dict(found.manifest["seed"]), Results(database, number)


def result_in(place: Path, entity: str | None, run: int | None = None) -> tuple[FormulaSeed, dict[str, Any]]:
    """Return the seed and one entity's result from an output (.jsonl, with the seed beside it), a database, or a
    workspace's folder. Raises InputError, and UnknownName, with what is there."""
    if not place.exists():
        raise InputError(f"There is no {place}.")
    if place.suffix.casefold() == ".jsonl":
        found: dict[str, dict[str, Any]] = {}
        for line in lines_of(place):
            if entity in (None, str(line["entity"])):
                found.setdefault(str(line["entity"]), line)  # what follows under the same id is a duplicate, not read
        names = list(found) or [str(body["entity"]) for body in islice(lines_of(place), _NAMES)]
        seed = load_seed(seed_beside(place))
        return seed, found[_the_one(found, names, entity)]
    if place.suffix.casefold() in (".csv", ".parquet"):
        raise InputError(f"{place} holds no quotes; the .jsonl and the database of the run do.")
    with _open_results(place) as database:
        _, seed, results = results_of(database, run)
        names = results.entities(_NAMES)
        wanted = entity if entity is not None else _the_one(names, names, None)
        body = results.of(wanted)
        if body is None:
            raise UnknownName("entity", wanted, names)
        return seed, body


def _open_results(place: Path) -> Database:
    """Open what holds results: a workspace's folder, or a database. Nothing is made of another file."""
    if place.is_dir():
        from pramana.app.workspace import find, open_database

        return open_database(find(place), load_config(place / FILE).workspace_id)
    return Database(place, SCHEMAS, create=False)


_NAMES = 1_000
"""Entities that are compared with a misspelled name. Runs of millions are not read for a hint."""


def _the_one(found: Collection[str], names: Sequence[str], entity: str | None) -> str:
    if entity is not None and entity not in found:
        raise UnknownName("entity", entity, names)
    if len(found) != 1:
        shown = ", ".join(names[:5])
        raise InputError(f"There are {len(found)} entities ({shown} …): name one, --entity {next(iter(names), 'ID')}.")
    return next(iter(found))


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the results of a JSON lines file. Raises InputError where it is none."""
    import json

    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                body = json.loads(line)
            except ValueError as error:
                raise InputError(f"{path} (line {number}): no JSON: {error}.") from None
            if not isinstance(body, dict) or "entity" not in body:
                raise InputError(f"{path} (line {number}): no result of `pramana anot run`.")
            yield body
