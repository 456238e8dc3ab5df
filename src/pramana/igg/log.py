"""The log of a run: one JSON line per iteration under the seed's keys, each chained to the previous by its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.canonical import digest
from pramana.errors import GraphFileError, InputError
from pramana.evidence import Evidence, Grade
from pramana.igg.actions import AgentAnswer
from pramana.igg.growth import Growth
from pramana.igg.outcome import ActionOutcome
from pramana.igg.payload import Payload, read_payload
from pramana.store import replacing
from pramana.untrusted import read_body

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
    """A log that was read. `end` is None if the run is active or was interrupted. `chain` is the last line's hash."""

    path: Path
    beginning: Beginning
    records: tuple[IterationRecord, ...]
    end: Ending | None
    chain: str

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
        self._chain = chain
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
        body = read_body(file)
        if not body.endswith(b"\n"):
            with file.open("r+b") as whole:
                whole.truncate(body.rfind(b"\n") + 1)
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
        return LogWriter(self.path, self._chain, self._hash)

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _append(self, line: _LogLine) -> None:
        body = line.model_dump(mode="json")
        self._chain = digest([self._chain, body])
        self._file.write(json.dumps({**body, "Chain": self._chain}, ensure_ascii=False, allow_nan=False) + "\n")
        self._file.flush()


def evidence_from(value: Mapping[str, Any]) -> Evidence:
    """Return the evidence that `json_value` wrote. Raises KeyError, TypeError or ValueError for other values."""
    return Evidence(**{**value, "grade": Grade(value["grade"])})


def read_log(path: str | Path, *, torn: bool = False) -> Log:
    """Read a log. `torn`: ignore an incomplete last line.

    Raises GraphFileError with the line that is incomplete, not JSON, not a record, out of order, or was changed;
    InputError if the file does not exist.
    """
    file = Path(path)
    body = read_body(file)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GraphFileError(file, "not valid UTF-8", body[: error.start].count(b"\n") + 1) from None
    lines = text.split("\n")
    last = lines.pop()
    if last and not torn:
        raise GraphFileError(file, "the line is incomplete", len(lines) + 1)
    return _LogReading(file).read(lines)


class _LogReading:
    """Reads one log, line by line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._chain = ""

    def read(self, lines: list[str]) -> Log:
        if not lines:
            raise GraphFileError(self._path, "not a log: the file is empty")
        beginning = self._line(1, self._value(1, lines[0]), Beginning)
        if beginning.log != FORMAT:
            raise GraphFileError(self._path, f"unsupported log format {beginning.log!r}, expected {FORMAT!r}", 1)
        records: list[IterationRecord] = []
        end: Ending | None = None
        for number, text in enumerate(lines[1:], 2):
            value = self._value(number, text)
            if end is not None:
                raise GraphFileError(self._path, "a line follows the end", number)
            if "Stopped" in value:
                end = self._line(number, value, Ending)
                continue
            records.append(self._line(number, value, IterationRecord))
            if records[-1].iteration != number - 1:
                raise GraphFileError(self._path, f"iteration {records[-1].iteration} is out of order", number)
        return Log(self._path, beginning, tuple(records), end, self._chain)

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
