"""What the commands give back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pramana.errors import ExitCode
from pramana.evidence import Grade
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import STOPPED_BY_INTERRUPT, RunStatus
from pramana.views.showing import InNotebook
from pramana.wording import plural

if TYPE_CHECKING:
    from pramana.documents import SkippedFile
    from pramana.graph import Added, PushResult, TargetCheck
    from pramana.karaka import LineOutcome

ACCEPTED = ("verified", "checked", "empty")
LEFT_OUT = ("refused", "abstained", "failed")


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that could not be read as a document, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, repr=False)
class PassReport(InNotebook, JsonRecord):
    """What a pass did. `run` is None where there was nothing to do. `links` counts them by what became of them.

    `decided` of `documents` were decided again, because `why`; all three are empty for a pass that decides the whole
    graph each time. `by_name`: what it decides by itself are names, and `documents` counts these.
    """

    name: str
    run: int | None
    links: Mapping[str, int] = field(default_factory=dict)
    taken_back: int = 0
    decided: int | None = None
    documents: int | None = None
    why: str = ""
    by_name: bool = False

    def __str__(self) -> str:
        if self.run is None:
            return f"{self.name}: nothing to do"
        back = f", {self.taken_back} taken back" if self.taken_back else ""
        nothing = "nothing new" if self.extent else "no links"
        return f"{self.name}: {counts(self.links) or nothing}{back}{self.extent}"

    @property
    def extent(self) -> str:
        """How much was decided again, in words: "" for everything."""
        if self.decided is None or self.documents is None or self.decided == self.documents:
            return ""
        return f" ({self.decided:,} of {plural(self.documents, 'name' if self.by_name else 'document')} decided again)"


@dataclass(slots=True, repr=False)
class IngestReport(InNotebook, JsonRecord):
    """What an ingest did. `lines` counts them by what became of them (see LineOutcome); `seconds` of wall clock.

    `run` is None where there was nothing to do. `graph_hash` is that of the graph as it was left. `deleted_files` are
    documents of the workspace that came from a folder that was read now, where their file is gone: they are kept.
    """

    run: int | None = None
    status: RunStatus = RunStatus.DONE
    documents: int = 0
    unchanged_documents: int = 0
    refused_documents: list[RefusedFile] = field(default_factory=list)
    skipped_files: list[SkippedFile] = field(default_factory=list)
    deleted_files: list[str] = field(default_factory=list)
    lines: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    failed_lines: list[str] = field(default_factory=list)
    kriyas: int = 0
    participants_left_out: int = 0
    """Participants and events of accepted readings that are not stored: `show line` says which, and why."""
    spending: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    graph_hash: str = ""
    stopped_by: str = ""
    passes: list[PassReport] = field(default_factory=list)
    passes_seconds: float = 0.0
    passes_calls: int = 0
    """Among the calls of `spending`."""

    json_shape = JsonShape(
        plus=("accepted", "refused", "calls_per_line"),
        convert=dict.fromkeys(("seconds", "passes_seconds", "calls_per_line"), lambda number: round(number, 3)),
    )

    def observe(self, outcome: LineOutcome) -> None:
        self.lines[outcome.status] += 1
        self.kriyas += outcome.kriyas
        self.participants_left_out += len(outcome.left_out)
        if outcome.status in LEFT_OUT:
            self.reasons[f"{outcome.status}: {outcome.reason}"] += 1
        if outcome.status == "failed":
            self.failed_lines.append(f"{outcome.doc_id}:{outcome.line_number} {outcome.reason}")

    @property
    def read(self) -> int:
        """Lines read now, whatever became of them."""
        return self.lines.total() - self.lines["unchanged"]

    @property
    def accepted(self) -> int:
        return sum(self.lines[status] for status in ACCEPTED)

    @property
    def refused(self) -> int:
        return sum(self.lines[status] for status in LEFT_OUT)

    @property
    def calls_per_line(self) -> float:
        """Calls that reading took, for each line read: those of the passes are not among them."""
        return (self.spending.get("calls", 0) - self.passes_calls) / self.read if self.read else 0.0

    @property
    def left_out(self) -> bool:
        """Whether something was left out that a person should know of."""
        return bool(self.refused_documents or self.lines["failed"])

    @property
    def nothing_usable(self) -> bool:
        """Whether no document could be read, and none was known."""
        return self.run is None and not self.unchanged_documents

    @property
    def exit_code(self) -> ExitCode:
        """How a command that read this ends; where lines were read and none was accepted, not with success."""
        if self.status is RunStatus.STOPPED:
            return ExitCode.STOPPED if self.stopped_by != STOPPED_BY_INTERRUPT else ExitCode.INTERRUPTED
        if self.read and not self.accepted:
            return ExitCode.FAILED if self.lines["failed"] == self.read else ExitCode.NOTHING
        return ExitCode.PARTIAL if self.left_out else ExitCode.DONE

    def __str__(self) -> str:
        if self.run is None and not self.refused_documents:
            return f"Nothing to do: {plural(self.unchanged_documents, 'document')} unchanged."
        judged = ", ".join(f"{self.lines[name]} {name}" for name in (*ACCEPTED, *LEFT_OUT) if self.lines[name])
        unchanged = f" ({self.lines['unchanged']} unchanged)" if self.lines["unchanged"] else ""
        calls = self.spending.get("calls", 0) - self.passes_calls
        later = f", {self.passes_calls} more in passes" if self.passes_calls else ""
        return (
            f"{plural(self.documents, 'document')}, {plural(self.read, 'line')} read{unchanged}: {judged or 'none'}; "
            f"{plural(self.kriyas, 'Kriyā')}; {plural(calls, 'model call')} ({self.calls_per_line:.2f} a line){later}, "
            f"{money(self.spending.get('money'))}; {self.seconds:.1f} s"
            + "".join(f"; {each}" for each in self.passes if each.run is not None)
        )


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(InNotebook, JsonRecord):
    """What an ingest would take. `money` in millionths of a US dollar, None where a price is unknown.

    `documents` counts those with something to read, `unchanged_lines` the lines of all documents that were read before.
    """

    documents: int
    lines: int
    unchanged_lines: int
    refused_documents: tuple[RefusedFile, ...]
    skipped_files: tuple[SkippedFile, ...]
    calls: int
    prompt_tokens: int
    completion_tokens: int
    money: int | None
    model: str
    policy: str

    def __str__(self) -> str:
        unchanged = f" ({self.unchanged_lines} unchanged)" if self.unchanged_lines else ""
        return (
            f"{plural(self.documents, 'document')}, {plural(self.lines, 'line')} to read{unchanged}; "
            f"about {plural(self.calls, 'call')} of {self.model} ({self.policy}), "
            f"{self.prompt_tokens + self.completion_tokens:,} tokens, {money(self.money)}"
        )


@dataclass(frozen=True, slots=True)
class WorkEstimate(InNotebook, JsonRecord):
    """What work would take, about. `stored` counts answers that are kept already, and cost nothing. `models` are those
    that would be asked. `money` in millionths of a US dollar, None where a price is unknown."""

    work: str
    models: tuple[str, ...]
    calls: int
    stored: int
    prompt_tokens: int
    completion_tokens: int
    money: int | None

    def __str__(self) -> str:
        return (
            f"{self.work}: about {plural(self.calls, 'call')} of {', '.join(self.models) or 'no model'}, "
            f"{self.prompt_tokens + self.completion_tokens:,} tokens, {money(self.money)}"
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that a replay found otherwise than the run recorded it."""

    path: str
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True, repr=False)
class ReplayReport(InNotebook, JsonRecord):
    """Whether a run, repeated from stored responses alone, gave the same result. `differences` lists what differs, in
    order; `engine_changed` says that the code has changed since. `stored_graph`: the stored graph was asked, since its
    facts and evidence have the hash that the run recorded; it was not rebuilt from the texts."""

    run: int
    identical: bool
    expected: str
    found: str
    differences: tuple[Difference, ...] = ()
    engine_changed: bool = False
    stored_graph: bool = False

    def __str__(self) -> str:
        how = f"it differs. Expected {self.expected}, found {self.found}."
        lines = [f"Run {self.run} replayed without a model: {f'identical ({self.found}).' if self.identical else how}"]
        if self.engine_changed:
            lines.append(engine_text(self.engine_changed, self.identical))
        if self.stored_graph:
            lines.append("The stored graph was asked: it has the hash of then. --from-texts rebuilds it first.")
        lines += [f"  {difference}" for difference in self.differences[:10]]
        return "\n".join(lines)


