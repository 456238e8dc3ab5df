"""How well the embedded reader's possessors and appositions agree with a treebank: `python bench/nouns.py FOLDER`.

FOLDER holds `en_ewt-ud-dev.conllu` (Universal Dependencies, English Web Treebank; another file with `--gold`).

- *have*: relations of possession that a possessive mark shows, with `nmod:poss`. What is had as the body, the mind and
  idioms are had, and nobody's *your*, is left out on purpose, which costs recall.
- *be*: appositions, with `appos`, which also joins addresses, headings and numbers in lists.

A pair counts as found where both heads of the tree are in the two phrases. The treebank says nothing of *the brother of
Marta*, of dates in brackets and of nouns that name events: read those with `--show`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from pramana.events import Extraction, Kriya, read_kriyas
from pramana.language import Clause, ClauseKind, NounPhrase, analyse
from reading.treebank import TreeSentence, read_treebank

_KINDS = {
    "have": ((ClauseKind.POSSESSIVE,), "nmod:poss"),
    "be": ((ClauseKind.APPOSITION, ClauseKind.TITLE, ClauseKind.BRACKET), "appos"),
}
Pair = tuple[int, int]


def tree_pairs(sentence: TreeSentence, relation: str) -> set[Pair]:
    """Return the places in the text of each head and its dependent."""
    words = sentence.words
    return {(words[word.head].start, word.start) for word in words if word.relation == relation}


def read_clauses(sentence: TreeSentence, verb: str) -> list[Clause]:
    """Return the clauses of a relation; of possession those with a mark."""
    found = (each for each in analyse(sentence.text).clauses if each.kind in _KINDS[verb][0] and each.verb == verb)
    return [clause for clause in found if clause.verb_quote != "of"]


def count_pairs(sentence: TreeSentence, verb: str) -> tuple[int, int, int]:
    """Return how many relations are right, how many are not in the tree, and how many of the tree are missed."""
    gold, right, wrong = tree_pairs(sentence, _KINDS[verb][1]), 0, 0
    for clause in read_clauses(sentence, verb):
        one, other = clause.subjects[0], clause.objects[0]
        hit = next((pair for pair in sorted(gold) if _joins(pair, one, other) or _joins(pair[::-1], one, other)), None)
        right, wrong = (right + 1, wrong) if hit else (right, wrong + 1)
        gold.discard(hit or (-1, -1))
    return right, wrong, len(gold)


def _joins(pair: Pair, one: NounPhrase, other: NounPhrase) -> bool:
    return one.start <= pair[0] < one.end and other.start <= pair[1] < other.end


def print_shown(sentence: TreeSentence) -> None:
    """Print what nouns say in a sentence, for readers."""
    answer = read_kriyas(sentence.text)
    shown = list(_from_nouns(sentence, answer)) if isinstance(answer, Extraction) else []
    if shown:
        print(sentence.text)
    for kriya in shown:
        roles = "; ".join(f"{role.value} {' | '.join(mentions)}" for role, mentions in kriya.karakas.items())
        print(f"    {kriya.verb} ({kriya.verb_quote}): {roles}")


def _from_nouns(sentence: TreeSentence, answer: Extraction) -> Iterator[Kriya]:
    groups = [group.text for group in analyse(sentence.text).verb_groups]
    yield from (kriya for kriya in answer.kriyas if not any(kriya.verb_quote in group for group in groups))


def main() -> int:
    parser = argparse.ArgumentParser(description="possessors and appositions against a treebank")
    parser.add_argument("folder", nargs="?", default=".", type=Path)
    parser.add_argument("--gold", default="en_ewt-ud-dev.conllu")
    parser.add_argument("--show", action="store_true", help="print what is read from nouns instead of figures")
    options = parser.parse_args()
    path = options.folder / options.gold
    if not path.is_file():
        print(f"{path} is not there", file=sys.stderr)
        return 2
    sentences = list(read_treebank(path))
    if options.show:
        for sentence in sentences:
            print_shown(sentence)
        return 0
    print(f"{options.gold}: {len(sentences)} sentences\n{'half':8} {'verb':6} right wrong missed precision recall")
    for half in ("first", "second"):
        for verb in _KINDS:
            counts = [count_pairs(sentence, verb) for sentence in sentences if sentence.half == half]
            right, wrong, missed = (sum(column) for column in zip(*counts, strict=True))
            precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
            print(f"{half:8} {verb:6} {right:5} {wrong:5} {missed:6} {precision:9.3f} {recall:6.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
