"""Homonyms by blocks: a block is a name, with the short forms that mean one of its bearers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import NAMES, BlockState, key_number
from pramana.karaka.passes.blocks import Blocks, decided_names
from pramana.karaka.passes.homonyms import BearerReader
from pramana.karaka.passes.model import EntityDecision, SenseProposal
from pramana.karaka.passes.stored_names import LINES, StoredNames, keep_asked

PASS = "pass/homonyms"


def decide(
    blocks: Blocks, decisions: tuple[EntityDecision, ...], state: BlockState | None, more: frozenset[str]
) -> BlockDecision:
    """Return the senses of all names that changed since, of those that read of these, and of their short forms."""
    names, store = blocks.names(LINES), blocks.store
    note = decided_names([each for each in decisions if each.places])
    if state is None:
        wanted = set(names)
    else:
        wanted = {*store.changed_items(NAMES, state.epoch), *store.asking(state.epoch), *json.loads(state.note)}
    wanted |= {*json.loads(note), *more}
    reader = BearerReader(names.about, names, decisions)
    found: dict[str, list[SenseProposal]] = {}
    while wanted:
        now = {base: reader.senses(base) if base in names else [] for base in sorted(wanted)}
        before = store.slots_of(PASS, now)
        other = [base for base in now if bool(now[base]) != (base in before)]
        found |= now
        wanted = _naming_bases(blocks, names, other) - found.keys()

    def is_parted(base: str) -> bool:
        return bool(found[base]) if base in found else bool(store.slots_of(PASS, [base]))

    keep_asked(store, LINES, {base: _words(names, base) if found[base] else [] for base in found})
    owned = {base: [*found[base], *_following(reader, base, found[base], is_parted)] for base in sorted(found)}
    return BlockDecision(owned, names.count(), (), note)


def _following(
    reader: BearerReader, base: str, senses: list[SenseProposal], is_parted: Callable[[str], bool]
) -> Iterable[SenseProposal]:
    return reader.following(base, senses, is_parted) if senses else ()


def _words(names: StoredNames, base: str) -> list[tuple[str, str]]:
    """Return the keys of a name's words: a name of several bearers reads of all names that share one."""
    return [("word", word) for word in dict.fromkeys(names[base].reading.words)]


def _naming_bases(blocks: Blocks, names: StoredNames, bases: Iterable[str]) -> set[str]:
    """Return the names of several bearers that share a word with some names."""
    sql = "SELECT entity FROM name_key WHERE item = ? AND layer = 6"
    numbers = {key_number(key) for base in bases if base in names for key in _words(names, base)}
    return {entity for number in numbers for (entity,) in blocks.database.all(sql, (number,))}
