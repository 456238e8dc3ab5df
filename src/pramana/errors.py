"""Every exception of Pramana. Catch `PramanaError` to catch them all.

PramanaError
├── InputError                 what the user gave cannot be used; nothing was written          (exit 2)
│   ├── ConfigError            pramana.toml, an environment variable or a flag
│   ├── PromptError            a prompt file or a slot in it
│   ├── DocumentError          one file: empty, binary, undecodable, encrypted, unreadable
│   ├── GraphFileError         a graph's file: broken, or of a format that is not known; with the place
│   ├── KnowledgeFileError     a gazetteer's file: missing, or a row of it is broken; with the line
│   ├── UnknownName            a name that is not there, with the nearest ones
│   ├── CanonicalError         a value that has no canonical JSON (NaN, a key that is not a string)
│   ├── LanguageError          a text that cannot be read, with the place, the nearest and an example, as fields
│   │   ├── ConditionError     a condition
│   │   └── ParseError         a GASL command
│   ├── BindingError           a `${variable}` that has no value, or one that cannot be used where it is
│   ├── ExecutionError         a GASL command that cannot be executed as it is, with what would do
│   ├── FormulaRefused         a formula that does not compile, with the place and what to write instead
│   ├── SeedRefused            a Formula Seed that is not executed, with what was found
│   ├── WorkspaceNotFound      no pramana.toml here or above
│   └── WorkspaceExists        `init` in a folder that already is one
├── StoreError                 the workspace's database
│   ├── WorkspaceLocked        another process is writing; nothing was written                 (exit 2)
│   ├── WorkspaceReadOnly      the workspace can be read alone; nothing was written            (exit 2)
│   └── DatabaseUnusable       missing, empty, damaged, or of another application              (exit 2)
│       ├── DatabaseOutdated   made by another version of Pramana, with other tables
│       └── DatabaseForeign    the database of another workspace than pramana.toml names
├── ModelError                 a call to a model
│   ├── NeedsModel             the embedded model cannot answer this ptool
│   ├── OutputInvalid          no valid answer within the bound of corrections
│   ├── RequestRefused         the server will never answer this request (too long, filtered)
│   │   └── AccessRefused      nor any other: bad key, no permission, unknown model or address
│   ├── TransportError         no answer now; retried, then an outcome of the run
│   │   ├── RateLimited        429
│   │   ├── ServerFailed       5xx, or an answer that is not a chat completion
│   │   │   └── AnswerTooLong  longer than the tokens that were asked for can be
│   │   ├── CallTimedOut       no answer in time
│   │   └── ConnectionFailed   refused, reset, cut
│   │       └── ServerUnreachable  again and again: no other call would fare better, so that the run ends
│   ├── ReplayMiss             replay asked for a response that is not stored
│   ├── BudgetExceeded         the next call could pass the budget; it was not made             (exit 4)
│   └── PriceUnknown           a money budget with a model of unknown price                     (exit 2)
├── FormulaFailed              a formula that compiled met data that it cannot work on; `kind` names what went wrong
├── StateGraphError            a run of a StateGraph ended; it holds the node and the state
│   ├── NodeFailed             a node's callable raised
│   ├── NodeTimedOut           a node took longer than it may
│   ├── ArgumentChanged        a node's callable changed an argument in place and did not return it
│   ├── MissingInput           the state lacks a key that the node's input map names
│   ├── MissingResult          the node's result lacks a key that its output map names
│   ├── MapFailed              more items of a mapped node failed than it tolerates
│   ├── GuardFailed            an edge's condition has no value for this state
│   ├── NoMatchingEdge         no edge that leaves the node has a condition that is true
│   ├── TooManySteps           the run took as many steps as it may                            (exit 4)
│   ├── RunRepeats             the run came back to a node in the same state, and the graph forbids it
│   └── RunWaits               the run waits for an answer from outside, and can be resumed    (exit 4)
├── KnowledgeFailed            a knowledge base gave no usable answer now; the same command asks again
└── GraphError                 the graph
    ├── AdapterError           the graph behind an adapter cannot be read or changed as asked
    │   ├── GraphServerError   the server that holds a graph is not there, refuses, or failed
    │   └── UnknownNode        a search from a node that is not there; also an UnknownName          (exit 2)
    └── SchemaViolation        a node or an edge that the schema refuses                        (exit 2)

Every other one ends a command with exit code 5: see ExitCode.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import IntEnum
from typing import Any


class ExitCode(IntEnum):
    """How a command ends: the one table of the command line, with what each code means."""

    def __new__(cls, code: int, meaning: str) -> ExitCode:
        made = int.__new__(cls, code)
        made._value_ = code
        made.meaning = meaning
        return made

    meaning: str

    DONE = 0, "done"
    NOTHING = 1, "the answer is no: nothing was found or accepted, a check found something, two things differ"
    BAD_INPUT = 2, "bad input or settings, nothing was written"
    PARTIAL = 3, "done in part, what was left out is named"
    STOPPED = 4, "stopped by a limit (budget, time, steps), the same command resumes"
    FAILED = 5, "failed (a server, a node, the disk, a fault in Pramana), what was done is kept"
    INTERRUPTED = 130, "stopped by Ctrl-C, the same command resumes"
    READER_GONE = 141, "whoever read the output has gone"


class PramanaError(Exception):
    """Base of every error that Pramana raises on purpose. `exit_code` is what the CLI ends with."""

    exit_code = ExitCode.FAILED


class InputError(PramanaError):
    exit_code = ExitCode.BAD_INPUT


class ConfigError(InputError):
    pass


class PromptError(InputError):
    pass


class DocumentError(InputError):
    """One file cannot be read as a document. `path` as the user gave it; `reason` in one phrase."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class GraphFileError(InputError):
    """A file cannot be read as a graph. `line`, `column` and `row` count from 1, None where they mean nothing.

    `reason` is one phrase about the file; nothing of the file was taken.
    """

    def __init__(
        self, path: object, reason: str, line: int | None = None, column: int | None = None, row: int | None = None
    ) -> None:
        place = [f"{name} {at}" for name, at in (("line", line), ("column", column), ("row", row)) if at is not None]
        shown = f" ({', '.join(place)})" if place else ""
        super().__init__(f"{path}: {reason}{shown}.")
        self.path = str(path)
        self.reason = reason
        self.line = line
        self.column = column
        self.row = row


