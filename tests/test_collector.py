"""Collections of garbage are rare within a block, and as before after the last one."""

from __future__ import annotations

import gc

from pramana.collector import RARELY, rare_collections


def test_collections_are_as_before_after_the_last_block() -> None:
    """Blocks may overlap: the process's own numbers come back when none runs any more."""
    before = gc.get_threshold()
    first, second = rare_collections(), rare_collections()
    with first:
        second.__enter__()
        assert gc.get_threshold() == RARELY
    assert gc.get_threshold() == RARELY
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before
