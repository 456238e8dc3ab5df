"""Rebuilds a run from its log without a model, and compares the hash after each iteration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pramana.errors import GraphFileError, InputError
from pramana.evidence import Evidence
from pramana.igg.actions import AgentAnswer
from pramana.igg.backend import GraphBackend
from pramana.igg.books import GrowthListener, evidence_from
from pramana.igg.checking import Aligning
from pramana.igg.growth import Growth
from pramana.igg.log import IterationRecord, Log, read_log
from pramana.igg.payload import Payload
from pramana.igg.reading import read_action
from pramana.language import QuotedPassage


def replay(
    log: Log | str | Path,
    payload: Payload | None = None,
    *,
    context: Aligning | None = None,
    listeners: Iterable[GrowthListener] = (),
    iterations: int | None = None,
    backend: GraphBackend | None = None,
) -> Growth:
    """Return the growth of a log after all iterations, or after the first `iterations` (0: the initial state).

    `payload` is the run's own, with its context (None: that of the log, whose context is a hash); `context` is the
    context for later actions. `backend` holds the graph (None: memory): what it kept of this log is not repeated, what
    it kept of another is dropped. Raises GraphFileError with the line at which the graph differs, InputError if the
    payload differs, or there are fewer iterations.
    """
    log = log if isinstance(log, Log) else read_log(log)
    if iterations is not None and not 0 <= iterations <= len(log.records):
        raise InputError(f"{log.path} has only {len(log.records)} iterations, not {iterations}.")
    if backend is not None and not _is_of(backend, log):
        backend = backend.clear()
    growth = Growth(_own(log, payload), _Recorded(), listeners, backend)
    if growth.iteration == 0:
        _compare(log, 1, growth.hash, log.beginning.hash)
    for record in log.records[growth.iteration : iterations]:
        _repeat(log, growth, record)
        growth.keep(log.chains[record.iteration])
    if iterations is None and log.end is not None:
        line = len(log.records) + 2
        if log.end.pruned and list(growth.prune()) != log.end.pruned:
            raise GraphFileError(log.path, "other nodes are isolated than were pruned", line)
        _compare(log, line, growth.hash, log.end.hash)
    growth.context = context
    return growth


def _is_of(backend: GraphBackend, log: Log) -> bool:
    """Return whether a backend holds the graph of a log after one of its iterations."""
    kept = backend.kept_growth
    if kept is None:
        return True
    done = kept.iteration
    if done > len(log.records) or log.chains[done] != kept.chain:
        return False
    return backend.graph.hash() == (log.records[done - 1].hash_after if done else log.beginning.hash)


def replay_steps(log: Log) -> Iterator[Growth]:
    """Yield the growth of a log, the same object each time: at the beginning, then after each iteration.

    Raises GraphFileError with the line at which the graph differs.
    """
    growth = Growth(log.payload, _Recorded())
    _compare(log, 1, growth.hash, log.beginning.hash)
    yield growth
    for record in log.records:
        _repeat(log, growth, record)
        yield growth


def graph_after(log: Log | str | Path, iteration: int) -> Growth:
    """Return the graph after an iteration (0: the initial state). Raises as `replay` does."""
    return replay(log, iterations=iteration)


def _own(log: Log, payload: Payload | None) -> Payload:
    if payload is not None and payload.manifest() != log.beginning.payload:
        raise InputError(f"{log.path} belongs to another payload.")
    return payload or log.payload


def _repeat(log: Log, growth: Growth, record: IterationRecord) -> None:
    line = record.iteration + 1
    _compare(log, line, growth.hash, record.hash_before)
    try:
        actions = tuple(read_action(done["action"]) for done in record.actions_taken)
        found = [_evidence(item) for done in record.actions_taken for item in done.get("evidence", ())]
    except (KeyError, TypeError, ValueError):
        raise GraphFileError(log.path, "contains an invalid action", line) from None
    growth.context = _Recorded(found)
    outcome = growth.act(AgentAnswer(record.agent_reasoning, actions), record.who)
    for refusal in outcome.refused:
        raise GraphFileError(log.path, f"contains an action that is now refused: {refusal.problem}", line)
    if [done.id for done in outcome.applied] != [done.get("id", "") for done in record.actions_taken]:
        raise GraphFileError(log.path, "contains an action that now returns another node or edge", line)
    _compare(log, line, growth.hash, record.hash_after)


def _compare(log: Log, line: int, is_hash: str, was: str) -> None:
    if is_hash != was:
        raise GraphFileError(log.path, f"the graph differs: its hash is {is_hash}, the log has {was}", line)


def _evidence(value: Any) -> Evidence | None:
    return None if value is None else evidence_from(value)


class _Recorded:
    """A context that returns for the quotes of one iteration, in order, the evidence in the log."""

    def __init__(self, found: Iterable[Evidence | None] = ()) -> None:
        self._found = iter(tuple(found))

    @property
    def documents(self) -> tuple[str, ...]:
        """Empty: evidence is not required again for actions that were accepted."""
        return ()

    def align(self, quote: str, doc: str | None = None) -> Evidence | None:
        return next(self._found, None)

    def passage(self, quote: str, place: Evidence) -> QuotedPassage | None:
        """Return None: the text is not available, and not needed (see `documents`)."""
        return None
