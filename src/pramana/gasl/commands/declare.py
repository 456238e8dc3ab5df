"""DECLARE: a key of the state."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.gasl.command import Command
from pramana.gasl.records import Outcome
from pramana.gasl.slots import STATE_KEY, Keyword, ValueSlot, choice, optional, quoted_kind
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import StateType, Status
from pramana.gasl.work import Work


@dataclass(frozen=True, slots=True)
class DeclareNode(GASLNode):
    """DECLARE: a key of the state, its type, and what it is for (None: not said)."""

    key: FieldPath
    type: StateType
    description: str | None = None


async def declare(node: DeclareNode, work: Work) -> Outcome:
    """Declare the key. `success` also where it is declared so already; `error` where it has another type."""
    known = work.state.type_of(node.key) is not None
    change = work.state.declare(node.key, node.type, node.description)
    return Outcome(Status.SUCCESS, metrics={**change.as_json(), **({"known": True} if known else {})})


DECLARE = Command(
    place=10,
    node=DeclareNode,
    run=declare,
    parts=(
        *(Keyword("DECLARE"), ValueSlot("key", STATE_KEY)),
        *(Keyword("AS"), ValueSlot("type", choice("STATE_TYPE", StateType))),
        optional("WITH_DESCRIPTION", ValueSlot("description", quoted_kind("text"))),
    ),
    example="DECLARE study.authors AS LIST WITH_DESCRIPTION 'All authors.'",
    says="Makes a key of the state.",
)
