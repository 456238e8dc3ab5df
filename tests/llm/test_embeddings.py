"""Embeddings through the gateway: against a real server that misbehaves, stored, replayed, within the budget."""

from __future__ import annotations

import re
import sqlite3
from importlib.util import find_spec
from pathlib import Path

import anyio
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pramana.canonical import digest_bytes
from pramana.errors import (
    AccessRefused,
    BudgetExceeded,
    CallTimedOut,
    ModelError,
    NeedsModel,
    PriceUnknown,
    RateLimited,
    ReplayMiss,
    RequestRefused,
    ServerFailed,
)
from pramana.llm import (
    RESPONSE_SCHEMA,
    Budget,
    EmbedderSettings,
    Gateway,
    LlmSettings,
    PromptBook,
    RawVectors,
)
from pramana.llm.quantise import quantise
from pramana.llm.settings import ServerSettings
from pramana.store import Database
from pramana.testing.model_server import (
    CUT,
    HANG,
    TRUNCATED,
    ModelServer,
    ServerReply,
    embedding_reply,
    failure_reply,
    rate_limited,
    vector_of_text,
)
from pramana.trace import Step, Trail

TEXTS = ["Rama gave the bow", "Sita smiled", "कर्ता", "the old miser"]
EXPECTED = quantise([vector_of_text(text) for text in TEXTS])


def good(request, _):
    return embedding_reply([vector_of_text(text) for text in request["input"]])


@pytest.fixture
def database():
    with Database(None, [RESPONSE_SCHEMA]) as opened:
        yield opened


def gateway_to(url, database, *, mode="live", budget=None, **more):
    given = {"provider": "openai", "model": "test", "base_url": url, "backoff_s": 0.001, "longest_wait_s": 0.05}
    embedder = EmbedderSettings(**(given | {"timeout_s": 5.0} | more))
    return Gateway(database, PromptBook({}), LlmSettings(embedder=embedder), mode=mode, budget=budget)


def embed(gateway, texts=TEXTS, **more):
    """Embed, close, and return the vectors."""

    async def main():
        try:
            return await gateway.embed(texts, **more)
        finally:
            await gateway.aclose()

    return anyio.run(main)


def rows(reply):
    """Return the answer of a server that replies with `reply` whatever is asked."""
    return lambda *_: reply


SHORT = embedding_reply([[1.0, 2.0]] * 3)
BAD = {
    "429": rate_limited("0"),
    "500": failure_reply(500),
    "cut": CUT,
    "truncated": TRUNCATED,
    "html": ServerReply(body=b"<html>gateway</html>"),
    "too-few": SHORT,
    "too-many": embedding_reply([[1.0, 2.0]] * 5),
    "none": embedding_reply([]),
    "nan": embedding_reply([[1.0, float("nan")]] * 4),
    "infinite": embedding_reply([[1.0, float("inf")]] * 4),
    "huge": embedding_reply([[1, 10**400]] * 4),
    "ragged": embedding_reply([[1.0], [1.0, 2.0], [1.0], [1.0]]),
    "empty-vectors": embedding_reply([[]] * 4),
    "text": embedding_reply([["1.0", "2.0"]] * 4),
    "null": embedding_reply([None] * 4),
    "nested": embedding_reply([[[1.0]]] * 4),
    "one-index-twice": embedding_reply([], data=[{"index": 0, "embedding": [1.0]}] * 4),
    "no-vector": embedding_reply([], data=[{"index": place} for place in range(4)]),
    "no-list": embedding_reply([], data=None),
    "no-object": ServerReply(body=b'"text"'),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_one_misbehaviour_loses_no_vector(database, bad):
    """After any single misbehaviour all vectors come, in two requests."""
    with ModelServer(lambda request, number: bad if number == 1 else good(request, number)) as server:
        assert np.array_equal(embed(gateway_to(server.url, database)), EXPECTED)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("bad", "error", "requests"),
    [
        pytest.param(rate_limited("0"), RateLimited, 9, id="429"),
        pytest.param(failure_reply(500), ServerFailed, 4, id="500"),
        pytest.param(BAD["nan"], ServerFailed, 4, id="nan"),
        pytest.param(SHORT, ServerFailed, 4, id="too-few"),
        pytest.param(failure_reply(401, "bad key"), AccessRefused, 1, id="401"),
        pytest.param(failure_reply(400, "too long"), RequestRefused, 3, id="400"),
    ],
)
def test_a_lasting_misbehaviour_ends_in_its_error(database, bad, error, requests):
    """Each lasting misbehaviour ends in the error of its kind, after its bound of attempts, and stores nothing."""
    with ModelServer(rows(bad)) as server, pytest.raises(ModelError) as raised:
        embed(gateway_to(server.url, database))
    assert type(raised.value) is error
    assert len(server.requests) == requests
    assert database.all("SELECT * FROM embedding") == []


