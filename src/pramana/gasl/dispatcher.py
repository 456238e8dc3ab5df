"""From a command's kind to its runner."""

from __future__ import annotations

from pramana.errors import (
    AccessRefused,
    BindingError,
    BudgetExceeded,
    PramanaError,
    PriceUnknown,
    ReplayMiss,
    StoreError,
)
from pramana.gasl.commands.analyze import analyze
from pramana.gasl.commands.base import Run, Work
from pramana.gasl.commands.branch import branch, on, try_
from pramana.gasl.commands.configure import set_
from pramana.gasl.commands.declare import declare
from pramana.gasl.commands.find import find
from pramana.gasl.commands.grouping import group
from pramana.gasl.commands.guards import assert_, cancel, require
from pramana.gasl.commands.process import process
from pramana.gasl.commands.select import select_fields, select_where
from pramana.gasl.commands.sorting import count, distinct, sort
from pramana.gasl.commands.update import update
from pramana.gasl.records import Outcome, failed
from pramana.gasl.tree import (
    AnalyzeNode,
    AssertNode,
    BranchNode,
    CancelNode,
    CountNode,
    DeclareNode,
    DistinctNode,
    FindNode,
    GASLNode,
    GroupNode,
    OnNode,
    ProcessNode,
    RequireNode,
    SelectFieldsNode,
    SelectWhereNode,
    SetNode,
    SortNode,
    TryNode,
    UpdateNode,
)
from pramana.gasl.types import Status

ENDS_RUN = (AccessRefused, BudgetExceeded, PriceUnknown, ReplayMiss, StoreError)
"""After these no other command would fare better: they are recorded, and raised."""

RUNNERS: dict[type[GASLNode], Run] = {
    AnalyzeNode: analyze,
    AssertNode: assert_,
    BranchNode: branch,
    CancelNode: cancel,
    CountNode: count,
    DeclareNode: declare,
    DistinctNode: distinct,
    FindNode: find,
    GroupNode: group,
    OnNode: on,
    ProcessNode: process,
    RequireNode: require,
    SelectFieldsNode: select_fields,
    SelectWhereNode: select_where,
    SetNode: set_,
    SortNode: sort,
    TryNode: try_,
    UpdateNode: update,
}


class CommandDispatcher:
    """Carries out commands. `runners` puts runners of your own in the place of those by kind."""

    def __init__(self, runners: dict[type[GASLNode], Run] | None = None) -> None:
        self._runners = RUNNERS | (runners or {})

    async def dispatch(self, node: GASLNode, work: Work) -> Outcome:
        """Carry out a command and return how it ended: an error is an outcome, but for those that end a run."""
        try:
            return await self._runners[type(node)](node, work)
        except ENDS_RUN:
            raise
        except BindingError as error:
            return failed(error, Status.BINDING_FAILURE)
        except PramanaError as error:
            return failed(error)
