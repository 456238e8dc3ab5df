"""How a pass decides by blocks, as the runner of all passes sees it, without how the blocks are kept.

A pass that keeps none does not rest on that code: it stays as decided where only that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pramana.karaka.passes.applying import Applied
from pramana.karaka.passes.block_store import BlockState, BlockStore
from pramana.karaka.passes.model import EntityDecision, PassView


@dataclass(frozen=True, slots=True)
class BlockDecision:
    """What a pass proposes of the blocks that it decided, by block, those that propose nothing among them.

    `refused` is what it looked at and did not propose (JSON), with the reason. `of` is the number of all names, `note`
    what the pass has to know the next time. With `by_document` the pass has read `documents` again (None: all), and
    `of` is the number of all documents.
    """

    owned: Mapping[str, Sequence[Applied]]
    of: int
    refused: Sequence[tuple[Mapping[str, object], str]] = ()
    note: str = ""
    documents: tuple[str, ...] | None = None
    by_document: bool = False


class HeldBlocks(Protocol):
    """The store of a workspace, with the view of it: see `Blocks`."""

    store: BlockStore

    def view(self, decisions: tuple[EntityDecision, ...], *, senses: bool) -> PassView:
        """Return a view of which lines and places are read when they are asked for, without mentions and events."""


DecideBlocks = Callable[[Any, tuple[EntityDecision, ...], BlockState | None, frozenset[str]], BlockDecision | None]
"""Decides the blocks (of `Blocks`) that changed since a state, all for None, and some others. Returns None where the
whole graph has to be read."""
