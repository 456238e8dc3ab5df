"""What is kept, and nothing of any domain: SQLite with one writer, migrations and blobs; files replaced whole.

Each room owns its tables: it declares a `Schema`; who opens the database names those it needs, others `add` theirs.
"""

from pramana.store.blobs import BLOB_SCHEMA, Blobs
from pramana.store.database import Database, Schema, lease
from pramana.store.files import replacing, replacing_paths
from pramana.store.flaws import Flaw, cell_flaws, seal_flaws, sealed_columns, table_flaws
from pramana.store.log import log_state
from pramana.store.packing import pack, packed_columns
from pramana.store.seals import Cell, row_digest, seal_column
from pramana.store.shortening import (
    code_of,
    coded_column,
    hash_bytes,
    hash_column,
    shorten,
    shortened_column,
    text_of_code,
)

__all__ = [
    "BLOB_SCHEMA",
    "Blobs",
    "Cell",
    "Database",
    "Flaw",
    "Schema",
    "cell_flaws",
    "code_of",
    "coded_column",
    "hash_bytes",
    "hash_column",
    "lease",
    "log_state",
    "pack",
    "packed_columns",
    "replacing",
    "replacing_paths",
    "row_digest",
    "seal_column",
    "seal_flaws",
    "sealed_columns",
    "shorten",
    "shortened_column",
    "table_flaws",
    "text_of_code",
]
