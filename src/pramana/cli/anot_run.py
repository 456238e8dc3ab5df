"""`anot run`, `explain`, `eval`: seeds executed, and what they came to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import Cell, columns, counted, heading, note, print_json, say, tallied, verdict

if TYPE_CHECKING:
    from pramana.anot.summary import Summary
    from pramana.app.anot_runs import AnotReport

PARTLY, STOPPED = 3, 4

SeedFile = Annotated[Path, typer.Argument(metavar="SEED", help="A seed's JSON file.")]
DataFile = Annotated[Path, typer.Argument(metavar="DATA", help="Entities with items: JSON lines or Parquet.")]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        show_default=False,
        help="A database file to keep the run and all answers in. Without it: the workspace, else OUT.db.",
    ),
]


def run(
    seed: SeedFile,
    data: DataFile,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="Where to write: .jsonl (with quotes), .csv, .parquet."),
    ],
    store: Store = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    model: options.ModelName = None,
    base_url: options.BaseUrl = None,
    concurrency: options.Concurrency = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_money: options.MaxMoney = None,
) -> None:
    """Execute a seed over entities: filter, extract, compute. The same command goes on with a run that ended early.

    Exit code 3 where something was left out: it is named; 4 where a budget stopped it.
    """
    import anyio

    from pramana.anot import load_seed
    from pramana.anot.writing import check_output
    from pramana.app.anot_runs import AnotSession

    check_output(output)
    made = load_seed(seed)
    folder, file = place_of(workspace, store, output)
    flags = options.flags(model, base_url, None, concurrency, max_calls, max_tokens, max_money)

    async def whole() -> AnotReport:
        async with AnotSession(folder, file, flags=flags) as session:
            return await session.run(made, data, output)

    report = anyio.run(whole)
    if as_json:
        print_json(report.as_json())
    else:
        _print_report(report, file)
    raise typer.Exit(STOPPED if report.stopped_by else PARTLY if report.status == "partial" else 0)


def place_of(workspace: Path | None, store: Path | None, output: Path) -> tuple[Path | None, Path | None]:
    """Return the workspace's folder, or the database file, that a run is kept in."""
    import os

    from pramana.app import find
    from pramana.errors import WorkspaceNotFound

    if store is not None:
        return None, store
    named = workspace or os.environ.get("PRAMANA_WORKSPACE") or None
    try:
        return find(named), None
    except WorkspaceNotFound:
        if named is not None:
            raise
        return None, output.with_name(f"{output.name}.db")


def _print_report(report: AnotReport, store: Path | None) -> None:
    say(("Run ", "bold"), str(report.run), ": ", verdict(str(report.status)))
    print_summary(report.summary)
    if report.resumed:
        note(
            f"Went on behind {counted(report.resumed, 'entity').replace('entitys', 'entities')} of an earlier attempt."
        )
    if report.stopped_by:
        note(report.stopped_by)
        note("The same command with a larger budget goes on from there: what was answered is kept.")
    if report.output is not None:
        say(f"Wrote {report.output}" + (f"; the run is kept in {store}." if store else "."))


def print_summary(summary: Summary) -> None:
    """Print what a run came to."""
    from pramana.anot.summary import rounded

    items = summary.items
    columns(
        [
            ("entities", tallied(summary.statuses)),
            ("items", f"{items['all']:,}, relevant {items['relevant']:,}, read {items['read']:,}"),
            ("readings", tallied(summary.readings)),
            ("quotes", tallied(summary.grades)),
        ]
    )
    for name, counts in summary.texts.items():
        heading(name)
        columns([(f"{number:,}", value) for value, number in counts.most_common()])
    if summary.numbers:
        heading("numbers")
        rows: list[tuple[Cell, ...]] = [("", "min", "median", "mean", "max")]
        for name, each in summary.numbers.items():
            figures = each.as_json()
            rows.append((name, *(rounded(figures[key]) for key in ("min", "median", "mean", "max"))))
        columns(rows)
    if summary.problems:
        heading("without a value")
        columns([(f"{number:,}", name) for name, number in summary.problems.most_common()])
    for left in summary.left_out:
        note(f"left out: {left}")


COMMANDS: tuple[Callable[..., None], ...] = (run,)
