"""The log of a run: one JSON line per iteration under the seed's keys, each chained to the previous by its hash."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar, overload

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.canonical import digest
from pramana.errors import GraphFileError, InputError
from pramana.igg.actions import AgentAnswer
from pramana.igg.growth import Growth
from pramana.igg.outcome import ActionOutcome
from pramana.igg.payload import Payload, read_payload
from pramana.store import replacing
from pramana.untrusted import LONGEST, open_file

FORMAT = "pramana igg 1"
"""The format name in the first line of a log."""


def _key(name: str) -> str:
    """Return the seed's key for a field: `Graph State` for `graph_state`."""
    return name.replace("_", " ").title()


class _LogLine(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, alias_generator=_key, serialize_by_alias=True
    )


_L = TypeVar("_L", bound=_LogLine)


class Beginning(_LogLine):
    """The first line: the run's payload, the hash of its context, and the hash of the initial graph."""

    log: str = FORMAT
    payload: dict[str, Any]
    hash: str


class IterationRecord(_LogLine):
    """What happened in one iteration.

    `actions_taken` are the applied actions, each with its index in the answer, its id, its evidence and the edges that
    it removed; `errors` are the refusals as sentences, `refusals` the same with codes and candidates.
    """

    iteration: int = Field(ge=1)
    who: str = "agent"
    seen: int | None = None
    """The version of the graph that the agent had seen, if it said so; an iteration makes the version of its number."""
    graph_state: dict[str, Any]
    """The summary of the graph before the actions; if the writer was given none, the size afterwards."""
    agent_reasoning: str
    actions_taken: list[dict[str, Any]]
    errors: list[str]
    refusals: list[dict[str, Any]]
    schema_widened: list[dict[str, Any]] = []
    finished: str | None = None
    limits_reached: list[str] = []
    cost: dict[str, Any] = {}
    hash_before: str
    hash_after: str


class Ending(_LogLine):
    """The last line: why the run stopped, which isolated nodes were pruned, and the final hash."""

    stopped: str
    detail: str = ""
    pruned: list[str] = []
    hash: str


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read. `end` is None if the run is active or was interrupted. `chains` are the lines' hashes.

    The records stay in the file, and are read from it again each time: a log may be larger than memory.
    """

    path: Path
    beginning: Beginning
    records: Sequence[IterationRecord]
    end: Ending | None
    chains: tuple[str, ...]

    size: int
    """Bytes of its complete lines."""

    @property
    def chain(self) -> str:
        """The hash of the last line."""
        return self.chains[-1]

    @property
    def payload(self) -> Payload:
        """The payload of the run, with the hash of the context instead of the context."""
        return read_payload(self.beginning.payload)

    def as_json(self) -> dict[str, Any]:
        """Return the whole log as one JSON object with the seed's keys: `Iteration 1`, `Iteration 2`."""
        records = {f"Iteration {record.iteration}": record.model_dump(mode="json") for record in self.records}
        return {
            **self.beginning.model_dump(mode="json"),
            **records,
            "End": self.end and self.end.model_dump(mode="json"),
        }


class LogWriter:
    """Writes a log line by line; each line is flushed to disk before `write` returns."""

    def __init__(self, path: Path, chain: str, last_hash: str) -> None:
        """Used by `begin` and `resume`."""
        self.path = path
        self.chain = chain
        self._hash = last_hash
        self._file = path.open("a", encoding="utf-8", newline="\n")

    @classmethod
    def begin(cls, path: str | Path, growth: Growth) -> LogWriter:
        """Begin a log, before the first iteration. Raises InputError if the file exists."""
        file = Path(path)
        if file.exists():
            raise InputError(f"{file} already exists; a log is never overwritten.")
        file.parent.mkdir(parents=True, exist_ok=True)
        writer = cls(file, "", growth.hash)
        writer._append(Beginning(payload=growth.payload.manifest(), hash=growth.hash))
        return writer

    @classmethod
    def resume(cls, log: Log | str | Path) -> LogWriter:
        """Append to a log, given as its file or as read from it. No other process may be writing to it.

        An incomplete last line is dropped: its iteration was never acknowledged. Raises GraphFileError as
        `read_log` does, InputError if the run has ended.
        """
        log = log if isinstance(log, Log) else read_log(log, torn=True)
        file = log.path
        if log.end is not None:
            raise InputError(f"{file}: the run has ended ({log.end.stopped}).")
        if file.stat().st_size != log.size:
            with file.open("r+b") as whole:
                whole.truncate(log.size)
        return cls(file, log.chain, log.records[-1].hash_after if log.records else log.beginning.hash)

    def write(
        self,
        growth: Growth,
        answer: AgentAnswer,
        outcome: ActionOutcome,
        *,
        state: Mapping[str, Any] | None = None,
        cost: Mapping[str, Any] | None = None,
        who: str = "agent",
        seen: int | None = None,
    ) -> IterationRecord:
        """Write the result of an answer, after `growth.act(answer)`.

        `state` summarises the graph that the agent saw (None: its current size), `cost` is the answer's; both JSON.
        """
        nodes, edges = growth.graph.count()
        after = growth.hash
        record = IterationRecord(
            iteration=growth.iteration,
            who=who,
            seen=seen,
            graph_state=dict(state) if state is not None else {"nodes": nodes, "edges": edges},
            agent_reasoning=answer.reasoning,
            actions_taken=[done.as_json() for done in outcome.applied],
            errors=[str(refusal) for refusal in outcome.refused],
            refusals=[refusal.as_json() for refusal in outcome.refused],
            schema_widened=[one.as_json() for one in growth.widened_in(growth.iteration)],
            finished=outcome.finished,
            limits_reached=list(outcome.limits_reached),
            cost=dict(cost or {}),
            hash_before=self._hash,
            hash_after=after,
        )
        self._append(record)
        self._hash = after
        return record

    def end(self, growth: Growth, stopped: str, detail: str = "", pruned: tuple[str, ...] = ()) -> Ending:
        """Write the last line, and close the log."""
        ending = Ending(stopped=stopped, detail=detail, pruned=list(pruned), hash=growth.hash)
        self._append(ending)
        self.close()
        return ending

    def close(self) -> None:
        self._file.close()

    def reopen(self) -> LogWriter:
        """Return a writer that continues a closed one."""
        return LogWriter(self.path, self.chain, self._hash)

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _append(self, line: _LogLine) -> None:
        body = line.model_dump(mode="json")
        self.chain = digest([self.chain, body])
        self._file.write(json.dumps({**body, "Chain": self.chain}, ensure_ascii=False, allow_nan=False) + "\n")
        self._file.flush()


