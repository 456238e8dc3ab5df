"""What asking keeps in a workspace, apart from the code that answers: reading does not import that."""

from __future__ import annotations

from pramana.karaka.senses import SenseGraph
from pramana.store import Database, Schema, seal_column

GUESS_COSINE = 0.45
"""The least cosine of a name that is taken for another. By the built-in embedder, which knows spelling: *Scruge* and
*Scrooge* have 0.46, *Bismarck* and *Marley* 0.27."""
LINES_STEP = "lines"
"""Where the lines that a reply was made from are recorded."""
TRAVERSAL_SCHEMA = Schema(
    "traversals",
    f"""
    CREATE TABLE traversal (
        key TEXT PRIMARY KEY, graph TEXT NOT NULL, body TEXT NOT NULL, {seal_column("key", "graph", "body")}
    ) WITHOUT ROWID;
    """,
)


def index_for_questions(graph: SenseGraph) -> None:
    """Index what questions look for: most steps of a plan start from a verb, and without an index each looks at every
    event. Whoever may write does it, since a workspace that is opened to be read alone keeps what it has."""
    graph.index("verb")


def forget_traversals(database: Database) -> None:
    """Drop all that is kept. Traces name entities: a purge must reach them."""
    database.execute("DELETE FROM traversal")
