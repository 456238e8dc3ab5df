"""The border to the SDK: none of its errors comes through."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx2
import openai
import pytest

from pramana import errors
from pramana.errors import ModelError
from pramana.llm.providers.openai import is_strict
from pramana.llm.providers.openai_errors import model_error, retry_after

REQUEST = httpx2.Request("POST", "http://127.0.0.1/v1/chat/completions", headers={"Authorization": "Bearer secret-key"})


def all_below(kind: type[BaseException]) -> list[type[BaseException]]:
    return [kind, *(found for below in kind.__subclasses__() for found in all_below(below))]


def instance(kind):
    """Build an error of the SDK without its constructor, which differs from one to the next."""
    error = kind.__new__(kind)
    error.args = ("it failed with Bearer secret-key",)
    for name, value in {"message": error.args[0], "body": None, "code": None, "request": REQUEST}.items():
        setattr(error, name, value)
    if issubclass(kind, (openai.APIStatusError, openai.APIResponseValidationError)):
        error.status_code = getattr(kind, "status_code", 418)
        error.status_code = error.status_code if isinstance(error.status_code, int) else 418
        error.response = httpx2.Response(error.status_code, request=REQUEST)
    return error


@pytest.mark.parametrize("kind", sorted({*all_below(openai.OpenAIError)}, key=lambda kind: kind.__qualname__))
def test_every_error_of_the_sdk_is_mapped(kind):
    """Each class below OpenAIError becomes an error below ModelError whose message holds no key."""
    found = model_error(instance(kind), "secret-key")
    assert isinstance(found, ModelError)
    assert type(found) is not ModelError
    assert "secret-key" not in str(found)


@pytest.mark.parametrize("kind", sorted({*all_below(httpx2.HTTPError)}, key=lambda kind: kind.__qualname__))
def test_every_error_of_the_http_client_is_mapped(kind):
    """Each class below the HTTP client's own error is a transport failure."""
    assert isinstance(model_error(instance(kind)), errors.TransportError)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (400, "RequestRefused"),
        (401, "AccessRefused"),
        (402, "AccessRefused"),
        (403, "AccessRefused"),
        (404, "AccessRefused"),
        (408, "CallTimedOut"),
        (409, "ServerFailed"),
        (413, "RequestRefused"),
        (418, "RequestRefused"),
        (422, "RequestRefused"),
        (429, "RateLimited"),
        (500, "ServerFailed"),
        (503, "ServerFailed"),
        (599, "ServerFailed"),
    ],
)
def test_each_status_has_its_error(status, expected):
    """The status decides what a refusal is."""
    response = httpx2.Response(status, request=REQUEST)
    found = model_error(openai.APIStatusError("no", response=response, body=None))
    assert type(found).__name__ == expected
    assert str(found).startswith(f"{status}: ")


def test_an_exhausted_quota_is_not_waited_for():
    """A 429 that says `insufficient_quota` is refused access: waiting would not help."""
    response = httpx2.Response(429, request=REQUEST)
    error = openai.RateLimitError("no", response=response, body={"code": "insufficient_quota", "message": "pay"})
    assert type(model_error(error)) is errors.AccessRefused


def test_a_fault_of_our_own_is_not_dressed_up():
    """An error that is not a failure of a call is raised unchanged."""
    assert model_error(KeyError("x")) is None


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2", 2.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("Fri, 20 Nov 2026 12:00:30 GMT", 30.0),
        ("Fri, 20 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
        ("inf", None),
        ("nan", None),
    ],
)
def test_retry_after_is_read_in_both_forms(value, seconds):
    """Seconds or an HTTP date; what is in the past is now; nonsense is nothing."""
    now = datetime(2026, 11, 20, 12, 0, 0, tzinfo=UTC)
    assert retry_after({"retry-after": value}, now) == seconds


def test_strict_mode_is_asked_for_only_where_the_schema_meets_it():
    """Every object closed, every property required and no keyword that it refuses, at every depth."""
    closed = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    strict = {**closed, "additionalProperties": False}
    assert is_strict(strict)
    assert not is_strict(closed)
    assert not is_strict({**strict, "required": []})
    assert not is_strict({**strict, "properties": {"a": {"type": "string", "maxLength": 9}}})
    assert not is_strict({**strict, "$defs": {"B": closed}})
    assert is_strict({**strict, "$defs": {"B": strict}})
    assert not is_strict({**strict, "properties": {"a": {"type": "array", "items": closed}}})
