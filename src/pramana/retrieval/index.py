"""The index of a workspace's lines: words and names of passages, kept in SQLite as documents come and go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from pramana.retrieval.analysis import analysis_version, name_parts
from pramana.retrieval.bm25 import Posting
from pramana.retrieval.passages import NamePosition, passages_of, title_names, title_of
from pramana.retrieval.ranking import NamedPassage
from pramana.store import Database, Flaw, Schema

RETRIEVAL_SCHEMA = Schema(
    "retrieval",
    """
    CREATE TABLE passage (
        id INTEGER PRIMARY KEY AUTOINCREMENT, doc_id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        words INTEGER NOT NULL, UNIQUE (doc_id, first)
    );
    CREATE TABLE passage_word (
        word TEXT NOT NULL, passage INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (word, passage)
    ) WITHOUT ROWID;
    CREATE TABLE passage_name (
        name TEXT NOT NULL, passage INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (name, passage)
    ) WITHOUT ROWID;
    CREATE TABLE passage_analysis (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT NOT NULL);
    """,
    exempt=(("passage_analysis.version", "an index of another version is made anew"),),
)

_PLACES = {int(place): place for place in NamePosition}
MOST_BEARERS = 64
"""A name that more passages have says too little: *United States* links everything with everything."""
MOST_KEPT = 32
"""Words whose passages are kept: those of two or three questions; one of 3,000 passages takes 0.5 MB."""


class LineSource(Protocol):
    """Documents by id, with their lines in order."""

    def ids(self) -> list[str]: ...

    def texts(self, doc_id: str, first: int = 1, last: int | None = None) -> list[tuple[int, str]]: ...

    def passages(self, places: Sequence[tuple[str, int, int]]) -> list[list[tuple[int, str]]]: ...


class PassageIndex:
    """Passages of documents, found by words and names. A document changes its own rows only.

    What is found depends on the documents alone, not on the order in which they came. `lines` holds the texts: the
    index is made from them, and anew where another version of the analysis made it.
    """

    def __init__(self, database: Database, lines: LineSource) -> None:
        self._database = database
        self._lines = lines
        self._stand_in: Database | None = None
        self._kept: dict[str, list[Posting[int]]] = {}
        self._kept_for: tuple[int, int] = (0, 0)

    def add(self, doc_id: str) -> None:
        """Index a document, which the source of lines holds by now."""
        if self._is_current():
            self._insert(self._database, doc_id)
        else:
            self._make_anew()

    def remove(self, doc_id: str) -> None:
        """Forget a document, which the source of lines still holds as it was indexed."""
        database = self._database
        held = {first: key for key, first in database.all("SELECT id, first FROM passage WHERE doc_id = ?", (doc_id,))}
        for passage in passages_of(doc_id, self._lines.texts(doc_id)):
            key = held.get(passage.first)
            words, names = ((word, key) for word in passage.words), ((name, key) for name in passage.names)
            database.executemany("DELETE FROM passage_word WHERE word = ? AND passage = ?", words)
            database.executemany("DELETE FROM passage_name WHERE name = ? AND passage = ?", names)
        database.execute("DELETE FROM passage WHERE doc_id = ?", (doc_id,))

    # What ranking asks

    def totals(self) -> tuple[int, float]:
        row = self._ready().one("SELECT count(*), coalesce(avg(words), 1) FROM passage")
        return (int(row[0]), max(1.0, float(row[1]))) if row else (0, 1.0)

    def with_words(self, words: Sequence[str]) -> dict[str, list[Posting[int]]]:
        """Return the passages that have each word; those of the last words asked for are kept in memory."""
        sql = "SELECT passage, count, words FROM passage_word JOIN passage ON id = passage WHERE word = ?"
        database, state = self._ready(), self.stamp()
        if self._kept_for != state or len(self._kept) > MOST_KEPT:
            self._kept_for, self._kept = state, {}
        for word in words:
            if word not in self._kept:
                self._kept[word] = database.all(sql, (word,))
        return {word: having for word in words if (having := self._kept[word])}

    def counts(self, words: Iterable[str]) -> dict[str, int]:
        """Return how many passages have each word, 0 for none."""
        database = self._ready()
        rows = ((word, database.one("SELECT count(*) FROM passage_word WHERE word = ?", (word,))) for word in words)
        return {word: int(row[0]) if row else 0 for word, row in rows}

    def with_names(self, names: Sequence[str]) -> dict[str, list[NamedPassage]]:
        found: dict[str, list[NamedPassage]] = {}
        sql = (
            "SELECT asked.value, passage, doc_id, place FROM json_each(?) AS asked "
            "CROSS JOIN passage_name ON passage_name.name = asked.value "
            "JOIN passage ON passage.id = passage_name.passage WHERE NOT EXISTS "
            f"(SELECT 1 FROM passage_name more WHERE more.name = asked.value LIMIT 1 OFFSET {MOST_BEARERS}) "
            "ORDER BY asked.value, doc_id, first"
        )
        for name, passage, doc_id, place in self._last_database().execute(sql, (json.dumps(list(names)),)):
            found.setdefault(name, []).append(NamedPassage(passage, doc_id, _PLACES[place]))
        return found

    def sort_keys(self, passages: Iterable[int]) -> dict[int, tuple[str, int]]:
        return {key: (doc_id, first) for key, (doc_id, first, _) in self.places(passages).items()}

    def names_in(self, passages: Sequence[int]) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        places = self.places(passages)
        for (key, (doc_id, _, _)), lines in zip(places.items(), self._lines.passages([*places.values()]), strict=True):
            texts = [text for _, text in lines]
            named = dict.fromkeys(title_names(title_of(doc_id, "")))
            names = named | dict.fromkeys(part for text in texts for part in name_parts(text))
            found[key] = sorted(names, key=lambda name: (-len(name.split()), name))
        return found

    def places(self, passages: Iterable[int]) -> dict[int, tuple[str, int, int]]:
        """Return the document, the first and the last line of passages."""
        sql = "SELECT id, doc_id, first, last FROM passage WHERE id IN ({})"
        rows = self._last_database().all_in(sql, list(passages))
        return {key: (doc_id, first, last) for key, doc_id, first, last in rows}

    def texts(self) -> dict[int, str]:
        """Return the text of every passage, in the order of documents and lines."""
        places = self._ready().all("SELECT id, doc_id, first, last FROM passage ORDER BY doc_id, first")
        return {key: "\n".join(text for _, text in self._lines.texts(*place)) for key, *place in places}

    def stamp(self) -> tuple[int, int]:
        """Return what differs after every change: how many passages there are, and the last one's number."""
        row = self._ready().one("SELECT count(*), coalesce(max(id), 0) FROM passage")
        return (int(row[0]), int(row[1])) if row else (0, 0)

    # Upkeep

    def flaws(self) -> Iterator[Flaw]:
        """Yield where the index is not that of the lines. Where it is, one document is in memory at a time."""
        if not self._is_current() or self._is_whole():
            return
        with Database(None, [RETRIEVAL_SCHEMA]) as fresh:
            self._fill(fresh)
            for table, sql in _CONTENTS.items():
                found, wanted = set(self._database.execute(sql)), set(fresh.execute(sql))
                for row in sorted(found ^ wanted, key=repr)[:1]:
                    holder, other = ("index", "lines") if row in found else ("lines", "index")
                    yield Flaw(table, "", f"the {holder} has {row}, the {other} not")

    def _is_whole(self) -> bool:
        """Return whether the index has each row that the lines call for, and as many rows as these."""
        wanted = dict.fromkeys(_CONTENTS, 0)
        for doc_id in self._lines.ids():
            keys = dict(self._database.all("SELECT first, id FROM passage WHERE doc_id = ?", (doc_id,)))
            for passage in passages_of(doc_id, self._lines.texts(doc_id)):
                key = keys.get(passage.first)
                rows = [
                    (_HELD["passage"], (key, passage.last, passage.words.total())),
                    *((_HELD["passage_word"], (word, key, count)) for word, count in passage.words.items()),
                    *((_HELD["passage_name"], (name, key, int(place))) for name, place in passage.names.items()),
                ]
                if not all(self._database.one(sql, row) for sql, row in rows):
                    return False
                wanted["passage"] += 1
                wanted["passage_word"] += len(passage.words)
                wanted["passage_name"] += len(passage.names)
        held = {table: self._database.all(f"SELECT count(*) FROM {table}")[0][0] for table in wanted}
        return held == wanted

    def _ready(self) -> Database:
        """Return the database whose index is of this version: the own one, or a copy where that cannot be written."""
        if self._stand_in is not None:
            return self._stand_in
        if self._is_current():
            return self._database
        if self._database.read_only:
            self._stand_in = Database(None, [RETRIEVAL_SCHEMA])
            self._fill(self._stand_in)
            return self._stand_in
        self._make_anew()
        return self._database

    def _last_database(self) -> Database:
        """Return what `_ready` returned last: for what follows a ranking's first question to the index."""
        return self._stand_in or self._database

    def _is_current(self) -> bool:
        row = self._database.one("SELECT version FROM passage_analysis")
        return row is not None and row[0] == analysis_version()

    def _make_anew(self) -> None:
        with self._database.transaction():
            for table in ("passage", "passage_word", "passage_name", "passage_analysis"):
                self._database.execute(f"DELETE FROM {table}")
            self._fill(self._database)

    def _fill(self, database: Database) -> None:
        with database.transaction():
            database.execute("INSERT INTO passage_analysis VALUES (1, ?)", (analysis_version(),))
            for doc_id in self._lines.ids():
                self._insert(database, doc_id)

    def _insert(self, database: Database, doc_id: str) -> None:
        for passage in passages_of(doc_id, self._lines.texts(doc_id)):
            row = (doc_id, passage.first, passage.last, passage.words.total())
            sql = "INSERT INTO passage (doc_id, first, last, words) VALUES (?, ?, ?, ?)"
            key = database.execute(sql, row).lastrowid
            words = ((word, key, count) for word, count in passage.words.items())
            names = ((name, key, int(place)) for name, place in passage.names.items())
            database.executemany("INSERT INTO passage_word VALUES (?, ?, ?)", words)
            database.executemany("INSERT INTO passage_name VALUES (?, ?, ?)", names)


_CONTENTS = {
    "passage": "SELECT doc_id, first, last, words FROM passage",
    "passage_word": "SELECT word, doc_id, first, count FROM passage_word LEFT JOIN passage ON id = passage",
    "passage_name": "SELECT name, doc_id, first, place FROM passage_name LEFT JOIN passage ON id = passage",
}
"""What an index holds, whatever the order in which documents came: numbers of passages follow that order."""


_HELD = {
    "passage": "SELECT 1 FROM passage WHERE id = ? AND last = ? AND words = ?",
    "passage_word": "SELECT 1 FROM passage_word WHERE word = ? AND passage = ? AND count = ?",
    "passage_name": "SELECT 1 FROM passage_name WHERE name = ? AND passage = ? AND place = ?",
}
"""Whether an index holds a row."""
