"""Finding lines by what they say: full text, and exact search over vectors.

An index holds no text and can be rebuilt from the database at any time.
"""

from pramana.retrieval.knowledge import (
    BASES,
    KNOWLEDGE_SCHEMA,
    KnowledgeBase,
    KnowledgeEntry,
    KnowledgeSettings,
    LookUp,
    name_key,
    open_knowledge,
    reopen_knowledge,
)
from pramana.retrieval.line_vectors import VECTOR_SCHEMA, LineVectors, StoredIndex
from pramana.retrieval.lines import RETRIEVAL_SCHEMA, LineIndex
from pramana.retrieval.vector_store import FAISSVectorStore
from pramana.retrieval.vectors import Matrix, VectorIndex

__all__ = [
    "BASES",
    "KNOWLEDGE_SCHEMA",
    "RETRIEVAL_SCHEMA",
    "VECTOR_SCHEMA",
    "FAISSVectorStore",
    "KnowledgeBase",
    "KnowledgeEntry",
    "KnowledgeSettings",
    "LineIndex",
    "LineVectors",
    "LookUp",
    "Matrix",
    "StoredIndex",
    "VectorIndex",
    "name_key",
    "open_knowledge",
    "reopen_knowledge",
]
