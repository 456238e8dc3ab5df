"""The Kāraka graph: lines become events with their participants by role, and questions walks over them.

What models are asked is in `ptools`, how the embedded model answers in `rules`. Kriyās and the reader of a line are in
`pramana.events`; the types that plans and readings are written with are exported here too.
"""

from pathlib import Path

from pramana.events import Extraction, Kriya, Modality, Polarity, Role, canonical_name, is_one_mention
from pramana.karaka.answer import QueryResult
from pramana.karaka.answer_checks import Citation
from pramana.karaka.estimate import ReadingEstimate, estimate_reading
from pramana.karaka.expansion import NEAR
from pramana.karaka.ingest import (
    IngestionPipeline,
    LineOutcome,
    line_items,
    line_path,
    reading_identity,
    remove_document,
    shelve_nodes,
)
from pramana.karaka.passes import (
    ENTITY_TYPES,
    LINKS,
    NO_BASE,
    PASSES,
    Decision,
    EntryDecision,
    GraphView,
    Link,
    Pass,
    PassOutcome,
    PassRunner,
    default_passes,
    links_pass,
    propose_types,
    upheld,
)
from pramana.karaka.plans import QueryPlan, QueryStep
from pramana.karaka.ptools import PTOOLS
from pramana.karaka.query import LINES_STEP, QueryPipeline
from pramana.karaka.rules import RULES
from pramana.karaka.schema import KARAKA_SCHEMA, RELATION_OF, document_node_id, relation_named
from pramana.karaka.senses import SENSE_OF, KarakaGraphV2, sense_id
from pramana.karaka.tasks import Verification, reading_task
from pramana.karaka.traversals import TRAVERSAL_SCHEMA, forget_traversals
from pramana.karaka.writer import LineItem, line_unit
from pramana.llm import PromptFolder

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The room's prompts by key."""

__all__ = [
    "ENTITY_TYPES",
    "KARAKA_SCHEMA",
    "LINES_STEP",
    "LINKS",
    "NEAR",
    "NO_BASE",
    "PASSES",
    "PROMPTS",
    "PTOOLS",
    "RELATION_OF",
    "RULES",
    "SENSE_OF",
    "TRAVERSAL_SCHEMA",
    "Citation",
    "Decision",
    "EntryDecision",
    "Extraction",
    "GraphView",
    "IngestionPipeline",
    "KarakaGraphV2",
    "Kriya",
    "LineItem",
    "LineOutcome",
    "Link",
    "Modality",
    "Pass",
    "PassOutcome",
    "PassRunner",
    "Polarity",
    "QueryPipeline",
    "QueryPlan",
    "QueryResult",
    "QueryStep",
    "ReadingEstimate",
    "Role",
    "Verification",
    "canonical_name",
    "default_passes",
    "document_node_id",
    "estimate_reading",
    "forget_traversals",
    "is_one_mention",
    "line_items",
    "line_path",
    "line_unit",
    "links_pass",
    "propose_types",
    "reading_identity",
    "reading_task",
    "relation_named",
    "remove_document",
    "sense_id",
    "shelve_nodes",
    "upheld",
]
