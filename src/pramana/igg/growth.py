"""A graph that is built action by action, within its schema and its bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pramana.canonical import canonical
from pramana.errors import InputError, SchemaViolation
from pramana.evidence import Evidence
from pramana.graph import Added, Edge, EdgeKey, ElementKind, GraphSchema, Node, SchemaMode, extend_schema
from pramana.igg.actions import (
    Action,
    AddEdge,
    AddNode,
    AgentAnswer,
    Finish,
    Query,
    Quote,
    Reference,
    Remove,
    UnreadableAction,
    UpdateNodeAction,
)
from pramana.igg.backend import GraphBackend, KeptGrowth, MemoryBackend
from pramana.igg.books import GrowthChange, GrowthListener, Provenance
from pramana.igg.checking import (
    Aligning,
    QuoteClaim,
    check_edge,
    check_node,
    check_relation,
    check_room,
    check_said,
    check_type,
    found_evidence,
)
from pramana.igg.edges import between, edge_by_id, touching
from pramana.igg.naming import names_of
from pramana.igg.outcome import ActionOutcome, AppliedAction, RefusedAction
from pramana.igg.payload import EvidenceRule, Payload
from pramana.igg.plain import ActionError
from pramana.igg.reading import read_action
from pramana.igg.references import MOST_CANDIDATES, NodeFinder
from pramana.igg.turn import LONGEST_WHY, SEED, Abandoned, AgentTurn, Widened


class Growth:
    """The state of a run: the graph, its owners and its evidence. It uses no model and no clock.

    The cost of an action does not depend on the size of the graph.
    """

    def __init__(
        self,
        payload: Payload,
        context: Aligning | None = None,
        listeners: Iterable[GrowthListener] = (),
        backend: GraphBackend | None = None,
    ) -> None:
        """Begin with the seed data, or with what a backend has kept (None: a new graph in memory).

        Raises InputError with the place if the seed data is invalid.
        """
        self.payload = payload
        self.context = context
        self.backend: GraphBackend = backend or MemoryBackend(payload.graph_schema())
        self.graph = self.backend.graph
        self.iteration = 0
        self.widened: list[Widened] = []
        self._finder = NodeFinder(payload.config.schema_, self.backend)
        self._provenance = self.backend.provenance
        self._listeners = list(listeners)
        self._parallel = payload.config.constraints.allow_parallel_edges
        self._required = payload.config.schema_.evidence is EvidenceRule.REQUIRED
        self._standing: dict[str, Provenance] = {}
        self._ways: Mapping[type, Callable[[AgentTurn, int, Any], AppliedAction]] = {
            AddNode: self._add_node,
            AddEdge: self._add_edge,
            UpdateNodeAction: self._update_node,
            Remove: self._remove,
            Query: self._query,
            Finish: self._finish,
        }
        kept = self.backend.kept_growth
        if kept is None:
            self._begin()
        else:
            self.iteration, self.widened = kept.iteration, list(kept.widened)

    @property
    def schema(self) -> GraphSchema:
        """The current schema: a soft schema is widened by additions."""
        return self.graph.schema

    @property
    def hash(self) -> str:
        """The hash of all nodes and edges. Costs as much as the changes since the last call."""
        return self.graph.hash()

    def listen(self, listener: GrowthListener) -> None:
        """Notify a listener of all existing nodes and edges, and of every later change."""
        row_of = self.graph.row_of
        for node in self.graph.nodes():
            listener.follow(GrowthChange(None, node, None, None, row_of(node.id) or 0))
        for edge in self.graph.edges():
            ends = row_of(edge.source) or 0, row_of(edge.target) or 0
            listener.follow(GrowthChange(None, edge, None, None, self.graph.edge_row_of(edge.key) or 0, ends))
        self._listeners.append(listener)

    def keep(self, chain: str) -> None:
        """Let the backend keep the graph as that of a log whose last line has this chain."""
        self.backend.keep(KeptGrowth(self.iteration, chain, tuple(self.widened)))

    def evidence_of(self, item: str | EdgeKey) -> tuple[Evidence, ...]:
        """Return the evidence of a node (by id) or an edge (by key); empty if it is asserted or unknown."""
        provenance = self._provenance_of(item)
        return provenance.evidence if provenance is not None else ()

    def owner_of(self, item: str | EdgeKey) -> str | None:
        """Return who added a node (by id) or an edge (by key), None if it is unknown."""
        provenance = self._provenance_of(item)
        return provenance.owner if provenance is not None else None

    def _provenance_of(self, item: str | EdgeKey) -> Provenance | None:
        is_node = isinstance(item, str)
        row = self.graph.row_of(item) if isinstance(item, str) else self.graph.edge_row_of(item)
        kind = ElementKind.NODES if is_node else ElementKind.EDGES
        return None if row is None else self._provenance.get(kind, row)

    def find(self, reference: Reference, use: str = "a reference") -> Node:
        """Return the node that a reference identifies. Raises ActionError, with candidates, if there is not one."""
        return self.graph.node_at(self._finder.find(reference, use))

    def limits_reached(self) -> tuple[str, ...]:
        """Return the bounds that are reached: `max_nodes`, `max_edges`."""
        bounds = ("max_nodes", self.schema.max_nodes), ("max_edges", self.schema.max_edges)
        counts = zip(bounds, self.graph.count(), strict=True)
        return tuple(name for (name, most), count in counts if most is not None and count >= most)

    def widened_in(self, iteration: int) -> list[Widened]:
        """Return the additions to a soft schema in one iteration."""
        return [one for one in self.widened if one.iteration == iteration]

    # Acting

    def act(self, answer: AgentAnswer, who: str = "agent", stale: Mapping[str, str] | None = None) -> ActionOutcome:
        """Apply an answer's actions, each checked separately, in order; for an atomic answer all or none.

        `stale` has the nodes, by id, that others changed since the agent looked, with what was changed: these it can
        neither update nor remove. Never raises, whatever the answer. Actions after a FINISH are refused.
        """
        self.iteration += 1
        turn = AgentTurn(who, answer.reasoning, stale=stale or {})
        if answer.atomic:
            self._act_whole(turn, answer.actions)
        else:
            for index, action in enumerate(answer.actions):
                self._act_one(turn, index, action)
                self._tell(turn)
        return ActionOutcome(
            tuple(turn.applied), tuple(turn.refused), tuple(turn.queries), turn.finished, self.limits_reached()
        )

    def _act_whole(self, turn: AgentTurn, actions: tuple[Action | UnreadableAction, ...]) -> None:
        widened = len(self.widened)
        try:
            with self.graph.transaction():
                for index, action in enumerate(actions):
                    self._act_one(turn, index, action)
                if turn.refused:
                    raise Abandoned
        except Abandoned:
            del self.widened[widened:]
            self._take_back(turn)
        self._tell(turn)

    def _take_back(self, turn: AgentTurn) -> None:
        for event in reversed(turn.events):
            self._note(event.reverse())
        blame = turn.refused[0].index + 1
        problem = f"not applied: the batch is atomic, and action {blame} was refused"
        others = [RefusedAction(done.index, done.action, "batch", problem) for done in turn.applied]
        turn.refused = sorted([*turn.refused, *others], key=lambda refusal: refusal.index)
        turn.applied, turn.queries, turn.events, turn.finished = [], [], [], None

    def _act_one(self, turn: AgentTurn, index: int, action: Action | UnreadableAction) -> None:
        if isinstance(action, UnreadableAction):
            turn.refused.append(RefusedAction(index, action, action.code, action.problem, action.candidates))
        elif turn.finished is not None:
            turn.refused.append(RefusedAction(index, action, "after_finish", "follows FINISH"))
        else:
            try:
                turn.applied.append(self._ways[type(action)](turn, index, action))
            except ActionError as unfit:
                turn.refused.append(RefusedAction(index, action, unfit.code, unfit.problem, unfit.candidates))
            except SchemaViolation as error:  # the graph's own checks
                turn.refused.append(RefusedAction(index, action, "schema", error.problem, error.nearest))

    def _tell(self, turn: AgentTurn) -> None:
        for event in turn.events:
            for listener in self._listeners:
                listener.follow(event)
        turn.events.clear()

    def _enter(self, turn: AgentTurn, change: GrowthChange) -> None:
        self._note(change)
        turn.events.append(change)

    def _note(self, change: GrowthChange) -> None:
        """Update the provenance and the finder's indexes after a change of the graph."""
        before, after, row = change.before, change.after, change.row
        is_node = isinstance(after if after is not None else before, Node)
        if change.now is not change.was:
            self._provenance.put(ElementKind.NODES if is_node else ElementKind.EDGES, row, change.now)
        if isinstance(before, Node) and isinstance(after, Node):
            self._finder.change(row, before, after)
        elif isinstance(after, Node):
            self._finder.add(row, after)
        elif isinstance(before, Node):
            self._finder.drop(row, before)
            self._finder.release(before.id)

    def prune(self) -> tuple[str, ...]:
        """Remove every node without an edge, whoever added it, and return their ids, in order."""
        lonely = [row for row in self.graph.node_rows(None, None).tolist() if not touching(self.graph, row)]
        turn, ids = AgentTurn(SEED), list[str]()
        with self.graph.transaction():
            for row in lonely:
                node, was = self.graph.node_at(row), self._provenance.get(ElementKind.NODES, row)
                ids.append(node.id)
                self.graph.remove_node(node.id)
                self._enter(turn, GrowthChange(node, None, was, None, row))
        self._tell(turn)
        return tuple(ids)

    # Each action

    def _add_node(self, turn: AgentTurn, index: int, action: AddNode) -> AppliedAction:
        schema, finder = self.schema, self._finder
        check_type(schema, action.label)
        check_room(schema, self.graph, 1, 0)
        properties = {name: value for name, value in action.properties.items() if value is not None}
        node = Node(action.id or finder.new_id(action.label, properties), action.label, properties)
        if action.id is not None and self.graph.row_of(node.id) is not None:
            raise ActionError("duplicate", f"the node {node.id!r} already exists", (node.id,))
        check_node(schema, finder, node)
        double = finder.double(node.type, properties) if action.id is None else None
        if double is not None:
            raise ActionError(
                "duplicate", f"a {node.type} with exactly these properties already exists: {double!r}", (double,)
            )
        found = self._evidence(action.evidence, "ADD_NODE")
        said = ""
        if self._required or any(found):
            said = self._check_said(self._node_claim(node, action.id is None), action.evidence, found)
        self.graph.add_node(node)
        if node.type not in schema.node_types:
            self._note_widened(turn, action.why, (Added("node type", node.type),))
        row = self.graph.row_of(node.id)
        assert row is not None
        self._enter(turn, GrowthChange(None, self.graph.node_at(row), None, self._stands(turn.who, found), row))
        return AppliedAction(index, action, node.id, found, note=_note(action.evidence, found) or said)

    def _add_edge(self, turn: AgentTurn, index: int, action: AddEdge) -> AppliedAction:
        schema, finder = self.schema, self._finder
        check_relation(schema, action.label)
        ends = finder.find(action.source, "edge creation (from)"), finder.find(action.target, "edge creation (to)")
        source, target = map(self.graph.node_at, ends)
        check_room(schema, self.graph, 0, 1)
        edge = Edge(source.id, action.label, target.id, action.properties)
        added: tuple[Added, ...] = ()
        if schema.mode is SchemaMode.SOFT:
            schema, added = self._admit_edge(schema, edge, source, target)
        check_edge(schema, edge, source, target)
        if not self._parallel and self.graph.edge_row_of(edge.key) is not None:
            raise ActionError("duplicate", f"the edge {edge.id!r} already exists", (edge.id,))
        found = self._evidence(action.evidence, "ADD_EDGE")
        said = ""
        if self._required or any(found):
            called = [self._names_of_node(source), self._names_of_node(target)]
            words = self.payload.config.schema_.edge_words.get(edge.relation, ())
            claim = QuoteClaim(called, edge.properties, schema.relations.get(edge.relation), edge.relation, words)
            said = self._check_said(claim, action.evidence, found)
        edge = self.graph.add_edge(edge)
        if added:
            self._note_widened(turn, action.why, added)
        row = self.graph.edge_row_of(edge.key)
        assert row is not None
        self._enter(turn, GrowthChange(None, edge, None, self._stands(turn.who, found), row, ends))
        return AppliedAction(index, action, edge.id, found, note=_note(action.evidence, found) or said)

    def _admit_edge(
        self, schema: GraphSchema, edge: Edge, source: Node, target: Node
    ) -> tuple[GraphSchema, tuple[Added, ...]]:
        relation = schema.relations.get(edge.relation)
        if relation is not None and all(
            types is None or node.type in types
            for node, types in ((source, relation.sources), (target, relation.targets))
        ):
            return schema, ()
        return extend_schema(schema, edges=[edge], types={source.id: source.type, target.id: target.type})

    def _update_node(self, turn: AgentTurn, index: int, action: UpdateNodeAction) -> AppliedAction:
        row = self._finder.find(action.node, "update")
        before = self.graph.node_at(row)
        _refuse_stale(turn, before.id)
        merged = {**before.properties, **action.properties}
        properties = {name: value for name, value in merged.items() if value is not None}
        if _same(properties, before.properties):
            raise ActionError("unchanged", f"{before.id!r} already has these properties", (before.id,))
        check_node(self.schema, self._finder, Node(before.id, before.type, properties))
        sets = any(value is not None for value in action.properties.values())
        found = self._evidence(action.evidence, "UPDATE_NODE", asked=sets)
        said = ""
        if sets and (self._required or any(found)):
            kind = self.schema.node_types.get(before.type)
            changed = {name: _new(value, before.properties.get(name)) for name, value in action.properties.items()}
            said = self._check_said(QuoteClaim([self._names_of_node(before)], changed, kind), action.evidence, found)
        after = self.graph.update_node(before.id, action.properties)
        was = self._provenance.get(ElementKind.NODES, row)
        more = tuple(place for place in found if place is not None and place not in was.evidence)
        now = Provenance(was.owner, was.evidence + more) if more else was
        self._enter(turn, GrowthChange(before, after, was, now, row))
        return AppliedAction(index, action, after.id, found, note=_note(action.evidence, found) or said)

    def _remove(self, turn: AgentTurn, index: int, action: Remove) -> AppliedAction:
        if action.node is not None:
            return self._remove_node(turn, index, action, action.node)
        row = self._meant_edge(action)
        edge, was = self.graph.edge_at(row), self._provenance.get(ElementKind.EDGES, row)
        if was.owner != turn.who:
            raise ActionError("owner", f"the edge {edge.id!r} belongs to {was.owner}; remove only your own additions")
        ends = self._ends_of(edge)
        self.graph.remove_edge(edge)
        self._enter(turn, GrowthChange(edge, None, was, None, row, ends))
        return AppliedAction(index, action, edge.id)

    def _remove_node(self, turn: AgentTurn, index: int, action: Remove, reference: Reference) -> AppliedAction:
        row = self._finder.find(reference, "removal")
        node = self.graph.node_at(row)
        _refuse_stale(turn, node.id)
        was = self._provenance.get(ElementKind.NODES, row)
        if was.owner != turn.who:
            raise ActionError("owner", f"{node.id!r} belongs to {was.owner}; remove only your own additions")
        lost = [self._removal_of(edge) for edge in touching(self.graph, row)]
        others = tuple(edge.before.id for edge in lost if edge.before and edge.was and edge.was.owner != turn.who)
        if others:
            raise ActionError("others_edges", f"{node.id!r} has edges that others added", others[:MOST_CANDIDATES])
        self.graph.remove_node(node.id)
        for change in (*lost, GrowthChange(node, None, was, None, row)):
            self._enter(turn, change)
        return AppliedAction(index, action, node.id, removed=tuple(edge.before.id for edge in lost if edge.before))

    def _removal_of(self, row: int) -> GrowthChange:
        edge = self.graph.edge_at(row)
        return GrowthChange(edge, None, self._provenance.get(ElementKind.EDGES, row), None, row, self._ends_of(edge))

    def _ends_of(self, edge: Edge) -> tuple[int, int]:
        source, target = self.graph.row_of(edge.source), self.graph.row_of(edge.target)
        assert source is not None
        assert target is not None
        return source, target

    def _meant_edge(self, action: Remove) -> int:
        if action.edge is not None:
            return edge_by_id(self.graph, action.edge)
        assert action.source is not None
        assert action.target is not None
        source = self._finder.find(action.source, "edge removal (from)")
        target = self._finder.find(action.target, "edge removal (to)")
        return between(self.graph, source, action.label or "", target)

    def _query(self, turn: AgentTurn, index: int, action: Query) -> AppliedAction:
        turn.queries.append(action)
        return AppliedAction(index, action)

    def _finish(self, turn: AgentTurn, index: int, action: Finish) -> AppliedAction:
        turn.finished = action.reason
        return AppliedAction(index, action)

    # Shared by the actions

    def _evidence(self, quotes: tuple[Quote, ...], use: str, asked: bool = True) -> tuple[Evidence | None, ...]:
        if not quotes and not self._required:
            return ()
        return found_evidence(quotes, self.context, self._required and asked, use)

    def _names_of_node(self, node: Node) -> tuple[str, ...]:
        """Return the names of a node in the current graph: its name, then its accepted aliases."""
        keys = self.payload.config.schema_
        known = [name for key in keys.keys_of(node.type) for name in key]
        return names_of(node, (*known, *keys.required_attributes.get(node.type, ())))

    def _node_claim(self, node: Node, made: bool) -> QuoteClaim:
        """Return the claim of a new node. If it has no text and its id was generated (`made`): only its values."""
        called = self._names_of_node(node)[:1]
        nameless = made and called == (node.id,)
        return QuoteClaim([] if nameless else [called], node.properties, self.schema.node_types.get(node.type))

    def _check_said(self, claim: QuoteClaim, quotes: tuple[Quote, ...], found: tuple[Evidence | None, ...]) -> str:
        """Return what of a claim its quotes do not say, "" where they say it; raise where evidence is required.

        A quote that is in the text and does not say the claim only locates it.
        """
        try:
            check_said(claim, quotes, found, self.context)
        except ActionError as unsaid:
            if self._required:
                raise
            return f"only located: {unsaid.problem}" if any(found) else ""
        return ""

    def _stands(self, who: str, found: tuple[Evidence | None, ...]) -> Provenance:
        if not any(found):
            return self._standing.setdefault(who, Provenance(who))
        return Provenance(who, tuple(dict.fromkeys(place for place in found if place is not None)))

    def _note_widened(self, turn: AgentTurn, why: str, added: Iterable[Added]) -> None:
        told = (why or turn.reasoning)[:LONGEST_WHY]
        self.widened += [Widened(one, turn.who, self.iteration, told) for one in added]

    # The beginning

    def _begin(self) -> None:
        """Add the seed data, which needs no evidence."""
        seed = self.payload.seed_data
        if seed is None:
            return
        context, self.context = self.context, None
        turn = AgentTurn(SEED)
        listed = [(f"nodes.{index}", node.as_action()) for index, node in enumerate(seed.nodes)]
        listed += [(f"edges.{index}", edge.as_action()) for index, edge in enumerate(seed.edges)]
        for place, given in listed:
            self._act_one(turn, 0, read_action(given))
            for refusal in turn.refused:
                near = f" Candidates: {', '.join(refusal.candidates)}." if refusal.candidates else ""
                raise InputError(f"seed_data.{place}: {refusal.problem}.{near}")
        self.context = context
        self._tell(turn)


def _refuse_stale(turn: AgentTurn, node_id: str) -> None:
    if node_id in turn.stale:
        problem = f"{node_id!r} was changed since you looked: {turn.stale[node_id]}; observe it again"
        raise ActionError("changed", problem, (node_id,))


def _new(value: Any, before: Any) -> Any:
    """Return the part of a value that was not there before, None if there is none."""
    if isinstance(value, list) and isinstance(before, list):
        return [each for each in value if each not in before]
    return None if value == before else value


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether properties are equal, where True differs from 1, and 1 from 1.0."""
    return one == other and canonical(dict(one)) == canonical(dict(other))


def _note(quotes: tuple[Quote, ...], found: tuple[Evidence | None, ...]) -> str:
    lost = sum(place is None for place in found)
    if not lost:
        return ""
    return f"{lost} of {len(quotes)} quotes not found in the context" if len(quotes) > 1 else "quote not found"
