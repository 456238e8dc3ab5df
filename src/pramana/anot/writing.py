"""Results written to files: JSON lines with all that they were derived from, CSV and Parquet with a row an entity.

In CSV, texts that a spreadsheet would run as formulas get an apostrophe; JSON lines and Parquet have them as they are.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pramana.anot.deciding import UNDECIDED
from pramana.anot.records import Results
from pramana.anot.rendering import possible_text
from pramana.anot.seed import FormulaSeed, seed_text
from pramana.errors import InputError
from pramana.extras import optional_import
from pramana.graph import shown_in_cells
from pramana.store import replacing_paths

FORMATS = (".jsonl", ".csv", ".parquet")
_ROWS = 1_000
"""Rows in one row group of a Parquet file: bounds memory. Nothing else depends on it."""


def check_output(path: Path) -> None:
    """Raise InputError where results cannot be written to a file of that name."""
    if path.suffix.casefold() not in FORMATS:
        raise InputError(f"{path}: the name ends with one of {', '.join(FORMATS)}.")


def seed_beside(path: Path) -> Path:
    """Return the path of the executed seed, beside its results: `out.seed.json` for `out.jsonl`."""
    return path.with_suffix(".seed.json")


def write_results(results: Results, seed: FormulaSeed, path: Path) -> Path:
    """Write a run's results, whole or not at all, in the format that the name's ending says, and the seed beside."""
    check_output(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    writers = {".jsonl": _jsonl, ".csv": _csv, ".parquet": _parquet}
    with replacing_paths(path) as (draft,):
        writers[path.suffix.casefold()](results, seed, draft)
        seed_beside(path).write_text(seed_text(seed), "utf-8")
    return path


def _jsonl(results: Results, seed: FormulaSeed, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{text}\n" for text in results.texts())


def result_row(body: Mapping[str, Any], outputs: Sequence[str]) -> dict[str, Any]:
    """Return a result as a row: entity, status, output fields, counts of items, what the open outputs can be
    (`possible`), what has no value and why (`problem`), and what else must be said (`note`)."""
    items = body.get("items", {})
    values = body.get("values", {})
    return {
        "entity": body["entity"],
        "status": body["status"],
        **{f"value.{name}" if name in _OWN else name: values.get(name) for name in outputs},
        **{f"items_{name}": items.get(name) for name in ("all", "relevant", "read")},
        "possible": possible_text(body, outputs),
        "problem": _problem(body),
        "note": body.get("note"),
    }


def _problem(body: Mapping[str, Any]) -> str | None:
    if body["status"] == UNDECIDED:
        return f"{UNDECIDED}: {body[UNDECIDED]['reason']}"
    error: str | None = body.get("error")
    return error or _json(body.get("without_value"))


_OWN = ("entity", "status", "possible", "problem", "note", "items_all", "items_relevant", "items_read")


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def _csv(results: Results, seed: FormulaSeed, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        names = list(result_row({"entity": "", "status": ""}, seed.output_fields))
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        for body in results:
            row = result_row(body, seed.output_fields)
            writer.writerow({name: _cell(value) for name, value in row.items()})


def _cell(value: Any) -> Any:
    text = _json(value) if isinstance(value, list | dict | bool) else value
    return shown_in_cells(text) if isinstance(text, str) else text


def _parquet(results: Results, seed: FormulaSeed, path: Path) -> None:
    with optional_import("tables", "Writing Parquet files"):
        import pyarrow
        import pyarrow.parquet
    kinds = _kinds(results, seed.output_fields)
    types = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "boolean": pyarrow.bool_()}
    names = list(result_row({"entity": "", "status": ""}, seed.output_fields))
    integers = {f"items_{name}" for name in ("all", "relevant", "read")}
    made = {
        name: pyarrow.int64() if name in integers else types.get(kinds.get(name, ""), pyarrow.string())
        for name in names
    }
    schema = pyarrow.schema([*made.items(), ("extractions", pyarrow.string())])
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for rows in _batches(_row(body, seed.output_fields, kinds) for body in results):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))


def _row(body: Mapping[str, Any], outputs: Sequence[str], kinds: Mapping[str, str]) -> dict[str, Any]:
    row = result_row(body, outputs)
    texts = {name: _json(row[name]) for name, kind in kinds.items() if kind == "json"}
    return {**row, **texts, "extractions": _json(body.get("extractions"))}


def _kinds(results: Results, outputs: Sequence[str]) -> dict[str, str]:
    """Return what each output field holds in all results: one type, or `json` where they differ."""
    kinds: dict[str, str] = {}
    for body in results:
        row = result_row(body, outputs)
        for name in list(row)[2 : 2 + len(outputs)]:
            if row[name] is not None:
                kinds[name] = _wider(kinds.get(name), _kind(row[name]))
    return kinds


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer" if -(2**63) <= value < 2**63 else "json"
    return "number" if isinstance(value, float) else "text" if isinstance(value, str) else "json"


def _wider(one: str | None, other: str) -> str:
    if one is None or one == other:
        return other
    return "number" if {one, other} == {"integer", "number"} else "json"


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= _ROWS:
            yield batch
            batch = []
    if batch:
        yield batch
