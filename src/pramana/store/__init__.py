"""SQLite, and nothing of any domain: one file, one writer, short transactions, forward migrations, blobs.

Each room owns its tables: it declares a `Schema`, and whoever opens the database names the schemas it needs.
"""

from pramana.store.blobs import Blobs
from pramana.store.database import Database, Schema

__all__ = ["Blobs", "Database", "Schema"]
