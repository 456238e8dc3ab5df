"""What read models read: the stores of a workspace, without its models and its configuration."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.documents import Shelf
from pramana.karaka import KarakaGraphV2
from pramana.store import Database
from pramana.trace import Ledger


@dataclass(frozen=True, slots=True)
class Stores:
    """The database of a workspace, and what is kept in it. Views read it and write nothing."""

    database: Database
    graph: KarakaGraphV2
    shelf: Shelf
    ledger: Ledger
