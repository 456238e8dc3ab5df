"""Clauses that measure: numbers above or below another one, dates before or after one, the most of something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.investigate.attributes import Attributes
from pramana.investigate.composing import WantedSet, value_bound
from pramana.investigate.nouns import Nouns, Partial, joining, other_of
from pramana.investigate.pieces import EQUAL
from pramana.investigate.question_words import DETERMINERS, FREE_WORDS
from pramana.investigate.shapes import Anchor, Ranked, SetLink, ValueBound
from pramana.language import word_set

LONGEST_JOINING = 5
"""Words between two things, auxiliaries aside."""
COUNTS = ((("more", "than"), ">"), (("over",), ">"), (("at", "least"), ">="), (("exactly",), "="))
"""Comparisons of how many other ends there are. *Fewer than* is none: those without any would have to be counted."""
_LESS = (
    (("fewer", "than"), "<"),
    (("less", "than"), "<"),
    (("under",), "<"),
    (("below",), "<"),
    (("at", "most"), "<="),
)
_BOUNDS = (*COUNTS, (("above",), ">"), *_LESS)
_UNITS = word_set("investigation/units") | frozenset("euros euro dollars pounds percent per cent".split())
_TIME_OPS = {"before": "<", "after": ">", "since": ">=", "in": "="}


class Measures(Nouns):
    """Reads clauses that measure."""

    def _bound_clause(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*have more than 20 beds*, *cost less than 15 euros*: a number above or below another one."""
        words, size = self.tokens.words, self.tokens.size
        for start in range(place, min(size, place + 4)):
            if self.tokens.sign(start):
                return
            for said, op in _BOUNDS:
                at = start + len(said)
                if words[start:at] == said and at < size and self.tokens.sign(at) == "#":
                    before = [word for word in words[place:start] if word not in FREE_WORDS]
                    yield from self._bound_sets(partial, before, op, at)

    def _bound_sets(self, partial: Partial, before: Sequence[str], op: str, at: int) -> Iterator[tuple[Partial, int]]:
        said = self.tokens.marked.numbers[self.tokens.number(at)]
        number = float(said) if "." in said else int(said)
        own = [word for word in before if not self.pieces.is_holding(word)]
        for end in range(at + 1, min(self.tokens.size, at + 4) + 1):
            behind = [word for word in self.tokens.words[at + 1 : end] if word not in _UNITS]
            if any(word[0] in "@$#" or word in FREE_WORDS for word in behind):
                return
            for sense in self.pieces.attributes([*own, *behind], self.pieces.profiles(partial.shape.types), "much"):
                bounds = (*partial.shape.bounds, ValueBound(sense.name, op, (number,)))
                yield partial.at_cost(sense.cost, bounds=bounds), end

    def _strict_clause(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """Bounds and superlatives that the strict reader knows."""
        shape = partial.shape
        wanted = WantedSet(shape.types, (), shape.bounds, shape.ranked)
        for take in (self._composer.take_rank, self._composer.take_bound):
            taken = take(wanted, self.tokens.text(place))
            if taken is not None:
                held = partial.at_cost(0.0, types=taken[0].types, bounds=taken[0].bounds, ranked=taken[0].ranked)
                yield held, self.tokens.size - len(taken[1].split())

    def _most(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*take the most passengers*, *has had the most incidents*."""
        words, size = self.tokens.words, self.tokens.size
        if partial.shape.ranked or partial.shape.most:
            return
        for at in range(place, min(size, place + 4)):
            if words[at] in ("most", "fewest", "least") and at + 1 < size:
                said = tuple(word for word in words[place:at] if word not in DETERMINERS)
                down = words[at] == "most"
                if down:  # those without any would have to be counted for the fewest
                    yield from self._most_links(partial, said, at + 1)
                yield from self._most_values(partial, said, at + 1, down=down)
                return

    def _most_links(self, partial: Partial, said: Sequence[str], at: int) -> Iterator[tuple[Partial, int]]:
        for inner, end in self.sets(at):
            for sense in self.pieces.links(
                joining(said or ("have",), subject=True), partial.shape.types, inner.shape.types
            ):
                if sense.side:
                    link = SetLink(sense.relation, sense.side, other_of(inner.shape))
                    yield partial.at_cost(sense.cost + inner.cost, most=link), end

    def _most_values(
        self, partial: Partial, said: Sequence[str], at: int, *, down: bool
    ) -> Iterator[tuple[Partial, int]]:
        for end in range(at + 1, min(self.tokens.size, at + 3) + 1):
            content = [word for word in self.tokens.words[at:end] if word not in FREE_WORDS]
            for sense in self.pieces.attributes(content, self.pieces.profiles(partial.shape.types), "many"):
                verb = [word for word in said if word not in FREE_WORDS and not self.pieces.is_holding(word)]
                if not verb:
                    yield partial.at_cost(sense.cost, ranked=Ranked(sense.name, down)), end

    def _edge_time(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*opened in 2024* at a house, *before 1990*: when what the last edge says was so."""
        words = self.tokens.words
        links = partial.shape.links
        if not links or words[place] not in _TIME_OPS or place + 1 >= self.tokens.size:
            return
        if self.tokens.sign(place + 1) != "#" or not isinstance(links[-1].other, Anchor):
            return
        own = Attributes.of_relations(self._facts, [links[-1].relation])
        times = [name for name in own.names if own.is_time(name)]
        if len(times) == 1:
            year = self.tokens.marked.numbers[self.tokens.number(place + 1)]
            bounds = value_bound(times[0], _TIME_OPS[words[place]], year, text=own.is_text(times[0])) or ()
            held = replace(links[-1], bounds=(*links[-1].bounds, *bounds))
            yield partial.at_cost(EQUAL, links=(*links[:-1], held)), place + 2

    def _date_clause(self, partial: Partial, place: int) -> Iterator[tuple[Partial, int]]:
        """*went into service before 2015*: a date that the words ask for."""
        words, size = self.tokens.words, self.tokens.size
        for at in range(place + 1, min(size - 1, place + LONGEST_JOINING)):
            if words[at] not in _TIME_OPS or self.tokens.sign(at + 1) != "#":
                continue
            said = [word for word in words[place:at] if word not in FREE_WORDS and word not in ("went", "go", "came")]
            if not said or any(word[0] in "@$#" for word in said):
                return
            for sense in self.pieces.attributes(said, self.pieces.profiles(partial.shape.types), "when"):
                if sense.cost >= EQUAL and self._has_dated_edges(partial.shape.types):
                    continue  # *opened in 2024 at X* may say when X showed it
                number = self.tokens.marked.numbers[self.tokens.number(at + 1)]
                text = Attributes.of_types(self._facts, sense.types).is_text(sense.name)
                bounds = value_bound(sense.name, _TIME_OPS[words[at]], number, text=text)
                if bounds:
                    yield partial.at_cost(sense.cost, bounds=(*partial.shape.bounds, *bounds)), at + 2
            return

    def _has_dated_edges(self, types: Sequence[str]) -> bool:
        own = Attributes.of_relations(self._facts, list(self.pieces.ways(types, ())))
        return any(own.is_time(name) for name in own.names)


__all__ = ["COUNTS", "LONGEST_JOINING", "Measures"]
