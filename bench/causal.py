"""How well the rules find causes, effects and signals on the Causal News Corpus: `python bench/causal.py FOLDER`.

    python bench/causal.py FOLDER        # FOLDER holds cnc_train_subtask2.csv (columns text, text_w_pairs)

Two measures, both over words parted by blanks, both per label, and both of the rules and of a plain baseline:

- *exact*: the shared task of 2022 (seqeval). A span counts where label, first and last word agree.
- *fair*: the shared task of 2023 (FairEval; Ortmann 2022). Spans of a sentence are paired one to one: same place and
  label is a hit; same place with another label, and an overlap, is one error shared by precision and recall, half a
  point in each denominator, where *exact* counts it twice; what is left over is missing or spurious.

Causes and effects are one layer, signals another. A sentence may state several relations: predicted and gold
relations are paired for the most exact hits, and a relation without a partner is missing or spurious as a whole.
The overall figures are micro-averages over the three labels (the organisers weigh the labels' figures by gold spans:
printed as *weighted F1*). The number of gold relations is not told to the rules, as it was to the participants.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path

from pramana.language.causal import CausalSpan, Causation, causal_spans

LABELS = ("cause", "effect", "signal")
Piece = tuple[str, int, int]
"""Label, first word, last word (exclusive)."""
Relation = frozenset[Piece]
_TAG = re.compile(r"<(/?)(ARG0|ARG1|SIG\d*)>")
_BASELINE = (
    "because of",
    "because",
    "due to",
    "as a result of",
    "so that",
    "led to",
    "after",
    "following",
    "to",
    "for",
)
_CAUSE_FIRST = {"led to"}


@dataclass(slots=True)
class Count:
    """What was found of one label. `shared` are errors of place or label, by gold and by prediction."""

    hits: int = 0
    gold: int = 0
    predicted: int = 0
    shared_gold: int = 0
    shared_predicted: int = 0

    def exact(self) -> tuple[float, float, float]:
        return _figures(_ratio(self.hits, self.predicted), _ratio(self.hits, self.gold))

    def fair(self) -> tuple[float, float, float]:
        precision = _ratio(self.hits, self.predicted - self.shared_predicted / 2)
        return _figures(precision, _ratio(self.hits, self.gold - self.shared_gold / 2))


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _figures(precision: float, recall: float) -> tuple[float, float, float]:
    return precision, recall, _ratio(2 * precision * recall, precision + recall)


@dataclass(slots=True)
class Measure:
    counts: dict[str, Count] = field(default_factory=lambda: {label: Count() for label in LABELS})

    def add(self, gold: Relation, predicted: Relation) -> None:
        for label, _, _ in gold:
            self.counts[label].gold += 1
        for label, _, _ in predicted:
            self.counts[label].predicted += 1
        for label, _, _ in gold & predicted:
            self.counts[label].hits += 1
        for layer in (LABELS[:2], LABELS[2:]):
            self._share(*(sorted(p for p in one if p[0] in layer) for one in (gold - predicted, predicted - gold)))

    def _share(self, gold: list[Piece], predicted: list[Piece]) -> None:
        """Pair what is not a hit: same place first, then same label, then the longest overlap."""
        pairs = sorted(
            (-(a[1:] == b[1:]), -(a[0] == b[0]), -_overlap(a, b), a, b)
            for a in gold
            for b in predicted
            if _overlap(a, b) > 0
        )
        used: set[tuple[int, Piece]] = set()
        for *_, a, b in pairs:
            if (0, a) not in used and (1, b) not in used:
                used |= {(0, a), (1, b)}
                self.counts[a[0]].shared_gold += 1
                self.counts[b[0]].shared_predicted += 1

    def total(self) -> Count:
        counts = self.counts.values()
        return Count(*(sum(getattr(count, name) for count in counts) for name in Count.__slots__))

    def weighted(self, figures: Callable[[Count], tuple[float, float, float]]) -> float:
        gold = sum(count.gold for count in self.counts.values())
        return _ratio(sum(figures(count)[2] * count.gold for count in self.counts.values()), gold)


def _overlap(a: Piece, b: Piece) -> int:
    return min(a[2], b[2]) - max(a[1], b[1])


def pair(gold: Sequence[Relation], predicted: Sequence[Relation]) -> list[tuple[Relation, Relation]]:
    """Relations of one sentence paired for the most exact hits; an empty relation is the partner of what is left."""
    size = max(len(gold), len(predicted))
    ours = [*predicted, *[frozenset()] * (size - len(predicted))]
    theirs = [*gold, *[frozenset()] * (size - len(gold))]
    if size > 6:
        return _greedy(theirs, ours)
    best = max(permutations(ours), key=lambda order: sum(len(a & b) for a, b in zip(theirs, order, strict=True)))
    return list(zip(theirs, best, strict=True))


def _greedy(gold: Sequence[Relation], predicted: Sequence[Relation]) -> list[tuple[Relation, Relation]]:
    left, pairs = list(predicted), []
    for one in gold:
        place = max(range(len(left)), key=lambda index: (len(one & left[index]), -index))
        pairs.append((one, left.pop(place)))
    return pairs


# Reading -------------------------------------------------------------------


def read_gold(path: Path) -> dict[str, list[Relation]]:
    """Gold relations by sentence, in the file's order."""
    gold: dict[str, list[Relation]] = {}
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            gold.setdefault(row["text"], []).append(marked(row["text_w_pairs"]))
    return gold


