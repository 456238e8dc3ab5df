"""How well the embedded model's clauses agree with CaRB: `python bench/openie.py FOLDER`.

FOLDER holds `carb_dev.tsv` (or any CaRB gold file, named with `--gold`): sentence, relation, first argument and
further arguments, separated by tabs.

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

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pramana.language import NOMINAL, Clause, ClauseKind, NounPhrase, Prepositional, Sentence, analyse

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


# The measure ---------------------------------------------------------------


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


# From clauses to tuples ----------------------------------------------------


def triples(sentence: Sentence) -> list[Triple]:
    """The clauses as OpenIE tuples, in CaRB's manner: one for each subject, everything else as further arguments.

    A clause's words run on through the clauses that hang on it (*said that …*, *the man who …*), since CaRB's
    arguments do. Verbs without any complement give no tuple: CaRB has none with one argument.
    """
    reach = _reaches(sentence)
    found = [triple for place, clause in enumerate(sentence.clauses) for triple in _of(sentence, clause, reach[place])]
    return list({(triple.relation, triple.subject, triple.rest): triple for triple in found}.values())


def _reaches(sentence: Sentence) -> list[int]:
    """Where each clause ends, with all that hangs on it. Children come after their parents here."""
    reach = [clause.end for clause in sentence.clauses]
    for place in range(len(reach) - 1, -1, -1):
        clause = sentence.clauses[place]
        if clause.parent is not None and clause.parent < place and _hangs(sentence, clause.parent, clause):
            reach[clause.parent] = max(reach[clause.parent], reach[place])
    return reach


def _hangs(sentence: Sentence, parent: int, clause: Clause) -> bool:
    """Is the clause part of its parent's arguments? Of relatives only those without a comma: they say which one."""
    if clause.kind is ClauseKind.RELATIVE:
        return "," not in sentence.text[sentence.clauses[parent].end : clause.verb_start]
    return clause.kind in _HANGING


_HANGING = {ClauseKind.CONTENT, ClauseKind.INFINITIVE, ClauseKind.PARTICIPIAL, ClauseKind.SUBORDINATE}


def _of(sentence: Sentence, clause: Clause, end: int) -> Iterator[Triple]:
    if clause.kind in NOMINAL:
        yield _nominal(clause)
        return
    if _absorbed(sentence, clause):
        return
    relation = _relation(sentence, clause)
    for rest in _rests(sentence, clause, end):
        words = [*rest, *_before(sentence, clause), *_context(sentence, clause)]
        cut = _joins_relation(sentence, clause, words)
        for subject in clause.subjects if len(words) > cut else ():
            full = " ".join([relation, *words[:cut]])
            yield Triple(full, _subject(sentence, clause, subject), " ".join(words[cut:]), clause.confidence)


def _nominal(clause: Clause) -> Triple:
    relation, other = _NOMINAL_RELATIONS[clause.kind], clause.objects[0] if clause.objects else None
    if other is None:
        relation, other = f"{relation} {clause.prepositions[0].preposition}", clause.prepositions[0].phrase
    return Triple(relation, clause.subjects[0].text, other.text, clause.confidence)


_NOMINAL_RELATIONS = {
    ClauseKind.APPOSITION: "is",
    ClauseKind.POSSESSIVE: "has",
    ClauseKind.EXAMPLE: "are such as",
    ClauseKind.LOCATION: "is",
}
_PREPOSITIONS = frozenset(
    ("in", "on", "at", "to", "of", "for", "from", "with", "by", "as", "into", "over", "under", "about", "after")
)


def _joins_relation(sentence: Sentence, clause: Clause, words: Sequence[str]) -> int:
    """How many words after the verb CaRB counts to the relation: *was born in*, *is responsible for*."""
    if words[:1] == ["that"]:
        return 1
    cut = 0
    if clause.complement and not clause.objects:
        cut = len(clause.complement.split()) if " ".join(words).startswith(clause.complement) else 0
    if cut < len(words) and words[cut].lower() in _PREPOSITIONS:
        return cut + 1
    return 0


def _rests(sentence: Sentence, clause: Clause, end: int) -> list[list[str]]:
    """What stands after the verb; of *A, B and C* one at a time, each with what follows them."""
    whole = _after(sentence, clause, end)
    listed = clause.objects or tuple(part.phrase for part in clause.prepositions if part.start == _first(clause))
    if len(listed) < 2 or listed[0].start < clause.verb_end:
        return [whole]
    before = _words(sentence, clause.verb_end, listed[0].start).split()
    after = _words(sentence, listed[-1].end, end).split()
    return [[*before, *_words(sentence, phrase.start, phrase.end).split(), *after] for phrase in listed]


def _first(clause: Clause) -> int:
    return min((part.start for part in clause.prepositions if part.start >= clause.verb_end), default=-1)


def _subject(sentence: Sentence, clause: Clause, subject: NounPhrase) -> str:
    """With the prepositional phrases that follow it: *People close to the talks*."""
    end = max([subject.end, *(part.end for part in _beside_subject(clause))])
    return _words(sentence, subject.start, end if subject is clause.subjects[-1] else subject.end)