class KnowledgeFileError(InputError):
    """A file cannot be read as a gazetteer. `line` counts from 1, None where it means nothing."""

    def __init__(self, path: object, reason: str, line: int | None = None) -> None:
        place = f", line {line}" if line is not None else ""
        super().__init__(f"{path}{place}: {reason}.")
        self.path, self.reason, self.line = str(path), reason, line


class UnknownName(InputError):
    """`value` is not a known `what`. `nearest` holds up to three close names, closest first, whatever their case.

    `more` is a sentence that says what else can be named.
    """

    def __init__(self, what: str, value: str, known: Sequence[str], more: str = "") -> None:
        self.what = what
        self.value = value
        spelled = {name.casefold(): name for name in known}
        self.nearest = tuple(spelled[near] for near in get_close_matches(value.casefold(), spelled, n=3, cutoff=0.5))
        hint = f" Did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"There is no {what} {value!r}.{hint}{more and ' '}{more}")


class CanonicalError(InputError):
    pass


class LanguageError(InputError):
    """A text cannot be read as what it should be. What a model needs to fix it is here as fields.

    `line` and `column` count from 1, in code points of `source`; `position` from 0 over the whole of it. `expected`
    says what could have come there, `found` what did ("" at the end), `nearest` the closest valid spellings, the
    closest first. `example` is a text that can be read, or "".
    """

    def __init__(
        self,
        problem: str,
        source: str,
        position: int,
        *,
        expected: Sequence[str] = (),
        found: str = "",
        nearest: Sequence[str] = (),
        example: str = "",
    ) -> None:
        start = source.rfind("\n", 0, position) + 1
        self.problem = problem
        self.source = source
        self.position = position
        self.line = source.count("\n", 0, position) + 1
        self.column = position - start + 1
        self.expected = tuple(expected)
        self.found = found
        self.nearest = tuple(nearest)
        self.example = example
        lines = [f"Line {self.line}, column {self.column}: {problem}", *_point_at(source, start, position)]
        if self.expected:
            lines.append(f"Expected: {', '.join(self.expected)}.")
        if self.nearest:
            lines.append(f"Nearest: {', '.join(self.nearest)}.")
        if example:
            lines.append(f"Example: {example}")
        super().__init__("\n".join(lines))


