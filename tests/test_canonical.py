"""Canonical JSON and content hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from pramana.canonical import canonical, digest, digest_bytes
from pramana.errors import CanonicalError

pytestmark = pytest.mark.seeds

keys = st.text(max_size=4)
leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | keys
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=10
)


def reordered(value: Any) -> Any:
    """Return an equal value whose dictionaries were filled the other way round, with tuples for lists."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return tuple(map(reordered, value)) if isinstance(value, list) else value


def typed(value: Any) -> Any:
    """Return a form that is equal only for values equal as JSON: 1, 1.0 and true are three values, -0.0 is not 0.0."""
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    return type(value).__name__, repr(value)


@settings(max_examples=100)
@given(values)
def test_text_is_json_of_the_value(value: Any) -> None:
    """Read back, it is the same value, type for type."""
    assert typed(json.loads(canonical(value))) == typed(value)


@settings(max_examples=100)
@given(values)
def test_order_of_keys_does_not_matter(value: Any) -> None:
    """Equal values have one text and one hash, however their dictionaries were filled."""
    assert canonical(reordered(value)) == canonical(value)
    assert digest(reordered(value)) == digest(value)


@settings(max_examples=150)
@given(st.data())
def test_texts_are_equal_where_values_are(data: st.DataObject) -> None:
    """Two values have the same text if, and only if, they are equal as JSON."""
    small = st.recursive(
        st.sampled_from([None, True, 1, 1.0, 0.0, -0.0, "1", "a", "é", "e\u0301"]),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
        max_leaves=3,
    )
    one, other = data.draw(small), data.draw(small)
    assert (canonical(one) == canonical(other)) == (typed(one) == typed(other))
    assert (digest(one) == digest(other)) == (typed(one) == typed(other))


def test_text_has_one_form() -> None:
    """Keys by code point, no white space, no escapes but JSON's own."""
    value = {"é": 1, "z": [True, None], "Z": {"b": 1e16, "a": '\u2028"\n\x7f'}, "𝒳": ("कर्ता",)}
    expected = '{"Z":{"a":"\u2028\\"\\n\x7f","b":1e+16},"z":[true,null],"é":1,"𝒳":["कर्ता"]}'
    assert canonical(value) == expected
    assert digest(value) == digest_bytes(expected.encode())
    assert len(digest(value)) == 32


def test_models_are_taken_as_their_json() -> None:
    """A Pydantic model anywhere in a value stands for its JSON."""

    class Point(BaseModel):
        y: int
        x: float

    assert canonical([Point(y=1, x=2)]) == '[{"x":2.0,"y":1}]'


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (float("nan"), "$ is nan"),
        ({"a": [1, float("-inf")]}, r"$.a[1] is -inf"),
        ({"a": {1: 2}}, "$.a has the key 1"),
        ({None: 1}, "$ has the key None"),
        (["\ud800"], "$[0] holds a lone surrogate"),
        ({"\udfff": 1}, "$ holds a lone surrogate"),
        ({"a": {1, 2}}, "$.a is a set"),
        ([b"bytes"], "$[0] is a bytes"),
        (object(), "$ is a object"),
    ],
)
def test_what_has_no_canonical_json_is_refused(value: Any, where: str) -> None:
    """NaN, infinities, keys that are no strings, lone surrogates and other types are refused, with their place."""
    with pytest.raises(CanonicalError) as caught:
        canonical(value)
    assert str(caught.value).startswith(where)


def test_hash_seed_does_not_matter() -> None:
    """Two processes under two hash seeds give the same bytes."""
    code = (
        "from pramana.canonical import canonical, digest\n"
        "value = {name: [name] for name in {'b', 'a', 'कर्ता', 'é', 'Z', '0'}}\n"
        "print(ascii(canonical(value)), digest(value))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
