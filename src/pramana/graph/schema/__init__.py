"""The schema of a graph: node types and relations with their properties; validation, reading and writing."""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.graph.schema.checking import violations
    from pramana.graph.schema.differing import SchemaChange, diff_schemas
    from pramana.graph.schema.files import (
        SchemaModel,
        read_schema,
        schema_as_json,
        schema_as_yaml,
        schema_from_json,
        write_schema,
    )
    from pramana.graph.schema.growing import Added, extend_schema, infer_schema
    from pramana.graph.schema.model import GraphSchema, NodeType, Relation, SchemaMode
    from pramana.graph.schema.values import Attribute, AttributeType
    from pramana.graph.schema.violation import Violation
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "Added",
    "Attribute",
    "AttributeType",
    "GraphSchema",
    "NodeType",
    "Relation",
    "SchemaChange",
    "SchemaMode",
    "SchemaModel",
    "Violation",
    "diff_schemas",
    "extend_schema",
    "infer_schema",
    "read_schema",
    "schema_as_json",
    "schema_as_yaml",
    "schema_from_json",
    "violations",
    "write_schema",
]