def test_a_server_that_hangs_is_given_up_after_its_time(database):
    """A call without an answer within `timeout_s` is CallTimedOut, after its retries."""
    with ModelServer(rows(HANG)) as server, pytest.raises(CallTimedOut, match=r"within 0\.1 s"):
        embed(gateway_to(server.url, database, timeout_s=0.1, retries=1))
    assert len(server.requests) == 2


def test_vectors_of_another_length_are_refused(database):
    """A model that changes the length of its vectors under its name is not believed, stored vectors or not."""
    with ModelServer(good) as server:
        embed(gateway_to(server.url, database))
    with ModelServer(rows(embedding_reply([[1.0, 2.0]]))) as server, pytest.raises(ServerFailed, match="8"):
        embed(gateway_to(server.url, database, retries=0), [*TEXTS, "new"])


def test_a_refused_text_is_named(database):
    """Of a batch that the server refuses, what comes before the refused text is stored, and the error names that."""

    def answer(request, number):
        return failure_reply(400, "no") if "Sita smiled" in request["input"] else good(request, number)

    with ModelServer(answer) as server, pytest.raises(RequestRefused, match="'Sita smiled'"):
        embed(gateway_to(server.url, database))
    assert database.one("SELECT count(*) FROM embedding") == (1,)


def test_vectors_may_come_in_any_order(database):
    """The server's index says which text a vector is of."""

    def answer(request, _):
        data = [{"index": index, "embedding": vector_of_text(text)} for index, text in enumerate(request["input"])]
        return embedding_reply([], data=data[::-1])

    with ModelServer(answer) as server:
        assert np.array_equal(embed(gateway_to(server.url, database)), EXPECTED)


def test_the_server_is_told_what_is_configured(database):
    """Dimensions and the kind of text are sent where they are set, prefixes stand before the text."""
    told = {"dimensions": 8, "input_type": True, "query_prefix": "query: ", "longest": 5}
    with ModelServer(good) as server:
        embed(gateway_to(server.url, database, **told), ["Who is it?"], kind="query")
        embed(gateway_to(server.url, database), ["plain"])
    first, second = server.requests
    assert first == {
        "model": "test", "input": ["query: Who i"], "encoding_format": "float", "dimensions": 8, "input_type": "query",
    }  # fmt: skip
    assert second == {"model": "test", "input": ["plain"], "encoding_format": "float"}


def test_a_query_and_a_passage_are_one_where_nobody_is_told_apart(database):
    """Where neither a type nor a prefix says what a text is for, its vector is asked for once."""
    with ModelServer(good) as server:
        embed(gateway_to(server.url, database), ["same"], kind="query")
        embed(gateway_to(server.url, database), ["same"])
        assert len(server.requests) == 1
        embed(gateway_to(server.url, database, input_type=True), ["same"], kind="query")
        embed(gateway_to(server.url, database, input_type=True), ["same"])
    assert len(server.requests) == 3


def test_a_stored_vector_is_never_asked_for_again(database):
    """A second gateway asks for what is new alone, and equal texts are sent once."""
    with ModelServer(good) as server:
        embed(gateway_to(server.url, database), ["a", "b", "a"])
        gateway = gateway_to(server.url, database)
        vectors = embed(gateway, ["c", "b", "a", "c"])
    assert [request["input"] for request in server.requests] == [["a", "b"], ["c"]]
    assert np.array_equal(vectors, quantise([vector_of_text(text) for text in "cbac"]))
    assert (gateway.spending.calls, gateway.spending.stored) == (1, 2)