def _point_at(text: str, start: int, position: int, width: int = 60) -> list[str]:
    """Return the line that begins at `start`, at most `width` code points each side, and a caret under `position`."""
    end = text.find("\n", position)
    first, last = max(start, position - width), min(len(text) if end < 0 else end, position + width)
    # A control character, or one that turns the writing round, would draw the caret elsewhere.
    shown = "".join(sign if sign.isprintable() else " " for sign in text[first:last])
    before, after = "…" * (first > start), "…" * (last < (len(text) if end < 0 else end))
    return [f"  {before}{shown}{after}", f"  {' ' * (len(before) + position - first)}^"]


class BindingError(InputError):
    """A variable of a condition cannot be bound. `variable` as it is written, `nearest` the closest names there are."""

    def __init__(self, variable: str, problem: str, nearest: Sequence[str] = ()) -> None:
        hint = f" Did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"${{{variable}}} {problem}.{hint}")
        self.variable = variable
        self.problem = problem
        self.nearest = tuple(nearest)


class ConditionError(LanguageError):
    """A condition cannot be read."""


class ParseError(LanguageError):
    """A text is not a GASL command."""


class ExecutionError(InputError):
    """A GASL command cannot be executed as it is. `nearest` holds the closest valid names, `example` a command
    that can be executed, or ""."""

    def __init__(self, message: str, *, nearest: Sequence[str] = (), example: str = "") -> None:
        close = f" Did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"{message}{close}")
        self.nearest = tuple(nearest)
        self.example = example


class FormulaRefused(InputError):
    """A formula is not taken. `line` counts from 1, `column` from 0, as code points of `source`.

    `what` is the offending piece, `instead` what to write, empty where nothing better can be named.
    """

    def __init__(self, source: str, line: int, column: int, what: str, problem: str, instead: str = "") -> None:
        hint = f" Write instead: {instead}" if instead else ""
        super().__init__(f"{problem}: {what} (line {line}, column {column}).{hint}")
        self.source = source
        self.line = line
        self.column = column
        self.what = what
        self.problem = problem
        self.instead = instead


class SeedRefused(InputError):
    """A Formula Seed is not executed. `findings` say where it is wrong, and what would fix it."""

    def __init__(self, message: str, findings: Sequence[object] = ()) -> None:
        super().__init__("\n".join([message, *map(str, findings)]))
        self.findings = tuple(findings)


class WorkspaceNotFound(InputError):
    pass


class WorkspaceExists(InputError):
    pass


class StoreError(PramanaError):
    pass


class WorkspaceLocked(StoreError):
    exit_code = ExitCode.BAD_INPUT


class WorkspaceReadOnly(StoreError):
    exit_code = ExitCode.BAD_INPUT


class DatabaseUnusable(StoreError):
    exit_code = ExitCode.BAD_INPUT


