"""Finding lines by what they say: full text, names and links in one ranking, and exact search over vectors.

An index holds no text and can be rebuilt from the database at any time.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.retrieval.analysis import name_runs, query_names, search_terms
    from pramana.retrieval.bm25 import TextIndex
    from pramana.retrieval.index import RETRIEVAL_SCHEMA, LineSource, PassageIndex
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
    from pramana.retrieval.passage_vectors import PassageVectors
    from pramana.retrieval.search import LineSearch, RankedLine, RankedPassage
    from pramana.retrieval.vector_store import FAISSVectorStore
    from pramana.retrieval.vectors import Matrix, VectorIndex
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "BASES",
    "KNOWLEDGE_SCHEMA",
    "RETRIEVAL_SCHEMA",
    "VECTOR_SCHEMA",
    "FAISSVectorStore",
    "KnowledgeBase",
    "KnowledgeEntry",
    "KnowledgeSettings",
    "LineSearch",
    "LineSource",
    "LineVectors",
    "LookUp",
    "Matrix",
    "PassageIndex",
    "PassageVectors",
    "RankedLine",
    "RankedPassage",
    "StoredIndex",
    "TextIndex",
    "VectorIndex",
    "name_key",
    "name_runs",
    "open_knowledge",
    "query_names",
    "reopen_knowledge",
    "search_terms",
]