@pytest.mark.parametrize("batch", [1, 3, 64])
@pytest.mark.parametrize("concurrency", [1, 8])
def test_neither_batches_nor_concurrency_change_a_vector(database, batch, concurrency):
    """Vectors and step are the same for any batch and any number of calls in flight."""
    texts = [f"text {number}" for number in range(20)]
    trail = Trail("run")
    with ModelServer(good) as server:
        found = embed(gateway_to(server.url, database, batch=batch, concurrency=concurrency), texts, trail=trail)
    assert np.array_equal(found, quantise([vector_of_text(text) for text in texts]))
    assert len(server.requests) == -(-20 // batch)
    assert [step.body["vectors"] for step in trail.steps] == [digest_bytes(found.tobytes())]


def test_equal_texts_in_flight_are_asked_for_once(database):
    """Ten tasks that want overlapping texts at once cost each text once."""
    texts = [f"text {number}" for number in range(12)]

    async def main(gateway):
        async def want(start):
            part = texts[start:] + texts[:start]
            assert np.array_equal(await gateway.embed(part), quantise([vector_of_text(text) for text in part]))

        async with anyio.create_task_group() as group:
            for start in range(10):
                group.start_soon(want, start)
        await gateway.aclose()

    with ModelServer(good, delay_s=0.02) as server:
        anyio.run(main, gateway_to(server.url, database, batch=5))
    assert sorted(text for request in server.requests for text in request["input"]) == sorted(texts)


def test_when_the_task_that_others_wait_for_is_cancelled_another_takes_its_place(database):
    """Cancelling one of two tasks that want one text does not take the other along."""

    async def main(gateway, server):
        found = []

        async def wanted():
            found.append(await gateway.embed(["same"]))

        async with anyio.create_task_group() as group, anyio.create_task_group() as doomed:
            doomed.start_soon(gateway.embed, ["same"])
            while not server.requests:  # noqa: ASYNC110 (the server is in another thread)
                await anyio.sleep(0.005)
            group.start_soon(wanted)
            await anyio.sleep(0.01)
            doomed.cancel_scope.cancel()
        await gateway.aclose()
        return found

    with ModelServer(good, delay_s=0.3) as server:
        (vectors,) = anyio.run(main, gateway_to(server.url, database), server)
    assert np.array_equal(vectors, quantise([vector_of_text("same")]))
    assert len(server.requests) == 2


def test_what_came_before_an_error_stays_stored(database):
    """A run that breaks off pays for no vector twice: the next one asks for the rest."""

    def answer(request, number):
        return good(request, number) if number < 3 else failure_reply(401)

    with ModelServer(answer) as server, pytest.raises(AccessRefused):
        embed(gateway_to(server.url, database, batch=1, concurrency=1))
    with ModelServer(good) as server:
        embed(gateway_to(server.url, database))
    assert [request["input"] for request in server.requests] == [TEXTS[2:]]


def test_a_text_without_characters_is_not_sent(database):
    """White space and nothing give zeros; so does a list of nothing else, without any call."""
    with ModelServer(good) as server:
        gateway = gateway_to(server.url, database)
        vectors = embed(gateway, ["", "a", " \n"])
        assert embed(gateway_to(server.url, database, dimensions=8), ["", " "]).tolist() == [[0] * 8] * 2
        assert embed(gateway_to(server.url, database), []).shape == (0, 0)
    assert [request["input"] for request in server.requests] == [["a"]]
    assert vectors.any(axis=1).tolist() == [False, True, False]


# Replay


def run(gateway, recorded=None, texts=TEXTS):
    trail = Trail("run", recorded=recorded or {})
    return embed(gateway, texts, trail=trail), {step.path: step for step in trail.steps}


def test_a_replay_equals_the_run_and_asks_nobody(database):
    """Vectors and steps of a replay are those of the run; a step holds hashes, and no vector."""
    with ModelServer(good) as server:
        vectors, steps = run(gateway_to(server.url, database))
    replay = gateway_to(server.url, database, mode="replay")
    again, replayed = run(replay, steps)
    assert np.array_equal(vectors, again)
    assert steps == replayed
    assert replay.spending.calls == 0
    assert set(steps["run"].body) == {"embedder", "kind", "texts", "requests", "vectors", "revisions", "outcome"}


def test_a_replay_takes_the_revisions_of_its_run(database):
    """After a refresh gave other vectors, each run is replayed with its own, and live calls get the newest."""
    with ModelServer(good) as server:
        first, steps = run(gateway_to(server.url, database))
    with ModelServer(
        lambda request, _: embedding_reply([vector_of_text(f"{text}!") for text in request["input"]])
    ) as server:
        second, later = run(gateway_to(server.url, database, mode="refresh"))
    assert not np.array_equal(first, second)
    assert np.array_equal(run(gateway_to(server.url, database, mode="replay"), steps)[0], first)
    assert np.array_equal(run(gateway_to(server.url, database, mode="replay"), later)[0], second)
    assert np.array_equal(run(gateway_to(server.url, database))[0], second)


def test_a_failure_is_replayed_as_that_failure(database):
    """A run that ended in an error ends in it again, with no call."""
    trail = Trail("run")
    with ModelServer(rows(failure_reply(500, "no luck"))) as server, pytest.raises(ServerFailed):
        embed(gateway_to(server.url, database), trail=trail)
    steps = {step.path: step for step in trail.steps}
    with pytest.raises(ServerFailed, match="no luck"):
        run(gateway_to(server.url, database, mode="replay"), steps)


def test_what_is_not_stored_or_was_changed_is_a_replay_miss(database):
    """A replay never asks: a missing vector, other texts, another place and a changed vector are each named."""
    with ModelServer(good) as server:
        _, steps = run(gateway_to(server.url, database))
    replay = {"mode": "replay"}
    with pytest.raises(ReplayMiss, match="no vector for request"):
        embed(gateway_to(server.url, database, **replay), ["new"])
    with pytest.raises(ReplayMiss, match="texts was 4, is 1"):
        run(gateway_to(server.url, database, **replay), steps, ["new"])
    with pytest.raises(ReplayMiss, match="no vectors here"):
        embed(gateway_to(server.url, database, **replay), trail=Trail("elsewhere", recorded=steps))
    changed = database.one("SELECT request FROM embedding ORDER BY request")[0]
    database.execute("UPDATE embedding SET body = zeroblob(8) WHERE request = ?", (changed,))
    with pytest.raises(ReplayMiss, match=f"request {changed} was changed"):
        run(gateway_to(server.url, database, **replay), steps)
    database.execute("UPDATE embedding SET digest = ? WHERE request = ?", ("c12a3b9fd5f1ce28", changed))
    with pytest.raises(ReplayMiss):
        run(gateway_to(server.url, database, **replay), steps)


def test_a_vector_is_stored_before_it_is_used(tmp_path):
    """When `embed` returns, another connection reads every vector."""
    with Database(tmp_path / "w.db", [RESPONSE_SCHEMA]) as database, ModelServer(good) as server:
        embed(gateway_to(server.url, database, batch=2))
        with sqlite3.connect(tmp_path / "w.db") as other:
            bodies = {body for (body,) in other.execute("SELECT body FROM embedding")}
        other.close()
    assert bodies == {row.tobytes() for row in EXPECTED}


# Budgets


@pytest.mark.parametrize(
    "budget", [Budget(calls=2), Budget(tokens=60), Budget(money=60)], ids=["calls", "tokens", "money"]
)
def test_a_budget_is_never_passed_and_the_next_run_goes_on(database, budget):
    """The call that could pass a limit is not made; with more to spend the rest is asked for."""
    texts = [f"text {number}" for number in range(10)]
    price = {"input": 1, "output": 0}
    with ModelServer(good) as server:
        gateway = gateway_to(server.url, database, budget=budget, batch=2, price=price)
        with pytest.raises(BudgetExceeded):
            embed(gateway, texts)
        made = len(server.requests)
        assert 0 < made < 5
        assert gateway.spending.tokens == 7 * made
        embed(gateway_to(server.url, database, batch=2, price=price), texts)
    assert sorted(text for request in server.requests for text in request["input"]) == sorted(texts)


def test_a_budget_of_money_needs_a_price(database):
    """A model of unknown price is not asked where money is bounded."""
    with ModelServer(good) as server, pytest.raises(PriceUnknown, match="openai:test"):
        embed(gateway_to(server.url, database, budget=Budget(money=1)))
    assert server.requests == []


def test_an_answer_that_is_none_was_paid_for(database):
    """Vectors that cannot be used count as spent: the server counted their tokens."""
    with ModelServer(lambda request, number: BAD["nan"] if number == 1 else good(request, number)) as server:
        gateway = gateway_to(server.url, database)
        embed(gateway)
    assert (gateway.spending.tokens, gateway.spending.retries) == (14, 1)


def test_an_estimate_leaves_out_what_is_stored(database):
    """What is stored costs nothing more; the built-in embedder never does."""
    with ModelServer(good) as server:
        gateway = gateway_to(server.url, database)
        assert gateway.embedder.estimate(["a" * 400]).tokens == 100
        embed(gateway, ["a" * 400])
    assert gateway.embedder.estimate(["a" * 400, "a" * 400, "b" * 40]).tokens == 10
    assert Gateway(database, PromptBook({})).embedder.estimate(["a"]).tokens == 0


# Providers


def test_the_built_in_embedder_is_the_default(database):
    """Without settings letter sequences are counted: no call, nothing stored, a step all the same."""
    trail = Trail("run")
    gateway = Gateway(database, PromptBook({}))
    vectors = embed(gateway, ["Rama", "rāma!", ""], trail=trail)
    assert vectors.shape == (3, 256)
    assert np.array_equal(vectors[0], vectors[1])
    assert not vectors[2].any()
    assert gateway.spending.calls == 0
    assert [step.body["embedder"] for step in trail.steps] == ["ngrams:ngrams-256-2.3.4"]
    assert database.all("SELECT * FROM embedding") == []


def test_a_replay_computes_what_costs_nothing_and_compares(database):
    """The built-in embedder works in a replay too; vectors other than the recorded ones are a replay miss."""

    def built_in(mode, **more):
        return Gateway(database, PromptBook({}), LlmSettings(embedder=EmbedderSettings(**more)), mode=mode)

    vectors, steps = run(built_in("live"))
    again, replayed = run(built_in("replay"), steps)
    assert np.array_equal(vectors, again)
    assert steps == replayed
    changed = Step("run", "embed", {**steps["run"].body, "vectors": "0"})
    with pytest.raises(ReplayMiss, match="vectors was 0"):
        run(built_in("replay"), {"run": changed})
    with pytest.raises(ReplayMiss, match="ngrams-64"):
        run(built_in("replay", dimensions=64), steps)


def test_an_embedder_of_ones_own_takes_the_place_of_the_configured_one(database):
    """Whatever gives rows of numbers can embed, and what it gives is stored."""

    class Lengths:
        name, pure = "lengths", False

        async def vectors(self, texts, kind):
            return RawVectors([[len(text), 1] for text in texts])

        async def aclose(self):
            pass

    gateway = Gateway(database, PromptBook({}), vectors=Lengths())
    assert embed(gateway, ["a", "four"]).tolist() == [[127, 127], [127, 32]]
    assert database.one("SELECT count(*) FROM embedding") == (2,)


def test_only_vectors_of_one_space_can_be_compared(database):
    """The space names the model and the dimensions; it is another one where either is."""

    def space(**more):
        return gateway_to("http://localhost", database, **more).embedder.space

    assert space() == space()
    assert len({space(), space(dimensions=64), space(model="other"), space(input_type=True)}) == 4


def test_an_embedder_on_a_server_needs_a_name():
    """A provider without its model is a mistake in the settings."""
    with pytest.raises(ValueError, match="needs the name of its model"):
        EmbedderSettings(provider="openai")


@pytest.mark.skipif(find_spec("sentence_transformers") is not None, reason="sentence-transformers is installed")
def test_without_its_library_the_local_embedder_says_what_to_install(database):
    """The extra is named, and nothing is recorded as an answer."""
    settings = LlmSettings(embedder=EmbedderSettings(provider="sentence-transformers", model="m"))
    with pytest.raises(NeedsModel, match=r"pramana\[embed\]"):
        embed(Gateway(database, PromptBook({}), settings))


@pytest.mark.skipif(find_spec("sentence_transformers") is None, reason="the extra 'embed' is not installed")
def test_a_model_that_is_not_here_is_not_fetched(database):
    """With local_files_only a missing model is refused access, with what would do."""
    settings = LlmSettings(embedder=EmbedderSettings(provider="sentence-transformers", model="no/such-model"))
    with pytest.raises(AccessRefused, match="local_files_only"):
        embed(Gateway(database, PromptBook({}), settings))


# Quantisation

finite = st.floats(allow_nan=False, allow_infinity=False)
tables = arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 12)), elements=finite)