def marked(text: str) -> Relation:
    """The spans that tags mark in a text, in words."""
    name = {"ARG0": "cause", "ARG1": "effect"}
    found, opened, plain, last = set(), {}, "", 0
    for tag in _TAG.finditer(text):
        plain += text[last : tag.start()]
        last = tag.end()
        if tag[1]:
            begin = opened.pop(tag[2])
            found.add((name.get(tag[2], "signal"), len(plain[:begin].split()), len(plain.split())))
        else:
            opened[tag[2]] = len(plain)
    return frozenset(found)


def in_words(text: str, spans: Iterable[tuple[str, tuple[int, int]]]) -> Relation:
    """Spans in code points as spans in words."""
    return frozenset(
        (label, len(text[:start].split()), max(len(text[:end].split()), len(text[:start].split()) + 1))
        for label, (start, end) in spans
    )


def by_rules(text: str, least: int) -> list[Relation]:
    return [relation_of(text, span) for span in causal_spans(text, least)]


def relation_of(text: str, span: CausalSpan) -> Relation:
    return in_words(text, [("cause", span.cause), ("effect", span.effect), *(("signal", one) for one in span.signal)])


def baseline(text: str) -> list[Relation]:
    """The sentence split at the first connective of ten: what stands before is the effect, what follows the cause."""
    words = text.split()
    plain = [word.lower() for word in words]
    end = len(words) - (bool(words) and words[-1] in {".", "!", "?"})
    for first in range(1, len(words)):
        for name in _BASELINE:
            last = first + len(name.split())
            if " ".join(plain[first:last]) == name and last < end:
                before, after = ("cause", "effect") if name in _CAUSE_FIRST else ("effect", "cause")
                return [frozenset({(before, 0, first), ("signal", first, last), (after, last, end)})]
    return []


# The command ---------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when measured, 2 when the data is not there."""
    parser = argparse.ArgumentParser(description="Span F1 of causes, effects and signals")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gold", default="cnc_train_subtask2.csv")
    parser.add_argument("--rules", action="store_true", help="also print how often each kind of rule is right")
    given = parser.parse_args(arguments)
    path = given.folder / given.gold
    if not path.is_file():
        print(f"{path} is not there: this benchmark needs the Causal News Corpus ({given.gold}).", file=sys.stderr)
        return 2
    gold = read_gold(path)
    report(gold)
    if given.rules:
        report_rules(gold)
    return 0


def report(gold: dict[str, list[Relation]]) -> None:
    causal_spans("Warm up.")
    started = time.perf_counter()
    for text in gold:
        causal_spans(text)
    seconds = time.perf_counter() - started
    relations = sum(len(found) for found in gold.values())
    print(f"{len(gold)} sentences, {relations} gold relations; {len(gold) / seconds:.0f} sentences/s")
    print(f"{'':24}{'exact':>22}{'fair':>25}")
    print(f"{'':24}{'P':>8}{'R':>7}{'F1':>7}   {'P':>8}{'R':>7}{'F1':>7}   predicted")
    _print("baseline", measure(gold, baseline))
    for least in (1, 30, 45, 60, 75):
        _print(f"rules, from {least}", measure(gold, lambda text, least=least: by_rules(text, least)))


def measure(gold: dict[str, list[Relation]], predict: Callable[[str], list[Relation]]) -> Measure:
    found = Measure()
    for text, relations in gold.items():
        for theirs, ours in pair(relations, predict(text)):
            found.add(theirs, ours)
    return found


def _print(name: str, found: Measure) -> None:
    for label, count in [*found.counts.items(), ("overall", found.total())]:
        exact, fair = ("".join(f"{value:7.3f}" for value in figures) for figures in (count.exact(), count.fair()))
        print(f"{name:16}{label:8} {exact}    {fair}   {count.predicted}")
    print(f"{name:16}weighted F1 {found.weighted(Count.exact):17.3f} {found.weighted(Count.fair):24.3f}\n")


def report_rules(gold: dict[str, list[Relation]]) -> None:
    """Of each kind and signal: how many relations are predicted, and how many have both spans on a gold relation."""
    tally: Counter[tuple[Causation, str, str]] = Counter()
    for text, relations in gold.items():
        for span in causal_spans(text):
            ours = relation_of(text, span)
            name = (span.kind, re.sub(r"\s+", " ", span.reason))
            tally[*name, "all"] += 1
            tally[*name, "near"] += any(_near(ours, one) for one in relations)
            tally[*name, "hits"] += any(len({p for p in ours & one if p[0] != "signal"}) == 2 for one in relations)
    for kind, reason, _ in sorted((key for key in tally if key[2] == "all"), key=lambda key: (-tally[key], key)):
        everything, near, hits = (tally[kind, reason, name] for name in ("all", "near", "hits"))
        if everything > 2:
            print(
                f"{everything:5} {near / everything:6.2f} near {hits / everything:6.2f} exact  {kind.value}: {reason}"
            )


def _near(ours: Relation, gold: Relation) -> bool:
    """Whether cause and effect each overlap the gold one, and not the other."""
    places = [{p[0]: p for p in one if p[0] != "signal"} for one in (ours, gold)]
    if any(set(place) != {"cause", "effect"} for place in places):
        return False
    return all(
        2 * _overlap(places[0][name], places[1][name]) > places[1][name][2] - places[1][name][1] for name in LABELS[:2]
    )


if __name__ == "__main__":
    sys.exit(main())
