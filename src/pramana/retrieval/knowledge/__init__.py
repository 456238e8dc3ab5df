"""Knowledge bases outside the workspace: entries by name and by id, from a file or from Wikidata.

Every answer is stored before it is looked at, and repeated from the store; what an entry says is a stranger's text.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.retrieval.knowledge.answers import KNOWLEDGE_SCHEMA, Answers
    from pramana.retrieval.knowledge.gazetteer import Gazetteer
    from pramana.retrieval.knowledge.model import KnowledgeBase, KnowledgeEntry, LookUp, name_key
    from pramana.retrieval.knowledge.opening import open_knowledge, reopen_knowledge
    from pramana.retrieval.knowledge.plugin import BASES, KnowledgeOpening, KnowledgePlugin
    from pramana.retrieval.knowledge.settings import KnowledgeSettings
    from pramana.retrieval.knowledge.wikidata import Wikidata
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "BASES",
    "KNOWLEDGE_SCHEMA",
    "Answers",
    "Gazetteer",
    "KnowledgeBase",
    "KnowledgeEntry",
    "KnowledgeOpening",
    "KnowledgePlugin",
    "KnowledgeSettings",
    "LookUp",
    "Wikidata",
    "name_key",
    "open_knowledge",
    "reopen_knowledge",
]
