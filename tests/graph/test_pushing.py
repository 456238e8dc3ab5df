"""Pushes of a graph to a target: what has changed, whatever came before, is written, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from push_histories import HISTORIES, History, MemoryTarget

from pramana.errors import GraphServerError
from pramana.graph import pushing
from pramana.graph.projection import elements_hash


@settings(max_examples=60)
@given(HISTORIES)
def test_an_incremental_push_equals_one_from_scratch(history: list[tuple[str, Any]]) -> None:
    """After any changes and any pushes, some cut off at any write, and in batches of a few elements."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pushing, "BATCH", 2)
        graph, target = History(), MemoryTarget()
        for what, given_value in history:
            if what == "push":
                target.cut_off = given_value
                with suppress(GraphServerError):
                    graph.push(target)
                target.cut_off = -1
            else:
                graph.change(what, given_value)
        graph.check(target)
        graph.check(target)
        fresh = MemoryTarget()
        graph.push(fresh)
        assert elements_hash(fresh.nodes(), fresh.edges()) == elements_hash(target.nodes(), target.edges())
