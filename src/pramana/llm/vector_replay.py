"""A recorded embedding, as a replay finds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.canonical import digest_bytes
from pramana.errors import ReplayMiss
from pramana.llm.replay import failure
from pramana.llm.vector_store import StoredVector, VectorStore
from pramana.trace import Trail


def recorded_vectors(
    store: VectorStore, place: Trail, kind: str, body: Mapping[str, Any], requests: Mapping[str, str]
) -> dict[str, StoredVector]:
    """Return the stored vectors that the recorded run used at `place`, or raise the failure recorded there.

    Without a recorded run the newest ones. `body` is what this step will say. Raises ReplayMiss where another thing
    was asked for there, and for a vector that is not stored or was changed.
    """
    where = f"{body['embedder']} at {place.path or 'no path'}"
    recorded = _recorded_body(place, kind, where)
    if recorded is not None:
        _compare(recorded, body, where)
    pinned = {} if recorded is None else recorded["revisions"]
    held = store.revisions(requests)
    found = {}
    for request in requests:
        revisions = held.get(request, {})
        revision = max(revisions, default=0) if recorded is None else pinned.get(request, 1)
        if revision not in revisions:
            raise ReplayMiss(f"{where}: no vector for request {request} is stored.")
        found[request] = revisions[revision]
        _check(found[request], where)
    together = digest_bytes(b"".join(vector.body for vector in found.values()))
    if recorded is not None and together != recorded["vectors"]:
        raise ReplayMiss(f"{where}: the stored vectors have the hash {together}, and had {recorded['vectors']}.")
    return found


def check_computed(place: Trail, kind: str, body: Mapping[str, Any]) -> None:
    """Raise ReplayMiss where what was computed anew is not what the recorded run had at `place`."""
    where = f"{body['embedder']} at {place.path or 'no path'}"
    recorded = _recorded_body(place, kind, where)
    if recorded is not None:
        _compare(recorded, body, where)


def _recorded_body(place: Trail, kind: str, where: str) -> Mapping[str, Any] | None:
    if not place.recorded:
        return None
    step = place.recorded.get(place.path)
    if step is None or step.kind != kind:
        raise ReplayMiss(f"{where}: the recorded run asked for no vectors here.")
    return step.body


def _compare(recorded: Mapping[str, Any], body: Mapping[str, Any], where: str) -> None:
    differs = [f"{name} was {recorded[name]}, is {value}" for name, value in body.items() if recorded[name] != value]
    if differs:
        raise ReplayMiss(f"{where}: other vectors than the recorded ones: {'; '.join(differs)}.")
    if recorded["outcome"] != "ok":
        raise failure(recorded["outcome"])


def _check(vector: StoredVector, where: str) -> None:
    if vector.digest != vector.written:
        raise ReplayMiss(
            f"{where}: the stored vector for request {vector.request} was changed: "
            f"its hash is {vector.digest}, and was {vector.written}."
        )
