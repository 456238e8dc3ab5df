"""The resources of an open workspace: its folder, configuration, stores, prompts and models."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Self

from pramana.app.config import FILE, STARTER, Config, load_config
from pramana.app.engine import engine_hash
from pramana.app.models import all_prompts, open_gateway
from pramana.app.plugins import Use, identities, uses_of
from pramana.app.reading_work import Workers
from pramana.documents import DOCUMENT_SCHEMA, Shelf
from pramana.errors import (
    DatabaseForeign,
    DatabaseOutdated,
    DatabaseUnusable,
    InputError,
    WorkspaceExists,
    WorkspaceNotFound,
)
from pramana.graph import GRAPH_SCHEMA
from pramana.igg import IGG_SCHEMA
from pramana.karaka import (
    BLOCK_SCHEMA,
    PASS_SCHEMA,
    ROW_SCHEMA,
    TRAVERSAL_SCHEMA,
    KarakaGraphV2,
    LineReader,
    RelationRule,
    default_relation_rules,
    read_relation_rules,
)
from pramana.llm import RESPONSE_SCHEMA, Budget, Gateway, GatewayMode, PromptBook, Provider, load_prompts
from pramana.registry import PluginIdentity
from pramana.retrieval import (
    KNOWLEDGE_SCHEMA,
    RETRIEVAL_SCHEMA,
    KnowledgeBase,
    LineSearch,
    PassageVectors,
    open_knowledge,
)
from pramana.store import BLOB_SCHEMA, Database, Schema, replacing
from pramana.trace import TRACE_SCHEMA, Ledger
from pramana.views import COUNTED, STANDING_SCHEMA, DecisionReader, Stores

if TYPE_CHECKING:
    from pramana.karaka import QuestionAnswerer

DATABASE = "workspace.db"
PROMPT_FILE = "prompts.json"
WORKSPACE_SCHEMA = Schema(
    "workspace", "CREATE TABLE workspace (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);"
)
"""The id that the database shares with pramana.toml."""
SCHEMAS = (
    *(WORKSPACE_SCHEMA, BLOB_SCHEMA, TRACE_SCHEMA, RESPONSE_SCHEMA, DOCUMENT_SCHEMA),
    *(RETRIEVAL_SCHEMA, GRAPH_SCHEMA, STANDING_SCHEMA, TRAVERSAL_SCHEMA, IGG_SCHEMA, KNOWLEDGE_SCHEMA),
    *(PASS_SCHEMA, BLOCK_SCHEMA, ROW_SCHEMA),
)
"""The tables that every workspace has. Those of GASL, of seeds and of profiles come with their first use."""


class WorkspaceResources:
    """What belongs to an open workspace. Parts that do work take it, or one of its stores; it imports none of them.

    Use it in one event loop, as `async with`.
    """

    def __init__(
        self,
        folder: Path,
        config: Config,
        *,
        providers: Mapping[str, Provider] | None = None,
        mode: GatewayMode = GatewayMode.LIVE,
        database: Database | None = None,
    ) -> None:
        self.folder = folder
        self.config = config
        self._providers = dict(providers or {})
        self._mode = mode
        self.workers: Workers | None = None
        """The workers on a cluster that read for this workspace; None: this machine does."""
        self.database = database or open_database(folder, config.workspace_id)
        self.graph = KarakaGraphV2(database=self.database)
        self.shelf = Shelf(self.database)
        self.ledger = Ledger(self.database, self._ledger_sums)
        self.line_search = LineSearch(self.database, self.shelf)

    @classmethod
    def open(
        cls,
        folder: str | Path | None = None,
        *,
        flags: Mapping[str, Any] | None = None,
        providers: Mapping[str, Provider] | None = None,
        create: bool = False,
        mode: GatewayMode = GatewayMode.LIVE,
        read_only: bool = False,
    ) -> Self:
        """Open a folder (None: the nearest one upward); with `create` make it a workspace first where it has no
        pramana.toml.

        `flags` are settings nested like pramana.toml, which they win over. `providers` puts models of your own (a
        `Scripted` one, say) in the place of configured ones by name. With `read_only` nothing is written. Raises
        WorkspaceNotFound, ConfigError.
        """
        if create and folder is not None and not (Path(folder) / FILE).exists():
            with suppress(WorkspaceExists):
                init(folder)
        found = find(folder)
        config = load_config(found / FILE, flags)
        database = open_database(found, config.workspace_id, read_only=True) if read_only else None
        return cls(found, config, providers=providers, mode=mode, database=database)

    def _ledger_sums(self) -> dict[str, float]:
        """Return the sums that the ledger keeps for each run: calls, answers from the store, …, lines read."""
        made = vars(self)
        sums = {name: getattr(made["gateway"].spending, name) for name in COUNTED} if "gateway" in made else {}
        return {**sums, "lines": made["reader"].lines_read} if "reader" in made else sums

    # Parts that are made when first asked for

    @cached_property
    def stores(self) -> Stores:
        """What views read."""
        return Stores(self.database, self.graph, self.shelf, self.ledger)

    @cached_property
    def prompts(self) -> PromptBook:
        """All prompts: see `prompts_of`."""
        return prompts_of(self.folder)

    @cached_property
    def gateway(self) -> Gateway:
        return self.open_gateway()

    @cached_property
    def passage_vectors(self) -> PassageVectors:
        return PassageVectors(self.line_search.index, self.gateway.embedder)

    def open_gateway(
        self, mode: GatewayMode | None = None, budget: Budget | None = None, prompts: PromptBook | None = None
    ) -> Gateway:
        """Return a new gateway. Default: this workspace's mode, budget and prompts."""
        return open_gateway(
            self.database,
            self.config,
            self.prompts if prompts is None else prompts,
            mode=self._mode if mode is None else mode,
            budget=budget,
            providers=self._providers,
        )

    @cached_property
    def knowledge(self) -> KnowledgeBase | None:
        """The knowledge base that entities are linked to; None where none is configured."""
        return open_knowledge(self.config.kb, self.folder, self.database, replay=self._mode is GatewayMode.REPLAY)

    @cached_property
    def knowledge_answers(self) -> Database:
        """Where the stored answers of knowledge bases are."""
        return self.database

    @cached_property
    def relation_rules(self) -> tuple[RelationRule, ...]:
        """The rules by which events give relations: of the configured file (relative to the folder), or the default."""
        file = self.config.karaka.relations
        return default_relation_rules() if file is None else read_relation_rules(self.folder / file)

    @cached_property
    def reader(self) -> LineReader:
        return LineReader(
            self.database,
            self.graph,
            self.gateway,
            self.prompts,
            self.config.gsv,
            engine_hash(self.plugins(), "lines"),
            self.config.karaka.verification,
            self.config.karaka.related,
            self.config.karaka.entity_types,
        )

    @cached_property
    def pipeline(self) -> QuestionAnswerer:
        from pramana.karaka import QuestionAnswerer  # only where questions are asked

        return QuestionAnswerer(
            self.database,
            self.graph,
            self.gateway,
            self.prompts,
            self.config.gsv,
            engine=self.engine(),
            near=self.config.karaka.near,
            find_decision=DecisionReader(self.stores).about_claim,
        )

    @property
    def batches_ahead(self) -> int:
        """How many batches to have under way: enough to keep every model busy to its limit of concurrency.

        A batch whose lines share calls makes one for each part of it at once, others make two a line.
        """
        llm, gsv = self.config.llm, self.config.gsv
        widest = max(llm.model(name).in_flight for name in {llm.default, *llm.ptools.values()})
        if self.workers is not None:  # each batch has one call under way or more, until it is accepted
            return widest * self.workers.count
        at_once = gsv.lines_per_batch // (gsv.lines_per_generation if gsv.policy == "batched" else 2)
        return max(1, widest // max(1, at_once) + 1) if widest > 1 else 1

    def engine(self, *uses: Use) -> str:
        """Return the hash of all code that decides here, with the plug-ins that the configuration and a run use."""
        return engine_hash(self.plugins(*uses))

    def plugins(self, *uses: Use) -> tuple[PluginIdentity, ...]:
        """Return what identifies the plug-ins of other packages that the configuration and a run use."""
        return identities([*uses_of(self.config), *uses])

    def scratch(self) -> WorkspaceResources:
        """Return an empty workspace in memory, configured like this one and answered from its responses alone."""
        scratch = WorkspaceResources(self.folder, self.config, database=Database(None, SCHEMAS))
        scratch.gateway = self.open_gateway(GatewayMode.REPLAY)
        scratch.knowledge, scratch.knowledge_answers = None, self.knowledge_answers
        return scratch

    @asynccontextmanager
    async def rereading(self) -> AsyncIterator[WorkspaceResources]:
        """Yield this workspace's graph and texts to ask again, answered from stored responses alone.

        Nothing that an earlier question worked out is used.
        """
        again = WorkspaceResources(self.folder, self.config, database=self.database)
        again.gateway = self.open_gateway(GatewayMode.REPLAY)
        again.pipeline.traversals.anew = True
        try:
            yield again
        finally:
            await again.gateway.aclose()

    async def aclose(self) -> None:
        if "gateway" in self.__dict__:
            await self.gateway.aclose()
        if self.__dict__.get("knowledge") is not None:
            await self.__dict__["knowledge"].aclose()
        self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def prompts_of(folder: Path) -> PromptBook:
    """Return all prompts: the defaults of the packages, replaced by those in a workspace's prompts.json."""
    file = folder / PROMPT_FILE
    return PromptBook(all_prompts(), load_prompts(file) if file.exists() else {})


def init(folder: str | Path) -> Path:
    """Make a folder a workspace. One whose database is missing or empty gets a new one, and keeps its pramana.toml.

    Raises WorkspaceExists where it is one already, DatabaseUnusable where its database is none of ours.
    """
    path = Path(folder)
    file, database = path / FILE, path / DATABASE
    if file.exists() and database.exists() and (not database.is_file() or database.stat().st_size):
        next_step = f"Read documents into it with `pramana ingest -w {path} DOCUMENTS`."
        raise WorkspaceExists(f"{path} is a workspace already. {next_step}")
    if path.exists() and not path.is_dir():
        raise InputError(f"{path} is a file, not a folder.")
    path.mkdir(parents=True, exist_ok=True)
    wanted = load_config(file).workspace_id if file.exists() else None
    with Database(database, SCHEMAS) as made:
        workspace_id = give_id(made, wanted)
    if not file.exists():
        with replacing(file) as draft:
            draft.write(STARTER.substitute(workspace_id=workspace_id))
    return path


def give_id(database: Database, wanted: str | None = None) -> str:
    """Give a database the id `wanted`, or a random one, where it has none. Returns the id that it has now."""
    with database.transaction():
        database.execute("INSERT OR IGNORE INTO workspace VALUES (1, ?)", (wanted or token_hex(8),))
    return str(held_id(database))


def held_id(database: Database) -> str | None:
    """Return the id of the workspace that a database belongs to, None where it has none."""
    row = database.one("SELECT id FROM workspace")
    return None if row is None else str(row[0])


def open_database(folder: Path, workspace_id: str | None = None, *, read_only: bool = False) -> Database:
    """Open the database of a workspace. Raises DatabaseUnusable, with what to do: only `init` makes one.

    `workspace_id` is what pramana.toml says; None: it says nothing, and any database is accepted.
    """
    try:
        database = Database(folder / DATABASE, SCHEMAS, create=False, read_only=read_only)
    except DatabaseOutdated as error:
        error.add_note(
            f"Run `pramana rebuild -w {folder}`: it reads the documents again, uses the responses that were paid "
            "for, and keeps the old file."
        )
        raise
    except DatabaseUnusable as error:
        error.add_note(
            f"Restore {DATABASE} from a backup. Or make an empty one: move what is left of it out of the folder, run "
            f"`pramana init {folder}`, and ingest the documents again."
        )
        raise
    try:
        _refuse_foreign(database, folder, workspace_id)
    except BaseException:
        database.close()
        raise
    return database


def _refuse_foreign(database: Database, folder: Path, wanted: str | None) -> None:
    """Raise DatabaseForeign where a database belongs to another workspace than pramana.toml says."""
    held = held_id(database)
    if wanted is None or held == wanted:
        return
    error = DatabaseForeign(
        f"{folder / DATABASE} belongs to another workspace: its id is {held!r}, and {folder / FILE} says {wanted!r}."
    )
    error.add_note(
        f"Put the {DATABASE} of this workspace back, or the {FILE} that belongs to the database. If they are meant to "
        f'be one workspace from now on, write workspace_id = "{held}" into {FILE}.'
    )
    raise error


def find(start: str | Path | None = None) -> Path:
    """Return the workspace `start`, or without it the nearest folder upward from here that holds a pramana.toml."""
    if start is not None:
        if (Path(start) / FILE).is_file():
            return Path(start)
        raise WorkspaceNotFound(
            f"{start} is not a workspace: it has no {FILE}.{_near(Path(start))} Create one with "
            f"`pramana init {start}`, in Python with create=True."
        )
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / FILE).is_file():
            return folder
    raise WorkspaceNotFound(
        f"No workspace was named, and neither this folder nor one above it has a {FILE}. Create one with "
        "`pramana init FOLDER`, or name one with -w FOLDER."
    )


def _near(missing: Path) -> str:
    """Return a question that names the workspaces beside a folder whose names are like its own; "" for none."""
    beside = missing.absolute().parent
    known = [file.parent.name for file in beside.glob(f"*/{FILE}")] if beside.is_dir() else []
    near = get_close_matches(missing.name, sorted(known), n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(str(missing.with_name(name)) for name in near)}?" if near else ""
