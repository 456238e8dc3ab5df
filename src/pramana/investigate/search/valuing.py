"""What a node is worth: counted signals, a scorer's judgement, and what came of the nodes below it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

from pramana.investigate.search.settings import SearchSettings
from pramana.investigate.search.tree import SearchEdge, SearchNode, reaches

if TYPE_CHECKING:
    from pramana.investigate.search.model import AppliedSearchAction, S
    from pramana.investigate.stepping import Signals

NOTHING = 0.1
"""The value of a step that changed nothing, and of a node of which nothing more can come."""
WEARS = 0.15
"""How much of its value a node loses with each step taken from it."""


def signal_value(signals: Signals) -> float:
    """Return how well a step went, from 0 to 1, 0.5 where nothing speaks for or against it.

    Evidence counts most, and less with each further piece; an assertion that fails counts as much as an error.

    >>> from pramana.investigate.stepping import Signals
    >>> signal_value(Signals()), signal_value(Signals(errors=1)), signal_value(Signals(evidence_gained=1))
    (0.5, 0.2, 0.65)
    """
    good = 0.3 * _grown(signals.evidence_gained) + 0.1 * _grown(signals.items_gained)
    good += 0.2 * _grown(signals.assertions_held)
    bad = 0.3 * min(1, signals.errors + signals.assertions_failed) + 0.2 * _grown(signals.empties)
    bad += 0.2 * min(1, signals.repeated)
    return min(1.0, max(0.0, 0.5 + good - bad))


def _grown(count: int) -> float:
    return count / (count + 1)


def step_value(applied: AppliedSearchAction[S], *, returned: bool) -> float:
    """Return what one step is worth by itself; one that failed or left the state as it was, little."""
    value = signal_value(applied.signals)
    return min(value, NOTHING) if returned or applied.failure else value


def blend_values(signal: float, judged: float | None, trust: float) -> float:
    """Return a node's value: the scorer's judgement weighed by `trust` against the signals."""
    return signal if judged is None else (1 - trust) * signal + trust * judged


def share(node: SearchNode[S]) -> None:
    """Give each edge of a node its prior: its share of the confidences. What they leave goes to asking again.

    Where the confidences are those of independent trials, all fail with the product of what each leaves to 1.
    """
    left = prod(1 - edge.action.confidence for edge in node.edges)
    total = sum(edge.confidence for edge in node.edges) + left
    for edge in node.edges:
        edge.prior = edge.confidence / total if total else 0.0
    node.widen = left / total if total else 1.0


def back_up(
    path: list[SearchEdge[S]], parents: Mapping[SearchNode[S], Sequence[SearchEdge[S]]], settings: SearchSettings
) -> None:
    """Count a visit on each edge of a path, and bring the worth of all nodes above its end up to date.

    Each node is computed anew from its edges: what several ways lead to counts on each of them for what it is now, and
    is never added twice. Nodes above that are not on the path come after those that are, each once.
    """
    for edge in path:
        edge.visits += 1
    done: set[SearchNode[S]] = set()
    waiting = deque([edge.source for edge in reversed(path)])
    while waiting:
        node = waiting.popleft()
        if node not in done:
            done.add(node)
            node.worth = worth(node, settings)
            waiting.extend(edge.source for edge in parents.get(node, ()))


def worth(node: SearchNode[S], settings: SearchSettings) -> float:
    """Return the most that may still be had at a node: its own value, which wears off as steps are taken from it, or
    the worth of the best node below it at which something is left to do.

    The search wants one good answer, not a good mean, so the best counts. What is at its end, an answer too, counts
    nothing: nothing more is to be had there.
    """
    own = (node.value or 0.0) / (1 + WEARS * sum(edge.visits for edge in node.edges))
    live = (edge.child for edge in node.below())
    below = (each.worth for each in live if each and reaches(each, {node}, settings.asks, settings.depth))
    return max(own, max(below, default=0.0))
