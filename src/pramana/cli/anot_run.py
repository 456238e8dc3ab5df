"""`anot run`, `explain`, `eval`: execute seeds and report the results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import Cell, columns, heading, note, plural, print_json, say, tally_text, verdict

if TYPE_CHECKING:
    from pramana.app import AnotReport, AnotSession, Confusion, Evaluation, ItemSaid
    from pramana.app import ExplainedValue as Explained
    from pramana.app import ObserveEntities as Observe
    from pramana.app import SeedSummary as Summary

T = TypeVar("T")
PARTLY, STOPPED = 3, 4
EVERY_S = 5.0
"""Seconds between two progress lines, as in `progress`."""
SHOWN = 20
"""Items of an entity that are printed; `--json` prints all."""

SeedFile = Annotated[Path, typer.Argument(metavar="SEED", help="A seed's JSON file.")]
DataFile = Annotated[Path, typer.Argument(metavar="DATA", help="Entities with items: JSON lines or Parquet.")]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="COLUMN",
        show_default=False,
        help="A row of DATA is one item, and this column names its entity. Default: entity_id or entity.",
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
    data: DataFile,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="Where to write: .jsonl (with quotes), .csv, .parquet."),
    ],
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", show_default=False, help="Also write an HTML page with plots and quotes."
        ),
    ] = None,
    by: By = None,
    store: Store = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Execute a seed over entities: filter, extract, compute. Run the same command again to resume a run.

    Exit code 3 where an entity is undecided, or something was left out: it is named; 4 where a budget stopped it.
    """
    from pramana.app import check_output, load_seed

    check_output(output)
    made = load_seed(seed)
    folder, file = place_of(workspace, store, output)

    async def work(session: AnotSession) -> AnotReport:
        return await session.runs.run(made, data, output, _observe(), html, by)

    report = _in_session(folder, file, flags, work)
    if as_json:
        print_json(report.as_json())
    else:
        _print_report(report, file)
    raise typer.Exit(STOPPED if report.stopped_by else PARTLY if report.status == "partial" else 0)


def _in_session(
    folder: Path | None, store: Path | None, flags: Mapping[str, Any], work: Callable[[AnotSession], Awaitable[T]]
) -> T:
    """Do work in a session, which Ctrl-C ends cleanly; the same command resumes it."""
    import anyio

    from pramana.app import AnotSession

    async def run() -> T:
        async with AnotSession(folder, store, flags=flags) as session:
            return await until_interrupted(
                lambda: work(session), lambda: note("Stopping. Run the same command again to resume.")
            )

    return anyio.run(run)


def _observe() -> Observe:
    """Return what tells now and then, on standard error, how many entities have a result."""
    told = monotonic()

    def observe(done: int) -> None:
        nonlocal told
        if monotonic() - told >= EVERY_S:
            told = monotonic()
            note(f"{done:,} entities")

    return observe


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
        entities = "entity" if report.resumed == 1 else "entities"
        note(f"Resumed: {report.resumed:,} {entities} had been decided by an earlier attempt.")
    if report.stopped_by:
        note(report.stopped_by)
        note("The remaining entities are not decided.")
        note("What was answered is kept. Run the same command with a larger budget to resume.")
    if report.output is not None:
        say(f"Wrote {report.output}" + (f"; the run is kept in {store}." if store else "."))


