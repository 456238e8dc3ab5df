"""Searching lines: the lines of the best passages, each with what speaks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pramana.evidence import words
from pramana.language import stem
from pramana.retrieval.analysis import is_common, query_names, query_terms
from pramana.retrieval.bm25 import word_weight
from pramana.retrieval.index import LineSource, PassageIndex
from pramana.retrieval.ranking import PassageScore, covering_passages, rank_passages
from pramana.serialization import JsonRecord
from pramana.store import Database
from pramana.wording import place

POOL = 20
"""Passages whose lines are compared, at least."""
LINE = 1.0
"""What a line counts that has all words of the query, beside 1 for the best passage by full text."""
BEFORE = 0.4
"""What the words of the line before count that a line lacks: *Ms Lacey asked about the rents. He said that …* On the
first lines found for 80 questions about four texts: 0.64 right with it, 0.60 without; the line after helps none.
"""
_READ = 8_192
"""Lines whose stems are remembered: those that some forty searches look at, in 10 MB."""
_LONG = 0.02
"""What each further word of a line takes from that: of two lines with the same words the shorter one says them."""


@dataclass(frozen=True, slots=True)
class RankedLine(JsonRecord):
    """A line that was found. `score` is the sum of `parts`; `spans` are the places of the query's words in the text.

    Parts: `words` the passage's full text (1.0 is the best passage's; words that better documents have count less),
    `names` what the query names, `links` what other passages pass on, `vectors` by meaning, `line` the line's own
    words, `before` those of the line before. `via` names the passage and the name that linked to this one, "" where
    none did.
    """

    doc_id: str
    number: int
    text: str
    score: float
    parts: Mapping[str, float]
    spans: tuple[tuple[int, int], ...]
    via: str = ""

    def __str__(self) -> str:
        return f"{place(self.doc_id, self.number)}  {self.text}"


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """Lines of one document that were found together, in order. `score` is above 0, of the best about 1 to 3."""

    doc_id: str
    lines: tuple[tuple[int, str], ...]
    score: float


class LineSearch:
    """Searches the lines of a workspace. Deterministic: ties go to the earlier document by name, then to the line."""

    def __init__(self, database: Database, lines: LineSource) -> None:
        """`database` must have been opened with RETRIEVAL_SCHEMA; `lines` are those of its documents."""
        self.index = PassageIndex(database, lines)
        self._lines = lines

    def lines(
        self,
        query: str,
        limit: int = 10,
        *,
        names: Sequence[str] = (),
        cosines: Mapping[int, float] | None = None,
        only: Callable[[str], bool] | None = None,
    ) -> list[RankedLine]:
        """Return up to `limit` lines, best first. `names` are looked up beside those that the query has.

        `cosines` are those of the passages nearest by vectors, by their numbers. With `only`, lines whose text it does
        not hold for are left out; passages without any other are not read word by word, which takes most of the time.
        """
        asked = query_terms(query)
        most = max(limit, POOL)
        ranked = rank_passages(self.index, asked, _asked_names(query, names), cosines or {}, most)
        best = covering_passages(self.index, ranked.scores, most)
        vias = {score.via[0] for score in best.values() if score.via is not None}
        places = self.index.places([*best, *sorted(vias.difference(best))])
        found: list[RankedLine] = []
        for (key, score), texts in zip(best.items(), self._lines.passages([places[key] for key in best]), strict=True):
            if only is not None and not any(only(text) for _, text in texts):
                continue
            lines = _matched_lines(texts, ranked.weights)
            passage = _ranked_lines(places[key][0], lines, score, ranked.weights, _via(score, places))
            found += passage if only is None else [line for line in passage if only(line.text)]
        return sorted(found, key=lambda line: (-line.score, line.doc_id, line.number))[: max(0, limit)]

    def passages(self, query: str, limit: int = 5, *, names: Sequence[str] = ()) -> list[RankedPassage]:
        """Return up to `limit` passages, best first: what an answer may be written from."""
        ranked = rank_passages(self.index, query_terms(query), _asked_names(query, names), {}, max(limit, POOL))
        best = covering_passages(self.index, ranked.scores, max(limit, POOL))
        kept = list(best)[: max(0, limit)]
        places = self.index.places(kept)
        texts = self._lines.passages([places[key] for key in kept])
        return [
            RankedPassage(places[key][0], tuple(lines), best[key].total) for key, lines in zip(kept, texts, strict=True)
        ]

    def word_weights(self, stems: Sequence[str]) -> dict[str, float]:
        """Return how much each stem says (above 0): one that few passages have says more; no more where none has it."""
        count, _ = self.index.totals()
        having = self.index.counts(sorted(set(stems)))
        return {each: word_weight(count, max(1, having[each])) for each in stems}


def _via(score: PassageScore, places: Mapping[int, tuple[str, int, int]]) -> str:
    if score.via is None:
        return ""
    source, name = score.via
    doc_id, first, last = places[source]
    return f"{doc_id}:{first}-{last} by “{name}”"


def _asked_names(query: str, names: Sequence[str]) -> list[str]:
    return sorted({*query_names(query), *(name for each in names for name in query_names(each))})


@dataclass(frozen=True, slots=True)
class _MatchedLine:
    """A line of a passage, with the query's words in it and their places."""

    number: int
    text: str
    matched: frozenset[str]
    spans: tuple[tuple[int, int], ...]
    length: int


def _matched_lines(lines: Sequence[tuple[int, str]], weights: Mapping[str, float]) -> list[_MatchedLine]:
    found: list[_MatchedLine] = []
    for number, text in lines:
        terms = _terms_of(text)
        held = [(start, end, each) for start, end, each in terms if each in weights]
        spans = tuple((start, end) for start, end, _ in held)
        found.append(_MatchedLine(number, text, frozenset(each for _, _, each in held), spans, len(terms)))
    return found


@lru_cache(maxsize=_READ)
def _terms_of(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the place and the stem of each word of a line, "" for the stem of a common one."""
    held = words(text)
    stems = ("" if is_common(form) else stem(form) for form in held.forms)
    return tuple(zip(held.starts, held.ends, stems, strict=True))


def _ranked_lines(
    doc_id: str, lines: Sequence[_MatchedLine], score: PassageScore, weights: Mapping[str, float], via: str
) -> list[RankedLine]:
    """Return the lines of a passage with their scores: own words, and what the line before adds to these."""
    total = sum(weights.values()) or 1.0

    def share(matched: frozenset[str]) -> float:
        return sum(weights[word] for word in sorted(matched)) / total

    passage = {"words": score.words, "names": score.names, "links": score.links, "vectors": score.vectors}
    found: list[RankedLine] = []
    for order, line in enumerate(lines):
        before = lines[order - 1].matched if order else frozenset[str]()
        own = LINE * share(line.matched) / (1 + _LONG * line.length)
        parts = passage | {"line": own, "before": LINE * BEFORE * share(before - line.matched)}
        found.append(RankedLine(doc_id, line.number, line.text, sum(parts.values()), parts, line.spans, via))
    return found
