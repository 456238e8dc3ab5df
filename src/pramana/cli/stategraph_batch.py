"""What `stategraph run` and `resume` print of a batch, and the answers that a waiting run is resumed with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pramana.cli.output import note, print_json, show_parts
from pramana.errors import ExitCode, InputError, StateGraphError

if TYPE_CHECKING:
    from pramana.app import BatchResult, StateGraphResult

Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--input",
        metavar="KEY=VALUE",
        show_default=False,
        help="What a waiting run waits for; JSON, else text. Once for each key.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", show_default=False, help="Write the last states of a batch, a line an input."
    ),
]


def read_answers(given: Sequence[str] | None) -> dict[str, Any]:
    """Return the values of `KEY=VALUE`, JSON where they are, else text. Raises InputError."""
    found: dict[str, Any] = {}
    for each in given or ():
        key, mark, value = each.partition("=")
        if not mark or not key:
            raise InputError(f"--input {each!r} is not KEY=VALUE, e.g. --input approved=true")
        found[key] = _value(value)
    return found


def _value(text: str) -> Any:
    from pramana.untrusted import Malformed, parse_json

    try:
        return parse_json(text)
    except Malformed:
        return text


def memory_batch(outcomes: Sequence[StateGraphResult | StateGraphError]) -> BatchResult:
    """Return the result of a batch that is not kept."""
    from pramana.app import BatchItem, BatchResult

    items = []
    for index, outcome in enumerate(outcomes):
        if isinstance(outcome, StateGraphError):
            items.append(BatchItem(index, None, "failed", str(outcome)))
        else:
            state = {key: value for key, value in outcome.state.items() if key != "_meta"}
            items.append(BatchItem(index, None, "done", state=state))
    return BatchResult(None, tuple(items))


def print_batch(result: BatchResult, output: Path | None, as_json: bool) -> NoReturn:
    """Print the summary and the failures of a batch. Exits with code 3 where an input failed, 4 where one waits."""
    from pramana.views import batch_parts

    if output is not None:
        lines = (json.dumps(item.as_json(), ensure_ascii=False, allow_nan=False) for item in result.items)
        output.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    if as_json:
        print_json(result.as_json())
    else:
        show_parts(batch_parts(result))
    if output is not None:
        note("Wrote ", (str(output), "bold"), ".")
    raise typer.Exit(_code(result.counts))


def _code(counts: Mapping[str, int]) -> int:
    if counts.get("failed"):
        return ExitCode.PARTIAL
    return ExitCode.STOPPED if counts.get("waiting") or counts.get("pending") else ExitCode.DONE