def print_summary(summary: Summary) -> None:
    """Print the result of a run."""
    from pramana.app import number_text

    items = summary.items
    columns(
        [
            ("entities", tally_text(summary.statuses)),
            ("items", f"{items['all']:,}, relevant {items['relevant']:,}, read {items['read']:,}"),
            ("readings", tally_text(summary.readings)),
            ("quotes", tally_text(summary.grades)),
            *([("decide nothing", tally_text(summary.gaps))] if summary.gaps else []),
            *([("noted", tally_text(summary.notes))] if summary.notes else []),
        ]
    )
    for name, counts in summary.verdicts.items():
        heading(name)
        columns([(f"{number:,}", value) for value, number in counts.most_common()])
    if summary.numbers:
        heading("numbers")
        open_too = any(summary.undecided[name] for name in summary.numbers)
        rows: list[tuple[Cell, ...]] = [("", "min", "median", "mean", "max", *(["undecided"] if open_too else []))]
        for name, each in summary.numbers.items():
            figures = each.as_json()
            undecided = [f"{summary.undecided[name]:,}"] if open_too else []
            rows.append((name, *(number_text(figures[key]) for key in ("min", "median", "mean", "max")), *undecided))
        columns(rows)
    if summary.problems:
        heading("without a value")
        columns([(f"{number:,}", name) for name, number in summary.problems.most_common()])
    for left in summary.left_out:
        note(f"left out: {left}")


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
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="Also show the items that do not change the value.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Print why a primitive has its value: formulas, the steps that they read, the items and their quotes.

    An item is shown if the primitive would have another value without it.
    """
    from pramana.app import explain_value as derive
    from pramana.app import result_in

    seed, body = result_in(result, entity, number)
    derived = derive(seed, body, primitive)
    if as_json:
        print_json({"entity": body["entity"], "status": body["status"], **derived.as_json()})
        return
    say((body["entity"], "bold"), f" ({body['items']['relevant']} of {body['items']['all']} items are relevant)")
    _print_derivation(derived, 0, set(), every)


def _print_derivation(derived: Explained, depth: int, printed: set[str], every: bool) -> None:
    pad = "  " * depth
    known = derived.name in printed
    say(
        pad,
        (derived.name, "bold"),
        f" = {derived.as_text(first=not depth)}",
        *([(" (see above)", "dim")] if known else ()),
    )
    if known:
        return
    printed.add(derived.name)
    say(pad, "  ", (derived.formula, "dim"))
    told = [each for each in derived.items if each.moves or every]
    for said in told[:SHOWN]:
        _print_item(said, pad)
    if len(told) > SHOWN:
        say(pad, f"    … and {plural(len(told) - SHOWN, 'item')} more (--json shows all)")
    if silent := len(derived.items) - len(told):
        say(pad, ("    ", ""), (f"{plural(silent, 'item')} read that would change nothing (--all)", "dim"))
    for each in derived.reads:
        _print_derivation(each, depth + 1, printed, every)


def _print_item(said: ItemSaid, pad: str) -> None:
    values = ", ".join(f"{name} {value!r}" for name, value in said.values.items())
    say(pad, "    ", ("* " if said.moves else "- ", "green" if said.moves else "dim"), f"item {said.item}: {values}")
    for name, each in said.evidence.items():
        place = f" at {each['start']}-{each['end']}" if "start" in each else ""
        say(pad, "        ", f'{name}: "{each["quote"]}"{place} ', (str(each["grade"]), "dim"))


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
    data: DataFile,
    truth: TruthFile,
    output: Written = None,
    named: VerdictName = None,
    score: ScoreName = None,
    order: Order = None,
    by: By = None,
    store: Store = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Execute a seed on labelled entities, and compare its accuracy with that of a constant answer."""
    from pramana.app import SeedResults as Results
    from pramana.app import evaluate_seed as evaluate
    from pramana.app import load_seed, load_truth

    made, known = load_seed(seed), load_truth(truth)
    ranks = [name.strip() for name in order.split(",")] if order else []
    folder, file = place_of(workspace, store, output or data)

    async def work(session: AnotSession) -> tuple[AnotReport, Evaluation | None]:
        report = await session.runs.run(made, data, output, _observe(), by=by)
        if report.stopped_by:
            return report, None
        results = Results(session.database, report.run)
        return report, evaluate(results, known, made.output_fields, named, score, ranks)

    report, found = _in_session(folder, file, flags, work)
    if found is None:
        note(report.stopped_by)
        raise typer.Exit(STOPPED)
    if as_json:
        print_json({"run": report.run, **found.as_json()})
    else:
        _print_evaluation(found)


def _print_evaluation(found: Evaluation) -> None:
    heading("primitives")
    rows: list[tuple[Cell, ...]] = [("", "right", "always the same", "mean error")]
    for each in found.agreements:
        error = "" if each.error is None else f"{each.error:.3g}"
        rows.append((each.name, f"{each.accuracy:.1%}", f"{each.majority / max(1, each.count):.1%}", error))
    columns(rows)
    if found.confusion is not None:
        _print_confusion(found.confusion, found.verdict or "")
    if found.rankings:
        heading(f"{found.score} as a ranking (adjusted: 0 is what a constant reaches)")
        ranked: list[tuple[Cell, ...]] = [("at or above", "of", "AUPRC", "adjusted")]
        for ranking in found.rankings:
            share = f"{ranking.positives} of {ranking.count}"
            ranked.append((ranking.name, share, f"{ranking.auprc:.3f}", f"{ranking.adjusted_auprc:.3f}"))
        columns(ranked)
    for name in found.missing:
        note(f"no result: {name}")


def _print_confusion(confusion: Confusion, name: str) -> None:
    heading(f"{name}: truth below each other, what was said beside each other")
    rows: list[tuple[Cell, ...]] = [("", *confusion.classes, "F1")]
    for scores in map(confusion.of_class, confusion.classes):
        counts = [str(confusion.counts.get((scores.name, said), 0)) for said in confusion.classes]
        rows.append((scores.name, *counts, f"{scores.f1:.3f}" if scores.support else ""))
    columns(rows)
    constant = confusion.constant
    measures = ("accuracy", "balanced_accuracy", "macro_f1")
    shown: list[tuple[Cell, ...]] = [("", "this seed", "always the same")]
    for each in measures:
        shown.append((each.replace("_", " "), f"{getattr(confusion, each):.3f}", f"{getattr(constant, each):.3f}"))
    columns(shown)


COMMANDS: tuple[Callable[..., None], ...] = (run, explain, eval_)
