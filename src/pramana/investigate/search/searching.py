"""The search: fixed rounds of choosing, asking, applying, valuing and backing up, each in the order of choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Generic

import anyio

from pramana.errors import BudgetExceeded
from pramana.investigate.planning import PlannerBroken
from pramana.investigate.search.memo import Memo
from pramana.investigate.search.model import (
    AppliedSearchAction,
    PlannerProposals,
    S,
    SearchAction,
    SearchProblem,
    Valued,
)
from pramana.investigate.search.purse import SearchLimits
from pramana.investigate.search.rolling import Rolled, Rollouts, roll
from pramana.investigate.search.selecting import SearchChoice, choose, freshest
from pramana.investigate.search.settings import Judging, Limits, SearchSettings, Strategy
from pramana.investigate.search.together import together
from pramana.investigate.search.tree import SearchEdge, SearchNode, Tree, may_ask
from pramana.investigate.search.valuing import NOTHING, back_up, blend_values, share, step_value
from pramana.investigate.search.weighing import best_answer, standings

Watch = Callable[[Tree[S]], None]


async def search(
    problem: SearchProblem[S],
    settings: SearchSettings | None = None,
    limits: Limits | None = None,
    *,
    log: Path | None = None,
    rollouts: Rollouts[S] | None = None,
    watch: Watch[S] | None = None,
) -> Tree[S]:
    """Search a problem, and return the tree with the reason why it ended.

    Within a round all that is asked goes on at once, and nothing that is decided depends on what comes back first: the
    same problem, settings and answers give the same tree. `log` keeps what was asked; the same search over the same
    log goes on from there, also with wider limits, and gives the tree that it would have given in one go. `watch` is
    called after each round. Raises InputError where the log is of another search, and what the problem raises, but
    BudgetExceeded, which ends the search.
    """
    settings, limits = settings or SearchSettings(), limits or Limits()
    memo = Memo(log, {"root": problem.root.hash, "settings": settings.as_json(), "rolls": _steps(rollouts)})
    try:
        return await _RunningSearch(problem, settings, limits, memo, rollouts, watch).run()
    finally:
        memo.close()


def _steps(rollouts: Rollouts[S] | None) -> int:
    return rollouts.steps if rollouts else 0


class _RunningSearch(Generic[S]):
    """One search at work. `_newest` is where its last step led."""

    def __init__(
        self,
        problem: SearchProblem[S],
        settings: SearchSettings,
        limits: Limits,
        memo: Memo,
        rollouts: Rollouts[S] | None,
        watch: Watch[S] | None,
    ) -> None:
        self.problem = problem
        self.settings = settings
        self.limits = limits
        self.memo = memo
        self.rollouts = rollouts
        self.watch = watch
        self.tree: Tree[S] = Tree(problem.root, settings.as_json())
        self.tree.root.value = self.tree.root.worth = 0.5
        self.purse = SearchLimits(problem, limits, rollouts, self.tree)
        self._newest = self.tree.root
        self._parents: dict[SearchNode[S], list[SearchEdge[S]]] = defaultdict(list)

    async def run(self) -> Tree[S]:
        began = anyio.current_time()
        while not self._is_over(anyio.current_time() - began):
            choices = self._choices()
            rivals = [] if choices else self._rivals()  # what is left of a budget may do for a judgement
            if not choices and not rivals:
                self._stop(self.tree.reason or "exhausted", self.tree.stopped or self._exhausted_message())
                break
            try:
                await (self._round(choices) if choices else self._value(rivals))
            except BudgetExceeded as error:
                self._stop("budget", str(error))
                break
            except PlannerBroken as error:
                self._stop("broken", str(error))
                break
            self.tree.rounds += 1
            if self.watch is not None:
                self.watch(self.tree)
        return self.tree

    def _stop(self, reason: str, told: str) -> bool:
        self.tree.reason, self.tree.stopped = reason, told
        return True

    def _is_over(self, seconds: float) -> bool:
        """Whether the search is over, by an answer, the rounds or the clock."""
        found = best_answer(self.tree)
        greedy = self.settings.strategy is Strategy.GREEDY
        if found.answer is not None and (greedy or found.value >= self.settings.accept):
            return self._stop("answered", f"An answer was found that is worth {found.value:.2f}.")
        if self.tree.rounds >= self.limits.rounds:
            return self._stop("rounds", f"The search took its {self.limits.rounds} rounds.")
        if self.limits.seconds is not None and seconds >= self.limits.seconds:
            return self._stop("time", f"The search may take {self.limits.seconds:g} seconds, and they are over.")
        return False

    # A round

    def _choices(self) -> list[SearchChoice[S]]:
        """Return the choices of the round, as many as its width and the limits allow."""
        chosen: list[SearchChoice[S]] = []
        reserved = self.tree.spent
        width = 1 if self.settings.strategy is Strategy.GREEDY else self.settings.width
        while len(chosen) < width:
            choice = choose(self.tree, self.settings, self._newest)
            if choice is None:
                break
            choice.late = self._late(choice)
            reserved += self.purse.worst(choice)
            if beyond := self.purse.beyond(reserved):
                if not chosen:
                    self._stop("budget", f"{beyond}; the next step could pass it.")
                break
            self._reserve(choice)
            chosen.append(choice)
        return chosen

    def _reserve(self, choice: SearchChoice[S]) -> None:
        """Mark what is under way, so that the round's next choices go elsewhere."""
        choice.node.pending = choice.node.pending or choice.leads
        for edge in (*choice.path, *([choice.edge] if choice.edge else [])):
            edge.ahead += 1

    def _exhausted_message(self) -> str:
        ended = dict.fromkeys(node.ended for node in self.tree.nodes.values() if node.ended)
        told = f" The last of them: {list(ended)[-1]}" if ended else ""
        return f"Every branch has ended.{told}"

    def _judges(self, node: SearchNode[S]) -> bool:
        """Whether a scorer is asked of a new node."""
        if self.settings.strategy is Strategy.GREEDY:
            return False
        all_ = self.settings.judging is Judging.ALL or self.settings.strategy is Strategy.BEST_FIRST
        return all_ or node.answer is not None

    def _late(self, choice: SearchChoice[S]) -> list[SearchNode[S]]:
        """Return the nodes on a choice's path that the search comes to again and that were not judged."""
        if self.settings.judging is not Judging.LATE or self.settings.strategy is not Strategy.MCTS:
            return []
        on = [*(edge.source for edge in choice.path), choice.node]
        return [node for node in on if node is not self.tree.root and node.asks and not node.heard]

    def _rivals(self) -> list[SearchNode[S]]:
        """Return nodes to judge where several answers were found: those on their ways, the best answer's first."""
        if self.settings.judging is not Judging.LATE or self.settings.strategy is not Strategy.MCTS:
            return []
        found = standings(self.tree)
        ways = [edge.source for each in found[:3] for node in each.nodes[:1] for edge in node.way_here()]
        open_ = [node for node in dict.fromkeys(ways) if node is not self.tree.root and not node.heard]
        if len(found) < 2 or not open_:
            return []
        if beyond := self.purse.beyond(self.tree.spent + self.problem.worst.value):
            self._stop("budget", f"{beyond}; the next step could pass it.")
            return []
        return open_[:1]

    async def _round(self, choices: Sequence[SearchChoice[S]]) -> None:
        active = list(choices)
        while active:
            await self._ask([choice for choice in active if choice.leads])
            working = [choice for choice in active if self._pick(choice)]
            late = [node for choice in active for node in choice.late if not node.heard]
            await self._value([*dict.fromkeys([*late, *await self._apply(working)])])
            active = self._onward(working)
        for choice in choices:
            for edge in (*choice.path, *([choice.edge] if choice.edge else [])):
                edge.ahead = 0
        for choice in choices:
            back_up([*choice.path, *([choice.edge] if choice.edge else [])], self._parents, self.settings)

    def _onward(self, working: Sequence[SearchChoice[S]]) -> list[SearchChoice[S]]:
        """Return the choices that continue from their new nodes, as many as the limits allow."""
        going: list[SearchChoice[S]] = []
        if not self.settings.deep or self.settings.strategy is not Strategy.MCTS:
            return going
        reserved = self.tree.spent
        for choice in working:
            node = choice.edge.child if choice.edge else None
            if choice.edge is None or node is None or node.asks or not may_ask(node, self.settings.asks):
                continue
            if node.depth >= self.settings.depth:
                continue
            onward = SearchChoice(node, [], None, leads=True)
            reserved += self.purse.worst(onward)
            if self.purse.beyond(reserved):
                break
            choice.path.append(choice.edge)
            choice.node, choice.edge, choice.leads, choice.late = node, None, True, []
            node.pending = True
            going.append(choice)
        return going

    async def _ask(self, leading: Sequence[SearchChoice[S]]) -> None:
        jobs = [partial(self._ask_at, choice.node) for choice in leading]
        for choice, asked in zip(leading, await together(jobs), strict=True):
            node = choice.node
            self.tree.charge(asked.charges)
            node.pending = False
            node.asks += 1
            node.told = not self.problem.samples
            new = self.tree.propose(node, asked.actions)
            node.idle = 0 if new else node.idle + 1
            if node.idle >= self.settings.idle:
                node.ended = f"The planner proposed nothing new {node.idle} times in a row."
            node.ended = asked.ended or node.ended
            share(node)

    async def _ask_at(self, node: SearchNode[S]) -> PlannerProposals:
        place = node.place()
        key = f"node/{node.hash}/ask/{node.asks}"
        return await self.memo.proposals(key, place.context, lambda: self.problem.ask(place, key=key))

    def _pick(self, choice: SearchChoice[S]) -> bool:
        """Give a choice that asked the action that it applies; False where there is none."""
        if choice.edge is None:
            choice.edge = freshest(choice.node, self.settings)
            if choice.edge is not None:
                choice.edge.ahead += 1
        return choice.edge is not None

    async def _apply(self, choices: Sequence[SearchChoice[S]]) -> list[SearchNode[S]]:
        """Apply the actions, and return the nodes that are new."""
        edges = [choice.edge for choice in choices if choice.edge is not None]
        jobs = [partial(self._apply_to, edge) for edge in edges]
        return [
            node for edge, each in zip(edges, await together(jobs), strict=True) for node in self._connect(edge, each)
        ]

    async def _apply_to(self, edge: SearchEdge[S]) -> AppliedSearchAction[S]:
        key = f"node/{edge.source.hash}/apply/{edge.action.id}"
        return await self.problem.apply(edge.source.place(), edge.action, key=key)

    def _connect(self, edge: SearchEdge[S], applied: AppliedSearchAction[S]) -> list[SearchNode[S]]:
        """Put in what an action led to; return the node if it is new."""
        known = len(self.tree.nodes)
        self.tree.charge(applied.charges)
        node = self._newest = self.tree.connect(edge, applied)
        value = step_value(applied, returned=edge.returns)
        if edge.returns:
            edge.value = value
            node.told = False
        else:
            self._parents[node].append(edge)
        self._end_repeated(node, applied.failure)
        if len(self.tree.nodes) == known:
            return []
        node.signal = (edge.source.signal + value) / 2
        return [node]

    def _end_repeated(self, node: SearchNode[S], failure: str) -> None:
        """End a branch in which one failure has come again and again, with nothing that went well between."""
        if not failure:
            return
        times = sum(edge.applied is not None and edge.applied.failure == failure for edge in node.edges)
        for taken in reversed(node.steps()):
            if taken.applied.failure != failure:
                break
            times += 1
        if times >= self.settings.failures:
            node.ended = f"The same failure came {times} times: {failure}"

    # Values

    async def _value(self, nodes: Sequence[SearchNode[S]]) -> None:
        if self.rollouts is not None:
            nodes = [*nodes, *await self._roll(nodes, self.rollouts)]
        judged = self.purse.affordable_nodes([node for node in nodes if node.value is not None or self._judges(node)])
        valued = await together([partial(self._value_of, node) for node in judged])
        for node, each in zip(judged, valued, strict=True):
            self.tree.charge(each.charges)
            node.judged, node.why, node.heard = each.value, each.why, True
        for node in nodes:
            self._settle(node)

    def _settle(self, node: SearchNode[S]) -> None:
        """Give a new node its value."""
        trust = 1.0 if node.answer is not None else self.settings.trust
        value = blend_values(node.signal, node.judged, trust)
        if self.rollouts is not None and node.rolled is not None:
            value = (1 - self.rollouts.weight) * value + self.rollouts.weight * node.rolled
        node.value = node.worth = value if not node.ended else min(value, NOTHING)

    async def _value_of(self, node: SearchNode[S]) -> Valued:
        place = node.place()
        key = f"node/{node.hash}/value"
        return await self.memo.valuation(key, place.context, lambda: self.problem.value(place, key=key))

    async def _roll(self, nodes: Sequence[SearchNode[S]], rollouts: Rollouts[S]) -> list[SearchNode[S]]:
        """Play on from the new nodes; return those of answers that this found, whose ways are put into the tree."""
        rolling = [node for node in nodes if node.answer is None and node.value is None]
        jobs = [partial(roll, self.problem, rollouts, self.memo, node.place()) for node in rolling]
        return [
            each
            for node, rolled in zip(rolling, await together(jobs), strict=True)
            for each in self._graft(node, rolled)
        ]

    def _graft(self, node: SearchNode[S], rolled: Rolled[S]) -> list[SearchNode[S]]:
        self.tree.charge(rolled.charges)
        node.rolled = rolled.value
        new: list[SearchNode[S]] = []
        if rolled.taken and rolled.taken[-1].applied.answer is not None:
            for taken in rolled.taken:
                edge = self._rolled_edge(node, taken.action)
                if edge.child is None:
                    new += self._connect(edge, taken.applied)
                node = edge.child or node
        return new

    def _rolled_edge(self, node: SearchNode[S], action: SearchAction) -> SearchEdge[S]:
        for edge in node.edges:
            if edge.action.id == action.id:
                return edge
        node.edges.append(SearchEdge(node, action, 0))
        share(node)
        return node.edges[-1]