def _beside_subject(clause: Clause) -> list[Prepositional]:
    if not clause.subjects or clause.subject_from != "stated":
        return []
    last = clause.subjects[-1].end
    return [part for part in clause.prepositions if last <= part.start and part.end <= clause.verb_start]


def _context(sentence: Sentence, clause: Clause) -> list[str]:
    """Who says it, as CaRB's annotators wrote it: a last argument *C: X said*."""
    return ["C:", *clause.attributed_to.text.split(), "said"] if clause.attributed_to else []


def _absorbed(sentence: Sentence, clause: Clause) -> bool:
    """Is the clause only the first verb of *refused to grant*?"""
    bare = not (clause.objects or clause.complement or clause.indirect)
    return bare and any(
        child.kind is ClauseKind.INFINITIVE
        and child.parent is not None
        and sentence.clauses[child.parent] is clause
        and _adjacent(clause, child)
        for child in sentence.clauses
    )


def _adjacent(parent: Clause, child: Clause) -> bool:
    return 0 <= child.verb_start - parent.verb_end <= 1


def _relation(sentence: Sentence, clause: Clause) -> str:
    """*refused to grant*: the verb that governs an infinitive directly is part of CaRB's relation."""
    parent = sentence.clauses[clause.parent] if clause.parent is not None else None
    if clause.kind is ClauseKind.INFINITIVE and parent is not None and _adjacent(parent, clause):
        return f"{_with_adverb(sentence, parent)} {clause.predicate}"
    return _with_adverb(sentence, clause)


def _with_adverb(sentence: Sentence, clause: Clause) -> str:
    """*readily admits*: an adverb right before the verb is part of the relation; *built by* becomes *is built by*."""
    before = [token for token in sentence.tokens if token.end <= clause.verb_start]
    adverb = before[-1].text + " " if before and before[-1].tag == "AV0" and before[-1].text.islower() else ""
    be = "is " if clause.passive and " " not in clause.predicate else ""
    return be + adverb + clause.predicate


def _words(sentence: Sentence, start: int, end: int) -> str:
    """The words from `start` to `end`, with the quotation marks right around them."""
    before = [token for token in sentence.tokens if token.end <= start][-1:]
    after = [token for token in sentence.tokens if token.start >= end][:1]
    if before and after and before[0].tag == after[0].tag == "PUQ":
        start, end = before[0].start, after[0].end
    return " ".join(token.text for token in sentence.tokens if start <= token.start and token.end <= end)


def _after(sentence: Sentence, clause: Clause, end: int) -> list[str]:
    if clause.subjects and clause.subjects[0].start > clause.verb_start:
        return _said(sentence, clause)
    words = _words(sentence, clause.verb_end, end)
    return words.split(" ") if words else [phrase.text for phrase in clause.objects] or _said(sentence, clause)


def _said(sentence: Sentence, clause: Clause) -> list[str]:
    """What is attributed to the clause's subject, where it stands before the clause: *…, he said*."""
    said = [other for other in sentence.clauses if other.attributed_to in clause.subjects]
    starts = [min([other.verb_start, *(phrase.start for phrase in other.subjects)]) for other in said]
    return _words(sentence, min(starts), max(other.end for other in said)).split() if said else []


def _before(sentence: Sentence, clause: Clause) -> list[str]:
    """Times and places that stand before the subject or the verb."""
    beside = _beside_subject(clause)
    parts = [part for part in clause.prepositions if part not in beside]
    spans = [(part.start, part.end) for part in (*parts, *clause.adverbials) if part.start < clause.verb_start]
    return [word for start, end in spans for word in _words(sentence, start, end).split()]


# The command ---------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when measured, 2 when the data is not there."""
    parser = argparse.ArgumentParser(description="CaRB's measure for the embedded model")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gold", default="carb_dev.tsv")
    given = parser.parse_args(arguments)
    path = given.folder / given.gold
    if not path.is_file():
        print(f"{path} is not there: this benchmark needs CaRB's gold tuples ({given.gold}).", file=sys.stderr)
        return 2
    report(read_gold(path))
    return 0


def report(gold: dict[str, list[Triple]]) -> None:
    analyse("Warm up.")
    started = time.perf_counter()
    predicted = {sentence: triples(analyse(sentence)) for sentence in gold}
    seconds = time.perf_counter() - started
    points = curve(gold, predicted)
    best = max(points, key=lambda point: point.f1)
    count = sum(len(found) for found in predicted.values())
    wanted = sum(len(found) for found in gold.values())
    print(f"{len(gold)} sentences, {wanted} gold tuples, {count} predicted; {len(gold) / seconds:.0f} sentences/s")
    print("threshold  precision  recall  F1")
    for point in points:
        print(f"{point.confidence:9.3f}  {point.precision:9.3f}  {point.recall:6.3f}  {point.f1:.3f}")
    print(
        f"best F1 {best.f1:.3f} (precision {best.precision:.3f}, recall {best.recall:.3f}, "
        f"confidence at least {best.confidence:.3f}); AUC {area(points):.3f}"
    )


if __name__ == "__main__":
    sys.exit(main())
