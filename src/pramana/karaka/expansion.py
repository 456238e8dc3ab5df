"""Replace unknown names of a plan by the nearest known names, by vectors. Every such guess is reported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from rapidfuzz import fuzz

from pramana.graph import Node, fold_name
from pramana.karaka.asked_tables import GUESS_COSINE
from pramana.karaka.plans import QueryPlan, bound_step
from pramana.karaka.senses import SenseGraph
from pramana.karaka.traverse import entities_called, entities_named
from pramana.language import PREPOSITIONS, dates_of, number_values
from pramana.llm import Gateway
from pramana.retrieval import VectorIndex
from pramana.trace import Trail

_PREPOSITIONS = PREPOSITIONS - {"of"}
"""*The city of Bergen* may be *Bergen*."""
_ALIKE = 70
"""The least likeness of two spellings of a word, 0 to 100: *Scruge* and *Scrooge* have 77, *June* and *July* 50."""
NAMES = 3
"""How many names are tried for one that nobody goes by."""
MOST_GUESSES = 9
"""Combinations of names that are tried: three names each for two that nobody has. Each costs a traversal."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One way to understand the names that nobody goes by: whom each may mean."""

    names: tuple[tuple[str, str, float], ...]
    """(as asked, as the graph has it, cosine)"""
    meant: Mapping[str, Sequence[Node]]

    @property
    def sentence(self) -> str:
        """A sentence that reports the guess."""
        each = (f"“{asked}” was taken to mean {name} (cosine {cosine:.2f})" for asked, name, cosine in self.names)
        return f"Nobody goes by that name: {'; '.join(each)}."

    @property
    def label(self) -> str:
        """What an answer begins with, "" where each name only has more words than the one that was asked for."""
        return "; ".join(f"{name}, for “{asked}”" for asked, name, _ in self.names if not _has_words(asked, name))


class Expansion:
    """The nearest names of one graph. All its names are embedded for each question that needs it: the built-in embedder
    takes two seconds for 50,000, another's vectors are stored."""

    def __init__(self, graph: SenseGraph, gateway: Gateway, least: float = GUESS_COSINE) -> None:
        self._graph = graph
        self._gateway = gateway
        self._least = least

    async def guesses(self, plan: QueryPlan, trail: Trail) -> list[Guess]:
        """Return how a plan's unknown names may be understood, the nearest first; none where no name is unknown, or
        one of them is near nothing. Embeddings are recorded at `trail`; errors are those of `Gateway.embed`."""
        unknown = self._unknown(plan)
        if not unknown:
            return []
        names = self._graph.names()
        vectors = await self._gateway.embed(names, trail=trail.at("names"))
        asked = await self._gateway.embed(unknown, kind="query", trail=trail.at("asked"))
        found = VectorIndex(vectors).nearest(asked, 4 * NAMES)
        options = [
            list(islice(self._near(value, names, near), NAMES)) for value, near in zip(unknown, found, strict=True)
        ]
        choices = sorted(product(*options), key=lambda chosen: -sum(each[2] for each in chosen))[:MOST_GUESSES]
        return [
            Guess(tuple(each[:3] for each in chosen), {asked: nodes for asked, _, _, nodes in chosen})
            for chosen in choices
        ]

    def _unknown(self, plan: QueryPlan) -> list[str]:
        values = dict.fromkeys(value for step in plan.steps for value in step.karakas.values() if value is not None)
        return [value for value in values if bound_step(value) is None and not entities_called(self._graph, value)]

    def _near(
        self, asked: str, names: Sequence[str], found: Sequence[tuple[int, float]]
    ) -> Iterator[tuple[str, str, float, list[Node]]]:
        """Yield the entities near a name, each once, the nearest first."""
        seen: set[str] = set()
        for row, cosine in found:
            nodes = [node for node in entities_named(self._graph, names[row]) if node.id not in seen]
            if cosine >= self._least and nodes and not _is_another(asked, names[row]):
                seen.update(node.id for node in nodes)
                yield asked, str(nodes[0].properties["canonical_name"]), cosine, nodes


def _has_words(asked: str, name: str) -> bool:
    """Whether a name has all words of another: *Agnes Mary Tarrow* those of *Agnes Tarrow*."""
    return set(fold_name(asked).split()) <= set(fold_name(name).split())


def _is_another(asked: str, name: str) -> bool:
    """Whether a name is not what somebody's thing is called: neither the owner alone, nor a thing of somebody else.

    >>> _is_another("Danny's uncle", "Danny"), _is_another("Mattis's grandfather", "her father")
    (True, True)
    >>> _is_another("Hanumaan", "Hanuman"), _is_another("Bob Cratchet's son", "Bob Cratchit's son")
    (False, False)
    """
    if not re.search(r"(?:['’]s|s['’]) ", asked):
        return False
    kept = fold_name(name).split()
    return not all(any(fuzz.ratio(word, other) >= _ALIKE for other in kept) for word in fold_name(asked).split())


def spelled_alike(taken: Mapping[str, str]) -> dict[str, str]:
    """Return the names that differ in spelling alone, or leave words out, from those that they were taken to mean.

    *Hanumaan* may be *Hanuman*, and *Ruth Adeyemi* be *Adeyemi*; *four tugs* is not *two tugs*, nor *June* *July*.

    >>> spelled_alike({"Hanumaan": "Hanuman", "four tugs": "two tugs", "Ruth Adeyemi": "Adeyemi"})
    {'Hanumaan': 'Hanuman', 'Ruth Adeyemi': 'Adeyemi'}
    """
    return {asked: name for asked, name in taken.items() if _is_spelling(asked, name)}


def _is_spelling(asked: str, name: str) -> bool:
    if number_values(asked) != number_values(name) or dates_of(asked) != dates_of(name):
        return False
    words, kept = fold_name(asked).split(), fold_name(name).split()
    if not _PREPOSITIONS.intersection(words) <= set(kept):
        return False  # *the accident in the harbour* says more than *accident*
    return all(any(fuzz.ratio(word, other) >= _ALIKE for other in words) for word in kept)
