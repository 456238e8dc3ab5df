"""`anot run`, `explain`, `eval`: execute seeds and report the results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pramana.cli import options
from pramana.cli.interrupt import Interrupted, until_interrupted
from pramana.cli.output import note, print_json, say, show_parts
from pramana.cli.progress import WorkDisplay, interrupted_text
from pramana.cli.session import show_estimate
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AnotReport, AnotSession, Evaluation

T = TypeVar("T")

SeedFile = Annotated[Path, typer.Argument(metavar="SEED", help="A seed's JSON file.")]
DataFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="DATA", show_default=False, help="Entities with items, or items: JSON lines, CSV, TSV or Parquet."
    ),
]
ItemsFile = Annotated[
    Path | None,
    typer.Option("--items", metavar="FILE", show_default=False, help="The items, a row each, in the place of DATA."),
]
EntitiesFile = Annotated[
    Path | None,
    typer.Option(
        "--entities",
        metavar="FILE",
        show_default=False,
        help="The entities, a row each: these are judged, and formulas read their columns as entity['COLUMN'].",
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="COLUMN",
        show_default=False,
        help="A row is one item, and this column names its entity. Default: entity_id, entity, business_id or such.",
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        show_default=False,
        help="A database file to keep the run and all answers in. Default: the workspace, else OUT.db.",
    ),
]


@options.with_model("concurrency", *options.BUDGET)
def run(
    seed: SeedFile,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="Where to write: .jsonl (with quotes), .csv, .parquet."),
    ],
    data: DataFile = None,
    items: ItemsFile = None,
    entities: EntitiesFile = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", show_default=False, help="Also write an HTML page with plots and quotes."
        ),
    ] = None,
    by: By = None,
    only_estimate: options.OnlyEstimate = False,
    store: Store = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Execute a seed over entities: filter, extract, compute. Run the same command again to resume a run.

    Exit code 3 where an entity is undecided, or something was left out: it is named; 1 where no entity was decided; 4
    where a budget stopped it.
    """
    from pramana.app import check_output, estimate_seed, load_seed

    check_output(output)
    made, data = load_seed(seed), data_file(data, items)
    folder, file = place_of(workspace, store, output)
    if only_estimate:
        held = file if file is not None and file.exists() else None
        show_estimate(
            _in_session(folder, held, flags, lambda session, _: estimate_seed(session, made, data, by, entities)),
            as_json,
        )
        return

    async def work(session: AnotSession, display: WorkDisplay) -> AnotReport:
        return await session.runs.run(made, data, output, None, html, by, display.observe, entities)

    report = _in_session(folder, file, flags, work)
    if as_json:
        print_json(report.as_json())
    else:
        _print_report(report, file)
    raise typer.Exit(_code(report))


def data_file(data: Path | None, items: Path | None) -> Path:
    """Return the file of items. Raises InputError where it is not named once."""
    from pramana.errors import InputError

    found = [path for path in (data, items) if path is not None]
    if len(found) != 1:
        raise InputError("Name the data once: DATA, or the items alone by --items FILE.")
    return found[0]


def _in_session(
    folder: Path | None,
    store: Path | None,
    flags: Mapping[str, Any],
    work: Callable[[AnotSession, WorkDisplay], Awaitable[T]],
) -> T:
    """Do work in a session and show its progress. Ctrl-C ends it cleanly; the same command resumes it."""
    import anyio

    from pramana.app import AnotSession

    async def run(display: WorkDisplay) -> T:
        async with AnotSession(folder, store, flags=flags) as session:
            return await until_interrupted(lambda: work(session, display), display.stopping)

    with WorkDisplay() as display:
        try:
            return anyio.run(run, display)
        except Interrupted as interrupted:
            raise interrupted_text(display) from interrupted


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
    from pramana.views import seed_run_parts

    show_parts(seed_run_parts(report.run, report.status, report.summary))
    if report.resumed:
        entities = "entity" if report.resumed == 1 else "entities"
        note(f"Resumed: {report.resumed:,} {entities} had been decided by an earlier attempt.")
    if report.stopped_by:
        note(report.stopped_by)
        note("The remaining entities are not decided.")
        note("What was answered is kept. Run the same command with a larger budget to resume.")
    if report.output is not None:
        say(f"Wrote {report.output}" + (f"; the run is kept in {store}." if store else "."))


