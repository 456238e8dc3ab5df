"""How well a reader finds the subjects and objects of verbs: `python bench/syntax.py FOLDER`.

FOLDER holds `en_ewt-ud-dev.conllu` (Universal Dependencies, English Web Treebank; another file with `--gold`). Each
sentence of the file is one line, read with up to three lines of its document before it. Pairs of verb and head of the
participant are compared with the file's enhanced graph, for words that it calls verbs:

- *Subject* is what is an `nsubj`, and the agent of a passive (`obl:agent`); the reader's agents (KARTA).
- *Object* is what is an `obj`, and the subject of a passive (`nsubj:pass`); the reader's objects (KARMA).
- Joined verbs share their subjects, joined nouns count one by one, and a relative pronoun counts as its noun.
- Neither right nor wrong: subjects that a verb shares with another clause (*he wanted to leave*), what has a
  preposition in the tree (but for agents), the predicate of *become*, a passive's recipient as subject, and copulas.

What the reader abstains from counts as missed. For a reader over trees (`spacy`, and `gold`, which is given the file's
own trees) the pairs that the labels of the trees state by themselves are scored, too. A document is always in one half,
by the hash of its id.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pramana.events import Extraction, Unread
from pramana.language import Sentence, TreeWord, analyse, analyse_tree
from reading.pairs import Mistake, Score, add_up, compare, score_pairs
from reading.readers import PIPELINE, READERS, MeasuredReader, Reader, open_reader
from reading.tree_pairs import pairs_of_tree, place_in
from reading.treebank import TreeSentence, read_treebank

HALVES = ("first", "second")
GOLD = "gold"
"""Reads the treebank's own trees: what is lost then is lost between a tree and its Kriyās, not by a parser."""
CONTEXT = 3
"""Lines before a line that readers see, at most."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A sentence with what the reader made of it, and how that compares."""

    sentence: TreeSentence
    reading: Extraction | Unread
    scores: dict[str, Score]
    mistakes: list[Mistake]


def measure(sentences: Iterable[TreeSentence], read: Reader) -> Iterator[Measured]:
    """Yield each sentence as the reader reads it."""
    before: dict[str, list[str]] = defaultdict(list)
    for sentence in sentences:
        context = before[sentence.document]
        reading = read(sentence.text, context[-CONTEXT:])
        context.append(sentence.text)
        yield Measured(sentence, reading, *compare(sentence, reading))


def gold_reader(sentences: Iterable[TreeSentence]) -> MeasuredReader:
    """Return the reader that is given the tree of each sentence, and reads every other text by rules."""
    trees = {sentence.text: sentence for sentence in sentences}

    def analyser(text: str) -> Sentence:
        return analyse_tree(text, trees[text].tree()) if text in trees else analyse(text)

    return MeasuredReader(analyser, parse=lambda text: trees[text].tree())


def tree_scores(sentence: TreeSentence, words: Sequence[TreeWord]) -> dict[str, Score]:
    """Return the scores of the pairs that the labels of a tree state by themselves."""
    return score_pairs(sentence, place_in(sentence, words, pairs_of_tree(words)))


Scored = tuple[TreeSentence, dict[str, Score]]


def rows_of(scored: Sequence[Scored], halves: Sequence[str]) -> list[dict[str, Any]]:
    """Return the figures of each half and kind of pair, and of the whole where both halves were measured."""
    rows = []
    for half in [*halves, *(["whole"] if len(halves) > 1 else [])]:
        own = [scores for sentence, scores in scored if half in (sentence.half, "whole")]
        for kind, score in add_up(own).items():
            rates = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
            rows.append({"half": half, "pairs": kind, "sentences": len(own), **asdict(score), **rates})
    return rows


def table(rows: Sequence[dict[str, Any]]) -> str:
    lines = ["half     pairs     sentences    gold   found   right  precision  recall     F1"]
    for row in rows:
        counts = " ".join(f"{row[name]:7}" for name in ("gold", "found", "right"))
        rates = f"{row['precision']:9.3f}  {row['recall']:6.3f}  {row['f1']:5.3f}"
        lines.append(f"{row['half']:8} {row['pairs']:8} {row['sentences']:10} {counts}  {rates}")
    return "\n".join(lines)


def error_lines(mistakes: Sequence[Mistake], most: int, examples: int = 4) -> Iterator[str]:
    """Yield the most frequent kinds of mistakes, each with some of its examples, evenly spread over the file."""
    kinds = Counter(mistake.kind for mistake in mistakes)
    for kind, count in kinds.most_common(most):
        yield f"{count:5}  {kind}"
        own = [mistake.example for mistake in mistakes if mistake.kind == kind]
        yield from (f"         {example}" for example in own[:: max(1, len(own) // examples)][:examples])


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when measured, 2 when the data is not there."""
    given = _given(arguments)
    path = given.folder / given.gold
    if not path.is_file():
        print(f"{path} is not there: this benchmark needs a treebank ({given.gold}).", file=sys.stderr)
        return 2
    halves = [given.half] if given.half else list(HALVES)
    sentences = [sentence for sentence in read_treebank(path) if sentence.half in halves]
    reader = gold_reader(sentences) if given.reader == GOLD else open_reader(given.reader, given.pipeline)
    reader.read("Warm up.", ())
    began = time.perf_counter()
    measured = list(measure(sentences, reader.read))
    seconds = time.perf_counter() - began
    rows = rows_of([(each.sentence, each.scores) for each in measured], halves)
    unread = Counter(each.reading.reason for each in measured if isinstance(each.reading, Unread))
    print(f"{path.name}, reader {given.reader}: {len(sentences)} sentences, {unread.total()} not read", end="; ")
    print(f"{len(sentences) / seconds:.0f} sentences/s")
    print(table(rows))
    trees = []
    if reader.parse is not None:
        trees = rows_of([(each, tree_scores(each, reader.parse(each.text))) for each in sentences], halves)
        print(f"straight from the trees, by their labels alone\n{table(trees)}")
    mistakes = [mistake for each in measured for mistake in each.mistakes]
    for line in error_lines(mistakes, given.errors):
        print(line)
    if given.json is not None:
        found = {
            "reader": given.reader,
            "rows": rows,
            "trees": trees,
            "unread": unread,
            "mistakes": Counter(m.kind for m in mistakes),
        }
        given.json.write_text(json.dumps(found, indent=1, ensure_ascii=False), "utf-8")
    return 0


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Subjects and objects of verbs against a treebank")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gold", default="en_ewt-ud-dev.conllu")
    parser.add_argument("--reader", choices=(*READERS, GOLD), default="rules")
    parser.add_argument("--pipeline", default=PIPELINE, help="name or folder of the pipeline of --reader spacy")
    parser.add_argument("--half", choices=HALVES, help="only the documents of this half, by the hash of their ids")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="print the N most frequent kinds of error")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
