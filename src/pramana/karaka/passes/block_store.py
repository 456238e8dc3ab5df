"""What passes that decide by blocks keep: parts and keys of names, links between names, and what changed when.

All of it follows from the graph, people's decisions and the code. It is made anew where the code changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from pramana.karaka.passes.name_keys import Key
from pramana.store import (
    Database,
    Schema,
    code_of,
    coded_column,
    hash_bytes,
    hash_column,
    packed_columns,
    seal_column,
)

FREQUENT_PARTS = (
    '"possessor""companion""speaks"["Person","does what persons do",6,3,["Person","receives",6,1,["Location","says wher'
    'e",6,3,["place""thing","verbatim"],[],[],null,[[["type","person"]]],[["Person",'
)
FREQUENT_ROWS = (
    '["told","have""be""live""find""see""take""give",["references""pronoun""premises":[{"time":"evening""place":"quo'
    'te":"The the ["entity","",[],[],{"entity":"","place":{"doc_id":"","line_number":,"start":,"end":,"quote":"","gr'
    'ade":"resolved"},"target":"","target_place":null,"reason":"By the rule (agent -> object).","confidence":100,"or'
    'dinal":0,"verified":false}]]["relation",[{"source":"","relation":"GAVE_TO","target":"","properties":{"status":"'
    'actual","polarity":"affirmative"},"events":["_K1"],"evidence":[{"doc_id":"","line_number":,"start":,"end":,"quo'
    'te":"","grade":"verbatim"},{"doc_id":"'
)
"""What parts of names and rows of documents repeat, the most frequent last: they are a half and a third as long, and
none needs a page of its own. Each is part of its table's SQL: a changed one makes another table."""

PASS_PLACES = (
    *("pass/homonyms", "pass/resolution", "pass/coreference", "pass/events"),
    *("pass/sources", "pass/types", "pass/relations"),
)
"""Where most passes put their units: each is a number in the table of slots."""
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")

# A slot is kept as its last part, a hash; an owner, the number of a key or a name, as a number where it is written so.
BLOCK_SCHEMA = Schema(
    "blocks",
    f"""
    CREATE TABLE block_state (
        name TEXT PRIMARY KEY, change INTEGER NOT NULL, epoch INTEGER NOT NULL, basis TEXT NOT NULL, note TEXT NOT NULL,
        {seal_column("name", "change", "epoch", "basis", "note")}
    ) WITHOUT ROWID;
    CREATE TABLE block_change (
        kind TEXT NOT NULL, item NOT NULL, epoch INTEGER NOT NULL, {seal_column("kind", "item", "epoch")},
        PRIMARY KEY (kind, item)
    ) WITHOUT ROWID;
    CREATE INDEX block_change_by_epoch ON block_change (kind, epoch);
    CREATE TABLE block_slot (
        {coded_column("pass", PASS_PLACES)}, owner NOT NULL, {hash_column("slot")},
        {seal_column("pass_code", "owner", "slot_bytes")}, PRIMARY KEY (pass_code, owner, slot_bytes)
    ) WITHOUT ROWID;
    CREATE INDEX block_slot_by_slot ON block_slot (slot_bytes);
    CREATE TABLE name_part (
        entity TEXT NOT NULL, layer INTEGER NOT NULL, document TEXT NOT NULL,
        {packed_columns(FREQUENT_PARTS, "body")},
        {seal_column("entity", "layer", "document", "packed")}, PRIMARY KEY (entity, layer, document)
    ) WITHOUT ROWID;
    CREATE INDEX name_part_of_senses ON name_part (entity) WHERE layer = 1;
    CREATE INDEX name_part_by_document ON name_part (document, layer);
    CREATE TABLE name_key (
        item INTEGER NOT NULL, layer INTEGER NOT NULL, entity TEXT NOT NULL, {seal_column("item", "layer", "entity")},
        PRIMARY KEY (item, layer, entity)
    ) WITHOUT ROWID;
    CREATE INDEX name_key_by_entity ON name_key (entity, layer);
    CREATE TABLE document_heading (
        document TEXT PRIMARY KEY, body TEXT NOT NULL, {seal_column("document", "body")}
    ) WITHOUT ROWID;
    CREATE TABLE document_key (
        item INTEGER NOT NULL, document TEXT NOT NULL, {seal_column("item", "document")}, PRIMARY KEY (item, document)
    ) WITHOUT ROWID;
    CREATE INDEX document_key_by_document ON document_key (document);
    CREATE TABLE name_link (
        stage INTEGER NOT NULL, owner TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL, body TEXT NOT NULL,
        {seal_column("stage", "owner", "one", "other", "body")}
    );
    CREATE INDEX name_link_by_one ON name_link (one, stage);
    CREATE INDEX name_link_by_other ON name_link (other, stage);
    CREATE INDEX name_link_by_owner ON name_link (owner, stage);
    CREATE TABLE name_refusal (
        stage INTEGER NOT NULL, entity TEXT NOT NULL, body TEXT NOT NULL, {seal_column("stage", "entity", "body")}
    );
    CREATE INDEX name_refusal_by_entity ON name_refusal (entity, stage);
    CREATE TABLE name_group (
        entity TEXT PRIMARY KEY, representative TEXT NOT NULL, {seal_column("entity", "representative")}
    ) WITHOUT ROWID;
    CREATE INDEX name_group_by_representative ON name_group (representative);
    """,
)
ROW_SCHEMA = Schema(
    "document_rows",
    f"""
    CREATE TABLE document_row (
        reader TEXT NOT NULL, document TEXT NOT NULL, item INTEGER NOT NULL,
        {packed_columns(FREQUENT_ROWS, "body")},
        {seal_column("reader", "document", "item", "packed")}, PRIMARY KEY (reader, document, item)
    ) WITHOUT ROWID;
    CREATE INDEX document_row_by_item ON document_row (reader, item);
    """,
)
NAMES, KEYS, GROUPS, LINKED = "name", "key", "group", "linked"
"""Kinds of what changes: names of documents that were read again; keys of names of which something else is said; names
that another one represents now; names whose links were settled again."""


