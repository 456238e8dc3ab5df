"""Reads the JSON of KGGen: entities, triples, and clusters of names for the same entity."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pramana.errors import GraphFileError
from pramana.graph.io.assembling import Assembler
from pramana.graph.io.model import Imported


def is_kggen(document: dict[str, Any]) -> bool:
    """Return whether a JSON object has the structure of a KGGen graph."""
    return isinstance(document.get("entities"), list) and isinstance(document.get("relations"), list)


def read_kggen(path: Path, document: dict[str, Any]) -> Imported:
    """Read KGGen's JSON object. The other names of a cluster become the property `aliases` of its entity.

    `edges` and `edge_clusters`, which list the predicates, are ignored: the triples name them. Raises GraphFileError
    if the structure is invalid.
    """
    if not _texts(document["entities"]):
        raise GraphFileError(path, "has an entity that is not a text")
    assembler = Assembler(path, "item", missing_ends="add")
    aliases = _clusters(path, document.get("entity_clusters"))
    for place, name in enumerate(dict.fromkeys(document["entities"]), 1):
        others = [alias for alias in aliases.get(name, ()) if alias != name]
        assembler.node(name, {"aliases": others} if others else {}, place)
    for place, triple in enumerate(document["relations"], 1):
        if not isinstance(triple, list) or len(triple) != 3 or not _texts(triple):
            raise GraphFileError(path, f"has an invalid relation {place}, expected a list of three texts")
        assembler.edge(triple[0], triple[2], {}, place, triple[1])
    return assembler.finish("kggen")


def _clusters(path: Path, clusters: Any) -> dict[str, list[str]]:
    if clusters is None:
        return {}
    if not isinstance(clusters, dict):
        raise GraphFileError(path, "has an invalid entity_clusters, expected an object")
    for name, members in clusters.items():
        if not isinstance(members, list) or not _texts(members):
            raise GraphFileError(path, f"has an invalid cluster {name!r}, expected a list of texts")
    return clusters


def _texts(items: list[Any]) -> bool:
    return all(isinstance(item, str) for item in items)
