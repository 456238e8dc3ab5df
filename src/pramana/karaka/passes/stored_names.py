"""The names of a graph, kept up to date: what each document says of them, and the keys under which they are found.

There are two layers: names as lines give them, and with senses. The second one has rows for what senses change alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.graph import SqliteGraph
from pramana.karaka.passes.block_store import FREQUENT_PARTS, KEYS, NAMES, BlockStore, key_number
from pramana.karaka.passes.documents import ReadDocument, documents_of
from pramana.karaka.passes.name_keys import Key, asked_keys, shared_keys
from pramana.karaka.passes.name_parts import NamePart, name_parts, part_from_json, part_json
from pramana.karaka.passes.profiles import Profile, profile_of
from pramana.karaka.passes.scopes import document_groups
from pramana.karaka.passes.stored_lines import StoredLines
from pramana.karaka.passes.text_names import heading_words
from pramana.karaka.passes.view import view_about, view_of
from pramana.store import Database, pack

LINES, SENSES = 0, 1
"""The layers."""
_SHARED, _FOUND, _ASKED, _ASKED_LATER = range(4)
"""What a row of a key is for: whoever has the key asks for it, too; others find the name by it; the name asks for it;
something that was decided of the name asked for it. The column `layer` has twice that and the layer."""
_READ_BY_OTHERS = frozenset(("long", "called", "begins", "ends", "word", "rare"))
_GONE = ""
"""The part of a name that senses leave nothing of in a document."""
_LEFT = f"""
    SELECT DISTINCT entity FROM (
        SELECT entity, body, max(layer) FROM name_part
        WHERE entity IN (SELECT entity FROM name_part WHERE layer = {SENSES}) GROUP BY entity, document
    ) WHERE body != '{_GONE}'
