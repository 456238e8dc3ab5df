"""Exact search among 100,000 vectors of letter sequences, beside plain numpy. Usage: python bench/vectors.py [COUNT]

Times: embedding, building the index, keeping and rebuilding it from the database, 1,000 queries for their 5 nearest,
and all pairs at or above 0.85 within blocks. Plain numpy is the whole product of queries and vectors in one piece.
Each is measured in a process of its own, by its peak memory too.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

from pramana.llm.providers.ngrams import NgramEmbedder
from pramana.llm.quantise import Matrix
from pramana.retrieval import VECTOR_SCHEMA, StoredIndex, VectorIndex
from pramana.store import Database

QUERIES = 1_000
NEAREST = 5
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "il", "or", "us")]


def names(count: int) -> list[str]:
    """Return `count` made-up names of two words, the same in every run."""
    random = Random(7)
    words = ["".join(random.choices(SYLLABLES, k=random.choice((2, 3)))).title() for _ in range(count // 10 + 10)]
    return [f"{random.choice(words)} {random.choice(words)}" for _ in range(count)]


@contextmanager
def timed(what: str) -> Iterator[None]:
    began = perf_counter()
    yield
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:44} {perf_counter() - began:7.2f} s   peak {peak:6.0f} MB")


def ours(count: int) -> list[list[int]]:
    texts = names(count)
    with timed(f"embed {count} names"):
        vectors = NgramEmbedder().embed(texts)
    with timed("build the index"):
        index = VectorIndex(vectors)
    with timed(f"{QUERIES} queries, the {NEAREST} nearest"):
        found = index.nearest(vectors[:QUERIES], NEAREST)
    blocks: dict[str, list[int]] = defaultdict(list)
    for row, text in enumerate(texts):
        for word in text.split():
            blocks[word].append(row)
    with timed(f"all pairs >= 0.85 in {len(blocks)} blocks"):
        index.pairs(blocks.values(), 0.85)
    _kept(vectors)
    return [[row for row, _ in rows] for rows in found]


def _kept(vectors: Matrix) -> None:
    with tempfile.TemporaryDirectory() as folder, Database(Path(folder) / "w.db", [VECTOR_SCHEMA]) as database:
        with timed("keep all in SQLite"):
            StoredIndex[int](database, "name", "ngrams").add(range(len(vectors)), vectors)
        with timed("open, rebuild and ask once"):
            StoredIndex[int](database, "name", "ngrams").nearest(vectors[:1])


def plain(count: int) -> list[list[int]]:
    vectors = NgramEmbedder().embed(names(count))
    with timed("plain numpy: as floats, of length 1"):
        floats = vectors.astype(np.float32)
        floats /= np.maximum(np.linalg.norm(floats, axis=1, keepdims=True), 1e-9)
    with timed(f"plain numpy: {QUERIES} queries in one piece"):
        cosines = floats[:QUERIES] @ floats.T
        best = np.argpartition(-cosines, NEAREST, axis=1)[:, :NEAREST]
    return best.tolist()


def main() -> int:
    if len(sys.argv) == 3:
        {"ours": ours, "plain": plain}[sys.argv[1]](int(sys.argv[2]))
        return 0
    count = sys.argv[1] if len(sys.argv) > 1 else "100000"
    for name in ("ours", "plain"):
        subprocess.run([sys.executable, __file__, name, count], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
