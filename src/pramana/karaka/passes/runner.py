"""Run passes: they propose on one frozen view; proposals are judged and applied in canonical order at the barrier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from pramana.canonical import digest
from pramana.errors import SchemaViolation
from pramana.graph import SqliteGraph
from pramana.gsv import GSVSettings
from pramana.karaka.passes.applying import Applied, canonical_order, identity, proposal_body, unit_of
from pramana.karaka.passes.block_decision import DecideBlocks, HeldBlocks
from pramana.karaka.passes.block_store import BlockState
from pramana.karaka.passes.judging import has_judges, judge, open_links, parts_apart, parts_together, statement_of
from pramana.karaka.passes.memory import DocumentMemory, document_changes
from pramana.karaka.passes.model import Ask, AskedLinks, EntityDecision, Loop, PassView
from pramana.karaka.passes.opposed import LineChecks
from pramana.karaka.passes.scopes import CHANGED, NOTHING_KEPT, PassScope, PassStates
from pramana.karaka.passes.statements import JudgedStatement, are_judged, input_of
from pramana.karaka.passes.view import PassViews, add_links, view_of
from pramana.karaka.ptools import LINK_BATCH_SCORING, LINK_BATCH_VERIFICATION, LINK_SCORING, LINK_VERIFICATION
from pramana.llm import Gateway, Ptool, map_in_order
from pramana.store import Database
from pramana.trace import Ledger, Step, Trail, Verdict

Propose = Callable[[PassView], Sequence[Applied]]
"""A pass: what it proposes on a view. Pure, and in no order that the order of ingests could show in."""
Refuse = Callable[[PassView], Sequence[tuple[Mapping[str, Any], str]]]
"""What a pass looked at and did not propose: what it was about (JSON), and the reason."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The parts of a pass. `ptools` and `embeds`: what `ask`, or `loop`, asks. `on`: run unless the configuration
    says otherwise. `heeds_decisions`: people's decisions about entities change what it proposes. `heeds_splits`: it
    does not join entities that people keep apart. `parts`: it decides which sense of a name each mention has, so it
    reads names as lines give them. So does a pass without `reads_senses`: what it proposes does not depend on who takes
    part. `takes_types`: `propose` and `loop` take the configured types of entities as `types`. `follows` names the
    passes whose links it reads, with the links themselves in its view. `takes_rules`: `propose` and `refuse` take the
    rules of relations as `rules`. `by_document`: what it proposes about a document follows from that document alone, so
    only changed ones are decided again. `keeps_notes`: it looks at the whole graph, and its view has notes of what it
    found in unchanged documents. `blocks` decides what changed alone, wherever no model is asked for proposals. Passes
    run by `order`, those of other packages after this package's."""

    name: str
    propose: Propose
    ask: Ask | None = None
    loop: Loop | None = None
    refuse: Refuse | None = None
    ptools: tuple[Ptool[Any, Any], ...] = ()
    embeds: bool = False
    heeds_decisions: bool = False
    heeds_splits: bool = False
    parts: bool = False
    reads_senses: bool = True
    on: bool = True
    takes_types: bool = False
    follows: tuple[str, ...] = ()
    takes_rules: bool = False
    by_document: bool = False
    keeps_notes: bool = False
    blocks: DecideBlocks | None = None
    order: int = 1000


@dataclass(slots=True)
class PassOutcome:
    """The result of a pass: its links by verdict (including `unchanged` and `failed`), and those that it removed.

    `scope` says which documents it decided again, None for a pass that always decides the whole graph.
    """

    links: Counter[str] = field(default_factory=Counter)
    taken_back: int = 0
    scope: PassScope | None = None


@dataclass(slots=True)
class _PassWork:
    """One run of a pass under way: what it records under, and how many batches and refusals it has so far."""

    run: int
    ahead: int
    recorded: Mapping[str, Step] | None
    outcome: PassOutcome = field(default_factory=PassOutcome)
    batches: int = 0
    refusals: int = 0