class DatabaseOutdated(DatabaseUnusable):
    """Another version of Pramana made the tables of `packages`, which this one has otherwise."""

    def __init__(self, message: str, packages: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.packages = tuple(packages)


class DatabaseForeign(DatabaseUnusable):
    pass


class ModelError(PramanaError):
    pass


class NeedsModel(ModelError):
    exit_code = ExitCode.BAD_INPUT


class OutputInvalid(ModelError):
    pass


class RequestRefused(ModelError):
    """`status` is the HTTP status, None where the request was refused before it was sent."""

    status: int | None = None


class AccessRefused(RequestRefused):
    exit_code = ExitCode.BAD_INPUT


class TransportError(ModelError):
    """No answer came. `retry_after` is the server's wish in seconds, None where it had none."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RateLimited(TransportError):
    pass


class ServerFailed(TransportError):
    pass


class AnswerTooLong(ServerFailed):
    pass


class CallTimedOut(TransportError):
    pass


class ConnectionFailed(TransportError):
    """`sent` is False where the connection was never made: then nothing reached the server, and nothing is paid."""

    sent = True


class ServerUnreachable(ConnectionFailed, AccessRefused):
    exit_code = ConnectionFailed.exit_code
    sent = False


class ReplayMiss(ModelError):
    pass


class BudgetExceeded(ModelError):
    exit_code = ExitCode.STOPPED


class PriceUnknown(ModelError):
    exit_code = ExitCode.BAD_INPUT


class FormulaFailed(PramanaError):
    """A formula has no value for these data.

    `kind` is one of the names in `pramana.expr.formula.Failure`; `line` counts from 1, `column` from 0, and `what` is
    the piece of the formula that failed, None where no one piece did.
    """

    def __init__(self, kind: str, problem: str, what: str | None = None, line: int = 1, column: int = 0) -> None:
        place = f" in {what} (line {line}, column {column})" if what else ""
        super().__init__(f"{kind}: {problem}{place}.")
        self.kind = kind
        self.problem = problem
        self.what = what
        self.line = line
        self.column = column


class StateGraphError(PramanaError):
    """A run of a StateGraph ended at `node`. `state` is the snapshot of the state there, `trace` what led to it."""

    def __init__(self, node: str, problem: str, state: Mapping[str, Any]) -> None:
        super().__init__(f"node {node!r}: {problem}")
        self.node = node
        self.problem = problem
        self.state = state
        self.trace: Any = None


class NodeFailed(StateGraphError):
    pass


class NodeTimedOut(StateGraphError):
    pass


class ArgumentChanged(StateGraphError):
    pass


class MissingInput(StateGraphError):
    pass


class MissingResult(StateGraphError):
    pass


class MapFailed(StateGraphError):
    pass


class GuardFailed(StateGraphError):
    pass


class NoMatchingEdge(StateGraphError):
    pass


class TooManySteps(StateGraphError):
    exit_code = ExitCode.STOPPED


class RunRepeats(StateGraphError):
    pass


class RunWaits(StateGraphError):
    """The run waits at `node` for an answer from outside; with it, it can be resumed. `run` is its number, None for one
    that is not kept."""

    exit_code = ExitCode.STOPPED
    run: int | None = None


class KnowledgeFailed(PramanaError):
    """A knowledge base gave no usable answer, after all retries."""


class GraphError(PramanaError):
    pass


class AdapterError(GraphError):
    pass


class GraphServerError(AdapterError):
    pass


class UnknownNode(AdapterError, UnknownName):
    """A search was given a node that the graph does not have. `nearest` holds the closest ids and names."""

    def __init__(self, value: str, known: Sequence[str]) -> None:
        super().__init__("node", value, known)


class SchemaViolation(GraphError):
    """The schema refuses a node or an edge.

    `where` names it, `given` is what is there, `allowed` lists what would have been taken, `nearest` the closest of
    that. All are empty where they mean nothing.
    """

    exit_code = ExitCode.BAD_INPUT

    def __init__(
        self,
        where: str,
        problem: str,
        allowed: Sequence[str] = (),
        given: object = None,
        nearest: Sequence[str] = (),
    ) -> None:
        choices = f" Allowed: {', '.join(allowed)}." if allowed else ""
        hint = f" Did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"{where}: {problem}.{choices}{hint}")
        self.where = where
        self.problem = problem
        self.allowed = tuple(allowed)
        self.given = given
        self.nearest = tuple(nearest)
