"""Excerpts for prompts and logs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.gasl.serialization import bounded_json, excerpt

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=30), inner, max_size=12),
    max_leaves=40,
)


@pytest.mark.slow
@given(value=values, max_items=st.integers(0, 10), max_chars=st.integers(32, 900))
@settings(max_examples=300)
def test_excerpt_is_json_within_its_bounds(value: Any, max_items: int, max_chars: int) -> None:
    """Whatever it shows, an excerpt is JSON, as UTF-8 holds it, of at most the characters allowed, and always the same."""
    text = excerpt(value, max_items, max_chars)
    assert len(text) <= max_chars
    json.loads(text.encode(), parse_constant=pytest.fail)
    assert excerpt(value, max_items, max_chars) == text


@given(value=st.lists(st.integers(-9, 9), max_size=20) | st.dictionaries(st.text("abc", max_size=2), st.integers(0, 9)))
def test_small_value_is_shown_whole(value: Any) -> None:
    """What fits stands as it is."""
    assert bounded_json(value) == value


def test_what_is_cut_is_said() -> None:
    """A list says how many items are left, an object how many names, a text how many characters."""
    assert bounded_json(list(range(10)), max_items=3) == [0, 1, 2, "… 7 more"]
    assert bounded_json({"a": 1, "b": 2, "c": 3}, max_items=2) == {"a": 1, "b": 2, "…": "… 1 more"}
    assert bounded_json("x" * 700) == "x" * 500 + "… (+200 characters)"
    assert bounded_json(["x" * 300] * 100, max_items=100, max_chars=400)[-1].endswith("more")


def test_room_is_shared() -> None:
    """A large item does not push out those behind it."""
    shown = bounded_json([["x" * 400] * 20, "small", {"y": 1}], max_chars=300)
    assert shown[1:] == ["small", {"y": 1}]


@pytest.mark.parametrize(
    "name",
    ["api_key", "apiKey", "API-KEY", "password", "Authorization", "client_secret", "access_token", "credentials"],
)
def test_value_under_a_secret_name_is_hidden(name: str) -> None:
    """What stands under a name that secrets have is never shown, whatever it is."""
    assert bounded_json({name: {"deep": "hunter2"}, "x": 1}) == {name: "[hidden]", "x": 1}


@pytest.mark.parametrize(
    "secret",
    [
        "sk-abcdefghijklmnopqrstuvwx",
        "sk-proj-abc_DEF-0123456789abcdef",
        "Bearer abcdefghijklmnop.qrst",
        "ghp_abcdefghijklmnopqrstuvwxyz0123",
        "AKIAIOSFODNN7EXAMPLE",
        "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_secret_in_a_text_is_hidden(secret: str) -> None:
    """What looks like a key is hidden in any text, where a cut falls inside it too."""
    assert bounded_json({"note": f"use {secret} now"}) == {"note": "use [hidden] now"}
    for room in range(32, 120):
        assert secret[:12] not in excerpt([f"use {secret} now", "x" * 200], max_chars=room)


def test_words_about_secrets_are_shown() -> None:
    """A graph may speak of tokens and secrets."""
    value = {"token": "the", "secret_garden": "novel", "text": "the secret sk-8 bearer of news, a risk-based token"}
    assert bounded_json(value) == value


def test_other_types_are_named_and_hostile_texts_stay_data() -> None:
    """What JSON has no form for is named by its type; NaN is a text; depth ends."""
    deep: Any = "bottom"
    for _ in range(50):
        deep = [deep]
    assert bounded_json([{1}, float("nan"), "\ud800"]) == ["<set>", "nan", "?"]
    assert "bottom" not in excerpt(deep)
    assert json.loads(excerpt({'"}\n]': '"]}'})) == {'"}\n]': '"]}'}


def test_bound_that_is_too_small_is_refused() -> None:
    """Below 32 characters nothing can be said."""
    with pytest.raises(ValueError, match="at least 32"):
        bounded_json([], max_chars=31)
