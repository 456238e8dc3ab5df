"""The beginning of a state in another backend."""

from __future__ import annotations

from dataclasses import replace

from pramana.errors import InputError
from pramana.gasl.state.documents import note_items, variables_document, variables_root
from pramana.gasl.state.storage import StateBackend, StateBatch, Storage


def copy_into(backend: StateBackend, source: Storage, batch: StateBatch) -> None:
    """Save a batch, and all that its root reaches in `source`, as the first of a backend.

    Raises InputError where the backend holds a state.
    """
    if backend.load() is not None:
        raise InputError("A fork begins in a backend that holds nothing yet.")
    target = Storage(backend)
    variables_root(target, variables_document(source, batch.root))
    note_items(target, batch.root)
    backend.save(replace(batch, nodes=target.nodes, places=target.hints))
