"""How well the search finds what a question needs, beside BM25. Usage: python bench/retrieval.py FOLDER [--peer]

FOLDER holds `hotpotqa_train.json` and `hotpotqa_train_corpus.json` (questions with supporting facts, and passages), as
in HippoRAG's repository. Each passage is one document. Prints the share of supporting passages among the first 2, 5 and
10 documents, with and without titles, for the even questions (on which rules and constants were chosen) and the odd
ones; the difference to the tuned BM25 with its 95 % bootstrap interval; the share of supporting sentences among the
first 5 lines; the same recall for 30 questions over three of the passages (`bench/hops/three.tsv`); and the time of a
query. `--peer` adds `bm25s`, where that is installed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import log
from pathlib import Path
from typing import Any

from pramana.documents import DOCUMENT_SCHEMA, Line, LoadedDocument, Shelf
from pramana.retrieval import RETRIEVAL_SCHEMA, LineSearch, search_terms
from pramana.store import BLOB_SCHEMA, Database

FIRST = (2, 5, 10)
SAMPLES = 2_000
LINES_FOR_TIME = 12_000
HOPS = Path(__file__).parent / "hops" / "three.tsv"
_WORD = re.compile(r"\w+")
Search = Callable[[str], list[str]]
"""From a question to the ids of documents, best first."""


@dataclass(frozen=True)
class Sample:
    """Questions with the ids of their supporting documents, and documents: id → lines, the title apart."""

    questions: list[str]
    gold: list[set[str]]
    facts: list[set[tuple[str, int]]]
    documents: dict[str, tuple[str, list[str]]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peer", action="store_true")
    given = parser.parse_args()
    if not (given.folder / "hotpotqa_train.json").is_file():
        print(f"{given.folder} holds no hotpotqa_train.json", file=sys.stderr)
        return 2
    for titles in (True, False):
        measure(read_sample(given.folder, titles), titles, given.peer)
        measure_chains(given.folder, titles)
    print_times(read_sample(given.folder, True))
    return 0


def read_sample(folder: Path, titles: bool) -> Sample:
    """Return the sample. With `titles`, a document's id is its title; without, a number."""
    questions: list[dict[str, Any]] = json.loads((folder / "hotpotqa_train.json").read_text("utf-8"))
    corpus: dict[str, list[str]] = json.loads((folder / "hotpotqa_train_corpus.json").read_text("utf-8"))
    ids = document_ids(folder, titles)
    return Sample(
        [each["question"] for each in questions],
        [{ids[title] for title, _ in each["supporting_facts"]} for each in questions],
        [{(ids[title], number + 1) for title, number in each["supporting_facts"]} for each in questions],
        {ids[title]: (title if titles else "", [line.strip() for line in lines]) for title, lines in corpus.items()},
    )


def document_ids(folder: Path, titles: bool) -> dict[str, str]:
    """Return the id of the document of each title."""
    corpus: dict[str, list[str]] = json.loads((folder / "hotpotqa_train_corpus.json").read_text("utf-8"))
    return {
        title: f"{title.replace('/', ' ')}.txt" if titles else f"{number:04}.txt" for number, title in enumerate(corpus)
    }


def measure(sample: Sample, titles: bool, peer: bool) -> None:
    """Print the recall of each search on a sample."""
    print(
        f"\n{'With' if titles else 'Without'} titles: {len(sample.documents)} documents, {len(sample.gold)} questions"
    )
    print(f"{'':28}" + "".join(f"R@{first:<6}" for first in FIRST) + "R@5 even  R@5 odd")
    lines = line_search(sample)
    searches: dict[str, Search] = {
        "plain BM25 (1.5, 0.75)": bm25_search(sample, lambda text: _WORD.findall(text.casefold()), 1.5, 0.75),
        "tuned BM25 (stems, 1.2)": bm25_search(sample, search_terms, 1.2, 0.75),
        **({"bm25s (Lucene, stemmed)": peer_search(sample)} if peer else {}),
        "Pramana": lambda question: list(dict.fromkeys(line.doc_id for line in lines.lines(question, 60))),
    }
    recalls = {name: print_recall(name, sample, search) for name, search in searches.items()}
    tuned, own = recalls["tuned BM25 (stems, 1.2)"], recalls["Pramana"]
    for what, kept in (("all", slice(None)), ("odd", slice(1, None, 2))):
        low, high = interval([a - b for a, b in zip(own[kept], tuned[kept], strict=True)])
        print(f"gain over tuned BM25 at 5, {what} questions: 95 % interval {low:+.3f} to {high:+.3f}")
    found = [{(line.doc_id, line.number) for line in lines.lines(question, 5)} for question in sample.questions]
    shares = [len(gold & lines_found) / len(gold) for gold, lines_found in zip(sample.facts, found, strict=True)]
    halves = f"even {_mean(shares[::2]):.3f}, odd {_mean(shares[1::2]):.3f}"
    print(f"supporting sentences among the first 5 lines: {_mean(shares):.3f} ({halves})")


