"""CaRB's measure of tuples against gold tuples.

What is computed is the default measure of CaRB (Bhardwaj, Aggarwal, Mausam: CaRB: A Crowdsourced Benchmark for Open
IE, EMNLP 2019; the program in dair-iitd/CaRB):

- *Matching.* Gold and predicted tuples are compared as relation, first argument, all further arguments joined. In each
  slot words are matched one to one, case kept as it stands. A pair without a common word in the relation scores 0 (a
  predicted *be* also matches a form of *be*). Precision of a pair is matched over predicted words, recall is matched
  over gold words. Where the gold relation holds *said*, *told*, *added*, *says* or *adds*, the arguments may also be
  swapped, and the better of the two counts.
- *Precision* of a sentence at a threshold: pairs are taken greedily by their precision, each gold and each predicted
  tuple once; the sum over the number of predicted tuples, which surplus tuples therefore lower.
- *Recall*: for each gold tuple the best recall of any predicted one; a predicted tuple may serve several.
- Both are sums over all sentences, one point for each distinct confidence; the best F1 over these points is reported
  with its P, R and threshold, and the area under the curve by trapezoids, (recall 0, precision 1) added.

Sentences are aligned by their text alone, so blanks and punctuation cannot lose one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

_FORMS_OF_BE = ("be", "is", "am", "are", "was", "were", "been", "being")
_SAID = ("said", "told", "added", "adds", "says")


@dataclass(frozen=True, slots=True)
class Triple:
    """A relation, its first argument and the rest; `confidence` is 1 for gold."""

    relation: str
    subject: str
    rest: str
    confidence: float = 1.0
    arguments: int = 2


def read_gold(path: Path) -> dict[str, list[Triple]]:
    """Gold tuples by sentence, in the file's order."""
    gold: dict[str, list[Triple]] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        fields = [field.strip() for field in line.strip().split("\t")]
        if len(fields) < 2:
            continue
        sentence, relation, *arguments = fields
        subject = arguments[0] if arguments else ""
        triple = Triple(relation, subject, " ".join(arguments[1:]), arguments=len(arguments))
        gold.setdefault(sentence, []).append(triple)
    return gold


def pair_score(gold: Triple, predicted: Triple) -> tuple[float, float]:
    """Precision and recall of one pair."""
    straight = _slots(gold, predicted)
    if not any(word in gold.relation for word in _SAID):
        return straight
    swapped = Triple(predicted.relation, predicted.rest, predicted.subject, arguments=predicted.arguments)
    return max(straight, _slots(gold, swapped))


def _slots(gold: Triple, predicted: Triple) -> tuple[float, float]:
    matched = _matched_relation(gold.relation.split(), predicted.relation.split())
    if not matched or min(gold.arguments, 2) > predicted.arguments:
        return 0.0, 0.0
    gold_words, predicted_words = len(gold.relation.split()), len(predicted.relation.split())
    pairs = ((gold.subject, predicted.subject), (gold.rest, predicted.rest))
    for wanted, given in pairs[: gold.arguments]:
        matched += _common(wanted.split(), given.split())
        gold_words += len(wanted.split())
        predicted_words += len(given.split())
    return matched / predicted_words, matched / gold_words


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    return (Counter(first) & Counter(second)).total()


def _matched_relation(gold: Sequence[str], predicted: Sequence[str]) -> int:
    left = Counter(predicted) - Counter(gold)
    be = left["be"] > 0 and any(form in gold for form in _FORMS_OF_BE)
    return _common(gold, predicted) + int(be)


def _points(gold: Sequence[Triple], predicted: Sequence[Triple]) -> Iterator[tuple[float, float, int, float]]:
    """For each confidence of a sentence: (confidence, precision sum, predicted tuples, recall sum)."""
    scores = [[pair_score(wanted, given) for given in predicted] for wanted in gold]
    for confidence in sorted({given.confidence for given in predicted}):
        kept = [place for place, given in enumerate(predicted) if given.confidence >= confidence]
        recall = sum(max(row[place][1] for place in kept) for row in scores)
        yield confidence, _greedy(scores, kept), len(kept), recall


def _greedy(scores: Sequence[Sequence[tuple[float, float]]], kept: Sequence[int]) -> float:
    """Sum of precisions of the pairs taken best first, each row and each column once."""
    ranked = sorted(((-row[place][0], index, place) for index, row in enumerate(scores) for place in kept))
    rows: set[int] = set()
    columns: set[int] = set()
    total = 0.0
    for precision, row, column in ranked:
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            total -= precision
    return total


@dataclass(frozen=True, slots=True)
class Point:
    """Precision and recall of what has at least `confidence`."""

    confidence: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def curve(gold: dict[str, list[Triple]], predicted: dict[str, list[Triple]]) -> list[Point]:
    """One point for each distinct confidence, the lowest first."""
    thresholds = sorted({triple.confidence for found in predicted.values() for triple in found})
    sums = {threshold: [0.0, 0.0, 0.0] for threshold in thresholds}
    for sentence, wanted in gold.items():
        steps = list(_points(wanted, predicted.get(sentence, [])))
        for threshold in thresholds:
            step = next((step for step in steps if step[0] >= threshold), None)
            if step is not None:
                for place in range(3):
                    sums[threshold][place] += step[place + 1]
    total = sum(len(wanted) for wanted in gold.values())
    return [
        Point(threshold, right / count if count else 1.0, recalled / total)
        for threshold, (right, count, recalled) in sums.items()
    ]


def area(points: Sequence[Point]) -> float:
    """Area under the curve by trapezoids, from (recall 0, precision 1)."""
    corners = [(0.0, 1.0), *((point.recall, point.precision) for point in reversed(points))]
    return sum((right[0] - left[0]) * (left[1] + right[1]) / 2 for left, right in pairwise(corners))


def half_of(sentence: str) -> str:
    """Return `first` or `second`, by the hash of a sentence."""
    return ("first", "second")[blake2b(sentence.encode()).digest()[0] % 2]
