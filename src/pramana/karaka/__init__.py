"""The Kāraka graph: lines become events with their participants by role, and questions walks over them.

What models are asked is in `ptools` and `entry_ptools`, how the embedded model answers in `rules`. Kriyās and the
reader of a line are in `pramana.events`; the types that plans and readings are written with are exported here too.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.documents import load_and_refine_documents
    from pramana.events import Extraction, Kriya, Modality, Polarity, Role, canonical_name, is_one_mention
    from pramana.gsv import Candidate, GSVResult, ScoringResult, VerificationResult
    from pramana.karaka.all_ptools import PTOOLS
    from pramana.karaka.asked_tables import (
        GUESS_COSINE,
        LINES_STEP,
        TRAVERSAL_SCHEMA,
        forget_traversals,
        index_for_questions,
    )
    from pramana.karaka.batches import line_batches
    from pramana.karaka.graph import DocumentNode, EntityNode, GraphEdge, KarakaGraphV2, KriyaNode
    from pramana.karaka.ingest import LineReader, line_items, reading_identity, remove_document, shelve_nodes
    from pramana.karaka.line_answers import FoundAnswer, PassageLine, answer_from_lines
    from pramana.karaka.line_quotes import holds_kind, question_terms, stem_nearness
    from pramana.karaka.linked_lines import line_links
    from pramana.karaka.linked_names import linked_names
    from pramana.karaka.moving import ReadingMover
    from pramana.karaka.passes import (
        BLOCK_SCHEMA,
        ENTITY_TYPES,
        EVENTS,
        LINKS,
        NO_BASE,
        PASS_SCHEMA,
        PASSES,
        ROW_SCHEMA,
        STATED_BY,
        Blocks,
        EntityDecision,
        EntryDecision,
        Link,
        Pass,
        PassOutcome,
        PassRunner,
        PassView,
        PassViews,
        RelationRule,
        default_passes,
        default_relation_rules,
        forget_blocks,
        forget_decided,
        links_pass,
        propose_types,
        read_relation_rules,
        relation_schema,
        rules_from_lines,
        upheld,
        written_rules,
    )
    from pramana.karaka.pipelines import IngestionPipeline, QueryPipeline
    from pramana.karaka.pipelines import KarakaRetryEngine as GSVRetryEngine
    from pramana.karaka.plans import QueryPlan, QueryStep
    from pramana.karaka.prompting import PROMPTS, get_prompt
    from pramana.karaka.query import QuestionAnswerer
    from pramana.karaka.reading import BatchReader, LineBatch, LineOutcome, PreparedBatch, line_path
    from pramana.karaka.rehearsal import REASON, RehearsedModel
    from pramana.karaka.resolver import ENTITY_SIMILARITY_THRESHOLD, EntityResolver
    from pramana.karaka.result import UNANSWERED, Citation, QueryResult
    from pramana.karaka.rules import RULES
    from pramana.karaka.schema import (
        CITED_IN,
        DOCUMENT,
        ENTITY,
        ENTITY_TYPE,
        IS_SAME_AS,
        KARAKA_SCHEMA,
        KRIYA,
        MARKER,
        RELATION_OF,
        ROLE_OF,
        document_node_id,
        relation_named,
    )
    from pramana.karaka.schema import KarakaSchema as GraphSchema
    from pramana.karaka.senses import SENSE_OF, sense_id
    from pramana.karaka.tasks import Verification, reading_task
    from pramana.karaka.writer import LineItem, line_unit
    from pramana.llm import call_llm_isolated, load_models, load_prompts, parse_json_response
    from pramana.retrieval import FAISSVectorStore
    from pramana.trace import ErrorHandler, ErrorLog
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "BLOCK_SCHEMA",
    "CITED_IN",
    "DOCUMENT",
    "ENTITY",
    "ENTITY_SIMILARITY_THRESHOLD",
    "ENTITY_TYPE",
    "ENTITY_TYPES",
    "EVENTS",
    "GUESS_COSINE",
    "IS_SAME_AS",
    "KARAKA_SCHEMA",
    "KRIYA",
    "LINES_STEP",
    "LINKS",
    "MARKER",
    "NO_BASE",
    "PASSES",
    "PASS_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "REASON",
    "RELATION_OF",
    "ROLE_OF",
    "ROW_SCHEMA",
    "RULES",
    "SENSE_OF",
    "STATED_BY",
    "TRAVERSAL_SCHEMA",
    "UNANSWERED",
    "BatchReader",
    "Blocks",
    "Candidate",
    "Citation",
    "DocumentNode",
    "EntityDecision",
    "EntityNode",
    "EntityResolver",
    "EntryDecision",
    "ErrorHandler",
    "ErrorLog",
    "Extraction",
    "FAISSVectorStore",
    "FoundAnswer",
    "GSVResult",
    "GSVRetryEngine",
    "GraphEdge",
    "GraphSchema",
    "IngestionPipeline",
    "KarakaGraphV2",
    "Kriya",
    "KriyaNode",
    "LineBatch",
    "LineItem",
    "LineOutcome",
    "LineReader",
    "Link",
    "Modality",
    "Pass",
    "PassOutcome",
    "PassRunner",
    "PassView",
    "PassViews",
    "PassageLine",
    "Polarity",
    "PreparedBatch",
    "QueryPipeline",
    "QueryPlan",
    "QueryResult",
    "QueryStep",
    "QuestionAnswerer",
    "ReadingMover",
    "RehearsedModel",
    "RelationRule",
    "Role",
    "ScoringResult",
    "Verification",
    "VerificationResult",
    "answer_from_lines",
    "call_llm_isolated",
    "canonical_name",
    "default_passes",
    "default_relation_rules",
    "document_node_id",
    "forget_blocks",
    "forget_decided",
    "forget_traversals",
    "get_prompt",
    "holds_kind",
    "index_for_questions",
    "is_one_mention",
    "line_batches",
    "line_items",
    "line_links",
    "line_path",
    "line_unit",
    "linked_names",
    "links_pass",
    "load_and_refine_documents",
    "load_models",
    "load_prompts",
    "parse_json_response",
    "propose_types",
    "question_terms",
    "read_relation_rules",
    "reading_identity",
    "reading_task",
    "relation_named",
    "relation_schema",
    "remove_document",
    "rules_from_lines",
    "sense_id",
    "shelve_nodes",
    "stem_nearness",
    "upheld",
    "written_rules",
]