@given(tables)
@settings(max_examples=200)
def test_each_row_fills_the_range_of_a_byte(table):
    """The largest part of a row becomes ±127 whatever its size, -128 never occurs, and zeros stay zeros."""
    rows = quantise(table)
    largest = np.abs(rows.astype(int)).max(axis=1)
    assert largest.tolist() == [127 if row.any() else 0 for row in table]
    assert np.array_equal(np.sign(rows) * np.sign(table) >= 0, np.ones(table.shape, dtype=bool))


@given(tables)
@settings(max_examples=100)
def test_a_row_does_not_depend_on_its_neighbours(table):
    """A vector is the same alone, in a batch, and in another number of bits for the same values."""
    rows = quantise(table)
    for row, alone in zip(table, rows, strict=True):
        assert np.array_equal(quantise([row.tolist()])[0], alone)


def test_the_guide_names_every_setting_with_its_default():
    """No setting of an embedder is left out of docs/models.md, and the numbers are those in force."""
    guide = (Path(__file__).parents[2] / "docs" / "models.md").read_text("utf-8").partition("## Embedders")[2]
    table = [line for line in guide.splitlines() if line.startswith("|")]
    own = {name for name in EmbedderSettings.model_fields if name not in ServerSettings.model_fields}
    for name in sorted(own | {"provider", "model"}):
        row = next(line for line in table if f"`{name}`" in line)
        default = EmbedderSettings.model_fields[name].default
        if isinstance(default, int) and not isinstance(default, bool):
            assert re.search(rf"\b{default}\b", row.rsplit("|", 2)[1])