def engine_text(changed: bool | None, identical: bool) -> str:
    """Return what a replay says of the code that made the run, "" for nothing. `changed` None: that is not known."""
    if changed is None:
        unknown = "The run does not say which version of the engine made it; another one may find something else."
        return "" if identical else unknown
    if not changed:
        return ""
    now = "Another version of the engine is at work now than when the run was made."
    return now if identical else f"{now} That alone may be why it differs: the version of then repeats it to the byte."


def token_text(spent: Mapping[str, Any]) -> str:
    """Return the tokens of a spending (`prompt_tokens`, `completion_tokens`, `cached_tokens`) as text.

    >>> token_text({"prompt_tokens": 9000, "completion_tokens": 1000, "cached_tokens": 6000})
    '10,000 tokens (67% of the input cached)'
    """
    told = f"{spent['prompt_tokens'] + spent['completion_tokens']:,} tokens"
    cached = spent.get("cached_tokens", 0)
    return f"{told} ({cached / spent['prompt_tokens']:.0%} of the input cached)" if cached else told


def money(millionths: int | None) -> str:
    """Return an amount for people to read.

    >>> money(1_500_000), money(0), money(None)
    ('$1.50', 'no cost', 'price unknown')
    """
    if millionths is None:
        return "price unknown"
    if millionths == 0:
        return "no cost"
    return f"${millionths / 1_000_000:.2f}" if millionths >= 10_000 else f"${millionths / 1_000_000:.4f}"


