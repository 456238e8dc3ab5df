"""Whatever JSON a server sends, reading it ends in an answer or in an error of ours."""

from __future__ import annotations

import json

import anyio
import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import ModelError
from pramana.llm import ModelSettings, RawResponse, Renegotiated
from pramana.llm.embeddings import quantised_vectors
from pramana.llm.providers.anthropic import AnthropicMessages, AnthropicTerms
from pramana.llm.providers.anthropic_batches import _answer as anthropic_result
from pramana.llm.providers.http import HttpAnswer
from pramana.llm.providers.http_body import read_body
from pramana.llm.providers.listing import _names
from pramana.llm.providers.masking import KeyMask
from pramana.llm.providers.openai import OpenAIChat, OpenAITerms
from pramana.llm.providers.openai_batches import _answer as openai_result
from pramana.llm.providers.openai_vectors import _parse_vectors

NAMES = (
    "choices message content role finish_reason refusal usage prompt_tokens completion_tokens total_tokens model text "
    "type data embedding index error code param prompt_tokens_details cached_tokens id custom_id response status_code "
    "body result errored succeeded stop_reason input tool_use input_tokens output_tokens"
).split()
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["stop", "length", "text", "tool_use", "succeeded", "errored", "\ud800", "insufficient_quota"])
)
values = st.recursive(
    scalars,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(NAMES), below, max_size=5),
    max_leaves=12,
)
replies = (
    values
    | st.fixed_dictionaries({"choices": st.lists(st.fixed_dictionaries({"message": values})), "usage": values})
    | st.fixed_dictionaries({"content": st.lists(values, max_size=3), "usage": values, "stop_reason": values})
    | st.fixed_dictionaries({"data": st.lists(st.fixed_dictionaries({"embedding": values, "index": values}))})
    | st.fixed_dictionaries({"custom_id": values, "response": values, "result": values})
    | st.fixed_dictionaries({"error": values})
)
statuses = st.sampled_from([200, 200, 200, 204, 300, 400, 401, 404, 408, 409, 422, 429, 500, 503, 529])


SETTINGS = ModelSettings(model="test", base_url="http://127.0.0.1:9/v1")


def answer(status: int, body: bytes, **headers: str) -> HttpAnswer:
    return HttpAnswer("http://server", status, httpx2.Headers(headers), body, KeyMask("sk-0123456789"))


READERS = {
    "openai": lambda got: OpenAIChat(SETTINGS).read_answer(got, OpenAITerms()),
    "anthropic": lambda got: AnthropicMessages(SETTINGS).read_answer(got, AnthropicTerms(), "tool"),
    "vectors": lambda got: quantised_vectors(_parse_vectors(got, 1).rows, 1, None),
    "models": _names,
    "object": lambda got: got.object("id"),
    "openai batch": lambda got: [openai_result(line) for line in got.lines()],
    "anthropic batch": lambda got: [anthropic_result(line) for line in got.lines()],
}


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
@given(reply=replies, status=statuses)
@settings(max_examples=150)
def test_any_json_is_an_answer_or_an_error_of_ours(reader, reply, status):
    """No value of any field, and no missing one, is a fault of Pramana; what is read can be stored."""
    try:
        found = READERS[reader](answer(status, json.dumps(reply).encode()))
    except ModelError as error:
        assert str(error).isprintable()
        return
    if isinstance(found, RawResponse):
        assert isinstance(found.body, str)
        for count in (found.prompt_tokens, found.completion_tokens, found.cached_tokens, found.cache_write_tokens):
            assert count is None or 0 <= count < 2**40
        json.dumps(dict(found.negotiated), allow_nan=False)
    assert not isinstance(found, Renegotiated) or status in (400, 422)


@pytest.mark.parametrize("reader", READERS)
@given(body=st.binary(max_size=60) | st.text(max_size=30).map(lambda text: text.encode("utf-16")), status=statuses)
@settings(max_examples=100)
def test_any_bytes_are_an_answer_or_an_error_of_ours(reader, body, status):
    """The same for bytes that are no JSON, in any encoding."""
    try:
        READERS[reader](answer(status, body, **{"content-type": "application/json; charset=utf-7"}))
    except ModelError as error:
        assert str(error).isprintable()


class Pieces(httpx2.AsyncByteStream):
    def __init__(self, pieces):
        self.pieces = pieces

    async def __aiter__(self):
        for piece in self.pieces:
            yield piece


@given(
    st.lists(st.binary(max_size=50), max_size=6),
    st.sampled_from(["", "identity", "gzip", "deflate", "br", "gzip, gzip", "\x00"]),
    st.integers(1, 200),
    st.booleans(),
)
@settings(max_examples=200)
def test_no_body_is_longer_than_its_bound(pieces, encoding, longest, cut):
    """Whatever pieces come in whatever encoding, no more than the bound is returned."""
    response = httpx2.Response(200, headers={"content-encoding": encoding.strip("\x00")}, stream=Pieces(pieces))
    try:
        body = anyio.run(read_body, "http://server", response, longest, cut)
    except ModelError as error:
        assert "http://server" in str(error)
    else:
        assert len(body) <= longest
