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
from pramana.gasl.commands import COMMANDS
from pramana.gasl.commands.configure import SetNode, set_within_defaults
from pramana.gasl.records import Outcome, failed_outcome
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import Status
from pramana.gasl.work import Run, Work

ENDS_RUN = (AccessRefused, BudgetExceeded, PriceUnknown, ReplayMiss, StoreError)
"""After these no other command would fare better: they are recorded, and raised."""

RUNNERS: dict[type[GASLNode], Run] = {command.node: command.run for command in COMMANDS}


class CommandDispatcher:
    """Executes commands. `runners` puts runners of your own in the place of those by kind."""

    def __init__(self, runners: dict[type[GASLNode], Run] | None = None) -> None:
        self._runners = RUNNERS | (runners or {})

    async def dispatch(self, node: GASLNode, work: Work) -> Outcome:
        """Execute a command and return how it ended: an error is an outcome, but for those that end a run."""
        try:
            return await self._runners[type(node)](node, work)
        except ENDS_RUN:
            raise
        except BindingError as error:
            return failed_outcome(error, Status.BINDING_FAILURE)
        except PramanaError as error:
            return failed_outcome(error)


def bounded_dispatcher() -> CommandDispatcher:
    """Return a dispatcher for commands of strangers: SET raises no bound of a search above its default."""
    return CommandDispatcher({SetNode: set_within_defaults})