@dataclass(frozen=True, slots=True)
class _LinkBatch:
    """Proposals that are judged and applied at once. `shown` hashes what judges are shown of all of them together."""

    number: int
    links: tuple[Applied, ...]
    shown: str = ""


class PassRunner:
    """Runs one pass within a run."""

    def __init__(
        self,
        database: Database,
        graph: SqliteGraph,
        gateway: Gateway,
        settings: GSVSettings,
        engine: str,
        what: Pass,
        blocks: HeldBlocks,
        options: Sequence[str] = (),
        parting: Sequence[str] = (),
        views: PassViews | None = None,
    ) -> None:
        """`engine` hashes the code that decides, `options` are what the user set: both make another configuration.

        `parting` names the passes whose senses are read in the place of names. `blocks` and `views`: those that other
        passes of this command read, too.
        """
        self._database = database
        self._graph = graph
        self._gateway = gateway
        self._ledger = Ledger(database)
        self._settings = settings
        self._pass = what
        self._senses = what.reads_senses and not what.parts
        self._parting = tuple(parting) if self._senses else ()
        self._views = views or PassViews(database, graph, parting)
        self._blocks = blocks
        ptools: tuple[Ptool[Any, Any], ...] = (*self._judges(), *what.ptools)
        asked = {ptool.name: gateway.identity(ptool) for ptool in ptools}
        embedder = gateway.embedder.name if what.embeds else ""
        judged = settings.model_dump(mode="json") if what.loop or settings.policy == "full" else settings.accept_score
        self.configuration = digest([what.name, asked, embedder, engine, judged, list(options)])

    async def run(
        self,
        run: int,
        ahead: int,
        recorded: Mapping[str, Step] | None = None,
        decisions: tuple[EntityDecision, ...] = (),
    ) -> PassOutcome:
        """Propose, judge and apply. Afterwards the graph holds just what this pass proposes now, and no older link.

        `decisions` are those of people that were not taken back, oldest first. In a replay `recorded` holds what the
        run recorded: batches at which it never arrived are left alone, and what it did not decide is not decided.
        """
        work = _PassWork(run, ahead, recorded)
        self._ledger.clear(run, f"{self._place}/refused")
        if self._pass.blocks is not None:
            if not self._asks_models() and await self._decide_blocks(work, self._pass.blocks, decisions):
                return work.outcome
            self._blocks.store.forget(self._place)
        if not self._pass.by_document:
            filled = self._graph.slots_below(f"{self._place}/")
            await self._decide_view(work, self._view(decisions), filled, f"{self._place}/asked")
            return work.outcome
        states = PassStates(self._database, self._graph)
        scope = work.outcome.scope = self._scope(states, recorded)
        self._note_scope(work, scope)
        for number, documents in enumerate(states.groups(scope), 1):
            view, filled = self._view(decisions, documents), self._slots_about(documents)
            await self._decide_view(work, view, filled, f"{self._place}/asked/{number}")
        if not work.outcome.links["failed"]:
            states.settle(self._pass.name, self.configuration)
        return work.outcome

    def _asks_models(self) -> bool:
        """Return whether models are asked what to propose, or judge: they see all links of a document together."""
        return self._gateway.judges(LINK_VERIFICATION) or has_judges(self._gateway) or are_judged(self._gateway)

    async def _decide_blocks(
        self, work: _PassWork, decide: DecideBlocks, decisions: tuple[EntityDecision, ...]
    ) -> bool:
        """Decide the blocks that changed since the pass ran last, and those that propose for the same slots.

        Returns False where the whole graph has to be read; nothing is decided then.
        """
        store = self._blocks.store
        store.prepare()
        state = self._block_state(work.recorded)
        if state is None:
            store.forget(self._place)
        more: frozenset[str] = frozenset()
        while True:
            found = decide(self._blocks, decisions, state, more)
            if found is None:
                return False
            slots = {owner: [self._slot(each) for each in owned] for owner, owned in found.owned.items()}
            before = store.slots_of(self._place, slots)
            both = {owner: [*slots[owner], *before.get(owner, ())] for owner in slots}
            sharing = store.owners_of(self._place, {slot for each in both.values() for slot in each}) - slots.keys()
            if not sharing:
                break
            more |= sharing
        filled = self._graph.slots_below(f"{self._place}/") if state is None else sorted({*chain(*before.values())})
        why = NOTHING_KEPT if state is None else CHANGED
        names = None if found.by_document else found.of if state is None else len(slots)
        work.outcome.scope = PassScope(found.documents, found.of, why, names)
        self._note_scope(work, work.outcome.scope)
        with self._database.transaction():  # a run that is ended here has proposed for all of these
            store.keep_slots(self._place, sorted(both.items()))
        view = self._blocks.view(decisions, senses=self._senses)
        proposed = canonical_order([each for owner in sorted(found.owned) for each in found.owned[owner]])
        await self._decide_proposals(work, view, proposed, AskedLinks(()), filled, found.refused)
        ended = Trail(f"{self._place}/ended")
        if not work.outcome.links["failed"] and (work.recorded is None or ended.path in work.recorded):
            ended.record("ended", {})
            with self._database.transaction():
                store.keep_slots(self._place, sorted(slots.items()))
                store.settle(self._place, self._graph.last_change(), self.configuration, found.note)
                self._ledger.clear(work.run, ended.path)
                self._ledger.write(work.run, ended)
        return True

    def _block_state(self, recorded: Mapping[str, Step] | None) -> BlockState | None:
        """Return how far the pass is: in a replay, where the run had begun anew (after a purge, say), nowhere."""
        step = (recorded or {}).get(f"{self._place}/scope")
        if step is not None and step.body["why"] == NOTHING_KEPT:
            return None
        return self._blocks.store.state(self._place, self.configuration)

    def _scope(self, states: PassStates, recorded: Mapping[str, Step] | None) -> PassScope:
        """Return the documents to decide; in a replay those that the run decided."""
        step = (recorded or {}).get(f"{self._place}/scope")
        if step is not None:
            return PassScope.from_body(step.body)
        return states.scope(self._pass.name, self.configuration, self._parting)

    def _note_scope(self, work: _PassWork, scope: PassScope) -> None:
        """Record what is decided: in a replay what the run recorded, whose names may be of text purged since."""
        trail = Trail(f"{self._place}/scope")
        step = (work.recorded or {}).get(trail.path)
        trail.record("scope", scope.body() if step is None else step.body)
        with self._database.transaction():
            self._ledger.clear(work.run, trail.path)
            self._ledger.write(work.run, trail)

    def _view(self, decisions: tuple[EntityDecision, ...], documents: Sequence[str] | None = None) -> PassView:
        if documents is None:
            view = self._views.of(decisions, senses=self._senses)
        else:
            view = view_of(self._database, decisions, senses=self._senses, documents=documents)
        if self._pass.keeps_notes:
            basis = self.configuration
            notes = DocumentMemory(self._database, self._graph, self._pass.name, basis, self._parting)
            view = replace(view, notes=notes, plain=view)
        return add_links(self._database, view, self._pass.follows) if self._pass.follows else view

    def _slots_about(self, documents: Sequence[str]) -> list[str]:
        """Return the slots of the pass whose units rest on some documents."""
        found = {slot for doc_id in documents for slot in self._graph.slots_resting_on(doc_id)}
        return sorted(slot for slot in found if slot.startswith(f"{self._place}/"))

    async def _decide_view(self, work: _PassWork, view: PassView, filled: Sequence[str], asking: str) -> None:
        """Propose, judge and apply on one view, for which the pass has filled these slots until now.

        What models are asked is recorded at `asking`.
        """
        asked = await self._asked_links(work, view, asking)
        by_rules = () if asked.replaces else self._pass.propose(view)
        proposed = canonical_order([*by_rules, *asked.links, *asked.senses, *asked.entities, *asked.types])
        refused = () if self._pass.refuse is None else self._pass.refuse(view)
        await self._decide_proposals(work, view, proposed, asked, filled, refused)

    async def _decide_proposals(
        self,
        work: _PassWork,
        view: PassView,
        proposed: Sequence[Applied],
        asked: AskedLinks,
        filled: Sequence[str],
        refused: Sequence[tuple[Mapping[str, Any], str]],
    ) -> None:
        """Hold proposals to lines, judge and apply them, in the place of what is in the slots that were filled."""
        outcome = work.outcome
        links, opposed = self._held_to_lines(work, view, proposed, filled)
        self._note_refusals(work, refused)
        outcome.links.update(+Counter({"failed": asked.failed, "refused": len(asked.refused) + opposed}))
        kept = {self._slot_of(about) for about in asked.undecided} | {self._slot(link) for link in links}
        stale = [slot for slot in filled if slot not in kept]
        self._graph.drop(stale)
        outcome.taken_back += len(stale)
        batches = self._batches(view, links, work.batches)
        work.batches += len(batches)
        if has_judges(self._gateway):
            self._gateway.expect(sum(len(open_links(each.links)) for each in batches if not self._all_stand(each)))
        recorded = work.recorded

        async def judge_batch(batch: _LinkBatch) -> tuple[list[JudgedStatement], Trail]:
            trail = Trail(f"{self._place}/batch/{batch.number}", recorded=recorded or {})
            if self._all_stand(batch) or (recorded is not None and trail.path not in recorded):
                return [], trail
            return await judge(self._gateway, view, batch.links, self._settings, trail), trail

        def accept(batch: _LinkBatch, result: tuple[list[JudgedStatement], Trail]) -> None:
            self._accept(work.run, batch, *result, outcome)

        await map_in_order(judge_batch, batches, accept, work.ahead)

    def _judges(self) -> tuple[Ptool[Any, Any], ...]:
        together = (LINK_BATCH_SCORING, LINK_BATCH_VERIFICATION)
        return (LINK_SCORING, LINK_VERIFICATION, *together) if self._settings.policy == "full" else together

    def _batches(self, view: PassView, links: Sequence[Applied], before: int) -> list[_LinkBatch]:
        """Return proposals as they are judged and applied, numbered after the batches `before`.

        Links that share a call are judged again together.
        """
        if self._settings.policy == "full" or not has_judges(self._gateway):
            return [_LinkBatch(number, tuple(part)) for number, part in enumerate(parts_apart(links), before + 1)]
        parts = [tuple(part) for part in parts_together(view, links)]
        return [_LinkBatch(number, part, _question_hash(view, part)) for number, part in enumerate(parts, before + 1)]

    def _held_to_lines(
        self, work: _PassWork, view: PassView, proposed: Sequence[Applied], filled: Sequence[str]
    ) -> tuple[list[Applied], int]:
        """Return the proposals that no line contradicts, and how many one does; these are recorded as refused."""
        by_slot = {self._slot(each): each for each in proposed}
        checks = LineChecks(self._database, document_changes(self._graph), self.configuration)
        reasons = checks.reasons(view, by_slot)
        trail = Trail(f"{self._place}/contradicted")
        for slot, each in by_slot.items():
            if reasons[slot]:
                place = Trail(slot, proposals=trail.proposals)
                place.propose(proposal_body(each), Verdict.REFUSED, reasons[slot])
        with self._database.transaction():
            known = filled if self._pass.blocks is not None else checks.held_below(self._place)
            checks.forget(slot for slot in known if slot not in by_slot)
            self._ledger.write(work.run, trail)
        kept = [each for slot, each in by_slot.items() if not reasons[slot]]
        return kept, len(proposed) - len(kept)

    def _note_refusals(self, work: _PassWork, refused: Sequence[tuple[Mapping[str, Any], str]]) -> None:
        """Record in the ledger what the rules looked at and did not propose, each with its reason."""
        trail = Trail(f"{self._place}/refused")
        for body, reason in refused:
            work.refusals += 1
            trail.at(work.refusals).propose(body, Verdict.REFUSED, reason)
        if refused:
            with self._database.transaction():
                self._ledger.write(work.run, trail)

    async def _asked_links(self, work: _PassWork, view: PassView, path: str) -> AskedLinks:
        """Return what models propose. A run that was ended while they were asked has recorded nothing of it."""
        recorded = work.recorded
        trail = Trail(path, recorded=recorded or {})
        asks = self._pass.ask is not None or self._pass.loop is not None
        if not asks or (recorded is not None and trail.path not in recorded):
            return AskedLinks(())
        asked = await self._ask(view, trail)
        proposed = len(asked.links) + len(asked.senses) + len(asked.entities) + len(asked.types)
        trail.record("asked", {"links": proposed, "failed": asked.failed})
        for link, scores, reason in asked.refused:
            place = Trail(self._slot(link), proposals=trail.proposals)
            place.propose(proposal_body(link), Verdict.REFUSED, reason, scores)
        with self._database.transaction():
            self._ledger.clear(work.run, trail.path)
            self._ledger.write(work.run, trail)
        return asked

    async def _ask(self, view: PassView, trail: Trail) -> AskedLinks:
        if self._pass.loop is not None:
            return await self._pass.loop(self._gateway, self._settings, view, trail)
        return AskedLinks(() if self._pass.ask is None else await self._pass.ask(self._gateway, view, trail))

    def undo(self) -> int:
        """Take everything out that this pass put into the graph. Returns how many links that were."""
        if self._pass.by_document:
            PassStates(self._database, self._graph).forget(self._pass.name)
        self._blocks.store.forget(self._place)
        filled = self._graph.slots_below(f"{self._place}/")
        self._graph.drop(filled)
        return len(filled)

    @property
    def _place(self) -> str:
        return f"pass/{self._pass.name}"

    def _slot(self, link: Applied) -> str:
        return self._slot_of(identity(link))

    def _slot_of(self, about: tuple[str, ...]) -> str:
        return f"{self._place}/{digest(list(about))}"

    def _key(self, batch: _LinkBatch, link: Applied) -> str:
        return digest([self.configuration, proposal_body(link), batch.shown])

    def _stands(self, batch: _LinkBatch, link: Applied) -> bool:
        return self._graph.key_of(self._slot(link)) == self._key(batch, link)

    def _all_stand(self, batch: _LinkBatch) -> bool:
        return all(self._stands(batch, link) for link in batch.links)

    def _accept(
        self, run: int, batch: _LinkBatch, judged: Sequence[JudgedStatement], trail: Trail, outcome: PassOutcome
    ) -> None:
        if not judged:
            outcome.links["unchanged"] += len(batch.links)
            return
        with self._database.transaction():
            for link, result in zip(batch.links, judged, strict=True):
                outcome.links[self._decide(run, batch, link, result, trail)] += 1
            trail.record("links", {"links": len(batch.links)})
            self._ledger.clear(run, trail.path)
            self._ledger.write(run, trail)

    def _decide(self, run: int, batch: _LinkBatch, link: Applied, result: JudgedStatement, trail: Trail) -> str:
        """Add an accepted link to the graph or remove a refused one. A link without a judgement is not changed."""
        if result.verdict is None:
            return "failed"
        verdict, reason = result.verdict, result.reason
        try:
            if verdict is not Verdict.REFUSED:
                self._graph.put(unit_of(link, self._slot(link), self._key(batch, link), verdict.value, run))
        except SchemaViolation as violation:
            verdict, reason = Verdict.REFUSED, str(violation)
        if verdict is Verdict.REFUSED:
            self._graph.drop([self._slot(link)])
        place = Trail(self._slot(link), proposals=trail.proposals)
        place.propose(proposal_body(link), verdict, reason, result.scores)
        return verdict.value


def _question_hash(view: PassView, part: Sequence[Applied]) -> str:
    """Return the hash of what judges are shown of a part, "" where they are not asked."""
    statements = [statement_of(view, link) for link in open_links(part)]
    return digest(input_of(statements)) if statements else ""
