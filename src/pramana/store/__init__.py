"""SQLite, and nothing of any domain: one file, one writer, short transactions, forward migrations, blobs.

Each room owns its tables: it declares a `Schema`, and whoever opens the database names the schemas it needs.
"""

from pramana.store.blobs import BLOB_SCHEMA, Blobs
from pramana.store.database import Database, Schema

__all__ = ["BLOB_SCHEMA", "Blobs", "Database", "Schema"]
