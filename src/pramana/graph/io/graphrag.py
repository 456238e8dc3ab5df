"""Reads the Parquet files of Microsoft GraphRAG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pramana.errors import GraphFileError
from pramana.graph.io.arrow_read import ArrowTable
from pramana.graph.io.assembling import Assembler
from pramana.graph.io.model import Imported

ENTITIES = ("entities.parquet", "create_final_entities.parquet")
RELATIONSHIPS = ("relationships.parquet", "create_final_relationships.parquet")
TEXT_UNITS = ("text_units.parquet", "create_final_text_units.parquet")
"""File names of GraphRAG 1.0 and later, then those of earlier versions."""


def is_graphrag(folder: Path) -> bool:
    """Return whether a folder holds GraphRAG's tables of entities and relationships."""
    return _first_file(folder, ENTITIES) is not None and _first_file(folder, RELATIONSHIPS) is not None


def read_graphrag(folder: Path) -> Imported:
    """Read a folder that GraphRAG wrote. The ids of nodes are their titles, which relationships refer to.

    Relationships have a description but no relation name. `texts` of the result holds the text units. Raises
    GraphFileError with the row if the content is invalid.
    """
    entities, relationships = _first_file(folder, ENTITIES), _first_file(folder, RELATIONSHIPS)
    if entities is None or relationships is None:
        raise GraphFileError(folder, f"has no {ENTITIES[0]} and {RELATIONSHIPS[0]}")
    assembler = Assembler(entities, "row", missing_ends="add")
    table = ArrowTable(entities, ())
    for row, _, record in table.records():
        title = table.text(record, "title" if "title" in record else "name", row)
        assembler.node(title, _entity_attributes(record), row)
    assembler.path = relationships
    table = ArrowTable(relationships, ("source", "target"))
    for row, own, record in table.records():
        source, target = (table.text(own, end, row) for end in ("source", "target"))
        assembler.edge(source, target, _entity_attributes(record), row)
    return assembler.finish("graphrag", directed=True, texts=_texts(_first_file(folder, TEXT_UNITS)))


def _entity_attributes(record: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes of an entity or a relationship, without empty ones and embeddings."""
    return {name: value for name, value in record.items() if not name.endswith("_embedding") and value != ""}


def _texts(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    table = ArrowTable(path, ("id", "text"))
    return {table.text(own, "id", row): table.text(own, "text", row) for row, own, _ in table.records()}


def _first_file(folder: Path, names: tuple[str, ...]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)
