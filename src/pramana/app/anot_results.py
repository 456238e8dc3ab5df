"""Seeds from Python: what `ws.anot(...)` takes, and the results that it gives, each with its derivation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pramana.anot import (
    UNDECIDED,
    ExplainedPrimitive,
    FormulaSeed,
    Results,
    available_templates,
    explain,
    load_seed,
    range_text,
    template,
)
from pramana.app.anot_runs import AnotReport, AnotRuns, Observe, results_of
from pramana.app.bridge import ReadLater
from pramana.app.workspace import WorkspaceResources
from pramana.errors import InputError, UnknownName
from pramana.llm import GatewayMode
from pramana.store import replacing_paths

FOLDER = "anot"
"""Where a workspace keeps entities that came from Python: a replay reads them again."""


class AnotResult:
    """The result of a seed for one entity. `values` are its output fields, `primitives` every step that has a value,
    `without_value` the errors of the others, `status`, `error` and `note` as in the output of `pramana anot run`.
    `undecided` says why the items do not decide the entity, "" if they do. Dependent steps then have no value;
    `ranges` says what they can be, as JSON; `provisional` holds the values that the counted items would give them."""

    def __init__(self, seed: FormulaSeed, body: Mapping[str, Any]) -> None:
        self._seed = seed
        self.body = body
        self.entity: str = body["entity"]
        self.status: str = body["status"]
        self.error: str = body.get("error", "")
        self.values: Mapping[str, Any] = body.get("values", {})
        self.primitives: Mapping[str, Any] = body.get("primitives", {})
        self.without_value: Mapping[str, Any] = body.get("without_value", {})
        self.undecided: str = body.get(UNDECIDED, {}).get("reason", "") if self.status == UNDECIDED else ""
        self.ranges: Mapping[str, Any] = body.get(UNDECIDED, {}).get("ranges", {})
        self.provisional: Mapping[str, Any] = body.get("provisional", {})
        self.note: str = body.get("note", "")

    def __getitem__(self, primitive: str) -> Any:
        """Return a primitive's value. Raises UnknownName for an unknown step, InputError if it has no value."""
        if primitive in self.primitives:
            return self.primitives[primitive]
        names = [step.name for step in self._seed.compute_dag]
        if primitive not in names:
            raise UnknownName("primitive", primitive, names)
        if primitive in self.ranges:
            can_be, reason = range_text(self.ranges[primitive]), self.body[UNDECIDED]["reason"]
            raise InputError(f"{primitive} of {self.entity} is {UNDECIDED} ({can_be}): {reason}.")
        if self.undecided and primitive not in self.without_value:
            raise InputError(f"{primitive} of {self.entity} is {UNDECIDED}: {self.undecided}.")
        why = self.error or json.dumps(self.without_value.get(primitive), ensure_ascii=False)
        raise InputError(f"{primitive} of {self.entity} has no value: {why}")

    def explain(self, primitive: str) -> ExplainedPrimitive:
        """Return why a primitive has its value: formulas, what they read, items and quotes; as a text by `str`."""
        return explain(self._seed, self.body, primitive)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        if self.undecided:
            return f"<{self.entity}: {UNDECIDED}: {self.undecided}>"
        note = f" ({self.note})" if self.note else ""
        return f"<{self.entity}: {self.status}{note}{', ' if shown else ''}{shown}>"


