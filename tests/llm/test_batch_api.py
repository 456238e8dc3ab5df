"""Calls by way of batch APIs: real servers, killed processes, jobs that expire or fail."""

from __future__ import annotations

import re
from typing import Any

import anyio
import pytest

from pramana.errors import ConfigError, RequestRefused, ServerFailed
from pramana.llm.batch_jobs import BatchJobs
from pramana.testing.batch_server import BatchMessageServer, BatchModelServer
from pramana.testing.model_server import ServerReply, failure_reply

FAST = {"batch_api": True, "batch_look_s": 0.05, "backoff_s": 0.0}


def answer(request: dict[str, Any], number: int) -> dict[str, Any]:
    """Count the word x in what was sent: texts are sent between marks."""
    return {"words": len(re.findall(r"\bx\b", request["messages"][-1]["content"]))}


@pytest.fixture(params=["openai", "anthropic"])
def serve(request):
    """Return a maker of servers with a batch API, and the settings that reach one."""
    if request.param == "anthropic":
        pytest.importorskip("anthropic", reason="the extra 'anthropic' is not installed")
        return BatchMessageServer, lambda server: {"provider": "anthropic", "url": server.root}
    return BatchModelServer, lambda server: {"url": server.url}


def asked_all(to_server: Any, ptool: Any, values: list[Any], settings: dict[str, Any], **more: Any) -> list[Any]:
    """Ask about each value at once, and return the calls or errors."""

    async def run() -> list[Any]:
        gateway = to_server(**{**FAST, **settings, **more})
        try:
            return await gateway.map(ptool, values)
        finally:
            await gateway.aclose()

    return anyio.run(run)


def test_calls_that_come_together_go_as_one_job(serve, to_server, count, line):
    server_class, settings = serve
    with server_class(answer, job_s=0.2) as server:
        values = [line(text=" ".join("x" * n)) for n in range(1, 41)]
        calls = asked_all(to_server, count, values, settings(server))
    assert [call.output.words for call in calls] == list(range(1, 41))
    assert [len(job.requests) for job in server.jobs.listed] == [40]


def test_each_request_shows_the_key_and_nothing_keeps_it(serve, database, to_server, count, line, monkeypatch):
    monkeypatch.setenv("BATCH_KEY", "sk-secret-of-the-test")
    server_class, settings = serve
    with server_class(answer) as server:
        asked_all(to_server, count, [line(text="x")], settings(server), key_env="BATCH_KEY")
    assert set(server.authorizations) == {"Bearer sk-secret-of-the-test"}
    assert not any("sk-secret" in statement for statement in database._connection.iterdump())


def test_an_invalid_answer_is_corrected_in_a_further_job(serve, to_server, count, line):
    server_class, settings = serve

    def once_wrong(request: dict[str, Any], number: int) -> Any:
        return {"words": "many"} if number == 2 else {"words": number}

    with server_class(once_wrong) as server:
        calls = asked_all(to_server, count, [line(text=f"t{n}") for n in range(3)], settings(server))
    assert [len(job.requests) for job in server.jobs.listed] == [3, 1]
    assert sorted(call.output.words for call in calls) == [1, 3, 4]
    assert sorted(call.corrections for call in calls) == [0, 0, 1]


def test_what_a_job_leaves_unprocessed_is_sent_again(serve, to_server, count, line):
    server_class, settings = serve
    with server_class(answer, expire=(1, 3)) as server:
        calls = asked_all(to_server, count, [line(text="x x"), line(text="x"), line(text="x x x")], settings(server))
    assert [call.output.words for call in calls] == [2, 1, 3]
    assert [len(job.requests) for job in server.jobs.listed] == [3, 2]


def test_what_always_expires_ends_as_a_failure_of_the_server(serve, to_server, count, line):
    server_class, settings = serve
    with server_class(answer, expire=range(1, 100)) as server:
        (error,) = asked_all(to_server, count, [line(text="x")], settings(server), retries=2)
    assert isinstance(error, ServerFailed)
    assert len(server.jobs.listed) == 3


def test_an_error_of_one_request_is_that_of_a_direct_call(serve, to_server, count, line):
    server_class, settings = serve

    def one_refused(request: dict[str, Any], number: int) -> Any:
        return failure_reply(400, "prompt is too long") if number == 1 else {"words": 1}

    with server_class(one_refused) as server:
        outcomes = asked_all(to_server, count, [line(text="x"), line(text="x x")], settings(server))
    assert sorted(type(each).__name__ for each in outcomes) == ["Call", "RequestRefused"]
    assert "prompt is too long" in str(next(each for each in outcomes if isinstance(each, RequestRefused)))


def test_a_refused_form_of_a_request_is_sent_again_in_a_plainer_one(to_server, count, line):
    def no_schema(request: dict[str, Any], number: int) -> Any:
        if "response_format" in request and request["response_format"]["type"] == "json_schema":
            return failure_reply(400, "response_format json_schema is not supported", "response_format")
        return answer(request, number)

    with BatchModelServer(no_schema) as server:
        calls = asked_all(to_server, count, [line(text="x x")], {"url": server.url})
    assert calls[0].output.words == 2
    assert len(server.jobs.listed) == 2


