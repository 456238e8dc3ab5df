"""One ranking of passages: full text, names that the query gives, links over names, and vectors where there are any.

Links follow the manner of HippoRAG and LinearRAG without a model: a passage that ranks high passes weight on to those
that its names begin, as far as these have words of the query that it lacks itself. *Who directed the film that Ada
Lund starred in?* finds the passage on Ada Lund, and through the film's name the one that names its director.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush, nlargest
from math import log
from typing import Protocol

from pramana.retrieval.bm25 import Posting, bm25, sum_by_text, word_weight
from pramana.retrieval.passages import NamePosition

NAMED = 0.8
"""The weight of a passage that the query names, beside 1 for the best full text. Chosen, as all weights here, on one
half of the HotpotQA sample (`bench/retrieval.py`): 0.5 found 3 % fewer, 1.0 as many."""
LINKED = 1.2
"""How much of its weight a passage passes on. 0.8 found 1 to 2 % fewer; 2.0 as many, in a worse order."""
STEPS = 3
"""How many passages a chain of names leads on: *the country whose capital is the birthplace of X* needs two."""
FURTHER = 0.7
"""How much of its weight each further step has. On 100 chains of three passages, made of the HotpotQA sample by names
(half of them looked at), 0.5 found 1 to 2 % fewer without titles."""
UNSHARED = 0.05
"""What a passage counts that a name leads to and that has no further word of the query, beside 1 for all that are
lacking: *her husband* is also *married to*. 0.1 and more put passages of mere names before better ones."""
REPEATED = 0.8
"""What a word of the query counts in a passage where a better one of another document has it, beside 1. On one half of
the HotpotQA sample without titles 1.0 found 1 to 2 % fewer, 0.5 as few; of the chains 1.0 found 1 % fewer."""
SOURCES = 8
"""How many passages pass on: with 5 or 15 the result is the same."""
PLACES: Mapping[NamePosition, float] = {
    NamePosition.WITHIN: 0.3,
    NamePosition.LINE_START: 0.5,
    NamePosition.START: 1.0,
    NamePosition.TITLE: 1.0,
}
"""What a name counts by its place: who or what a text is about mostly begins it. Without the first two 2 % fewer."""
ABOUT = NamePosition.START
"""The lowest place by which a name of the query finds a passage: more passages hold a name than are about it."""
VECTORS = 1.0
"""The weight of the nearest passage by vectors, beside 1 for the best full text."""


@dataclass(frozen=True, slots=True)
class NamedPassage:
    """A passage that has a name, and where."""

    passage: int
    doc_id: str
    place: NamePosition


class Postings(Protocol):
    """What passages hold. Passages are numbers; `sort_keys` gives what orders them: document and first line."""

    def totals(self) -> tuple[int, float]:
        """Return the number of passages, and their mean length in words."""

    def with_words(self, words: Sequence[str]) -> dict[str, list[Posting[int]]]:
        """Return the passages that have each word; words that none has are left out."""

    def with_names(self, names: Sequence[str]) -> dict[str, list[NamedPassage]]:
        """Return the passages that have each name; names that none or too many have are left out."""

    def sort_keys(self, passages: Iterable[int]) -> dict[int, tuple[str, int]]:
        """Return the document and the first line of passages."""

    def names_in(self, passages: Sequence[int]) -> dict[int, list[str]]:
        """Return the names in each of some passages, and the shorter names within them, the longest first."""


@dataclass(slots=True)
class PassageScore:
    """The weight of a passage by its parts. `via`: the passage and the name that linked to it, None where none did."""

    words: float = 0.0
    names: float = 0.0
    links: float = 0.0
    vectors: float = 0.0
    matched: Mapping[str, float] = field(default_factory=dict)
    via: tuple[int, str] | None = None

    @property
    def total(self) -> float:
        return self.words + self.names + self.links + self.vectors


@dataclass(slots=True)
class PassageRanking:
    """Scores by passage, and the weight of each word of the query."""

    scores: dict[int, PassageScore]
    weights: dict[str, float]


class _Scores:
    """Scores of passages, made where they are asked for: most passages of a common word are never looked at."""

    def __init__(self, parts: Mapping[str, Mapping[int, float]], most: int) -> None:
        """`parts` are the weights of passages by word. The `most` passages that are best by them have scores at once,
        with all that are as good as the last of these."""
        self._parts = parts
        self._sums = sum_by_text(parts)
        self._best = max(self._sums.values(), default=1.0)
        self.made: dict[int, PassageScore] = {}
        first = nlargest(most, self._sums.values())
        for passage, total in self._sums.items():
            if total >= first[-1]:
                self.of(passage)

    def of(self, passage: int) -> PassageScore:
        if passage not in self.made:
            words = self._sums.get(passage, 0.0) / self._best
            self.made[passage] = PassageScore(words=words, matched=self.weights_of(passage))
        return self.made[passage]

    def weights_of(self, passage: int) -> dict[str, float]:
        """Return the weight of each word that a passage has."""
        return {word: weights[passage] for word, weights in self._parts.items() if passage in weights}

    def having(self, words: Mapping[str, float]) -> list[tuple[float, Container[int]]]:
        """Return for each of some words with a weight that weight, and the passages that have the word."""
        return [(words[word], weights) for word, weights in self._parts.items() if word in words]

    def totals(self) -> dict[int, float]:
        return {passage: score.total for passage, score in self.made.items()}


def rank_passages(
    postings: Postings, words: Sequence[str], names: Sequence[str], cosines: Mapping[int, float], most: int
) -> PassageRanking:
    """Return the weight of the passages that the query's words, names or vectors reach: the best `most` among them.

    `words` are stems, `names` folded runs of the query's words; `cosines` those of the passages nearest by vectors.
    """
    count, average = postings.totals()
    having = postings.with_words(sorted(words))
    weights = {word: word_weight(count, len(having.get(word, ()))) for word in sorted(words)}
    scores = _Scores(bm25(having, count, average), max(most, SOURCES))
    _add_vectors(scores, cosines)
    asked = postings.with_names(names)
    _add_names(scores, asked)
    _add_links(postings, scores, weights, count)
    return PassageRanking(scores.made, weights)


def best_passages(postings: Postings, scores: Mapping[int, float], limit: int) -> list[int]:
    """Return the `limit` passages of the highest scores (above 0), ties by document and line."""
    ranked = sorted((score for score in scores.values() if score > 0), reverse=True)
    if not ranked or limit < 1:
        return []
    floor = ranked[min(limit, len(ranked)) - 1]
    held = [passage for passage, score in scores.items() if score >= floor]
    keys = postings.sort_keys(held)
    return sorted(held, key=lambda passage: (-scores[passage], keys[passage]))[:limit]


def covering_passages(postings: Postings, scores: Mapping[int, PassageScore], limit: int) -> dict[int, PassageScore]:
    """Return the `limit` best passages as a set that has the query's words, best first, with their scores in it.

    Greedy: each next one is the best by its links, names, vectors and words, of which those that the set already has
    from another document count `REPEATED`: the second document on the same part of a question adds less than the first
    on another part. Ties keep the order of `best_passages`.
    """
    best = best_passages(postings, {passage: score.total for passage, score in scores.items()}, limit)
    documents = {passage: doc_id for passage, (doc_id, _) in postings.sort_keys(best).items()}
    beside = {passage: scores[passage] for passage in best}
    chosen: dict[int, PassageScore] = {}
    covered: dict[str, str] = {}
    # A score only falls as the set grows. So only the passage that leads by an older score is looked at again.
    waiting = [(-beside[passage].total, order, 0) for order, passage in enumerate(best)]
    heapify(waiting)
    while waiting:
        _, order, seen = heappop(waiting)
        passage = best[order]
        if seen == len(chosen):
            chosen[passage] = beside[passage]
            covered = dict.fromkeys(scores[passage].matched, documents[passage]) | covered
        else:
            beside[passage] = _score_beside(scores[passage], documents[passage], covered)
            heappush(waiting, (-beside[passage].total, order, len(chosen)))
    return chosen


def _score_beside(score: PassageScore, doc_id: str, covered: Mapping[str, str]) -> PassageScore:
    """Return the score of a passage beside passages that have some words, each with its document."""
    repeated = sum(weight for word, weight in score.matched.items() if covered.get(word, doc_id) != doc_id)
    total = sum(score.matched.values())
    return replace(score, words=score.words * (1 - (1 - REPEATED) * repeated / total)) if repeated else score


def _add_vectors(scores: _Scores, cosines: Mapping[int, float]) -> None:
    """Add the cosines, spread over 0 to 1: those of unlike texts differ from embedder to embedder."""
    least, most = min(cosines.values(), default=0.0), max(cosines.values(), default=0.0)
    for passage, cosine in cosines.items():
        score = scores.of(passage)
        score.vectors = VECTORS * ((cosine - least) / (most - least) if most > least else 1.0)


def _add_names(scores: _Scores, asked: Mapping[str, Sequence[NamedPassage]]) -> None:
    """Add what passages get whose subject the query names; a longer name says more, one of several bearers less."""
    for name in sorted(asked):
        about = [each for each in asked[name] if each.place >= ABOUT]
        bearers = len({each.doc_id for each in about})
        length = len(name.split())
        for each in about:
            score = scores.of(each.passage)
            score.names = max(score.names, NAMED * length / (length + 1) / bearers)


def _add_links(postings: Postings, scores: _Scores, weights: Mapping[str, float], count: int) -> None:
    """Add what passages get by links, in steps: from the best, then from those that these reached."""
    sources = {passage: _Source(total, frozenset()) for passage, total in scores.totals().items()}
    steps: list[dict[int, _Gain]] = []
    for _ in range(STEPS):
        gains = _passed_on(postings, scores, sources, weights, count)
        sources = {passage: _Source(gain.weight, gain.matched) for passage, gain in gains.items()}
        steps.append(gains)
    for step, gains in enumerate(steps):
        for passage, gain in sorted(gains.items()):
            score = scores.of(passage)
            score.links += FURTHER**step * gain.weight
            score.via = score.via or gain.via


@dataclass(frozen=True, slots=True)
class _Source:
    """What a passage has to pass on. `matched` are the query's words of the passages that led to it."""

    weight: float
    matched: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Gain:
    """What a passage gets, the passage and the name that it comes by, and the query's words of all that led to it."""

    weight: float
    via: tuple[int, str]
    matched: frozenset[str]


