"""What went wrong with a server becomes an error of ours: none of the HTTP client's errors comes through."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx2
import pytest

from pramana import errors
from pramana.llm import retry_after
from pramana.llm.providers.http_errors import answer_error, connection_error
from pramana.llm.providers.masking import KeyMask
from pramana.llm.providers.openai import is_strict

SERVER = "http://127.0.0.1/v1"
MASK = KeyMask("secret-key-1")


def all_below(kind: type[BaseException]) -> list[type[BaseException]]:
    return [kind, *(found for below in kind.__subclasses__() for found in all_below(below))]


@pytest.mark.parametrize("kind", sorted({*all_below(httpx2.HTTPError)}, key=lambda kind: kind.__qualname__))
def test_every_error_of_the_http_client_is_mapped(kind):
    """Each class below the HTTP client's own error is an error of ours that names the server and holds no key."""
    error = kind.__new__(kind)
    error.args = ("it failed with Bearer secret-key-1",)
    found = connection_error(error, SERVER, MASK)
    assert isinstance(found, (errors.TransportError, errors.AccessRefused))
    assert SERVER in str(found)
    assert "secret-key" not in str(found)


def test_what_was_never_sent_is_known():
    """A connection that was never made has cost nothing; one that broke may have."""
    for kind, sent in ((httpx2.ConnectError, False), (httpx2.ConnectTimeout, False), (httpx2.ReadError, True)):
        assert connection_error(kind("x"), SERVER, MASK).sent is sent


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (300, "RequestRefused"),
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
    found = answer_error(SERVER, status, {}, {"message": "no"}, MASK)
    assert type(found).__name__ == expected
    assert str(found) == f"{SERVER} answered {status}: no"
    assert not isinstance(found, errors.RequestRefused) or found.status == status


def test_an_exhausted_quota_is_not_waited_for():
    """A 429 that says `insufficient_quota` is refused access: waiting would not help."""
    found = answer_error(SERVER, 429, {}, {"code": "insufficient_quota", "message": "pay"}, MASK)
    assert type(found) is errors.AccessRefused


@pytest.mark.parametrize("problem", [None, 7, [], {}, {"message": 7}, {"message": ""}, "", "\x00\x1b[2J", "\ud800"])
def test_whatever_an_error_holds_its_message_can_be_shown(problem):
    """A message is one line of printable text."""
    message = str(answer_error(SERVER, 500, {}, problem, MASK))
    assert message.isprintable()
    assert message.encode()


def test_a_fault_of_our_own_is_not_dressed_up():
    """An error that is not a failure of a call is raised unchanged."""
    assert connection_error(KeyError("x"), SERVER, MASK) is None


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
