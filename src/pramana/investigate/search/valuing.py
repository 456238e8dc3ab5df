"""What a node is worth: counted signals, a scorer's judgement, and what came of the nodes below it."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from pramana.investigate.search.settings import Settings
from pramana.investigate.search.tree import Edge, Node

if TYPE_CHECKING:
    from pramana.investigate.search.model import Applied, S
    from pramana.investigate.stepping import Signals

NOTHING = 0.1
"""The value of a step that changed nothing, and of a node of which nothing more can come."""


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


def step_value(applied: Applied[S], *, returned: bool) -> float:
    """Return what one step is worth by itself; one that failed or left the state as it was, little."""
    value = signal_value(applied.signals)
    return min(value, NOTHING) if returned or applied.failure else value


def blended(signal: float, judged: float | None, trust: float) -> float:
    """Return a node's value: the scorer's judgement weighed by `trust` against the signals."""
    return signal if judged is None else (1 - trust) * signal + trust * judged


def share(node: Node[S]) -> None:
    """Give each edge of a node its prior: its share of the confidences. What they leave goes to asking again.

    Where the confidences are those of independent trials, all fail with the product of what each leaves to 1.
    """
    sure = [min(1.0, max(0.0, edge.action.confidence)) for edge in node.edges]
    left = prod(1 - each for each in sure)
    total = sum(sure) + left
    for edge, each in zip(node.edges, sure, strict=True):
        edge.prior = each / total if total else 0.0
    node.widen = left / total if total else 1.0


def back_up(path: list[Edge[S]], parents: dict[Node[S], list[Edge[S]]], settings: Settings) -> None:
    """Count a visit on each edge of a path, and bring the worth of all nodes above its end up to date.

    Each node is computed anew from its edges, so what several ways lead to counts on each of them for what it is now,
    and is never added twice. Nodes above that are not on the path are brought up to date too, each once.
    """
    for edge in path:
        edge.visits += 1
    done: set[int] = set()
    for edge in reversed(path):
        _refresh(edge.source, settings, done)
    waiting = [edge.source for edge in reversed(path)]
    if path and path[-1].child is not None:
        waiting.insert(0, path[-1].child)
    while waiting:
        for edge in parents.get(waiting.pop(0), ()):
            if edge.source.number not in done:
                _refresh(edge.source, settings, done)
                waiting.append(edge.source)


def _refresh(node: Node[S], settings: Settings, done: set[int]) -> None:
    done.add(node.number)
    node.visits = 1 + sum(edge.visits for edge in node.edges)
    node.worth = worth(node, settings.best)


def worth(node: Node[S], best: float) -> float:
    """Return a node's value together with those of its edges: their mean by visits, and the best of them."""
    own = node.value or 0.0
    taken = [edge for edge in node.edges if edge.visits]
    if not taken:
        return own
    mean = (own + sum(edge.visits * edge.worth for edge in taken)) / (1 + sum(edge.visits for edge in taken))
    return (1 - best) * mean + best * max(edge.worth for edge in taken)
