"""Lines of a document that speak of like things: what a reader would leaf back to, by full text and by vectors.

Each document is searched by itself, so that another one changes neither what is found nor what it costs. The indexes
live as long as they are asked: vectors that a server made are stored with its other answers, under their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pramana.llm import Gateway
from pramana.retrieval import VECTOR_SCHEMA, LineVectors, TextIndex
from pramana.store import Database
from pramana.trace import Trail

NEIGHBOURS = 5
"""How many lines each kind of search brings (the seed's k)."""


async def like_lines(
    gateway: Gateway, lines: Mapping[int, str], queries: Sequence[str], trail: Trail, k: int = NEIGHBOURS
) -> list[list[int]]:
    """Return for each query the numbers of up to 2 `k` lines nearest to it, in their order.

    `k` by the words that they share (BM25 within these lines), and `k` by their vectors; ties go to the earlier line.
    Embeddings are recorded at `trail`. Errors are those of `Gateway.embed`.
    """
    if not queries:
        return []
    texts = TextIndex(lines.items())
    with Database(None, [VECTOR_SCHEMA]) as scratch:
        vectors = LineVectors(scratch, gateway.embedder)
        await vectors.add(lines.items(), trail=trail.at("lines"))
        alike = await vectors.nearest_each(queries, k, trail=trail.at("queries"))
        return [
            _merge_sorted(texts.nearest(query, k), (number for number, _ in near))
            for query, near in zip(queries, alike, strict=True)
        ]


def _merge_sorted(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return sorted({*one, *other})
