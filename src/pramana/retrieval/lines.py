"""Full-text search over lines, by SQLite's FTS5."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pramana.language import word_set
from pramana.store import Database, Schema

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