def _passed_on(
    postings: Postings, scores: _Scores, sources: Mapping[int, _Source], weights: Mapping[str, float], count: int
) -> dict[int, _Gain]:
    """Return what each passage gets from the best of `sources`.

    It gets as much as it has of the query's words that the source, and what led to the source, lack; of several names
    the one that passes most.
    """
    best = best_passages(postings, {passage: source.weight for passage, source in sources.items()}, SOURCES)
    held = postings.names_in(best)
    named = postings.with_names(sorted({name for names in held.values() for name in names}))
    links = {name: _NameLinks.of(name, having, count) for name, having in named.items()}
    found: dict[int, _Gain] = {}
    for source in best:
        matched = sources[source].matched.union(scores.weights_of(source))
        lacking = {word: weight for word, weight in weights.items() if word not in matched}
        having = scores.having(lacking)
        total = sum(lacking.values())
        shares: dict[int, float] = {source: 0.0}
        for link in (links[name] for name in held.get(source, ()) if name in links):
            passed = LINKED * sources[source].weight * link.rarity / link.bearers_beside(source)
            for each in link.named:
                passage = each.passage
                if passage not in shares:
                    shares[passage] = _lacking_share(passage, having, total)
                gain = passed * PLACES[each.place] * shares[passage]
                if gain > 0 and (passage not in found or gain > found[passage].weight):
                    found[passage] = _Gain(gain, (source, link.name), matched)
    return found


def _lacking_share(passage: int, having: Sequence[tuple[float, Container[int]]], total: float) -> float:
    """Return how much of the words that a source lacks a passage has, in 0–1; 0 where the source lacks none."""
    shared = sum(weight for weight, held in having if passage in held)
    return UNSHARED + (1 - UNSHARED) * shared / total if total else 0.0


@dataclass(frozen=True, slots=True)
class _NameLinks:
    """The passages that have a name. `rarity` is 1 for a name of one passage, 0 for one of all."""

    name: str
    named: Sequence[NamedPassage]
    rarity: float
    documents: Mapping[str, float]

    @classmethod
    def of(cls, name: str, named: Sequence[NamedPassage], count: int) -> _NameLinks:
        documents: dict[str, float] = {}
        for each in named:
            documents[each.doc_id] = max(documents.get(each.doc_id, 0.0), PLACES[each.place])
        return cls(name, named, log(max(2, count) / len(named)) / log(max(2, count)), documents)

    def bearers_beside(self, source: int) -> float:
        """Return among how many documents beside the source's what the name passes on is divided, 1 at least."""
        own = next((each.doc_id for each in self.named if each.passage == source), "")
        return max(1.0, sum(self.documents.values()) - self.documents.get(own, 0.0))