def key_number(key: Key) -> int:
    """Return a key as a number of 64 bits. Two keys of one number only have more names compared."""
    text = "\x1f".join(map(str, key)).encode("utf-8", "surrogateescape")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


@dataclass(frozen=True, slots=True)
class BlockState:
    """Up to which change of the graph, and which epoch of the store, something has been decided."""

    change: int
    epoch: int
    note: str = ""


class BlockStore:
    """The tables, with an epoch: a number that grows whenever something in them changes.

    `basis` hashes the code that decides.
    """

    def __init__(self, database: Database, basis: str) -> None:
        self.database, self._basis, self._ready = database, basis, False

    def prepare(self) -> None:
        """Make the tables, and forget what other code has written there."""
        if not self._ready:
            self.database.add(BLOCK_SCHEMA, ROW_SCHEMA)
            row = self.database.one("SELECT basis FROM block_state WHERE name = ''")
            if row is not None and row[0] != self._basis:
                forget_blocks(self.database)
            self._ready = True

    @property
    def epoch(self) -> int:
        """The number of the last change of the tables, 0 for the first."""
        row = self.database.one("SELECT epoch FROM block_state WHERE name = ''")
        return 0 if row is None else int(row[0])

    def state(self, name: str, basis: str = "") -> BlockState | None:
        """Return how far a reader of the tables is, None where it never was through on this basis."""
        row = self.database.one(
            "SELECT change, epoch, note FROM block_state WHERE name = ? AND basis = ?", (name, basis)
        )
        return None if row is None else BlockState(*row)

    def settle(self, name: str, change: int, basis: str = "", note: str = "") -> None:
        """Record that a reader has seen everything up to a change of the graph, and to the last epoch."""
        row = (name, change, self.epoch, basis, note)
        self.database.execute("INSERT OR REPLACE INTO block_state VALUES (?, ?, ?, ?, ?)", row)

    def forget(self, name: str) -> None:
        """Have a reader begin anew, as one that owns nothing."""
        self.prepare()
        self.database.execute("DELETE FROM block_state WHERE name = ?", (name,))
        self.database.execute("DELETE FROM block_slot WHERE pass_code = ?", (_place(name),))

    def log(self, changes: Iterable[tuple[str, str | int]]) -> None:
        """Note items that changed, each with its kind, under a new epoch."""
        epoch = self.epoch + 1
        self.database.execute("INSERT OR REPLACE INTO block_state VALUES ('', 0, ?, ?, '')", (epoch, self._basis))
        rows = ((kind, item, epoch) for kind, item in changes)
        self.database.executemany("INSERT OR REPLACE INTO block_change VALUES (?, ?, ?)", rows)

    def changed_items(self, kind: str, since: int) -> list[str]:
        """Return the items of a kind that changed after an epoch, sorted."""
        sql = "SELECT item FROM block_change WHERE kind = ? AND epoch > ? ORDER BY item"
        return [item for (item,) in self.database.all(sql, (kind, since))]

    def asking(self, since: int) -> list[str]:
        """Return the names that ask for a key that changed after an epoch, sorted; not those that it finds alone."""
        sql = (
            "SELECT DISTINCT entity FROM block_change JOIN name_key ON name_key.item = block_change.item "
            "WHERE kind = ? AND epoch > ? AND name_key.layer NOT IN (2, 3) ORDER BY entity"
        )
        return [entity for (entity,) in self.database.all(sql, (KEYS, since))]

    def documents_asking(self, since: int) -> list[str]:
        """Return the documents that ask for a key that changed after an epoch, sorted."""
        sql = (
            "SELECT DISTINCT document FROM block_change JOIN document_key ON document_key.item = block_change.item "
            "WHERE kind = ? AND epoch > ? ORDER BY document"
        )
        return [doc_id for (doc_id,) in self.database.all(sql, (KEYS, since))]

    def slots_of(self, name: str, owners: Iterable[str]) -> dict[str, list[str]]:
        """Return the slots of a pass that each of some blocks has proposed, blocks without any left out."""
        sql, code = "SELECT slot FROM block_slot WHERE pass_code = ? AND owner = ? ORDER BY slot_bytes", _place(name)
        rows = ((owner, self.database.all(sql, (code, _owner_cell(owner)))) for owner in owners)
        return {owner: [f"{name}/{slot}" for (slot,) in found] for owner, found in rows if found}

    def owners_of(self, name: str, slots: Iterable[str]) -> set[str]:
        """Return the blocks of a pass that have proposed what is in some slots."""
        sql, code = "SELECT owner FROM block_slot WHERE slot_bytes = ? AND pass_code = ?", _place(name)
        cells = (_slot_cell(slot) for slot in slots)
        return {str(owner) for cell in cells for (owner,) in self.database.all(sql, (cell, code))}

    def keep_slots(self, name: str, owned: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Keep what blocks propose now, in the place of what they proposed before."""
        sql, code = "DELETE FROM block_slot WHERE pass_code = ? AND owner = ?", _place(name)
        self.database.executemany(sql, ((code, _owner_cell(owner)) for owner, _ in owned))
        rows = ((code, _owner_cell(owner), _slot_cell(slot)) for owner, slots in owned for slot in dict.fromkeys(slots))
        self.database.executemany("INSERT INTO block_slot (pass_code, owner, slot_bytes) VALUES (?, ?, ?)", rows)


def _place(name: str) -> int | str:
    return code_of(PASS_PLACES, name)


def _slot_cell(slot: str) -> bytes | str:
    """Return what the table holds of a slot: its last part."""
    return hash_bytes(slot.rpartition("/")[2])


def _owner_cell(owner: str) -> int | str:
    """Return an owner as a number where it is written as one, so that each text is read as it was.

    >>> _owner_cell("-17"), _owner_cell("007"), _owner_cell("9" * 19), _owner_cell("Rama")
    (-17, '007', '9999999999999999999', 'Rama')
    """
    return int(owner) if _NUMBER.fullmatch(owner) and abs(int(owner)) < 2**63 else owner


def forget_blocks(database: Database) -> None:
    """Drop what is kept of names and links: a purge must reach it. Everything is decided anew then."""
    database.add(BLOCK_SCHEMA, ROW_SCHEMA)
    with database.transaction():
        for table in (*BLOCK_SCHEMA.tables, *ROW_SCHEMA.tables):
            database.execute(f"DELETE FROM {table}")
