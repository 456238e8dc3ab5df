"""Vectors kept in the database, and lines found by them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import ServerFailed
from pramana.llm import RESPONSE_SCHEMA, EmbedderSettings, Gateway, LlmSettings, PromptBook
from pramana.llm.providers.ngrams import NgramEmbedder
from pramana.retrieval import VECTOR_SCHEMA, LineVectors, StoredIndex, VectorIndex
from pramana.store import Database
from pramana.testing.model_server import ModelServer, embedding_reply, failure_reply, vector_of_text

LINES = {
    3: "Scrooge signed the register of his burial",
    1: "Marley was dead, to begin with",
    8: "Old Marley was as dead as a door-nail",
    5: "The clerk's fire was so very much smaller",
    6: "",
}


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(None, [RESPONSE_SCHEMA, VECTOR_SCHEMA]) as opened:
        yield opened


def built_in(database: Database) -> LineVectors:
    return LineVectors(database, Gateway(database, PromptBook({})).embedder)


def served(database: Database, url: str, model: str = "test", batch: int = 64) -> LineVectors:
    embedder = EmbedderSettings(provider="openai", model=model, base_url=url, batch=batch, backoff_s=0.001, retries=0)
    return LineVectors(database, Gateway(database, PromptBook({}), LlmSettings(embedder=embedder)).embedder)


def run(vectors: LineVectors, act: Callable[..., Awaitable[Any]], *given: object) -> Any:
    """Do one thing in an event loop of its own, and close the connections there."""

    async def main() -> Any:
        try:
            return await act(*given)
        finally:
            await vectors._embedder.aclose()

    return anyio.run(main)


def add(vectors: LineVectors, lines: Iterable[tuple[int, str]] = LINES.items()) -> int:
    return run(vectors, vectors.add, lines)


def nearest(vectors: LineVectors, text: str, k: int = 5) -> list[int]:
    return [number for number, _ in run(vectors, vectors.nearest, text, k)]


def test_a_line_is_found_by_what_it_is_near_to(database: Database) -> None:
    """The line itself comes first with a cosine of 1, then those like it; an empty line is near nothing."""
    vectors = built_in(database)
    assert add(vectors) == 5
    found = run(vectors, vectors.nearest, LINES[1], 9)
    assert found[0] == (1, 1.0)
    assert found[1][0] == 8
    assert 6 not in [number for number, _ in found]
    assert nearest(vectors, "") == []


def test_removed_lines_are_found_no_more(database: Database) -> None:
    """What is taken out is gone with the next search, and may come back with another text."""
    vectors = built_in(database)
    add(vectors)
    vectors.remove([1, 99])
    assert nearest(vectors, LINES[1], 1) == [8]
    add(vectors, [(1, "Marley's face had a dismal light about it")])
    assert nearest(vectors, "a dismal light", 1) == [1]
    assert len(vectors) == 4


def test_an_opened_workspace_finds_what_was_kept(tmp_path: Path) -> None:
    """The index is rebuilt from the table when opened, and sees what another connection has written since."""
    schemas = [RESPONSE_SCHEMA, VECTOR_SCHEMA]
    with Database(tmp_path / "w.db", schemas) as first, Database(tmp_path / "w.db", schemas) as second:
        writer, reader = built_in(first), built_in(second)
        assert nearest(reader, "Marley") == []
        add(writer)
        assert nearest(reader, LINES[3], 1) == [3]
        writer.remove([3])
        add(writer, [(4, LINES[3])])
        assert nearest(reader, LINES[3], 1) == [4]


def test_what_is_taken_back_is_not_found(database: Database) -> None:
    """A transaction that ends in an error takes its vectors along, even those that were searched in it."""
    vectors = built_in(database)
    with pytest.raises(RuntimeError), database.transaction():
        add(vectors)
        assert nearest(vectors, LINES[1], 1) == [1]
        raise RuntimeError
    assert nearest(vectors, LINES[1]) == []


def test_lines_are_embedded_once_and_a_failure_loses_nothing(database: Database) -> None:
    """After a failure the same call goes on where it broke off; a third has nothing to do."""

    def answer(request: dict[str, list[str]], number: int) -> object:
        return (
            failure_reply(401) if number == 2 else embedding_reply([vector_of_text(text) for text in request["input"]])
        )

    with ModelServer(answer) as server:  # type: ignore[arg-type]
        with pytest.raises(Exception, match="401"):
            add(served(database, server.url, batch=2))
        assert add(served(database, server.url, batch=2)) == 5
        again = add(served(database, server.url), [(number, text) for number, text in LINES.items() if text])
    assert again == 0
    assert [len(request["input"]) for request in server.requests] == [2, 2, 2]


def test_vectors_of_another_model_are_not_seen(database: Database) -> None:
    """Each model's vectors stand alone, whatever their length."""
    with ModelServer(
        lambda request, _: embedding_reply([vector_of_text(text, 16) for text in request["input"]])
    ) as server:
        add(built_in(database))
        other = served(database, server.url)
        assert nearest(other, LINES[1]) == []
        add(other, [(7, "one line")])
        assert nearest(other, "one line") == [7]
    assert nearest(built_in(database), LINES[1], 1) == [1]


def test_a_query_of_another_length_is_an_error(database: Database) -> None:
    """A server that changes its vectors' length is not searched with."""
    with ModelServer(
        lambda request, number: embedding_reply([vector_of_text(text, 8 * number) for text in request["input"]])
    ) as server:
        vectors = served(database, server.url)
        add(vectors, [(1, "a")])
        with pytest.raises(ServerFailed, match="16 numbers"):
            nearest(vectors, "b")


