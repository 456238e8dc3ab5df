"""Audits of traces: rules for runs, as data, applied to any WorkflowTrace.

A kind of audit is a function from a trace and its settings to violations. Built-in kinds are registered in the same way
as a user's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from pramana.errors import FormulaRefused, InputError, UnknownName
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import WorkflowTrace
from pramana.untrusted import Malformed, parse_json, parse_yaml, read_file


@dataclass(frozen=True, slots=True)
class TraceViolation:
    """A violation of an audit by a trace. `place` is a step's (`step 2 (extract)`), or `trace`."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class AuditResult(JsonRecord):
    """What one audit says of one trace. `verdict` is `passed` or `failed`; `violations` are empty where it passed."""

    audit: str
    violations: tuple[TraceViolation, ...]

    json_shape = JsonShape(plus=("verdict",))

    @property
    def verdict(self) -> str:
        return "failed" if self.violations else "passed"


class TraceAuditSettings(BaseModel):
    """Base of the settings of a kind of audit. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


S = TypeVar("S", bound=TraceAuditSettings)
Check = Callable[[WorkflowTrace, S], Iterable[TraceViolation]]


@dataclass(frozen=True, slots=True)
class TraceAudit:
    """An audit ready to be applied to traces: a kind, its settings, and the name under which it reports."""

    name: str
    check: Callable[[WorkflowTrace], Iterable[TraceViolation]]

    def of(self, trace: WorkflowTrace) -> AuditResult:
        return AuditResult(self.name, tuple(self.check(trace)))


class AuditKinds:
    """Kinds of audits by name. `trace_audits` holds Pramana's own."""

    def __init__(self) -> None:
        self._kinds: dict[
            str, tuple[type[TraceAuditSettings], Callable[[WorkflowTrace, Any], Iterable[TraceViolation]]]
        ] = {}

    def register(self, kind: str, settings: type[S]) -> Callable[[Check[S]], Check[S]]:
        """Register a kind of audit. Raises InputError where there is one of that name.

        >>> kinds = AuditKinds()
        >>> @kinds.register("short", Settings)
        ... def short(trace, settings):
        ...     return [Violation("trace", "too long")] if len(trace.steps) > 3 else []
        >>> kinds.names()
        ['short']
        """
        if kind in self._kinds:
            raise InputError(f"There is an audit {kind!r} already.")

        def add(check: Check[S]) -> Check[S]:
            self._kinds[kind] = (settings, check)
            return check

        return add

    def names(self) -> list[str]:
        return sorted(self._kinds)

    def make(self, document: Any, place: str = "audit") -> TraceAudit:
        """Return the audit of `{"audit": KIND, "name": optional, …settings}`. Raises InputError, UnknownName."""
        if not isinstance(document, Mapping) or not isinstance(document.get("audit"), str):
            raise InputError(f'{place}: an audit is an object with the name of its kind: {{"audit": "order", …}}.')
        kind = document["audit"]
        if kind not in self._kinds:
            raise UnknownName("audit", kind, self.names())
        settings, check = self._kinds[kind]
        fields = {key: value for key, value in document.items() if key not in ("audit", "name")}
        name = document.get("name", kind)
        if not isinstance(name, str):
            raise InputError(f"{place}: an audit's name is a text.")
        try:
            ready = settings.model_validate(fields)
        except FormulaRefused as error:
            raise InputError(f"{place} ({kind}): {error}") from None
        except ValidationError as error:
            problems = [f"{'.'.join(map(str, item['loc'])) or 'it'}: {item['msg']}" for item in error.errors()]
            raise InputError(f"{place} ({kind}): {'; '.join(problems)}.") from None
        return TraceAudit(name, lambda trace: check(trace, ready))


trace_audits = AuditKinds()
"""Pramana's own kinds, and those that a user's modules add."""


def read_audits(path: str | Path) -> list[TraceAudit]:
    """Return the audits of a JSON or YAML file: a list of them, or `{"audits": [...]}`. Raises InputError."""
    text = read_file(path)
    try:
        document = parse_yaml(text) if str(path).endswith((".yaml", ".yml")) else parse_json(text)
    except Malformed as error:
        raise InputError(f"{path}: cannot be read ({error}).") from None
    try:
        return audits_of(document)
    except UnknownName:
        raise
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def audits_of(document: Any, kinds: AuditKinds = trace_audits) -> list[TraceAudit]:
    """Return the audits of a list of documents, or of `{"audits": [...]}`. Raises InputError."""
    listed = document.get("audits") if isinstance(document, Mapping) else document
    if not isinstance(listed, list) or not listed:
        raise InputError('A list of audits is expected, or {"audits": [...]}, with one or more.')
    return [kinds.make(each, f"audit {number}") for number, each in enumerate(listed)]


def audit_trace(trace: WorkflowTrace, audits: Sequence[TraceAudit]) -> list[AuditResult]:
    """Return what each audit says of a trace, in the order of the audits."""
    return [audit.of(trace) for audit in audits]
