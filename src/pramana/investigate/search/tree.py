"""The tree: nodes by the hash of their snapshots, so that ways to one state meet in one node, and its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import Any, Generic

from pramana.canonical import digest
from pramana.investigate.search.model import (
    AppliedSearchAction,
    Charges,
    Cost,
    S,
    SearchAction,
    SearchAnswer,
    SearchPlace,
    Taken,
)


@dataclass(eq=False, slots=True)
class SearchEdge(Generic[S]):
    """An action at a node.

    `sure` sums its confidences over all askings, `prior` is its share of them there; `child` what it led to, None until
    then. `visits` counts how often the search chose it, `ahead` how often the present round does. `value` is that of
    an edge that led to no other node. `asked` is the number of the asking that brought it, from 1; 0: a rollout did.
    """

    source: SearchNode[S]
    action: SearchAction
    asked: int
    sure: float = 0.0
    prior: float = 0.0
    child: SearchNode[S] | None = None
    applied: AppliedSearchAction[S] | None = None
    visits: int = 0
    value: float = 0.0
    ahead: int = 0

    @property
    def confidence(self) -> float:
        """All that its planner said for it; of an edge that only a rollout took, what that said."""
        return self.sure or self.action.confidence

    @property
    def returns(self) -> bool:
        """Whether the action left the state as it was."""
        return self.child is self.source

    @property
    def worth(self) -> float:
        """What the edge is worth so far, 0 to 1; the value of the node that it leaves, where it was not applied."""
        if self.child is None:
            return self.source.value or 0.0
        return self.value if self.returns else self.child.worth


@dataclass(eq=False, slots=True)
class SearchNode(Generic[S]):
    """A state. `depth` is the least number of steps to it; `way` the edge by which it was first reached.

    `value` is its estimated value, None before that; its parts are `signal` (counted), `judged` (by a scorer) and
    `rolled` (by a rollout). `heard`: a scorer was asked. `worth` is the highest value that is still possible at it and
    below. `asks` counts how often the planner was asked here, `idle` how often in a row without a new action; `widen`
    is the share of the confidences that goes to asking again. `told`: the planner was asked and no result
    has come back since, so it would propose the same again. `ended` is the reason why it is not expanded any more.
    """

    hash: str
    number: int
    snapshot: S
    depth: int = 0
    way: SearchEdge[S] | None = None
    answer: SearchAnswer | None = None
    signal: float = 0.5
    value: float | None = None
    judged: float | None = None
    rolled: float | None = None
    heard: bool = False
    why: str = ""
    worth: float = 0.0
    asks: int = 0
    idle: int = 0
    widen: float = 0.0
    pending: bool = False
    told: bool = False
    ended: str = ""
    edges: list[SearchEdge[S]] = field(default_factory=list)

    def place(self) -> SearchPlace[S]:
        """Return the node as its planner is to see it."""
        tried = tuple(Taken(edge.action, edge.applied) for edge in self.edges if edge.applied is not None)
        proposed = tuple(edge.action for edge in self.edges)
        return SearchPlace(self.snapshot, self.hash, self.steps(), tried, proposed, self.asks, self.answer)

    def way_here(self) -> tuple[SearchEdge[S], ...]:
        """Return the edges by which the node was first reached, from the root."""
        found: list[SearchEdge[S]] = []
        edge = self.way
        while edge is not None:
            found.append(edge)
            edge = edge.source.way
        return tuple(reversed(found))

    def steps(self) -> tuple[Taken[S], ...]:
        return tuple(Taken(edge.action, edge.applied) for edge in self.way_here() if edge.applied is not None)

    def open_edges(self) -> Iterator[SearchEdge[S]]:
        """Yield the actions that were not applied, nor are about to be."""
        return (edge for edge in self.edges if edge.child is None and not edge.ahead)

    def below(self) -> Iterator[SearchEdge[S]]:
        """Yield the edges that lead to another node."""
        return (edge for edge in self.edges if edge.child is not None and not edge.returns)


class Tree(Generic[S]):
    """All that a search has seen. `stopped` says in a sentence why it ended, `reason` in a word; "" while it runs.

    `spent` counts each request once, however many branches asked it; `dearest` is the most that one cost. `rounds` are
    those that were finished.
    """

    def __init__(self, root: S, settings: dict[str, Any] | None = None) -> None:
        self.settings = settings or {}
        self.nodes: dict[str, SearchNode[S]] = {}
        self.charges: dict[str, Cost] = {}
        self.spent = Cost()
        self.dearest = Cost()
        self.rounds = 0
        self.reason = ""
        self.stopped = ""
        self.root = self._add(root.hash, root)

    def _add(self, key: str, snapshot: S) -> SearchNode[S]:
        node = SearchNode(key, len(self.nodes), snapshot)
        self.nodes[key] = node
        return node

    def charge(self, charges: Charges) -> None:
        """Count what was asked, each request once."""
        for key, cost in charges.items():
            if key not in self.charges:
                self.charges[key] = cost
                self.spent += cost
                most = self.dearest
                self.dearest = Cost(1, max(most.tokens, cost.tokens), max(most.money, cost.money))

    def propose(self, node: SearchNode[S], actions: Iterable[SearchAction]) -> int:
        """Add the edges that a planner proposed, and return how many are new; what is proposed again gains by it."""
        known = {edge.action.id: edge for edge in node.edges}
        new = 0
        for action in actions:
            if action.id not in known:
                known[action.id] = SearchEdge(node, action, node.asks)
                node.edges.append(known[action.id])
                new += 1
            known[action.id].sure += action.confidence
        return new

    def connect(self, edge: SearchEdge[S], applied: AppliedSearchAction[S]) -> SearchNode[S]:
        """Add the result of an edge, and return its node: an answer is a separate node below the node of its state."""
        key = applied.snapshot.hash
        if applied.answer is not None:
            key = digest([key, applied.answer.text, applied.answer.body])
        node = self.nodes.get(key)
        if node is None:
            node = self._add(key, applied.snapshot)
            node.answer, node.way, node.depth = applied.answer, edge, edge.source.depth + 1
        edge.child, edge.applied = node, applied
        node.depth = min(node.depth, edge.source.depth + 1) if node is not edge.source else node.depth
        return node

    def edges(self) -> Iterator[SearchEdge[S]]:
        """Yield all edges, node by node in the order in which these were found."""
        return (edge for node in self.nodes.values() for edge in node.edges)

    def answers(self) -> list[SearchNode[S]]:
        """Return the nodes that hold answers, the best first; then those with fewer steps, then the earlier."""
        found = [node for node in self.nodes.values() if node.answer is not None and node.value is not None]
        return sorted(found, key=lambda node: (-(node.value or 0.0), node.depth, node.number))


def reaches(node: SearchNode[S], avoided: Set[SearchNode[S]], asks: int, depth: int) -> bool:
    """Whether something is left to do at a node, or below it on a way that avoids some nodes."""
    seen = set(avoided)
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        if has_work(each, asks, depth):
            return True
        waiting.extend(edge.child for edge in each.below() if edge.child is not None)
    return False


def has_work(node: SearchNode[S], asks: int, depth: int) -> bool:
    """Whether a node itself can be valued, asked, or left by an action not yet applied."""
    if node.value is None:
        return not node.pending
    if node.answer is not None or node.depth >= depth:
        return False
    return any(True for _ in node.open_edges()) or may_ask(node, asks)


def may_ask(node: SearchNode[S], asks: int) -> bool:
    """Whether the planner may be asked, once or again."""
    return not (node.ended or node.pending or node.told) and node.answer is None and node.asks < asks