def read_log(path: str | Path, *, torn: bool = False) -> Log:
    """Read a log. `torn`: ignore an incomplete last line.

    Raises GraphFileError with the line that is incomplete, not JSON, not a record, out of order, or was changed;
    InputError if the file does not exist.
    """
    return _LogReading(Path(path)).read(torn)


class StoredRecords(Sequence[IterationRecord]):
    """The records of a log, each read from its file when it is asked for. `places` are their first bytes, and the end.

    Reading all of them in order reads the file once.
    """

    def __init__(self, path: Path, places: array[int]) -> None:
        self._path, self._places = path, places

    def __len__(self) -> int:
        return len(self._places) - 1

    def __iter__(self) -> Iterator[IterationRecord]:
        return self._between(0, len(self))

    @overload
    def __getitem__(self, at: int) -> IterationRecord: ...

    @overload
    def __getitem__(self, at: slice) -> StoredRecords: ...

    def __getitem__(self, at: int | slice) -> IterationRecord | StoredRecords:
        if isinstance(at, slice):
            first, last, step = at.indices(len(self))
            assert step == 1
            return StoredRecords(self._path, self._places[first : max(first, last) + 1])
        row = at + len(self) if at < 0 else at
        if not 0 <= row < len(self):
            raise IndexError(at)
        return next(self._between(row, row + 1))

    def _between(self, first: int, last: int) -> Iterator[IterationRecord]:
        with self._path.open("rb") as file:
            file.seek(self._places[first])
            for row in range(first, last):
                value = json.loads(file.read(self._places[row + 1] - self._places[row]))
                del value["Chain"]
                yield IterationRecord.model_validate(value)


class _LogReading:
    """Reads one log, line by line, and keeps only where its records are."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._chain = ""
        self._chains: list[str] = []
        self._places = array("q", [0])
        self._beginning: Beginning | None = None
        self._end: Ending | None = None

    def read(self, torn: bool) -> Log:
        size = number = 0
        with open_file(self._path) as file:
            while line := file.readline(LONGEST):
                number += 1
                if not line.endswith(b"\n"):
                    if torn:
                        break
                    raise GraphFileError(self._path, "the line is incomplete", number)
                self._take(number, line)
                self._chains.append(self._chain)
                size += len(line)
                if self._end is None:
                    self._places.append(size)
        if self._beginning is None:
            raise GraphFileError(self._path, "not a log: the file is empty")
        records = StoredRecords(self._path, self._places[1:])
        return Log(self._path, self._beginning, records, self._end, tuple(self._chains), size)

    def _take(self, number: int, line: bytes) -> None:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            raise GraphFileError(self._path, "not valid UTF-8", number) from None
        value = self._value(number, text)
        if number == 1:
            self._beginning = self._line(1, value, Beginning)
            if self._beginning.log != FORMAT:
                problem = f"unsupported log format {self._beginning.log!r}, expected {FORMAT!r}"
                raise GraphFileError(self._path, problem, 1)
        elif self._end is not None:
            raise GraphFileError(self._path, "a line follows the end", number)
        elif "Stopped" in value:
            self._end = self._line(number, value, Ending)
        else:
            record = self._line(number, value, IterationRecord)
            if record.iteration != number - 1:
                raise GraphFileError(self._path, f"iteration {record.iteration} is out of order", number)

    def _value(self, number: int, text: str) -> dict[str, Any]:
        """Return the content of a line without its hash, after checking the hash."""
        try:
            value: dict[str, Any] = json.loads(text)
            chain = value.pop("Chain")
            expected = digest([self._chain, value])
        except (InputError, ValueError, RecursionError, KeyError, AttributeError, TypeError):
            raise GraphFileError(self._path, "the line is not a log record", number) from None
        if chain != expected:
            raise GraphFileError(self._path, "the line, or an earlier one, was changed", number)
        self._chain = chain
        return value

    def _line(self, number: int, value: dict[str, Any], kind: type[_L]) -> _L:
        try:
            return kind.model_validate(value)
        except ValidationError as error:
            place = ".".join(map(str, error.errors()[0]["loc"]))
            told = f"not a valid {kind.__name__}: {place}: {error.errors()[0]['msg']}"
            raise GraphFileError(self._path, told, number) from None


def write_log_json(log: Log, path: str | Path) -> None:
    """Write a log as one JSON file, atomically."""
    with replacing(Path(path)) as file:
        file.write(json.dumps(log.as_json(), ensure_ascii=False, indent=1, allow_nan=False) + "\n")
