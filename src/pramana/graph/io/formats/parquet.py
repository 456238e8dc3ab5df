"""Two tables in Parquet files."""

from __future__ import annotations

from functools import partial

from pramana.graph.io.arrow_read import read_tables
from pramana.graph.io.arrow_write import write_tables
from pramana.graph.io.tables import table_format

PLUGIN = table_format(".parquet", 2, read_tables, partial(write_tables, parquet=True))
