"""Finding lines by what they say. Full text now; vectors come with the embedders.

An index holds no text of its own and can be rebuilt from the lines at any time.
"""

from pramana.retrieval.lines import RETRIEVAL_SCHEMA, LineIndex

__all__ = ["RETRIEVAL_SCHEMA", "LineIndex"]
