"""Nodes and edges ranked by words: one ranking for every adapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from pramana.graph import Selection
from pramana.retrieval import TextIndex

_NOT_SEARCHED = frozenset(("type", "source_id", "file_path", "doc_id", "created_at", "entity_type"))
"""Fields that name kinds, files and chunks: a word in them says nothing of what the element is about."""


def ranked_by(found: Selection, words: str, limit: int | None) -> Selection:
    """Return the elements whose texts have one of the words, in any of its forms, best first by BM25.

    Texts are the id and all attributes that are texts or lists of texts. Equal ranks are in the order of the ids, so
    that every adapter gives the same order.
    """
    records, ids = found.to_dicts(), found.ids
    order = sorted(range(len(ids)), key=ids.__getitem__)
    ranking = TextIndex((row, " \n".join(_texts(records[row]))) for row in order).ranking(words)
    rows = np.asarray([row for row, _ in ranking[:limit]], dtype=np.intp)
    return Selection(found.source, found.kind, found.rows[rows], found.cap_hit, found.where)


def _texts(record: Mapping[str, Any]) -> Iterator[str]:
    for name, value in record.items():
        if name in _NOT_SEARCHED:
            continue
        for text in value if isinstance(value, list | tuple) else (value,):
            if isinstance(text, str):
                yield text.replace("_", " ")
