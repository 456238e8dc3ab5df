"""How well a reader agrees with CaRB, before and after it is stored: `python bench/openie.py FOLDER`.

FOLDER holds `carb_dev.tsv` (or any CaRB gold file, named with `--gold`): sentence, relation, first argument and
further arguments, separated by tabs. `reading/carb.py` states the measure. Two things are measured:

- *clauses*: the reader's clauses with all words that hang on them, which is what CaRB's long arguments ask for; the
  best point of the curve over the clauses' confidence.
- *stored*: what the edges of the graph say, each sentence read into it as a document. A tuple is a Kriyā's verb quote,
  its first participant, and the mentions of all others, each with its marker in front.

A sentence is in one half by the hash of its text.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reading.carb import Point, Triple, area, curve, half_of, pair_score, read_gold
from reading.clause_triples import triples
from reading.readers import PIPELINE, READERS, MeasuredReader, open_reader
from reading.stored_triples import stored_triples

HALVES = ("first", "second")
Tuples = Mapping[str, Sequence[Triple]]


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the reader's facts were turned into tuples, and how long the reading took, in seconds."""

    name: str
    tuples: dict[str, list[Triple]]
    seconds: float


def read_both(gold: Tuples, reader: MeasuredReader) -> list[Way]:
    """Return the tuples of the clauses, and those of the stored graph."""
    analyse = reader.analyser
    analyse("Warm up.")
    began = time.perf_counter()
    clauses = {sentence: triples(analyse(sentence)) for sentence in gold}
    stored_from = time.perf_counter()
    stored = stored_triples(list(gold), reader.settings)
    return [
        Way("clauses", clauses, stored_from - began),
        Way("stored", {sentence: stored.get(sentence, []) for sentence in gold}, time.perf_counter() - stored_from),
    ]


def rows_of(gold: dict[str, list[Triple]], ways: Sequence[Way], halves: Sequence[str]) -> list[dict[str, Any]]:
    """Return the best point of each way on each half, and on the whole where both halves were read."""
    rows = []
    for half in [*halves, *(["whole"] if len(halves) > 1 else [])]:
        own = {sentence: wanted for sentence, wanted in gold.items() if half in (half_of(sentence), "whole")}
        for way in ways:
            points = curve(own, {sentence: way.tuples[sentence] for sentence in own}) or [Point(1.0, 0.0, 0.0)]
            best = max(points, key=lambda point: point.f1)
            counts = {"gold": sum(map(len, own.values())), "found": sum(len(way.tuples[each]) for each in own)}
            rates = {"precision": best.precision, "recall": best.recall, "f1": best.f1, "auc": area(points)}
            rows.append({"half": half, "way": way.name, **counts, "confidence": best.confidence, **rates})
    return rows


def table(rows: Sequence[dict[str, Any]]) -> str:
    lines = ["half     tuples     gold   found  confidence  precision  recall     F1    AUC"]
    for row in rows:
        rates = f"{row['precision']:9.3f}  {row['recall']:6.3f}  {row['f1']:5.3f}  {row['auc']:5.3f}"
        lines.append(
            f"{row['half']:8} {row['way']:8} {row['gold']:6} {row['found']:7}  {row['confidence']:10.3f}  {rates}"
        )
    return "\n".join(lines)


LITTLE = 0.5
"""Of a gold tuple's words, or a predicted one's: with less it counts as missed, or as wrong, in the list of errors."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A tuple with little agreement: the kind of error in words, and the tuple with its sentence."""

    kind: str
    example: str


def misses(gold: Tuples, found: Tuples) -> Iterator[Miss]:
    """Yield the gold tuples of which little was found, and the tuples found that hardly agree with any gold one."""
    for sentence, wanted in gold.items():
        given = found[sentence]
        for each in wanted:
            best = max(given, key=lambda other, each=each: pair_score(each, other)[1], default=None)
            if best is None or pair_score(each, best)[1] < LITTLE:
                yield Miss(f"missed: {_why(each, best)}", _example(sentence, each, best))
        for other in given:
            if not any(pair_score(each, other)[0] >= LITTLE for each in wanted):
                yield Miss("wrong: it agrees with no gold tuple", _example(sentence, other, None))


def _why(gold: Triple, best: Triple | None) -> str:
    if best is None:
        return "nothing is found in the sentence"
    if pair_score(gold, best)[1] == 0.0:
        return "its relation is not found"
    slots = {name: _recall(getattr(gold, name), getattr(best, name)) for name in ("relation", "subject", "rest")}
    return f"least of all its {min(slots, key=lambda name: slots[name])}"


def _recall(gold: str, found: str) -> float:
    wanted = Counter(gold.split())
    return (wanted & Counter(found.split())).total() / max(1, wanted.total())


def _example(sentence: str, triple: Triple, best: Triple | None) -> str:
    near = f"  ~  {_text(best)}" if best is not None else ""
    return f"{_text(triple)}{near}  |  {sentence}"


def _text(triple: Triple) -> str:
    return f"({triple.subject}; {triple.relation}; {triple.rest})"


def error_lines(found: Sequence[Miss], most: int, examples: int = 4) -> Iterator[str]:
    """Yield the most frequent kinds of error, each with some of its examples, evenly spread over the file."""
    for kind, count in Counter(miss.kind for miss in found).most_common(most):
        yield f"{count:5}  {kind}"
        own = [miss.example for miss in found if miss.kind == kind]
        yield from (f"         {example}" for example in own[:: max(1, len(own) // examples)][:examples])


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when measured, 2 when the data is not there."""
    given = _given(arguments)
    path = given.folder / given.gold
    if not path.is_file():
        print(f"{path} is not there: this benchmark needs CaRB's gold tuples ({given.gold}).", file=sys.stderr)
        return 2
    halves = [given.half] if given.half else list(HALVES)
    gold = {sentence: wanted for sentence, wanted in read_gold(path).items() if half_of(sentence) in halves}
    ways = read_both(gold, open_reader(given.reader, given.pipeline))
    rows = rows_of(gold, ways, halves)
    speeds = ", ".join(f"{way.name} {len(gold) / way.seconds:.0f} sentences/s" for way in ways)
    print(f"{path.name}, reader {given.reader}: {len(gold)} sentences; {speeds}")
    print(table(rows))
    for way in ways if given.errors else ():
        print(f"\n{way.name}")
        for line in error_lines(list(misses(gold, way.tuples)), given.errors):
            print(line)
    if given.json is not None:
        given.json.write_text(json.dumps({"reader": given.reader, "rows": rows}, indent=1), "utf-8")
    return 0


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="CaRB's measure for a reader's clauses and for the stored graph")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gold", default="carb_dev.tsv")
    parser.add_argument("--reader", choices=READERS, default="rules")
    parser.add_argument("--pipeline", default=PIPELINE, help="name or folder of the pipeline of --reader spacy")
    parser.add_argument("--half", choices=HALVES, help="only the sentences of this half, by the hash of their text")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="print the N most frequent kinds of error")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