class AnotRows(ReadLater, Sequence[AnotResult]):
    """The results of a run, in the order of the entities. Each is read from the workspace on access.

    `report` is the summary of the run, `run` its number. `rows["some-id"]` is an entity's result.
    """

    def __init__(self, seed: FormulaSeed, report: AnotReport, results: Results) -> None:
        self.seed = seed
        self.report = report
        self.run = report.run
        self._results = results

    def __len__(self) -> int:
        return sum(self.call(self._results.statuses).values())

    def __getitem__(self, which: Any) -> Any:
        """Return one result, by position or by the entity's id, or a list of them for a slice."""
        if isinstance(which, slice):
            return [self[index] for index in range(len(self))[which]]
        if isinstance(which, str):
            return self._entity(which)
        size = len(self)
        if not -size <= which < size:
            raise IndexError(which)
        return AnotResult(self.seed, self.call(self._results.at, which % size))

    def _entity(self, name: str) -> AnotResult:
        body = self.call(self._results.of, name)
        if body is None and self.report.stopped_by:
            why = f"The run was stopped before it reached the entity {name!r}"
            raise InputError(f"{why}; it has no result. {self.report.stopped_by}")
        if body is None:
            raise UnknownName("entity", name, self.call(self._results.entities, 1_000))
        return AnotResult(self.seed, body)

    def __iter__(self) -> Iterator[AnotResult]:
        return (self[index] for index in range(len(self)))

    def to_polars(self) -> Any:
        """Return a Polars data frame with a row an entity: id, status, output fields, counts of items.

        Raises ExtraMissing without Polars.
        """
        from pramana.anot import result_row
        from pramana.extras import optional_import

        with optional_import("tables", "A Polars frame"):
            import polars

        return polars.DataFrame(
            [result_row(each.body, self.seed.output_fields) for each in self], infer_schema_length=None
        )

    def __str__(self) -> str:
        statuses = ", ".join(f"{count} {name}" for name, count in sorted(self.report.summary.statuses.items()))
        stopped = f" {self.report.stopped_by}" if self.report.stopped_by else ""
        return f"Run {self.run}: {self.report.status}; {statuses or 'no entity'}; {self.report.calls} calls.{stopped}"


def results_part(workspace: WorkspaceResources, run: int, after: int, limit: int) -> list[dict[str, Any]]:
    """Return at most `limit` results of a run behind the first `after`. Raises InputError for a run of another kind."""
    return results_of(workspace.database, run)[2].part(after, limit)


def explain_result(workspace: WorkspaceResources, run: int, entity: str, primitive: str) -> ExplainedPrimitive:
    """Return why a primitive of an entity has its value, in a run of a seed. Raises UnknownName, InputError."""
    _, seed, results = results_of(workspace.database, run)
    body = results.of(entity)
    if body is None:
        raise UnknownName("entity", entity, results.entities(1_000))
    return explain(seed, body, primitive)


async def execute(
    workspace: WorkspaceResources,
    seed: FormulaSeed | Mapping[str, Any] | str | Path,
    entities: str | Path | Iterable[Any],
    output: str | Path | None,
    report: str | Path | None,
    observe: Observe | None,
    by: str | None,
    fields: str | Path | None = None,
) -> AnotRows:
    """Execute a seed in a workspace. See `Workspace.anot`."""
    made = _seed(seed)
    data = Path(entities) if isinstance(entities, str | Path) else _write_entities(workspace.folder / FOLDER, entities)
    runs = AnotRuns(
        workspace.database, workspace.ledger, workspace.gateway, workspace.config, GatewayMode(workspace.gateway.mode)
    )
    output, page = (None if each is None else Path(each) for each in (output, report))
    found = await runs.run(made, data, output, observe, page, by, entities=None if fields is None else Path(fields))
    return AnotRows(made, found, Results(workspace.database, found.run))


def _seed(seed: FormulaSeed | Mapping[str, Any] | str | Path) -> FormulaSeed:
    if isinstance(seed, FormulaSeed):
        return seed
    if isinstance(seed, Mapping):
        return FormulaSeed.from_dict(dict(seed))
    if isinstance(seed, str) and seed.casefold() in available_templates():
        return template(seed)
    if not Path(seed).is_file():
        raise InputError(
            f"{seed} is neither a seed file nor a template. Templates: {', '.join(available_templates())}."
        )
    return load_seed(seed)


def _write_entities(folder: Path, entities: Iterable[Any]) -> Path:
    """Write entities that came from Python as JSON lines, under the hash of their text. Returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    hashed = blake2b(digest_size=16)
    with replacing_paths(folder / "entities.jsonl") as (draft,), draft.open("wb") as file:
        for entity in entities:
            line = json.dumps(entity, ensure_ascii=True, default=_json_value).encode() + b"\n"
            hashed.update(line)
            file.write(line)
    return (folder / "entities.jsonl").replace(folder / f"{hashed.hexdigest()}.jsonl")


def _json_value(value: Any) -> Any:
    """Return a date as text, and an Entity or Item as its fields."""
    from dataclasses import asdict, is_dataclass
    from datetime import date

    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        body = asdict(value)
        return {**body.pop("fields", {}), **body}
    raise InputError(f"An entity holds {value!r}, which is not a JSON value.")
