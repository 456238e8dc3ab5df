"""Texts that are packed in a table and read as if they were not."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.store import Database, Schema, pack, packed_columns

DICTIONARY = """{"it's":"Rama gave the bow"}"""
NOTES = Schema(
    "notes",
    f"CREATE TABLE note (key INTEGER PRIMARY KEY, {packed_columns(DICTIONARY, 'head', 'body')});",
)
plain = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)))


@settings(max_examples=60)
@given(plain, st.text(st.characters(exclude_categories=("Cs",))))
def test_packed_texts_are_read_back(head: str, body: str) -> None:
    """Each column is the text that was packed, whatever it holds; the last may hold NUL characters, too."""
    database = Database(None, (NOTES,))
    database.execute("INSERT INTO note (packed) VALUES (?)", (pack(DICTIONARY, head, body),))
    found = database.one("SELECT head, body FROM note")
    database.close()
    assert found == (head, body)


def test_what_the_dictionary_has_costs_little() -> None:
    """A text that the dictionary holds is a few bytes long."""
    assert len(pack(DICTIONARY, DICTIONARY)) < 8


def test_damaged_bytes_are_an_empty_text() -> None:
    """A cut, a longer or another cell is never an error while rows are read, and never a part of the text."""
    whole = pack(DICTIONARY, "head", "Rama gave the bow to Lakshmana.")
    database = Database(None, (NOTES,))
    for cell in (whole[:-2], whole + b"x", b"", b"\xff\xff"):
        database.execute("INSERT INTO note (packed) VALUES (?)", (cell,))
    assert database.all("SELECT DISTINCT head, body FROM note") == [("", "")]
    database.close()