"""
"""The names that senses show otherwise and leave something of. With `max`, SQLite returns the body of that row."""
MOST_HELD = 20_000
"""Profiles in memory at a time: some 60 MB, more than a change of a few documents needs."""
MOST_DOCUMENTS = 256
"""Documents of which the lines are in memory at a time: 60 KB for 400 lines."""
MOST_ABOUT = 8
"""Names of which all that documents say is in memory at a time: a full name and its short forms."""


class StoredNames:
    """The names of one layer."""

    def __init__(self, store: BlockStore, layer: int) -> None:
        self._database, self._layer = store.database, layer
        self._held: dict[str, Profile | None] = {}
        self._about: dict[str, dict[str, ReadDocument]] = {}
        self._lines = StoredLines(self._database, MOST_DOCUMENTS)
        self._parted: frozenset[str] = frozenset()
        self._left: frozenset[str] = frozenset()
        self.forget()

    def forget(self) -> None:
        """Read everything again: it changed."""
        self._held.clear()
        self._about.clear()
        self._lines = StoredLines(self._database, MOST_DOCUMENTS)
        rows = self._database.all("SELECT DISTINCT entity FROM name_part WHERE layer = 1")
        self._parted = frozenset(entity for (entity,) in rows) if self._layer == SENSES else frozenset()
        rows = self._database.all(_LEFT) if self._parted else []
        self._left = frozenset(entity for (entity,) in rows)

    def get(self, entity: str) -> Profile | None:
        if entity not in self._held:
            if len(self._held) > MOST_HELD:
                self._held.clear()
            parts = stored_parts(self._database, entity, self._layer)
            self._held[entity] = profile_of(entity, parts) if parts else None
        return self._held[entity]

    def __getitem__(self, entity: str) -> Profile:
        found = self.get(entity)
        if found is None:
            raise KeyError(entity)
        return found

    def __contains__(self, entity: object) -> bool:
        return self.holds(str(entity))

    def __iter__(self) -> Iterator[str]:
        sql = "SELECT DISTINCT entity FROM name_part WHERE layer <= ? ORDER BY entity"
        for (entity,) in self._database.all(sql, (self._layer,)):
            if entity not in self._parted or entity in self._left:
                yield entity

    def holds(self, entity: str) -> bool:
        """Return whether there is such a name, without reading what is said of it."""
        if entity in self._held:
            return self._held[entity] is not None
        if entity in self._parted:
            return entity in self._left
        sql = "SELECT 1 FROM name_part WHERE entity = ? AND layer <= ? LIMIT 1"
        return self._database.one(sql, (entity, self._layer)) is not None

    def documents_with(self, entity: str, most: int = -1) -> list[str]:
        """Return the documents that have a name, sorted; at most so many (-1: all)."""
        if entity in self._parted:
            found = self.get(entity)
            return [] if found is None else list(found.first)
        sql = "SELECT document FROM name_part WHERE entity = ? AND layer = 0 ORDER BY document LIMIT ?"
        return [doc_id for (doc_id,) in self._database.all(sql, (entity, most))]

    def count(self) -> int:
        """Return the number of names."""
        sql = "SELECT count(DISTINCT entity) FROM name_part WHERE layer = 0"
        senses = "SELECT entity FROM name_part WHERE layer = 1"
        hidden = self._database.all(f"{sql} AND entity IN ({senses})")[0][0] if self._parted else 0
        return int(self._database.all(sql)[0][0]) - int(hidden) + len(self._left)

    def having(self, key: Key, most: int | None = None) -> Sequence[str]:
        sql = "SELECT entity FROM name_key WHERE item = ? AND layer = ? ORDER BY entity LIMIT ?"
        limit = -1 if most is None or self._parted else most
        number, use = key_number(key), 2 * _use(key)
        found = [entity for (entity,) in self._database.all(sql, (number, use, limit)) if entity not in self._parted]
        if self._parted:
            found = sorted([*found, *(entity for (entity,) in self._database.all(sql, (number, use + SENSES, -1)))])
        return found if most is None else found[:most]

    def heading(self, doc_id: str) -> tuple[str, ...]:
        row = self._database.one("SELECT body FROM document_heading WHERE document = ?", (doc_id,))
        return () if row is None else tuple(json.loads(row[0]))

    def about(self, entity: str) -> dict[str, ReadDocument]:
        """Return what documents say with a name, as lines give it: the Kriyās in which it takes part, and all lines."""
        if entity not in self._about:
            if len(self._about) >= MOST_ABOUT:
                del self._about[next(iter(self._about))]
            self._about[entity] = {
                document.doc_id: replace(document, lines=self._lines.by_number(document.doc_id))
                for document in documents_of(view_about(self._database, entity))
            }
        return self._about[entity]

    def names_in(self, doc_ids: Iterable[str]) -> list[str]:
        """Return the names in some documents, sorted."""
        sql = "SELECT entity FROM name_part WHERE document = ? AND layer <= ?"
        found = {each for doc_id in doc_ids for (each,) in self._database.all(sql, (doc_id, self._layer))}
        return sorted(found)


def _use(key: Key) -> int:
    return _FOUND if key[0] in _READ_BY_OTHERS else _SHARED


def keep_asked(store: BlockStore, layer: int, asked: Mapping[str, Iterable[Key]]) -> None:
    """Keep the keys that decisions about names asked for, in the place of those of earlier ones."""
    use = 2 * _ASKED_LATER + layer
    store.database.executemany("DELETE FROM name_key WHERE entity = ? AND layer = ?", ((each, use) for each in asked))
    rows = {(key_number(key), use, entity) for entity, keys in asked.items() for key in keys}
    store.database.executemany("INSERT INTO name_key VALUES (?, ?, ?)", sorted(rows))


def read_documents(database: Database, doc_ids: Sequence[str], layer: int) -> Iterator[ReadDocument]:
    """Yield documents as a layer shows them, in the order given; an empty one where nothing is left of it."""
    view = view_of(database, documents=doc_ids, senses=layer == SENSES)
    found = {document.doc_id: document for document in documents_of(view)}
    for doc_id in doc_ids:
        yield found.get(doc_id) or ReadDocument(doc_id, {}, (), (), {})


def stored_parts(database: Database, entity: str, layer: int) -> dict[str, NamePart]:
    """Return the parts of a name by documents, in order of these."""
    sql = "SELECT document, body FROM name_part WHERE entity = ? AND layer <= ? ORDER BY layer"
    bodies = dict(database.all(sql, (entity, layer)))
    return {doc_id: part_from_json(doc_id, bodies[doc_id]) for doc_id in sorted(bodies) if bodies[doc_id] != _GONE}


class NameUpdate:
    """Brings the names of both layers up to the graph as it is. `parting` names the passes that write senses."""

    def __init__(self, graph: SqliteGraph, store: BlockStore, parting: Sequence[str]) -> None:
        self._graph, self._store, self._database = graph, store, store.database
        self._writers = {f"pass/{each}" for each in parting}

    def run(self, layer: int) -> bool:
        """Read the documents that changed. Returns whether there were any."""
        name = ("names", "senses")[layer]
        state = self._store.state(name)
        last = self._graph.last_change()
        with self._database.transaction():
            touched = self._touched_documents(0 if state is None else state.change, layer)
            if touched:
                names, keys = self._read_again(touched, layer)
                if state is None:
                    self._store.log([])
                else:
                    self._store.log(
                        [*((NAMES, each) for each in sorted(names)), *((KEYS, each) for each in sorted(keys))]
                    )
            if state is None or state.change != last:
                self._store.settle(name, last)
        return bool(touched)

    def _touched_documents(self, since: int, layer: int) -> list[str]:
        """Return the documents that changed since, those that are gone among them."""
        changes = self._graph.changes(since)
        lines = {doc_id for doc_id, writer, _ in changes if not writer.startswith("pass/")}
        if layer == LINES:
            return sorted(lines)
        parted = {doc_id for doc_id, writer, _ in changes if writer in self._writers}
        sql = "SELECT 1 FROM name_part WHERE document = ? AND layer = 1"
        held = {doc_id for doc_id in lines - parted if self._database.one(sql, (doc_id,)) is not None}
        return sorted(parted | held)

    def _read_again(self, doc_ids: Sequence[str], layer: int) -> tuple[set[str], set[int]]:
        """Return the names in documents that are read again, and the keys of those of which something else is said."""
        names: set[str] = set()
        changed: set[str] = set()
        there = set(self._graph.documents())
        for doc_id in doc_ids:
            if doc_id not in there:
                self._replace(doc_id, layer, {}, names, changed)
        for group in document_groups(self._database, [each for each in doc_ids if each in there]):
            for document in read_documents(self._database, group, layer):
                if layer == LINES:
                    self._keep_heading(document)
                bodies = {entity: part_json(part) for entity, part in name_parts(document).items()}
                bodies = bodies if layer == LINES else _changed_by_senses(document, bodies)
                self._replace(document.doc_id, layer, bodies, names, changed)
        keys = {number for entity in sorted(changed) for number in self._replace_keys(entity, layer)}
        keys |= {
            number for entity in self._parted_among(changed, layer) for number in self._replace_keys(entity, SENSES)
        }
        return names, keys

    def _parted_among(self, entities: Iterable[str], layer: int) -> list[str]:
        """Return the names, of those that lines say something else of, that senses show otherwise."""
        sql = "SELECT 1 FROM name_part WHERE entity = ? AND layer = 1"
        return [each for each in sorted(entities) if layer == LINES and self._database.one(sql, (each,)) is not None]

    def _keep_heading(self, document: ReadDocument) -> None:
        row = (document.doc_id, json.dumps(heading_words(document.lines), ensure_ascii=False))
        self._database.execute("INSERT OR REPLACE INTO document_heading VALUES (?, ?)", row)

    def _replace(self, doc_id: str, layer: int, bodies: Mapping[str, str], names: set[str], changed: set[str]) -> None:
        """Replace the parts of a document, and add its names, of before and now, to `names` and `changed`."""
        sql = "SELECT entity, body FROM name_part WHERE document = ? AND layer = ?"
        before = dict(self._database.all(sql, (doc_id, layer)))
        other = {each for each in {*before, *bodies} if before.get(each) != bodies.get(each)}
        gone = [(each, layer, doc_id) for each in sorted(other & before.keys())]
        self._database.executemany("DELETE FROM name_part WHERE entity = ? AND layer = ? AND document = ?", gone)
        rows = [(each, layer, doc_id, pack(FREQUENT_PARTS, bodies[each])) for each in sorted(other & bodies.keys())]
        sql = "INSERT INTO name_part (entity, layer, document, packed) VALUES (?, ?, ?, ?)"
        self._database.executemany(sql, rows)
        names |= {*before, *bodies}
        changed |= other
        if not bodies and layer == LINES:
            self._database.execute("DELETE FROM document_heading WHERE document = ?", (doc_id,))

    def _replace_keys(self, entity: str, layer: int) -> set[int]:
        """Replace the keys of a name, and return those of before and now by which others compare it."""
        parts = stored_parts(self._database, entity, layer)
        own = layer == LINES or self._database.one(
            "SELECT 1 FROM name_part WHERE entity = ? AND layer = ?", (entity, layer)
        )
        rows: set[tuple[int, int]] = set()
        if parts and own:
            profile = profile_of(entity, parts)
            rows = {(key_number(key), 2 * _use(key) + layer) for key in shared_keys(profile)}
            rows |= {(key_number(key), 2 * _ASKED + layer) for key in asked_keys(profile)}
        uses = [2 * use + layer for use in (_SHARED, _FOUND, _ASKED)]
        sql = "SELECT item, layer FROM name_key WHERE entity = ? AND layer IN (?, ?, ?)"
        before = set(self._database.all(sql, (entity, *uses)))
        gone = ((item, use, entity) for item, use in before - rows)
        self._database.executemany("DELETE FROM name_key WHERE item = ? AND layer = ? AND entity = ?", gone)
        self._database.executemany(
            "INSERT INTO name_key VALUES (?, ?, ?)", sorted((*row, entity) for row in rows - before)
        )
        return {item for item, use in before | rows if use < 2 * _ASKED}


def _changed_by_senses(document: ReadDocument, bodies: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of the senses of a document, and of the names that these are senses of."""
    senses = {sense: base for sense, base in document.senses.items() if sense in bodies}
    return {each: bodies.get(each, _GONE) for each in (*senses, *senses.values())}


def stored_senses(database: Database) -> dict[str, str]:
    """Return the senses of a graph, each with the name of which it is a sense."""
    sql = "SELECT DISTINCT entity, json_extract(body, '$[1]') FROM name_part WHERE layer = 1 AND body != ''"
    return {sense: base for sense, base in database.all(sql) if base}