def test_a_job_refused_as_a_whole_names_the_servers_reason(to_server, count, line):
    with BatchModelServer(answer, refuse="Enqueued token limit reached") as server:
        (error,) = asked_all(to_server, count, [line(text="x")], {"url": server.url})
    assert isinstance(error, RequestRefused)
    assert "Enqueued token limit reached" in str(error)


@pytest.mark.slow
def test_a_later_gateway_fetches_what_an_earlier_one_sent(serve, database, to_server, count, line):
    """The earlier one ends while the job is at the server; nothing is sent or paid twice."""
    server_class, settings = serve

    async def first(server: Any) -> None:
        gateway = to_server(**{**FAST, **settings(server)})
        with anyio.move_on_after(0.4):
            await gateway.map(count, [line(text="x x"), line(text="x")])
        await gateway.aclose()

    with server_class(answer, job_s=0.8) as server:
        anyio.run(first, server)
        assert len(server.jobs.listed) == 1
        calls = asked_all(to_server, count, [line(text="x x"), line(text="x")], settings(server))
    assert [call.output.words for call in calls] == [2, 1]
    assert len(server.jobs.listed) == 1
    assert database.all("SELECT * FROM batch_request") == database.all("SELECT * FROM batch_job") == []


def test_a_job_that_was_sent_as_its_process_died_is_found_again(database, to_server, count, line):
    """Between sending and noting the server's name for a job, the process was killed."""
    with BatchModelServer(answer, job_s=0.8) as server:

        async def first() -> None:
            gateway = to_server(server.url, **FAST)
            with anyio.move_on_after(0.4):
                await gateway.call(count, line(text="x x"))
            await gateway.aclose()

        anyio.run(first)
        database.execute("UPDATE batch_job SET server_id = NULL")
        (call,) = asked_all(to_server, count, [line(text="x x")], {"url": server.url})
    assert call.output.words == 2
    assert len(server.jobs.listed) == 1


def test_equal_requests_of_several_samples_get_answers_of_their_own(to_server, count, line):
    """A vote is asked several times; a server that takes no seed is sent the same body each time."""

    def numbered(request: dict[str, Any], number: int) -> Any:
        return failure_reply(400, "seed is not supported", "seed") if "seed" in request else {"words": number}

    async def run(url: str) -> list[int]:
        gateway = to_server(url, **FAST)
        found: list[int] = []

        async def vote(sample: int) -> None:
            found.append((await gateway.call(count, line(text="x"), sample=sample)).output.words)

        async with anyio.create_task_group() as group:
            for sample in range(3):
                group.start_soon(vote, sample)
        await gateway.aclose()
        return found

    with BatchModelServer(numbered) as server:
        assert len(set(anyio.run(run, server.url))) == 3


def test_the_price_is_half(to_server, count, line):
    reply = ServerReply('{"words": 1}', usage={"prompt_tokens": 1_000_000, "completion_tokens": 0})
    with BatchModelServer(lambda *_: reply) as server:
        settings = {"url": server.url, "price": {"input": 2.0, "output": 8.0}}
        (call,) = asked_all(to_server, count, [line(text="x")], settings)
    assert call.usage.money == 1_000_000


def test_a_server_that_is_away_for_a_while_does_not_end_the_wait(to_server, count, line):
    """Looks at a job fail and are made again; a job runs for hours."""
    with BatchModelServer(answer, job_s=0.5) as server:
        looks = iter([failure_reply(503, "away"), failure_reply(502, "away")])
        batch_reply = server._batch_reply

        def sometimes_away(method: str, path: str, *more: Any) -> Any:
            looks_at_job = method == "GET" and "/batches/" in path
            return (
                next(looks, None) or batch_reply(method, path, *more)
                if looks_at_job
                else batch_reply(method, path, *more)
            )

        server._batch_reply = sometimes_away  # type: ignore[method-assign]
        (call,) = asked_all(to_server, count, [line(text="x x")], {"url": server.url})
    assert call.output.words == 2


def test_a_provider_without_a_batch_api_says_so(database, to_server, count, line):
    async def run() -> None:
        await to_server("http://127.0.0.1:9/v1", provider="transformers", model="m", batch_api=True).call(
            count, line(text="x")
        )

    with pytest.raises(ConfigError, match="no batch API"):
        anyio.run(run)


def test_jobs_are_kept_by_model(database):
    """Two models of one workspace may send the same text: neither takes the other's answers."""
    one, other = BatchJobs(database, "openai:a at u"), BatchJobs(database, "openai:b at u")
    one.begin("job1", ["r1", "r2"])
    other.begin("job2", ["r1"])
    one.note_sent("job1", "s1")
    assert one.job_of("r1") == "job1" and other.job_of("r1") == "job2" and other.job_of("r2") is None
    one.forget(["r1"])
    assert one.requests("job1") == ["r2"] and other.requests("job2") == ["r1"]
    one.forget(["r2"])
    assert one.open() == [] and [job.job for job in other.open()] == ["job2"]
