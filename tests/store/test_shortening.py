"""Texts that a table holds shorter than they are read."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import canonical
from pramana.store import (
    Database,
    Schema,
    code_of,
    coded_column,
    hash_bytes,
    hash_column,
    shorten,
    shortened_column,
    text_of_code,
)

PARTS = ('{"it\'s":"', '","', '"}')
KINDS = ("", "it's", "2")
NOTES = Schema(
    "notes",
    f"""CREATE TABLE note (
        key INTEGER PRIMARY KEY, {shortened_column("body", PARTS)}, {coded_column("kind", KINDS)}, {hash_column("sum")}
    );""",
)
words = st.text(st.characters(exclude_categories=("Cs",)))
plain = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)))
sums = st.one_of(plain, st.text("0123456789abcdef", min_size=32, max_size=32))


@settings(max_examples=60)
@given(st.dictionaries(st.one_of(st.just("it's"), words), words), st.one_of(st.sampled_from(KINDS), plain), sums)
def test_shortened_texts_are_read_back(body: dict[str, str], kind: str, hashed: str) -> None:
    """Each column is the text that was given: any canonical JSON, one of the frequent values or another, any hash."""
    text = canonical(body)
    database = Database(None, (NOTES,))
    row = (shorten(PARTS, text), code_of(KINDS, kind), hash_bytes(hashed))
    database.execute("INSERT INTO note (short_body, kind_code, sum_bytes) VALUES (?, ?, ?)", row)
    found = database.one("SELECT body, kind, sum FROM note")
    database.close()
    assert found == (text, kind, hashed)
    assert text_of_code(KINDS, code_of(KINDS, kind)) == kind


def test_frequent_parts_take_one_byte() -> None:
    """A part is one character, a frequent value a number, a hash half as long."""
    assert len(shorten(PARTS, '{"it\'s":"so"}')) == len("so") + 2
    assert code_of(KINDS, "2") == 2
    assert len(hash_bytes("0f" * 16)) == 16
