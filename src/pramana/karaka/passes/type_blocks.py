"""Types by blocks: a block is a name, and is decided again with all that are one with it."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import GROUPS, NAMES, BlockState
from pramana.karaka.passes.blocks import Blocks
from pramana.karaka.passes.model import EntityDecision, TypeProposal
from pramana.karaka.passes.types import elect
from pramana.karaka.schema import ENTITY_TYPES


def decide(
    blocks: Blocks,
    decisions: tuple[EntityDecision, ...],
    state: BlockState | None,
    more: frozenset[str],
    types: Sequence[str] = ENTITY_TYPES,
) -> BlockDecision:
    """Return the types of all names that changed since, and of those that are one with them."""
    links, names = blocks.links(decisions), blocks.names()
    wanted = {*more, *names} if state is None else {*more}
    if state is not None:
        wanted.update(blocks.store.changed_items(NAMES, state.epoch), blocks.store.changed_items(GROUPS, state.epoch))
    owned: dict[str, list[TypeProposal]] = {name: [] for name in wanted if name not in names}
    for representative in sorted({links.representative(name) for name in wanted if name in names}):
        members = links.members(representative)
        owned |= {name: [] for name in members}
        for election in elect(members, names, types):
            if election.winner is not None:
                owned[election.winner.entity] = [election.winner]
    return BlockDecision(owned, names.count())
