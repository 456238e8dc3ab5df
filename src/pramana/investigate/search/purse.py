"""What a search may still spend: nothing is begun that could pass a limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pramana.investigate.search.model import Cost, S, SearchProblem
from pramana.investigate.search.rolling import Rollouts
from pramana.investigate.search.selecting import SearchChoice
from pramana.investigate.search.settings import Limits
from pramana.investigate.search.tree import SearchNode, Tree


@dataclass(frozen=True, slots=True)
class SearchLimits(Generic[S]):
    """The limits of a search, beside what its steps cost at most and what its tree has cost so far."""

    problem: SearchProblem[S]
    limits: Limits
    rollouts: Rollouts[S] | None
    tree: Tree[S]

    def worst(self, choice: SearchChoice[S]) -> Cost:
        """Return the most that a choice can cost; of a call of which that is not said, what the dearest so far did."""
        total = self._most(choice)
        dearest = self.tree.dearest
        tokens, money = total.calls * dearest.tokens, total.calls * dearest.money
        return Cost(total.calls, max(total.tokens, tokens), max(total.money, money))

    def _most(self, choice: SearchChoice[S]) -> Cost:
        worst = self.problem.worst
        total = worst.apply + (worst.ask if choice.leads else Cost())
        total += worst.answer
        return total + (self.rollouts.most if self.rollouts else Cost())

    def affordable_nodes(self, nodes: Sequence[SearchNode[S]]) -> list[SearchNode[S]]:
        """Return the nodes that can still be judged, answers before others; the rest stays unjudged."""
        found: list[SearchNode[S]] = []
        spent = self.tree.spent
        for node in sorted(nodes, key=lambda each: each.answer is None):
            spent += self.problem.worst.value
            if self.beyond(spent):
                break
            found.append(node)
        return found

    def beyond(self, amount: Cost) -> str:
        """Return which limit an amount would exceed, as a phrase; "" where it exceeds none."""
        for name in ("calls", "tokens", "money"):
            limit = getattr(self.limits, name)
            if limit is not None and getattr(amount, name) > limit:
                shown = f"{limit / 1e6:.6f} US dollars" if name == "money" else f"{limit} {name}"
                return f"The budget is {shown}"
        return ""