keys = st.integers(0, 30)
actions = st.lists(st.tuples(st.booleans(), st.lists(keys, max_size=6, unique=True)), max_size=12)


@given(actions, st.integers(1, 6))
@settings(max_examples=60)
def test_any_history_finds_what_a_fresh_index_finds(history: list[tuple[bool, list[int]]], k: int) -> None:
    """After any adding and removing, searches are those of plain numpy over what is left, ties by key."""
    words = ["bow", "bows", "arrow", "sparrow", "Rama", "Ramana"]
    embedder = NgramEmbedder(16)
    with Database(None, [VECTOR_SCHEMA]) as database:
        index: StoredIndex[int] = StoredIndex(database, "line", embedder.name)
        held: dict[int, np.ndarray] = {}
        for adds, which in history:
            rows = embedder.embed([words[key % len(words)] for key in which])
            if adds:
                index.add(which, rows)
                held |= dict(zip(which, rows, strict=True))
            else:
                index.remove(which)
                held = {key: row for key, row in held.items() if key not in which}
            assert len(index) == len(held)
        query = embedder.embed(["bow arrows"])
        expected = sorted((-_cosine(query[0], row), key) for key, row in held.items())
        assert index.nearest(query, k)[0] == [(key, -cosine) for cosine, key in expected if cosine < 0][:k]
        assert index.lacking(range(31)) == [key for key in range(31) if key not in held]


def test_owners_and_kinds_of_keys_stand_alone(database: Database) -> None:
    """Entities under their names and lines under their numbers share the table and nothing else."""
    embedder = NgramEmbedder()
    entities: StoredIndex[str] = StoredIndex(database, "entity", embedder.name)
    lines: StoredIndex[int] = StoredIndex(database, "line", embedder.name)
    entities.add(["Scrooge", "Marley"], embedder.embed(["Scrooge", "Marley"]))
    lines.add([1], embedder.embed(["Scrooge"]))
    assert entities.nearest(embedder.embed(["Scrouge"]), 1)[0][0][0] == "Scrooge"
    assert lines.nearest(embedder.embed(["Scrouge"]))[0][0][0] == 1


# Against plain numpy, at sizes where searches come in parts


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    a, b = one.astype(np.int64), other.astype(np.int64)
    scale = np.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale else 0.0


def _tables() -> dict[str, Callable[[], np.ndarray]]:
    random = np.random.default_rng(11)

    def table(low: int, high: int, rows: int, width: int) -> np.ndarray:
        return random.integers(low, high + 1, (rows, width)).astype(np.int8)

    return {
        "many": partial(table, -127, 127, 3_000, 24),
        "ties": partial(table, 0, 1, 3_000, 6),
        "equal": partial(table, 5, 5, 1_500, 8),
        "wide": partial(table, 100, 127, 300, 3_072),
        "zeros": partial(table, 0, 0, 400, 8),
    }


@pytest.mark.parametrize("make", _tables().values(), ids=_tables())
@pytest.mark.parametrize("k", [1, 7, 400])
def test_large_searches_are_those_of_plain_numpy(make: Callable[[], np.ndarray], k: int) -> None:
    """Over thousands of vectors, many of them alike, the nearest are exactly those of sorting everything."""
    table = make()
    queries = table[:200:3]
    plain = table.astype(np.int64)
    products = (queries.astype(np.int64) @ plain.T).astype(float)
    squares = (plain**2).sum(axis=1).astype(float)
    scale = np.sqrt(np.outer(squares[:200:3], squares))
    cosines = np.divide(products, scale, out=np.zeros_like(products), where=scale > 0)
    index = VectorIndex(table)
    for scores, found in zip(cosines, index.nearest(queries, k), strict=True):
        best = np.argsort(-scores, kind="stable")[:k]
        assert found == [(int(row), float(scores[row])) for row in best if scores[row] > 0]
    for scores, found in zip(cosines, index.within(queries, 0.97), strict=True):
        assert found == [(int(row), float(scores[row])) for row in np.flatnonzero(scores >= 0.97)]


def test_a_large_block_is_compared_in_parts() -> None:
    """All pairs of one block of hundreds are those of comparing each with each."""
    table = np.random.default_rng(5).integers(-2, 3, (500, 8)).astype(np.int8)
    expected = {
        (a, b): cosine for a in range(500) for b in range(a + 1, 500) if (cosine := _cosine(table[a], table[b])) >= 0.95
    }
    assert VectorIndex(table).pairs([range(500), [3, 1, 2]], 0.95) == expected


@given(st.lists(st.lists(st.integers(-127, 127), min_size=3, max_size=3), min_size=2, max_size=8))
@settings(max_examples=200)
def test_nothing_is_nearer_than_the_vector_itself(rows: list[list[int]]) -> None:
    """Self-similarity is 1 and maximal, and similarity is symmetric, to the last bit."""
    table = np.array(rows, dtype=np.int8)
    found = [dict(row) for row in VectorIndex(table).within(table, 1e-9)]
    for a, near in enumerate(found):
        assert near.get(a, 0.0) == (1.0 if table[a].any() else 0.0)
        assert max(near.values(), default=0.0) <= 1.0
        assert all(found[b][a] == cosine for b, cosine in near.items())


def test_queries_of_another_width_are_refused() -> None:
    """Vectors of different lengths have no cosine."""
    with pytest.raises(ValueError, match="3 numbers among those of 2"):
        VectorIndex(np.ones((1, 2), np.int8)).nearest(np.ones((1, 3), np.int8))
