"""How well pronouns are resolved on GAP: `python bench/coreference.py FOLDER`.

FOLDER holds `gap_development.tsv` (or another split of google-research-datasets/gap-coreference, named with `--gold`):
a passage, a pronoun, two names A and B with their offsets, and whether the pronoun stands for each.

What is computed is GAP's own measure (Webster, Recasens, Axelrod, Baldridge: Mind the GAP, TACL 2018; gap_scorer.py):
every item asks two yes-or-no questions, whether the pronoun stands for A and whether for B. A yes where gold says yes
is a true positive, and so on; precision, recall and F1 over all questions, for masculine and feminine pronouns apart,
and the bias: feminine F1 over masculine F1. Both names are given, nothing else is: not the page that the passage is of.

Beside it, over the same items: the nearest name before the pronoun, and the nearest subject before it.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pramana.documents.sentences import spans
from pramana.language.mentions import SUBJECT
from pramana.language.pronoun_places import MentionPlace
from pramana.language.pronouns import ReadPassage

_MASCULINE = frozenset({"he", "him", "his"})


@dataclass(frozen=True, slots=True)
class Item:
    """One passage, cut into sentences, with its pronoun, the two names and what is true of each."""

    lines: tuple[str, ...]
    pronoun: MentionPlace
    names: tuple[MentionPlace, MentionPlace]
    true: tuple[bool, bool]
    masculine: bool


Answer = tuple[bool, bool]
Resolver = Callable[[Item, ReadPassage], Answer]


def read(path: Path) -> Iterator[Item]:
    """The items of a GAP file, in order."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            text = row["Text"]
            cuts = list(spans(text))
            places = [_place(cuts, int(row[f"{key}-offset"]), row[key]) for key in ("Pronoun", "A", "B")]
            true = (row["A-coref"].upper() == "TRUE", row["B-coref"].upper() == "TRUE")
            lines = tuple(text[start:end] for start, end in cuts)
            yield Item(lines, places[0], (places[1], places[2]), true, row["Pronoun"].lower() in _MASCULINE)


def _place(cuts: list[tuple[int, int]], offset: int, words: str) -> MentionPlace:
    for number, (start, end) in enumerate(cuts):
        if start <= offset < end:
            return MentionPlace(number, offset - start, min(offset + len(words), end) - start)
    raise ValueError(f"offset {offset} is in no sentence")


def by_rules(item: Item, passage: ReadPassage) -> Answer:
    """The resolver, the two names given."""
    found = passage.resolve(item.pronoun, item.names, floor=1)
    return (False, False) if found is None else (found.antecedent == item.names[0], found.antecedent == item.names[1])


def by_nearness(item: Item, passage: ReadPassage) -> Answer:
    """The nearest name before the pronoun, else the first."""
    before = [name for name in item.names if name < item.pronoun]
    chosen = max(before, default=min(item.names))
    return chosen == item.names[0], chosen == item.names[1]


def by_subject(item: Item, passage: ReadPassage) -> Answer:
    """The nearest name that is a subject, else the nearest name."""
    subjects = [name for name in item.names if passage.reading.line(name.line).mention(*name[1:]).role == SUBJECT]
    chosen = max([name for name in subjects if name < item.pronoun] or subjects, default=None)
    return by_nearness(item, passage) if chosen is None else (chosen == item.names[0], chosen == item.names[1])


@dataclass
class Tally:
    """Questions answered rightly and wrongly."""

    hits: int = 0
    surplus: int = 0
    missed: int = 0

    def add(self, gold: bool, said: bool) -> None:
        self.hits += gold and said
        self.surplus += said and not gold
        self.missed += gold and not said

    def measures(self) -> tuple[float, float, float]:
        """Precision, recall, F1."""
        precision = self.hits / max(1, self.hits + self.surplus)
        recall = self.hits / max(1, self.hits + self.missed)
        return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def measure(items: list[Item], resolver: Resolver) -> dict[str, Tally]:
    """Tallies over `all`, `masculine` and `feminine` items."""
    tallies = {"all": Tally(), "masculine": Tally(), "feminine": Tally()}
    for item in items:
        said = resolver(item, ReadPassage(item.lines))
        for tally in (tallies["all"], tallies["masculine" if item.masculine else "feminine"]):
            for gold, answer in zip(item.true, said, strict=True):
                tally.add(gold, answer)
    return tallies


def report(name: str, tallies: dict[str, Tally]) -> str:
    """One line a resolver."""
    parts = [f"{name:<16}"]
    for key, tally in tallies.items():
        parts.append("{}: P {:.3f} R {:.3f} F1 {:.3f}".format(key, *tally.measures()))
    bias = tallies["feminine"].measures()[2] / max(1e-9, tallies["masculine"].measures()[2])
    return "  ".join([*parts, f"bias {bias:.2f}"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gold", default="gap_development.tsv", help="the file in FOLDER (default: %(default)s)")
    arguments = parser.parse_args()
    path = arguments.folder / arguments.gold
    if not path.is_file():
        print(f"{path}: no such file. GAP is published at github.com/google-research-datasets/gap-coreference.")
        return 2
    items = list(read(path))
    print(f"{len(items)} items of {path.name}")
    for name, resolver in (("nearest name", by_nearness), ("nearest subject", by_subject), ("rules", by_rules)):
        started = time.perf_counter()
        print(report(name, measure(items, resolver)), f"{time.perf_counter() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