def explain(
    result: Annotated[
        Path, typer.Argument(metavar="RESULT", help="The .jsonl that `anot run` wrote, or its database.")
    ],
    primitive: Annotated[str, typer.Argument(metavar="PRIMITIVE", help="A step of the seed, such as verdict.")],
    entity: Annotated[
        str | None,
        typer.Option(
            "--entity", "-e", metavar="ID", show_default=False, help="The entity; required if there are several."
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--run", metavar="N", show_default=False, help="The run, in a database. Default: the newest."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Also show the items that do not change the value.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Print why a primitive has its value: formulas, the steps that they read, the items and their quotes.

    An item is shown if the primitive would have another value without it.
    """
    from pramana.app import explain_value as derive
    from pramana.app import result_in
    from pramana.views import derivation_parts

    seed, body = result_in(result, entity, number)
    derived = derive(seed, body, primitive)
    if as_json:
        print_json({"entity": body["entity"], "status": body["status"], **derived.as_json()})
        return
    say((body["entity"], "bold"), f" ({body['items']['relevant']} of {body['items']['all']} items are relevant)")
    show_parts(derivation_parts(derived, every=every))


TruthFile = Annotated[
    Path, typer.Argument(metavar="TRUTH", help="What primitives should be: .jsonl or .csv, `entity` and values.")
]
Written = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="OUT", show_default=False, help="Write the results, too.")
]
VerdictName = Annotated[
    str | None,
    typer.Option(
        "--verdict", metavar="NAME", show_default=False, help="The output that is the verdict. Default: the last text."
    ),
]
ScoreName = Annotated[
    str | None,
    typer.Option(
        "--score", metavar="NAME", show_default=False, help="The output that is the score. Default: the last number."
    ),
]
Order = Annotated[
    str | None,
    typer.Option("--order", metavar="A,B,C", show_default=False, help="The verdicts, lowest first; else by score."),
]


@options.with_model("concurrency", *options.BUDGET)
def eval_(
    seed: SeedFile,
    data: Annotated[Path, typer.Argument(metavar="DATA", help="Entities with items, or items, as for `anot run`.")],
    truth: TruthFile,
    output: Written = None,
    named: VerdictName = None,
    score: ScoreName = None,
    order: Order = None,
    by: By = None,
    entities: EntitiesFile = None,
    store: Store = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Execute a seed on labelled entities, and compare its accuracy with that of a constant answer."""
    from pramana.app import SeedResults as Results
    from pramana.app import evaluate_seed as evaluate
    from pramana.app import load_seed, load_truth
    from pramana.views import evaluation_parts

    made, known = load_seed(seed), load_truth(truth)
    ranks = [name.strip() for name in order.split(",")] if order else []
    folder, file = place_of(workspace, store, output or data)

    async def work(session: AnotSession, display: WorkDisplay) -> tuple[AnotReport, Evaluation | None]:
        report = await session.runs.run(made, data, output, by=by, watch=display.observe, entities=entities)
        if report.stopped_by:
            return report, None
        results = Results(session.database, report.run)
        return report, evaluate(results, known, made.output_fields, named, score, ranks)

    report, found = _in_session(folder, file, flags, work)
    if found is None:
        note(report.stopped_by)
        raise typer.Exit(ExitCode.STOPPED)
    if as_json:
        print_json({"run": report.run, **found.as_json()})
    else:
        show_parts(evaluation_parts(found))
    raise typer.Exit(ExitCode.PARTIAL if found.missing else ExitCode.DONE)


def _code(report: AnotReport) -> ExitCode:
    if report.stopped_by:
        return ExitCode.STOPPED
    if report.summary.statuses and not report.summary.statuses["done"]:
        return ExitCode.NOTHING
    return ExitCode.PARTIAL if report.status == "partial" else ExitCode.DONE


COMMANDS: tuple[Callable[..., None], ...] = (run, explain, eval_)
