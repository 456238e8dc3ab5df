"""Full-text search over lines, by SQLite's FTS5."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from pramana.language import word_set
from pramana.store import Database, Flaw, Schema

RETRIEVAL_SCHEMA = Schema(
    "retrieval",
    "CREATE VIRTUAL TABLE line_text USING fts5(text, content='', tokenize='porter unicode61 remove_diacritics 2');",
)

_WORD = re.compile(r"\w+")
_COMMON = word_set("search/common")


class LineIndex:
    """An index of texts by number. It keeps no text: whoever takes one out gives the same text again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, lines: Iterable[tuple[int, str]]) -> None:
        self._database.executemany("INSERT INTO line_text (rowid, text) VALUES (?, ?)", lines)

    def remove(self, lines: Iterable[tuple[int, str]]) -> None:
        self._database.executemany("INSERT INTO line_text (line_text, rowid, text) VALUES ('delete', ?, ?)", lines)

    def nearest(self, text: str, limit: int = 5) -> list[int]:
        """Return the numbers of the lines that share most with `text` (BM25 over its content words), best first."""
        words = list(dict.fromkeys(word.casefold() for word in _WORD.findall(text)))[:50]
        content = [word for word in words if word not in _COMMON] or words
        if not content:
            return []
        query = " OR ".join(f'"{word}"' for word in content)
        sql = "SELECT rowid FROM line_text WHERE line_text MATCH ? ORDER BY bm25(line_text), rowid LIMIT ?"
        return [number for (number,) in self._database.all(sql, (query, limit))]

    def flaws(self, lines: Iterable[tuple[int, str]]) -> Iterator[Flaw]:
        """Yield where the index is not that of these lines, given by number. They are indexed again, in memory."""
        with Database(None, [RETRIEVAL_SCHEMA]) as fresh:
            LineIndex(fresh).add(lines)
            for each in (self._database, fresh):
                each.execute(_WORDS)
            for table, sql in _CONTENTS.items():
                pairs = zip_longest(self._database.execute(sql), fresh.execute(sql))
                different = next(((found, wanted) for found, wanted in pairs if found != wanted), None)
                if different is not None:
                    yield Flaw(table, "", "the index has {}, the lines have {}".format(*different))
            self._database.execute("DROP TABLE temp.line_words")
        for (segment,) in self._database.execute(_SEGMENTS):
            yield Flaw("line_text_idx", f"segment {segment}", "line_text_data has no such segment, or it alone has it")
        if not self._database.read_only:  # SQLite takes the check for a write
            self._database.execute("INSERT INTO line_text (line_text) VALUES ('integrity-check')")


_WORDS = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.line_words USING fts5vocab('main', 'line_text', 'instance')"
_SEGMENTS = """
    SELECT segid FROM (SELECT segid FROM line_text_idx EXCEPT SELECT id >> 37 FROM line_text_data)
    UNION SELECT id >> 37 FROM line_text_data WHERE id >> 37 NOT IN (SELECT segid FROM line_text_idx) AND id > 10
"""
"""Segments that only one of two tables knows. A page's id begins with its segment's number, above 37 bits; the sums and
the list of segments have the ids 1 and 10 (https://www.sqlite.org/fts5.html#fts5_data_structures)."""
_CONTENTS = {
    "line_text_config": "SELECT k, v FROM line_text_config ORDER BY k",
    "line_text_docsize": "SELECT id, sz FROM line_text_docsize ORDER BY id",
    "line_text_data": "SELECT term, doc, col, offset FROM temp.line_words",
    "line_text_data, sums": "SELECT block FROM line_text_data WHERE id = 1",
}
"""What an index holds, whatever the order in which its lines came. Its pages are laid out by that order."""
