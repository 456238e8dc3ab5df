"""DECLARE: a key of the state."""

from __future__ import annotations

from pramana.gasl.commands.base import Work
from pramana.gasl.records import Outcome
from pramana.gasl.tree import DeclareNode
from pramana.gasl.types import Status


async def declare(node: DeclareNode, work: Work) -> Outcome:
    """Declare the key. `success` also where it is declared so already; `error` where it has another type."""
    known = work.state.type_of(node.key) is not None
    change = work.state.declare(node.key, node.type, node.description)
    return Outcome(Status.SUCCESS, metrics={**change.to_dict(), **({"known": True} if known else {})})
