"""How often the words that connect a participant are right: `python bench/markers.py FOLDER`.

FOLDER holds `en_ewt-ud-dev.conllu` (Universal Dependencies, English Web Treebank; another file with `--gold`). Each
noun that a verb or noun governs is put to `pramana.events.marker_at` with its determiners and adjectives:

- *marked*: an `obl` or `nmod` with `case` children, which are what is expected; of joined nouns those of the first one.
- *bare*: an `nsubj`, `obj` or `iobj` without, and nouns joined to it: nothing is expected.

Left out are possessors, relative pronouns, and what has its preposition inside or behind. Rules were chosen on every
other sentence, beginning with the first; the others give the figure to quote.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pramana.events import Kriya, Role, marker_at, marker_name
from pramana.evidence import Grade, Span
from reading.treebank import TreeSentence, Word, read_treebank

MARKED, BARE = frozenset(("obl", "nmod")), frozenset(("nsubj", "obj", "iobj"))
NOUNS = frozenset(("NOUN", "PROPN", "PRON", "NUM", "ADJ", "X", "SYM", "DET"))
RELATIVES = frozenset("who which that whom what where whose".split())
POSSESSIVE = frozenset(("'s", "’s", "'", "’"))
WITHIN = frozenset(("det", "amod", "compound", "nummod", "flat", "nmod:poss", "nmod:desc"))
"""Relations of the words before a noun that belong to its mention."""


@dataclass(frozen=True, slots=True)
class Case:
    """A mention with the marker that the tree gives it, "" for none, and the verb that governs it, None for none."""

    text: str
    mention: Span
    verb: Span | None
    lemma: str
    expected: str

    def found(self) -> str:
        """Return the marker that code finds."""
        quote = self.text[self.verb.start : self.verb.end] if self.verb else "-"
        kriya = Kriya(verb=self.lemma or "-", verb_quote=quote)
        span = marker_at(self.text, kriya, Role.SAMBANDHA, self.mention, self.verb)
        return "" if span is None else marker_name(self.text[span.start : span.end])


class Tree:
    def __init__(self, sentence: TreeSentence) -> None:
        self.text, self.words = sentence.text, sentence.words
        self.children: dict[int, list[int]] = defaultdict(list)
        for place, word in enumerate(sentence.words):
            self.children[word.head].append(place)

    def cases(self) -> Iterator[Case]:
        """Yield the mentions of a sentence."""
        for place, word in enumerate(self.words):
            first = self.first_of(place)
            kind = self.words[first].relation.split(":")[0]
            if word.upos not in NOUNS or word.form.lower() in RELATIVES or kind not in MARKED | BARE:
                continue
            case = self.case_words(place) or self.case_words(first)
            if bool(case) != (kind in MARKED) or {self.words[each].form for each in case} & POSSESSIVE:
                continue
            mention = self.mention(place)
            if not any(mention.start <= self.words[each].start < mention.end for each in case):
                expected = " ".join(self.words[each].form.lower() for each in case)
                yield Case(self.text, mention, *self.verb(self.words[first].head), expected)

    def first_of(self, place: int) -> int:
        """Return the first of joined nouns."""
        while self.words[place].relation == "conj" and self.words[place].head >= 0:
            place = self.words[place].head
        return place

    def case_words(self, place: int) -> list[int]:
        case = [each for each in self.children[place] if self.words[each].relation == "case"]
        fixed = [inner for each in case for inner in self.children[each] if self.words[inner].relation == "fixed"]
        return sorted([*case, *fixed])

    def mention(self, place: int) -> Span:
        first = last = place
        for each in self.children[place]:
            if self.words[each].relation in WITHIN:
                inner = [each, *(below for below in self.children[each] if self.words[below].relation != "case")]
                first = min(first, *inner)
                last = max(last, *inner) if self.words[each].relation == "flat" else last
        return Span(self.words[first].start, self.words[last].end, Grade.VERBATIM)

    def verb(self, place: int) -> tuple[Span | None, str]:
        if place < 0 or self.words[place].upos not in ("VERB", "AUX"):
            return None, ""
        verb, end = self.words[place], self.words[place].end
        particles: list[Word] = []
        for each in self.children[place]:
            if self.words[each].relation == "compound:prt":
                particles.append(self.words[each])
                end = self.words[each].end if each == place + 1 else end
        return Span(verb.start, end, Grade.VERBATIM), " ".join([verb.lemma, *(each.form for each in particles)])


def measure(sentences: Iterator[TreeSentence]) -> Counter[tuple[str, str, bool]]:
    """Return how many mentions there are by half, kind (*marked*, *bare*), and whether their marker is right."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for number, sentence in enumerate(sentences):
        half = "held back" if number % 2 else "chosen on"
        for case in Tree(sentence).cases():
            kind = "marked" if case.expected else "bare"
            counts[half, kind, case.found() == case.expected] += 1
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=".", type=Path)
    parser.add_argument("--gold", type=Path, help="another file than FOLDER/en_ewt-ud-dev.conllu")
    chosen = parser.parse_args()
    file = chosen.gold or next(chosen.folder.rglob("en_ewt-ud-dev.conllu"), None)
    if file is None:
        print(f"{chosen.folder} holds no en_ewt-ud-dev.conllu", file=sys.stderr)
        return 2
    counts = measure(read_treebank(file))
    for half in ("chosen on", "held back"):
        for kind in ("marked", "bare"):
            right, wrong = counts[half, kind, True], counts[half, kind, False]
            print(f"{half:9}  {kind:7} {right:5} of {right + wrong:5}  {right / max(1, right + wrong):.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