def measure_chains(folder: Path, titles: bool) -> None:
    """Print the recall for questions over three passages."""
    rows = [row.split("\t") for row in HOPS.read_text("utf-8").splitlines() if not row.startswith("#")]
    sample, ids = read_sample(folder, titles), document_ids(folder, titles)
    chains = replace(sample, questions=[row[0] for row in rows], gold=[{ids[each] for each in row[1:]} for row in rows])
    lines = line_search(chains)
    print(f"\nOver three passages, {'with' if titles else 'without'} titles: {len(rows)} questions")
    print_recall("tuned BM25 (stems, 1.2)", chains, bm25_search(chains, search_terms, 1.2, 0.75))
    print_recall("Pramana", chains, lambda asked: list(dict.fromkeys(line.doc_id for line in lines.lines(asked, 60))))


def print_recall(name: str, sample: Sample, search: Search) -> list[float]:
    """Print the recall of a search, and return that at 5 by question."""
    found = [search(question) for question in sample.questions]
    recall = {
        first: [len(gold & set(ids[:first])) / len(gold) for gold, ids in zip(sample.gold, found, strict=True)]
        for first in FIRST
    }
    means = "".join(f"{_mean(recall[first]):<8.3f}" for first in FIRST)
    print(f"{name:28}{means}{_mean(recall[5][::2]):<10.3f}{_mean(recall[5][1::2]):.3f}", flush=True)
    return recall[5]


def line_search(sample: Sample) -> LineSearch:
    """Return the search over a sample's documents, in memory."""
    database = Database(None, [BLOB_SCHEMA, DOCUMENT_SCHEMA, RETRIEVAL_SCHEMA])
    shelf = Shelf(database)
    search = LineSearch(database, shelf)
    with database.transaction():
        for doc_id, (_, lines) in sample.documents.items():
            numbered = tuple(Line(number, text, 0, len(text)) for number, text in enumerate(lines, 1))
            shelf.put(LoadedDocument(doc_id, "", "", numbered))
            search.index.add(doc_id)
    return search


def bm25_search(sample: Sample, split: Callable[[str], list[str]], k1: float, b: float) -> Search:
    """Return BM25 over whole documents, with their titles, written down anew here."""
    counts = {doc_id: Counter(split(" ".join((title, *lines)))) for doc_id, (title, lines) in sample.documents.items()}
    having = Counter(word for words in counts.values() for word in words)
    average = sum(words.total() for words in counts.values()) / len(counts)

    def search(question: str) -> list[str]:
        asked, scores = Counter(split(question)), dict[str, float]()
        for doc_id, words in counts.items():
            long = k1 * (1 - b + b * words.total() / average)
            scores[doc_id] = sum(
                times
                * log(1 + (len(counts) - having[word] + 0.5) / (having[word] + 0.5))
                * words[word]
                * (k1 + 1)
                / (words[word] + long)
                for word, times in asked.items()
                if word in words
            )
        return sorted(scores, key=lambda doc_id: (-scores[doc_id], doc_id))

    return search


def peer_search(sample: Sample) -> Search:
    """Return the search of bm25s (https://github.com/xhluca/bm25s), with its English stop words and our stems."""
    import bm25s  # type: ignore[import-not-found, unused-ignore]

    ids = list(sample.documents)
    texts = [" ".join((title, *lines)) for title, lines in sample.documents.values()]
    retriever = bm25s.BM25(k1=1.2, b=0.75)
    retriever.index([search_terms(text) for text in texts], show_progress=False)

    def search(question: str) -> list[str]:
        rows, _ = retriever.retrieve([search_terms(question)], k=10, show_progress=False)
        return [ids[row] for row in rows[0]]

    return search


def print_times(sample: Sample) -> None:
    """Print how long a query takes among 12,000 lines, and a document to be added and removed."""
    copies = {f"{copy}/{doc_id}": document for copy in range(9) for doc_id, document in sample.documents.items()}
    kept, lines = dict[str, tuple[str, list[str]]](), 0
    for doc_id, document in copies.items():
        if lines < LINES_FOR_TIME:
            kept[doc_id], lines = document, lines + len(document[1])
    began = time.perf_counter()
    search = line_search(Sample(sample.questions, [], [], kept))
    made = time.perf_counter() - began
    times = sorted(_seconds(lambda question=question: search.lines(question, 10)) for question in sample.questions)
    print(f"\n{lines:,} lines: indexed in {made:.1f} s ({lines / made:,.0f} lines a second); a query takes")
    print(f"{1000 * times[len(times) // 2]:.1f} ms (median), {1000 * times[int(0.95 * len(times))]:.1f} ms (95 %)")


def _seconds(work: Callable[[], object]) -> float:
    """Return the processor's time: other work on the machine does not count."""
    began = time.process_time()
    work()
    return time.process_time() - began


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a mean."""
    luck = random.Random(7)
    means = sorted(_mean(luck.choices(differences, k=len(differences))) for _ in range(SAMPLES))
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


if __name__ == "__main__":
    raise SystemExit(main())
