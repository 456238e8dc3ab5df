"""About how many tokens a text is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.llm.tokens import about_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("Rama gave the bow to Lakshmana.", 7),
        ('{"verb": "give", "karakas": {"KARTA": ["Scrooge"]}}', 17),
        ("ADHIKARANA_TEMPORAL", 8),
        ("1843", 2),
        ("रामः धनुः ददाति", 10),
    ],
)
def test_tokens_of_texts(text: str, tokens: int) -> None:
    """Words, numbers, signs and other scripts are counted near what o200k_base makes of them."""
    assert about_tokens(text) == tokens


@given(st.text(), st.text())
@settings(max_examples=50)
def test_tokens_of_any_text(one: str, other: str) -> None:
    """Every text has a count, no more than one a byte, and two lines have those of both and of the break."""
    assert 0 <= about_tokens(one) <= len(one.encode("utf-8", "surrogatepass"))
    assert about_tokens(f"{one}.\n.{other}") <= about_tokens(one) + about_tokens(other) + 3