def counts(values: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in values.items())


@dataclass(frozen=True, slots=True, repr=False)
class ImportReport(InNotebook, JsonRecord):
    """What an import did. `run` is None where the same graph was there already.

    `added` says which node types and relations the workspace's graph has from it.
    """

    name: str
    run: int | None
    format: str
    nodes: int
    edges: int
    replaced: bool
    added: tuple[Added, ...]
    warnings: tuple[str, ...]
    graph_hash: str

    def __str__(self) -> str:
        if self.run is None:
            return f"Nothing to do: {self.name} is already imported and unchanged."
        sizes = f"{self.nodes:,} nodes, {self.edges:,} edges"
        return f"{self.name} ({self.format}): {sizes}, all {Grade.ASSERTED.value}."


@dataclass(frozen=True, slots=True)
class PushReport(InNotebook, JsonRecord):
    """What was pushed where. `check` is None unless the copy was read back."""

    source: str
    target: str
    result: PushResult
    check: TargetCheck | None

    json_shape = JsonShape(inline=("result",))

    def __str__(self) -> str:
        done, written = self.result, f"{self.result.nodes:,} nodes, {self.result.edges:,} edges"
        if not done.whole and not (done.nodes or done.edges or done.deleted):
            return f"Nothing to do: {self.target} has the present state of {self.source}."
        how = "changes" if not done.whole else "the rest of the whole graph" if done.resumed else "the whole graph"
        return f"{self.source} to {self.target}, {how}: {written} written, {done.deleted:,} deleted."


@dataclass(frozen=True, slots=True)
class PassState:
    """The status of a pass. `on`: it runs after every ingest. `current`: it has nothing to do."""

    name: str
    on: bool
    current: bool
    links: int
    last_run: int | None
