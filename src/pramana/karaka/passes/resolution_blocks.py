"""Resolution by blocks: what is decided again are the names that links lead to from names that changed."""

from __future__ import annotations

import json
from collections import defaultdict

from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import LINKED, BlockState
from pramana.karaka.passes.blocks import Blocks, FirstPlaces, decided_names
from pramana.karaka.passes.decisions import decided_links
from pramana.karaka.passes.model import EntityDecision, Link


def decide(
    blocks: Blocks, decisions: tuple[EntityDecision, ...], state: BlockState | None, more: frozenset[str]
) -> BlockDecision:
    """Return the links of all names that changed since, and of all that these lead to. A link belongs to its source."""
    links, names = blocks.links(decisions), blocks.names()
    note = decided_names(decisions)
    merged: dict[str, list[str]] = defaultdict(list)
    for each in decisions:
        merged[each.one].append(each.other)
        merged[each.other].append(each.one)
    wanted = (
        set(names) if state is None else {*blocks.store.changed_items(LINKED, state.epoch), *json.loads(state.note)}
    )
    wanted = links.reached_entities({*wanted, *merged, *more}, merged)
    found = decided_links(decisions, FirstPlaces(blocks, names), links.held_links(wanted))
    owned: dict[str, list[Link]] = {name: [] for name in sorted(wanted)}
    for link in found:
        owned[link.source].append(link)
    refused = [
        ({"entity": one.entity, "others": list(one.others)}, one.reason) for one in links.refusals(sorted(wanted))
    ]
    return BlockDecision(owned, names.count(), refused, note)
