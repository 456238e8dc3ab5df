"""Passes of a workspace: each is a run, starts after lines have changed, and is undone as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pramana.app.engine import engine_hash, pass_hash
from pramana.app.plugins import uses_json
from pramana.app.progress import ObserveWork, WorkProgress, observed_work
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import canonical, digest
from pramana.collector import rare_collections
from pramana.errors import BudgetExceeded, ConfigError, UnknownName
from pramana.graph import SqliteGraph
from pramana.karaka import (
    LINKS,
    NO_BASE,
    PASSES,
    Blocks,
    Pass,
    PassOutcome,
    PassRunner,
    PassViews,
    RelationRule,
    links_pass,
    relation_schema,
    rules_from_lines,
    written_rules,
)
from pramana.retrieval import KnowledgeBase, reopen_knowledge
from pramana.trace import Run, RunStatus, Step
from pramana.views import DecisionReader, PassReport, PassState

LINE_KINDS = ("ingest", "remove")
"""The kinds of run that change what lines say."""


class Passes:
    """The passes of one workspace. Its methods write; hold the workspace's lease."""

    def __init__(self, workspace: WorkspaceResources) -> None:
        self._ws = workspace
        self._parting = [name for name, each in PASSES.items() if each.parts]
        self._views = PassViews(workspace.database, workspace.graph, self._parting)
        self._blocks: Blocks | None = None

    async def run(self, names: Sequence[str] = (), observe: ObserveWork | None = None) -> list[PassReport]:
        """Run the named passes, or all that are on, in their order. One that is current does nothing.

        After named ones, those run again that were current and read what the named ones wrote (`relations`).
        `observe` is told how far a pass is whenever a model answers.
        Raises ConfigError for `links` where no knowledge base is configured.
        """
        self._check(names)
        if LINKS in names and self._ws.knowledge is None:
            raise ConfigError(NO_BASE)
        wanted = [name for name in PASSES if (name in names if names else self._is_on(name))]
        others = [name for name in self.current() if name not in names] if names else []
        with rare_collections():
            reports = [await self._carry_out(name, observe) for name in wanted]
            return reports + [await self._carry_out(name, observe) for name in others if not self._is_current(name)]

    def undo(self, name: str) -> PassReport:
        """Take everything out that a pass put into the graph, and leave it off until it is run by name again."""
        self._check([name])
        manifest = self._manifest(name) | {"undo": True}
        with self._ws.database.transaction(), self._ws.ledger.running("pass", manifest) as run:
            taken = self.runner(name).undo()
            run.result = {"graph_hash": self._ws.graph.hash(), "taken_back": taken}
        return PassReport(name, run.id, {}, taken)

    async def undo_and_follow(self, name: str) -> PassReport:
        """Undo a pass, and run the current passes again: they may read what it wrote."""
        again = [each for each in self.current() if each != name]
        report = self.undo(name)
        if again:
            await self.run(again)
        return report

    def current(self) -> list[str]:
        """Return the passes that are on and have nothing to do."""
        return [state.name for state in self.states() if state.on and state.current and state.last_run is not None]

    def states(self) -> list[PassState]:
        """Return the status of every pass, in the order in which they run.

        The one that links to a knowledge base is left out if no knowledge base is, or ever was, configured.
        """
        return [
            PassState(
                name,
                self._is_on(name),
                self._is_current(name),
                len(self._ws.graph.slots_below(f"pass/{name}/")),
                last.id if (last := self._last(name)) else None,
            )
            for name in PASSES
            if name != LINKS or self._ws.config.kb.kind is not None or self._last(name) is not None
        ]

    def runner(
        self, name: str, base: KnowledgeBase | None = None, rules: Sequence[RelationRule] | None = None
    ) -> PassRunner:
        """Return the executor of a pass. `base` and `rules` (of relations) are those of a run that is repeated."""
        if name == LINKS:
            return self._linker(base or self._ws.knowledge)
        if PASSES[name].takes_rules:
            return self._deriver(name, self._ws.relation_rules if rules is None else rules)
        ws = self._ws
        what = PASSES[name]
        options = ws.config.karaka.entity_types if what.takes_types else ()
        if options:
            propose: Callable[..., Any] = what.propose
            loop: Callable[..., Any] | None = what.loop
            told = None if loop is None else partial(loop, types=options)
            decide: Callable[..., Any] | None = what.blocks
            blocks = None if decide is None else partial(decide, types=options)
            what = replace(what, propose=partial(propose, types=options), loop=told, blocks=blocks)
        return self._runner_of(ws.graph, what, options)

    def _runner_of(self, graph: SqliteGraph, what: Pass, options: Sequence[str]) -> PassRunner:
        ws = self._ws
        stores = (ws.database, graph, ws.gateway, ws.config.gsv)
        if self._blocks is None:
            names = engine_hash(ws.plugins(), "names")
            self._blocks = Blocks(ws.database, ws.graph, names, self._parting, self._code_of)
        return PassRunner(*stores, self._code_of(what.name), what, self._blocks, options, self._parting, self._views)

    def _code_of(self, name: str) -> str:
        """Return the hash of the code that decides what a pass proposes: of all, where another package has the pass."""
        if name not in PASSES.builtin:
            return self._ws.engine((PASSES.group, name))
        return pass_hash(name, self._ws.plugins((PASSES.group, name)))

    def _linker(self, base: KnowledgeBase | None) -> PassRunner:
        ws = self._ws
        what = links_pass(base, DecisionReader(ws.stores).about_entries())
        options = () if base is None else (canonical(dict(base.identity)),)
        return self._runner_of(ws.graph, what, options)

    def _deriver(self, name: str, rules: Sequence[RelationRule]) -> PassRunner:
        """Return the executor of a pass that derives relations: into a graph whose schema has them."""
        ws, what = self._ws, PASSES[name]
        propose: Callable[..., Any] = what.propose
        refuse: Callable[..., Any] | None = what.refuse
        told = None if refuse is None else partial(refuse, rules=rules)
        decide: Callable[..., Any] | None = what.blocks
        blocks = None if decide is None else partial(decide, rules=rules)
        what = replace(what, propose=partial(propose, rules=rules), refuse=told, blocks=blocks)
        graph = SqliteGraph(ws.database, relation_schema(rules))
        return self._runner_of(graph, what, written_rules(rules))

    async def repeat(self, run: Run, again: int, recorded: Mapping[str, Step]) -> None:
        """Do in this workspace, a scratch one, what a recorded run did."""
        name = str(run.manifest["pass"])
        held = run.manifest.get("knowledge")
        base = None if held is None else reopen_knowledge(held, self._ws.knowledge_answers)
        written = run.manifest.get("rules")
        runner = self.runner(name, base, None if written is None else rules_from_lines(written))
        if run.manifest.get("undo"):
            runner.undo()
        else:
            await runner.run(again, 1, recorded, DecisionReader(self._ws.stores).in_force())

    async def _carry_out(self, name: str, observe: ObserveWork | None) -> PassReport:
        if self._is_current(name):
            return PassReport(name, None)
        outcome = PassOutcome()

        def result() -> dict[str, Any]:
            counts = dict(sorted(outcome.links.items()))
            told = {"graph_hash": self._ws.graph.hash(), "links": counts, "taken_back": outcome.taken_back}
            if (scope := outcome.scope) is None:
                return told
            counted = "documents" if scope.names is None else "names"
            return told | {"decided": scope.decided, counted: scope.of, "why": scope.why}

        with self._ws.ledger.running("pass", self._manifest(name), (*LINE_KINDS, "import", "decision", "pass")) as run:
            run.tell = result
            if observe is not None:  # most passes ask no model, and would be heard of at their end alone
                observe(WorkProgress(name, "links", 0, 0, 0, self._ws.gateway.spending.as_json()))
            try:
                decisions = DecisionReader(self._ws.stores).in_force()
                with observed_work(self._ws.gateway, name, observe):
                    outcome = await self.runner(name).run(run.id, self._ws.batches_ahead, decisions=decisions)
            except BudgetExceeded as error:
                error.add_note(f"The pass {name!r} was under way; the same command resumes it.")
                raise
            run.left_out = bool(outcome.links["failed"])
        scope = outcome.scope
        about = () if scope is None else (scope.decided, scope.of, scope.why, scope.names is not None)
        return PassReport(name, run.id, result()["links"], outcome.taken_back, *about)

    def _manifest(self, name: str) -> dict[str, Any]:
        heeds = PASSES[name].heeds_decisions or PASSES[name].heeds_splits
        after = self._ws.ledger.newest(*LINE_KINDS, *(("decision",) if heeds else ()))
        use = (PASSES.group, name)
        made = {
            "pass": name,
            "after": after,
            "configuration": self.runner(name).configuration,
            "engine": self._ws.engine(use),
            **uses_json(use),
        }
        if name == LINKS and self._ws.knowledge is not None:
            made["knowledge"] = dict(self._ws.knowledge.identity)
        if PASSES[name].takes_rules:
            made["rules"] = list(written_rules(self._ws.relation_rules))
        followed = PASSES[name].follows
        read = self._places() if PASSES[name].parts else self._units(followed) if followed else self._senses(name)
        return made | ({"reads": digest(read)} if read else {})

    def _places(self) -> list[Any]:
        """Return what people decided of the bearers of one name."""
        return [
            [one.one, one.other, list(one.places), one.why]
            for one in DecisionReader(self._ws.stores).in_force()
            if one.places
        ]

    def _senses(self, name: str) -> list[str]:
        """Return what the senses in the graph that a pass reads are made of."""
        return self._units([other for other, each in PASSES.items() if each.parts and PASSES[name].reads_senses])

    def _units(self, names: Sequence[str]) -> list[str]:
        """Return what is in the graph of these passes: the slot and the key of each unit, a text for each pass."""
        sql = "SELECT slot, key FROM unit WHERE slot >= ? AND slot < ? ORDER BY slot"
        slots = [f"pass/{name}/" for name in names]
        found = (self._ws.database.all(sql, (slot, f"{slot}\U0010ffff")) for slot in slots)
        return ["\n".join(f"{slot} {key}" for slot, key in rows) for rows in found if rows]

    def _last(self, name: str) -> Run | None:
        return self._ws.ledger.newest_with("pass", "pass", name)

    def _is_current(self, name: str) -> bool:
        manifest, last = self._manifest(name), self._last(name)
        if not manifest["after"]:
            return True  # there are no lines yet
        return last is not None and last.status is RunStatus.DONE and _decides(last.manifest) == _decides(manifest)

    def _is_on(self, name: str) -> bool:
        last = self._last(name)
        wanted = name in self._ws.config.karaka.passes
        if name == LINKS:
            wanted = self._ws.config.kb.kind is not None
        return wanted and not (last is not None and last.manifest.get("undo"))

    def _check(self, names: Sequence[str]) -> None:
        for name in names:
            if name not in PASSES:
                raise UnknownName("pass", name, list(PASSES), f"Passes: {', '.join(PASSES)}.")


def _decides(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides what a pass proposes: of the code its own, which is in its configuration."""
    return {name: value for name, value in manifest.items() if name != "engine"}
