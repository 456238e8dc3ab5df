"""What work on a graph needs beside it: a workspace's configuration, database, ledger and models, or its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from pramana.app.config import FILE, Config, load_config
from pramana.app.models import open_gateway
from pramana.app.sources import DataSource, open_source, workspace_source
from pramana.app.workspace import WorkspaceResources
from pramana.graph import GraphAdapter
from pramana.llm import RESPONSE_SCHEMA, Gateway, GatewayMode, PromptBook, Provider
from pramana.store import Database, Schema
from pramana.trace import Ledger


class WorkSession:
    """An opened graph with the resources that work on it needs. Each is opened on first use.

    `graph` is a workspace's folder, a file or folder of any graph, a LightRAG store, or an adapter; None where the work
    needs none. `store` is a database for responses and runs if the graph is not a workspace; None: in memory.
    `settings` is the pramana.toml that names the models then, and `texts` are files and folders of the graph's source
    text. `flags` are nested as in pramana.toml, and override it. Use it as `async with`, in one event loop.
    """

    schemas: Sequence[Schema] = ()
    """The tables of a separate database."""

    def __init__(
        self,
        graph: Path | GraphAdapter | None,
        store: Path | None = None,
        *,
        settings: Path | None = None,
        flags: Mapping[str, Any] | None = None,
        providers: Mapping[str, Provider] | None = None,
        mode: GatewayMode = GatewayMode.LIVE,
        lightrag: bool = False,
        texts: Sequence[Path] = (),
    ) -> None:
        self.mode = mode
        self.is_workspace = isinstance(graph, Path) and (graph / FILE).is_file() and not lightrag
        self._graph, self._store, self._lightrag, self._texts = graph, store, lightrag, texts
        self._settings, self._flags, self._providers = settings or Path(FILE), flags, dict(providers or {})

    @cached_property
    def workspace(self) -> WorkspaceResources | None:
        """The workspace, where the graph is one's."""
        if not self.is_workspace or not isinstance(self._graph, Path):
            return None
        return WorkspaceResources.open(self._graph, flags=self._flags, providers=self._providers, mode=self.mode)

    @cached_property
    def source(self) -> DataSource:
        """The graph. Raises GraphFileError where it cannot be read."""
        if self.workspace is not None:
            return workspace_source(self.workspace)
        assert self._graph is not None
        return open_source(self._graph, lightrag=self._lightrag, texts=self._texts)

    @cached_property
    def config(self) -> Config:
        return self.workspace.config if self.workspace else load_config(self._settings, self._flags)

    @cached_property
    def database(self) -> Database:
        return self.workspace.database if self.workspace else Database(self._store, self.schemas)

    @property
    def prompts(self) -> PromptBook | None:
        """A workspace's prompts; None: those that ship."""
        return self.workspace.prompts if self.workspace else None

    @cached_property
    def gateway(self) -> Gateway:
        """The way to the models that the configuration names."""
        if self.workspace:
            return self.workspace.gateway
        return open_gateway(self.database, self.config, mode=self.mode, providers=self._providers)

    @cached_property
    def ledger(self) -> Ledger:
        if self.workspace:
            return self.workspace.ledger
        return Ledger(self.database, lambda: {"calls": float(self.gateway.spending.calls)})

    async def aclose(self) -> None:
        """Close connections and databases that were opened."""
        made = vars(self)
        if made.get("workspace") is not None:
            await made["workspace"].aclose()
            return
        if "gateway" in made:
            await made["gateway"].aclose()
        if "database" in made:
            made["database"].close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class JudgeSession(WorkSession):
    """A model that judges claims, without a graph; its answers are kept."""

    schemas = (RESPONSE_SCHEMA,)
