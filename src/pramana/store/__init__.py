"""What is kept, and nothing of any domain: SQLite with one writer, migrations and blobs; files replaced whole.

Each room owns its tables: it declares a `Schema`; who opens the database names those it needs, others `add` theirs.
"""

from pramana.store.blobs import BLOB_SCHEMA, Blobs
from pramana.store.database import Database, Schema
from pramana.store.files import replacing, replacing_paths

__all__ = ["BLOB_SCHEMA", "Blobs", "Database", "Schema", "replacing", "replacing_paths"]
